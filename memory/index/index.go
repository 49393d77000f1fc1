// Package index is what can be found: the lines of the diary, the records of
// the ledger and the chunks of the files, by words and by meaning, kept in step
// with all three.
//
// Guarantees. What was said or changed is found, or no longer found, by words
// when the call that tells of it returns; by meaning as soon as the embedding
// server has answered. A search waits for the embedding server at most as long
// as Config.QueryWithin and for Chroma never: what is late or broken leaves its
// list empty. Scopes are partitions: reads see those of their View alone, and of
// these no record that one of its members may not hear. Only records that are
// active and hold at the time are found.
//
// Everything here is derived. The truth is in ledger, diary and files; a
// snapshot and the vectors by content make a start fast and may be deleted at
// any time. What Chroma lacks stands in the ledger's outbox, so that no crash
// loses or doubles it. Run does all the work in the background; everything is
// safe for concurrent use.
//
// The package never writes a line or a file, and writes records only in
// FromChroma. It decides nothing about what is worth recalling.
package index

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/lexical"
)

// Config says where the index is and how long it waits. Zero durations take
// the values in brackets.
type Config struct {
	Dir         string        // of the snapshot and the vectors; made where it is not there
	QueryWithin time.Duration // how long a search waits for its query's vector [150 ms]
	Check       time.Duration // between two looks at the servers [1 min]
	Retry       time.Duration // before the second try, doubled up to Check [1 s]
	Save        time.Duration // between two snapshots [10 min]
}

// Embedder is the embedding server; *embed.Client is one.
type Embedder interface {
	About(ctx context.Context) (embed.Model, error)
	Anew(ctx context.Context) (embed.Model, error)
	Embed(ctx context.Context, kind embed.Kind, texts []string) ([][]float32, error)
}

// Copy is the second copy of the memory on a Chroma server, for one embedding
// model; *chroma.Store is one.
type Copy interface {
	CopyWriter
	CopyReader
}

// CopyWriter is how the copy is kept.
type CopyWriter interface {
	Upsert(ctx context.Context, scope person.Scope, points ...memory.Point) error
	Delete(ctx context.Context, scope person.Scope, ids ...string) error
	Drop(ctx context.Context, scope person.Scope) error
}

// CopyReader is how it is compared, and how records come back from it.
type CopyReader interface {
	Count(ctx context.Context, view person.View) (int, error)
	Has(ctx context.Context, view person.View, ids ...string) ([]string, error)
	Scopes(ctx context.Context) ([]person.Scope, error)
	Records(ctx context.Context, view person.View, fn func(scope person.Scope, id, record string) error) error
}

// Deps are what the index works with.
type Deps struct {
	Ledger   *ledger.Ledger
	Diary    *diary.Diary
	DB       *kv.DB
	Embedder Embedder // nil: there is no search by meaning
	// Mirror is the copy on the Chroma server for a space of vectors and their
	// dimension. It asks the server nothing. nil: there is none.
	Mirror func(space string, dim int) (Copy, error)
	// Names is how a person is called, or the companion when it spoke to them.
	Names func(who person.ID, companion bool) string
	Zone  *time.Location // in which the days of cues count; nil: UTC
	Clock clock.Clock
	Log   *slog.Logger
}

// Index is what can be found. Use Open.
type Index struct {
	cfg   Config
	deps  Deps
	ready chan struct{}

	order sync.Mutex      // held by all that changes what can be found
	early []change        // what was told while loading
	gone  map[string]bool // lines that were erased: who was about to tell of one comes too late
	busy  bool            // it is loading

	cat   atomic.Pointer[catalogue]
	space atomic.Pointer[space] // nil until the model is known

	asking  atomic.Int32 // searches that wait for a vector
	down    atomic.Bool  // the embedding server does not answer
	suspect atomic.Bool  // a search could not have a vector: it may be down, or another one
	todo    *queue
	mirror  *mirror
	kept    keptState
	since   atomic.Int64 // changes since the last snapshot
}

// change is something that was told, to be done to a catalogue. It gives the
// units whose text came, went or changed.
type change func(c *catalogue) []ref

// Open makes the index ready to be told of changes and to load. It reads
// nothing.
func Open(cfg Config, deps Deps) (*Index, error) {
	for _, d := range []struct {
		v   *time.Duration
		def time.Duration
	}{{&cfg.QueryWithin, 150 * time.Millisecond}, {&cfg.Check, time.Minute}, {&cfg.Retry, time.Second}, {&cfg.Save, 10 * time.Minute}} {
		if *d.v <= 0 {
			*d.v = d.def
		}
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	if deps.Zone == nil {
		deps.Zone = time.UTC
	}
	ix := &Index{cfg: cfg, deps: deps, ready: make(chan struct{}), busy: true, gone: map[string]bool{}, todo: newQueue(), mirror: newMirror(), kept: newKept(deps.DB)}
	ix.cat.Store(newCatalogue(lexical.New(), deps.Zone, 0))
	return ix, nil
}

func (ix *Index) snapshot() string { return filepath.Join(ix.cfg.Dir, "words.idx") }

// Ready reports whether all that was ever remembered can be found.
func (ix *Index) Ready() bool {
	select {
	case <-ix.ready:
		return true
	default:
		return false
	}
}

// Wait returns when the index is ready, or the context's error.
func (ix *Index) Wait(ctx context.Context) error {
	select {
	case <-ix.ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run loads, catches up and then keeps the index until ctx ends. It is called
// once; what was embedded and not saved yet is on the disk when it returns.
func (ix *Index) Run(ctx context.Context) {
	ix.load(ctx)
	if ctx.Err() == nil {
		close(ix.ready)
		var wg sync.WaitGroup
		for _, loop := range []func(context.Context){ix.keep, ix.copy, ix.tidy} {
			working, end := clock.Begin(ctx, ix.deps.Clock)
			wg.Go(func() { defer end(); loop(working) })
		}
		clock.Wait(ctx, ix.deps.Clock, clock.Forever, nil) // it rests while they work
		wg.Wait()
		ix.save()
	}
	if s := ix.space.Load(); s != nil {
		if err := s.file.Close(); err != nil {
			ix.deps.Log.Warn("vectors not closed well", "err", err)
		}
	}
}

// tidy takes out what is over and saves the snapshot now and then.
func (ix *Index) tidy(ctx context.Context) {
	saved := ix.deps.Clock.Now()
	for ix.deps.Clock.Sleep(ctx, ix.cfg.Check) == nil {
		now := ix.deps.Clock.Now()
		ix.tell(func(c *catalogue) []ref {
			gone := c.over(now)
			for _, r := range gone {
				c.remove(r.id)
			}
			return gone
		})
		if now.Sub(saved) >= ix.cfg.Save && ix.since.Load() > 0 {
			ix.save()
			saved = now
		}
	}
}

func (ix *Index) save() {
	changes := ix.since.Load()
	err := os.MkdirAll(ix.cfg.Dir, 0o700) // it may be deleted at any time
	if err == nil {
		err = ix.cat.Load().words.Save(ix.snapshot())
	}
	if err != nil {
		ix.deps.Log.Warn("snapshot not saved; the next start takes longer", "err", err)
		return
	}
	ix.since.Add(-changes)
}
