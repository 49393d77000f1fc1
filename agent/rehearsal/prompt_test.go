package rehearsal

import (
	"os"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
)

// The tools' own words in every language are read as what they mean.
func TestToolWords(t *testing.T) {
	for _, x := range []struct {
		dir, tool, key string
		failed         bool
	}{
		{"../toolset/prompts", toolSave, "saved", false},
		{"../toolset/prompts", toolSave, "replaced", false},
		{"../toolset/prompts", toolSave, "known", false},
		{"../toolset/prompts", toolSave, "no_such_handle", true},
		{"../toolset/prompts", toolSave, "content_bad", true},
		{"../toolset/prompts", toolSave, "trouble", true},
		{"../toolset/prompts", toolSearch, "found", false},
		{"../toolset/prompts", toolSearch, "nothing", false},
		{"../toolset/prompts", toolSearch, "trouble", true},
		{"../toolset/prompts", toolSearch, "slow", true},
		{"../toolset/prompts", toolSearch, "not_allowed", true},
		{"../toolset/prompts", toolTime, "now", false},
		{"../toolset/prompts", toolTime, "slow", true},
		{"../prompts", toolSearch, "unknown_tool", true},
	} {
		for _, lang := range []string{"ja", "en", "zh"} {
			raw, err := os.ReadFile(x.dir + "/" + lang + ".md")
			if err != nil {
				t.Fatal(err)
			}
			_, words, found := strings.Cut(string(raw), "\n## "+x.key+"\n")
			if !found {
				t.Fatalf("%s: no text %q", lang, x.key)
			}
			words, _, _ = strings.Cut(words, "\n\n")
			words = strings.NewReplacer("{handle}", "#1", "{content}", "先生はラーメンが好き", "{date}", "2026-11-29", "{time}", "15:04").Replace(words)
			got := parseResults("<tool_results>\n<result tool=\"" + x.tool + "\">" + words + "</result>\n</tool_results>")
			if len(got) != 1 || got[0].Tool != x.tool || got[0].Error != x.failed {
				t.Errorf("%s %s: %+v", lang, x.key, got)
			}
			if x.key == "found" && (len(memos(words)) != 1 || memos(words)[0] != memo{"#1", "先生はラーメンが好き", "2026-11-29"}) {
				t.Errorf("%s: memos %+v", lang, memos(words))
			}
		}
	}
}

func TestParse(t *testing.T) {
	p := Parse([]agent.Prompt{
		{Role: agent.RoleSystem, Text: "rules"},
		{Role: agent.RoleUser, Text: "<data>\nsummary\n</data>"},
		{Role: agent.RoleAssistant, Text: "noted"},
		{Role: agent.RoleUser, Text: "before\n<data>\nnow\n</data>\nfirst\nsecond"}, // an unanswered message comes first
		{Role: agent.RoleAssistant, Text: "…"},
		{Role: agent.RoleUser, Text: "<tool_results>\n<result tool=\"memory_search\">#1 a</result>b (2026-01-02)\n#2 c</result>\n<result tool=\"get_time\">x</result>\n</tool_results>\nNo more tools."},
	})
	if p.System != "rules" || p.Message != "first\nsecond" || p.Rounds != 1 || len(p.History) != 2 || len(p.Results) != 2 {
		t.Fatalf("%+v", p)
	}
	if got := memos(p.Results[0].Text); len(got) != 2 || got[0].content != "a</result>b" || got[1].content != "c" {
		t.Errorf("%+v", got)
	}
}

func TestJobsGetNothing(t *testing.T) {
	if plan := Answer(Parse([]agent.Prompt{{Role: agent.RoleUser, Text: "<data>\nuser: ラーメンが好き\n</data>"}})); plan.Text != "" || plan.Calls != nil {
		t.Errorf("%+v", plan)
	}
}
