package catalog

// Why a calendar of another server, or of a file, is not read.
const (
	FeedAddress  Key = "feed.address"
	FeedRedirect Key = "feed.redirect"
	FeedTooLarge Key = "feed.too_large"
	FeedAway     Key = "feed.away"
	FeedStatus   Key = "feed.status" // {status}
	FeedNone     Key = "feed.none"
	FeedMany     Key = "feed.many" // {max}

	SkippedNotEvent  Key = "skipped.not_event"
	SkippedBroken    Key = "skipped.broken" // {detail}
	SkippedCancelled Key = "skipped.cancelled"
	SkippedTooMany   Key = "skipped.too_many" // {detail}
	SkippedDouble    Key = "skipped.double"
	SkippedFuture    Key = "skipped.future"
	SkippedAbsolute  Key = "skipped.absolute"

	BrokenNoEnd  Key = "broken.no_end"
	BrokenDeep   Key = "broken.deep"
	BrokenInside Key = "broken.inside"
	BrokenEnd    Key = "broken.end"  // {end} {within}
	BrokenLong   Key = "broken.long" // {name}
	BrokenLines  Key = "broken.lines"
)

var feedTexts = map[Key]message{
	FeedAddress:  {ja: "http:// か https:// で始まるアドレスにしてください", en: "the address must begin with http:// or https://", zh: "地址必须以 http:// 或 https:// 开头"},
	FeedRedirect: {ja: "サーバーがほかのアドレスへ何度も移すか、http でないアドレスへ移します", en: "the server leads to too many other addresses, or to one that is not http", zh: "服务器多次转向其他地址，或转向非 http 的地址"},
	FeedTooLarge: {ja: "カレンダーが 10 MB を超えています", en: "the calendar is larger than 10 MB", zh: "日历超过 10 MB"},
	FeedAway:     {ja: "サーバーが応答しません", en: "the server does not answer", zh: "服务器没有响应"},
	FeedStatus:   {ja: "サーバーの応答は {status} です", en: "the server answers {status}", zh: "服务器返回 {status}"},
	FeedNone:     {ja: "iCalendar ファイルではありません", en: "this is no iCalendar file", zh: "不是 iCalendar 文件"},
	FeedMany:     {ja: "購読できるのは{max}件までです", en: "at most {max} calendars", zh: "最多订阅{max}个日历"},

	SkippedNotEvent:  {ja: "予定ではありません", en: "is no event", zh: "不是日程"},
	SkippedBroken:    {ja: "形が壊れています（{detail}）", en: "is broken ({detail})", zh: "格式损坏（{detail}）"},
	SkippedCancelled: {ja: "取り消された予定です", en: "is cancelled", zh: "已取消"},
	SkippedTooMany:   {ja: "多すぎます。{detail}件まで読みます", en: "is one too many: {detail} are read", zh: "太多，最多读取{detail}项"},
	SkippedDouble:    {ja: "同じ予定の新しい版を読みました", en: "a newer version of it was read", zh: "已读取更新的版本"},
	SkippedFuture:    {ja: "ある回とその後すべての変更は読めません", en: "changes one occurrence and all after it, which is not read", zh: "不支持更改某次及其后所有日程"},
	SkippedAbsolute:  {ja: "始まりから測らない通知は読めません", en: "an alarm that does not count from the start is not read", zh: "不支持不以开始时间计算的提醒"},

	BrokenNoEnd:  {ja: "END がありません", en: "no END", zh: "没有 END"},
	BrokenDeep:   {ja: "入れ子が深すぎます", en: "nested too deep", zh: "嵌套过深"},
	BrokenInside: {ja: "中に別のカレンダーがあります", en: "a calendar inside", zh: "里面还有日历"},
	BrokenEnd:    {ja: "{within} の中に END:{end} があります", en: "END:{end} inside {within}", zh: "{within} 里出现 END:{end}"},
	BrokenLong:   {ja: "{name} が長すぎます", en: "{name} is too long", zh: "{name} 太长"},
	BrokenLines:  {ja: "行が多すぎます", en: "too many lines", zh: "行数太多"},
}
