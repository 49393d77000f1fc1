package ops

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/kokoron/kokoron/autonomy/followup"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/encode"
)

// FollowUp is something to ask a person about later. What stands in About and
// Words is what they said: data to quote, never an instruction.
type FollowUp = state.FollowUp

// followUps keeps what to ask about later.
var followUps state.FollowUps

// FollowUps are what may be raised with a person now, the weightiest first:
// nothing that was wished for already, and nothing for visitors and strangers.
// Whoever raises one speaks with a wish of kind governor.FollowUp that has its
// id: then the same transaction that puts the message into the outbox notes
// that it was raised, and nothing is raised twice.
func (o *Ops) FollowUps(_ context.Context, p person.Person, now time.Time) (list []FollowUp, err error) {
	scope := p.Scope()
	if scope == "" {
		return nil, nil
	}
	err = o.DB.View(func(tx *kv.Tx) error {
		due, err := followUps.Due(tx, scope, now)
		for _, f := range due {
			_, wished, e := speech.Find(tx, p.ID, f.ID)
			if e != nil {
				return e
			}
			if !wished {
				list = append(list, f)
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for follow-ups: %w", err)
	}
	return list, nil
}

// RaisedFollowUp notes, in the transaction that puts a message into the outbox,
// that the message raises an open follow-up of a person. One that is not open,
// or not there any more, stays as it is.
func (o *Ops) RaisedFollowUp(tx *kv.Tx, who person.ID, id, message turn.ID) error {
	return o.turnFollowUp(tx, who, id, state.FollowUpOpen, state.FollowUpRaised, message)
}

// reopenFollowUp notes that the message was taken back before it was sent.
func (o *Ops) reopenFollowUp(tx *kv.Tx, w governor.Wish) error {
	if w.Kind != governor.FollowUp {
		return nil
	}
	return o.turnFollowUp(tx, w.Person, w.ID, state.FollowUpRaised, state.FollowUpOpen, "")
}

func (o *Ops) turnFollowUp(tx *kv.Tx, who person.ID, id turn.ID, from, to state.FollowUpState, message turn.ID) error {
	f, ok, err := followUps.Find(tx, scopeOf(who), id)
	if err != nil || !ok || f.State != from {
		return err
	}
	f.State, f.Raised, f.Changed = to, message, o.Clock.Now()
	return followUps.Put(tx, f)
}

// tracked is what a turn does to the follow-ups of its speaker: what there was,
// and what there is then.
type tracked struct {
	before, after []FollowUp
	changed       bool
}

// hear reads what the person's words of a turn do to their follow-ups, before
// the transaction that ends the turn: long words take their time. It does so
// where a person that has a scope is alone with the companion.
func (o *Ops) hear(t turn.Turn, reply turn.Outgoing) (h tracked, err error) {
	scope := Privately(t).Scope()
	if scope == "" {
		return h, nil
	}
	var list []FollowUp
	err = o.DB.View(func(tx *kv.Tx) error {
		list, err = followUps.List(tx, scope)
		return err
	})
	if err != nil {
		return h, err
	}
	return o.heardWith(list, t, reply), nil
}

// heardWith settles and moves what the person's words of a turn speak of, adds
// what they give to ask about later, and notes what the reply has asked about.
// What was pasted says nothing.
func (o *Ops) heardWith(list []FollowUp, t turn.Turn, reply turn.Outgoing) tracked {
	h := tracked{before: list, after: slices.Clone(list)}
	for _, m := range t.Messages {
		words := encode.Spoken(m.Text)
		if words == "" || encode.Pasted(words) {
			continue
		}
		said := hearing{o: o, m: m, words: words, zone: t.Zone(o.Zone), now: m.Said()}
		settled := said.settle(h.after)
		found := said.find(&h.after, t.Speaker.Scope())
		h.changed = h.changed || settled || found
	}
	for i, f := range h.after {
		if reply.Text != "" && f.Due(reply.At) && followup.Mentions(f.Followup, reply.Text, o.Lang) {
			h.after[i].State, h.after[i].Raised, h.after[i].Changed, h.changed = state.FollowUpRaised, reply.ID, reply.At, true
		}
	}
	return h
}

// followUp keeps what was heard in a turn, once, with its end. Where the
// follow-ups changed meanwhile it is read again what the words do to them.
func (o *Ops) followUp(tx *kv.Tx, t turn.Turn, reply turn.Outgoing, h tracked) error {
	scope := Privately(t).Scope()
	if scope == "" {
		return nil
	}
	list, err := followUps.List(tx, scope)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(list, h.before) {
		h = o.heardWith(list, t, reply)
	}
	if !h.changed {
		return nil
	}
	return errors.Join(followUps.Put(tx, h.after...), followUps.Tidy(tx, scope, o.Clock.Now()))
}

// hearing is one message as follow-ups are looked for in it.
type hearing struct {
	o     *Ops
	m     turn.Message
	words string
	zone  *time.Location
	now   time.Time // when it was said
}

// settle moves or ends what the message speaks of, and reports whether it does.
func (a hearing) settle(list []FollowUp) (changed bool) {
	for i, f := range list {
		if !f.Live(a.now) {
			continue
		}
		if moved, ok := followup.Moves(f.Followup, a.words, a.now, a.zone, a.o.Lang); ok {
			f.Followup, f.Source, f.State, f.Raised = moved, a.m.ID, state.FollowUpOpen, ""
		} else if out, ok := followup.Closes(f.Followup, a.words, a.now, a.o.Lang); ok {
			f.State, f.Outcome, f.Closed = state.FollowUpClosed, out, a.m.ID
			if out == followup.Off {
				f.State = state.FollowUpDropped
			}
		} else {
			continue
		}
		f.Changed = a.now
		list[i], changed = f, true
	}
	return changed
}

// find adds what the message gives to ask about; what is open already is kept
// with its new time.
func (a hearing) find(list *[]FollowUp, scope person.Scope) (changed bool) {
	for _, found := range followup.Find(a.words, a.now, a.zone, a.o.Lang) {
		f := FollowUp{
			ID: a.o.IDs.New(), Scope: scope, Person: a.m.Person, Channel: a.m.Channel, Source: a.m.ID, Since: a.now,
			Followup: found, State: state.FollowUpOpen, Changed: a.now,
		}
		i := slices.IndexFunc(*list, func(o FollowUp) bool {
			return o.State == state.FollowUpOpen && o.Live(a.now) && o.Same(found)
		})
		if changed = true; i < 0 {
			*list = append(*list, f)
			continue
		}
		old := (*list)[i]
		if found.On.IsZero() && !old.On.IsZero() { // it is spoken of again, without its date
			continue
		}
		f.ID, f.Since, f.Weight, f.Gentle = old.ID, old.Since, max(f.Weight, old.Weight), f.Gentle || old.Gentle
		(*list)[i] = f
	}
	return changed
}

// forgetFollowUps drops what was said in some lines, as a record of them is
// forgotten.
func (o *Ops) forgetFollowUps(tx *kv.Tx, scope person.Scope, lines []turn.ID) error {
	list, err := followUps.List(tx, scope)
	for _, f := range list {
		if slices.Contains(lines, f.Source) && (f.State == state.FollowUpOpen || f.State == state.FollowUpRaised) {
			f.State, f.Changed = state.FollowUpDropped, o.Clock.Now()
			err = errors.Join(err, followUps.Put(tx, f))
		}
	}
	return err
}
