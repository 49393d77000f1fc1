package governor

import (
	"slices"
	"strings"
	"time"
)

// Decide says what becomes of a wish. now is in the zone of the person: its
// clock is the one that the active hours and the days go by.
func Decide(p Policy, s State, w Wish, now time.Time) Verdict {
	s = s.Observe(now)
	v := Verdict{Outcome: Dropped, Figures: figures(p, s, w, now)}
	o, _ := w.Kind.obeys()
	switch {
	case w.Check() != nil:
		v.Reason = BadWish
	case !w.Until.IsZero() && !now.Before(w.Until):
		v.Reason = Stale
	case o.live && slices.ContainsFunc(s.Never, func(n Never) bool { return n.closes(p, w) }):
		v.Reason = Closed
	case o.pace && v.Figures.Similar >= p.Similar:
		v.Reason = Repeat
	case p.Check() != nil:
		v.Outcome, v.Reason = Held, BadPolicy
	default:
		return v.weigh(gate{p, s, w, now}.rules(o), now)
	}
	return v
}

// Still says whether a message that has its slot, and waits to be sent, may be
// sent now: it is weighed again, as of now, against all that has been handed
// over. What others may have waited for on the way must not come in a heap.
// Budgets were spent with the slot.
func Still(p Policy, s State, w Wish, now time.Time) Verdict {
	s = s.Observe(now).without(w.ID)
	v := Verdict{Outcome: Dropped, Figures: figures(p, s, w, now)}
	o, _ := w.Kind.obeys()
	switch {
	case !w.Until.IsZero() && !now.Before(w.Until):
		v.Reason = Stale
	case o.live && slices.ContainsFunc(s.Never, func(n Never) bool { return n.closes(p, w) }):
		v.Reason = Closed
	default:
		o.budget = false
		return v.weigh(gate{p, s, w, now}.rules(o), now)
	}
	return v
}

// weigh asks the rules in their order; the first that holds the wish is the
// reason.
func (v Verdict) weigh(rules []rule, now time.Time) Verdict {
	v.Outcome, v.Reason = May, Free
	if len(rules) == 0 {
		v.Reason = Asked
	}
	for _, r := range rules {
		if t, ok := r.free(now); !ok || t.After(now) {
			v.Outcome, v.Reason = Held, r.reason
			v.Until = earliest(rules, now)
			return v
		}
	}
	return v
}

// earliest is the first instant at which all rules are free; zero where there
// is none. Each rule gives its own first one from a time on, so going on until
// nothing moves finds the first that they share.
func earliest(rules []rule, now time.Time) time.Time {
	const most = 10_000 // far more than slots and days can make
	t := now
	for range most {
		before := t
		for _, r := range rules {
			free, ok := r.free(t)
			if !ok {
				return time.Time{}
			}
			t = free
		}
		if t.Equal(before) {
			return t
		}
	}
	return time.Time{}
}

// rule is one thing that can hold a message.
type rule struct {
	reason Reason
	// free is the first instant from t on at which the rule does not hold it; ok
	// is false where no time lifts it.
	free func(t time.Time) (free time.Time, ok bool)
}

// gate is what the rules look at.
type gate struct {
	p   Policy
	s   State
	w   Wish
	now time.Time
}

// rules are those for a kind, in the order in which they are told.
func (g gate) rules(o obeys) (list []rule) {
	for _, r := range []struct {
		applies bool
		rule
	}{
		{o.hours, rule{Lost, g.after(g.s.Shut)}},
		{o.quiet, rule{Quiet, g.quiet}},
		{o.hours || !g.w.From.IsZero(), rule{Early, g.after(g.w.From)}},
		{o.hours, rule{Hours, g.hours}},
		{o.live, rule{Live, g.live}},
		{o.pace, rule{Unanswered, g.unanswered}},
		{o.caps, rule{PerDay, g.perDay}},
		{o.caps, rule{Per24h, g.per24h}},
		{o.pace, rule{Gap, g.gap}},
		{o.budget, rule{TopicLess, g.topic}},
		{o.budget, rule{HourLess, g.hour}},
	} {
		if r.applies {
			list = append(list, r.rule)
		}
	}
	return list
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func (g gate) after(at time.Time) func(time.Time) (time.Time, bool) {
	return func(t time.Time) (time.Time, bool) { return g.here(later(t, at)), true }
}

// here is an instant in the zone of the person.
func (g gate) here(t time.Time) time.Time { return t.In(g.now.Location()) }

func (g gate) quiet(t time.Time) (time.Time, bool) {
	return g.here(later(t, g.s.QuietUntil)), !g.s.QuietOn
}

func (g gate) hours(t time.Time) (time.Time, bool) {
	opens := g.p.Opens(t)
	return opens, !opens.IsZero()
}

// live waits after the last words, and while a reply is being written.
func (g gate) live(t time.Time) (time.Time, bool) {
	quietAt := g.s.Heard.Add(g.p.Live)
	if g.s.Open {
		quietAt = later(quietAt, g.now.Add(g.p.Live))
	}
	return g.here(later(t, quietAt)), true
}

func (g gate) unanswered(t time.Time) (time.Time, bool) {
	return t, g.s.Unanswered < g.p.Unanswered
}

func (g gate) perDay(t time.Time) (time.Time, bool) {
	for g.s.today(t) >= g.p.PerDay {
		t = nextDay(t)
	}
	return t, true
}

func (g gate) per24h(t time.Time) (time.Time, bool) {
	return g.when(t, day, func(t time.Time) bool { return g.s.day24(t) < g.p.PerDay })
}

func (g gate) gap(t time.Time) (time.Time, bool) {
	return g.when(t, g.p.Gap, func(t time.Time) bool {
		return !slices.ContainsFunc(g.s.Slots, func(s Slot) bool { return s.within(t, g.p.Gap) })
	})
}

// when is the first instant from t on at which ok holds, which can only begin
// to hold when some slot is d past.
func (g gate) when(t time.Time, d time.Duration, ok func(time.Time) bool) (time.Time, bool) {
	if ok(t) {
		return t, true
	}
	var ends []time.Time
	for _, s := range g.s.Slots {
		for _, at := range s.times() {
			ends = append(ends, at.Add(d))
		}
	}
	slices.SortFunc(ends, time.Time.Compare)
	for _, end := range ends {
		if end.After(t) && ok(end) {
			return g.here(end), true
		}
	}
	return t, false // never: behind the last end all is free
}

func (g gate) topic(t time.Time) (time.Time, bool) {
	key := TopicKey(g.w.Topic)
	if key == "" {
		return t, true
	}
	return g.here(g.s.Topics[key].free(t)), true
}

// hour waits until the hour of the day has its budget, or is over.
func (g gate) hour(t time.Time) (time.Time, bool) {
	for {
		free := g.here(g.s.Hours[t.Hour()].free(t))
		m, over := minuteOf(t)
		next := t.Add(time.Duration(60-m%60)*time.Minute - over)
		if _, end := t.ZoneBounds(); !end.IsZero() && end.Before(next) {
			next = g.here(end)
		}
		if free.Before(next) {
			return free, true
		}
		t = next
	}
}

// today counts the slots of the date of t.
func (s State) today(t time.Time) (n int) {
	for _, slot := range s.Slots {
		if slot.on(t) {
			n++
		}
	}
	return n
}

// day24 counts the slots less than 24 hours away from t.
func (s State) day24(t time.Time) (n int) {
	for _, slot := range s.Slots {
		if slot.within(t, day) {
			n++
		}
	}
	return n
}

// figures are those of a moment. s was observed.
func figures(p Policy, s State, w Wish, now time.Time) Figures {
	f := Figures{
		At: now, Zone: now.Location().String(), Today: s.today(now), Day24: s.day24(now), PerDay: p.PerDay, Gap: p.Gap,
		Heard: s.Heard, Open: s.Open, Unanswered: s.Unanswered, Most: p.Unanswered, From: p.From, To: p.To,
		Topic: w.Topic, Weight: 1, Hour: s.Hours[now.Hour()].Now(now),
	}
	if n := len(s.Slots); n > 0 {
		f.Last = later(s.Slots[n-1].At, s.Slots[n-1].Out)
	}
	if key := TopicKey(w.Topic); key != "" {
		f.Weight = s.Topics[key].Now(now)
	}
	if s.QuietOn || s.QuietUntil.After(now) {
		f.Quiet = s.QuietUntil
	}
	for _, slot := range s.Slots {
		if slot.Text == "" || slot.ID == w.ID || !slot.within(now, day) || w.Again != "" && sameText(slot.Text, w.Text) {
			continue
		}
		if l := Likeness(slot.Text, w.Text); l > f.Similar {
			f.Similar, f.Like = l, slot.ID
		}
	}
	return f
}

func sameText(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }
