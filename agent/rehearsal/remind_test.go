package rehearsal

import (
	"strings"
	"testing"

	"github.com/kokoron/kokoron/internal/text"
)

func TestRemind(t *testing.T) {
	for words, want := range map[string]bool{
		"20分後にストレッチするようリマインドして": true, "明日の朝7時に起こして": true, "remind me in 20 minutes to stretch": true, "Wake me at 7am": true,
		"明天早上8点提醒我吃药": true, "思い出させてくれてありがとう": false, "That reminds me of home": false, "猫の名前を覚えておいて": false, "谢谢你提醒": false,
	} {
		p := Prompt{Message: words, System: toolRemind}
		if got := understand(words, nil, p.lang()).kind == remind; got != want {
			t.Errorf("%q: a reminder %v, want %v", words, got, want)
		}
		if plan := Answer(p); want && (len(plan.Calls) != 1 || plan.Calls[0].Tool != toolRemind || plan.Calls[0].Arguments.Text != words) {
			t.Errorf("%q: %+v", words, plan)
		}
	}
}

// TestRemindTells: the answer is what the tool has stored, or what it asks.
func TestRemindTells(t *testing.T) {
	p := Prompt{Message: "20分後にストレッチするようリマインドして", System: toolRemind, Rounds: 1}
	for text, want := range map[string]string{
		"リマインダーを設定しました。1. ストレッチ：11月30日（月）10:20\nこのまま伝えてください。":                                                                                       "リマインダーを設定しました。1. ストレッチ：11月30日（月）10:20",
		"リマインダーは設定していません。次のことを聞いてください：いつですか。":                                                                                                       "いつですか。",
		"リマインダーを設定しました。1. 薬を飲む：12月1日（火）09:00\nこの日時をそのまま伝えてください。\n時刻の指定がなかったので9:00にしました。そのことも伝えてください。":                                               "リマインダーを設定しました。1. 薬を飲む：12月1日（火）09:00\n時刻の指定がなかったので9:00にしました。",
		"The reminder is set. 1. pills: Tue, 1 Dec\nTell this date and time as they are.\nNo time of day was named, so it is 09:00. Say that, too.": "The reminder is set. 1. pills: Tue, 1 Dec\nNo time of day was named, so it is 09:00.",
	} {
		p.Results = []Result{{Tool: toolRemind, Text: text, Error: strings.Contains(text, "いません")}}
		if got := Unlabel(Answer(p).Text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	p.Results = nil
	if got := Unlabel(Answer(p).Text); got != phrasesOf(text.Ja).noReminder {
		t.Errorf("nothing came of it: %q", got)
	}
	if got := Answer(Prompt{Message: p.Message}); len(got.Calls) > 0 || got.Text == "" {
		t.Errorf("without the tool: %+v", got)
	}
}
