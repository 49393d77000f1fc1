package governor

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"sort"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/turn"
)

// event is one entry of the true log: what happened, when by the clock that was
// shown, and when in truth.
type event struct {
	what    string // send, answer, reply, lost
	kind    Kind
	id      turn.ID
	text    string
	shown   time.Time // in the zone of the person then
	real    time.Time
	forward int // how often the clock was set forward before
	lost    int // how often all was forgotten before
}

// walk is a life of one person: time passes, clocks and zones change, the
// process restarts, messages come and go.
type walk struct {
	t       *rapid.T
	p       Policy
	s       State
	real    time.Time
	off     time.Duration
	zone    *time.Location
	forward int
	lost    int
	log     []event
	n       int
	dice    *rand.Rand
}

// among is one of some things. What happens in a life comes from one seed:
// drawn one by one, rapid prefers what is small, and lives in which little
// happens.
func among[T any](w *walk, things ...T) T { return things[w.dice.IntN(len(things))] }

// chance is true once in n times.
func (w *walk) chance(n int) bool { return w.dice.IntN(n) == 0 }

// span is some time up to most.
func (w *walk) span(most time.Duration) time.Duration {
	return time.Duration(w.dice.Int64N(int64(most)))
}

// starts are days around which clocks change.
func starts() map[string][]string {
	return map[string][]string{
		"Asia/Tokyo":        {"2026-11-30T03:00:00Z"},
		"America/New_York":  {"2026-03-07T15:00:00Z", "2026-10-31T15:00:00Z"},
		"Europe/London":     {"2026-03-28T12:00:00Z", "2026-10-24T12:00:00Z"},
		"America/Sao_Paulo": {"2018-11-03T15:00:00Z", "2018-02-17T15:00:00Z"},
	}
}

func zoneNames() []string {
	return []string{"Asia/Tokyo", "America/New_York", "Europe/London", "America/Sao_Paulo"}
}

func load(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return z
}

func (w *walk) now() time.Time { return w.real.Add(w.off).In(w.zone) }

func (w *walk) note(e event) {
	e.shown, e.real, e.forward, e.lost = w.now(), w.real, w.forward, w.lost
	w.log = append(w.log, e)
}

// wish asks, and sends what may be sent.
func (w *walk) wish(kind Kind) {
	w.n++
	v := Wish{ID: turn.ID(fmt.Sprint(w.n)), Person: "p", Kind: kind, Text: among(w, "今日の面接はどうでしたか", "庭のトマトが赤くなりました", "How was the concert?", "那本书读完了吗")}
	if !w.chance(4) {
		v.Text = fmt.Sprintf("%016x", uint64(w.n)*0x9e3779b97f4a7c15)
	}
	v.Topic = among(w, "", "仕事", "garden")
	got := Decide(w.p, w.s, v, w.now())
	w.s = w.s.Observe(w.now())
	if got.Outcome == May {
		w.s = w.s.Reserve(v, w.now())
		w.note(event{what: "send", kind: kind, id: v.ID, text: v.Text})
	}
}

func (w *walk) step() {
	switch w.dice.IntN(24) {
	case 0, 1, 2, 3, 4, 5:
		w.wish(Thought)
	case 6:
		w.wish(FollowUp)
	case 7:
		w.wish(Briefing)
	case 8:
		w.wish(among(w, Reminder, Watchdog))
	case 9, 10, 20, 21:
		w.s = w.s.Answer(w.now())
		w.note(event{what: "answer"})
	case 11:
		w.s = w.s.Said(w.now())
		w.note(event{what: "reply"})
	case 12:
		switch by := w.span(among(w, 2*time.Hour, 5*day)); {
		case w.off != 0 && w.chance(2): // the clock is right again
			if w.off < 0 {
				w.forward++
			}
			w.off = 0
		case w.chance(2):
			w.off -= by
		default:
			w.off += by
			w.forward++
		}
	case 13:
		w.zone = load(among(w, zoneNames()...))
	case 14: // a restart
		raw, err := json.Marshal(w.s)
		var s State
		if err == nil {
			err = json.Unmarshal(raw, &s)
		}
		if err == nil {
			err = s.Check()
		}
		if err != nil {
			w.t.Fatalf("restart: %v\n%s", err, raw)
		}
		for i, slot := range w.s.Slots {
			s.Slots[i].Text = slot.Text
		}
		w.s = s
	case 15:
		if w.chance(10) {
			w.s = Missing(w.p, w.now())
			w.lost++
			w.note(event{what: "lost"})
		}
	case 16: // the last message is dropped before it is sent
		if n := len(w.log); n > 0 && w.log[n-1].what == "send" && w.log[n-1].kind != Reminder {
			w.s = w.s.Release(w.log[n-1].id)
			w.log = w.log[:n-1]
		}
	case 17:
		w.s = w.s.Less(among(w, "仕事", "garden"), w.now(), w.now())
	}
	w.real = w.real.Add(w.span(among(w, 10*time.Minute, time.Hour, 3*time.Hour)))
}

// judge looks at the log alone and knows nothing of how the governor works.
func (w *walk) judge() {
	var sends []event // that take a slot
	for _, e := range w.log {
		if e.what == "send" && e.kind != Reminder {
			sends = append(sends, e)
		}
	}
	from, to := fmt.Sprintf("%02d:%02d", w.p.From/60, w.p.From%60), fmt.Sprintf("%02d:%02d", w.p.To/60, w.p.To%60)
	for i, e := range sends {
		at := e.shown.Format("15:04")
		if in := at >= from && at < to; from < to && !in || from > to && at < from && at >= to || from == to {
			w.t.Fatalf("sent at %v, outside %s-%s", e.shown, from, to)
		}
		date, sameDay := e.shown.Format(time.DateOnly), 0
		for _, o := range sends[:i+1] {
			if o.lost == e.lost && o.shown.In(e.shown.Location()).Format(time.DateOnly) == date {
				sameDay++
			}
		}
		if sameDay > w.p.PerDay {
			w.t.Fatalf("%d sent on %s", sameDay, date)
		}
		if e.kind != Thought && e.kind != FollowUp {
			continue
		}
		for _, o := range sends[:i] {
			d := e.shown.Sub(o.shown).Abs()
			switch { // with the clock set back, what was forgotten may lie in the future
			case o.lost != e.lost:
			case d < w.p.Gap:
				w.t.Fatalf("sent at %v and %v, %v apart", o.shown, e.shown, d)
			case d < day && o.text == e.text:
				w.t.Fatalf("the same sent at %v and %v", o.shown, e.shown)
			}
			if o.forward == e.forward && e.real.Sub(o.real) < w.p.Gap {
				w.t.Fatalf("the clock was set back: sent %v apart in truth", e.real.Sub(o.real))
			}
		}
	}
	w.judgeDays(sends)
	w.judgeTalk()
}

// judgeDays looks for 24 hours with too many, by the clock that was shown, and in
// truth where no clock was set forward.
func (w *walk) judgeDays(sends []event) {
	by := func(list []event, at func(event) time.Time, what string) {
		sort.Slice(list, func(i, j int) bool { return at(list[i]).Before(at(list[j])) })
		for i := w.p.PerDay; i < len(list); i++ {
			if d := at(list[i]).Sub(at(list[i-w.p.PerDay])); d < day {
				w.t.Fatalf("%s: %d sent within %v", what, w.p.PerDay+1, d)
			}
		}
	}
	forward, lost := map[int][]event{}, map[int][]event{}
	for _, e := range sends {
		forward[e.forward] = append(forward[e.forward], e)
		lost[e.lost] = append(lost[e.lost], e)
	}
	for _, list := range lost {
		by(list, func(e event) time.Time { return e.shown }, "as shown")
	}
	for _, list := range forward {
		by(list, func(e event) time.Time { return e.real }, "in truth")
	}
}

// judgeTalk looks at what lies between messages.
func (w *walk) judgeTalk() {
	row := 0
	var last, lost event
	unknown := false // whether an answer is missing that was forgotten
	for _, e := range w.log {
		paced := e.what == "send" && (e.kind == Thought || e.kind == FollowUp)
		switch {
		case e.what == "answer":
			row, unknown = 0, false
		case e.what == "lost":
			lost, unknown = e, true
		case paced:
			if row++; row > w.p.Unanswered || unknown {
				w.t.Fatalf("%d sent in a row without an answer, at %v (forgotten: %v)", row, e.shown, unknown)
			}
			if last.what != "" && last.forward == e.forward && e.real.Sub(last.real) < w.p.Live {
				w.t.Fatalf("sent %v after a message", e.real.Sub(last.real))
			}
		}
		if e.what == "send" && e.kind != Reminder && lost.what != "" && lost.forward == e.forward && e.real.Sub(lost.real) < day {
			w.t.Fatalf("sent %v after all was forgotten", e.real.Sub(lost.real))
		}
		if e.what != "lost" {
			last = e
		} else {
			last = event{}
		}
	}
}

// TestNothingOpensTheGate lives random lives and has the log judged.
func TestNothingOpensTheGate(t *testing.T) {
	steps := 500
	if os.Getenv("KOKORON_PROVE") != "" {
		steps = 3000
	}
	sent, lives := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zoneNames()).Draw(t, "home")
		start, err := time.Parse(time.RFC3339, rapid.SampledFrom(starts()[zone]).Draw(t, "start"))
		if err != nil {
			t.Fatal(err)
		}
		p := Usual()
		p.From = rapid.SampledFrom([]int{8 * 60, 22 * 60, 0, 2*60 + 30}).Draw(t, "from")
		p.To = rapid.SampledFrom([]int{23 * 60, 6 * 60, wholeDay, 2*60 + 30}).Draw(t, "to")
		p.PerDay = rapid.IntRange(1, 6).Draw(t, "a day")
		p.Unanswered = rapid.IntRange(1, 3).Draw(t, "unanswered")
		w := &walk{t: t, p: p, real: start, zone: load(zone), s: State{Seen: start}, dice: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))}
		for range rapid.IntRange(steps/4, steps).Draw(t, "steps") {
			w.step()
		}
		w.judge()
		lives++
		for _, e := range w.log {
			if e.what == "send" && e.kind != Reminder {
				sent++
			}
		}
	})
	if sent < 3*lives {
		t.Errorf("%d messages in %d lives: nothing was tried", sent, lives)
	}
	t.Logf("%d messages in %d lives", sent, lives)
}

// TestHeldUntilIsExact: what is held is free at the time that is named, and not
// a moment before.
func TestHeldUntilIsExact(t *testing.T) {
	held := map[Reason]int{}
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zoneNames()).Draw(t, "home")
		start, err := time.Parse(time.RFC3339, rapid.SampledFrom(starts()[zone]).Draw(t, "start"))
		if err != nil {
			t.Fatal(err)
		}
		p := Usual()
		p.From = rapid.IntRange(0, wholeDay-1).Draw(t, "from")
		p.To = rapid.IntRange(0, wholeDay).Draw(t, "to")
		p.PerDay = rapid.IntRange(1, 6).Draw(t, "a day")
		p.Unanswered = 100
		w := &walk{t: t, p: p, real: start, zone: load(zone), s: State{Seen: start}, dice: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))}
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			w.step()
		}
		w.s = w.s.Observe(w.now())
		kind := rapid.SampledFrom([]Kind{Thought, Briefing, Watchdog}).Draw(t, "kind")
		v := Wish{ID: "x", Person: "p", Kind: kind, Topic: "仕事", Text: "とくべつな一言"}
		got := Decide(p, w.s, v, w.now())
		held[got.Reason]++
		switch {
		case got.Outcome != Held:
			return
		case got.Until.IsZero():
			if p.From != p.To && w.s.Unanswered < p.Unanswered {
				t.Fatalf("held for ever: %+v", got)
			}
			return
		case !got.Until.After(w.now()):
			t.Fatalf("held until %v at %v", got.Until, w.now())
		}
		at := got.Until.In(w.zone)
		if then := Decide(p, w.s, v, at); then.Outcome != May {
			t.Fatalf("held by %s until %v, and then %+v", got.Reason, at, then)
		}
		for _, before := range []time.Time{at.Add(-time.Nanosecond), w.now().Add(at.Sub(w.now()) / 2)} {
			if then := Decide(p, w.s, v, before); then.Outcome == May && before.Before(at) {
				t.Fatalf("held by %s until %v, but free at %v", got.Reason, at, before)
			}
		}
	})
	t.Log(held)
}
