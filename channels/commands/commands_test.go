package commands

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

type companion struct {
	info   agent.ModelInfo
	err    error
	broken error // what is wrong with the persona file
}

func (companion) Stop(turn.Conv) bool                             { return false }
func (c companion) Info(context.Context) (agent.ModelInfo, error) { return c.info, c.err }
func (companion) Remembered(_ context.Context, conv turn.Conv) (int, error) {
	return map[turn.Conv]int{"owner": 3}[conv], nil
}
func (c companion) Persona() (string, error) { return "Mio", c.broken }

// TestStatusTellsOfABrokenPersona: the owner edits the file while she runs.
func TestStatusTellsOfABrokenPersona(t *testing.T) {
	good := Set{Companion: companion{}, Questions: NewQuestions(clock.Real{}), Lang: text.En}.Command(t.Context(), "owner", "/status")
	bad := Set{Companion: companion{broken: errors.New("line 7: no such heading")}, Questions: NewQuestions(clock.Real{}), Lang: text.En}.Command(t.Context(), "owner", "/status")
	if strings.Contains(good, "mistake") || !strings.Contains(bad, "line 7: no such heading") {
		t.Errorf("%q, then %q", good, bad)
	}
}

// TestStatusCountsForWhoeverAsks: nobody hears of the owner's memories.
func TestStatusCountsForWhoeverAsks(t *testing.T) {
	for conv, want := range map[turn.Conv]string{"owner": "Things remembered: 3.", "person:aoi": "Things remembered: 0."} {
		if got := (Set{Companion: companion{}, Questions: NewQuestions(clock.Real{}), Lang: text.En}).Command(t.Context(), conv, "/status"); !strings.Contains(got, want) {
			t.Errorf("%s: %q", conv, got)
		}
	}
}

// TestHello: whoever opens a chat learns at once what answers.
func TestHello(t *testing.T) {
	for _, c := range []struct {
		name string
		with companion
		want string // above the greeting
	}{
		{"a model", companion{info: agent.ModelInfo{Name: "m"}}, ""},
		{"the rehearsal", companion{info: agent.ModelInfo{Rehearsal: true}}, "REHEARSAL"},
		{"no server answers", companion{err: errors.New("10.0.0.1 refuses")}, "The model cannot be reached"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Set{Companion: c.with, Lang: text.En}.Hello(t.Context())
			above, _, ok := strings.Cut(got, "You are talking with Mio.")
			if !ok || !strings.Contains(above, c.want) || (c.want == "") != (above == "") || strings.Contains(got, "10.0.0.1") {
				t.Errorf("%q", got)
			}
		})
	}
}
