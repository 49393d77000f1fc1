package catalog

// Texts of kokoron learned and /learned.
const (
	LearnedHead     Key = "learned.head" // columns, a tab between: id, last time, kind, count, step, rule or what was met
	LearnedNone     Key = "learned.none"
	LearnedRule     Key = "learned.rule"     // {rule} {step} {count}
	LearnedWrong    Key = "learned.wrong"    // {text}
	LearnedRight    Key = "learned.right"    // {text}
	LearnedFrom     Key = "learned.from"     // above the lines that taught it
	LearnedDiff     Key = "learned.diff"     // above how the prompt changes
	LearnedReplayed Key = "learned.replayed" // {count}: nothing was found, without a model
	LearnedAnswered Key = "learned.answered" // {count} {asked}: nothing was found, with a model
	LearnedFound    Key = "learned.found"    // above what was found against it
	LearnedHow      Key = "learned.how"      // {id}: what the owner can do

	LearnedApproved Key = "learned.approved" // {rule}
	LearnedRejected Key = "learned.rejected" // {rule}
	LearnedRevoked  Key = "learned.revoked"  // {rule}
	LearnedEdited   Key = "learned.edited"   // {rule}: it acts
	LearnedWaits    Key = "learned.waits"    // {rule} {id}: it was edited and waits
	LearnedWas      Key = "learned.was"      // {rule} {step}

	LearnedUnknown Key = "learned.unknown" // {about}
	LearnedMany    Key = "learned.many"    // {about} {known}
	LearnedNoRule  Key = "learned.no_rule" // {about}
	LearnedUnsafe  Key = "learned.unsafe"  // {about} {detail}
	LearnedFaults  Key = "learned.faults"  // words for what a replay finds, by its code, a bar between
	LearnedText    Key = "learned.text"    // edit without a text

	LearnedOwner Key = "learned.owner" // /learned by somebody else
	LearnedChat  Key = "learned.chat"  // {list}
	LearnedItem  Key = "learned.item"  // {rule} {step}
	LearnedMore  Key = "learned.more"  // {count}

	LearnedStepNoted    Key = "learned.step_noted"
	LearnedStepProposed Key = "learned.step_proposed"
	LearnedStepActive   Key = "learned.step_active"
	LearnedStepReplaced Key = "learned.step_replaced"
	LearnedStepRejected Key = "learned.step_rejected"
	LearnedStepRevoked  Key = "learned.step_revoked"
)

var learnTexts = map[Key]message{
	LearnedHead: {ja: "ID\t最後\t種類\t回数\t状態\t内容", en: "ID\tLast\tKind\tCount\tState\tWhat", zh: "ID\t最近\t种类\t次数\t状态\t内容"},
	LearnedNone: {ja: "まだ何も学んでいません。", en: "Nothing has been learned yet.", zh: "还没有学到什么。"},
	LearnedRule: {
		ja: "規則（{step}、{count}回）: {rule}",
		en: "Rule ({step}, met {count} times): {rule}",
		zh: "规则（{step}，共{count}次）：{rule}",
	},
	LearnedWrong:    {ja: "まちがっていた返事: {text}", en: "The reply that was wrong: {text}", zh: "出错的回答：{text}"},
	LearnedRight:    {ja: "正しいこと: {text}", en: "What is right: {text}", zh: "正确的是：{text}"},
	LearnedFrom:     {ja: "もとになった言葉:", en: "It was learned from:", zh: "学自："},
	LearnedDiff:     {ja: "プロンプトの変わるところ:", en: "How the prompt changes:", zh: "提示词的变化："},
	LearnedReplayed: {ja: "記録した会話{count}件で確かめました。問題は見つかりませんでした（モデルには尋ねていません）。", en: "Replayed against {count} recorded conversations: nothing was found (no model was asked).", zh: "已用{count}段记录的对话检查，没有发现问题（未询问模型）。"},
	LearnedAnswered: {ja: "記録した会話{count}件で確かめ、{asked}件はモデルにも答えさせました。問題は見つかりませんでした。", en: "Replayed against {count} recorded conversations, {asked} of them answered by the model: nothing was found.", zh: "已用{count}段记录的对话检查，其中{asked}段由模型回答，没有发现问题。"},
	LearnedFound:    {ja: "確かめて見つかったこと:", en: "What the replay has found:", zh: "检查中发现："},
	LearnedHow: {
		ja: "認める: kokoron learned approve {id}　直す: kokoron learned edit {id} --text 文　断る: kokoron learned reject {id}",
		en: "Approve: kokoron learned approve {id}   Edit: kokoron learned edit {id} --text TEXT   Reject: kokoron learned reject {id}",
		zh: "批准：kokoron learned approve {id}　修改：kokoron learned edit {id} --text 文字　拒绝：kokoron learned reject {id}",
	},
	LearnedApproved: {ja: "これからはこの規則に従います: {rule}", en: "This rule holds from now on: {rule}", zh: "从现在起遵守这条规则：{rule}"},
	LearnedRejected: {ja: "この規則は使いません: {rule}", en: "This rule is not used: {rule}", zh: "不使用这条规则：{rule}"},
	LearnedRevoked:  {ja: "この規則を取り消しました: {rule}", en: "This rule was taken back: {rule}", zh: "已撤回这条规则：{rule}"},
	LearnedEdited:   {ja: "規則を書き換えました: {rule}", en: "The rule reads now: {rule}", zh: "规则已改为：{rule}"},
	LearnedWaits: {
		ja: "規則を書き換えました: {rule}\nまだ使われません。kokoron learned approve {id} で認めてください。",
		en: "The rule reads now: {rule}\nIt does not hold yet. Approve it with kokoron learned approve {id}.",
		zh: "规则已改为：{rule}\n尚未生效。请用 kokoron learned approve {id} 批准。",
	},
	LearnedWas: {ja: "変わりはありません（{step}）: {rule}", en: "Nothing has changed ({step}): {rule}", zh: "没有变化（{step}）：{rule}"},
	LearnedUnknown: {
		ja: "「{about}」で始まる学びはありません。kokoron learned で一覧を見られます。",
		en: "Nothing that was learned has an ID beginning with {about}. kokoron learned shows the list.",
		zh: "没有以“{about}”开头的条目。运行 kokoron learned 查看列表。",
	},
	LearnedMany: {
		ja: "「{about}」で始まるものがいくつもあります: {known}",
		en: "Several IDs begin with {about}: {known}",
		zh: "有多个以“{about}”开头的条目：{known}",
	},
	LearnedNoRule: {
		ja: "「{about}」はまだ数えているだけで、規則がありません。kokoron learned edit {about} --text 文 で規則を書けます。",
		en: "{about} is only counted so far and has no rule. kokoron learned edit {about} --text TEXT gives it one.",
		zh: "“{about}”目前只在计数，还没有规则。可用 kokoron learned edit {about} --text 文字 写一条。",
	},
	LearnedFaults: {
		ja: "empty=空です|marks=記号やリンクがあります|length=長すぎます|room=規則がもういっぱいです|forbidden=秘密や指示に触れています|language=答えの言語が変わります|refusal=答えなくなります|obeyed=ほかの人の言葉に従います|leak=秘密が漏れます",
		en: "empty=it is empty|marks=marks or links|length=too long|room=no room for more rules|forbidden=about secrets or instructions|language=answers change their language|refusal=answers are refused|obeyed=it obeys words of others|leak=a secret gets out",
		zh: "empty=内容为空|marks=含有符号或链接|length=太长|room=规则已满|forbidden=涉及秘密或指令|language=回答的语言改变|refusal=变得拒绝回答|obeyed=会听从别人的话|leak=会泄露秘密",
	},
	LearnedUnsafe: {
		ja: "「{about}」の規則は使えません（{detail}）。秘密や指示の無視に触れず、記号やリンクのない200字以内の一文にしてください。",
		en: "The rule of {about} cannot be used ({detail}). Write one line of at most 200 characters without marks and links, and not about secrets or instructions.",
		zh: "“{about}”的规则不能使用（{detail}）。请写成不含符号和链接、不涉及秘密或指令、不超过200字的一句话。",
	},
	LearnedText:  {ja: "新しい文を --text で書いてください。", en: "Write the new text with --text.", zh: "请用 --text 写出新的文字。"},
	LearnedOwner: {ja: "学んだことを見られるのは持ち主だけです。", en: "Only the owner can see what was learned.", zh: "只有主人可以查看学到的内容。"},
	LearnedChat:  {ja: "学んだこと（新しい順）:\n{list}", en: "What was learned, the newest first:\n{list}", zh: "学到的内容（从新到旧）：\n{list}"},
	LearnedItem:  {ja: "・{rule}（{step}）", en: "・{rule} ({step})", zh: "・{rule}（{step}）"},
	LearnedMore: {
		ja: "ほかに{count}件あります。kokoron learned で全部見られます。",
		en: "There are {count} more; kokoron learned shows them all.",
		zh: "另有{count}条，运行 kokoron learned 查看全部。",
	},
	LearnedStepNoted:    {ja: "記録のみ", en: "noted", zh: "仅记录"},
	LearnedStepProposed: {ja: "承認待ち", en: "proposed", zh: "待批准"},
	LearnedStepActive:   {ja: "有効", en: "active", zh: "生效"},
	LearnedStepReplaced: {ja: "新しい言葉で終了", en: "replaced", zh: "已被替换"},
	LearnedStepRejected: {ja: "却下", en: "rejected", zh: "已拒绝"},
	LearnedStepRevoked:  {ja: "取り消し", en: "revoked", zh: "已撤回"},
}
