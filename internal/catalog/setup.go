package catalog

// Texts of kokoron init.
const (
	InitIntro       Key = "init.intro"           // {home}
	InitModel       Key = "init.model"           // asks for the model's address
	InitModelFound  Key = "init.model_found"     // {url} {model}: Enter takes it
	InitTelegram    Key = "init.telegram"        // asks for the bot's token
	InitName        Key = "init.name"            // {owner}: asks how to call the owner
	InitBadURL      Key = "init.bad_url"         // {value}
	InitNoAnswer    Key = "init.model_no_answer" // {url}: kept all the same
	InitBadToken    Key = "init.bad_token"
	InitBadName     Key = "init.bad_name" // {max}
	InitWritten     Key = "init.written"  // {config} {persona}
	InitExists      Key = "init.exists"   // {config}
	InitDone        Key = "init.done"
	InitNotTerminal Key = "init.not_terminal"
)

var setupTexts = map[Key]message{
	InitIntro: {
		ja: "kokoron の最初の設定です。質問は3つまでで、どれも Enter で飛ばせます。設定は {home} に置きます。",
		en: "First settings for kokoron. There are at most three questions, and Enter skips any of them. They are kept in {home}.",
		zh: "kokoron 的初次设置。最多三个问题，按 Enter 可以跳过。设置保存在 {home}。",
	},
	InitModel: {
		ja: "モデルのURLは？（例 http://127.0.0.1:11434/v1。飛ばすと、毎回の起動時に探します）",
		en: "What is the model's URL? (for example http://127.0.0.1:11434/v1; if skipped, one is looked for at every start)",
		zh: "模型的网址是？（例如 http://127.0.0.1:11434/v1；跳过则每次启动时自动查找）",
	},
	InitModelFound: {
		ja: "{url} でモデル {model} が見つかりました。これを使うなら Enter、別のものなら URL を入れてください。",
		en: "The model {model} was found at {url}. Press Enter to use it, or type another URL.",
		zh: "在 {url} 找到模型 {model}。按 Enter 使用它，或输入其他网址。",
	},
	InitTelegram: {
		ja: "Telegramボットのトークンは？（@BotFather がくれるもの。画面には出ません。飛ばすと端末とブラウザーで話します）",
		en: "What is your Telegram bot's token? (from @BotFather; it is not shown. If skipped, you talk in the terminal and the browser)",
		zh: "Telegram 机器人的令牌是？（由 @BotFather 提供，不会显示；跳过则在终端和浏览器中对话）",
	},
	InitName: {
		ja: "あなたのことを何と呼びましょうか。（飛ばすと「{owner}」）",
		en: "What shall I call you? (if skipped: {owner})",
		zh: "该怎么称呼你？（跳过则称“{owner}”）",
	},
	InitBadURL: {
		ja: "「{value}」はURLとして読めません。http:// か https:// で始めて、もう一度入れてください。",
		en: "{value} is not a URL. Begin with http:// or https:// and try again.",
		zh: "“{value}”不是网址。请以 http:// 或 https:// 开头重新输入。",
	},
	InitNoAnswer: {
		ja: "{url} からはまだ返事がありません。設定はそのまま残します。サーバーを起動したら kokoron doctor で確かめられます。",
		en: "{url} does not answer yet. The setting is kept; start the server and check with kokoron doctor.",
		zh: "{url} 还没有响应。设置会保留；启动服务器后可用 kokoron doctor 检查。",
	},
	InitBadToken: {
		ja: "トークンの形が違います。123456789:AA… のような、数字・コロン・文字の並びを入れてください。",
		en: "That is not the form of a token. It looks like 123456789:AA…, digits, a colon and letters.",
		zh: "令牌格式不对。应类似 123456789:AA…，即数字、冒号和字母。",
	},
	InitBadName: {
		ja: "呼び名は{max}文字までの一行で、波かっこや山かっこを使わずに入れてください。",
		en: "Please give a name of one line, at most {max} characters, without curly or angle brackets.",
		zh: "请输入一行以内、不超过{max}个字符、不含花括号和尖括号的称呼。",
	},
	InitWritten: {
		ja: "設定を {config} に書きました。性格は {persona} を書き換えるとすぐに変わります。",
		en: "The settings are in {config}. Edit {persona} to change the character; it takes effect at once.",
		zh: "设置已写入 {config}。修改 {persona} 可以立即改变性格。",
	},
	InitExists: {
		ja: "設定 {config} はもうあるので、何も変えませんでした。変えるときはこのファイルを直接書き換えてください。",
		en: "The settings {config} exist already and were not touched. Edit that file to change them.",
		zh: "设置 {config} 已存在，未作任何更改。需要修改时请直接编辑该文件。",
	},
	InitDone: {
		ja: "準備ができました。kokoron chat を実行すると話せます。ブラウザーでも話すときは、kokoron を起動したままにしてください。すでに動いているときは、起動し直すと新しい設定になります。",
		en: "All set. Talk with kokoron chat. To talk in the browser too, keep kokoron running; one that runs already follows the new settings after a restart.",
		zh: "准备好了。运行 kokoron chat 即可对话。想在浏览器中对话，请让 kokoron 保持运行；如果它已在运行，重新启动后新设置生效。",
	},
	InitNotTerminal: {
		ja: "入力が途中で終わったので、残りの質問は飛ばしました。",
		en: "The input ended early, so the remaining questions were skipped.",
		zh: "输入提前结束，已跳过剩余的问题。",
	},
}
