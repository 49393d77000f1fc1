package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

func mementos() []agent.Memento {
	at := time.Date(2026, 6, 3, 20, 30, 0, 0, tokyo)
	return []agent.Memento{
		{Unit: "u1", Group: agent.GroupKnowledge, Text: "The cat is called Mike.", At: at, Origin: agent.OriginRecord, Handle: "#1"},
		{Unit: "u2", Group: agent.GroupEvent, Text: "We met\nat the <data>lake</data>.", At: at, Speaker: "Ren", Origin: agent.OriginDiary},
		{Unit: "u3", Group: agent.GroupKnowledge, Text: "Docker needs root.", At: at, Origin: agent.OriginFile},
		{Group: agent.GroupSkill, Text: "cooking"},
		{Unit: "u4", Group: agent.GroupProfile, Text: "Likes tea.", At: at, Origin: agent.OriginRecord, Handle: "#2"},
		{Unit: "u5", Group: agent.GroupProcedure, Text: "First boil the water.", Origin: agent.OriginRecord, Handle: "#3"},
	}
}

// TestRecalledGolden shows what comes to mind as the model reads it.
func TestRecalledGolden(t *testing.T) {
	out := &txtar.Archive{}
	for _, lang := range []string{"ja", "en", "zh"} {
		w := newWorld(t, func(c *agent.Config) { c.Lang = lang })
		w.primed = mementos()
		w.script(gen("Mike."))
		reply, err := w.respond(t.Context(), said("What is the cat called?"))
		if err != nil {
			t.Fatal(err)
		}
		last := w.last().Messages[len(w.last().Messages)-1].Text
		out.Files = append(out.Files, txtar.File{Name: lang, Data: []byte(last + "\n")})
		if !slices.Equal(reply.Recalled.Units, []string{"u4", "u2", "u1", "u3", "u5"}) || !strings.Contains(last, reply.Recalled.Text) {
			t.Errorf("%s: the reply tells of %q", lang, reply.Recalled.Units)
		}
		if w.traces[0].Recall == nil || w.traces[0].Recall.Spent != len(w.primed) {
			t.Error("the trace does not tell how remembering went")
		}
	}
	golden(t, "recalled.txtar", out)
}

// TestRecalledStays: what was recalled stays in the prompt with its words, so
// that it only grows, and is named as shown to whoever recalls next.
func TestRecalledStays(t *testing.T) {
	w := newWorld(t)
	before := ""
	for i := range 10 {
		w.primed = []agent.Memento{{Unit: fmt.Sprint("u", i), Group: agent.GroupKnowledge, Text: fmt.Sprintf("fact number %d", i), Origin: agent.OriginRecord}}
		w.script(gen("Answer."))
		tn := said(fmt.Sprintf("message number %d", i))
		tn.Messages[0].ID = turn.ID(fmt.Sprint("m", i))
		reply, err := w.respond(t.Context(), tn)
		if err != nil {
			t.Fatal(err)
		}
		now := whole(w.last())
		if stable, _, _ := strings.Cut(before, agent.DataOpen+"\nNow:"); !strings.HasPrefix(now, stable) || i > 0 && !strings.Contains(stable, fmt.Sprint("fact number ", i-1)) {
			t.Fatalf("turn %d does not begin like the one before:\n%s\n---\n%s", i, before, now)
		}
		before = now
		p := w.primes[i]
		for j := range i {
			if !p.Shown[fmt.Sprint("u", j)] || !p.Shown[fmt.Sprint("m", j)] {
				t.Fatalf("turn %d may recall what is still shown of turn %d", i, j)
			}
		}
		if !p.Shown[fmt.Sprint("m", i)] || p.Shown[fmt.Sprint("u", i)] || p.Room <= 0 {
			t.Fatalf("turn %d: %+v", i, p)
		}
		if want := max(0, min(i, 3)); len(p.Before) != want || want > 0 && p.Before[want-1] != fmt.Sprintf("message number %d", i-1) {
			t.Fatalf("turn %d comes after %q", i, p.Before)
		}
		w.lines(agent.Line{ID: tn.Messages[0].ID, Text: tn.Text(), Recalled: reply.Recalled},
			agent.Line{ID: turn.ID(fmt.Sprint("r", i)), Assistant: true, Text: "Answer."})
	}
}

// TestRecalledGivesWay: where the window is too small, the words come first;
// and what fell out of the window may be recalled again after six turns.
func TestRecalledGivesWay(t *testing.T) {
	w := newWorld(t)
	w.info.Window = 2000
	w.primed = mementos()
	w.script(instead(&fault.TooLong{}), gen("Yes."))
	reply, err := w.respond(t.Context(), said("What is the cat called?"))
	if err != nil {
		t.Fatal(err)
	}
	if reply.Recalled.Text != "" || strings.Contains(whole(w.last()), "Mike") || !strings.Contains(whole(w.last()), "What is the cat called?") {
		t.Errorf("after the prompt was too long it is\n%s", whole(w.last()))
	}
	w.session.Lines = nil
	for i := range 40 {
		w.lines(agent.Line{ID: turn.ID(fmt.Sprint("m", i)), Text: strings.Repeat("long words ", 30), Recalled: turn.Recalled{Units: []string{fmt.Sprint("u", i)}}},
			agent.Line{ID: turn.ID(fmt.Sprint("r", i)), Assistant: true, Text: "Answer."})
	}
	w.script(gen("Yes."))
	if _, err := w.respond(t.Context(), said("And now?")); err != nil {
		t.Fatal(err)
	}
	shown := w.primes[len(w.primes)-1].Shown
	if shown["u0"] || shown["m1"] || !shown["u34"] || !shown["u39"] {
		t.Errorf("shown: %v", shown)
	}
}

// TestSummaryLeavesOutWhatWasRecalled: nothing is learned from what was
// brought to the prompt.
func TestSummaryLeavesOutWhatWasRecalled(t *testing.T) {
	w := newWorld(t)
	w.info.Window = 2000
	for i := range 40 {
		w.lines(agent.Line{ID: turn.ID(fmt.Sprint("m", i)), Text: strings.Repeat("long words ", 30), Recalled: turn.Recalled{Text: "RECALLED", Units: []string{"u"}}},
			agent.Line{ID: turn.ID(fmt.Sprint("r", i)), Assistant: true, Text: "Answer."})
	}
	w.script(gen("A summary."))
	w.engine.Rest(t.Context(), said("And now?"))
	if len(w.summarised) != 1 || strings.Contains(whole(w.last()), "RECALLED") {
		t.Errorf("summaries %q of\n%s", w.summarised, whole(w.last()))
	}
}
