package priming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/memory"
)

// The channels, by the order in which they may spend.
const (
	channelProfile = "profile"
	channelRecent  = "recent"
	channelRelated = "related"
	channelSkills  = "skills"
)

// depth is how many hits each of the two searches gives.
const depth = memory.Depth

// gathered is what the channels brought.
type gathered struct {
	profile, recent []memory.Unit
	related         related
	skills          []string
	channels        map[string]memory.Channel // with time and error
}

// related are the candidates, best first, and their units.
type related struct {
	gate       memory.GateTrace
	candidates []memory.Candidate
	units      map[string]memory.Unit
}

// errLate says that a channel took too long.
var errLate = errors.New("late")

// gather asks all channels at once and waits until each has answered or its
// time is over. What comes later is thrown away.
func (p *Primer) gather(ctx context.Context, ask Ask, kind Kind) (got gathered) {
	began := p.clock.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		name string
		put  func(*gathered)
		err  error
		took time.Duration
	}
	jobs := p.jobs(ask, kind)
	answers := make(chan answer, len(jobs))
	for name, job := range jobs {
		go func() {
			a := answer{name: name}
			a.put, a.err = safely(ctx, job)
			a.took = p.clock.Now().Sub(began)
			answers <- a
		}()
	}
	late, stop := clock.After(ctx, p.clock, p.Within)
	defer stop()
	got.channels = map[string]memory.Channel{}
	for name := range jobs {
		got.channels[name] = memory.Channel{Name: name, Error: errLate.Error(), Took: p.Within}
	}
	for range jobs {
		select {
		case a := <-answers:
			c := memory.Channel{Name: a.name, Took: a.took}
			if a.err != nil {
				c.Error = a.err.Error()
				p.log.Warn("a channel of memory is empty", "channel", a.name, "err", a.err)
			} else {
				a.put(&got)
			}
			got.channels[a.name] = c
		case <-late:
			p.log.Warn("memory is late", "within", p.Within)
			return got
		case <-ctx.Done():
			return got
		}
	}
	return got
}

// job is what one channel does: it reads, and says how to put what it read in.
type job func(context.Context) (func(*gathered), error)

// safely turns a panic of a source into an error: memory is never worth a turn.
func safely(ctx context.Context, j job) (put func(*gathered), err error) {
	defer func() {
		if r := recover(); r != nil {
			put, err = nil, fmt.Errorf("panic: %v", r)
		}
	}()
	return j(ctx)
}

// jobs are the channels that a kind of message opens.
func (p *Primer) jobs(ask Ask, kind Kind) map[string]job {
	jobs := map[string]job{channelRelated: func(ctx context.Context) (func(*gathered), error) {
		r, err := p.relate(ctx, ask, kind)
		return func(g *gathered) { g.related = r }, err
	}}
	if p.sources == nil {
		return jobs
	}
	jobs[channelRecent] = func(ctx context.Context) (func(*gathered), error) {
		from := midnight(ask.Now.In(ask.Zone)).AddDate(0, 0, -1)
		units, err := p.sources.Recent(ctx, ask.View, from, ask.Now)
		// What was said comes to mind when it is asked for; of the last days it is
		// what became of it.
		units = slices.DeleteFunc(units, memory.Unit.Line)
		slices.SortFunc(units, func(a, b memory.Unit) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
		return func(g *gathered) { g.recent = units }, err
	}
	if kind == KindTick {
		return jobs
	}
	jobs[channelProfile] = func(ctx context.Context) (func(*gathered), error) {
		units, err := p.sources.Profile(ctx, ask.View, ask.Speaker)
		return func(g *gathered) { g.profile = units }, err
	}
	if kind != KindGreeting {
		jobs[channelSkills] = func(ctx context.Context) (func(*gathered), error) {
			names, err := p.sources.Skills(ctx, ask.View, ask.Words)
			return func(g *gathered) { g.skills = names }, err
		}
	}
	return jobs
}

func midnight(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// relate finds the memories that a message is about.
func (p *Primer) relate(ctx context.Context, ask Ask, kind Kind) (out related, err error) {
	if kind == KindGreeting {
		out.gate.Reason = reasonGreeting
		return out, nil
	}
	q := Read(ask.Words, ask.Before, ask.Now, ask.Zone)
	look := p.look(ctx, ask, q, depth)
	if q.Bare && p.sources != nil {
		if err := p.span(ctx, ask, &look); err != nil {
			return out, err
		}
	}
	out.candidates = Rank(look, p.Signals)
	out.gate = p.Gate.Judge(look.besides(ask.inWindow), out.candidates)
	out.units = make(map[string]memory.Unit, len(out.candidates))
	for _, c := range out.candidates {
		if u, ok := look.Unit(c.ID); ok {
			out.units[c.ID] = u
		}
	}
	err = p.judge(ctx, ask, &out)
	return out, err
}

// look searches for a query.
func (p *Primer) look(ctx context.Context, ask Ask, q Query, depth int) Look {
	l := Look{
		Query:   q,
		Found:   without(p.index.Find(ctx, ask.View, q.Words, depth+len(ask.Own)), ask.Own),
		Unit:    func(id string) (memory.Unit, bool) { return p.index.Unit(ask.View, id) },
		Around:  func(id string) memory.Around { return p.index.Around(ask.View, id) },
		Derived: func(line string) []string { return p.index.Derived(ask.View, line) },
		Now:     ask.Now,
		Zone:    ask.Zone,
	}
	if telling := memory.Telling(q.Words); telling != q.Words {
		l.Telling = without(p.index.Words(ask.View, telling, depth+len(ask.Own)), ask.Own)
	}
	return l
}

// without takes the message itself out of what it found.
func without(f memory.Found, own []string) memory.Found {
	if len(own) == 0 {
		return f
	}
	f.Depth -= len(own)
	is := func(id string) bool { return slices.Contains(own, id) }
	f.Words, f.Vectors = others(f.Words, is), others(f.Vectors, is)
	f.Words, f.Vectors = f.Words[:min(len(f.Words), f.Depth)], f.Vectors[:min(len(f.Vectors), f.Depth)]
	return f
}

// besides is the look without what the window has: that cannot come to mind,
// and a gate that it opened would let in what stands far behind it.
func (l Look) besides(inWindow func(id string) bool) Look {
	for _, f := range []*memory.Found{&l.Found, &l.Telling} {
		f.Words, f.Vectors = others(f.Words, inWindow), others(f.Vectors, inWindow)
	}
	return l
}

// others are the hits that are not meant.
func others(hits []memory.Ranked, meant func(id string) bool) (out []memory.Ranked) {
	for _, h := range hits {
		if !meant(h.ID) {
			out = append(out, h)
		}
	}
	return out
}

// span makes all units of the times that are asked for candidates.
func (p *Primer) span(ctx context.Context, ask Ask, look *Look) error {
	units := map[string]memory.Unit{}
	for _, s := range look.Query.Spans {
		some, err := p.sources.Recent(ctx, ask.View, s.From.Add(-s.Slack), s.To.Add(s.Slack))
		if err != nil {
			return err
		}
		for _, u := range telling(some) {
			if _, twice := units[u.ID]; !twice && !slices.Contains(ask.Own, u.ID) {
				units[u.ID] = u
				look.Spanned = append(look.Spanned, u.ID)
			}
		}
	}
	known := look.Unit
	look.Unit = func(id string) (memory.Unit, bool) {
		if u, ok := units[id]; ok {
			return u, true
		}
		return known(id)
	}
	return nil
}
