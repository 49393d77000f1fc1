package catalog

// Fixed texts on Telegram.
const (
	TelegramStranger  Key = "telegram.stranger"   // to somebody who is not admitted, once
	TelegramClaimed   Key = "telegram.claimed"    // the code was right
	TelegramWrongCode Key = "telegram.wrong_code" // it was not
	TelegramTextOnly  Key = "telegram.text_only"  // a picture, a voice note
)

var telegramTexts = map[Key]message{
	TelegramStranger: {
		ja: "ごめんなさい、わたしは決まった人とだけお話ししています。オーナーの方は、kokoron を動かしている端末に出た合言葉を送ってください。",
		en: "I'm sorry, I only talk with people I know. If you are my owner, send the code shown in the terminal where kokoron runs.",
		zh: "对不起，我只和认识的人聊天。如果你是我的主人，请把运行 kokoron 的终端里显示的口令发给我。",
	},
	TelegramClaimed: {
		ja: "つながりました。ここで話せます。",
		en: "You are in. We can talk here now.",
		zh: "已连接。现在可以在这里聊了。",
	},
	TelegramWrongCode: {
		ja: "その合言葉は使えません。kokoron link で新しい合言葉を出せます。",
		en: "That code does not work. kokoron link makes a new one.",
		zh: "这个口令不能用。运行 kokoron link 可以生成新的口令。",
	},
	TelegramTextOnly: {
		ja: "ごめんなさい、ここではまだ文字しか読めません。言葉で教えてもらえますか。",
		en: "I'm sorry, I can only read text here so far. Could you tell me in words?",
		zh: "对不起，我在这里暂时只能看懂文字。可以用文字告诉我吗？",
	},
}
