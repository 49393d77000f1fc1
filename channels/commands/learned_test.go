package commands

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory/learn"
)

type lessons []ops.Lesson

func (l lessons) Learned(context.Context) ([]ops.Lesson, error) { return l, nil }

// TestLearned: a short list for the owner, and nothing for anybody else.
func TestLearned(t *testing.T) {
	var many lessons
	for i := range 11 {
		e := learn.Entry{Rule: fmt.Sprintf("rule %02d", i), Status: learn.Proposed}
		many = append(many, ops.Lesson{Entry: e})
	}
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		s := Set{Lessons: many, Questions: NewQuestions(&watch{}), Lang: lang}
		got := s.Command(t.Context(), "owner", "/learned")
		if strings.Count(got, "rule") != shownMost || !strings.Contains(got, "3") || strings.Contains(got, "{") || strings.Contains(got, "rule 08") {
			t.Errorf("%s: %q", lang, got)
		}
		if got := s.Command(t.Context(), "person:aoi", "/learned"); strings.Contains(got, "rule") || got == "" {
			t.Errorf("%s: somebody else reads %q", lang, got)
		}
		s.Lessons = lessons{}
		if got := s.Command(t.Context(), "owner", "/learned"); got == "" || strings.Contains(got, "\n") {
			t.Errorf("%s: nothing learned: %q", lang, got)
		}
	}
}
