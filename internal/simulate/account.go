package simulate

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// accounts is what was noted of what the companion did by itself.
type accounts struct {
	decided  map[decided]bool
	thoughts map[turn.ID]bool
	matters  map[turn.ID]int // → the index in Report.FollowUps
	open     []int           // sends of which it is not told yet why
}

// decided is what tells one decision from another.
type decided struct {
	wish turn.ID
	at   int64
	why  governor.Reason
	how  governor.Outcome
}

func newAccounts() accounts {
	return accounts{map[decided]bool{}, map[turn.ID]bool{}, map[turn.ID]int{}, nil}
}

// account notes what the companion decided, thought and means to ask about
// since the last time.
func (w *world) account(ctx context.Context) error {
	for _, who := range append([]admitted{{}}, w.people...) {
		a, err := w.app.Account(ctx, string(who.id))
		if err != nil {
			return err
		}
		w.decisions(a, who)
		if err := w.explain(ctx, a, who); err != nil {
			return err
		}
		w.thought(a.Thoughts)
		w.matter(a, who)
	}
	return nil
}

// decisions notes what was not said, and why.
func (w *world) decisions(a ops.Account, who admitted) {
	said := map[turn.ID]state.Spoken{}
	for _, m := range a.Spoken {
		said[m.Wish.ID] = m
	}
	fresh := slices.DeleteFunc(a.Decisions, func(d state.Decision) bool {
		k := decided{d.Wish, d.Verdict.Figures.At.UnixNano(), d.Verdict.Reason, d.Verdict.Outcome}
		known := w.decided[k]
		w.decided[k] = true
		return known || d.Verdict.Outcome == governor.May
	})
	slices.SortStableFunc(fresh, func(a, b state.Decision) int {
		return cmp.Or(a.Verdict.Figures.At.Compare(b.Verdict.Figures.At), cmp.Compare(said[a.Wish].Wish.Text, said[b.Wish].Wish.Text))
	})
	for _, d := range fresh {
		wish, v := said[d.Wish].Wish, d.Verdict
		r := Refusal{At: v.Figures.At.In(w.zone), To: who.name, What: string(d.Kind), Topic: wish.Topic, Text: wish.Text, Cause: wish.Cause,
			How: string(v.Outcome), Why: string(v.Reason), Figures: figures(v)}
		if !v.Until.IsZero() {
			r.Until = v.Until.In(w.zone)
		}
		w.report.Refusals = append(w.report.Refusals, r)
		w.add(Entry{At: r.At, Kind: EntryKind(r.How), Name: who.name, What: r.What, Text: text.Excerpt(r.Text, maxShown), Why: r.Why, Until: r.Until})
	}
}

// figures are those of a verdict, without the ids, which differ in every run.
func figures(v governor.Verdict) *governor.Figures {
	f := v.Figures
	f.Like = ""
	return &f
}

// explain finds out for messages that were delivered to somebody why they were
// said.
func (w *world) explain(ctx context.Context, a ops.Account, who admitted) error {
	said, may := map[turn.ID]state.Spoken{}, map[turn.ID]governor.Verdict{}
	for _, m := range a.Spoken {
		said[m.ID] = m
	}
	for _, d := range a.Decisions {
		if d.Verdict.Outcome == governor.May {
			may[d.Wish] = d.Verdict
		}
	}
	var left []int
	for _, i := range w.open {
		s := &w.report.Sends[i]
		m, spoken := said[s.id]
		switch {
		case s.To != who.name:
			left = append(left, i)
		case spoken:
			v, ok := may[m.Wish.ID]
			if !ok {
				v = m.Verdict
			}
			s.Kind, s.Topic, s.Cause, s.Why, s.Made, s.Figures = string(m.Wish.Kind), m.Wish.Topic, m.Wish.Cause, string(v.Reason), m.Made.In(w.zone), figures(v)
		default:
			f, ok, err := w.app.ReminderSaid(ctx, string(who.id), s.id)
			if err != nil {
				return err
			}
			if ok {
				s.Kind, s.Why, s.Due, s.Count = string(governor.Reminder), string(governor.Asked), f.Due.In(w.zone), f.Count
				s.LateS = max(int(s.At.Sub(f.Due)/time.Second), 0)
			}
		}
		if s.entry < len(w.report.Events) {
			e := &w.report.Events[s.entry]
			e.What, e.Why = s.Kind, s.Why
		}
	}
	w.open = left
	return nil
}

// thought notes what was thought since the last time.
func (w *world) thought(list []state.Thought) {
	for _, t := range slices.Backward(list) {
		if w.thoughts[t.ID] {
			continue
		}
		w.thoughts[t.ID] = true
		th := Thinking{At: t.At.In(w.zone), Outcome: string(t.Outcome), Text: t.Text, Why: t.Why, Tools: t.Tools}
		w.report.Thoughts = append(w.report.Thoughts, th)
		w.add(Entry{At: th.At, Kind: Thought, What: th.Outcome, Text: text.Excerpt(th.Text, maxShown), Why: th.Why})
	}
}

// matter notes what is to be asked about, and what became of it.
func (w *world) matter(a ops.Account, who admitted) {
	raised := map[turn.ID]time.Time{}
	for _, m := range a.Spoken {
		raised[m.ID] = m.At
	}
	list := a.FollowUps
	slices.SortStableFunc(list, func(a, b state.FollowUp) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.About, b.About)) })
	for _, f := range list {
		i, known := w.matters[f.ID]
		if !known {
			i = len(w.report.FollowUps)
			w.matters[f.ID] = i
			w.report.FollowUps = append(w.report.FollowUps, Matter{Person: who.name, About: f.About, Words: f.Words, Kind: string(f.Kind),
				Since: f.Since.In(w.zone), From: f.From.In(w.zone), State: state.FollowUpOpen})
			w.matterEntry(i, state.FollowUpOpen, f.Since)
		}
		m := &w.report.FollowUps[i]
		m.To, m.Outcome = f.To.In(w.zone), string(f.Outcome)
		if at := raised[f.Raised]; f.Raised != "" && m.Raised.IsZero() && !at.IsZero() {
			m.Raised = at.In(w.zone)
			w.matterEntry(i, state.FollowUpRaised, at)
		}
		if f.State != m.State {
			m.State = f.State
			if f.State != state.FollowUpRaised {
				m.Settled = f.Changed.In(w.zone)
				w.matterEntry(i, f.State, f.Changed)
			}
		}
	}
}

func (w *world) matterEntry(i int, s state.FollowUpState, at time.Time) {
	m := w.report.FollowUps[i]
	w.add(Entry{At: at, Kind: FollowUp, Name: m.Person, What: string(s), Text: text.Excerpt(m.Words, maxShown), Why: m.Kind})
}

// perDay counts by the days on which it was what the companion did by itself.
func (r *Report) perDay() {
	index := map[string]*DayCount{}
	for i := range r.Memory {
		index[r.Memory[i].Day] = &r.Memory[i]
	}
	count := func(at time.Time, of func(*DayCount) *int) {
		if d := index[at.Format(time.DateOnly)]; d != nil {
			*of(d)++
		}
	}
	for _, s := range r.Sends {
		count(s.At, func(d *DayCount) *int {
			if s.Kind == string(governor.Reminder) {
				return &d.Reminders
			}
			return &d.Sends
		})
	}
	for _, f := range r.Refusals {
		count(f.At, func(d *DayCount) *int {
			if f.How == string(governor.Held) {
				return &d.Held
			}
			return &d.Dropped
		})
	}
	for _, t := range r.Thoughts {
		count(t.At, func(d *DayCount) *int { return &d.Thoughts })
	}
}
