package catalog

// Texts of finding memories by cues, and of what the owner lets into the
// character.
const (
	CuesWrong Key = "cues.wrong" // {detail} {keys}
	CuesFound Key = "cues.found" // {count} {examined} {all}

	SoulHead     Key = "soul.head"     // columns, a tab between: id, date, stars, step, text
	SoulNone     Key = "soul.none"     // nothing was proposed
	SoulApproved Key = "soul.approved" // {text}
	SoulRejected Key = "soul.rejected" // {text}
	SoulWas      Key = "soul.was"      // {text} {step}: it was decided so before
	SoulNot      Key = "soul.not"      // {about}
	SoulEmpty    Key = "soul.empty"    // nothing is approved
	SoulWritten  Key = "soul.written"  // {count} {path} {manifest}
	SoulUnsaved  Key = "soul.unsaved"  // {path} {detail}

	SoulStepCandidate Key = "soul.step_candidate"
	SoulStepApproved  Key = "soul.step_approved"
	SoulStepRejected  Key = "soul.step_rejected"
	SoulStepExported  Key = "soul.step_exported"

	// What stands before a memory in an example to train a model on.
	SoulSystem   Key = "soul.system" // {name} {owner}
	SoulAsk      Key = "soul.ask"
	SoulAskOwner Key = "soul.ask_owner"
	SoulAskSelf  Key = "soul.ask_self"
)

var soulTexts = map[Key]message{
	CuesWrong: {
		ja: "手がかりを読めません（{detail}）。KEY=VALUE の形で、KEY は {keys} のどれかにしてください。例: time=2026-06 actor=aoi",
		en: "The cues cannot be read ({detail}). Write KEY=VALUE, where KEY is one of {keys}; for example: time=2026-06 actor=aoi",
		zh: "无法读取线索（{detail}）。请写成 KEY=VALUE，KEY 为 {keys} 之一，例如：time=2026-06 actor=aoi",
	},
	CuesFound: {
		ja: "{count}件見つかりました（全{all}件のうち、調べたのは{examined}件分）。",
		en: "Found: {count} (looked at {examined} entries; all records are {all}).",
		zh: "找到{count}条（共{all}条，查看了{examined}项）。",
	},
	SoulHead: {ja: "ID\t日付\t★\t段階\t記憶", en: "ID\tDate\t★\tStep\tMemory", zh: "ID\t日期\t★\t阶段\t记忆"},
	SoulNone: {
		ja: "人格に入れる候補はありません。",
		en: "No memory is proposed for the character.",
		zh: "没有候选加入人格的记忆。",
	},
	SoulApproved: {
		ja: "人格の一部になりました: {text}",
		en: "This is a part of the character now: {text}",
		zh: "已成为人格的一部分：{text}",
	},
	SoulRejected: {
		ja: "人格には入れません: {text}",
		en: "This does not become a part of the character: {text}",
		zh: "不会加入人格：{text}",
	},
	SoulWas: {
		ja: "すでに{step}です: {text}",
		en: "It was {step} already: {text}",
		zh: "已经是{step}：{text}",
	},
	SoulNot: {
		ja: "「{about}」は人格の候補ではありません。kokoron soul list で候補を見られます。",
		en: "{about} is not proposed for the character. kokoron soul list shows what is.",
		zh: "“{about}”不是人格的候选。运行 kokoron soul list 查看候选。",
	},
	SoulEmpty: {
		ja: "書き出せる記憶がありません。kokoron soul approve ID で認めたものが書き出されます。",
		en: "There is nothing to export. What kokoron soul approve ID has approved is exported.",
		zh: "没有可导出的记忆。用 kokoron soul approve ID 批准后才会导出。",
	},
	SoulWritten: {
		ja: "{count}件を {path} に書き出しました。どの記憶から作ったかは {manifest} にあります。",
		en: "Examples written to {path}: {count}. {manifest} says which memory each came from.",
		zh: "已将{count}条写入 {path}。各条来自哪条记忆见 {manifest}。",
	},
	SoulUnsaved: {
		ja: "{path} に書き込めません（{detail}）。書き込める場所を --out で指定してください。",
		en: "{path} cannot be written ({detail}). Name a file with --out where you may write.",
		zh: "无法写入 {path}（{detail}）。请用 --out 指定可写的位置。",
	},
	SoulStepCandidate: {ja: "候補", en: "proposed", zh: "候选"},
	SoulStepApproved:  {ja: "承認済み", en: "approved", zh: "已批准"},
	SoulStepRejected:  {ja: "却下", en: "rejected", zh: "已拒绝"},
	SoulStepExported:  {ja: "書き出し済み", en: "exported", zh: "已导出"},
	SoulSystem: {
		ja: "あなたは{name}です。{owner}と暮らしてきた思い出を、自分のこととして話します。",
		en: "You are {name}. You talk of what you have lived through with {owner} as your own.",
		zh: "你是{name}。你把与{owner}一起经历的回忆当作自己的事来讲。",
	},
	SoulAsk:      {ja: "大切に覚えていることを一つ教えて。", en: "Tell me one thing that you hold dear.", zh: "告诉我一件你珍藏在心里的事。"},
	SoulAskOwner: {ja: "私について覚えていることを一つ教えて。", en: "Tell me one thing that you remember about me.", zh: "告诉我一件你记得的关于我的事。"},
	SoulAskSelf:  {ja: "自分自身について思うことを一つ教えて。", en: "Tell me one thing that you think about yourself.", zh: "告诉我一件你对自己的想法。"},
}
