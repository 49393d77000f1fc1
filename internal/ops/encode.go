package ops

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
	"github.com/kokoron/kokoron/memory/salience"
)

// When a talk is over: after so long a silence, so long after a good night, or
// when it has so many turns that a model could not be shown more.
const (
	idleAfter   = 30 * time.Minute
	byeAfter    = 2 * time.Minute
	maxTurns    = 40
	encodedSure = 0.8 // confidence of what a model wrote about what was said
	maxTwins    = 10  // records that a fact is compared with
	twinShare   = 0.5 // of the terms of two sentences about the same line: they tell the same
)

// talk is what was said in a conversation since its last segment began.
type talk struct {
	Conv   turn.Conv    `json:"conv"`
	Scope  person.Scope `json:"scope"`
	Person person.ID    `json:"person"`
	Lines  []turn.ID    `json:"lines"`
	Turns  int          `json:"turns"`
	LastAt time.Time    `json:"last_at"`
	Bye    bool         `json:"bye,omitempty"` // the last words were a good night
}

var (
	talks    = kv.NewBucket[talk]("encode/talks")              // conversation, scope → talk
	segments = kv.NewBucket[encode.Segment]("encode/segments") // id → one that is not done
	encoded  = kv.NewBucket[encode.Segment]("encode/done")     // id → where its episode stands, without the text
)

// spoke notes a turn that is finished, in its transaction.
func (o *Ops) spoke(tx *kv.Tx, t turn.Turn, reply turn.Outgoing) error {
	last := t.Messages[len(t.Messages)-1]
	if t.Speaker.Role == person.Visitor {
		return nil // visitors make no memories
	}
	k := kv.Key(string(t.Conv), string(scopeOf(last.Person)))
	old, err := o.goesOn(tx, k, t.Messages[0].At)
	if err != nil {
		return err
	}
	now := talk{
		Conv: t.Conv, Scope: scopeOf(last.Person), Person: last.Person,
		Lines: append(old.Lines, said(t)...), Turns: old.Turns + 1, LastAt: reply.At, Bye: encode.Farewell(last.Text),
	}
	if reply.Text != "" {
		now.Lines = append(now.Lines, reply.ID)
	}
	return talks.Put(tx, k, now)
}

// goesOn is the talk that what is said at a time goes on with. One that it is
// left for becomes a segment, but for words said unasked that nobody took up.
func (o *Ops) goesOn(tx *kv.Tx, k string, at time.Time) (talk, error) {
	t, _, err := talks.Get(tx, k)
	switch {
	case err != nil || !t.left(at, o.Zone):
		return t, err
	case t.Turns == 0:
		return talk{}, nil
	}
	return talk{}, claimed(tx, t, o.IDs.New())
}

// over is when a talk is over; zero where it is too short for an episode.
func (t talk) over() time.Time {
	switch {
	case t.Turns < encode.MinTurns:
		return time.Time{}
	case t.Turns >= maxTurns:
		return t.LastAt
	case t.Bye:
		return t.LastAt.Add(byeAfter)
	}
	return t.LastAt.Add(idleAfter)
}

// left reports whether what is said at a time belongs to another talk: this one
// is over, or too short for an episode and of a day that is; words said unasked
// are taken up on their day or not at all. An episode has one date, which must
// be that of all its lines.
func (t talk) left(at time.Time, zone *time.Location) bool {
	if over := t.over(); !over.IsZero() {
		return over.Before(at)
	}
	earlier := t.LastAt.In(zone).Format(time.DateOnly) < at.In(zone).Format(time.DateOnly)
	return earlier && (t.Turns == 0 || t.LastAt.Add(idleAfter).Before(at))
}

// claimed makes a segment of a talk.
func claimed(tx *kv.Tx, t talk, id turn.ID) error {
	return segments.Put(tx, string(id), encode.Segment{ID: id, Conv: t.Conv, Scope: t.Scope, Person: t.Person, Lines: t.Lines, State: encode.Claimed})
}

// Encoding makes episodes and facts of talks that are over. It is an alarm of
// the heart and the store of its encoder. Use NewEncoding; it is used as the
// heart uses an alarm, and by All beside it.
type Encoding struct {
	*Ops
	encoder encode.Encoder
	turn    chan struct{} // one run at a time
}

// NewEncoding returns the encoding of talks by a model.
func NewEncoding(o *Ops, m encode.Model) *Encoding {
	e := &Encoding{Ops: o, turn: make(chan struct{}, 1)}
	e.encoder = encode.Encoder{Store: e, Closer: e, Model: m, Log: o.Log}
	return e
}

// Name implements heart.Alarm.
func (e *Encoding) Name() string { return "encode" }

// Spec implements heart.Alarm.
func (e *Encoding) Spec() string { return "30m after the last words, 2m after a good night" }

// Next implements heart.Alarm: when the first talk is over, and now where a
// segment is not done.
func (e *Encoding) Next(now time.Time, _ heart.State) (next time.Time) {
	err := e.DB.View(func(tx *kv.Tx) error {
		err := segments.Ascend(tx, "", func(string, encode.Segment) error {
			next = now
			return kv.ErrStop
		})
		if err != nil || !next.IsZero() {
			return err
		}
		return talks.Ascend(tx, "", func(_ string, t talk) error {
			if at := t.over(); !at.IsZero() && (next.IsZero() || at.Before(next)) {
				next = at
			}
			return nil
		})
	})
	if err != nil {
		e.Log.Error("when the next talk is over", "err", err)
	}
	return next
}

// Fire implements heart.Alarm.
func (e *Encoding) Fire(ctx context.Context, c heart.Call) (heart.Result, error) {
	return e.run(ctx, func(t talk) bool { at := t.over(); return !at.IsZero() && !at.After(c.Now) })
}

// All makes episodes of all talks that are long enough for one, over or not, and
// of the short ones of days that are over: what looks back at the day needs them.
func (e *Encoding) All(ctx context.Context) (heart.Result, error) {
	now := e.Clock.Now()
	return e.run(ctx, func(t talk) bool { return t.Turns >= encode.MinTurns || t.Turns > 0 && t.left(now, e.Zone) })
}

func (e *Encoding) run(ctx context.Context, due func(talk) bool) (heart.Result, error) {
	if err := clock.Enter(ctx, e.Clock, e.turn); err != nil {
		return heart.Result{}, err
	}
	defer func() { <-e.turn }()
	if err := e.claim(due); err != nil {
		return heart.Result{}, err
	}
	out, err := e.encoder.Run(ctx)
	return heart.Result{Counts: map[string]int{"episodes": out.Episodes, "facts": out.Facts, "without_model": out.Plain}}, err
}

// claim makes segments of the talks that are due.
func (e *Encoding) claim(due func(talk) bool) error {
	return e.DB.Update(func(tx *kv.Tx) error {
		var keys []string
		var list []talk
		err := talks.Ascend(tx, "", func(k string, t talk) error {
			if due(t) {
				keys, list = append(keys, k), append(list, t)
			}
			return nil
		})
		for i, t := range list {
			if err == nil {
				err = claimed(tx, t, e.IDs.New())
			}
			if err == nil {
				err = talks.Delete(tx, keys[i])
			}
		}
		return err
	})
}

// Open implements encode.Store.
func (e *Encoding) Open(context.Context) (list []encode.Segment, err error) {
	err = e.DB.View(func(tx *kv.Tx) error {
		return segments.Ascend(tx, "", func(_ string, s encode.Segment) error {
			list = append(list, s)
			return nil
		})
	})
	return list, err
}

// Talk implements encode.Store. Of somebody who is not admitted any more there
// is nothing to keep.
func (e *Encoding) Talk(ctx context.Context, s encode.Segment) (encode.Talk, error) {
	t := encode.Talk{Lang: e.Lang, Zone: e.Zone}
	who, ok := e.Speaker(ctx, s.Person)
	if !ok || who.Scope() != s.Scope {
		return t, nil
	}
	t.Name, t.Owner = who.Name, who.Role == person.Owner
	err := Desk{Ops: e.Ops}.linesFrom(person.Only(s.Scope), s.Lines[0].Time(), s.Lines[len(s.Lines)-1].Time(), func(l diary.Line) {
		if slices.Contains(s.Lines, l.ID) && !l.Erased {
			t.Lines = append(t.Lines, encode.Line{ID: l.ID, Person: l.Role == diary.Person, Text: l.Text, At: l.At})
		}
	})
	slices.SortFunc(t.Lines, func(a, b encode.Line) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return t, err
}

// errTakenBack says that a line was erased while the model read it: the next
// run reads what is left.
var errTakenBack = errors.New("lines were erased meanwhile")

// Keep implements encode.Store. The episode itself becomes no record: its file
// is the truth of it, and what is found of it are the pieces of that file. So
// nothing stands twice.
func (e *Encoding) Keep(ctx context.Context, s encode.Segment, ep encode.Episode) (kept encode.Segment, err error) {
	who, _ := e.Speaker(ctx, s.Person)
	if err := e.dropEnded(s.Scope, &ep, who); err != nil {
		return s, err
	}
	twins := make([]turn.ID, len(ep.Facts))
	for i, f := range ep.Facts {
		twins[i] = e.twin(ctx, s, f, who)
	}
	var changed []memory.Record
	err = e.DB.Update(func(tx *kv.Tx) error {
		now, ok, err := segments.Get(tx, string(s.ID))
		if err != nil || !ok || now.State != encode.Claimed {
			kept = now
			return err
		}
		for _, id := range ep.Lines {
			if gone, err := e.Ledger.Erased(tx, s.Scope, string(id)); err != nil || gone {
				return cmp.Or(err, errTakenBack)
			}
		}
		for i, f := range ep.Facts {
			got, err := e.keepFact(tx, s, f, twins[i], who)
			if err != nil {
				return err
			}
			changed = append(changed, got...)
		}
		kept = now
		kept.State, kept.Block = encode.Kept, ep.Block
		kept.Path = encode.Folder + ep.At.In(e.Zone).Format(time.DateOnly) + ".md"
		return segments.Put(tx, string(s.ID), kept)
	})
	if err == nil {
		e.Index.Changed(changed...)
	}
	return kept, err
}

// dropEnded leaves out of an episode the facts that a record of the same lines
// told and that have ended since: an episode is made after the talk, and what
// was put right meanwhile must not come back with it.
func (e *Encoding) dropEnded(scope person.Scope, ep *encode.Episode, who person.Person) error {
	all, err := e.Ledger.List(person.Only(scope), "")
	if err != nil {
		return err
	}
	ep.Facts = slices.DeleteFunc(slices.Clone(ep.Facts), func(f encode.Fact) bool {
		return slices.ContainsFunc(all, func(r memory.Record) bool {
			over := r.Status == memory.Superseded || r.Forgotten()
			return over && madeOf(r, f) && salience.Overlap(r.Content, who.Name, f.Content) >= twinShare
		})
	})
	return nil
}

// madeOf reports whether a record was made of a line that tells a fact.
func madeOf(r memory.Record, f encode.Fact) bool {
	return slices.ContainsFunc(r.Provenance, func(id turn.ID) bool { return slices.Contains(f.From, id) })
}

// twin is a record in use that was made of the same lines and tells much the
// same as a fact: a tool or a rule has kept it already. "" where there is none.
func (e *Encoding) twin(ctx context.Context, s encode.Segment, f encode.Fact, who person.Person) turn.ID {
	hits := e.Primer.Search(ctx, person.Only(s.Scope), f.Content, priming.SearchOptions{RecordsOnly: true, Limit: maxTwins, Zone: e.Zone})
	for _, h := range hits {
		r := h.Unit.Record
		if r.Source != memory.FromFile && madeOf(*r, f) && salience.Overlap(r.Content, who.Name, f.Content) >= twinShare {
			return r.ID
		}
	}
	return ""
}

// keepFact writes one fact by the rule for all records. What the person's own
// words do not state by rule is not kept against what is known: a model may
// take a wish for a fact.
func (e *Encoding) keepFact(tx *kv.Tx, s encode.Segment, f encode.Fact, twin turn.ID, who person.Person) ([]memory.Record, error) {
	r, err := memory.Record{
		ID: e.IDs.New(), Type: memory.Semantic, Category: f.Category, Content: f.Content, Subject: f.Subject, Stars: f.Stars,
		Confidence: encodedSure, Salience: salience.OfCategory(f.Category), Language: string(text.Guess(f.Content, e.Lang)),
		OccurredAt: f.At, Scope: s.Scope, Trust: memory.TrustModel, Source: memory.FromEncode, Provenance: f.From,
	}.Normalise(e.Clock.Now())
	if err != nil {
		return nil, nil // such as one without a letter: the diary has the words
	}
	old, ok, err := e.Ledger.In(tx, s.Scope, twin)
	if err != nil {
		return nil, err
	}
	if ok && old.Status == memory.Active {
		old = reinforced(old, r, e.Clock.Now())
		return []memory.Record{old}, e.Ledger.Update(tx, old)
	}
	if !f.Stated {
		states := stated(r, who)
		met, err := e.meeting(tx, r, states, who, e.Clock.Now())
		if err != nil {
			return nil, err
		}
		if ended, by := contradicted(r, met, states, who); len(ended) > 0 || by.ID != "" {
			return nil, nil
		}
	}
	got, err := e.write(tx, r, "", who)
	return append(got.Ended, got.Record), err
}

// Append implements encode.Store.
func (e *Encoding) Append(_ context.Context, s encode.Segment) error {
	var is encode.Segment
	err := e.DB.View(func(tx *kv.Tx) (err error) {
		is, _, err = segments.Get(tx, string(s.ID))
		return err
	})
	if err != nil || is.State != encode.Kept {
		return cmp.Or(err, errTakenBack)
	}
	now, err := e.Library.Read(person.Only(s.Scope), s.Path)
	if err != nil && !errors.Is(err, library.ErrMissing) {
		return err
	}
	if s.Block == "" || strings.Contains(now, strings.TrimSpace(s.Block)) {
		return nil
	}
	_, err = e.Library.Write(s.Scope, s.Path, s.Block, library.Append)
	return err
}

// Close implements encode.Closer.
func (e *Encoding) Close(_ context.Context, s encode.Segment) error {
	return e.DB.Update(func(tx *kv.Tx) error {
		if err := segments.Delete(tx, string(s.ID)); err != nil {
			return err
		}
		s.State, s.Block = encode.Done, ""
		return encoded.Put(tx, string(s.ID), s)
	})
}

// reclaim takes back the episodes that are not in their files yet and have
// words, or lines, that are erased: the next run makes them of what is left.
func reclaim(tx *kv.Tx, doomed memory.Erasing) error {
	_, err := segments.Rewrite(tx, "", func(_ string, s encode.Segment) (encode.Segment, kv.Verdict) {
		of := func(id turn.ID) bool { return doomed.IDs[string(id)] }
		if s.State != encode.Kept || !doomed.Words.In(s.Block) && !slices.ContainsFunc(s.Lines, of) {
			return s, kv.Leave
		}
		s.State, s.Block, s.Path = encode.Claimed, "", ""
		return s, kv.Change
	})
	return err
}
