package ops

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/learn"
)

// Why something about what was learned cannot be.
const (
	UnknownLesson ProblemCode = "unknown_lesson"
	ManyLessons   ProblemCode = "many_lessons" // Known are ids that begin like that
	NoRule        ProblemCode = "no_rule"      // the entry is counted and has no rule yet
	UnsafeRule    ProblemCode = "unsafe_rule"  // Known is what was found against it
)

// Lesson is one entry of what was learned, as the owner sees it.
type Lesson struct {
	learn.Entry
	Short string `json:"short"` // a beginning of ID that names no other entry
}

// Step is the text for how far an entry has come.
func (l Lesson) Step() catalog.Key {
	switch l.Status {
	case learn.Proposed:
		return catalog.LearnedStepProposed
	case learn.Active:
		return catalog.LearnedStepActive
	case learn.Replaced:
		return catalog.LearnedStepReplaced
	case learn.Rejected:
		return catalog.LearnedStepRejected
	case learn.Revoked:
		return catalog.LearnedStepRevoked
	}
	return catalog.LearnedStepNoted
}

// LessonShown is an entry with what it was made of and what it changes.
type LessonShown struct {
	Lesson Lesson   `json:"lesson"`
	From   []Memory `json:"from"`   // the lines that taught it
	Before string   `json:"before"` // the section of the prompt without the rule
	After  string   `json:"after"`  // and with it
	Diff   []string `json:"diff"`   // its lines, each with "+ ", "- " or two blanks before it
}

// Section renders the part of the prompt that some entries make.
type Section func([]learn.Entry) string

// Recital is who is asked whether a rule spoils a reply. A nil Model asks
// nobody.
type Recital struct {
	Model  encode.Model
	System func(text.Lang) string // the prompt without any rule
}

// Learned lists what was learned from the owner, the newest first.
func (d Desk) Learned(context.Context) ([]Lesson, error) {
	all, err := d.entries()
	if err != nil {
		return nil, err
	}
	list := make([]Lesson, 0, len(all))
	for _, e := range all {
		if e.Count > 0 { // nothing is left of a reaction that was withdrawn
			list = append(list, Lesson{Entry: e, Short: shortest(all, e.ID)})
		}
	}
	slices.SortStableFunc(list, func(a, b Lesson) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(b.ID, a.ID)) })
	return list, nil
}

func (d Desk) entries() (all []learn.Entry, err error) {
	err = d.DB.View(func(tx *kv.Tx) error {
		all, err = d.Lessons.List(tx, person.ScopeOwner)
		return err
	})
	return all, err
}

// shortest is the shortest beginning of an id that no other entry has.
func shortest(all []learn.Entry, id turn.ID) string {
	n := minShort
	for _, e := range all {
		if e.ID != id {
			n = max(n, common(string(e.ID), string(id))+1)
		}
	}
	return strings.TrimRight(string(id[:min(n, len(id))]), "-")
}

// lesson makes out an entry by its id or the beginning of it.
func lesson(all []learn.Entry, id string) (Lesson, error) {
	begins := strings.ToLower(strings.TrimSpace(id))
	var found []learn.Entry
	for _, e := range all {
		if begins != "" && strings.HasPrefix(string(e.ID), begins) {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 0:
		return Lesson{}, &Problem{Code: UnknownLesson, About: id}
	case 1:
		return Lesson{Entry: found[0], Short: shortest(all, found[0].ID)}, nil
	}
	known := []string{}
	for _, e := range found[:min(len(found), manyKnown)] {
		known = append(known, shortest(all, e.ID))
	}
	return Lesson{}, &Problem{Code: ManyLessons, About: id, Known: known}
}

// ShowLesson gives one entry, how the prompt changes by its rule, and what a
// replay has found; where the rule waits for the owner the model is asked, if
// it was not before. Errors are *Problem.
func (d Desk) ShowLesson(ctx context.Context, id string, section Section, r Recital) (out LessonShown, err error) {
	all, err := d.entries()
	if err != nil {
		return out, err
	}
	if out.Lesson, err = lesson(all, id); err != nil {
		return out, err
	}
	if e := out.Lesson.Entry; e.Status == learn.Proposed {
		if out.Lesson.Entry, err = d.replay(ctx, all, e, section, r); err != nil {
			return out, err
		}
	}
	return d.shown(ctx, all, out.Lesson, section)
}

// shown adds what an entry was made of, and the section without and with it.
func (d Desk) shown(ctx context.Context, all []learn.Entry, l Lesson, section Section) (LessonShown, error) {
	out := LessonShown{Lesson: l, From: []Memory{}}
	known, err := d.lookUp(ctx, person.ViewOf(d.Owner), stringsOf(l.Evidence))
	if err != nil {
		return out, err
	}
	for _, id := range l.Evidence {
		out.From = append(out.From, known[string(id)])
	}
	without := slices.DeleteFunc(slices.Clone(all), func(e learn.Entry) bool { return e.ID == l.ID })
	out.Before, out.After = section(without), section(inForce(all, l.Entry))
	if l.Status != learn.Active && l.Rule != "" {
		out.Before = section(all)
	}
	out.Diff = diff(out.Before, out.After)
	return out, nil
}

// inForce are all entries as they are once one of them is active.
func inForce(all []learn.Entry, e learn.Entry) []learn.Entry {
	changed := e.Changed
	if e.Status != learn.Active {
		changed = e.Last
	}
	return withEntries(all, learn.Settle(all, e, learn.Active, "", changed)...)
}

// diff are the lines of two sections: those that go, those that come and those
// that stay.
func diff(before, after string) (out []string) {
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, l := range old {
		if l != "" && !slices.Contains(now, l) {
			out = append(out, "- "+l)
		}
	}
	for _, l := range now {
		switch {
		case l == "":
		case slices.Contains(old, l):
			out = append(out, "  "+l)
		default:
			out = append(out, "+ "+l)
		}
	}
	if out == nil {
		return []string{}
	}
	return out
}

// replayWithin bounds how long a model is asked about a rule.
const replayWithin = time.Minute

// goldenTokens bounds an answer of a replay.
const goldenTokens = 300

// replayed is the replay of a rule without a model.
func (o *Ops) replayed(all []learn.Entry, e learn.Entry) learn.Replay {
	goldens, err := learn.Goldens()
	if err != nil {
		return learn.Replay{Findings: []learn.Finding{{What: "recorded", Blocks: true, Excerpt: err.Error()}}}
	}
	after := learn.Section(inForce(all, e), o.Lang, "", budget.Estimate)
	return learn.Replay{
		Rule: e.Rule, Exchanges: len(goldens), Answers: []learn.Answer{},
		Findings: learn.Check(e, after, goldens, budget.Estimate),
	}
}

// replay replays a rule, with the model if there is one, unless that was done;
// what it finds is kept with the entry.
func (d Desk) replay(ctx context.Context, all []learn.Entry, e learn.Entry, section Section, r Recital) (learn.Entry, error) {
	if e.Replay != nil && e.Replay.Rule == e.Rule && (e.Replay.Model || r.Model == nil) {
		return e, nil
	}
	got := d.replayed(all, e)
	if r.Model != nil && !got.Blocked() {
		d.recite(ctx, &got, section(all), section(inForce(all, e)), r)
	}
	err := d.DB.Update(func(tx *kv.Tx) error {
		now, err := d.Lessons.List(tx, e.Scope)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(now, func(o learn.Entry) bool { return o.ID == e.ID && o.Rule == e.Rule })
		if i < 0 {
			return nil // it was edited or erased meanwhile
		}
		now[i].Replay = &got
		e = now[i]
		return d.Lessons.Put(tx, e)
	})
	return e, err
}

// recite asks the model some of the recorded exchanges without and with the
// rule. A model that is not there, or is too slow, leaves the replay without.
func (d Desk) recite(ctx context.Context, into *learn.Replay, before, after string, r Recital) {
	ctx, cancel := context.WithTimeout(ctx, replayWithin)
	defer cancel()
	goldens, _ := learn.Goldens() // replayed has read them
	for _, g := range goldens {
		if !g.Live {
			continue
		}
		answer := func(section string) (string, error) {
			return r.Model.Answer(ctx, encode.Ask{System: strings.TrimSpace(r.System(g.Lang) + "\n\n" + section), Words: g.Words, MaxTokens: goldenTokens})
		}
		without, err := answer(before)
		if err != nil || without == "" {
			return
		}
		with, err := answer(after)
		if err != nil {
			return
		}
		into.Model = true
		into.Answers = append(into.Answers, learn.Answer{Name: g.Name, Words: g.Words, Without: without, With: with})
		into.Findings = append(into.Findings, learn.Worse(learn.Judge(g, without, before), learn.Judge(g, with, after))...)
	}
}

// DecideLesson lets a rule come into force (Active), turns it down (Rejected)
// or takes it back (Revoked). One that acts is taken back rather than turned
// down, and one that only waits is turned down rather than taken back. changed
// is false where it was so already. A rule that the checks refuse does not come
// into force. Errors are *Problem.
func (d Desk) DecideLesson(ctx context.Context, id string, to learn.Status, section Section, r Recital) (l Lesson, changed bool, err error) {
	all, err := d.entries()
	if err != nil {
		return l, false, err
	}
	if l, err = lesson(all, id); err != nil {
		return l, false, err
	}
	if l.Rule == "" {
		return l, false, &Problem{Code: NoRule, About: id}
	}
	if to == learn.Active && l.Status != learn.Active {
		if l.Entry, err = d.replay(ctx, all, l.Entry, section, r); err != nil {
			return l, false, err
		}
		if l.Replay == nil || l.Replay.Blocked() {
			return l, false, unsafeRule(id, l.Replay)
		}
	}
	return d.settleRule(l, to, "")
}

// EditLesson changes the text of a rule. One that acts goes on acting with the
// new text, any other waits for the owner. The words stand as they are written
// or are refused: what the checks would take out, the owner has not approved.
// Errors are *Problem.
func (d Desk) EditLesson(_ context.Context, id, rule string) (l Lesson, changed bool, err error) {
	all, err := d.entries()
	if err != nil {
		return l, false, err
	}
	if l, err = lesson(all, id); err != nil {
		return l, false, err
	}
	edited := l.Entry
	edited.Rule = text.CleanName(rule)
	if found := d.replayed(all, edited); found.Blocked() {
		return l, false, unsafeRule(id, &found)
	}
	to := learn.Proposed
	if l.Status == learn.Active {
		to = learn.Active
	}
	return d.settleRule(l, to, edited.Rule)
}

func unsafeRule(id string, r *learn.Replay) error {
	p := &Problem{Code: UnsafeRule, About: id}
	if r != nil {
		for _, f := range r.Findings {
			if f.Blocks && !slices.Contains(p.Known, f.What) {
				p.Known = append(p.Known, f.What)
			}
		}
	}
	return p
}

// settleRule commits what the owner decided, over the entry as it is then.
func (d Desk) settleRule(l Lesson, to learn.Status, rule string) (_ Lesson, changed bool, err error) {
	err = d.DB.Update(func(tx *kv.Tx) error {
		changed = false
		all, err := d.Lessons.List(tx, l.Scope)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(e learn.Entry) bool { return e.ID == l.ID })
		if i < 0 {
			return &Problem{Code: UnknownLesson, About: l.Short}
		}
		e := all[i]
		switch {
		case to == learn.Rejected && e.Status == learn.Active:
			to = learn.Revoked
		case to == learn.Revoked && e.Status == learn.Proposed:
			to = learn.Rejected
		case to == learn.Revoked && e.Status != learn.Active, to == learn.Rejected && e.Status != learn.Proposed:
			to = e.Status
		}
		if changed = to != e.Status || rule != "" && rule != e.Rule; !changed {
			l.Entry = e
			return nil
		}
		after := learn.Settle(all, e, to, rule, d.Clock.Now())
		if to == learn.Proposed { // an edited rule is no decision yet
			after[0].Settled = e.Settled
		}
		l.Entry = after[0]
		return d.Lessons.Put(tx, after...)
	})
	return l, changed, err
}
