package index

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/chroma"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/memorytest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	owner = person.ScopeOwner
	aoi   = person.Scope("person:aoi")
)

// embedder is an embedding server in the process: texts that share words lie
// near each other.
type embedder struct {
	mu    sync.Mutex
	model embed.Model // that the server has
	known embed.Model // that the client asks for
	err   error
	delay time.Duration
	bad   string // texts with it are refused
	dense bool   // vectors as a real model's, that mean nothing
}

func newEmbedder(dim int) *embedder {
	return &embedder{model: embed.Model{Name: "words", Prefix: embed.PrefixNone, Dim: dim}}
}

func (e *embedder) set(fn func(e *embedder)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	fn(e)
}

func (e *embedder) now() (embed.Model, time.Duration, string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.model, e.delay, e.bad, e.err
}

func (e *embedder) About(context.Context) (embed.Model, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.known = e.model
	}
	return e.known, e.err
}

func (e *embedder) Anew(ctx context.Context) (embed.Model, error) { return e.About(ctx) }

func (e *embedder) Embed(ctx context.Context, _ embed.Kind, texts []string) ([][]float32, error) {
	m, delay, bad, err := e.now()
	if err := (clock.Real{}).Sleep(ctx, delay); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	known := e.known
	e.mu.Unlock()
	if known.Name != m.Name {
		return nil, &fault.Blocked{Err: errors.New("no such model")}
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if bad != "" && strings.Contains(t, bad) {
			return nil, &embed.TextError{Index: i, Err: &fault.Blocked{Err: errors.New("refused")}}
		}
		if e.dense {
			h := fnv.New64a()
			io.WriteString(h, t)
			out[i] = memorytest.Vectors(h.Sum64(), 1, m.Dim)[0]
			continue
		}
		v := make([]float32, m.Dim)
		v[0] = 1
		for _, w := range strings.Fields(t) {
			h := fnv.New32a()
			io.WriteString(h, w)
			v[1+int(h.Sum32())%(m.Dim-1)] += 2
		}
		out[i] = memorytest.Unit(v)
	}
	return out, nil
}

// home is a folder with what an index works with.
type home struct {
	t     testing.TB
	dir   string
	ids   *turn.IDs
	at    time.Time // of the next line
	embed *embedder
	real  Embedder // in place of embed
	chrom *chromas
	// server opens the copy on a real Chroma server, in place of chrom.
	server func(space string, dim int) (Copy, error)

	db     *kv.DB
	ledger *ledger.Ledger
	diary  *diary.Diary
	ix     *Index
	stop   func()
	cfg    Config
	log    *slog.Logger
	zone   *time.Location
}

func newHome(t testing.TB) *home {
	return &home{
		t: t, dir: t.TempDir(), ids: turn.NewIDs(time.Now), at: time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC),
		embed: newEmbedder(32), chrom: newChromas(),
		cfg: Config{QueryWithin: 100 * time.Millisecond, Check: 60 * time.Millisecond, Retry: 10 * time.Millisecond},
		log: slog.New(slog.DiscardHandler),
	}
}

// withServer lets the home have its copy on a real server; what it has there
// goes with the test.
func (h *home) withServer(url string) *home {
	name := "test " + string(h.ids.New())
	var stores []*chroma.Store
	h.chrom = nil
	h.server = func(space string, dim int) (Copy, error) {
		s, err := chroma.New(chroma.Config{URL: url, Home: name, Space: space, Dim: dim, Timeout: 30 * time.Second})
		stores = append(stores, s)
		return s, err
	}
	h.t.Cleanup(func() {
		for _, s := range stores {
			for _, scope := range []person.Scope{owner, aoi, person.ScopeShared} {
				_ = s.Drop(context.Background(), scope) // the server may have been killed
			}
			s.Close()
		}
	})
	return h
}

func (h *home) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// open opens the home without running the index.
func (h *home) open() *home {
	h.t.Helper()
	var err error
	h.db, err = kv.Open(filepath.Join(h.dir, "x.db"), kv.Options{})
	h.must(err)
	h.ledger = ledger.New(h.db)
	h.diary, err = diary.Open(filepath.Join(h.dir, "diary"), time.UTC)
	h.must(err)
	deps := Deps{Ledger: h.ledger, Diary: h.diary, DB: h.db, Clock: clock.Real{}, Log: h.log, Zone: h.zone,
		Names: func(who person.ID, companion bool) string {
			if companion {
				return "Kokoron"
			}
			return string(who)
		}}
	if h.embed != nil {
		deps.Embedder = h.embed
	}
	if h.real != nil {
		deps.Embedder = h.real
	}
	if h.chrom != nil {
		deps.Mirror = h.chrom.open
	}
	if h.server != nil {
		deps.Mirror = h.server
	}
	h.cfg.Dir = filepath.Join(h.dir, "index")
	h.ix, err = Open(h.cfg, deps)
	h.must(err)
	return h
}

// start opens the home and runs its index until it is ready.
func (h *home) start() *home {
	h.t.Helper()
	return h.open().run()
}

// run runs the index of an open home until it is ready.
func (h *home) run() *home {
	h.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { h.ix.Run(ctx); close(done) }()
	stopped := false
	h.stop = func() {
		if !stopped {
			stopped = true
			cancel()
			<-done
			h.must(h.db.Close())
		}
	}
	h.t.Cleanup(h.stop)
	h.must(h.ix.Wait(h.t.Context()))
	return h
}

// say writes a line and tells of it; a minute passes.
func (h *home) say(scope person.Scope, text string) string {
	h.t.Helper()
	l := h.line(scope, text)
	h.must(h.diary.Append(l))
	h.ix.Said(l)
	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Mark(tx, ledger.OfLine, scope, string(l.ID)) }))
	return string(l.ID)
}

func (h *home) line(scope person.Scope, text string) diary.Line {
	h.at = h.at.Add(time.Minute)
	who := person.OwnerID
	if scope != owner {
		who = "aoi"
	}
	return diary.Line{ID: h.ids.New(), At: h.at, Zone: "UTC", Conv: turn.Conv("conv " + string(scope)), Scope: scope,
		Person: who, Role: diary.Person, Text: text}
}

func (h *home) record(scope person.Scope, text string) memory.Record {
	h.t.Helper()
	r, err := memory.Record{ID: h.ids.New(), Scope: scope, Content: text}.Normalise(h.at)
	h.must(err)
	return r
}

// keep commits a record and tells of it.
func (h *home) keep(r memory.Record) string {
	h.t.Helper()
	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Put(tx, r) }))
	h.ix.Changed(r)
	return string(r.ID)
}

// until waits for something that happens in the background.
func (h *home) until(what string, ok func() bool) {
	h.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("%s: not within 2 min; %+v", what, h.ix.Status())
		}
	}
}

// settled waits until all is embedded and copied.
func (h *home) settled() {
	h.t.Helper()
	h.until("settle", func() bool {
		st := h.ix.Status()
		state, err := h.ix.kept.get()
		return err == nil && (h.embed == nil || st.Model != "") && st.Unmade == 0 && (h.ix.deps.Mirror == nil || st.Pending == 0 && st.Uncopied == 0 && state.Filled && len(state.Old) == 0)
	})
}

func ids(hits []memory.Ranked) []string {
	out := []string{}
	for _, h := range hits {
		out = append(out, h.ID)
	}
	slices.Sort(out)
	return out
}

func (h *home) words(scope person.Scope, query string) []string {
	return ids(h.ix.Find(h.t.Context(), person.Only(scope), query, 50).Words)
}

// near are the units that share a word with the query, by meaning.
func (h *home) near(scope person.Scope, query string) []string {
	var near []memory.Ranked
	for _, r := range h.ix.Find(h.t.Context(), person.Only(scope), query, 50).Vectors {
		if r.Score > .5 {
			near = append(near, r)
		}
	}
	return ids(near)
}

func equal(t testing.TB, what string, got, want []string) {
	t.Helper()
	got, want = slices.Clone(got), slices.Clone(want)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// chromas stands for a Chroma server in the process, with a copy a space.
type chromas struct {
	mu    sync.Mutex
	err   error
	delay time.Duration
	of    map[string]*copyOf
}

type copyOf struct {
	*memorytest.Fake
	all *chromas
}

func newChromas() *chromas { return &chromas{of: map[string]*copyOf{}} }

func (c *chromas) open(space string, dim int) (Copy, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[space] == nil {
		c.of[space] = &copyOf{memorytest.NewFake(dim), c}
	}
	return c.of[space], nil
}

func (c *chromas) set(fn func(c *chromas)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fn(c)
}

// space is the copy of a model's space.
func (c *chromas) space(m embed.Model) *copyOf {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.of[name(m)]
}

// wait is the server's trouble.
func (c *chromas) wait(ctx context.Context) error {
	c.mu.Lock()
	err, delay := c.err, c.delay
	c.mu.Unlock()
	return errors.Join((clock.Real{}).Sleep(ctx, delay), err)
}

func (c *copyOf) Upsert(ctx context.Context, scope person.Scope, points ...memory.Point) error {
	if err := c.all.wait(ctx); err != nil {
		return err
	}
	return c.Fake.Upsert(ctx, scope, points...)
}

func (c *copyOf) Count(ctx context.Context, view person.View) (int, error) {
	if err := c.all.wait(ctx); err != nil {
		return 0, err
	}
	return c.Fake.Count(ctx, view)
}

func (c *copyOf) Delete(ctx context.Context, scope person.Scope, ids ...string) error {
	if err := c.all.wait(ctx); err != nil {
		return err
	}
	return c.Fake.Delete(ctx, scope, ids...)
}

func TestFindsWhatWasSaid(t *testing.T) {
	h := newHome(t).start()
	cat := h.say(owner, "the cat sleeps on the sofa")
	dog := h.say(owner, "my dog likes rain")
	other := h.say(aoi, "another cat of aoi")
	equal(t, "words at once", h.words(owner, "cat"), []string{cat})
	equal(t, "the other scope", h.words(aoi, "cat"), []string{other})
	h.settled()
	equal(t, "by meaning", h.near(owner, "dog rain"), []string{dog})
	if f := h.ix.Find(t.Context(), person.Only(owner), "cat", 5); f.Spread <= 0 || f.Mean <= 0 || f.Ideal <= 0 || f.Depth != 5 {
		t.Errorf("%+v", f)
	}
	u, ok := h.ix.Unit(person.Only(owner), cat)
	if !ok || u.Text != "the cat sleeps on the sofa" || u.Speaker != "owner" || u.Session != cat || !u.Line() {
		t.Errorf("%+v", u)
	}
	if _, ok := h.ix.Unit(person.Only(owner), other); ok {
		t.Error("a unit of another scope is given")
	}
	if a := h.ix.Around(person.Only(owner), cat); a != (memory.Around{"", dog, "", ""}) {
		t.Errorf("around: %v", a)
	}
	copied, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), cat, dog, other)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "copied", copied, []string{cat, dog})
}
