package catalog

// Texts of kokoron consolidate.
const (
	ConsolidateDone    Key = "consolidate.done"    // {kind} {run} {in} {kept} {merged} {archived} {refused}
	ConsolidateNothing Key = "consolidate.nothing" // {kind} {run}
	ConsolidateFailed  Key = "consolidate.failed"  // {kind} {detail}
	ConsolidateUndone  Key = "consolidate.undone"  // {run} {records} {files}
	ConsolidateWas     Key = "consolidate.was"     // {run}
	ConsolidateLeft    Key = "consolidate.left"    // {what}
	ConsolidateUnknown Key = "consolidate.unknown" // {run} {known}
	ConsolidateMany    Key = "consolidate.many"    // {run} {known}
	ConsolidateBadTime Key = "consolidate.time"    // {time}
	ConsolidateBadKind Key = "consolidate.kind"    // {kind}
)

var consolidateTexts = map[Key]message{
	ConsolidateDone: {
		ja: "{kind} を終えました（{run}）。見たもの {in}、新しく残したもの {kept}、まとめたもの {merged}、片付けたもの {archived}、裏付けがなく退けたもの {refused}。",
		en: "{kind} is done ({run}): looked at {in}, newly kept {kept}, merged {merged}, archived {archived}, refused as not borne out {refused}.",
		zh: "{kind} 已完成（{run}）：查看 {in}，新保留 {kept}，合并 {merged}，归档 {archived}，因无依据而拒绝 {refused}。",
	},
	ConsolidateNothing: {
		ja: "{kind} を終えました（{run}）。変えるものはありませんでした。",
		en: "{kind} is done ({run}). There was nothing to change.",
		zh: "{kind} 已完成（{run}）。没有需要更改的内容。",
	},
	ConsolidateFailed: {
		ja: "{kind} には、まだ終わっていないことがあります：{detail}",
		en: "{kind} is not all done: {detail}",
		zh: "{kind} 尚未全部完成：{detail}",
	},
	ConsolidateUndone: {
		ja: "{run} を取り消しました。元に戻した記憶 {records}、ファイル {files}。",
		en: "{run} is undone: {records} memories and {files} files are as they were before.",
		zh: "{run} 已撤销：{records} 条记忆和 {files} 个文件已恢复原状。",
	},
	ConsolidateWas: {
		ja: "{run} は何も変えていないか、もう取り消してあります。",
		en: "{run} has changed nothing, or is undone already.",
		zh: "{run} 没有更改任何内容，或者已经撤销。",
	},
	ConsolidateLeft: {
		ja: "そのあとで変わったため、そのままにしました：{what}",
		en: "Left as it is, because it was changed since: {what}",
		zh: "因为之后有改动，保持不变：{what}",
	},
	ConsolidateUnknown: {
		ja: "「{run}」という実行はありません。新しいものは {known} です。",
		en: "There is no run {run}; the newest are {known}.",
		zh: "没有名为“{run}”的运行。最近的有：{known}。",
	},
	ConsolidateMany: {
		ja: "「{run}」で始まる実行はいくつもあります：{known}",
		en: "Several runs begin with {run}: {known}",
		zh: "以“{run}”开头的运行有多个：{known}",
	},
	ConsolidateBadTime: {
		ja: "「{time}」は日時として読めません。2026-11-30T02:00 のように書いてください。",
		en: "{time} cannot be read as a time. Write it like 2026-11-30T02:00.",
		zh: "无法把“{time}”读作时间。请写成 2026-11-30T02:00 的形式。",
	},
	ConsolidateBadKind: {
		ja: "「{kind}」は分かりません。nightly か weekly と書くか、何も書かないでください。",
		en: "{kind} is unknown. Write nightly or weekly, or nothing.",
		zh: "不认识“{kind}”。请写 nightly 或 weekly，或者什么都不写。",
	},
}
