package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/simulate/scripted"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// trial is a companion that is tried by a life.
type trial struct {
	t     testing.TB
	life  *trialLife
	clk   *clock.Counted
	shift atomic.Int64
	cfg   config.Config
	model *scripted.Model
	phone *phone
	app   *app.App

	later   []deed // in the order of their times: what the life did not foresee
	seen    int    // of the phone's log
	waiting []deed
	said    int
	closed  int // topics

	facts
}

// facts are what the judge is given beside the log of the phone.
type facts struct {
	zone                 *time.Location
	from, to             time.Time
	words                []time.Time // as they came in
	reminders            []*asked
	down, shifted, quiet []span
	never                []taken // texts that are not to be said again
	again                []taken // texts that may be said once more
	corrupt              time.Time
	starts, kills        int
	presses              map[string]int
	reasons              map[governor.Reason]int
	decided              map[string]bool
	briefing             bool
}

type span struct{ from, to time.Time }

type taken struct {
	at   time.Time
	text string
}

func (tr *trial) truth() time.Time { return tr.clk.Now().Add(-time.Duration(tr.shift.Load())) }

// newTrial makes the home.
func newTrial(t testing.TB, l *trialLife, lang text.Lang, briefing bool, seed uint64) *trial {
	t.Helper()
	tr := &trial{t: t, life: l, clk: clock.NewCounted(l.from)}
	tr.facts = facts{zone: l.zone, from: l.from, to: l.to, presses: map[string]int{}, reasons: map[governor.Reason]int{}, decided: map[string]bool{}, briefing: briefing}
	tr.phone = &phone{clk: tr.clk, truth: tr.truth, troubles: l.troubles, dice: rand.New(rand.NewPCG(seed, 3)), lost: map[turn.ID]bool{}, tries: map[string]int{}}
	none := func(string) (string, bool) { return "", false }
	var err error
	if tr.cfg, err = config.Load(filepath.Join(t.TempDir(), "home"), none); err != nil {
		t.Fatal(err)
	}
	tr.cfg.Zone, tr.cfg.ZoneGuessed, tr.cfg.Language, tr.cfg.Owner = l.zone, false, lang, "Ren"
	tr.cfg.Embed, tr.cfg.Chroma, tr.cfg.Telegram = config.Embed{}, config.Service{}, config.Telegram{}
	if briefing {
		tr.cfg.Autonomy.Briefing = 8 * 60
	}
	if tr.model, err = scripted.Start(seed, text.En, tr.clk); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tr.model.Close() })
	tr.model.Muse((&pest{dice: rand.New(rand.NewPCG(seed, 5))}).think)
	tr.cfg.Model.Endpoints = []config.Endpoint{{URL: tr.model.URL(), Model: scripted.Name, Key: config.NewSecret(tr.model.Key())}}
	tr.start()
	tr.stop() // the database is there now
	tr.db(func(tx *kv.Tx) error { return people.New().Bind(tx, "telegram", "1001", person.OwnerID) })
	tr.start()
	return tr
}

func (tr *trial) must(err error) {
	if err != nil {
		tr.t.Helper()
		tr.t.Fatalf("%v: %v", tr.truth().In(tr.zone), err)
	}
}

func (tr *trial) start() {
	a, err := app.Open(context.Background(), tr.cfg, app.Options{
		Log: tr.logger(), Ports: []int{}, Clock: tr.clk, Channels: []channels.Channel{tr.phone}, Check: check, Loose: true,
	})
	tr.must(err)
	tr.must(a.Start())
	tr.app = a
	tr.starts++
}

func (tr *trial) logger() *slog.Logger {
	if os.Getenv("KOKORON_LOG") == "" {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

func (tr *trial) stop() {
	a := tr.app
	tr.app = nil
	tr.must(a.Stop())
}

// db does something to the database while nothing runs.
func (tr *trial) db(do func(*kv.Tx) error) {
	db, err := kv.Open(filepath.Join(tr.cfg.Home, "kokoron.db"), kv.Options{Loose: true})
	tr.must(err)
	tr.must(db.Update(do))
	tr.must(db.Close())
}

// count notes what was decided.
func (tr *trial) count() {
	tr.db(func(tx *kv.Tx) error {
		list, err := state.Speech{}.Decisions(tx, person.OwnerID)
		for _, d := range list {
			k := fmt.Sprint(d.Wish, d.Verdict.Reason, d.Verdict.Figures.At.UnixNano())
			if !tr.decided[k] {
				tr.decided[k] = true
				tr.reasons[d.Verdict.Reason]++
			}
		}
		return err
	})
}

// renew ends the program, whatever it does, and starts it again.
func (tr *trial) renew(kill bool, between func()) {
	if kill {
		tr.kill()
	} else {
		tr.stop()
	}
	tr.count()
	if between != nil {
		between()
	}
	tr.start()
}

func (tr *trial) kill() {
	image := tr.cfg.Home + ".killed"
	tr.must(os.RemoveAll(image))
	tr.must(copyTree(tr.cfg.Home, image))
	tr.stop()
	tr.must(os.RemoveAll(tr.cfg.Home))
	tr.must(os.Rename(image, tr.cfg.Home))
	tr.kills++
}

// corrupted is the state of the governor as a bad disk might have it: one figure
// is another.
func corrupted(tx *kv.Tx) error {
	b := kv.NewBucket[json.RawMessage]("speech/gates")
	raw, ok, err := b.Get(tx, "owner")
	if err != nil || !ok {
		return fmt.Errorf("no state of the governor: %v", err)
	}
	at := strings.Index(string(raw), `"seq":`) + len(`"seq":`)
	raw = slices.Clone(raw)
	raw[at] = '0' + (raw[at]-'0'+1)%9 + 1
	return b.Put(tx, "owner", raw)
}

// live lives the life.
func (tr *trial) live() {
	month := tr.from
	for _, d := range tr.life.deeds {
		tr.runTo(d.at)
		if d.at.Sub(month) > 30*24*hour && tr.app != nil {
			month = d.at
			v := judge(facts{zone: tr.zone, from: tr.from, to: tr.from, words: tr.words, quiet: tr.quiet, shifted: tr.shifted, never: tr.never, again: tr.again, corrupt: tr.corrupt}, tr.phone)
			fmt.Fprintf(os.Stderr, "%s until %s: faults of restraint %q, %+v\n", tr.zone, d.at.Format(time.DateOnly), v.faults[:min(len(v.faults), 5)], v.sums)
		}
		tr.do(d)
	}
	tr.runTo(tr.life.to)
	if tr.app == nil {
		tr.back()
	}
	tr.settle()
	tr.stop()
	tr.count()
}

// runTo lets time pass, with what comes up in it.
func (tr *trial) runTo(to time.Time) {
	for {
		tr.settle()
		if len(tr.later) > 0 && !tr.later[0].at.After(to) && !tr.later[0].at.After(tr.truth()) {
			d := tr.later[0]
			tr.later = tr.later[1:]
			tr.do(d)
			continue
		}
		next := to
		if len(tr.later) > 0 && tr.later[0].at.Before(to) {
			next = tr.later[0].at
		}
		if !tr.clk.Step(next.Add(time.Duration(tr.shift.Load()))) && !next.Before(to) {
			tr.settle()
			return
		}
	}
}

func (tr *trial) settle() {
	for tr.clk.Settle(); tr.look(); tr.clk.Settle() {
		if tr.app != nil {
			tr.app.Nudge()
		}
	}
}

// soon adds what was not foreseen.
func (tr *trial) soon(after time.Duration, d deed) {
	d.at = tr.truth().Add(after)
	at, _ := slices.BinarySearchFunc(tr.later, d.at, func(d deed, at time.Time) int {
		if d.at.After(at) {
			return 1
		}
		return -1
	})
	tr.later = slices.Insert(tr.later, at, d)
}

// look sees what came to the phone and decides what the owner does about it.
func (tr *trial) look() bool {
	tr.phone.mu.Lock()
	fresh := slices.Clone(tr.phone.log[tr.seen:])
	tr.seen = len(tr.phone.log)
	tr.phone.mu.Unlock()
	dice := tr.life.dice
	for _, a := range fresh {
		switch {
		case a.lost:
		case marked(a.text) > 0:
			if dice.IntN(2) == 0 {
				tr.soon(tr.life.some(3*time.Minute, 90*time.Minute), deed{what: "answer", text: "Thank you for asking, all is well."})
			}
			if dice.IntN(4) == 0 {
				offer := []turn.Offer{turn.OfferLater, turn.OfferLess, turn.OfferLater, turn.OfferLess, turn.OfferNever}[dice.IntN(5)]
				if offer == turn.OfferNever && (tr.closed >= 4 || dice.IntN(3) > 0) {
					offer = turn.OfferLater
				}
				tr.soon(tr.life.some(time.Minute, hour), deed{what: "press", id: string(a.id), offer: string(offer), text: unmarked(a.text)})
			}
		case strings.Contains(a.text, "#") && dice.IntN(5) == 0:
			offer := turn.OfferSnooze
			if dice.IntN(3) == 0 {
				offer = turn.OfferDone
			}
			tr.soon(tr.life.some(time.Minute, 30*time.Minute), deed{what: "press", id: string(a.id), offer: string(offer), text: a.text})
		}
	}
	return len(fresh) > 0
}

// awake reports whether the owner is.
func (tr *trial) awake() bool {
	h := tr.truth().In(tr.zone).Hour()
	return h >= 7 && h < 23
}

// do does a deed.
func (tr *trial) do(d deed) {
	now := tr.truth()
	switch d.what {
	case "outage":
		if tr.app == nil {
			return
		}
		tr.stop()
		tr.count()
		tr.down = append(tr.down, span{from: now})
		tr.soon(d.for_, deed{what: "back"})
		return
	case "back":
		tr.back()
		return
	case "clock":
		tr.setClock(d.for_)
		return
	case "model":
		tr.model.Down(true)
		tr.soon(d.for_, deed{what: "model back"})
		return
	case "model back":
		tr.model.Down(false)
		return
	case "say", "answer":
		if reach := tr.phone.trouble(now); tr.awake() && reach != "5xx" && reach != "hang" {
			if d.at = now; tr.app == nil {
				tr.waiting = append(tr.waiting, d)
			} else {
				tr.say(d, false)
			}
		}
		return
	}
	if tr.app == nil {
		return
	}
	ctx := context.Background()
	switch d.what {
	case "restart", "kill":
		tr.renew(d.what == "kill", nil)
	case "corrupt":
		tr.renew(false, func() { tr.db(corrupted) })
		tr.corrupt = now
	case "remind", "cancel":
		tr.remind(ctx, d)
	case "quiet":
		tr.desk(ctx, "quiet", app.Ask{Text: d.text})
		tr.quiet = append(tr.quiet, span{tr.clk.Now(), tr.clk.Now().Add(d.for_)}) // by the machine's clock
	case "event":
		tr.desk(ctx, "calendar add", app.Ask{Calendar: app.CalendarAsk{Plan: ops.ToPlan{Title: "Meeting", When: d.text}}})
	case "press":
		tr.press(ctx, d)
	}
	tr.app.Nudge()
}

func (tr *trial) setClock(by time.Duration) {
	old := time.Duration(tr.shift.Load())
	if old == 0 && by == 0 {
		return
	}
	now := tr.truth()
	if old != 0 {
		tr.shifted[len(tr.shifted)-1].to = now
	}
	if by != 0 {
		tr.shifted = append(tr.shifted, span{from: now})
	}
	tr.clk.Shift(by - old)
	tr.shift.Store(int64(by))
	if tr.app != nil {
		tr.app.Nudge()
	}
}

func (tr *trial) back() {
	tr.down[len(tr.down)-1].to = tr.truth()
	tr.start()
	late := tr.waiting
	tr.waiting = nil
	for _, d := range late {
		tr.say(d, true)
	}
	tr.app.Nudge()
}

func (tr *trial) say(d deed, late bool) {
	who, conv := tr.app.Owner()
	tr.said++
	m := turn.Message{Conv: conv, Channel: "telegram", External: fmt.Sprint("s", tr.said), Person: who.ID, Text: d.text}
	if late {
		m.Sent = d.at.Add(time.Duration(tr.shift.Load()))
	}
	tr.words = append(tr.words, tr.truth())
	_, err := tr.app.Receive(context.Background(), m)
	tr.must(err)
	tr.app.Nudge()
}

// desk asks the desk and takes it that nothing there waits by the clock.
func (tr *trial) desk(ctx context.Context, op string, a app.Ask) json.RawMessage {
	raw, err := tr.app.Desk().Do(ctx, op, a, func(app.Progress) {})
	if err != nil {
		tr.t.Fatalf("%v: %s %+v: %v", tr.truth().In(tr.zone), op, a, err)
	}
	return raw
}

func (tr *trial) remind(ctx context.Context, d deed) {
	a := d.wish
	if tr.shift.Load() != 0 {
		return // what the owner means then is not what the machine takes it for
	}
	if d.what == "cancel" {
		if a.id != "" && a.gone.IsZero() {
			tr.desk(ctx, "reminders cancel", app.Ask{ID: a.id})
			a.gone = tr.truth()
			a.again = slices.DeleteFunc(a.again, a.gone.Before)
		}
		return
	}
	var got struct {
		Changed  bool
		Reminder struct{ ID string }
	}
	raw := tr.desk(ctx, "remind", app.Ask{Text: a.text(), At: a.when})
	tr.must(json.Unmarshal(raw, &got))
	if a.id = got.Reminder.ID; a.id == "" {
		tr.t.Fatalf("reminder %s %q: %s", a.text(), a.when, raw)
	}
	a.set = tr.truth()
	tr.reminders = append(tr.reminders, a)
}

func (tr *trial) press(ctx context.Context, d deed) {
	if reach := tr.phone.trouble(tr.truth()); !tr.awake() || reach == "5xx" || reach == "hang" || tr.shift.Load() != 0 {
		return
	}
	ok, err := tr.app.Take(ctx, turn.ID(d.id), turn.Offer(d.offer))
	tr.must(err)
	if !ok {
		tr.presses["gone"]++
		return
	}
	tr.presses[d.offer]++
	now := taken{tr.truth(), d.text}
	switch turn.Offer(d.offer) {
	case turn.OfferLater:
		tr.again = append(tr.again, now)
	case turn.OfferNever:
		tr.closed++
		tr.never = append(tr.never, now)
	case turn.OfferSnooze, turn.OfferDone:
		for _, a := range tr.reminders {
			if !strings.Contains(d.text, a.text()) {
				continue
			}
			a.again = slices.DeleteFunc(a.again, now.at.Before) // only the last choice counts
			if d.offer == string(turn.OfferSnooze) {
				a.again = append(a.again, now.at.Add(snoozed))
			}
		}
	}
}

// trials are the lives: two weeks around the change of the clocks, or a year;
// with the race detector, which is slow, five days.
func trials(year bool) []struct {
	zone, from string
	lang       text.Lang
	days       int
} {
	list := []struct {
		zone, from string
		lang       text.Lang
		days       int
	}{
		{"Asia/Tokyo", "2026-05-01", text.Ja, 14},
		{"America/New_York", "2026-03-01", text.En, 14},
		{"Europe/London", "2026-10-18", text.En, 14},
		{"America/Sao_Paulo", "2018-10-28", text.Zh, 14},
	}
	if raced { // by the race detector: the change of the clocks and little more
		for i, from := range []string{"2026-05-01", "2026-03-05", "2026-10-22", "2018-11-01"} {
			list[i].from, list[i].days = from, 5
		}
	}
	if year {
		for i, from := range []string{"2026-01-01", "2026-01-01", "2026-01-01", "2018-01-01"} {
			list[i].from, list[i].days = from, 365
		}
	}
	return list
}

// TestRestraint tries the companion by a pest of a model, bad clocks, kills and
// a phone that is often not there, and has a judge look at what came to the
// phone, who knows nothing of the governor.
func TestRestraint(t *testing.T) {
	year := os.Getenv("KOKORON_PROVE") != ""
	for i, c := range trials(year) {
		t.Run(c.zone, func(t *testing.T) {
			t.Parallel()
			began := clock.Real{}.Now()
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			from, err := time.ParseInLocation(time.DateOnly, c.from, zone)
			if err != nil {
				t.Fatal(err)
			}
			seed := uint64(11 + i)
			fmt.Sscan(os.Getenv("KOKORON_SEED"), &seed)
			l := newTrialLife(zone, from, c.days, seed)
			tr := newTrial(t, l, c.lang, c.zone == "Europe/London", seed)
			tr.live()
			v := judge(tr.facts, tr.phone)
			for i, f := range v.faults {
				if i == 30 {
					t.Errorf("and %d more", len(v.faults)-i)
					break
				}
				t.Error(f)
			}
			t.Logf("proof: %s, %d days, %d faults: %+v; refused and allowed by reason %v; tries at the phone %v, %d words, buttons %v, %d starts, %d kills, %d outages, clock set %d times, wall time %v",
				c.zone, c.days, len(v.faults), v.sums, tr.reasons, tr.phone.tries, len(tr.words), tr.presses, tr.starts, tr.kills, len(tr.down), len(tr.shifted), clock.Real{}.Now().Sub(began).Round(time.Millisecond))
		})
	}
}
