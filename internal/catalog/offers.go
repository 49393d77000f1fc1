package catalog

// Texts of what can be done about a message that nobody asked for: the buttons,
// and what is so once one was pressed.
const (
	OfferLabelLater  Key = "offer.label.later"
	OfferLabelLess   Key = "offer.label.less"
	OfferLabelNever  Key = "offer.label.never"
	OfferLabelSnooze Key = "offer.label.snooze" // {minutes}
	OfferLabelDone   Key = "offer.label.done"

	OfferSaidLater  Key = "offer.said.later" // {hours}
	OfferSaidVoid   Key = "offer.said.void"  // "later" where nothing of that is to be said any more
	OfferSaidLess   Key = "offer.said.less"
	OfferSaidNever  Key = "offer.said.never"
	OfferSaidSnooze Key = "offer.said.snooze" // {minutes}
	OfferSnoozeHow  Key = "offer.snooze_how"  // {value}: no length, or not one to snooze by
	OfferSaidDone   Key = "offer.said.done"

	OfferChosen      Key = "offer.chosen"       // {label}: on the button that is left
	OfferGone        Key = "offer.gone"         // of a button that is too old, or somebody else's
	OfferNone        Key = "offer.none"         // of a command with nothing to act on
	OfferHow         Key = "offer.how"          // the commands, where there are no buttons
	OfferHowReminder Key = "offer.how_reminder" // the same under a reminder
)

var offerTexts = map[Key]message{
	OfferLabelLater:  {ja: "あとで", en: "Later", zh: "以后再说"},
	OfferLabelLess:   {ja: "こういう話は控えめに", en: "Less like this", zh: "少说这类"},
	OfferLabelNever:  {ja: "この話はもうしない", en: "Never about this", zh: "别再提这个"},
	OfferLabelSnooze: {ja: "{minutes}分後にもう一度", en: "Again in {minutes} min", zh: "{minutes}分钟后再提醒"},
	OfferLabelDone:   {ja: "済んだ", en: "Done", zh: "已完成"},
	OfferSaidLater: {
		ja: "{hours}時間あと以降の、よいころにもう一度言います。",
		en: "I will say it again at a good moment, in {hours} hours at the earliest.",
		zh: "至少{hours}小时后，找个合适的时候再说一次。",
	},
	OfferSaidVoid: {
		ja: "話しかけないことになっているので、もう一度は言いません。",
		en: "I am not to speak up about this, so it does not come again.",
		zh: "按照目前的设定不会主动提起，所以不会再说一次。",
	},
	OfferSaidLess: {
		ja: "こういう話しかけを減らします。",
		en: "I will speak up less like this.",
		zh: "会减少这类主动的话。",
	},
	OfferSaidNever: {
		ja: "これについては、もう話しかけません。",
		en: "I will not speak up about this again.",
		zh: "不会再主动提起这件事。",
	},
	OfferSnoozeHow: {
		ja: "「{value}」は長さとして読めません。/snooze 10分 や /snooze 2時間 のように、1分から30日までで書いてください。",
		en: "{value} is no length of time. Try /snooze 10m or /snooze 2h, from a minute to 30 days.",
		zh: "“{value}”不是时长。请写成 /snooze 10分钟 或 /snooze 2小时，从1分钟到30天。",
	},
	OfferSaidSnooze: {
		ja: "{minutes}分後にもう一度お知らせします。",
		en: "I will remind you again in {minutes} minutes.",
		zh: "{minutes}分钟后再提醒一次。",
	},
	OfferSaidDone: {
		ja: "済みにしました。",
		en: "Noted as done.",
		zh: "已记为完成。",
	},
	OfferChosen: {ja: "✓ {label}", en: "✓ {label}", zh: "✓ {label}"},
	OfferGone: {
		ja: "このボタンはもう使えません（古くなったか、ほかの人あてのものです）。",
		en: "This button does not work any more, or is meant for somebody else.",
		zh: "这个按钮已失效，或者是给别人的。",
	},
	OfferNone: {
		ja: "いま、そうできる話しかけはありません。",
		en: "There is nothing I said on my own that this could be about.",
		zh: "现在没有可以这样处理的话。",
	},
	OfferHow: {
		ja: "（/later あとでもう一度　/less こういう話は控えめに　/never この話はもうしない）",
		en: "(/later say it again later, /less less like this, /never never about this)",
		zh: "（/later 以后再说　/less 少说这类　/never 别再提这个）",
	},
	OfferHowReminder: {
		ja: "（/snooze 少しあとでもう一度　/done 済んだ）",
		en: "(/snooze remind me again in a while, /done it is done)",
		zh: "（/snooze 稍后再提醒　/done 已完成）",
	},
}
