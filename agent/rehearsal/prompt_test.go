package rehearsal

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
)

// TestResults: how a call went is said by its status, in whatever words the
// result is.
func TestResults(t *testing.T) {
	got := parseResults("<tool_results>\n<result tool=\"memory_save\" status=\"ok\">できませんでした</result>\n" +
		"<result tool=\"memory_save\" status=\"error\">Saved: #1 \"tea\"</result>\n" +
		"<result tool=\"memory_search\" status=\"empty\">nothing</result>\n<result tool=\"get_time\">noon</result>\n</tool_results>")
	want := []Result{{"memory_save", "できませんでした", false}, {"memory_save", `Saved: #1 "tea"`, true}, {"memory_search", "nothing", false}, {"get_time", "noon", true}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

// TestFoundLines: what a search finds is read in every language.
func TestFoundLines(t *testing.T) {
	for _, lang := range []string{"ja", "en", "zh"} {
		raw, err := os.ReadFile("../toolset/prompts/" + lang + ".md")
		if err != nil {
			t.Fatal(err)
		}
		_, words, found := strings.Cut(string(raw), "\n## found\n")
		if !found {
			t.Fatalf("%s: no text for what is found", lang)
		}
		words, _, _ = strings.Cut(words, "\n\n")
		words = strings.NewReplacer("{handle}", "#1", "{content}", "先生はラーメンが好き", "{date}", "2026-11-29").Replace(words)
		if got := memos(words); len(got) != 1 || got[0] != (memo{"#1", "先生はラーメンが好き", "2026-11-29"}) {
			t.Errorf("%s: memos %+v", lang, got)
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
		{Role: agent.RoleUser, Text: "<tool_results>\n<result tool=\"memory_search\" status=\"ok\">#1 a</result>b (2026-01-02)\n#2 c</result>\n<result tool=\"get_time\">x</result>\n</tool_results>\nNo more tools."},
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
