package app

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// late is the apology before a late answer.
func late(lang text.Lang) string {
	return catalog.Text(lang, catalog.Back, "ago", catalog.Lasted(lang, 30*time.Minute)) + "\n\n"
}

// TestSpoken: a language model does not read what it would copy.
func TestSpoken(t *testing.T) {
	given := []agent.Prompt{
		{Role: agent.RoleUser, Text: "【リハーサル】って何？"},
		{Role: agent.RoleAssistant, Text: "【リハーサル】こんにちは。【リハーサル】です。"},
		{Role: agent.RoleAssistant, Text: "[rehearsal] Hello."},
		{Role: agent.RoleAssistant, Text: "【排练】你好。"},
		{Role: agent.RoleAssistant, Text: "おはよう。"},
		{Role: agent.RoleAssistant, Text: "雨ですね。\n【リハーサル】傘を。\n" + late(text.Ja) + "はい。"},
		{Role: agent.RoleAssistant, Text: late(text.En) + late(text.Zh) + "Yes."},
		{Role: agent.RoleUser, Text: late(text.Ja)},
	}
	kept := given[1].Text
	want := []agent.Prompt{given[0],
		{Role: agent.RoleAssistant, Text: "こんにちは。【リハーサル】です。"},
		{Role: agent.RoleAssistant, Text: "Hello."},
		{Role: agent.RoleAssistant, Text: "你好。"},
		given[4],
		{Role: agent.RoleAssistant, Text: "雨ですね。\n傘を。\nはい。"},
		{Role: agent.RoleAssistant, Text: "Yes."},
		given[7],
	}
	if diff := cmp.Diff(want, spoken(given)); diff != "" {
		t.Error(diff)
	}
	if given[1].Text != kept {
		t.Error("the caller's messages were changed")
	}
}
