package rehearsal

import (
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/stream"
)

// TestThink: alone, the rules ask about what is open and stay silent otherwise.
func TestThink(t *testing.T) {
	for lang, c := range map[string]struct{ open, words, asks string }{
		"ja": {"\n\n[気にかけていること]（聞いてみてもいい頃合いです）\n・2026-11-30（月曜日）08:15 明日面接なんだ", "[MESSAGE]相手に届ける言葉[/MESSAGE]か[IDLE]を書いてください。", "明日面接なんだ"},
		"en": {"\n\n[On your mind] (a good time to ask about it)\n- 2026-11-30 (Monday) 08:15 The interview is tomorrow", "Write [MESSAGE]the words to deliver[/MESSAGE] or [IDLE].", "The interview is tomorrow"},
		"zh": {"\n\n[惦记的事]（现在可以问问了）\n・2026-11-30（星期一）08:15 明天面试", "写[MESSAGE]要送达的话[/MESSAGE]或者[IDLE]，这里没有任何人的话。", "明天面试"},
	} {
		for _, open := range []string{c.open, ""} {
			data := agent.DataOpen + "\n2026-12-01 12:00" + open + "\n\n[x]\n・2026-11-29 09:00 something else\n" + agent.DataClose + "\n"
			got := Answer(Parse([]agent.Prompt{{Role: agent.RoleSystem, Text: systemText}, {Role: agent.RoleUser, Text: data + c.words}}))
			said := stream.ParseMessages(got.Text)
			if open == "" {
				if said.Found || !strings.Contains(got.Text, "[IDLE]") {
					t.Errorf("%s: speaks without a reason: %q", lang, got.Text)
				}
			} else if !said.Closed || !strings.Contains(said.Text, c.asks) {
				t.Errorf("%s: %q", lang, got.Text)
			}
		}
	}
}
