package catalog

import (
	"cmp"
	"maps"
	"slices"
)

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

	JobDaily  Key = "job.daily"  // {time}
	JobWeekly Key = "job.weekly" // {time} {weekday}
	JobEvery  Key = "job.every"  // {span}
	JobChosen Key = "job.chosen" // {span}: every so often, as the companion itself has chosen
	// JobWords are words for codes, a bar between: of a job that knows its own
	// time, and, after "n.", of what is counted, beside those of SimulateWords.
	JobWords Key = "job.words"
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
	JobDaily:  {ja: "毎日 {time}", en: "every day at {time}", zh: "每天 {time}"},
	JobWeekly: {ja: "毎週{weekday}曜日 {time}", en: "every {weekday} at {time}", zh: "每{weekday} {time}"},
	JobEvery:  {ja: "{span}ごと", en: "every {span}", zh: "每{span}"},
	JobChosen: {ja: "{span}ごと（自分で選んだ間隔）", en: "every {span}, as the companion has chosen", zh: "每{span}（自己选定的间隔）"},
	JobWords: {
		ja: "reminders=リマインダーの時刻|encode=会話が終わって30分後、夜のあいさつなら2分後|held=控えたものを話せるとき|n.silent=黙っていた|n.spoke=話した|n.withheld=送らなかった|n.unreadable=読めなかった|n.interrupted=途中で話しかけられた|n.skipped_hours=時間帯の外|n.skipped_live=会話中",
		en: "reminders=when a reminder is due|encode=30m after the last words, 2m after a good night|held=when what is held may be said|n.silent=silent|n.spoke=spoke|n.withheld=withheld|n.unreadable=unreadable|n.interrupted=interrupted|n.skipped_hours=outside the active hours|n.skipped_live=during a talk",
		zh: "reminders=提醒到时|encode=最后一句话30分钟后，道晚安则2分钟后|held=暂缓的内容可以说时|n.silent=沉默|n.spoke=说了话|n.withheld=未发送|n.unreadable=无法读取|n.interrupted=被打断|n.skipped_hours=不在活跃时段|n.skipped_live=正在对话",
	},
	JobBusy: {
		ja: "{name} はいま実行中です。",
		en: "{name} is running already.",
		zh: "{name} 正在运行。",
	},
}

// Counted are the names of counts in the order in which they are told: those of
// a funnel from what went in to what came out, others by their letters.
func Counted(counts map[string]int) []string {
	funnel := []string{"in", "kept", "merged", "archived", "refused"}
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(slices.Index(funnel, a)-slices.Index(funnel, b), cmp.Compare(a, b))
	})
}
