package simulate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
)

// act is one thing that the simulator does at a time.
type act struct {
	at time.Time
	do func(context.Context) error
}

// Simulate runs a script for so many days, or to the end of ctx. Errors are of
// the disk, of a script that cannot be played, or ctx's.
func Simulate(ctx context.Context, o Options) (Report, error) {
	began := clock.Real{}.Now()
	if err := o.playable(); err != nil {
		return Report{}, err
	}
	w, err := open(ctx, o)
	if err != nil {
		return Report{}, err
	}
	w.report.Version, w.report.Seed, w.report.Days = Version, o.Script.Seed, o.Days
	w.report.Zone, w.report.From, w.report.To = o.Script.Zone.String(), w.began, w.end
	w.report.Model = "scripted"
	w.report.Events, w.report.Jobs, w.report.Sends, w.report.Refusals = []Entry{}, []JobSum{}, []Sent{}, []Refusal{}
	w.report.Thoughts, w.report.FollowUps, w.report.Policy = []Thinking{}, []Matter{}, policyOf(w.cfg.Autonomy)
	w.report.Memory, w.report.Salience, w.report.Questions = []DayCount{}, []Curve{}, []Answered{}
	if o.Live != nil {
		w.report.Model = cmp.Or(o.Live.Name, "live")
	}
	for _, q := range o.Script.Questions {
		w.report.Questions = append(w.report.Questions, Answered{Question: q.Text, Want: q.Want})
	}
	err = w.live(ctx)
	if err == nil {
		err = w.conclude(ctx)
	}
	if err = errors.Join(err, w.close()); err != nil {
		return Report{}, err
	}
	w.report.Took.WallMS = clock.Real{}.Now().Sub(began).Milliseconds()
	return w.report, nil
}

// live plays the script.
func (w *world) live(ctx context.Context) error {
	for _, a := range w.acts() {
		if a.at.After(w.end) {
			break
		}
		if err := w.runTo(ctx, a.at); err != nil {
			return err
		}
		if err := a.do(ctx); err != nil {
			return err
		}
	}
	return w.runTo(ctx, w.end)
}

// acts are all that the simulator does, in the order of their times; of what
// happens at one time, what the script has comes first.
func (w *world) acts() []act {
	var list []act
	for _, s := range w.Script.Steps {
		if s.Alone != "" {
			list = append(list, act{s.At, func(context.Context) error { w.muse(s); return nil }})
			continue
		}
		if s.Event.Kind == "" {
			list = append(list, act{s.At, func(ctx context.Context) error { return w.hear(ctx, s) }})
			continue
		}
		list = append(list, w.event(s)...)
	}
	for day := range w.Days {
		date := clock.Wall(w.began).AddDate(0, 0, day)
		over := clock.Resolve(date.AddDate(0, 0, 1), w.Script.Zone).Add(-time.Second)
		list = append(list, act{over, func(ctx context.Context) error {
			if w.Progress != nil {
				w.Progress(day+1, w.Days)
			}
			return w.evening(ctx, date.Format(time.DateOnly), over)
		}})
	}
	slices.SortStableFunc(list, func(a, b act) int { return a.at.Compare(b.at) })
	return list
}

// muse gives the model what to write when it thinks next; a live one thinks for
// itself.
func (w *world) muse(s Step) {
	if w.model != nil {
		w.model.Think(s.Alone)
	}
}

// policyOf is a policy as a report has it.
func policyOf(a config.Autonomy) Policy {
	p, clock := a.Policy, func(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
	return Policy{a.Enabled, clock(p.From), clock(p.To), p.PerDay, int(p.Gap.Minutes()), p.Unanswered}
}

// hear lets somebody say something, or keeps it until the program runs again.
func (w *world) hear(ctx context.Context, s Step) error {
	if w.app == nil {
		w.waiting = append(w.waiting, s)
		return nil
	}
	return w.say(ctx, s, false)
}

// event is what an event of the script does, and what ends it.
func (w *world) event(s Step) []act {
	e := s.Event
	now := func(detail string, do func(context.Context) error) []act {
		return []act{{s.At, func(ctx context.Context) error {
			w.add(Entry{At: w.clk.Now(), Kind: EntryKind(e.Kind), Name: detail})
			return do(ctx)
		}}}
	}
	later := func(what string, do func(context.Context) error) act {
		return act{s.At.Add(e.For), func(ctx context.Context) error {
			w.add(Entry{At: w.clk.Now(), Kind: Back, Name: what})
			return do(ctx)
		}}
	}
	switch e.Kind {
	case Down:
		return append(now(e.What, func(context.Context) error { return w.down(e.What, true) }),
			later(e.What, func(context.Context) error { return w.down(e.What, false) }))
	case Outage:
		return append(now(e.For.String(), func(context.Context) error { return w.stop() }), later(string(Outage), w.again))
	case Restart:
		return now("", func(ctx context.Context) error { return w.renew(ctx, w.stop) })
	case Kill:
		return now("", func(ctx context.Context) error { return w.renew(ctx, w.kill) })
	case Clock:
		return now(e.For.String(), func(context.Context) error {
			w.shift += e.For
			w.clk.Shift(e.For)
			return nil
		})
	case Zone:
		return now(e.What, func(ctx context.Context) error {
			w.cfg.Zone, w.zone = e.Zone, e.Zone
			return w.renew(ctx, w.stop)
		})
	}
	return now(e.What, func(ctx context.Context) error { return w.run(ctx, s) })
}

// renew ends the program and starts it again, unless it does not run.
func (w *world) renew(ctx context.Context, end func() error) error {
	if w.app == nil {
		return nil
	}
	if err := end(); err != nil {
		return err
	}
	return w.again(ctx)
}

// run does a job that the script asks for.
func (w *world) run(ctx context.Context, s Step) error {
	if w.app == nil {
		return nil
	}
	return w.do(ctx, func(ctx context.Context) error {
		_, err := w.app.Desk().Do(ctx, "jobs run", app.Ask{ID: s.Event.What}, func(app.Progress) {})
		if err != nil {
			return fmt.Errorf("line %d: run %s: %w", s.Line, s.Event.What, err)
		}
		return nil
	})
}

// again starts the program; what was said to it meanwhile comes in.
func (w *world) again(ctx context.Context) error {
	if err := w.start(); err != nil {
		return err
	}
	late := w.waiting
	w.waiting = nil
	for _, s := range late {
		if err := w.say(ctx, s, true); err != nil {
			return err
		}
	}
	return nil
}

// down takes something away, or gives it back.
func (w *world) down(what string, away bool) error {
	w.mu.Lock()
	w.away[what] = away
	w.mu.Unlock()
	switch {
	case what == "telegram" && !away && w.app != nil:
		w.app.Attached(what)
	case w.relays[what] != nil:
		w.relays[what].down.Store(away)
	case what == "model":
		w.model.Down(away)
	}
	return nil
}

// evening ends a day: what is remembered is counted, and the questions are
// asked whose answers were told by now, before the night.
func (w *world) evening(ctx context.Context, day string, now time.Time) error {
	if err := w.dayOver(ctx, day); err != nil {
		return err
	}
	for i, q := range w.Script.Questions {
		if w.asked[i] || w.app == nil || now.Before(w.toldBy(q)) {
			continue
		}
		w.asked[i] = true
		got, err := w.recall(ctx, q)
		if err != nil {
			return err
		}
		w.report.Questions[i].Before = got
	}
	return nil
}

// toldBy is when the last of what a question asks for was said.
func (w *world) toldBy(q Question) (last time.Time) {
	if len(q.Evidence) == 0 && len(w.Script.Steps) > 0 {
		return w.Script.Steps[len(w.Script.Steps)-1].At
	}
	for _, at := range q.Evidence {
		if at.After(last) {
			last = at
		}
	}
	return last
}

// conclude asks and examines at the end.
func (w *world) conclude(ctx context.Context) error {
	if w.app == nil { // the script ends in an outage
		if err := w.again(ctx); err != nil {
			return err
		}
	}
	for i, q := range w.Script.Questions {
		got, err := w.recall(ctx, q)
		if err != nil {
			return err
		}
		w.report.Questions[i].After = got
	}
	err := w.do(ctx, func(ctx context.Context) error {
		raw, err := w.app.Desk().Do(ctx, "memory audit", app.Ask{}, func(app.Progress) {})
		if err != nil {
			return fmt.Errorf("audit: %w", err)
		}
		return json.Unmarshal(raw, &w.report.Audit)
	})
	if err != nil {
		return err
	}
	if err := w.stop(); err != nil {
		return err
	}
	if w.model != nil {
		w.report.Asked = w.model.Asked()
	}
	if w.Home != "" {
		w.report.Home = w.cfg.Home
	}
	w.sum()
	return w.originals()
}

// sum orders what happened and sums the jobs up.
func (w *world) sum() {
	slices.SortStableFunc(w.report.Events, func(a, b Entry) int { return cmp.Or(a.At.Compare(b.At), a.order-b.order) })
	sums := map[string]*JobSum{}
	for _, e := range w.report.Events {
		if e.Kind != Job {
			continue
		}
		s := sums[e.Name]
		if s == nil {
			s = &JobSum{Name: e.Name, Counts: map[string]int{}}
			sums[e.Name] = s
		}
		if s.Runs++; e.Error != "" {
			s.Failed++
		}
		for k, n := range e.Counts {
			s.Counts[k] += n
		}
	}
	slices.SortStableFunc(w.report.Refusals, func(a, b Refusal) int { return a.At.Compare(b.At) })
	w.report.perDay()
	w.report.Events = slices.DeleteFunc(w.report.Events, func(e Entry) bool { return e.empty })
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		w.report.Jobs = append(w.report.Jobs, *sums[name])
	}
}
