package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/vector"
)

// space is what can be found by meaning, for one embedding model.
type space struct {
	model   embed.Model
	file    *embed.File   // all vectors of the model, by what they were made of
	vectors *vector.Index // those of the units that there are
}

// name names the space where vectors of several may stand: a model that
// answers with another dimension than before is another one.
func name(m embed.Model) string { return fmt.Sprintf("%s %d", m.Space(), m.Dim) }

// openSpace opens the vectors of a model. A file that cannot be used is made
// again: all that is in it can be had from the embedding server.
func (ix *Index) openSpace(m embed.Model) (*space, error) {
	f, err := embed.Open(ix.cfg.Dir, m)
	if errors.Is(err, embed.ErrFile) {
		ix.deps.Log.Warn("vectors are made again", "err", err)
		if err = os.Remove(embed.Path(ix.cfg.Dir, m)); err == nil {
			f, err = embed.Open(ix.cfg.Dir, m)
		}
	}
	if err != nil {
		return nil, err
	}
	return &space{model: m, file: f, vectors: vector.New(m.Dim)}, nil
}

// point is a unit with its vectors; ok is false where one is not known yet.
func (s *space) point(u memory.Unit) (p memory.Point, ok bool) {
	texts := passages(u)
	p = memory.Point{ID: u.ID, Chunks: make([]memory.Chunk, len(texts))}
	for i, t := range texts {
		v, known := s.file.Get(embed.HashOf(embed.Passage, t))
		if !known {
			return p, false
		}
		p.Chunks[i] = memory.Chunk{Text: t, Vector: v}
	}
	return p, true
}

// put and drop cannot fail: the vectors come from a file that has checked
// them.
func (s *space) put(scope person.Scope, points ...memory.Point) {
	_ = s.vectors.Upsert(context.Background(), scope, points...)
}

func (s *space) drop(r ref) { _ = s.vectors.Delete(context.Background(), r.scope, r.id) }

// fill takes in all units whose vectors are known and gives the others, newest
// first: what was said last is asked for most.
func (s *space) fill(units []memory.Unit) (missing []ref) {
	points := map[person.Scope][]memory.Point{}
	var late []memory.Unit
	for _, u := range units {
		p, ok := s.point(u)
		if !ok {
			late = append(late, u)
			continue
		}
		points[u.Scope] = append(points[u.Scope], p)
	}
	for scope, all := range points {
		s.put(scope, all...)
	}
	slices.SortFunc(late, func(a, b memory.Unit) int { return b.At.Compare(a.At) })
	for _, u := range late {
		missing = append(missing, ref{u.Scope, u.ID})
	}
	return missing
}

// use makes a model the one that is searched by. Its units come in newest
// first; until all are there the words find the others. The vectors of the
// model before stay, here and on Chroma, until the new ones are complete: a
// server that goes back to it loses nothing.
func (ix *Index) use(m embed.Model) error {
	ix.order.Lock()
	defer ix.order.Unlock()
	s, err := ix.openSpace(m)
	if err != nil {
		return err
	}
	if err := ix.kept.use(m); err != nil {
		s.file.Close() // nothing was written
		return err
	}
	before := ix.space.Load()
	ix.todo.restart(s.fill(ix.cat.Load().all()))
	ix.space.Store(s)
	ix.mirror.poke()
	if before == nil {
		return nil
	}
	ix.deps.Log.Info("embedding model changed", "from", name(before.model), "to", name(m), "to embed", ix.todo.len())
	return before.file.Close()
}

// kept is what is remembered of the spaces.
type kept struct {
	Model  embed.Model   `json:"model"`  // the one in use
	Filled bool          `json:"filled"` // Chroma has all of it
	Old    []embed.Model `json:"old"`    // Chroma may have something of these
}

// keptState is kept in the database.
type keptState struct {
	db     *kv.DB
	bucket kv.Bucket[kept]
}

const keptKey = "state"

func newKept(db *kv.DB) keptState { return keptState{db, kv.NewBucket[kept]("index/state")} }

func (k keptState) get() (now kept, err error) {
	err = k.db.View(func(tx *kv.Tx) (err error) {
		now, _, err = k.bucket.Get(tx, keptKey)
		return err
	})
	if err != nil {
		return now, fmt.Errorf("read the state of the index: %w", err)
	}
	return now, nil
}

func (k keptState) change(fn func(*kept)) error {
	err := k.db.Update(func(tx *kv.Tx) error {
		now, _, err := k.bucket.Get(tx, keptKey)
		if err != nil {
			return err
		}
		fn(&now)
		return k.bucket.Put(tx, keptKey, now)
	})
	if err != nil {
		return fmt.Errorf("keep the state of the index: %w", err)
	}
	return nil
}

// use remembers which model is in use now, and the one before as an old one.
func (k keptState) use(m embed.Model) error {
	now, err := k.get()
	if err != nil || now.Model == m {
		return err
	}
	return k.change(func(s *kept) {
		if s.Model.Name != "" {
			s.Old = append(s.Old, s.Model)
		}
		s.Old = slices.DeleteFunc(s.Old, func(o embed.Model) bool { return o == m })
		s.Model, s.Filled = m, false
	})
}
