package ops_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/ops/opstest"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/index"
)

var (
	owner = person.Person{ID: person.OwnerID, Name: "Ren", Role: person.Owner}
	aoi   = person.Person{ID: "aoi", Name: "Aoi", Role: person.Admitted}
	guest = person.Person{ID: "guest", Role: person.Visitor}
	zone  = time.FixedZone("Asia/Tokyo", 9*60*60)
)

// stepClock is a clock that moves a second with every look.
type stepClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *stepClock) Now() time.Time {
	c.pass(time.Second)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *stepClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func (c *stepClock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func (c *stepClock) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// home is the use cases over real stores in a folder.
type home struct {
	*ops.Ops
	t     *testing.T
	dir   string
	index indexed
	end   func() // of the index
}

// indexed is the index, and what it was told.
type indexed struct {
	*index.Index
	mu      sync.Mutex
	lines   []diary.Line
	records []memory.Record
	// changing, where it is set, is called before a change is told.
	changing func()
}

func (x *indexed) Said(l ...diary.Line) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lines = append(x.lines, l...)
	x.Index.Said(l...)
}

func (x *indexed) Changed(r ...memory.Record) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.changing != nil {
		x.changing()
	}
	x.records = append(x.records, r...)
	x.Index.Changed(r...)
}

func newHome(t *testing.T) *home {
	h := &home{t: t, dir: t.TempDir()}
	h.open(&stepClock{at: time.Date(2026, 11, 30, 8, 0, 0, 0, zone)})
	t.Cleanup(func() { h.end(); h.DB.Close() })
	return h
}

func (h *home) open(clk *stepClock) {
	h.t.Helper()
	db, err := kv.Open(filepath.Join(h.dir, "kokoron.db"), kv.Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	m := opstest.Open(h.t, db, h.dir, zone, clk)
	h.index.Index, h.end = m.Index, m.End
	h.Ops = ops.New(ops.Deps{
		DB: db, Journal: journal.New(), People: people.New(), Session: session.New(db), Ledger: m.Ledger, Diary: m.Diary,
		Library: m.Library, Index: &h.index, Primer: m.Primer,
		IDs: turn.NewIDs(clk.Now), Clock: clk, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Owner: owner, Zone: zone, Lang: text.Ja,
	})
}

// restart ends the process and begins another one on the same files.
func (h *home) restart() {
	h.t.Helper()
	h.end()
	if err := h.DB.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.open(h.Clock.(*stepClock))
}

// blockDiary makes every write of the day fail until it is undone.
func (h *home) blockDiary() (undo func()) {
	h.t.Helper()
	day := filepath.Join(h.dir, "diary", "2026", "2026-11-30.jsonl")
	aside := day + ".aside"
	moved := os.Rename(day, aside) == nil
	if err := os.MkdirAll(day, 0o700); err != nil {
		h.t.Fatal(err)
	}
	return func() {
		if err := os.Remove(day); err != nil {
			h.t.Fatal(err)
		}
		if moved {
			if err := os.Rename(aside, day); err != nil {
				h.t.Fatal(err)
			}
		}
	}
}

// accept puts a message in.
func (h *home) accept(p person.Person, ext, words string) turn.Message {
	h.t.Helper()
	m, fresh, err := h.Accept(h.t.Context(), turn.Message{
		Conv: turn.Conv(p.Scope()), Channel: "terminal", External: ext, Person: p.ID, Text: words,
	})
	if err != nil || !fresh {
		h.t.Fatalf("accept: fresh %v, %v", fresh, err)
	}
	return m
}

// said is a turn of one message, as the engine gets it.
func (h *home) said(p person.Person, words string) turn.Turn {
	h.t.Helper()
	return turn.Turn{
		ID: h.IDs.New(), Conv: "talk", Speaker: p, View: person.ViewOf(p),
		Messages: []turn.Message{{ID: h.IDs.New(), Conv: "talk", Channel: "terminal", Person: p.ID, Text: words, At: h.Clock.Now(), Zone: "Asia/Tokyo"}},
	}
}

// lines are the diary lines of a scope, in order.
func (h *home) lines(s person.Scope) []diary.Line {
	h.t.Helper()
	lines, err := h.Diary.Recent(person.Only(s), 1000)
	if err != nil {
		h.t.Fatal(err)
	}
	return lines
}

func (h *home) records(s person.Scope) []memory.Record {
	h.t.Helper()
	list, err := h.Ledger.List(person.Only(s), "")
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// tell says what was stored in a form that is easy to compare.
func tell(r ops.Remembered) tool.Result {
	s := r.Handle + " " + r.Record.Content
	if r.Known {
		s += ", known"
	}
	if r.OldHandle != "" {
		s += ", replaces " + r.OldHandle + " " + r.Old.Content
	}
	return tool.Result{Text: s, Wrote: true}
}

// remember saves something that must be stored, and returns what was told.
func (h *home) remember(t turn.Turn, in ops.ToRemember) string {
	h.t.Helper()
	res, err := h.Remember(h.t.Context(), t, turn.Op(h.IDs.New()), in, tell)
	if err != nil {
		h.t.Fatal(err)
	}
	return res.Text
}
