package rehearsal

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// phrases are what the rehearsal model says in one language. They are its
// output, as a language model's words would be, and no texts of the product.
type phrases struct {
	label, thought, between                                  string
	greet, thanks, bye, help, other                          string
	saved, notSaved, saveWhat, corrected, unclear, which     string
	nothingToCorrect, found, foundDated, foundMany, notFound string
	time, weekdays, noTime, noMemory, notSearched            string
	forgot, notForgotten, forgetWhat, forgetOne              string
	forgetWhich, nothingToForget                             string
	nothingToSay, wonders, askAbout, noReminder              string
}

func phrasesOf(l text.Lang) phrases {
	switch l {
	case text.En:
		return english
	case text.Zh:
		return chinese
	default:
		return japanese
	}
}

// Unlabel is a reply of the rehearsal without the label it begins with. Every
// other text stays as it is.
func Unlabel(reply string) string {
	for _, p := range []phrases{japanese, english, chinese} {
		if rest, ok := strings.CutPrefix(reply, p.label); ok {
			return rest
		}
	}
	return reply
}

var japanese = phrases{
	label:   "【リハーサル】",
	thought: "本物のモデルではない。規則だけで答える。",

	nothingToSay: "いまは伝えることがない。",
	wonders:      "前に聞いた話が気になる。",
	askAbout:     "このあいだの「%s」、その後どうなりましたか。",

	between: "」「",
	greet:   "こんにちは。いまは本物のモデルの代わりに、簡単な規則だけで答えています。「私の猫の名前はミカンです」のように教えてもらえれば覚えますし、「猫の名前は？」と聞いてもらえれば思い出します。",
	thanks:  "どういたしまして。",
	bye:     "またお話ししましょう。",
	help: "いま答えているのは内蔵の練習用の規則で、言語モデルではありません。できるのは五つです。\n" +
		"・覚える：「私の猫の名前はミカンです」「ラーメンが好き」「覚えておいて：会議は火曜」\n" +
		"・思い出す：「猫の名前は？」「何が好きだっけ？」「何を覚えてる？」\n" +
		"・直す：「違う、ミカンじゃなくてタマだよ」\n" +
		"・忘れる：「猫の名前は忘れて」\n" +
		"・知らせる：「20分後にストレッチするようリマインドして」\n" +
		"本物のモデルで話すには、Ollama・llama.cpp・LM Studio・vLLM のどれかをこのマシンで動かすか、KOKORON_MODEL_URL にその URL を入れて、kokoron を起動し直してください。",
	other:            "ごめんなさい、いまは簡単な規則だけで答えているので、そのお話はまだわかりません。「何ができる？」と聞くと、できることと本物のモデルのつなぎ方を説明します。",
	saved:            "覚えました：「%s」。",
	notSaved:         "覚えられませんでした（%s）。",
	saveWhat:         "何を覚えればいいでしょうか。「覚えておいて：会議は火曜」のように、ひとつの文で書いてください。",
	corrected:        "直しました：「%s」。",
	unclear:          "どこが違っていたでしょうか。「猫の名前はタマです」のように、正しいほうを教えてください。",
	which:            "似た記憶がいくつかあるので、まだ何も変えていません。どれのことか、「猫の名前はタマに変わった」のように書いてください。%s",
	nothingToCorrect: "「%s」という記憶は見つからなかったので、何も変えていません。「猫の名前はタマです」のように、何のことかも書いてください。",
	found:            "「%s」と覚えています。",
	foundDated:       "「%s」と覚えています（%s）。",
	foundMany:        "覚えているのは次のことです。%s",
	notFound:         "それについては何も覚えていません。",
	time:             "いまは%s（%s）の%sです。",
	weekdays:         "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日",
	notSearched:      "記憶を調べられませんでした。",
	noTime:           "いまの時刻を調べられませんでした。",
	forgot:           "記憶から外しました：「%s」。",
	notForgotten:     "忘れられませんでした（%s）。",
	forgetWhat:       "何を忘れればいいでしょうか。「猫の名前は忘れて」のように書いてください。",
	forgetOne:        "まとめて忘れることはできません。「猫の名前は忘れて」のように、ひとつずつ書いてください。",
	forgetWhich:      "似た記憶がいくつかあるので、まだ何も忘れていません。どれのことか、もう少し詳しく書いてください。%s",
	nothingToForget:  "それについての記憶は見つからなかったので、何も変えていません。",
	noReminder:       "リマインダーを設定できませんでした。",
	noMemory:         "この会話では記憶を使えません。",
}

var english = phrases{
	label:   "[rehearsal] ",
	thought: "No real model here. Only rules answer.",

	nothingToSay: "There is nothing to say now.",
	wonders:      "Something that was said before is on my mind.",
	askAbout:     "You said \"%s\" the other day. How did it go?",

	between: `", "`,
	greet:   `Hello. Simple rules are answering in place of a real model. Try "my cat is called Mikan", and after that "what is my cat's name?".`,
	thanks:  "You are welcome.",
	bye:     "See you soon.",
	help: "What answers here is a set of built-in practice rules, not a language model. They can do five things:\n" +
		"・save: \"my cat is called Mikan\", \"I like plum jam\", \"remember that the meeting is on Tuesday\"\n" +
		"・recall: \"what is my cat's name?\", \"what do I like?\", \"what do you remember about me?\"\n" +
		"・correct: \"no, it's Tama, not Mikan\"\n" +
		"・forget: \"forget my cat's name\"\n" +
		"・remind: \"remind me in 20 minutes to stretch\"\n" +
		"To talk with a real model, run Ollama, llama.cpp, LM Studio or vLLM on this machine, or set KOKORON_MODEL_URL to its address, and start kokoron again.",
	other:            `Sorry, only simple rules answer here, and they do not understand that. Ask "what can you do?" to see what works and how to attach a real model.`,
	saved:            `Saved: "%s".`,
	notSaved:         "That could not be saved (%s).",
	saveWhat:         `What should be saved? Write it in one sentence, such as "remember that the meeting is on Tuesday".`,
	corrected:        `Corrected: "%s".`,
	unclear:          `What is the right answer? Tell me in one sentence, such as "my cat's name is Tama".`,
	which:            `Several memories look alike, so nothing was changed yet. Which one is it? Write for example "my cat's name changed to Tama".%s`,
	nothingToCorrect: `There is no memory of "%s", so nothing was changed. Say what it is about too, such as "my cat's name is Tama".`,
	found:            `I find this in memory: "%s".`,
	foundDated:       `I find this in memory: "%s" (%s).`,
	foundMany:        "I find this in memory:%s",
	notFound:         "I find nothing about that in memory.",
	time:             "It is now %s (%s), %s.",
	weekdays:         "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
	notSearched:      "Memory could not be searched.",
	noTime:           "The time could not be looked up.",
	forgot:           `Taken out of memory: "%s".`,
	notForgotten:     "That could not be forgotten (%s).",
	forgetWhat:       `What should be forgotten? Write for example "forget my cat's name".`,
	forgetOne:        `Not everything can be forgotten at once. Name one thing, such as "forget my cat's name".`,
	forgetWhich:      "Several memories look alike, so nothing was forgotten yet. Say more exactly which one.%s",
	nothingToForget:  "There is no memory of that, so nothing was changed.",
	noReminder:       "The reminder could not be set.",
	noMemory:         "Memory cannot be used in this conversation.",
}

var chinese = phrases{
	label:   "【排练】",
	thought: "这里没有真正的模型，只按规则回答。",

	nothingToSay: "现在没有要说的。",
	wonders:      "之前听到的事让我惦记。",
	askAbout:     "之前说的“%s”，后来怎么样了？",

	between: "”“",
	greet:   "你好。现在代替真正的模型回答的只是简单的规则。可以先说“我的猫叫米康”，再问“我的猫叫什么名字？”。",
	thanks:  "不客气。",
	bye:     "下次再聊。",
	help: "现在回答你的是内置的排练规则，不是语言模型。它会做五件事：\n" +
		"・记住：“我的猫叫米康”“我喜欢喝茶”“请记住：会议在星期二”\n" +
		"・回忆：“我的猫叫什么名字？”“我喜欢什么？”“你记得我什么？”\n" +
		"・更正：“不对，不是米康，是小玉”\n" +
		"・忘掉：“忘掉我的猫的名字”\n" +
		"・提醒：“20分钟后提醒我喝水”\n" +
		"想和真正的模型说话，请在这台机器上运行 Ollama、llama.cpp、LM Studio 或 vLLM，或者把它的地址写进 KOKORON_MODEL_URL，然后重新启动 kokoron。",
	other:            "抱歉，现在只有简单的规则在回答，这句话还听不懂。问“你能做什么？”就能看到会做的事，以及怎样接上真正的模型。",
	saved:            "记住了：“%s”。",
	notSaved:         "没能记下来（%s）。",
	saveWhat:         "要记住什么呢？请写成一句话，例如“请记住：会议在星期二”。",
	corrected:        "改好了：“%s”。",
	unclear:          "正确的是什么呢？请用一句话告诉我，例如“我的猫叫小玉”。",
	which:            "有几条相似的记忆，所以还没有改动。请说明是哪一条，例如“我的猫的名字改成小玉了”。%s",
	nothingToCorrect: "没有找到关于“%s”的记忆，所以什么也没改。请把是什么事也写上，例如“我的猫叫小玉”。",
	found:            "我记得：“%s”。",
	foundDated:       "我记得：“%s”（%s）。",
	foundMany:        "我记得这些：%s",
	notFound:         "关于这件事，什么也没记着。",
	time:             "现在是%s（%s）%s。",
	weekdays:         "星期日 星期一 星期二 星期三 星期四 星期五 星期六",
	notSearched:      "没能查找记忆。",
	noTime:           "没能查到现在的时间。",
	forgot:           "已经从记忆里删除：“%s”。",
	notForgotten:     "没能忘掉（%s）。",
	forgetWhat:       "要忘掉什么呢？可以写“忘掉我的猫的名字”。",
	forgetOne:        "不能一次忘掉所有的事。请一件一件地说，例如“忘掉我的猫的名字”。",
	forgetWhich:      "有几条相似的记忆，所以还什么也没有忘掉。请说得再具体一些。%s",
	nothingToForget:  "没有找到关于这件事的记忆，所以什么也没改。",
	noReminder:       "没能设置提醒。",
	noMemory:         "这次谈话不能使用记忆。",
}
