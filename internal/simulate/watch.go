package simulate

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/salience"
)

// watch is what was seen of a simulation.
type watch struct {
	report Report
	zone   *time.Location // of the owner now
	talks  map[string]int // conversation, hour → the index of its entry
	runs   map[string]time.Time
	fails  map[string]int
	known  map[turn.ID]memory.Status
	sample []turn.ID
	lines  map[string]int // day → lines
	asked  map[int]bool   // questions that were asked before their night
	accounts

	mu   sync.Mutex // of what channels are given
	told []delivered
}

// delivered is what a channel was given.
type delivered struct {
	at      time.Time
	channel string
	out     turn.Outgoing
	notice  bool
}

// The sizes of a report.
const (
	samples   = 12
	maxShown  = 120 // characters of what somebody said
	hourForm  = "2006-01-02 15"
	maxEvents = 400_000
)

func newWatch(zone *time.Location) *watch {
	return &watch{zone: zone, talks: map[string]int{}, runs: map[string]time.Time{}, fails: map[string]int{}, known: map[turn.ID]memory.Status{}, lines: map[string]int{}, asked: map[int]bool{}, accounts: newAccounts()}
}

// face is a channel that hands nothing on and remembers what it was given.
type face struct {
	name string
	w    *world
}

// Name implements channels.Channel.
func (f *face) Name() string { return f.name }

// Show implements channels.Channel.
func (f *face) Show(e turn.Event) {
	if e.Kind == turn.Notice && e.Channel == f.name {
		f.w.give(delivered{at: f.w.clk.Now(), channel: f.name, notice: true, out: turn.Outgoing{Conv: e.Conv, Text: e.Text}})
	}
}

// Deliver implements channels.Channel.
func (f *face) Deliver(_ context.Context, o turn.Outgoing) error {
	f.w.mu.Lock()
	away := f.w.away[f.name]
	f.w.mu.Unlock()
	if away {
		return channels.ErrAway
	}
	f.w.give(delivered{at: f.w.clk.Now(), channel: f.name, out: o})
	return nil
}

func (w *watch) give(d delivered) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = append(w.told, d)
}

// add puts an entry into the report.
func (w *watch) add(e Entry) int {
	e.At = e.At.In(w.zone)
	e.order = len(w.report.Events)
	if e.order < maxEvents {
		w.report.Events = append(w.report.Events, e)
	}
	return e.order
}

// talk is the entry of this hour of a conversation.
func (w *world) talk(conv turn.Conv, at time.Time, name, channel string) *Entry {
	key := string(conv) + " " + channel + " " + at.In(w.cfg.Zone).Format(hourForm)
	i, ok := w.talks[key]
	if !ok || i >= len(w.report.Events) {
		i = w.add(Entry{At: at, Kind: Talk, Name: name, Channel: channel})
		w.talks[key] = i
	}
	return &w.report.Events[min(i, len(w.report.Events)-1)]
}

// heard notes what somebody says.
func (w *world) heard(s Step) {
	conv := turn.Conv(cmp.Or(s.Person, "owner"))
	e := w.talk(conv, w.clk.Now(), s.Person, cmp.Or(s.Channel, usually))
	if e.Said++; e.Text == "" {
		e.Text = text.Excerpt(s.Words, maxShown)
	}
	w.lines[w.clk.Now().In(w.cfg.Zone).Format(time.DateOnly)]++
}

// look notes what has happened since the last look, and reports whether
// anything was said by a program that runs.
func (w *world) look() (spoken bool) {
	w.mu.Lock()
	told := w.told
	w.told = nil
	w.mu.Unlock()
	for _, d := range told {
		w.spoke(d)
	}
	if w.app == nil {
		return false
	}
	for _, j := range w.app.Jobs() {
		if j.Running || j.Begun || j.Attempt.IsZero() || j.Attempt.Equal(w.runs[j.Name]) && j.Failures == w.fails[j.Name] {
			continue
		}
		w.runs[j.Name], w.fails[j.Name] = j.Attempt, j.Failures
		e := Entry{At: j.Attempt, Kind: Job, Name: j.Name, Why: j.Spec, Error: w.plainly(j.Error)}
		if j.Failures == 0 {
			e.Counts = maps.Clone(j.Result.Counts)
		}
		e.empty = j.Error == "" && strings.HasPrefix(j.Spec, "every ") && !slices.ContainsFunc(slices.Collect(maps.Values(e.Counts)), func(n int) bool { return n > 0 })
		w.add(e)
	}
	return len(told) > 0
}

// attempted is what a library says of a connection to the scripted model that
// failed: that it did, and by chance in which way.
var attempted = text.Lazy(`(?m): (?:Get|Post|Head) "http://model/[^"]*": .*$`)

// plainly is an error without what chance has put into it: the port of the
// scripted model, and at which byte it turned somebody away.
func (w *world) plainly(said string) string {
	if w.model == nil {
		return said
	}
	u, err := url.Parse(w.model.URL())
	if err != nil {
		return said
	}
	return attempted.ReplaceAllString(strings.ReplaceAll(said, u.Host, "model"), "")
}

// spoke notes what a channel was given.
func (w *world) spoke(d delivered) {
	name := w.nameOf(d.out.Conv)
	switch {
	case d.notice:
		w.add(Entry{At: d.at, Kind: Notice, Name: name, Channel: d.channel, Text: text.Excerpt(d.out.Text, maxShown)})
	case len(d.out.Answers) == 0:
		i := w.add(Entry{At: d.at, Kind: Unasked, Name: name, Channel: d.channel, Text: text.Excerpt(d.out.Text, maxShown)})
		w.open = append(w.open, len(w.report.Sends))
		w.report.Sends = append(w.report.Sends, Sent{At: d.at.In(w.zone), Channel: d.channel, To: name, Text: d.out.Text, id: d.out.ID, entry: i})
	default:
		w.talk(turn.Conv(cmp.Or(name, "owner")), d.at, name, d.channel).Replied++
		w.lines[d.at.In(w.cfg.Zone).Format(time.DateOnly)]++
	}
}

// nameOf is who talks in a conversation, "" the owner.
func (w *world) nameOf(conv turn.Conv) string { return w.names[conv] }

// dayOver counts what is remembered, and notes what came of records since the
// day before.
func (w *world) dayOver(ctx context.Context, day string) error {
	if w.app == nil {
		return nil
	}
	if err := w.account(ctx); err != nil {
		return err
	}
	now := w.clk.Now()
	list, err := w.app.Records(ctx, "")
	if err != nil {
		return err
	}
	c := DayCount{Day: day, Lines: w.lines[day], ByStatus: map[memory.Status]int{}, ByLevel: map[memory.Level]int{}, ByTerm: map[memory.Term]int{}}
	by := map[turn.ID]memory.Record{}
	for _, r := range list {
		c.ByStatus[r.Status]++
		if r.Status == memory.Active {
			c.ByLevel[r.Level]++
			c.ByTerm[r.Term]++
		}
		by[r.ID] = r
		w.changed(r, now)
		if len(w.sample) < samples && r.Status == memory.Active && !slices.Contains(w.sample, r.ID) && w.wanted(len(w.report.Memory)) {
			w.sample = append(w.sample, r.ID)
			w.report.Salience = append(w.report.Salience, Curve{Text: text.Excerpt(r.Content, maxShown), Day: day})
		}
	}
	for i, id := range w.sample {
		score := 0.0
		if r := by[id]; r.Status == memory.Active {
			score = float64(int(salience.Score(r, now)*1e4+0.5)) / 1e4
		}
		w.report.Salience[i].Scores = append(w.report.Salience[i].Scores, score)
	}
	w.report.Memory = append(w.report.Memory, c)
	return nil
}

// wanted reports whether one more record is to be followed on a day: they are
// spread over the first half of the time.
func (w *world) wanted(day int) bool {
	return len(w.sample)*w.Days <= 2*samples*(day+1)/2 || len(w.sample) == 0
}

// changed notes what became of a record.
func (w *world) changed(r memory.Record, now time.Time) {
	was, known := w.known[r.ID]
	if !known {
		w.add(Entry{At: r.CreatedAt, Kind: Saved, Text: text.Excerpt(r.Content, maxShown), Why: string(r.Source), Name: string(r.Category)})
		was = memory.Active
	}
	w.known[r.ID] = r.Status
	if was == r.Status || r.Status == memory.Active {
		return
	}
	e := Entry{At: r.ArchivedAt, Kind: Archived, Text: text.Excerpt(r.Content, maxShown), Why: r.Reason, Name: string(r.Category)}
	if r.Status == memory.Superseded {
		e.At, e.Kind = r.ValidUntil, Replaced
	}
	if e.At.IsZero() || e.At.After(now) {
		e.At = now
	}
	w.add(e)
}
