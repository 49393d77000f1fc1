package index

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/chroma"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/memorytest"
)

var errDown = &fault.Unavailable{Err: errors.New("nobody there")}

// lines collects what is logged.
type lines struct {
	mu  sync.Mutex
	out []string
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = append(l.out, string(p))
	return len(p), nil
}

func (l *lines) with(text string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.out {
		if strings.Contains(s, text) {
			n++
		}
	}
	return n
}

// TestEmbedderDown: without the server the words answer, at once; when it is
// back everything is found by meaning. Its trouble is told once.
func TestEmbedderDown(t *testing.T) {
	h := newHome(t)
	log := &lines{}
	h.log = slog.New(slog.NewTextHandler(log, nil))
	h.embed.err = errDown
	h.start()
	cat := h.say(owner, "the cat sleeps")
	h.until("notice", func() bool { return !h.ix.Status().Embedding })
	began := time.Now()
	if f := h.ix.Find(t.Context(), person.Only(owner), "cat", 5); len(f.Words) != 1 || f.Vectors != nil {
		t.Errorf("%+v", f)
	}
	if took := time.Since(began); took >= h.cfg.QueryWithin {
		t.Errorf("a search waited %v for a server that is known to be down", took)
	}
	time.Sleep(5 * h.cfg.Check)
	if n := log.with("embedding server"); n != 1 {
		t.Errorf("told %d times: %q", n, log.out)
	}
	h.embed.set(func(e *embedder) { e.err = nil })
	h.settled()
	equal(t, "caught up", h.near(owner, "the cat sleeps"), []string{cat})
	h.embed.set(func(e *embedder) { e.err = errDown })
	h.ix.Find(t.Context(), person.Only(owner), "cat", 5) // finds out
	h.until("notice", func() bool { return !h.ix.Status().Embedding })
	h.embed.set(func(e *embedder) { e.err = nil })
	h.until("recover", func() bool { return h.ix.Status().Embedding })
	if down, up := log.with("does not do"), log.with("answers again"); down != 2 || up != 2 {
		t.Errorf("told %d and %d times", down, up)
	}
}

// TestEmbedderSlow: a search waits as long as it may, no longer.
func TestEmbedderSlow(t *testing.T) {
	h := newHome(t).start()
	h.say(owner, "the cat sleeps")
	h.settled()
	h.embed.set(func(e *embedder) { e.delay = 3 * time.Second })
	h.say(owner, "a dog") // the keeper is busy with it
	began := time.Now()
	f := h.ix.Find(t.Context(), person.Only(owner), "cat", 5)
	if took := time.Since(began); len(f.Words) != 1 || f.Vectors != nil || took < h.cfg.QueryWithin || took > h.cfg.QueryWithin+time.Second {
		t.Errorf("%v, %+v", took, f)
	}
	if f := (Patient{h.ix, 10 * time.Second}).Find(t.Context(), person.Only(owner), "cat", 5); len(f.Vectors) == 0 {
		t.Error("a patient search has no vector")
	}
	h.embed.set(func(e *embedder) { e.delay = 0 })
	h.settled()
}

// TestEnough: while most has no vector yet the words answer alone; where it is
// but what was said just now they do not.
func TestEnough(t *testing.T) {
	h := newHome(t).start()
	for i := range 60 {
		h.say(owner, fmt.Sprint("the cat sleeps ", i))
	}
	h.settled()
	meaning := func() int { return len(h.ix.Find(t.Context(), person.Only(owner), "the cat", 5).Vectors) }
	if meaning() == 0 {
		t.Error("nothing by meaning")
	}
	var refs []ref
	for i := range justSaidUpTo + 1 {
		refs = append(refs, ref{owner, fmt.Sprint("none ", i)})
	}
	h.embed.set(func(e *embedder) { e.err = errDown })
	h.say(owner, "it notices")
	h.until("notice", func() bool { return h.ix.down.Load() })
	h.ix.todo.later(refs...)
	h.ix.down.Store(false)
	if h.ix.enough() {
		t.Errorf("%d units wait, and that is enough", h.ix.todo.len())
	}
	h.embed.set(func(e *embedder) { e.err = nil })
	h.settled()
	if meaning() == 0 {
		t.Error("nothing by meaning")
	}
}

func TestPace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, each := pace(1), time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(t, "each"))
		for range 12 {
			p.took(int(p), time.Duration(p)*each)
			if p < 1 || p > mostAtOnce {
				t.Fatalf("%d at once", p)
			}
		}
		if all := time.Duration(p) * each; p > 1 && all > atOnce+each || p < mostAtOnce/2 && all+4*each < atOnce/2 {
			t.Fatalf("%d texts of %v take %v", p, each, all)
		}
	})
}

// TestRefusedText: one text that the server refuses keeps no other out.
func TestRefusedText(t *testing.T) {
	h := newHome(t)
	h.embed.bad = "poison"
	h.start()
	var good []string
	for i := range 20 {
		if i%7 == 3 {
			h.say(owner, fmt.Sprint("poison pear ", i))
		}
		good = append(good, h.say(owner, "apple pear"))
	}
	h.until("embed", func() bool { return h.ix.Status().Unmade == 0 && h.ix.Status().Vectors == len(good) })
	equal(t, "by meaning", h.near(owner, "apple pear"), good)
	if n := len(h.words(owner, "poison")); n != 3 || !h.ix.Status().Embedding {
		t.Errorf("%d by words; %+v", n, h.ix.Status())
	}
}

// TestOtherModel: when the server has another model its space is built beside
// the old one, which goes when the new one is complete; going back loses
// nothing.
func TestOtherModel(t *testing.T) {
	for name, other := range map[string]embed.Model{
		"another name": {Name: "other", Prefix: embed.PrefixNone, Dim: 32}, "another prefix": {Name: "words", Prefix: embed.PrefixText, Dim: 32},
		"another dimension": {Name: "words", Prefix: embed.PrefixNone, Dim: 48},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t).start()
			var said []string
			for range 30 {
				said = append(said, h.say(owner, "the cat sleeps"))
			}
			old := h.record(owner, "was so")
			h.keep(old)
			h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, old.ID, "", h.at) }))
			h.ix.Changed(old)
			h.settled()
			first := h.embed.model
			h.embed.set(func(e *embedder) { e.model, e.delay = other, 30*time.Millisecond })
			h.until("begin", func() bool { return h.ix.space.Load().model == other && h.ix.Status().Vectors > 8 })
			if n, _ := h.chrom.space(first).Count(t.Context(), person.Only(owner)); n != 31 {
				t.Errorf("the old copy has %d units while the new one is made", n)
			}
			equal(t, "words", h.words(owner, "cat"), said)
			h.embed.set(func(e *embedder) { e.delay = 0 })
			h.settled()
			equal(t, "by meaning", h.near(owner, "the cat sleeps"), said)
			if n, _ := h.chrom.space(other).Count(t.Context(), person.Only(owner)); n != 31 {
				t.Errorf("the new copy has %d units", n)
			}
			if n, _ := h.chrom.space(first).Count(t.Context(), person.Only(owner)); n != 0 {
				t.Errorf("the old copy still has %d units", n)
			}
			if _, err := os.Stat(embed.Path(h.cfg.Dir, first)); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the old vectors: %v", err)
			}
			h.stop()
			h.embed.set(func(e *embedder) { e.model = first })
			h.start()
			h.until("go back", func() bool { return h.ix.space.Load().model == first })
			h.settled()
			equal(t, "back, by meaning", h.near(owner, "the cat sleeps"), said)
		})
	}
}

// TestOtherModelAlone: without Chroma the vectors of an old model go too, once
// the new ones are there.
func TestOtherModelAlone(t *testing.T) {
	h := newHome(t)
	h.chrom = nil
	h.start()
	cat := h.say(owner, "the cat sleeps")
	h.settled()
	first := h.embed.model
	h.embed.set(func(e *embedder) { e.model.Name = "other" })
	h.until("forget", func() bool {
		_, err := os.Stat(embed.Path(h.cfg.Dir, first))
		return errors.Is(err, os.ErrNotExist)
	})
	equal(t, "by meaning", h.near(owner, "the cat sleeps"), []string{cat})
}

// TestModelThereAndBack: a server that goes back before the new space is
// complete finds the old one as it was.
func TestModelThereAndBack(t *testing.T) {
	h := newHome(t).start()
	for i := range 40 {
		h.say(owner, fmt.Sprint("number ", i))
	}
	h.settled()
	first := h.embed.model
	h.embed.set(func(e *embedder) { e.model.Name, e.delay = "other", time.Second })
	h.until("begin", func() bool { return h.ix.Status().Model == "other" })
	h.embed.set(func(e *embedder) { e.model, e.delay, e.bad = first, 0, "number" }) // none can be embedded again
	h.until("go back", func() bool { return h.ix.space.Load().model == first && h.ix.Status().Vectors == 40 })
	h.settled()
	if n, _ := h.chrom.space(first).Count(t.Context(), person.Only(owner)); n != 40 {
		t.Errorf("the copy has %d units", n)
	}
}

// TestDamage: whatever is wrong with the files of the index, a start makes
// them again.
func TestDamage(t *testing.T) {
	h := newHome(t).start()
	cat := h.say(owner, "the cat sleeps")
	h.settled()
	h.stop()
	vec := embed.Path(h.cfg.Dir, h.embed.model)
	for _, path := range []string{h.ix.snapshot(), vec} {
		whole, err := os.ReadFile(path)
		h.must(err)
		for name, raw := range map[string][]byte{
			"empty": {}, "half": whole[:len(whole)/2], "garbage": []byte(strings.Repeat("garbage", len(whole))),
			"a bit": append([]byte{whole[0] ^ 1}, whole[1:]...), "a late bit": append(slices.Clone(whole[:len(whole)-1]), whole[len(whole)-1]^1),
		} {
			h.must(os.WriteFile(path, raw, 0o600))
			h.start()
			h.settled()
			equal(t, filepath.Base(path)+" "+name, h.words(owner, "cat"), []string{cat})
			equal(t, filepath.Base(path)+" "+name, h.near(owner, "the cat sleeps"), []string{cat})
			h.stop()
		}
		h.must(os.Remove(path))
	}
	h.start()
	h.settled()
	equal(t, "all gone", h.near(owner, "the cat sleeps"), []string{cat})
}

// TestCrash: a process that is killed at any time leaves nothing out and
// nothing twice.
func TestCrash(t *testing.T) {
	h := newHome(t)
	h.chrom.err = errDown
	h.start()
	want := map[string]bool{}
	for i := range 300 {
		want[h.say(owner, fmt.Sprint("line ", i))] = true
	}
	r := h.record(owner, "a record")
	want[h.keep(r)] = true
	h.chrom.set(func(c *chromas) { c.err, c.delay = nil, 20*time.Millisecond })
	old := h.record(owner, "a mistake")
	h.keep(old)
	var snapshot []byte
	for i := range 4 {
		h.until("begin", func() bool { return h.ix.space.Load() != nil })
		time.Sleep(30 * time.Millisecond)
		h.stop() // between two requests
		if snapshot == nil {
			var err error
			snapshot, err = os.ReadFile(h.ix.snapshot())
			h.must(err)
		}
		h.must(os.WriteFile(h.ix.snapshot(), snapshot, 0o600)) // no crash saves one
		h.start()
		equal(t, fmt.Sprint("mistakes at start ", i), h.words(owner, "mistake"), map[bool][]string{true: {string(old.ID)}}[i == 0])
		if i == 0 {
			h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, old.ID, "", h.at) }))
			h.ix.Changed(old)
		}
		want[h.say(owner, fmt.Sprint("line after start ", i))] = true
	}
	h.chrom.set(func(c *chromas) { c.delay = 0 })
	h.settled()
	if n, _ := h.chrom.space(h.embed.model).Count(t.Context(), person.Only(owner)); n != len(want)+1 { // and what was archived
		t.Errorf("the copy has %d units, want %d", n, len(want)+1)
	}
	if got := len(h.ix.cat.Load().units); got != len(want) || len(h.words(owner, "line")) != 50 {
		t.Errorf("%d units", got)
	}
}

// TestCopyDown: Chroma may be away, slow or emptied: searches do not notice,
// and it has everything again afterwards.
func TestCopyDown(t *testing.T) {
	h := newHome(t)
	log := &lines{}
	h.log = slog.New(slog.NewTextHandler(log, nil))
	h.start()
	var said []string
	say := func(n int) {
		for range n {
			said = append(said, h.say(owner, "the cat sleeps"))
		}
	}
	copied := func(what string) {
		t.Helper()
		h.until(what, func() bool {
			there, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), said...)
			return err == nil && len(there) == len(said)
		})
	}
	say(10)
	h.settled()
	for name, trouble := range map[string]func(c *chromas){
		"down": func(c *chromas) { c.err = errDown },
		"slow": func(c *chromas) { c.delay = 2 * time.Second },
		"blocked": func(c *chromas) {
			c.err = &fault.Blocked{Err: errors.New("who are you")}
		},
	} {
		h.chrom.set(trouble)
		say(3)
		began := time.Now()
		equal(t, name, h.words(owner, "cat"), said)
		if took := time.Since(began); took > h.cfg.QueryWithin {
			t.Errorf("%s: a search takes %v", name, took)
		}
		h.until("embed", func() bool { return len(h.near(owner, "the cat sleeps")) == len(said) })
		h.until("notice", func() bool { return name == "slow" || !h.ix.Status().Chroma })
		h.chrom.set(func(c *chromas) { c.err, c.delay = nil, 0 })
		copied(name)
	}
	h.must(h.chrom.space(h.embed.model).Fake.Drop(t.Context(), owner))
	copied("wiped")
	h.must(h.chrom.space(h.embed.model).Fake.Delete(t.Context(), owner, said[3], said[7]))
	copied("short of two")
	if n := log.with("chroma does not do"); n != 2 {
		t.Errorf("two troubles were told %d times", n)
	}
}

func TestRebuild(t *testing.T) {
	h := newHome(t).start()
	cat := h.say(owner, "the cat sleeps")
	h.keep(h.record(aoi, "likes rain"))
	chunk := h.record(owner, "a cat is an animal")
	chunk.ID, chunk.Source = "f1", memory.FromFile
	h.ix.Files(owner, "cats.md", []memory.Record{chunk})
	h.settled()
	store := h.chrom.space(h.embed.model)
	for _, full := range []bool{false, true} {
		h.must(store.Fake.Delete(t.Context(), owner, cat))
		orphan := memorytest.Points(memorytest.Vectors(1, 1, 32))
		h.must(store.Fake.Upsert(t.Context(), owner, orphan...))
		last, all := 0, 0
		h.must(h.ix.Rebuild(t.Context(), full, func(d, a int) { last, all = d, a }))
		if last != 3 || all != 3 {
			t.Errorf("full %v: %d of %d", full, last, all)
		}
		want := []string{cat, "f1"}
		if !full {
			want = append(want, "u0") // only a full one throws away what is too much
		}
		got, err := store.Has(t.Context(), person.Only(owner), cat, "f1", "u0")
		h.must(err)
		equal(t, fmt.Sprint("copied, full ", full), got, want)
		equal(t, "words", h.words(owner, "cat"), []string{cat, "f1"})
		equal(t, "meaning", h.near(owner, "a cat is an animal"), []string{"f1"})
	}
	h.chrom.set(func(c *chromas) { c.err = errDown })
	if err := h.ix.Rebuild(t.Context(), true, func(int, int) {}); !errors.Is(err, ErrServer) {
		t.Errorf("without Chroma: %v", err)
	}
	h.chrom.set(func(c *chromas) { c.err = nil })
	h.settled()
}

// TestFromChroma: a home whose ledger was lost has its records again, with
// their states; one that has them keeps its own.
func TestFromChroma(t *testing.T) {
	h := newHome(t).start()
	mine, theirs, gone := h.record(owner, "likes tea"), h.record(aoi, "likes rain"), h.record(owner, "likes nothing")
	for _, r := range []memory.Record{mine, theirs, gone} {
		h.keep(r)
	}
	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Archive(tx, owner, gone.ID, "moved on", h.at) }))
	h.ix.Changed(gone)
	chunk := h.record(owner, "a file")
	chunk.ID, chunk.Source = "f1", memory.FromFile
	h.ix.Files(owner, "a.md", []memory.Record{chunk})
	h.settled()
	h.stop()
	h.must(errors.Join(os.Remove(filepath.Join(h.dir, "x.db")), os.Remove(filepath.Join(h.dir, "x.db.marker"))))
	h.start()
	now := h.record(owner, "likes coffee")
	now.ID = mine.ID
	h.keep(now)
	n, err := h.ix.FromChroma(t.Context(), func(int, int) {})
	if err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	equal(t, "aoi", h.words(aoi, "likes"), []string{string(theirs.ID)})
	equal(t, "owner", h.words(owner, "likes"), []string{string(mine.ID)})
	r, ok, err := h.ledger.Get(person.Only(owner), gone.ID)
	if err != nil || !ok || r.Status != memory.Archived || r.Reason != "moved on" {
		t.Errorf("%+v, %v, %v", r, ok, err)
	}
	if n, err = h.ix.FromChroma(t.Context(), func(int, int) {}); n != 0 || err != nil {
		t.Errorf("again: %d, %v", n, err)
	}
}

// TestFullKeepsTheOnlyCopy: what the ledger has lost comes back before the
// copy that still has it is thrown away.
func TestFullKeepsTheOnlyCopy(t *testing.T) {
	h := newHome(t).start()
	lost := h.keep(h.record(owner, "likes tea"))
	h.settled()
	h.stop()
	h.must(errors.Join(os.Remove(filepath.Join(h.dir, "x.db")), os.Remove(filepath.Join(h.dir, "x.db.marker"))))
	h.start()
	h.keep(h.record(owner, "likes coffee"))
	h.settled()
	h.must(h.ix.Rebuild(t.Context(), true, func(int, int) {}))
	equal(t, "after a full rebuild", h.words(owner, "tea"), []string{lost})
	h.settled()
	got, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), lost)
	h.must(err)
	equal(t, "copied again", got, []string{lost})
}

// TestWithoutServers: the words alone, and an outbox that does not grow.
func TestWithoutServers(t *testing.T) {
	h := newHome(t)
	h.embed, h.chrom = nil, nil
	h.start()
	cat := h.say(owner, "the cat sleeps")
	equal(t, "words", h.words(owner, "cat"), []string{cat})
	h.until("empty the outbox", func() bool { return h.ix.Status().Pending == 0 })
	h.must(h.ix.Rebuild(t.Context(), true, func(int, int) {}))
	if _, err := h.ix.FromChroma(t.Context(), func(int, int) {}); err == nil {
		t.Error("records come from no Chroma")
	}
	h.stop()
	h.embed, h.chrom = newEmbedder(32), newChromas() // and then there are some
	h.start()
	h.settled()
	there, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), cat)
	h.must(err)
	equal(t, "copied", there, []string{cat})
}

// TestMarkedBeforeSaid: a line may be marked in the transaction that ends a
// turn before it is written.
func TestMarkedBeforeSaid(t *testing.T) {
	h := newHome(t).start()
	h.say(owner, "first")
	h.settled()
	l := h.line(owner, "second")
	h.must(h.db.Update(func(tx *kv.Tx) error { return h.ledger.Mark(tx, ledger.OfLine, owner, string(l.ID)) }))
	h.ix.mirror.poke()
	time.Sleep(3 * h.cfg.Check)
	h.must(h.diary.Append(l))
	h.ix.Said(l)
	h.settled()
	there, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), string(l.ID))
	h.must(err)
	equal(t, "copied", there, []string{string(l.ID)})
}

// TestRealChroma has the troubles of TestCopyDown with a real server, and one
// more: a collection that somebody has made with another dimension.
func TestRealChroma(t *testing.T) {
	server := memorytest.StartChroma(t)
	slow := memorytest.NewSlow(t, server.URL)
	h := newHome(t).withServer(slow.URL)
	h.start()
	var said []string
	say := func(n int) {
		for range n {
			said = append(said, h.say(owner, "the cat sleeps"))
		}
	}
	store, err := h.server(name(h.embed.model), h.embed.model.Dim)
	h.must(err)
	copied := func(what string) {
		t.Helper()
		h.until(what, func() bool {
			there, err := store.Has(t.Context(), person.Only(owner), said...)
			return err == nil && len(there) == len(said)
		})
	}
	say(20)
	copied("at first")
	other, err := h.server(name(h.embed.model), 5)
	h.must(err)
	for _, trouble := range []struct {
		name        string
		begin, over func()
	}{
		{"killed", server.Kill, server.Start},
		{"slow", func() { slow.Delay(3 * time.Second) }, func() { slow.Delay(0) }},
		{"wiped", server.Wipe, func() {}},
		{"of another dimension", func() {
			h.must(other.Drop(t.Context(), owner))
			h.until("make it", func() bool { // Chroma 1.0.0 may refuse what comes right behind the drop
				return other.Upsert(t.Context(), owner, memorytest.Points(memorytest.Vectors(1, 1, 5))...) == nil
			})
		}, func() {}},
	} {
		trouble.begin()
		say(5)
		h.until("embed", func() bool { return len(h.near(owner, "the cat sleeps")) == len(said) })
		var worst time.Duration
		for range 20 {
			began := time.Now()
			f := h.ix.Find(t.Context(), person.Only(owner), "cat", 100)
			worst = max(worst, time.Since(began))
			if len(f.Words) != len(said) || len(f.Vectors) != len(said) {
				t.Errorf("%s: %d by words, %d by meaning of %d", trouble.name, len(f.Words), len(f.Vectors), len(said))
			}
		}
		t.Logf("%s: the worst of 20 searches took %v", trouble.name, worst)
		trouble.over()
		copied(trouble.name)
	}
	n, err := h.ix.FromChroma(t.Context(), func(int, int) {})
	if n != 0 || err != nil {
		t.Errorf("%d records, %v", n, err)
	}
	h.stop()
}

// TestReal has both real servers.
func TestReal(t *testing.T) {
	client, err := embed.New(embed.Config{URL: memorytest.EmbedURL(t)}, clock.Real{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	h := newHome(t).withServer(memorytest.ChromaURL(t))
	h.cfg.QueryWithin = 30 * time.Second // other tests may ask the same server
	h.real = client
	h.start()
	said := map[string]string{}
	for _, text := range []string{"うちの猫はソファで寝ています。", "明日は雨が降るそうです。", "I bought a new bicycle yesterday.", "我喜欢喝绿茶。"} {
		said[h.say(owner, text)] = text
	}
	long := h.say(owner, strings.Repeat("今日は何もない一日でした。", 50)+"ただ、鯨の歌を海で聞きました。"+strings.Repeat("それから家に帰りました。", 50))
	h.settled()
	for query, want := range map[string]string{
		"ペットはどこにいる？": "猫", "天気予報": "雨", "two-wheeled vehicle": "bicycle", "饮料": "绿茶", "クジラの声": "鯨",
	} {
		f := h.ix.Find(t.Context(), person.Only(owner), query, 2) // one of the two: a text of many pieces is near to much
		if !slices.ContainsFunc(f.Vectors, func(r memory.Ranked) bool {
			u, _ := h.ix.Unit(person.Only(owner), r.ID)
			return strings.Contains(u.Text, want)
		}) {
			t.Errorf("%s: %v", query, f.Vectors)
		}
	}
	store, err := h.server(name(mustModel(t, client)), mustModel(t, client).Dim)
	h.must(err)
	if n, err := store.Count(t.Context(), person.Only(owner)); err != nil || n <= len(said)+1 {
		t.Errorf("%d chunks on Chroma for %d lines, one of them long (%s), %v", n, len(said)+1, long, err)
	}
	h.stop()
}

func mustModel(t *testing.T, c *embed.Client) embed.Model {
	t.Helper()
	m, err := c.About(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var (
	_ Copy     = (*chroma.Store)(nil)
	_ Embedder = (*embed.Client)(nil)
)
