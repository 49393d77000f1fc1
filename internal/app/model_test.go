package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
)

// TestUnlabelled: a language model does not read what it would copy.
func TestUnlabelled(t *testing.T) {
	given := []agent.Prompt{
		{Role: agent.RoleUser, Text: "【リハーサル】って何？"},
		{Role: agent.RoleAssistant, Text: "【リハーサル】こんにちは。【リハーサル】です。"},
		{Role: agent.RoleAssistant, Text: "[rehearsal] Hello."},
		{Role: agent.RoleAssistant, Text: "【排练】你好。"},
		{Role: agent.RoleAssistant, Text: "おはよう。"},
	}
	kept := given[1].Text
	want := []agent.Prompt{given[0],
		{Role: agent.RoleAssistant, Text: "こんにちは。【リハーサル】です。"},
		{Role: agent.RoleAssistant, Text: "Hello."},
		{Role: agent.RoleAssistant, Text: "你好。"},
		given[4],
	}
	if diff := cmp.Diff(want, unlabelled(given)); diff != "" {
		t.Error(diff)
	}
	if given[1].Text != kept {
		t.Error("the caller's messages were changed")
	}
}
