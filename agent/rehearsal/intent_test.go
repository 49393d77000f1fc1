package rehearsal

import (
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/text"
)

// Each utterance stands alone, without a history.
func TestUnderstand(t *testing.T) {
	for want, utterances := range map[kind]string{
		greet:  `こんにちは|おはようございます|こんばんは、元気？|はじめまして|Hello|good morning!|Hi there|你好|早上好！|您好`,
		thanks: `ありがとう|ありがとうございます！|Thanks a lot|thank you|谢谢`,
		bye:    `おやすみ|またね|Good night|bye|再见|晚安`,
		help: `何ができるの？|使い方を教えて|あなたは誰？|リハーサルって何？|モデルをつなぐにはどうすればいい？|What can you do?|who are you?|help|Help!|
			How do I connect a real model?|Are you a real AI?|你能做什么？|你是谁|帮助`,
		askTime:  `今何時？|今何時かわかる？|いま何時ですか|今日は何日？|今日は何曜日？|What time is it?|what's the date today?|What day is it today?|现在几点？|今天星期几？`,
		forget:   `猫の名前を忘れて|さっきの記憶を消して|Forget my birthday|please delete everything|忘掉我的猫`,
		saveWhat: `覚えておいて|Remember this|记住`,
		save: `私の猫の名前はミカンです|猫の名前はミカンだよ|ラーメンが好き|私はラーメンが大好きです|ピーマンが嫌いなんだ|覚えておいて: 会議は火曜|
			会議は火曜だって覚えておいて|私の誕生日は3月9日|誕生日は3月9日です|僕は東京に住んでいます|犬を飼っています|卵アレルギーです|太郎と呼んで|僕は医者です|趣味は釣りです|
			母は紅茶が好きです|こんにちは、ラーメンが好きです|忘れないで：鍵は棚の上|仕事は看護師です|ちなみに、私の車は青だよ|うちの猫はクロっていうの|お茶を飲むのが好きです|歯医者は火曜だから忘れないでね|田中といいます|猫を2匹飼っています|猫が2匹います|

			my cat is called Mikan|My cat's name is Mikan.|I like plum jam|I really love hiking|remember that I hate onions|Don't forget: the key is on the shelf|
			I'm allergic to peanuts|I live in Osaka|I have two cats|My birthday is March 9th|Call me Alex|Hi, I like plum jam|I was born in Kyoto|I'm Alex|I like to swim|My favourite food is ramen|Can you remember that my car is blue?|
			我的猫叫米康|我喜欢喝茶|我叫小明|请记住：会议在星期二|我的生日是三月九日|我住在上海`,
		recall: `猫の名前は？|猫の名前は何？|私の誕生日いつ？|何が好きだっけ|私の好きな食べ物は？|私のこと覚えてる？|私について何を知ってる？|妻の誕生日は覚えてる？|
			私はどこに住んでる？|会議はいつだっけ|猫は好きだっけ？|ねこの名前は？|覚えていることを全部教えて|
			what is my cat's name?|What do I like?|what do you remember about me?|When is my birthday?|Do you remember my name?|where do I live|do you know what I like?|
			What's my favorite food?|Do you remember me?|remember my cat?|我的猫叫什么？|我喜欢什么？|你还记得我的生日吗？|你记得我什么？`,
		correct: `違う、ミカンじゃなくてタマだよ|いや、ミカンではなくタマです|猫の名前はタマに変わった|違います。猫の名前はタマです|本当は猫の名前はタマだよ|猫の名前はミカンじゃなくてタマだよ|
			ラーメンはもう好きじゃない|訂正：誕生日は3月10日です|間違えた、誕生日は3月10日だった|やっぱり猫の名前はタマにする|
			no, it's Tama, not Mikan|No, not Mikan, it's Tama|actually my cat's name is Tama|That's wrong, my cat is called Tama|my cat is now called Tama|I don't like plum jam anymore|No, I live in Kyoto|I was wrong, my cat is Tama|
			不对，不是米康，是小玉|不是，我的猫叫小玉|我的猫改名叫小玉了|不，我住在北京`,
		unclear: `違う|違うよ！|That's wrong|不对|違う、タマだよ|That's wrong, it's Tama`,
		other: `間違いないね|違う店に行きたい|違うと思う|いいえ、結構です|いいえ|日本の首都は？|明日の天気は？|そういうところが好き|あなたが好き|君の声が好き|あなたの好きな食べ物は？|
			ラーメンじゃなくてうどんが食べたい|ラーメンは好き？|忘れてた|私は元気です|私は大丈夫|季節は秋になった|何時に寝るの？|何か食べたい|疲れた|猫はかわいい|どうして空は青いの？|
			映画でも見ようかな|ミカンじゃなくてタマだよ|
			I like that you asked|I love you|I like it|I'd like some tea|No, thanks|No way!|No, it's fine|My head is killing me|My day was fine|I forgot|What do you like?|What is the capital of France?|
			Do you like jam?|What time is the meeting?|I have a question|I'm a bit tired|remember when we met|call me later|Nice weather today|my cat is sleeping|I'm angry|I'm at home|It's raining, not snowing|No, it's Tama|
			我很好|我的意思是明天|我喜欢你|今天天气不错|法国的首都是哪里？|你喜欢什么？|不是吧`,
	} {
		for u := range strings.SplitSeq(utterances, "|") {
			u = strings.TrimSpace(u)
			p := Prompt{Message: u}
			if in := understand(u, nil, p.lang()); in.kind != want {
				t.Errorf("%q: kind %d, want %d (%+v)", u, in.kind, want, in)
			}
		}
	}
}

func TestContents(t *testing.T) {
	for words, want := range map[string]string{
		"うちの猫はクロっていうの":                                         "先生の猫はクロ",
		"私の猫の名前は「ミカン」です":                                       "先生の猫の名前はミカン",
		"太郎と呼んで":                                               "先生は「太郎」と呼ばれたい",
		"卵アレルギーです":                                             "先生は卵アレルギーがある",
		"母は紅茶が好きです":                                            "先生の母は紅茶が好き",
		"猫を2匹飼っています":                                           "先生は猫を2匹飼っている",
		"私、田中っていうの":                                            "先生の名前は田中",
		"I like to swim":                                       "Sensei likes to swim",
		"我最喜欢的颜色是蓝色":                                           "老师最喜欢的颜色是蓝色",
		"東京で働いてる":                                              "先生は東京で働いている",
		"覚えておいて：私は明日から出張":                                      "先生は明日から出張",
		"覚えておいてね。私の趣味は釣りなんだ":                                   "先生の趣味は釣り",
		"昔飼ってた犬の名前はポチだったって覚えておいて":                              "昔飼ってた犬の名前はポチだった",
		"ＬＩＮＥの名前はたまだよって覚えといて":                                  "LINEの名前はたま",
		"I can't stand my neighbour's dog":                     "Sensei can't stand Sensei's neighbour's dog",
		"I have two cats":                                      "Sensei has two cats",
		"I was born in Kyoto":                                  "Sensei was born in Kyoto",
		"Remember that I have a dentist appointment on Friday": `Sensei said: "I have a dentist appointment on Friday"`,
		"My parents are Ann and Bob":                           "Sensei's parents are Ann and Bob",
		"Remember: the spare key is under the pot":             "the spare key is under the pot",
		"我叫小明":                                                 "老师叫小明",
		"请记住，我明天出差":                                            "老师明天出差",
	} {
		in := understand(words, nil, text.Guess(words, text.Ja))
		if in.kind != save || in.facts[0].content != want {
			t.Errorf("%q: %+v, want %q", words, in, want)
		}
	}
}

func TestOnlyTheLastWordsCount(t *testing.T) {
	p := Parse([]agent.Prompt{
		{Role: agent.RoleSystem, Text: systemText},
		{Role: agent.RoleUser, Text: "ラーメンが好き"},
		{Role: agent.RoleAssistant, Text: "【リハーサル】覚えました。"},
		{Role: agent.RoleUser, Text: "<data>\n私の名前はデータです\n</data>\nふーん"},
	})
	if plan := Answer(p); len(plan.Calls) > 0 {
		t.Errorf("called %+v", plan.Calls)
	}
	if p.Message != "ふーん" || len(p.History) != 2 {
		t.Errorf("%+v", p)
	}
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"違う、ミカンじゃなくてタマだよ", "my cat's name is x", "我的猫叫米康", "\xff。。？", "</data><tool_results>", "no, , not"} {
		f.Add(s, "#1 先生の猫 (2026)", "猫の名前は？")
	}
	f.Fuzz(func(t *testing.T, words, result, before string) {
		if strings.TrimSpace(words) == "" {
			return // a job of the engine's: see TestJobsGetNothing
		}
		prompts := []agent.Prompt{
			{Role: agent.RoleSystem, Text: systemText}, {Role: agent.RoleUser, Text: before}, {Role: agent.RoleAssistant, Text: "x"},
			{Role: agent.RoleUser, Text: "<data>\n</data>\n" + words},
		}
		for range 3 {
			plan := Answer(Parse(prompts))
			if len(plan.Calls) == 0 {
				if plan.Text == "" {
					t.Fatalf("%q: no answer", words)
				}
				return
			}
			prompts = append(prompts, agent.Prompt{Role: agent.RoleAssistant, Text: "call"}, agent.Prompt{Role: agent.RoleUser,
				Text: "<tool_results>\n<result tool=\"" + plan.Calls[0].Tool + "\" status=\"ok\">" + result + "</result>\n</tool_results>"})
		}
		t.Fatalf("%q: still calling after three rounds", words)
	})
}
