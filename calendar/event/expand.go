package event

import (
	"cmp"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Occurrence is one time at which an event happens.
type Occurrence struct {
	Event turn.ID      `json:"event"`
	Scope person.Scope `json:"-"`
	Feed  turn.ID      `json:"feed,omitempty"`
	// Of names it within its series, as its start by the rule; zero for an event
	// that happens once.
	Of     Wall      `json:"of,omitzero"`
	Title  string    `json:"title"`
	Place  string    `json:"place,omitempty"`
	Notes  string    `json:"notes,omitempty"`
	AllDay bool      `json:"all_day,omitempty"`
	Start  Wall      `json:"start"` // in the zone of the event
	End    Wall      `json:"end"`
	From   time.Time `json:"from"` // the same as instants, in the zone of the person
	To     time.Time `json:"to"`
	Repeat string    `json:"repeat,omitempty"`
	Alarms []int     `json:"alarms,omitempty"`
}

// assumed is how long an event is taken to last of which nobody said it, where
// that matters: whether it is still on, and whether it meets another.
const assumed = time.Hour

// Until is when it is over, also where nobody said how long it lasts.
func (o Occurrence) Until() time.Time {
	if o.To.After(o.From) {
		return o.To
	}
	return o.From.Add(assumed)
}

// Expand gives the occurrences of events that are on at some time from from up
// to to, by their beginnings, at most so many: those that begin first. home is
// the zone of the person: dates without a time are those of it.
//
// One look costs about a second at most, whatever calendars elsewhere say: series
// for which no work is left have no occurrences. The person's own come first.
func Expand(events []Event, from, to time.Time, home *time.Location, most int) []Occurrence {
	x := expansion{from: from, to: to, home: home, most: most, work: mostWork, zones: map[string]*time.Location{}}
	for _, own := range []bool{true, false} {
		for i := range events {
			if e := &events[i]; e.Active() && own == (e.Feed == "") {
				x.add(e)
			}
		}
	}
	slices.SortStableFunc(x.out, func(a, b Occurrence) int {
		return cmp.Or(a.From.Compare(b.From), a.To.Compare(b.To), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Event, b.Event))
	})
	return x.out[:min(len(x.out), most)]
}

// expansion is one look at a window of time.
type expansion struct {
	from, to time.Time
	home     *time.Location
	most     int // of each event
	work     int // that may still be spent on series
	zones    map[string]*time.Location
	out      []Occurrence
}

// zone is where an event's wall times are shown. Reading one costs a file.
func (x *expansion) zone(e *Event) *time.Location {
	if e.AllDay {
		return x.home
	}
	z, ok := x.zones[e.Zone]
	if !ok {
		var err error
		if z, err = time.LoadLocation(e.Zone); err != nil {
			z = x.home // the machine's table of zones has lost it
		}
		x.zones[e.Zone] = z
	}
	return z
}

// margin is more than any two zones, or the two sides of a change of the clocks,
// are apart.
const margin = 28 * time.Hour

func (x *expansion) add(e *Event) {
	lasts := max(e.End.Sub(e.Start), assumed)
	lo := Wall{x.from.UTC()}.Add(-margin - lasts)
	hi := Wall{x.to.UTC()}.Add(margin)
	if !e.Series() {
		if !e.Start.Before(lo) && !hi.Before(e.Start) {
			x.give(e, Wall{}, Change{Start: e.Start, End: e.End, Title: e.Title, Place: e.Place, Notes: e.Notes})
		}
		return
	}
	zone := x.zone(e)
	for _, c := range e.Changed {
		if !e.excepted(c.Of) {
			x.give(e, c.Of, c)
		}
	}
	began := len(x.out)
	one := func(w Wall) bool {
		if !e.excepted(w) && !e.changed(w) {
			x.give(e, w, Change{Start: w, End: w.Add(e.End.Sub(e.Start)), Title: e.Title, Place: e.Place, Notes: e.Notes})
		}
		return len(x.out)-began < x.most
	}
	var byRule []Wall // of those that are also listed one by one
	if e.Repeat != "" && x.work > 0 {
		if r, ok := e.rule(); ok {
			last := r.last(e.AllDay, zone)
			if last.IsZero() || hi.Before(last) {
				last = hi
			}
			r.starts(e.Start, lo, last, &x.work, func(w Wall) bool {
				if len(e.Extra) > 0 {
					byRule = append(byRule, w)
				}
				return one(w)
			})
		}
	} else if e.Repeat == "" && !e.Start.Before(lo) {
		one(e.Start)
		byRule = append(byRule, e.Start)
	}
	for _, w := range e.Extra {
		if !w.Before(lo) && !hi.Before(w) && !slices.ContainsFunc(byRule, w.Equal) {
			one(w)
		}
	}
}

// rule is that of an event, if it is one that can be expanded: what was stored
// has been looked at, what a damaged file says has not.
func (e *Event) rule() (r rule, ok bool) {
	r, err := parseRule(e.Repeat)
	if err == nil {
		err = r.sane(e.Start)
	}
	if err == nil && e.AllDay {
		r, err = r.dated()
	}
	return r, err == nil
}

func (e *Event) excepted(w Wall) bool {
	_, found := slices.BinarySearchFunc(e.Except, w, Wall.Compare)
	return found
}

func (e *Event) changed(w Wall) bool {
	_, found := slices.BinarySearchFunc(e.Changed, w, func(c Change, w Wall) int { return c.Of.Compare(w) })
	return found
}

// give keeps an occurrence if it is on within the window.
func (x *expansion) give(e *Event, of Wall, c Change) {
	zone := x.zone(e)
	from := c.Start.In(zone)
	to := c.End.In(zone)
	if to.Before(from) {
		to = from // it begins where clocks are set forward
	}
	o := Occurrence{
		Event: e.ID, Scope: e.Scope, Feed: e.Feed, Of: of, Title: c.Title, Place: c.Place, Notes: c.Notes, AllDay: e.AllDay,
		Start: c.Start, End: c.End, From: from.In(x.home), To: to.In(x.home), Repeat: e.Repeat, Alarms: e.Alarms,
	}
	if o.Until().After(x.from) && o.From.Before(x.to) {
		x.out = append(x.out, o)
	}
}

// How far ahead and how many occurrences of a new event are compared with the
// others, and how many conflicts are told.
const (
	conflictDays  = 100
	conflictTimes = 60
	toldConflicts = 5
)

// Conflicts are occurrences of other events, one of each, that are on at the
// same time as one of an event that is not over yet. What takes whole days
// conflicts only if it is the person's own: a subscribed calendar of holidays
// meets everything.
func Conflicts(of Event, others []Event, now time.Time, home *time.Location) []Occurrence {
	from := now
	if first := Expand([]Event{of}, now, now.AddDate(10, 0, 0), home, 1); len(first) > 0 {
		from = first[0].From
	}
	mine := Expand([]Event{of}, from, from.AddDate(0, 0, conflictDays), home, conflictTimes)
	if len(mine) == 0 {
		return nil
	}
	last := mine[0].Until()
	for _, m := range mine {
		if m.Until().After(last) {
			last = m.Until()
		}
	}
	var out []Occurrence
	told := map[turn.ID]bool{of.ID: true}
	for _, o := range Expand(others, mine[0].From, last, home, mostConflicting) {
		if told[o.Event] || o.Scope != of.Scope || o.AllDay && o.Feed != "" {
			continue
		}
		if slices.ContainsFunc(mine, func(m Occurrence) bool { return m.From.Before(o.Until()) && o.From.Before(m.Until()) }) {
			out, told[o.Event] = append(out, o), true
			if len(out) == toldConflicts {
				break
			}
		}
	}
	return out
}

// mostConflicting is how many occurrences of others are compared.
const mostConflicting = 5000
