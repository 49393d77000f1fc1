package vector

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kokoron/kokoron/memory"
)

const (
	// exactUpTo is how many chunks of a scope are all scored exactly.
	exactUpTo = 10_000
	// sparse is the share of dead rows, 1/sparse, from which they are taken out.
	sparse = 4
)

// unit is what rows of one unit have in common. It dies when it is deleted or
// replaced; its rows stay until the block is next packed.
type unit struct {
	id   string
	rows int
	died atomic.Uint64 // the version of the first snapshot without it; 0 while it lives
}

// row is one chunk. The rows of a unit lie side by side.
type row struct {
	unit *unit
	vec  []float32
}

// snapshot is what searches read: the scope at one moment. Its rows and signs
// never change; a later snapshot may share their memory and see more of it.
type snapshot struct {
	version uint64
	rows    []row
	signs   []uint64  // words(dim) a row; nil where all rows are scored exactly
	mean    []float32 // the signs are those of vector − mean
	sample  []sampled // rows by chance, see sample.go
}

// has reports whether the unit of a row was alive at the snapshot's moment.
func (s *snapshot) has(u *unit) bool {
	died := u.died.Load()
	return died == 0 || died > s.version
}

// block is one scope. Writers hold mu and publish snapshots in now.
type block struct {
	dim int
	now atomic.Pointer[snapshot]

	mu      sync.Mutex
	units   map[string]*unit
	dead    int    // rows of dead units in the snapshot
	centred int    // rows when mean was last made
	limit   uint64 // rows whose hash is not above it are in the sample
}

func newBlock(dim int) *block {
	b := &block{dim: dim, units: map[string]*unit{}, limit: math.MaxUint64}
	b.now.Store(&snapshot{})
	return b
}

func (b *block) has(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.units[id] != nil
}

func (b *block) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.now.Load().rows) - b.dead
}

func (b *block) put(points []memory.Point) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.next()
	if len(b.units) == 0 { // all come at once at a start
		b.units, s.rows = make(map[string]*unit, len(points)), slices.Grow(s.rows, len(points))
	}
	for _, p := range points {
		b.kill(s, p.ID)
		u := &unit{id: p.ID, rows: len(p.Chunks)}
		b.units[p.ID] = u
		for i, c := range p.Chunks {
			b.draw(s, row{u, c.Vector}, i)
			s.rows = append(s.rows, row{u, c.Vector})
			if s.signs != nil {
				s.signs = appendSigns(s.signs, c.Vector, s.mean)
			}
		}
	}
	b.publish(s)
}

func (b *block) delete(ids []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.next()
	for _, id := range ids {
		b.kill(s, id)
	}
	b.publish(s)
}

// next is a copy of the newest snapshot, to be changed and published.
func (b *block) next() *snapshot {
	s := *b.now.Load()
	s.version++
	return &s
}

// kill ends the unit of that id from s on. Searches of older snapshots go on
// to see it, so that none misses both a unit and its successor.
func (b *block) kill(s *snapshot, id string) {
	if u := b.units[id]; u != nil {
		u.died.Store(s.version)
		b.dead += u.rows
		delete(b.units, id)
	}
}

// pack takes the dead rows out, if they are many, into memory of its own.
func (b *block) pack(s *snapshot) {
	if b.dead*sparse <= len(s.rows) {
		return
	}
	rows := make([]row, 0, len(s.rows)-b.dead)
	for _, r := range s.rows {
		if s.has(r.unit) {
			rows = append(rows, r)
		}
	}
	s.rows, s.signs, b.dead = rows, nil, 0
	b.redraw(s)
}

// publish makes s what searches read, with fresh signs where the rows have
// become so many, or so many more, that the mean no longer fits them.
func (b *block) publish(s *snapshot) {
	b.pack(s)
	switch n := len(s.rows); {
	case n <= exactUpTo:
		s.signs, s.mean, b.centred = nil, nil, 0
	case s.signs == nil || n > b.centred+b.centred/2:
		s.mean = mean(s.rows, b.dim)
		s.signs = make([]uint64, 0, (n+n/8)*words(b.dim))
		for _, r := range s.rows {
			s.signs = appendSigns(s.signs, r.vec, s.mean)
		}
		b.centred = n
	}
	b.now.Store(s)
}

func mean(rows []row, dim int) []float32 {
	sum := make([]float64, dim)
	for _, r := range rows {
		for i, x := range r.vec {
			sum[i] += float64(x)
		}
	}
	out := make([]float32, dim)
	for i, x := range sum {
		out[i] = float32(x / float64(len(rows)))
	}
	return out
}
