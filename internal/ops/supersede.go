package ops

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/facts"
	"github.com/kokoron/kokoron/memory/salience"
)

// maxProvenance is how many lines a record names at most that it was said in:
// the first ones and the last.
const maxProvenance = 32

// store is write for a conversation: the records get their names there.
func (o *Ops) store(tx *kv.Tx, conv turn.Conv, rec memory.Record, old turn.ID, who person.Person) (got Remembered, err error) {
	if got, err = o.write(tx, rec, old, who); err != nil {
		return got, err
	}
	if got.Old.ID != "" {
		if got.OldHandle, err = o.Session.Handle(tx, conv, got.Old.ID); err != nil {
			return got, err
		}
	}
	got.Handle, err = o.Session.Handle(tx, conv, got.Record.ID)
	return got, err
}

// write is the one rule by which a record comes beside those of its scope,
// whatever made it. who is the person whose memory it is.
//
// What is known already, in these words or as the same fact, is not stored
// again: the known record gains by it. A record that contradicts older ones of
// the same one ends them: they stay, and hold until what the new one tells
// happened. One that a newer record contradicts is stored as ended by that.
// old is what the new record is said to replace, or "".
func (o *Ops) write(tx *kv.Tx, rec memory.Record, old turn.ID, who person.Person) (got Remembered, err error) {
	now, states := o.Clock.Now(), stated(rec, who)
	rec = profiled(rec, states)
	met, err := o.meeting(tx, rec, states, who, now)
	if err != nil {
		return got, err
	}
	got.Record = rec
	if i := slices.IndexFunc(met, func(r memory.Record) bool { return known(rec, r, states, who) }); i >= 0 {
		got.Known, got.Record = true, reinforced(met[i], rec, now)
		err = o.Ledger.Update(tx, got.Record)
	} else {
		err = o.Ledger.Put(tx, rec)
	}
	if err != nil {
		return got, err
	}
	ended, by := contradicted(got.Record, met, states, who)
	if old != "" && old != got.Record.ID {
		ended = append([]turn.ID{old}, slices.DeleteFunc(ended, func(id turn.ID) bool { return id == old })...)
	}
	for _, id := range ended {
		if err := o.Ledger.Supersede(tx, rec.Scope, id, got.Record.ID, rec.OccurredAt); err != nil {
			return got, err
		}
		r, _, err := o.Ledger.In(tx, rec.Scope, id)
		if err != nil {
			return got, err
		}
		got.Ended = append(got.Ended, r)
	}
	if len(got.Ended) > 0 {
		got.Old = got.Ended[0]
	} else if by.ID != "" && !got.Known && old == "" {
		if err = o.Ledger.Supersede(tx, rec.Scope, rec.ID, by.ID, by.OccurredAt); err == nil {
			got.Record, _, err = o.Ledger.In(tx, rec.Scope, rec.ID)
		}
	}
	return got, err
}

// profiled is a record that belongs to the profile of the person where it tells
// who they are: no question about that has its words. What a model weighed
// itself stays as it weighed it.
func profiled(rec memory.Record, states facts.Statement) memory.Record {
	other := func(f facts.Fact) bool { return !f.Personal() }
	if rec.Source == memory.FromTool || rec.Term == memory.Short || len(states.Facts) == 0 || slices.ContainsFunc(states.Facts, other) {
		return rec
	}
	rec.Category, rec.Stars = memory.AboutSensei, max(rec.Stars, profileStars)
	rec.Strength = max(rec.Strength, float64(rec.Stars)/memory.MaxStars)
	rec.Salience.Importance = rec.Strength
	return rec
}

// selves is how the person is named in what is remembered for them.
func selves(who person.Person) []string {
	if who.Role == person.Owner {
		return []string{who.Name, facts.Owner}
	}
	return []string{who.Name}
}

// stated is what a record states of whom, seen from the person whose memory it
// is.
func stated(r memory.Record, who person.Person) facts.Statement {
	return facts.Read(r.Content).As(selves(who)...)
}

// meeting are the records in use that are about the same as a new one, and
// those in the same words, oldest first.
func (o *Ops) meeting(tx *kv.Tx, rec memory.Record, states facts.Statement, who person.Person, now time.Time) (list []memory.Record, err error) {
	same, ok, err := o.Ledger.Same(tx, rec.Scope, rec.Content)
	if err != nil {
		return nil, err
	}
	if ok {
		list = append(list, same)
	}
	var keys []string
	for _, f := range states.Facts {
		keys = append(keys, f.Meets()...)
		if f.Who == facts.Self {
			for _, name := range selves(who) {
				f.Who = facts.Named(name)
				keys = append(keys, f.Meets()...)
			}
		}
	}
	if len(keys) > 0 {
		about, err := o.Ledger.Stating(tx, rec.Scope, keys...)
		if err != nil {
			return nil, err
		}
		list = append(list, about...)
	}
	over := func(r memory.Record) bool { return !r.ValidUntil.IsZero() && !r.ValidUntil.After(now) }
	return slices.DeleteFunc(list, over), nil
}

// known reports whether a record says what an older one says.
func known(rec, old memory.Record, states facts.Statement, who person.Person) bool {
	return slices.Equal(rec.Audience, old.Audience) && (text.Fold(rec.Content) == text.Fold(old.Content) || states.Same(stated(old, who)))
}

// reinforced is a record that was said again as rec.
func reinforced(r, rec memory.Record, now time.Time) memory.Record {
	r = salience.Access(r, true, now)
	for _, id := range rec.Provenance {
		if !slices.Contains(r.Provenance, id) {
			r.Provenance = append(r.Provenance, id)
		}
	}
	if extra := len(r.Provenance) - maxProvenance; extra > 0 {
		r.Provenance = slices.Delete(r.Provenance, maxProvenance/2, maxProvenance/2+extra)
	}
	r.Confidence, r.Stars, r.Strength = max(r.Confidence, rec.Confidence), max(r.Stars, rec.Stars), max(r.Strength, rec.Strength)
	r.Salience.Importance = r.Strength
	if trusted(rec.Trust) > trusted(r.Trust) {
		r.Trust = rec.Trust
	}
	if r.Term == memory.Short && !r.ValidUntil.IsZero() && (rec.ValidUntil.IsZero() || rec.ValidUntil.After(r.ValidUntil)) {
		r.Term, r.ValidUntil = rec.Term, rec.ValidUntil
	}
	return r
}

// trusted orders the degrees of trust.
func trusted(t memory.Trust) int {
	return slices.Index([]memory.Trust{memory.TrustUntrusted, memory.TrustModel, memory.TrustPerson, memory.TrustOwner}, t)
}

// contradicted are the older records that rec ends, and the newer one that
// ends rec. What one may have several of ends nothing where it is open which
// is meant.
func contradicted(rec memory.Record, met []memory.Record, states facts.Statement, who person.Person) (ended []turn.ID, by memory.Record) {
	for _, r := range met {
		switch s := stated(r, who); {
		case r.ID == rec.ID || !slices.Equal(r.Audience, rec.Audience):
		case heard(r).After(rec.OccurredAt):
			if states.EndedBy(s) && outranks(r, rec) && r.OccurredAt.After(by.OccurredAt) {
				by = r
			}
		case s.EndedBy(states) && outranks(rec, r) && !slices.Contains(ended, r.ID):
			ended = append(ended, r.ID)
		}
	}
	if states.Doubtful() && len(ended) > 1 {
		ended = nil
	}
	return ended, by
}

// heard is when a record was last said to hold, as far as is known: of one that
// was said again its last line tells.
func heard(r memory.Record) time.Time {
	at := r.OccurredAt
	if n := len(r.Provenance); r.Used > 0 && n > 1 && r.Provenance[n-1].Time().After(at) {
		at = r.Provenance[n-1].Time()
	}
	return at
}

// outranks reports whether a record may end another: what holds for some days
// does not end what lasts, nor does a stranger's word end anybody's.
func outranks(rec, other memory.Record) bool {
	return (rec.Term != memory.Short || other.Term == memory.Short) &&
		(rec.Trust != memory.TrustUntrusted || other.Trust == memory.TrustUntrusted)
}

// History finds what held before of what a question is about: the records that
// answer it and are superseded, and those in whose place came what is recalled
// for it, in the scopes of the turn's view, the newest first. Where no word
// leads to any, it is the newest of all that held before: whoever asks for what
// was seldom names it.
func (o *Ops) History(ctx context.Context, t turn.Turn, question string, q memory.Query) ([]Found, error) {
	past, err := o.Ledger.List(t.View, memory.Superseded)
	if err != nil || len(past) == 0 {
		return nil, err
	}
	current, err := o.Recall(ctx, t, question, memory.Query{Limit: q.Limit, Category: q.Category, MinStars: q.MinStars})
	if err != nil {
		return nil, err
	}
	wanted := map[turn.ID]bool{}
	for _, m := range memory.Match(question, past, memory.Query{Category: q.Category, MinStars: q.MinStars}) {
		wanted[m.Record.ID] = true
	}
	for _, f := range current {
		if f.Handle != "" {
			wanted[f.Record.ID] = true
		}
	}
	// Behind what is wanted stands what it replaced, and what that did.
	var list []memory.Record
	for found := true; found; {
		found = false
		past = slices.DeleteFunc(past, func(r memory.Record) bool {
			if !wanted[r.ID] && !wanted[r.SupersededBy] {
				return false
			}
			wanted[r.ID], found, list = true, true, append(list, r)
			return true
		})
	}
	if len(list) == 0 {
		list = past
	}
	slices.SortFunc(list, func(a, b memory.Record) int {
		return cmp.Or(b.ValidUntil.Compare(a.ValidUntil), cmp.Compare(b.ID, a.ID))
	})
	if q.Limit > 0 {
		list = list[:min(len(list), q.Limit)]
	}
	return o.named(t.Conv, list)
}
