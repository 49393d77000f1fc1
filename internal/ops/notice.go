package ops

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/facts"
	"github.com/kokoron/kokoron/memory/heuristics"
	"github.com/kokoron/kokoron/memory/salience"
)

// shortTerm is how long a short-term record lasts.
const shortTerm = 14 * 24 * time.Hour

// Notice keeps what the words of a turn plainly say is worth keeping, by rules
// and without a model, in the speaker's own scope and once per op. Documents in
// them say nothing, and of what was pasted only what is asked for is kept. It reports
// whether any of it is remembered now. It implements agent.Memory.
func (o *Ops) Notice(_ context.Context, t turn.Turn, op turn.Op) (bool, error) {
	scope := t.Speaker.Scope()
	if scope == "" {
		return false, nil
	}
	words := encode.Spoken(t.Text())
	notes := notesOf(words, text.Guess(words, o.Lang))
	if encode.Pasted(words) {
		notes = slices.DeleteFunc(notes, func(n heuristics.Note) bool { return !n.Explicit })
	}
	if len(notes) == 0 {
		return false, nil
	}
	if res, done, err := o.Session.Result(op); err != nil || done {
		return res.Wrote, err
	}
	records, err := o.noted(t, notes)
	if err != nil {
		return false, err
	}
	var res tool.Result
	var changed []memory.Record
	err = o.DB.Update(func(tx *kv.Tx) error {
		for _, r := range records {
			got, err := o.write(tx, r, "", t.Speaker)
			if err != nil {
				return err
			}
			changed = append(append(changed, got.Ended...), got.Record)
		}
		res = tool.Result{Wrote: len(records) > 0}
		_, err := o.Session.PutResult(tx, op, res)
		return err
	})
	if err != nil {
		return false, err
	}
	o.Index.Changed(changed...)
	return res.Wrote, nil
}

// notesOf are the notes of a message, and the plain facts in it that no rule for
// notes has: what was known before must not go on being told in their place.
func notesOf(words string, lang text.Lang) []heuristics.Note {
	notes := heuristics.Read(words, lang)
	for _, s := range heuristics.Plain(words, lang) {
		known := slices.ContainsFunc(notes, func(n heuristics.Note) bool { return strings.Contains(n.Content, s) })
		states := facts.Read(s)
		if known || len(notes) == maxNotes || len(states.Facts) == 0 || states.Rest {
			continue
		}
		if !slices.ContainsFunc(states.Facts, func(f facts.Fact) bool { return !f.Lasting() }) {
			notes = append(notes, heuristics.Note{
				Content: s, Kind: heuristics.Definition, Term: memory.Long, Strength: plainStrength, Category: memory.AboutSensei,
			})
		}
	}
	return notes
}

// Of what a message plainly states: how many notes there are at most, and how
// much a fact weighs that is one by its kind alone.
const (
	maxNotes      = 3
	plainStrength = 0.65
)

// noted makes records of notes. What a note says of the message before it is
// taken from the session; without one it says nothing.
func (o *Ops) noted(t turn.Turn, notes []heuristics.Note) ([]memory.Record, error) {
	now := o.Clock.Now()
	var out []memory.Record
	for _, n := range notes {
		from := said(t)
		if n.Previous {
			last, err := o.saidBefore(t)
			if err != nil {
				return nil, err
			}
			n.Content, from = strings.TrimSpace(last.Text), []turn.ID{last.ID}
		}
		r := memory.Record{
			ID: o.IDs.New(), Category: n.Category, Content: n.Content, Stars: int(math.Round(n.Strength * memory.MaxStars)), Strength: n.Strength,
			Term: n.Term, Salience: salience.OfHeuristic(n.Kind), Language: string(text.Guess(n.Content, o.Lang)),
			OccurredAt: t.Messages[0].At, Scope: t.Speaker.Scope(), Trust: memory.TrustPerson, Source: memory.FromHeuristic, Provenance: from,
		}
		if t.Speaker.Role == person.Owner {
			r.Trust = memory.TrustOwner
		}
		if n.Term == memory.Short {
			r.ValidUntil = now.Add(shortTerm)
		}
		r, err := r.Normalise(now)
		if err != nil {
			continue // such as a message that is too long to be one thing: the diary has it
		}
		out = append(out, r)
	}
	return out, nil
}

// saidBefore is what the person said last before a turn.
func (o *Ops) saidBefore(t turn.Turn) (agent.Line, error) {
	s, err := o.Session.Session(t.Conv)
	if err != nil {
		return agent.Line{}, err
	}
	for i := len(s.Lines) - 1; i >= 0; i-- {
		if !s.Lines[i].Assistant {
			return s.Lines[i], nil
		}
	}
	return agent.Line{}, nil
}
