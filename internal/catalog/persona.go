package catalog

// What is wrong with a persona file.
const (
	PersonaMistake Key = "persona.mistake"       // {problem} {fix}
	PersonaAt      Key = "persona.mistake_at"    // {line} {problem} {fix}
	PersonaOf      Key = "persona.mistake_of"    // {field} {problem} {fix}
	PersonaAtOf    Key = "persona.mistake_at_of" // {line} {field} {problem} {fix}

	PersonaHuge       Key = "persona.huge" // {size} {max}
	PersonaHugeFix    Key = "persona.huge.fix"
	PersonaUTF8       Key = "persona.utf8"
	PersonaUTF8Fix    Key = "persona.utf8.fix"
	PersonaControl    Key = "persona.control" // {code}
	PersonaControlFix Key = "persona.control.fix"
	PersonaStart      Key = "persona.start"
	PersonaStartFix   Key = "persona.start.fix"
	PersonaColon      Key = "persona.colon" // {line}
	PersonaColonFix   Key = "persona.colon.fix"
	PersonaKey        Key = "persona.key"
	PersonaKeyFix     Key = "persona.key.fix" // {known}
	PersonaValue      Key = "persona.value"
	PersonaValueFix   Key = "persona.value.fix"
	PersonaSlot       Key = "persona.slot"
	PersonaSlotFix    Key = "persona.slot.fix"
	PersonaText       Key = "persona.text"
	PersonaTextFix    Key = "persona.text.fix"
	PersonaHeading    Key = "persona.heading"
	PersonaHeadingFix Key = "persona.heading.fix" // {sections} {channels}
	PersonaEmpty      Key = "persona.empty"
	PersonaEmptyFix   Key = "persona.empty.fix"
	PersonaLang       Key = "persona.lang" // {lang}
	PersonaLangFix    Key = "persona.lang.fix"
	PersonaUnknown    Key = "persona.unknown_slot"     // {slot}
	PersonaUnknownFix Key = "persona.unknown_slot.fix" // {slots}
	PersonaTwice      Key = "persona.twice"
	PersonaTwiceFix   Key = "persona.twice.fix"
	PersonaHead       Key = "persona.head"
	PersonaHeadFix    Key = "persona.head.fix"
	PersonaComment    Key = "persona.comment"
	PersonaCommentFix Key = "persona.comment.fix"
	PersonaMissing    Key = "persona.missing"
	PersonaNameFix    Key = "persona.name.fix"
	PersonaCharFix    Key = "persona.character.fix"
)

var personaTexts = map[Key]message{
	PersonaMistake: {ja: "{problem}。{fix}", en: "persona: {problem}; {fix}", zh: "{problem}。{fix}"},
	PersonaAt:      {ja: "{line}行目：{problem}。{fix}", en: "persona line {line}: {problem}; {fix}", zh: "第{line}行：{problem}。{fix}"},
	PersonaOf:      {ja: "{field}：{problem}。{fix}", en: "persona ({field}): {problem}; {fix}", zh: "{field}：{problem}。{fix}"},
	PersonaAtOf:    {ja: "{line}行目の「{field}」：{problem}。{fix}", en: "persona line {line} ({field}): {problem}; {fix}", zh: "第{line}行的“{field}”：{problem}。{fix}"},

	PersonaHuge:       {ja: "ファイルが{size}バイトあり、{max}バイトを超えています", en: "the file has {size} bytes, more than {max}", zh: "文件有{size}字节，超过{max}字节"},
	PersonaHugeFix:    {ja: "返事のたびに全部を読むので、短くしてください", en: "shorten it: all of it is read before every reply", zh: "每次回复都会读取全文，请缩短"},
	PersonaUTF8:       {ja: "UTF-8 の文字ではありません", en: "not UTF-8 text", zh: "不是 UTF-8 文本"},
	PersonaUTF8Fix:    {ja: "UTF-8 で保存してください", en: "save the file as UTF-8", zh: "请保存为 UTF-8"},
	PersonaControl:    {ja: "制御文字 {code} が入っています", en: "control character {code}", zh: "含有控制字符 {code}"},
	PersonaControlFix: {ja: "取り除いてください", en: "delete it", zh: "请删除"},
	PersonaStart:      {ja: "ファイルが --- で始まっていません", en: "the file does not begin with ---", zh: "文件没有以 --- 开头"},
	PersonaStartFix:   {ja: "--- の行、name: … の行、もう一つの --- の行、の順で始めてください", en: "begin with a line ---, then name: …, then another line ---", zh: "请依次写一行 ---、name: …、再一行 ---"},
	PersonaColon:      {ja: "「{line}」にコロンがありません", en: "no colon in \"{line}\"", zh: "“{line}”中没有冒号"},
	PersonaColonFix:   {ja: "key: value の形で書くか、--- で頭の部分を終えてください", en: "write key: value, or end the head with ---", zh: "请写成 key: value，或用 --- 结束头部"},
	PersonaKey:        {ja: "知らないキーです", en: "unknown key", zh: "未知的键"},
	PersonaKeyFix:     {ja: "{known} のどれかにしてください", en: "use one of {known}", zh: "请用 {known} 之一"},
	PersonaValue:      {ja: "値は1〜40字です", en: "the value must have 1 to 40 characters", zh: "值须为1～40个字符"},
	PersonaValueFix:   {ja: "コロンの後、同じ行に書いてください", en: "write it on the same line, after the colon", zh: "请写在同一行的冒号之后"},
	PersonaSlot:       {ja: "名前に差し込みは使えません", en: "a name cannot hold a slot", zh: "名字里不能用占位符"},
	PersonaSlotFix:    {ja: "波括弧を使わずに書いてください", en: "write it without braces", zh: "请去掉花括号"},
	PersonaText:       {ja: "最初の見出しより前に文があります", en: "text before the first heading", zh: "第一个标题之前有文字"},
	PersonaTextFix:    {ja: "上に ## character ja のような見出しを置くか、<!-- … --> で囲んでコメントにしてください", en: "put a heading above it, such as ## character ja, or make it a comment: <!-- … -->", zh: "请在上面加 ## character ja 这样的标题，或用 <!-- … --> 改为注释"},
	PersonaHeading:    {ja: "知らない見出しです", en: "unknown heading", zh: "未知的标题"},
	PersonaHeadingFix: {ja: "## の後に {sections} のどれか、または channel と {channels} のどれかを書き、必要なら言語を続けてください", en: "use ## with one of {sections}, or channel and one of {channels}, then a language if you like", zh: "请在 ## 后写 {sections} 之一，或 channel 加 {channels} 之一，需要时再写语言"},
	PersonaEmpty:      {ja: "この見出しの下に何もありません", en: "nothing stands under this heading", zh: "此标题下没有内容"},
	PersonaEmptyFix:   {ja: "文を書くか、見出しを消してください", en: "write a text or delete the heading", zh: "请写内容或删除标题"},
	PersonaLang:       {ja: "知らない言語「{lang}」です", en: "unknown language \"{lang}\"", zh: "未知的语言“{lang}”"},
	PersonaLangFix:    {ja: "ja、en、zh のどれかにするか、言語を省いてください", en: "use ja, en or zh, or none", zh: "请用 ja、en、zh 之一，或省略"},
	PersonaUnknown:    {ja: "知らない差し込み「{slot}」です", en: "unknown slot \"{slot}\"", zh: "未知的占位符“{slot}”"},
	PersonaUnknownFix: {ja: "使えるのは {slots} です", en: "use one of {slots}", zh: "可用的有 {slots}"},
	PersonaTwice:      {ja: "二度書かれています", en: "given twice", zh: "写了两次"},
	PersonaTwiceFix:   {ja: "どちらか一つにしてください", en: "keep one of the two", zh: "请只留一个"},
	PersonaHead:       {ja: "頭の部分が終わっていません", en: "the head is not closed", zh: "头部没有结束"},
	PersonaHeadFix:    {ja: "--- の行で終えてください", en: "end it with a line ---", zh: "请用一行 --- 结束"},
	PersonaComment:    {ja: "コメントが終わっていません", en: "the comment is not closed", zh: "注释没有结束"},
	PersonaCommentFix: {ja: "--> で終えてください", en: "end it with -->", zh: "请用 --> 结束"},
	PersonaMissing:    {ja: "書かれていません", en: "missing", zh: "缺少"},
	PersonaNameFix:    {ja: "頭の部分に name: … と書いてください", en: "write name: … in the head", zh: "请在头部写 name: …"},
	PersonaCharFix:    {ja: "## character の見出しと、その下に文を書いてください", en: "write ## character and a text under it", zh: "请写 ## character 及其下的内容"},
}
