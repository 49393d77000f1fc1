package ops

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/priming"
)

// ErrNoHandle says that a handle names no memory of this conversation that the
// actor may see.
var ErrNoHandle = errors.New("no such handle")

// ErrNoScope says that the actor has no memory of their own to write to.
var ErrNoScope = errors.New("this person has no memory of their own")

// ToRemember is what is to be saved.
type ToRemember struct {
	Content  string
	Category memory.Category
	Stars    int // 1–5, 0 for the usual 3; out of range is clamped
	Tags     []string
	Replaces string // handle of the record that is no longer true, or ""
}

// Remembered is what was really stored.
type Remembered struct {
	Handle string
	Record memory.Record
	Known  bool // the same was remembered already; nothing was added

	OldHandle string // the record that was superseded, if any
	Old       memory.Record
	Ended     []memory.Record // all that were, Old among them
}

// Remember saves a record in the scope of the turn's speaker, once per op:
// the record, what it supersedes and the result that tell makes of it are
// committed together, and the same op again only gives that result. Errors in
// the content are memory.ErrRecord.
func (o *Ops) Remember(
	_ context.Context, t turn.Turn, op turn.Op, in ToRemember, tell func(Remembered) tool.Result,
) (res tool.Result, err error) {
	scope := t.Speaker.Scope()
	if scope == "" {
		return res, ErrNoScope
	}
	// What has happened is not judged again: the handle may be gone by now.
	if res, done, err := o.Session.Result(op); err != nil || done {
		return res, err
	}
	var old turn.ID
	if in.Replaces != "" {
		if old, err = o.resolve(t, in.Replaces); err != nil {
			return res, err
		}
	}
	rec, err := memory.Record{
		ID: o.IDs.New(), Category: in.Category, Content: in.Content, Stars: in.Stars, Tags: in.Tags,
		Language: string(text.Guess(in.Content, o.Lang)), OccurredAt: t.Messages[0].At, Scope: scope,
		Trust: memory.TrustModel, Source: memory.FromTool, Provenance: said(t),
	}.Normalise(o.Clock.Now())
	if err != nil {
		return res, err
	}
	var changed []memory.Record
	err = o.DB.Update(func(tx *kv.Tx) error {
		var done bool
		if res, done, err = o.Session.ResultIn(tx, op); err != nil || done {
			return err
		}
		got, err := o.store(tx, t.Conv, rec, old, t.Speaker)
		if err != nil {
			return err
		}
		changed = append(got.Ended, got.Record)
		res = tell(discreet(t.View, rec, got))
		_, err = o.Session.PutResult(tx, op, res)
		return err
	})
	if err == nil {
		o.Index.Changed(changed...)
	}
	return res, err
}

// resolve is the record behind a handle, if the speaker may change it and all
// may hear of it.
func (o *Ops) resolve(t turn.Turn, handle string) (turn.ID, error) {
	id, ok, err := o.Session.Resolve(t.Conv, handle)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", fmt.Errorf("%w: %s", ErrNoHandle, strings.TrimSpace(handle))
	}
	if _, ok, err = o.Ledger.Get(t.View.In(t.Speaker.Scope()), id); err != nil {
		return "", err
	}
	if !ok {
		return "", fmt.Errorf("%w: %s", ErrNoHandle, strings.TrimSpace(handle))
	}
	return id, nil
}

// said are the diary lines of what the person said in a turn: none where the
// companion was alone.
func said(t turn.Turn) []turn.ID {
	if t.Alone {
		return nil
	}
	ids := make([]turn.ID, len(t.Messages))
	for i, m := range t.Messages {
		ids[i] = m.ID
	}
	return ids
}

// Found is a record that answers a question, with its name in the
// conversation, or a line of the diary that does.
type Found struct {
	Handle  string        // "" for a line
	Record  memory.Record // of a line: what was said and when
	Speaker string        // who said the line
}

// Recall finds what is remembered about a question, best first, in the scopes
// of the turn's view: nothing where nothing is about it. Records alone answer
// where q says what they must be.
func (o *Ops) Recall(ctx context.Context, t turn.Turn, question string, q memory.Query) ([]Found, error) {
	o.ready(ctx)
	options := priming.SearchOptions{
		Limit: q.Limit, MinStars: q.MinStars, Category: q.Category, Zone: t.Zone(o.Zone), Gated: true, Own: own(t),
	}
	hits := o.Primer.Search(ctx, t.View, question, options)
	if len(hits) == 0 {
		return o.sharing(ctx, t, question, options)
	}
	var records []memory.Record
	for _, h := range hits {
		if !h.Unit.Line() {
			records = append(records, *h.Unit.Record)
		}
	}
	named, err := o.named(t.Conv, records)
	if err != nil {
		return nil, err
	}
	found := make([]Found, len(hits))
	for i, h := range hits {
		if h.Unit.Line() {
			found[i] = Found{Speaker: h.Unit.Speaker, Record: memory.Record{Content: h.Unit.Text, OccurredAt: h.Unit.At}}
		} else {
			found[i], named = named[0], named[1:]
		}
	}
	return found, nil
}

// sharing finds the records that have a word of the question, where nothing
// stands out: in a small memory all words are frequent.
func (o *Ops) sharing(ctx context.Context, t turn.Turn, question string, options priming.SearchOptions) ([]Found, error) {
	options.Gated, options.RecordsOnly = false, true
	var records []memory.Record
	for _, h := range o.Primer.Search(ctx, t.View, question, options) {
		records = append(records, *h.Unit.Record)
	}
	matched := memory.Match(question, records, memory.Query{})
	for i, m := range matched {
		records[i] = m.Record
	}
	return o.named(t.Conv, records[:len(matched)])
}

// Remembered counts the active records in the scope of a conversation.
func (o *Ops) Remembered(_ context.Context, conv turn.Conv) (int, error) {
	list, err := o.Ledger.List(person.Only(person.Scope(conv)), memory.Active)
	return len(list), err
}
