package rehearsal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/promise"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// companion plays the rest of kokoron for the rules: it carries the prompts,
// runs the tools over a plain list and shows what came of it.
type companion struct {
	t       *testing.T
	memory  []string
	handles []int // "#n" → index into memory, as the last search gave them
	history []agent.Prompt
	calls   []string // tools of the last turn
	data    string   // what comes to mind for the next words
}

const systemText = "You are Kokoron. Tools: get_time, memory_save, memory_search, memory_forget."

// say runs one turn and returns the reply.
func (c *companion) say(words string) string {
	c.t.Helper()
	prompts := append([]agent.Prompt{{Role: agent.RoleSystem, Text: systemText}}, c.history...)
	prompts = append(prompts, agent.Prompt{Role: agent.RoleUser, Text: c.data + "<data>\nいま：2026-11-29（日曜日） 15:04（Asia/Tokyo）\n私の名前はデータです\n</data>\n" + words})
	c.calls, c.data = nil, ""
	for range 4 {
		plan := Answer(Parse(prompts))
		if len(plan.Calls) == 0 {
			// A promise with nothing behind it would be rewritten.
			if claims := promise.Unkept(plan.Text); len(claims) > 0 && !slices.Contains(c.calls, toolSave) && !slices.Contains(c.calls, toolForget) {
				c.t.Errorf("%q: %q claims %+v", words, plan.Text, claims)
			}
			c.history = append(c.history, agent.Prompt{Role: agent.RoleUser, Text: words}, agent.Prompt{Role: agent.RoleAssistant, Text: plan.Text})
			return plan.Text
		}
		if plan.Text != "" {
			c.t.Errorf("%q: words beside a call: %q", words, plan.Text)
		}
		var said, results strings.Builder
		for _, call := range plan.Calls {
			raw, err := json.Marshal(call)
			if err != nil {
				c.t.Fatal(err)
			}
			said.Write(raw)
			c.calls = append(c.calls, call.Tool)
			fmt.Fprintf(&results, "<result tool=%q status=\"ok\">%s</result>\n", call.Tool, c.run(call))
		}
		prompts = append(prompts, agent.Prompt{Role: agent.RoleAssistant, Text: said.String()},
			agent.Prompt{Role: agent.RoleUser, Text: "<tool_results>\n" + results.String() + "</tool_results>"})
	}
	c.t.Fatalf("%q: the calls never end: %v", words, c.calls)
	return ""
}

func (c *companion) run(call Call) string {
	a := call.Arguments
	switch call.Tool {
	case toolTime:
		return "いまは2026-11-29（日曜日）15:04（Asia/Tokyo）です。"
	case toolSave:
		if a.Content == "" || a.Importance < 1 || a.Importance > 5 || a.Category == "" {
			c.t.Errorf("bad save: %+v", a)
		}
		var n int
		if _, err := fmt.Sscanf(a.Replaces, "#%d", &n); err == nil {
			c.memory[c.handles[n-1]] = a.Content
		} else {
			c.memory = append(c.memory, a.Content)
		}
		return fmt.Sprintf("覚えました：#1 「%s」（重要度3）", a.Content)
	case toolForget:
		var n int
		if _, err := fmt.Sscanf(a.ID, "#%d", &n); err != nil {
			c.t.Errorf("forgets %q", a.ID)
			return "?"
		}
		c.memory = slices.Delete(c.memory, c.handles[n-1], c.handles[n-1]+1)
		return "忘れました：" + a.ID
	case toolSearch:
		if a.Query == "" {
			c.t.Error("empty query")
		}
		return c.search(a.Query)
	}
	c.t.Errorf("unknown tool %q", call.Tool)
	return ""
}

// search lists what the product's own search finds, oldest first where equal.
func (c *companion) search(query string) string {
	records := make([]memory.Record, len(c.memory))
	for i, m := range c.memory {
		records[i] = memory.Record{ID: turn.ID(fmt.Sprint(i)), Content: m}
	}
	c.handles = nil
	var b strings.Builder
	for _, hit := range memory.Match(query, records, memory.Query{Limit: 10}) {
		i := slices.IndexFunc(records, func(r memory.Record) bool { return r.ID == hit.Record.ID })
		c.handles = append(c.handles, i)
		fmt.Fprintf(&b, "#%d %s（2026-11-29）\n", len(c.handles), hit.Record.Content)
	}
	if b.Len() == 0 {
		return "当てはまる記憶はありません。"
	}
	return b.String()
}

// Lines of a dialogue: "> words", then "< part of the reply"; "= memory" is
// one line of what is remembered afterwards, "! tools" the calls of the turn,
// "* line" what comes to mind with the next words.
func TestDialogues(t *testing.T) {
	for name, script := range dialogues {
		t.Run(name, func(t *testing.T) {
			c := &companion{t: t}
			var reply, label string
			var memory []string
			for line := range strings.Lines(strings.TrimSpace(script)) {
				mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch mark {
				case ">":
					reply = c.say(rest)
					if !strings.HasPrefix(reply, label) {
						t.Errorf("%q: reply %q has no label %q", rest, reply, label)
					}
				case "<":
					if !strings.Contains(reply, rest) {
						t.Errorf("reply %q lacks %q (memory %q)", reply, rest, c.memory)
					}
				case "!<":
					if strings.Contains(reply, rest) {
						t.Errorf("reply %q has %q", reply, rest)
					}
				case "*":
					c.data += rest + "\n"
					if strings.HasPrefix(rest, "・#1 ") {
						c.data, c.handles = "<data>\nあなたが思い出していること：\n[学習した知識]\n"+c.data+"</data>\n", []int{0}
					}
				case "!":
					if got := strings.Join(c.calls, " "); got != rest {
						t.Errorf("calls %q, want %q; reply %q", got, rest, reply)
					}
				case "=":
					memory = append(memory, rest)
				case "label":
					label = rest
				default:
					t.Fatalf("unknown line %q", line)
				}
			}
			if got, want := strings.Join(c.memory, "\n"), strings.Join(memory, "\n"); got != want {
				t.Errorf("memory:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

var dialogues = map[string]string{
	"ja cat": `
label 【リハーサル】
> こんにちは！
< 規則
> 猫の名前は？
! memory_search
< 何も覚えていません
> 私の猫の名前はミカンです
! memory_save
< 覚えました：「先生の猫の名前はミカン」
> 私の犬の名前はポチだよ
> 猫の名前は？
! memory_search
< 「先生の猫の名前はミカン」と覚えています（2026-11-29）
!< ポチ
> 違う、ミカンじゃなくてタマだよ
! memory_search memory_save
< 直しました：「先生の猫の名前はタマ」
> うちの猫の名前って何だっけ
< タマ
> 犬の名前はハチに変わったよ
! memory_search memory_save
< 先生の犬の名前はハチ
> 私の名前は？
< 何も覚えていません
> 亀の名前は覚えてる？
< 何も覚えていません
= 先生の猫の名前はタマ
= 先生の犬の名前はハチ`,

	"ja forget": `
label 【リハーサル】
> 私の猫の名前はミカンです
> ラーメンが好き
> うどんが大好き
> 猫の名前は忘れて
! memory_search memory_forget
< 記憶から外しました：「先生の猫の名前はミカン」
> 猫の名前は？
< 何も覚えていません
> 犬の名前は忘れてください
! memory_search
< 見つからなかったので、何も変えていません
> それ、忘れて
! memory_search
< 見つからなかった
> 好きなものを忘れて
! memory_search
< まだ何も忘れていません
< ラーメン
< うどん
> 全部忘れて
< ひとつずつ
> ラーメンが好きなことは忘れてください
! memory_search memory_forget
< ラーメン
= 先生はうどんが大好き`,

	"ja that": `
label 【リハーサル】
> ラーメンが好き
> それは忘れて
! memory_search memory_forget
< 記憶から外しました：「先生はラーメンが好き」`,

	"ja comes to mind": `
label 【リハーサル】
> 私の猫の名前はミカンです
* ・#1 先生の猫の名前はミカン（2026-11-28の記憶）
> 猫の名前は？
!
< 「先生の猫の名前はミカン」と覚えています（2026-11-28）
* ・#1 先生の猫の名前はミカン（2026-11-28の記憶）
> 犬の名前は？
! memory_search
< 何も覚えていません
* ・#1 先生の猫の名前はミカン（2026-11-28の記憶）
> 猫の名前は忘れて
! memory_forget
< 記憶から外しました：「先生の猫の名前はミカン」`,

	"en forget": `
label [rehearsal]
> My cat is called Mikan.
> I like plum jam.
> forget that
! memory_search memory_forget
< Taken out of memory: "Sensei likes plum jam"
> Please forget my cat's name from memory.
! memory_search memory_forget
< Sensei's cat is called Mikan
> forget everything
< one thing
> Forget that I like tea
! memory_search
< no memory of that
> What do you remember about me?
< I find nothing`,

	"zh forget": `
label 【排练】
> 我的猫叫米康
> 我喜欢喝茶
> 请忘掉这件事
! memory_search memory_forget
< 已经从记忆里删除：“老师喜欢喝茶”
> 把我的猫的名字忘掉吧
! memory_search memory_forget
< 老师的猫叫米康
> 忘掉我的狗
! memory_search
< 没有找到`,

	"ja likes": `
label 【リハーサル】
> ラーメンが好き
< 先生はラーメンが好き
> 私はうどんも大好きです。嫌いなものはないけど、ピーマンは苦手だな
> 何が好きだっけ
! memory_search
< ラーメン
< うどん
!< ピーマン
> 好きな食べ物は何？
< ラーメン
> 苦手なものは？
< 先生はピーマンが苦手
> ラーメンはもう好きじゃない
! memory_search memory_save
> 私は何が好き？
< うどん
!< ラーメン
= 先生はもうラーメンが好きではない
= 先生はうどんが大好き
= 先生はピーマンが苦手`,

	"ja birthday": `
label 【リハーサル】
> 妻の誕生日は5月1日です。私の誕生日は3月9日。
! memory_save memory_save
> 私の誕生日いつ？
< 先生の誕生日は3月9日
!< 5月1日
> 妻の誕生日はいつだっけ？
< 先生の妻の誕生日は5月1日
!< 3月9日
> 違うよ。5月2日だよ。
! memory_search memory_save
< 直しました：「先生の妻の誕生日は5月2日」
> 覚えておいて：会議は火曜
< 「会議は火曜」
> 今日は何曜日？
! get_time
< いまは2026-11-29（日曜日）の15:04です。
> 東京に住んでいます
> 私ってどこに住んでるんだっけ？
< 先生は東京に住んでいる
> 私について何を覚えてる？
< 先生の誕生日は3月9日
< 東京に住んでいる
= 先生の妻の誕生日は5月2日
= 先生の誕生日は3月9日
= 会議は火曜
= 先生は東京に住んでいる`,

	"ja comma": `
label 【リハーサル】
> 私の猫の名前はミケです
> 猫の名前、ミケじゃなくてタマでした
! memory_search memory_save
= 先生の猫の名前はタマ`,

	"ja which": `
label 【リハーサル】
> 猫の名前はミカンです
> おやつはミカンだよって覚えておいて
> 疲れた
> 眠い
> ふう
> 違う、ミカンじゃなくてタマだよ
! memory_search
< 先生の猫の名前はミカン
> 違う、ハチじゃなくてモモだよ
! memory_search
< 「ハチ」という記憶は見つからなかった
> 私の猫の名前はモモじゃなくてハチです
! memory_search memory_save
> おやつはバナナだよって覚えておいて
> 違う、バナナじゃなくてリンゴだよ
! memory_search memory_save
= 先生の猫の名前はハチ
= おやつはミカン
= おやつはリンゴ`,

	"en cat": `
label [rehearsal]
> Hi!
< rules
> My cat is called Mikan.
! memory_save
< Sensei's cat is called Mikan
> what is my cat's name?
! memory_search
< Sensei's cat is called Mikan
> What's my dog's name?
< I find nothing
> no, it's Tama, not Mikan
! memory_search memory_save
< Corrected: "Sensei's cat is called Tama"
> What is the name of my cat?
< Tama
> actually my cat's name is Momo
! memory_search memory_save
> what's my cat called?
< Momo
= Sensei's cat's name is Momo`,

	"ja age and name": `
label 【リハーサル】
> 私の猫の名前はミカンです
> 違う、私の猫は3歳だよ
! memory_search memory_save
> 違うよ、4歳だよ
> 猫の名前は？
< ミカン
> ちがうちがう、タマ
! memory_search memory_save
> やっぱり猫の名前はモモにする
> はじめまして、田中といいます
> 僕の名前なんだっけ
< 先生の名前は田中
= 先生の猫の名前はモモ
= 先生の猫は4歳
= 先生の名前は田中`,

	"en age and name": `
label [rehearsal]
> My dog is called Rex.
> No, my dog is 4 years old.
! memory_search memory_save
> what's my dog called?
< Rex
> No. It's Max.
! memory_search memory_save
> I live in Osaka
> where do I live?
< Sensei lives in Osaka
> That's wrong. I live in Kyoto.
! memory_search memory_save
= Sensei's dog's name is Max
= Sensei's dog is 4 years old
= Sensei lives in Kyoto`,

	"en likes": `
label [rehearsal]
> I like plum jam
< Sensei likes plum jam
> I really love hiking, and I hate mushrooms
> What do I like?
! memory_search
< plum jam
< hiking
> Remember that my sister's birthday is March 9
> my birthday is on June 1st
> when is my birthday?
< June 1st
!< March
> When is my sister's birthday?
< March 9
> That's wrong. It's March 10.
! memory_search memory_save
> please remember that the meeting is on Tuesday
< the meeting is on Tuesday
> What time is it?
! get_time
< It is now 2026-11-29 (Sunday), 15:04.
> what do you remember about me?
< plum jam
< June 1st
> I don't like plum jam anymore
! memory_search memory_save
= Sensei does not like plum jam anymore
= Sensei loves hiking, and I hate mushrooms
= Sensei's sister's birthday is March 10
= Sensei's birthday is on June 1st
= the meeting is on Tuesday`,

	"zh": `
label 【排练】
> 你好
< 规则
> 我的猫叫米康
! memory_save
< 老师的猫叫米康
> 我喜欢喝茶
< 老师喜欢喝茶
> 我的猫叫什么名字？
! memory_search
< 米康
> 不对，不是米康，是小玉
! memory_search memory_save
< 老师的猫叫小玉
> 我喜欢什么？
< 喝茶
!< 小玉
> 请记住：会议在星期二
< 会议在星期二
> 你记得我什么？
< 小玉
> 我的狗叫什么？
< 什么也没记着
= 老师的猫叫小玉
= 老师喜欢喝茶
= 会议在星期二`,
}

func TestNoPhrasePromises(t *testing.T) {
	for _, p := range []phrases{japanese, english, chinese} {
		for _, s := range []string{
			p.greet, p.thanks, p.bye, p.help, p.other, p.notSaved, p.saveWhat, p.unclear, p.which, p.nothingToCorrect,
			p.found, p.foundDated, p.foundMany, p.notFound, p.notSearched, p.time, p.noTime, p.noMemory,
			p.notForgotten, p.forgetWhat, p.forgetOne, p.forgetWhich, p.nothingToForget,
		} {
			if claims := promise.Unkept(p.label + s); s == "" || len(claims) > 0 {
				t.Errorf("%q: %+v", s, claims)
			}
		}
	}
}

func TestNoToolsNoCalls(t *testing.T) {
	for _, words := range []string{"猫の名前は？", "ラーメンが好き", "今何時？", "違う、猫の名前はタマだよ", "猫の名前は忘れて"} {
		plan := Answer(Parse([]agent.Prompt{{Role: agent.RoleSystem, Text: "No tools."}, {Role: agent.RoleUser, Text: words}}))
		if len(plan.Calls) > 0 || !strings.HasPrefix(plan.Text, "【リハーサル】") {
			t.Errorf("%q: %+v", words, plan)
		}
	}
}

func TestFailedSaveIsTold(t *testing.T) {
	plan := Answer(Parse([]agent.Prompt{
		{Role: agent.RoleSystem, Text: systemText},
		{Role: agent.RoleUser, Text: "<data>\n</data>\nラーメンが好き"},
		{Role: agent.RoleAssistant, Text: `{"tool":"memory_save"}`},
		{Role: agent.RoleUser, Text: "<tool_results>\n<result tool=\"memory_save\" status=\"error\">disk full</result>\n</tool_results>"},
	}))
	if len(plan.Calls) > 0 || !strings.Contains(plan.Text, "覚えられませんでした（disk full）") {
		t.Errorf("%+v", plan)
	}
}

func TestFailedForgetIsTold(t *testing.T) {
	for status, want := range map[string]string{"ok": "記憶から外しました：「先生はラーメンが好き」", "error": "忘れられませんでした（disk full）"} {
		plan := Answer(Parse([]agent.Prompt{
			{Role: agent.RoleSystem, Text: systemText},
			{Role: agent.RoleUser, Text: "<data>\n</data>\nラーメンが好きなのは忘れて"},
			{Role: agent.RoleAssistant, Text: "x"},
			{Role: agent.RoleUser, Text: "<tool_results>\n<result tool=\"memory_search\" status=\"ok\">#1 先生はラーメンが好き（2026-11-29）</result>\n</tool_results>"},
			{Role: agent.RoleAssistant, Text: "x"},
			{Role: agent.RoleUser, Text: "<tool_results>\n<result tool=\"memory_forget\" status=\"" + status + "\">disk full</result>\n</tool_results>"},
		}))
		if len(plan.Calls) > 0 || !strings.Contains(plan.Text, want) {
			t.Errorf("%s: %+v", status, plan)
		}
	}
}
