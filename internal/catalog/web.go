package catalog

// Why the web server refuses a request.
const (
	WebBadRequest  Key = "web.bad_request" // {field}
	WebSignedOut   Key = "web.signed_out"
	WebBadCode     Key = "web.bad_code"
	WebBadOrigin   Key = "web.bad_origin"
	WebNotKept     Key = "web.not_kept"
	WebNoReply     Key = "web.no_reply"
	WebBadHost     Key = "web.bad_host"
	WebTooFast     Key = "web.too_fast"
	WebUnavailable Key = "web.unavailable"
)

var webTexts = map[Key]message{
	WebBadRequest: {
		ja: "リクエストの {field} が正しくありません。",
		en: "The request's {field} is not valid.",
		zh: "请求中的 {field} 不正确。",
	},
	WebSignedOut: {
		ja: "サインインしていません。kokoron link を実行し、表示されたリンクを開いてください。",
		en: "You are not signed in. Run kokoron link and open the link it prints.",
		zh: "尚未登录。请运行 kokoron link，然后打开它显示的链接。",
	},
	WebBadCode: {
		ja: "このリンクは使えません（使用済みか、期限切れです）。kokoron link で新しいリンクを出してください。",
		en: "This link does not work: it was used before or is too old. Run kokoron link for a new one.",
		zh: "此链接无法使用（已被使用或已过期）。请运行 kokoron link 获取新链接。",
	},
	WebBadOrigin: {
		ja: "別のサイトからの要求なので断りました。",
		en: "The request came from another site and was refused.",
		zh: "请求来自其他网站，已拒绝。",
	},
	WebNotKept: {
		ja: "この返事のときに何を思い出したかの記録はありません（90日分だけ残しています）。",
		en: "There is no record of what came to mind for this reply (it is kept for 90 days).",
		zh: "没有这次回答时想起了什么的记录（只保留90天）。",
	},
	WebNoReply: {
		ja: "あなたへの返事の中に、それは見つかりません。",
		en: "There is no such reply to you.",
		zh: "在给你的回答中找不到这一条。",
	},
	WebBadHost: {
		ja: "このアドレスはこの kokoron のものではありません。http://127.0.0.1 から始まるアドレスで開くか、設定に外部のアドレスを加えてください。",
		en: "This address does not belong to this kokoron. Open it under http://127.0.0.1, or add the outside address to the settings.",
		zh: "这个地址不属于此 kokoron。请使用以 http://127.0.0.1 开头的地址，或在设置中添加外部地址。",
	},
	WebTooFast: {
		ja: "少し速すぎます。しばらく待ってから、もう一度送ってください。",
		en: "That was too fast. Wait a moment and send it again.",
		zh: "太快了。请稍等片刻再发送。",
	},
	WebUnavailable: {
		ja: "いまデータを読み書きできません。kokoron doctor で理由を確かめられます。",
		en: "The data cannot be read or written now. kokoron doctor can tell you why.",
		zh: "现在无法读写数据。运行 kokoron doctor 可以查看原因。",
	},
}
