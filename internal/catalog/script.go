package catalog

// What is wrong with a script of a simulation.
const (
	ScriptAt     Key = "script.at"     // {line} {field} {fix}
	ScriptIn     Key = "script.in"     // {path} {mistake}
	ScriptFields Key = "script.fields" // what the parts of a line are called, CODE=WORD with a bar between

	ScriptUTF8      Key = "script.utf8"
	ScriptLong      Key = "script.long"  // {max}
	ScriptBegin     Key = "script.begin" // {known}
	ScriptLate      Key = "script.late"
	ScriptValue     Key = "script.value"
	ScriptZone      Key = "script.zone"
	ScriptDate      Key = "script.date"
	ScriptSeed      Key = "script.seed"
	ScriptLang      Key = "script.lang"
	ScriptTime      Key = "script.time"
	ScriptThought   Key = "script.thought"
	ScriptSaid      Key = "script.said"
	ScriptSpeaker   Key = "script.speaker" // {known}
	ScriptOrder     Key = "script.order"
	ScriptMany      Key = "script.many" // {max}
	ScriptReply     Key = "script.reply"
	ScriptQuestion  Key = "script.question"
	ScriptStart     Key = "script.start"
	ScriptBefore    Key = "script.before"
	ScriptEvidence  Key = "script.evidence" // {time}
	ScriptEvents    Key = "script.events"   // {forms}
	ScriptDown      Key = "script.down"
	ScriptClock     Key = "script.clock"
	ScriptLength    Key = "script.length"
	ScriptDownModel Key = "script.down_model"
)

var scriptTexts = map[Key]message{
	ScriptAt: {ja: "{line}行目の{field}：{fix}", en: "line {line}: {field}: {fix}", zh: "第{line}行的{field}：{fix}"},
	ScriptIn: {ja: "{path}：{mistake}", en: "{path}: {mistake}", zh: "{path}：{mistake}"},
	ScriptFields: {
		ja: "line=行|text=本文|time=時刻|event=出来事|speaker=話し手|reply=返事|question=質問|evidence=根拠",
		en: "line=line|text=text|time=time|event=event|speaker=speaker|reply=reply|question=question|evidence=evidence",
		zh: "line=行|text=正文|time=时间|event=事件|speaker=说话人|reply=回复|question=问题|evidence=依据",
	},
	ScriptUTF8:      {ja: "ファイルは UTF-8 にしてください", en: "the file must be UTF-8", zh: "文件必须是 UTF-8"},
	ScriptLong:      {ja: "1行は{max}バイトまでです", en: "a line may have at most {max} bytes", zh: "一行最多{max}字节"},
	ScriptBegin:     {ja: "日付、<、?、#、または {known} のどれかで始めてください", en: "begin it with a date, <, ?, # or one of {known}", zh: "请以日期、<、?、# 或 {known} 之一开头"},
	ScriptLate:      {ja: "日付のある最初の行より前に書いてください", en: "must stand before the first dated line", zh: "必须写在第一个带日期的行之前"},
	ScriptValue:     {ja: "値を書いてください", en: "give a value", zh: "请给出值"},
	ScriptZone:      {ja: "Asia/Tokyo のような IANA のタイムゾーンを書いてください", en: "give an IANA zone such as Asia/Tokyo", zh: "请给出 Asia/Tokyo 这样的 IANA 时区"},
	ScriptDate:      {ja: "2026-01-05 のような日付を書いてください", en: "give a date such as 2026-01-05", zh: "请给出 2026-01-05 这样的日期"},
	ScriptSeed:      {ja: "0以上の整数を書いてください", en: "give a whole number, 0 or more", zh: "请给出0或更大的整数"},
	ScriptLang:      {ja: "ja、en、zh のどれかにしてください", en: "must be ja, en or zh", zh: "必须是 ja、en、zh 之一"},
	ScriptTime:      {ja: "2026-01-05 08:10 のように日付と時刻を書いてください", en: "give date and time such as 2026-01-05 08:10", zh: "请给出 2026-01-05 08:10 这样的日期和时间"},
	ScriptThought:   {ja: "~ の後に考えることを書き、話すところは [MESSAGE]…[/MESSAGE] で囲んでください", en: "after ~ comes what is thought, with [MESSAGE]…[/MESSAGE] around what is said", zh: "~ 之后写所想的内容，说出的部分用 [MESSAGE]…[/MESSAGE] 括起来"},
	ScriptSaid:      {ja: "時刻の後に、> と話すこと、~ と考えること、! と出来事のどれかを書いてください", en: "after the time comes > and what is said, ~ and what is thought, or ! and an event", zh: "时间之后写 > 和所说的话、~ 和所想的内容，或 ! 和事件"},
	ScriptSpeaker:   {ja: "> の前に書けるのは、チャンネル一つ（{known}）と @人 一つです", en: "before > may stand one channel ({known}) and one @person", zh: "> 之前可写一个频道（{known}）和一个 @人"},
	ScriptOrder:     {ja: "行は時刻の順に並べてください。前の行のほうが後の時刻です", en: "lines must be in the order of their times; the line before is later", zh: "各行须按时间顺序；前一行的时间更晚"},
	ScriptMany:      {ja: "日付のある行は{max}行までです", en: "a script may have at most {max} dated lines", zh: "带日期的行最多{max}行"},
	ScriptReply:     {ja: "< は、話すことか考えることのすぐ下に書いてください", en: "< must stand below words that are said or thought", zh: "< 必须写在所说或所想的内容之下"},
	ScriptQuestion:  {ja: "? 質問 | 思い出すはずの言葉 | それを語る行の時刻、の形で書いてください", en: "write ? question | words that must be recalled | times of the lines that tell it", zh: "请写成 ? 问题 | 应想起的词 | 说到它的行的时间"},
	ScriptStart:     {ja: "start 2026-01-05 のように最初の日を書くか、日付のある行を書いてください", en: "give the first day, such as start 2026-01-05, or a dated line", zh: "请写 start 2026-01-05 这样的首日，或带日期的行"},
	ScriptBefore:    {ja: "start より前です", en: "is before the start", zh: "早于 start"},
	ScriptEvidence:  {ja: "「{time}」に何かを話す行はありません", en: "\"{time}\" is the time of no line that says something", zh: "“{time}”没有说话的行"},
	ScriptEvents:    {ja: "次のどれかを書いてください：{forms}", en: "give one of {forms}", zh: "请写以下之一：{forms}"},
	ScriptDown:      {ja: "止められるのは model、embed、chroma、telegram のどれかです", en: "what is down must be model, embed, chroma or telegram", zh: "停用的对象必须是 model、embed、chroma、telegram 之一"},
	ScriptClock:     {ja: "clock +3h か clock -3h のように書いてください", en: "write clock +3h or clock -3h", zh: "请写成 clock +3h 或 clock -3h"},
	ScriptLength:    {ja: "30m、72h、3d のように、1s から 366d までの長さを書いてください", en: "give a duration from 1s to 366d, such as 30m, 72h or 3d", zh: "请给出 1s 到 366d 的时长，如 30m、72h、3d"},
	ScriptDownModel: {ja: "down model には台本のモデルが要ります。この行か --model live を外してください", en: "down model needs the scripted model; leave the line out, or leave --model live out", zh: "down model 需要脚本模型；请去掉这一行或 --model live"},
}
