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
)

var feedTexts = map[Key]message{
	FeedAddress:  {ja: "http:// か https:// で始まるアドレスにしてください", en: "the address must begin with http:// or https://", zh: "地址必须以 http:// 或 https:// 开头"},
	FeedRedirect: {ja: "サーバーがほかのアドレスへ何度も移すか、http でないアドレスへ移します", en: "the server leads to too many other addresses, or to one that is not http", zh: "服务器多次转向其他地址，或转向非 http 的地址"},
	FeedTooLarge: {ja: "カレンダーが 10 MB を超えています", en: "the calendar is larger than 10 MB", zh: "日历超过 10 MB"},
	FeedAway:     {ja: "サーバーが応答しません", en: "the server does not answer", zh: "服务器没有响应"},
	FeedStatus:   {ja: "サーバーの応答は {status} です", en: "the server answers {status}", zh: "服务器返回 {status}"},
	FeedNone:     {ja: "iCalendar ファイルではありません", en: "this is no iCalendar file", zh: "不是 iCalendar 文件"},
	FeedMany:     {ja: "購読できるのは{max}件までです", en: "at most {max} calendars", zh: "最多订阅{max}个日历"},
}
