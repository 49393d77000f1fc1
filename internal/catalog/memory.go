package catalog

// Texts of kokoron memory, why and index.
const (
	CommandNeeds Key = "cli.command_needs" // {command} {what}
	CommandWords Key = "cli.command_words" // {command} {known}
	FlagChoice   Key = "cli.flag_choice"   // {flag} {value} {known}
	FlagCount    Key = "cli.flag_count"    // {flag} {value}
	FlagDays     Key = "cli.flag_days"     // {flag} {value} {most}
	FlagMinutes  Key = "cli.flag_minutes"  // {flag} {value}

	AnswerLost      Key = "cli.answer_lost"
	FlagsApart      Key = "cli.flags_apart"  // {flag} {other}
	IndexDone       Key = "index.done"       // {lines} {records} {pieces} {vectors}
	IndexNoMeaning  Key = "index.no_meaning" // no embedding server
	IndexWaiting    Key = "index.waiting"    // {count}
	IndexRestored   Key = "index.restored"   // {count}
	IndexNoChroma   Key = "index.no_chroma"
	IndexAway       Key = "index.away"
	UnknownPerson   Key = "memory.unknown_person" // {about} {known}
	UnknownMemory   Key = "memory.unknown"        // {about}
	ManyMemories    Key = "memory.many"           // {about} {known}
	MemoryInFile    Key = "memory.in_file"        // {about}
	MemoryInDiary   Key = "memory.in_diary"       // {about}
	MemoryNone      Key = "memory.none"
	MemoryHead      Key = "memory.head"       // columns, a tab between: id, date, stars, about, text
	MemoryHits      Key = "memory.hits"       // columns, a tab between: id, date, score, words, meaning, speaker, text
	MemoryShown     Key = "memory.shown"      // {text} {id} {date} {about} {stars} {status} {scope} {source}
	MemoryLine      Key = "memory.line"       // {text} {id} {date} {speaker} {scope}
	MemoryFrom      Key = "memory.from"       // before what a memory came from
	MemorySuccessor Key = "memory.successor"  // {text} {id}
	MemoryGone      Key = "memory.gone"       // in place of a text that is not there any more
	MemoryForgotten Key = "memory.forgotten"  // {text} {id}
	MemoryWasGone   Key = "memory.was_gone"   // {text} {status}
	MemoryRestored  Key = "memory.restored"   // {text}
	MemoryWasThere  Key = "memory.was_there"  // {text} {status}
	CategoryOwner   Key = "memory.cat_owner"  // the owner
	CategoryTalk    Key = "memory.cat_talk"   // the conversation
	CategoryKnow    Key = "memory.cat_know"   // knowledge
	CategorySeen    Key = "memory.cat_seen"   // an observation
	CategorySelf    Key = "memory.cat_self"   // the companion's thoughts about itself
	StatusActive    Key = "memory.active"     // is recalled
	StatusOld       Key = "memory.superseded" // another one holds now
	StatusArchived  Key = "memory.archived"   // forgotten, can be restored
	SourceTool      Key = "memory.by_tool"    // the companion saved it
	SourceRule      Key = "memory.by_rule"    // noted by a rule
	SourceFile      Key = "memory.by_file"    // stands in a file
	SourceOther     Key = "memory.by_other"   // {source}
)

var memoryTexts = map[Key]message{
	CommandNeeds: {
		ja: "kokoron {command} の後には {what} が要ります。kokoron help で使い方を見られます。",
		en: "kokoron {command} needs this behind it: {what}. kokoron help shows how to use it.",
		zh: "kokoron {command} 后面需要 {what}。运行 kokoron help 查看用法。",
	},
	CommandWords: {
		ja: "kokoron {command} の後には {known} のどれかが要ります。kokoron help で使い方を見られます。",
		en: "kokoron {command} needs one of these words behind it: {known}. kokoron help shows how to use it.",
		zh: "kokoron {command} 后面需要以下之一：{known}。运行 kokoron help 查看用法。",
	},
	FlagChoice: {
		ja: "{flag} に「{value}」は使えません。{known} のどれかにしてください。",
		en: "{flag} cannot be {value}. It must be one of: {known}.",
		zh: "{flag} 不能是“{value}”。请使用以下之一：{known}。",
	},
	FlagDays: {
		ja: "{flag} に「{value}」は使えません。1から{most}までの整数にしてください。",
		en: "{flag} cannot be {value}. It must be a whole number from 1 to {most}.",
		zh: "{flag} 不能是“{value}”。请使用1到{most}的整数。",
	},
	FlagMinutes: {
		ja: "{flag} に「{value}」は使えません。10,60 のように、分の数をコンマで区切って書いてください。",
		en: "{flag} cannot be {value}. Write whole numbers of minutes with commas between, such as 10,60.",
		zh: "{flag} 不能是“{value}”。请写分钟数，以逗号分隔，如 10,60。",
	},
	FlagCount: {
		ja: "{flag} に「{value}」は使えません。0以上の整数にしてください（0は制限なし）。",
		en: "{flag} cannot be {value}. It must be a whole number, 0 or more (0 is no limit).",
		zh: "{flag} 不能是“{value}”。请使用不小于0的整数（0表示不限）。",
	},
	AnswerLost: {
		ja: "答えが届く前に kokoron が止まりました。もう一度実行してください。",
		en: "kokoron ended before it had answered. Run the command again.",
		zh: "kokoron 在回答之前停止了。请重新运行该命令。",
	},
	FlagsApart: {
		ja: "{flag} と {other} は一緒に使えません。",
		en: "{flag} and {other} do not go together.",
		zh: "{flag} 和 {other} 不能同时使用。",
	},
	IndexDone: {
		ja: "索引はそろっています。日記 {lines} 行、記憶 {records} 件、ファイルの段落 {pieces} 件、意味の索引 {vectors} 件。",
		en: "The index is complete: {lines} lines of the diary, {records} memories, {pieces} pieces of files, {vectors} vectors.",
		zh: "索引已完成：日记 {lines} 行，记忆 {records} 条，文件段落 {pieces} 个，向量 {vectors} 个。",
	},
	IndexNoMeaning: {
		ja: "答える埋め込みのサーバーがないので、言葉だけで探します。",
		en: "No embedding server answers, so memories are found by words alone.",
		zh: "没有可用的嵌入服务器，因此只按词语查找。",
	},
	IndexWaiting: {
		ja: "Chroma への写しを {count} 件待っています。",
		en: "{count} changes still wait to be copied to Chroma.",
		zh: "还有 {count} 项更改等待复制到 Chroma。",
	},
	IndexRestored: {
		ja: "Chroma から {count} 件の記憶を戻しました。",
		en: "Memories brought back from Chroma: {count}.",
		zh: "已从 Chroma 恢复 {count} 条记忆。",
	},
	IndexNoChroma: {
		ja: "Chroma のサーバーが設定されていません。KOKORON_CHROMA_URL か config.toml の chroma で設定してください。",
		en: "No Chroma server is set. Set one with KOKORON_CHROMA_URL or under chroma in config.toml.",
		zh: "没有设置 Chroma 服务器。请用 KOKORON_CHROMA_URL 或 config.toml 中的 chroma 设置。",
	},
	IndexAway: {
		ja: "必要なサーバー（埋め込みか Chroma）が答えません。残りは、答えるようになったら kokoron が続けます。kokoron doctor で調べられます。",
		en: "A server that is needed (embeddings or Chroma) does not answer. kokoron does the rest when it does. kokoron doctor can tell you more.",
		zh: "所需的服务器（嵌入或 Chroma）没有响应。恢复后 kokoron 会继续完成。可运行 kokoron doctor 查看。",
	},
	UnknownPerson: {
		ja: "「{about}」という人も範囲もありません。使えるのは次のものです: {known}",
		en: "There is no person or scope {about}. These are known: {known}",
		zh: "没有“{about}”这个人或范围。可用的有: {known}",
	},
	UnknownMemory: {
		ja: "「{about}」という ID の記憶はありません。kokoron memory list で一覧を見られます（--status all で、忘れたものも出ます）。",
		en: "There is no memory with the ID {about}. kokoron memory list shows them (--status all also those that were forgotten).",
		zh: "没有 ID 为“{about}”的记忆。运行 kokoron memory list 查看列表（加 --status all 可包括已忘记的）。",
	},
	ManyMemories: {
		ja: "「{about}」で始まる ID の記憶はいくつもあります。もっと長く書いてください: {known}",
		en: "Several memories have an ID that begins with {about}. Write more of it: {known}",
		zh: "有多条记忆的 ID 以“{about}”开头。请写得更长一些: {known}",
	},
	MemoryInFile: {
		ja: "「{about}」はファイルに書いてあることです。変えるときは、そのファイルを書き換えてください。",
		en: "{about} stands in a file. Edit that file to change it.",
		zh: "“{about}”写在文件里。如需更改，请直接编辑该文件。",
	},
	MemoryInDiary: {
		ja: "「{about}」は日記の一行です。日記の行は忘れさせることも元に戻すこともできません。",
		en: "{about} is a line of the diary. Lines of the diary can be neither forgotten nor restored.",
		zh: "“{about}”是日记中的一行。日记的行不能忘记，也不能恢复。",
	},
	MemoryNone: {
		ja: "当てはまる記憶はありません。",
		en: "There are no such memories.",
		zh: "没有符合条件的记忆。",
	},
	MemoryHead: {
		ja: "ID\t日付\t★\t種類\t内容",
		en: "ID\tDate\t★\tAbout\tMemory",
		zh: "ID\t日期\t★\t类别\t内容",
	},
	MemoryHits: {
		ja: "ID\t日付\t点\t言葉\t意味\t話者\t内容",
		en: "ID\tDate\tScore\tWords\tMeaning\tSpeaker\tMemory",
		zh: "ID\t日期\t得分\t词语\t语义\t说话人\t内容",
	},
	MemoryShown: {
		ja: "{text}\n\n  ID      {id}\n  日時    {date}\n  種類    {about}\n  大切さ  {stars}\n  状態    {status}\n  範囲    {scope}\n  由来    {source}",
		en: "{text}\n\n  ID          {id}\n  When        {date}\n  About       {about}\n  Importance  {stars}\n  Status      {status}\n  Scope       {scope}\n  Origin      {source}",
		zh: "{text}\n\n  ID      {id}\n  时间    {date}\n  类别    {about}\n  重要度  {stars}\n  状态    {status}\n  范围    {scope}\n  来源    {source}",
	},
	MemoryLine: {
		ja: "{text}\n\n  ID    {id}\n  日時  {date}\n  話者  {speaker}\n  範囲  {scope}\n  由来  日記",
		en: "{text}\n\n  ID       {id}\n  When     {date}\n  Speaker  {speaker}\n  Scope    {scope}\n  Origin   the diary",
		zh: "{text}\n\n  ID      {id}\n  时间    {date}\n  说话人  {speaker}\n  范围    {scope}\n  来源    日记",
	},
	MemoryFrom:      {ja: "もとになったこと:", en: "It came from:", zh: "来自:"},
	MemorySuccessor: {ja: "いまは、次のことが代わりに有効です: {text}（{id}）", en: "This holds now in its place: {text} ({id})", zh: "现在以此为准: {text}（{id}）"},
	MemoryGone:      {ja: "（もうありません）", en: "(it is not there any more)", zh: "（已不存在）"},
	MemoryForgotten: {
		ja: "忘れました：「{text}」。元に戻すには: kokoron memory restore {id}",
		en: "Forgotten: \"{text}\". To bring it back: kokoron memory restore {id}",
		zh: "已忘记：“{text}”。要恢复请运行: kokoron memory restore {id}",
	},
	MemoryWasGone: {
		ja: "もともと思い出されないので、何も変えませんでした（{status}）：「{text}」",
		en: "It is not recalled anyway, so nothing has changed ({status}): \"{text}\"",
		zh: "它本来就不会被想起，因此未作更改（{status}）：“{text}”",
	},
	MemoryRestored: {
		ja: "思い出せるように戻しました：「{text}」",
		en: "Restored: \"{text}\"",
		zh: "已恢复：“{text}”",
	},
	MemoryWasThere: {
		ja: "忘れたものではないので、何も変えませんでした（{status}）：「{text}」",
		en: "It was not forgotten, so nothing has changed ({status}): \"{text}\"",
		zh: "它没有被忘记，因此未作更改（{status}）：“{text}”",
	},
	CategoryOwner:  {ja: "オーナー", en: "owner", zh: "主人"},
	CategoryTalk:   {ja: "会話", en: "talk", zh: "对话"},
	CategoryKnow:   {ja: "知識", en: "knowledge", zh: "知识"},
	CategorySeen:   {ja: "気づき", en: "observation", zh: "观察"},
	CategorySelf:   {ja: "振り返り", en: "reflection", zh: "反思"},
	StatusActive:   {ja: "使われている", en: "active", zh: "使用中"},
	StatusOld:      {ja: "古くなった", en: "superseded", zh: "已被取代"},
	StatusArchived: {ja: "忘れた", en: "archived", zh: "已忘记"},
	SourceTool:     {ja: "会話の中で自分で覚えた", en: "saved by the companion in a conversation", zh: "在对话中自己记下"},
	SourceRule:     {ja: "発言から自動で書きとめた", en: "noted from what was said", zh: "从发言中自动记下"},
	SourceFile:     {ja: "ファイル", en: "a file", zh: "文件"},
	SourceOther:    {ja: "{source}", en: "{source}", zh: "{source}"},
}
