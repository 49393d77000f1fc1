package index

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/lexical"
)

// load makes all that is remembered findable: the snapshot and the vectors as
// far as they are there, the rest from diary and ledger. What cannot be read
// is logged and left out; the start goes on.
func (ix *Index) load(ctx context.Context) {
	var wg sync.WaitGroup
	words, s := lexical.New(), (*space)(nil)
	wg.Go(func() {
		old, err := lexical.Load(ix.snapshot())
		switch {
		case err == nil:
			words = old
		case !errors.Is(err, fs.ErrNotExist):
			ix.deps.Log.Warn("keyword index is made again", "err", err)
		}
	})
	if ix.deps.Embedder != nil {
		wg.Go(func() { s = ix.lastSpace() })
	}
	lines, records := ix.read(ctx, &wg)
	if ctx.Err() != nil {
		if s != nil {
			s.file.Close() // nothing was written
		}
		return
	}
	c := ix.gather(words, lines, records)
	ix.replace(c, s)
}

// lastSpace opens the space that was in use; nil where there is none.
func (ix *Index) lastSpace() *space {
	now, err := ix.kept.get()
	if err == nil && now.Model.Name == "" {
		return nil
	}
	var s *space
	if err == nil {
		s, err = ix.openSpace(now.Model)
	}
	if err != nil {
		ix.deps.Log.Warn("vectors not loaded", "err", err)
	}
	return s
}

// readers is how many days of the diary are read at once.
const readers = 4

// read gives all lines in order, and all records. It waits for wg.
func (ix *Index) read(ctx context.Context, wg *sync.WaitGroup) (lines []diary.Line, records []memory.Record) {
	wg.Go(func() {
		err := ix.deps.Ledger.Each(func(r memory.Record) error {
			records = append(records, r)
			return ctx.Err()
		})
		if err != nil && ctx.Err() == nil {
			ix.deps.Log.Error("records not read", "err", err)
		}
	})
	days, err := ix.deps.Diary.Days()
	if err != nil {
		ix.deps.Log.Error("diary not read", "err", err)
	}
	parts, next := make([][]diary.Line, len(days)), make(chan int)
	for range readers {
		wg.Go(func() {
			for i := range next {
				for l, err := range ix.deps.Diary.All(days[i]) {
					if err != nil {
						ix.deps.Log.Error("day of the diary not read", "day", days[i], "err", err)
						break
					}
					parts[i] = append(parts[i], l)
				}
			}
		})
	}
	for i := range days {
		if ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	return slices.Concat(parts...), records
}

// gather makes a catalogue. words may have of it already what it likes.
func (ix *Index) gather(words *lexical.Index, lines []diary.Line, records []memory.Record) *catalogue {
	c, now := newCatalogue(words, ix.deps.Zone, len(lines)+len(records)), ix.deps.Clock.Now()
	type who struct {
		id        person.ID
		companion bool
	}
	names := map[who]string{}
	for _, l := range lines {
		w := who{l.Person, l.Role == diary.Companion}
		n, known := names[w]
		if !known {
			n = ix.deps.Names(w.id, w.companion)
			names[w] = n
		}
		c.addLine(l, n)
	}
	for _, r := range records {
		c.setRecord(r, now)
	}
	words.Retain(func(scope person.Scope, id string) bool {
		u, ok := c.unit(id)
		return ok && u.Scope == scope
	})
	return c
}

// replace makes a catalogue the one that is searched, with what was told
// meanwhile, and s, where it is given, the space.
func (ix *Index) replace(c *catalogue, s *space) {
	ix.order.Lock()
	defer ix.order.Unlock()
	for _, do := range ix.early {
		do(c)
	}
	ix.early, ix.busy = nil, false
	c.version.Add(ix.cat.Load().version.Load() + 1) // what was known of another catalogue is known no longer
	ix.cat.Store(c)
	if now := ix.space.Load(); s != nil && (now == nil || now.file == s.file) {
		ix.todo.restart(s.fill(c.all()))
		ix.space.Store(s)
	}
}
