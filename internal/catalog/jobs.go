package catalog

// Texts of kokoron jobs.
const (
	JobHead    Key = "job.head" // columns, a tab between: name, when, last done, next, how it stands, what came of it
	JobFine    Key = "job.fine"
	JobNever   Key = "job.never"
	JobRunning Key = "job.running"
	JobFailing Key = "job.failing" // {count} {detail}
	JobDone    Key = "job.done"    // {name} {result}
	JobFailed  Key = "job.failed"  // {name} {detail}
	JobUnknown Key = "job.unknown" // {name} {known}
	JobAbsent  Key = "job.absent"  // {name}
	JobBusy    Key = "job.busy"    // {name}
)

var jobTexts = map[Key]message{
	JobHead: {
		ja: "名前\t予定\t前回\t次回\t状態\t結果",
		en: "name\twhen\tlast done\tnext\tstate\tresult",
		zh: "名称\t计划\t上次\t下次\t状态\t结果",
	},
	JobFine:    {ja: "正常", en: "fine", zh: "正常"},
	JobNever:   {ja: "まだ", en: "not yet", zh: "尚未"},
	JobRunning: {ja: "実行中", en: "running", zh: "运行中"},
	JobFailing: {
		ja: "{count}回続けて失敗：{detail}",
		en: "failed {count} times in a row: {detail}",
		zh: "连续失败{count}次：{detail}",
	},
	JobDone: {
		ja: "{name} を終えました。{result}",
		en: "{name} is done. {result}",
		zh: "{name} 已完成。{result}",
	},
	JobFailed: {
		ja: "{name} はうまくいきませんでした：{detail}",
		en: "{name} did not succeed: {detail}",
		zh: "{name} 没有成功：{detail}",
	},
	JobUnknown: {
		ja: "「{name}」という仕事はありません。あるのは {known} です。",
		en: "There is no job {name}; there are {known}.",
		zh: "没有名为“{name}”的任务。现有：{known}。",
	},
	JobAbsent: {
		ja: "{name} は動いている kokoron だけが行う仕事です。kokoron を起動しているあいだに、もう一度試してください。",
		en: "The job {name} needs a running kokoron. Start kokoron and try again while it runs.",
		zh: "任务 {name} 需要正在运行的 kokoron。请启动 kokoron，并在其运行时重试。",
	},
	JobBusy: {
		ja: "{name} はいま実行中です。",
		en: "{name} is running already.",
		zh: "{name} 正在运行。",
	},
}
