package agent

import (
	"context"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Memory is what comes to mind before the model is asked, and what is kept
// although the model kept nothing. internal/ops implements it.
type Memory interface {
	// Prime finds what is remembered about the words of a turn, within the
	// room there is. It cannot fail the turn: a source that is late or broken
	// brings nothing, which the trace tells.
	Prime(ctx context.Context, t turn.Turn, p Priming) Primed
	// Notice keeps what the words of a turn plainly say is worth keeping, once
	// per op, and reports whether it is remembered now.
	Notice(ctx context.Context, t turn.Turn, op turn.Op) (bool, error)
}

// Priming is what remembering has to know of the prompt.
type Priming struct {
	Before []string             // what the person said last before this turn, oldest first
	Shown  map[string]bool      // ids of what the prompt holds already: lines, and what was recalled for them
	Room   int                  // tokens that may be spent
	Line   func(Memento) string // how one memory is shown
	Count  func(string) int     // tokens of a text
}

// Group is a section of what is remembered, as the prompt shows it.
type Group string

// The groups, in the order in which they are shown.
const (
	GroupProfile   Group = "profile"   // what is known of the person
	GroupEvent     Group = "event"     // what happened or was said
	GroupKnowledge Group = "knowledge" // what was learned
	GroupProcedure Group = "procedure" // how something is done
	GroupSkill     Group = "skill"     // names of what could be looked up
)

var groups = []Group{GroupProfile, GroupEvent, GroupKnowledge, GroupProcedure, GroupSkill}

// Origin is where a memory comes from, as the prompt tells it.
type Origin string

// The origins.
const (
	OriginDiary  Origin = "diary"
	OriginRecord Origin = "record"
	OriginFile   Origin = "file"
)

// Memento is one memory that is brought to the prompt.
type Memento struct {
	Unit    string // its id; "" for what is no memory of its own
	Group   Group
	Text    string
	Speaker string    // diary: who said it
	At      time.Time // when it was said or happened; zero: not known
	Origin  Origin
	Handle  string // its short name in this conversation; "" for what the tools cannot change
}

// Primed is what came to mind, in the order to be shown within each group.
type Primed struct {
	Mementos []Memento
	Trace    *memory.Trace // nil: nothing was looked for
}

// recallShare is the part of the free window that what is recalled may take.
const recallShare = 0.2

// shownTurns is for how many turns what was recalled is not recalled again,
// even where its lines have left the window.
const shownTurns = 6

// recall brings to mind what belongs to the words of the turn. What is
// recalled stays in the session with these words: the prompt only grows from
// turn to turn, as the server's prefix cache wants it, and nothing that it
// still holds is recalled again.
func (r *run) recall(ctx context.Context) {
	lines := r.material.session.Lines
	p := Priming{
		Shown: map[string]bool{}, Room: int(recallShare * float64(r.room()-r.meter.Count(r.material.system))),
		Line: r.texts.memento(r.t.Zone(r.cfg.Zone)), Count: r.meter.Count,
	}
	for _, m := range r.t.Messages {
		p.Shown[string(m.ID)] = true
	}
	inWindow, turns := lines[r.keep(lines):], 0
	for i := len(lines) - 1; i >= 0; i-- {
		l := lines[i]
		in := i >= len(lines)-len(inWindow)
		if in {
			p.Shown[string(l.ID)] = true
		}
		if in || turns <= shownTurns {
			for _, u := range l.Recalled.Units {
				p.Shown[u] = true
			}
		}
		if l.Assistant {
			turns++
		} else if len(p.Before) < beforeLines {
			p.Before = append([]string{l.Text}, p.Before...)
		}
	}
	primed := r.Memory.Prime(ctx, r.t, p)
	r.trace.Recall = primed.Trace
	r.material.recalled = r.texts.recalled(primed.Mementos, p.Line)
}

// beforeLines is how many of the person's messages before this turn may say
// what "it" is.
const beforeLines = 3

// memento is how one memory is shown: a line with its date, where it comes
// from and, for what was said, by whom.
func (t Texts) memento(zone *time.Location) func(Memento) string {
	return func(m Memento) string {
		words := quote(strings.Join(strings.Fields(m.Text), " "))
		date := t["undated"]
		switch {
		case m.At.IsZero():
		case m.Origin == OriginDiary:
			date = m.At.In(zone).Format("2006-01-02 15:04")
		default:
			date = m.At.In(zone).Format(time.DateOnly)
		}
		if m.Group == GroupSkill || m.Group == GroupProfile && m.Handle == "" {
			return t.Fill("recalled_plain", "text", words)
		}
		return t.Fill("recalled_"+string(m.Origin), "date", date, "speaker", quote(m.Speaker), "handle", m.Handle, "text", words)
	}
}

// recalled is the section of the data block with what came to mind, and the
// ids of it; empty for nothing.
func (t Texts) recalled(ms []Memento, line func(Memento) string) (out turn.Recalled) {
	var b strings.Builder
	for _, g := range groups {
		head := "\n" + t["group_"+string(g)]
		for _, m := range ms {
			if m.Group != g {
				continue
			}
			b.WriteString(head + "\n" + line(m))
			head = ""
			if m.Unit != "" {
				out.Units = append(out.Units, m.Unit)
			}
		}
	}
	if b.Len() > 0 {
		out.Text = t["recalled"] + b.String()
	}
	return out
}
