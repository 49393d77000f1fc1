package catalog

// Texts of taking facts back for good: kokoron memory erase and audit, /erase,
// /forget and /undo.
const (
	EraseWould    Key = "erase.would"     // {count} memories go: before the list
	EraseWords    Key = "erase.words"     // {words} are looked for everywhere
	EraseConfirm  Key = "erase.confirm"   // how to say yes on the command line
	EraseDone     Key = "erase.done"      // {lines} {records} {files} {thoughts} {vectors}
	EraseBusy     Key = "erase.busy"      // a turn is running
	EraseChroma   Key = "erase.chroma"    // {count}: Chroma says they are gone
	EraseLater    Key = "erase.later"     // Chroma is away
	EraseBackups  Key = "erase.backups"   // {paths}
	EraseLeft     Key = "erase.left"      // {paths}
	EraseUnknown  Key = "erase.unknown"   // {paths}
	EraseNeeds    Key = "erase.needs"     // an id or words, not both
	EraseNowhere  Key = "erase.nowhere"   // {about}: nothing has these words
	WordsTooShort Key = "erase.too_short" // {about}
	EraseRow      Key = "erase.row"       // columns, a tab between: id, date, kind, text

	EraseAsk     Key = "erase.ask"      // in a chat: {list} {count} and the question
	EraseMore    Key = "erase.more"     // {count} further ones at the end of a list
	EraseGone    Key = "erase.gone"     // in a chat: it is done
	EraseGoneYet Key = "erase.gone_yet" // in a chat: it is done but for what waits
	EraseKept    Key = "erase.kept"     // in a chat: the answer was no
	EraseHow     Key = "erase.how"      // /erase without words
	EraseOwner   Key = "erase.owner"    // only the owner may
	EraseFailed  Key = "erase.failed"   // {detail}

	ForgetHow     Key = "forget.how"
	ForgetDone    Key = "forget.done"    // {text}
	ForgetNothing Key = "forget.nothing" // {about}
	UndoDone      Key = "undo.done"      // {text}
	UndoBack      Key = "undo.back"      // {text} holds again, {other} does not
	UndoNothing   Key = "undo.nothing"

	AuditClean Key = "audit.clean" // {active} {superseded} {archived}
	AuditFound Key = "audit.found" // {active} {superseded} {archived} {score} {twins} {against} {orphans} {broken} {expired} {junk} {missing} {stray}
)

var eraseTexts = map[Key]message{
	EraseNowhere: {
		ja: "「{about}」という言葉は、記憶にも日記にもありません。",
		en: "No memory and no line of the diary has the words {about}.",
		zh: "记忆和日记中都没有“{about}”这些文字。",
	},
	EraseWould: {
		ja: "次の{count}件と、そこから作られたものがすべて消えます。元には戻せません。",
		en: "These {count} memories go, with all that was made of them. This cannot be undone.",
		zh: "以下{count}条记忆以及由它们产生的一切都会被删除，且无法恢复。",
	},
	EraseWords: {
		ja: "次の言葉は、このホームのどこにあっても消えます：{words}",
		en: "These words go wherever they stand in this home: {words}",
		zh: "以下文字无论出现在此主目录的何处都会被删除：{words}",
	},
	EraseConfirm: {
		ja: "まだ何も消していません。消すには、同じコマンドに --yes を付けてください。",
		en: "Nothing has been erased yet. Give the same command with --yes to erase it.",
		zh: "尚未删除任何内容。要删除，请在同一命令后加上 --yes。",
	},
	EraseDone: {
		ja: "消しました：日記{lines}行、記憶{records}件、ファイル{files}個、考えごと{thoughts}件、ベクトル{vectors}個。",
		en: "Erased: diary lines {lines}, records {records}, files {files}, thoughts {thoughts}, vectors {vectors}.",
		zh: "已删除：日记{lines}行、记忆{records}条、文件{files}个、思考{thoughts}条、向量{vectors}个。",
	},
	EraseBusy: {
		ja: "いま書いている返事がその内容を読んでいるかもしれません。返事が終わり次第、残りを消します。",
		en: "A reply that is being written may have read it. The rest is erased as soon as that reply has ended.",
		zh: "正在写的回答可能读过该内容。回答结束后会立即删除其余部分。",
	},
	EraseChroma: {
		ja: "Chroma からも消え、{count}件がもうないことを確かめました。Chroma 自身のファイルには、サーバーが整理するまで古いデータが残ることがあります。",
		en: "It is gone from Chroma too, which says that it has none of the {count} any more. Chroma's own files may keep old data until the server tidies them up.",
		zh: "Chroma 中也已删除，并确认{count}条均不存在。在服务器整理之前，Chroma 自己的文件中可能仍留有旧数据。",
	},
	EraseLater: {
		ja: "Chroma がいま応答しません。つながり次第、そちらからも消します。",
		en: "Chroma does not answer now. It is erased there as soon as the server is back.",
		zh: "Chroma 目前没有响应。恢复后会立即在那里删除。",
	},
	EraseBackups: {
		ja: "次のバックアップにはまだ残っています。--backups を付けるとそこからも消します：{paths}",
		en: "These backups still have it. With --backups it is erased there too: {paths}",
		zh: "以下备份中仍有该内容。加上 --backups 也会在其中删除：{paths}",
	},
	EraseLeft: {
		ja: "同じ言葉が次のファイルにあります。ほかの人の記憶か、あなたが書くファイルなので、そのままにしました：{paths}",
		en: "The same words stand in these files. They are the memories of somebody else or files that you write, so they were left as they are: {paths}",
		zh: "以下文件中也有相同的文字。它们是他人的记忆或由您编写的文件，因此保持原样：{paths}",
	},
	EraseUnknown: {
		ja: "次の場所にもまだ残っていて、ここからは消せません。ご自分で確かめてください：{paths}",
		en: "These places still have it and cannot be changed from here. Please look at them yourself: {paths}",
		zh: "以下位置仍有该内容，无法从这里删除，请自行检查：{paths}",
	},
	EraseNeeds: {
		ja: "kokoron memory erase には、ID か --text のどちらか一つを付けてください。",
		en: "kokoron memory erase needs either an ID or --text, and not both.",
		zh: "kokoron memory erase 需要 ID 或 --text 之一，不能同时使用。",
	},
	WordsTooShort: {
		ja: "「{about}」は短すぎて、ほかの話まで消えてしまいます。もう少し長い言葉にしてください。",
		en: "“{about}” is too short: other things would go with it. Please give a few more words.",
		zh: "“{about}”太短，会连带删除其他内容。请写得更长一些。",
	},
	EraseRow: {
		ja: "ID\t日付\t種類\t内容",
		en: "ID\tDATE\tKIND\tTEXT",
		zh: "ID\t日期\t种类\t内容",
	},
	EraseAsk: {
		ja: "次の{count}件を、そこから作られたものと一緒に完全に消します。元には戻せません。\n{list}\n消してよければ、5分以内に「はい」とだけ送ってください。ほかの言葉なら何も消しません。",
		en: "These {count} memories would be erased for good, with all that was made of them. This cannot be undone.\n{list}\nTo erase them, send just “yes” within 5 minutes. Anything else erases nothing.",
		zh: "将彻底删除以下{count}条记忆以及由它们产生的一切，且无法恢复。\n{list}\n如需删除，请在5分钟内只发送“是”。发送其他内容则不会删除。",
	},
	EraseMore: {
		ja: "・ほかに{count}件",
		en: "· and {count} more",
		zh: "·另有{count}条",
	},
	EraseGone: {
		ja: "消しました。もう思い出すことはありません。この画面や Telegram に残った文字は、私には消せません。",
		en: "It is erased and will never come to mind again. What is left on this screen or on Telegram I cannot erase.",
		zh: "已删除，以后不会再想起。留在此屏幕或 Telegram 上的文字我无法删除。",
	},
	EraseGoneYet: {
		ja: "消しました。もう思い出すことはありません。いまつながらないところや古いバックアップに残った分は、kokoron memory erase で確かめられます。",
		en: "It is erased and will never come to mind again. What is left where nothing answers now, or in old backups, kokoron memory erase can show.",
		zh: "已删除，以后不会再想起。目前无法连接之处或旧备份中残留的内容，可用 kokoron memory erase 查看。",
	},
	EraseKept: {
		ja: "何も消していません。",
		en: "Nothing was erased.",
		zh: "没有删除任何内容。",
	},
	EraseHow: {
		ja: "/erase のあとに、消したい言葉か記憶の ID を書いてください。",
		en: "Write the words to erase, or the ID of a memory, behind /erase.",
		zh: "请在 /erase 后写上要删除的文字或记忆的 ID。",
	},
	EraseOwner: {
		ja: "記憶を完全に消せるのは、持ち主だけです。/forget なら使えます。",
		en: "Only the owner can erase memories for good. You can use /forget.",
		zh: "只有主人才能彻底删除记忆。您可以使用 /forget。",
	},
	EraseFailed: {
		ja: "消せませんでした（{detail}）。もう一度試すか、記録を調べてください。",
		en: "It could not be erased ({detail}). Try again, or look at the log.",
		zh: "未能删除（{detail}）。请重试，或查看日志。",
	},
	ForgetHow: {
		ja: "/forget のあとに、忘れてほしいことを言葉で書いてください。",
		en: "Write what is to be forgotten behind /forget.",
		zh: "请在 /forget 后用文字写下要忘记的事情。",
	},
	ForgetDone: {
		ja: "忘れました：「{text}」\n/undo で戻せます。",
		en: "Forgotten: “{text}”\n/undo brings it back.",
		zh: "已忘记：“{text}”\n用 /undo 可以恢复。",
	},
	ForgetNothing: {
		ja: "「{about}」について覚えていることは見つかりませんでした。",
		en: "Nothing that is remembered is about “{about}”.",
		zh: "没有找到关于“{about}”的记忆。",
	},
	UndoDone: {
		ja: "戻しました：「{text}」",
		en: "Brought back: “{text}”",
		zh: "已恢复：“{text}”",
	},
	UndoBack: {
		ja: "前の内容に戻しました：「{text}」（「{other}」は忘れました）",
		en: "The earlier one holds again: “{text}” (forgotten: “{other}”)",
		zh: "已恢复为之前的内容：“{text}”（已忘记“{other}”）",
	},
	UndoNothing: {
		ja: "戻せるものはありません。",
		en: "There is nothing to bring back.",
		zh: "没有可以恢复的内容。",
	},
	AuditClean: {
		ja: "おかしなところはありません。有効{active}件、置き換え済み{superseded}件、忘れたもの{archived}件。",
		en: "Nothing is wrong. Active {active}, superseded {superseded}, archived {archived}.",
		zh: "没有问题。有效{active}条，已被取代{superseded}条，已忘记{archived}条。",
	},
	AuditFound: {
		ja: "有効{active}件、置き換え済み{superseded}件、忘れたもの{archived}件。\n健康度 {score}/100。重複 {twins}、矛盾 {against}、由来のないもの {orphans}、切れたつながり {broken}、期限切れ {expired}、中身のないもの {junk}、見つからないもの {missing}、余分に見つかるもの {stray}。\nくわしくは --json で見られます。",
		en: "Active {active}, superseded {superseded}, archived {archived}.\nHealth {score} of 100. Duplicates {twins}, contradictions {against}, without a source {orphans}, broken chains {broken}, expired {expired}, saying nothing {junk}, not found {missing}, found in vain {stray}.\n--json tells the details.",
		zh: "有效{active}条，已被取代{superseded}条，已忘记{archived}条。\n健康度 {score}/100。重复 {twins}、矛盾 {against}、无来源 {orphans}、断链 {broken}、过期 {expired}、无内容 {junk}、找不到 {missing}、多余 {stray}。\n详情见 --json。",
	},
}
