package ops

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// ErrNotActive says that a record is not in use any more: it is archived, or
// another says what holds now.
var ErrNotActive = errors.New("this record is not in use any more")

// maxReason is how much of a reason is kept, in characters.
const maxReason = 200

// Handled is a record a call was about, with its name in the conversation.
type Handled struct {
	Handle string
	Record memory.Record // as it is now
	Same   bool          // it was so before: nothing was changed
}

// Filing is how a record is to be filed; what is zero stays as it is.
type Filing struct {
	Category memory.Category // an unknown one becomes Conversation
	Stars    int             // out of range is clamped
	Tags     []string        // in place of those it has
}

// Classify files an active record of the speaker's own anew. Like Remember it
// is done once per op, together with the result that tell makes of it.
func (o *Ops) Classify(
	_ context.Context, t turn.Turn, op turn.Op, handle string, f Filing, tell func(Handled) tool.Result,
) (tool.Result, error) {
	return o.change(t, op, handle, tell, func(tx *kv.Tx, r memory.Record) (memory.Record, error) {
		if r.Status != memory.Active {
			return r, ErrNotActive
		}
		if f.Category != "" {
			r.Category = f.Category
		}
		if f.Stars != 0 {
			r.Stars = min(max(f.Stars, memory.MinStars), memory.MaxStars)
			r.Strength = float64(r.Stars) / memory.MaxStars
		}
		if f.Tags != nil {
			r.Tags = f.Tags
		}
		r, err := r.Normalise(o.Clock.Now())
		if err != nil {
			return r, err
		}
		return r, o.Ledger.Update(tx, r)
	})
}

// Forget takes a record of the speaker's own out of use, for a reason. It
// stays in the ledger and can be restored. What is out of use already stays as
// it is, which is no error.
func (o *Ops) Forget(
	_ context.Context, t turn.Turn, op turn.Op, handle, reason string, tell func(Handled) tool.Result,
) (tool.Result, error) {
	return o.change(t, op, handle, tell, func(tx *kv.Tx, r memory.Record) (memory.Record, error) {
		if err := o.Ledger.Archive(tx, r.Scope, r.ID, text.Excerpt(reason, maxReason), o.Clock.Now()); err != nil {
			return r, err
		}
		if err := o.unlearn(tx, r.Scope, r.Provenance); err != nil {
			return r, err
		}
		r, _, err := o.Ledger.In(tx, r.Scope, r.ID)
		return r, err
	})
}

// Promote makes an active record of the speaker's own a candidate for the
// character, for the owner to decide. What is proposed or decided already stays
// as it is.
func (o *Ops) Promote(
	_ context.Context, t turn.Turn, op turn.Op, handle, reason string, tell func(Handled) tool.Result,
) (tool.Result, error) {
	return o.change(t, op, handle, tell, func(tx *kv.Tx, r memory.Record) (memory.Record, error) {
		if r.Status != memory.Active {
			return r, ErrNotActive
		}
		if r.Soul != memory.SoulNone {
			return r, nil
		}
		r.Soul, r.SoulReason = memory.SoulCandidate, text.Excerpt(reason, maxReason)
		return r, o.Ledger.Update(tx, r)
	})
}

// change does something to the record behind a handle, once per op: the change
// and the result that tell makes of it are committed together, and the same op
// again only gives that result. The index is told afterwards.
func (o *Ops) change(
	t turn.Turn, op turn.Op, handle string, tell func(Handled) tool.Result, do func(*kv.Tx, memory.Record) (memory.Record, error),
) (res tool.Result, err error) {
	scope := t.Speaker.Scope()
	if scope == "" {
		return res, ErrNoScope
	}
	if res, done, err := o.Session.Result(op); err != nil || done {
		return res, err
	}
	id, err := o.resolve(t, handle)
	if err != nil {
		return res, err
	}
	var changed []memory.Record
	err = o.DB.Update(func(tx *kv.Tx) error {
		var done bool
		if res, done, err = o.Session.ResultIn(tx, op); err != nil || done {
			return err
		}
		before, ok, err := o.Ledger.In(tx, scope, id)
		if err != nil || !ok {
			return errors.Join(err, ErrNoHandle)
		}
		after, err := do(tx, before)
		if err != nil {
			return err
		}
		got := Handled{Record: after, Same: sameFiling(before, after)}
		if got.Handle, err = o.Session.Handle(tx, t.Conv, id); err != nil {
			return err
		}
		if !got.Same {
			changed = append(changed, after)
		}
		res = tell(got)
		_, err = o.Session.PutResult(tx, op, res)
		return err
	})
	if err == nil && len(changed) > 0 {
		o.Index.Changed(changed...)
	}
	return res, err
}

// sameFiling compares what the calls of this file can change.
func sameFiling(a, b memory.Record) bool {
	return a.Category == b.Category && a.Stars == b.Stars && slices.Equal(a.Tags, b.Tags) && a.Status == b.Status && a.Soul == b.Soul
}

// Newest are the active records that a turn may see, the newest first.
func (o *Ops) Newest(_ context.Context, t turn.Turn, limit int) ([]Found, error) {
	list, err := o.Ledger.List(t.View, memory.Active)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b memory.Record) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	return o.named(t.Conv, list[:min(limit, len(list))])
}

// named gives records their names in a conversation. Only for one that has
// none yet it writes.
func (o *Ops) named(conv turn.Conv, list []memory.Record) ([]Found, error) {
	found := make([]Found, len(list))
	fresh := false
	err := o.DB.View(func(tx *kv.Tx) error {
		for i, r := range list {
			handle, ok, err := o.Session.HandleOf(tx, conv, r.ID)
			if err != nil {
				return err
			}
			found[i] = Found{Handle: handle, Record: r}
			fresh = fresh || !ok
		}
		return nil
	})
	if err != nil || !fresh {
		return found, err
	}
	err = o.DB.Update(func(tx *kv.Tx) error {
		for i := range found {
			if found[i].Handle, err = o.Session.Handle(tx, conv, found[i].Record.ID); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// Counts is how much is remembered, and in what state.
type Counts struct {
	Active, Superseded, Archived int
	Candidates                   int // of the active ones: proposed for the character

	// Of the active ones.
	ByCategory map[memory.Category]int
	ByLevel    map[memory.Level]int
	Oldest     time.Time // zero: there is none
	Newest     time.Time

	Ready   bool // all of it can be found
	Meaning bool // by what it means too, not by its words alone
	Waiting int  // units, of all scopes, that cannot be found by meaning yet
}

// Stats counts the records that a turn may see.
func (o *Ops) Stats(_ context.Context, t turn.Turn) (Counts, error) {
	list, err := o.Ledger.List(t.View, "")
	if err != nil {
		return Counts{}, fmt.Errorf("count records: %w", err)
	}
	st := o.Index.Status()
	c := Counts{
		ByCategory: map[memory.Category]int{}, ByLevel: map[memory.Level]int{},
		Ready: st.Ready, Meaning: st.Embedding, Waiting: st.Unmade,
	}
	for _, r := range list {
		switch r.Status {
		case memory.Superseded:
			c.Superseded++
			continue
		case memory.Archived:
			c.Archived++
			continue
		case memory.Active:
			c.Active++
		}
		c.ByCategory[r.Category]++
		c.ByLevel[r.Level]++
		if r.Soul == memory.SoulCandidate {
			c.Candidates++
		}
		if c.Oldest.IsZero() || r.CreatedAt.Before(c.Oldest) {
			c.Oldest = r.CreatedAt
		}
		if r.CreatedAt.After(c.Newest) {
			c.Newest = r.CreatedAt
		}
	}
	return c, nil
}
