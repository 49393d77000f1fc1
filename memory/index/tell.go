package index

import (
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// Said makes lines findable. They are in the diary already.
func (ix *Index) Said(lines ...diary.Line) {
	speakers := make([]string, len(lines))
	for i, l := range lines {
		speakers[i] = ix.deps.Names(l.Person, l.Role == diary.Companion)
	}
	ix.tell(func(c *catalogue) (refs []ref) {
		for i, l := range lines {
			if !ix.gone[string(l.ID)] && c.addLine(l, speakers[i]) {
				refs = append(refs, ref{l.Scope, string(l.ID)})
			}
		}
		return refs
	})
}

// Changed tells of records whose change is committed: they are found as the
// ledger has them now, or no longer. It must not be called in a transaction.
func (ix *Index) Changed(recs ...memory.Record) {
	ix.tell(func(c *catalogue) (refs []ref) {
		now := ix.deps.Clock.Now()
		for _, r := range ix.newest(recs) {
			if c.setRecord(r, now) {
				refs = append(refs, ref{r.Scope, string(r.ID)})
			}
		}
		return refs
	})
}

// newest are the records as they are now: of two changes at once the first may
// be told last. One that is no longer there is out of use.
func (ix *Index) newest(recs []memory.Record) []memory.Record {
	out := make([]memory.Record, 0, len(recs))
	err := ix.deps.DB.View(func(tx *kv.Tx) error {
		for _, r := range recs {
			now, ok, err := ix.deps.Ledger.In(tx, r.Scope, r.ID)
			if err != nil {
				return err
			}
			if !ok {
				now = r
				now.Status = memory.Archived
			}
			out = append(out, now)
		}
		return nil
	})
	if err != nil {
		ix.deps.Log.Warn("changed records not read again", "err", err)
		return recs
	}
	return out
}

// Files makes the chunks of a file those that it has now; none where the file
// is gone. The chunks are of that scope and have its ids in common with no
// other file.
func (ix *Index) Files(scope person.Scope, path string, chunks []memory.Record) {
	ix.tell(func(c *catalogue) []ref {
		return c.setFile(file{scope, path}, chunks, ix.deps.Clock.Now())
	})
	ix.markChunks(file{scope, path}, chunks)
}

// tell does a change now, and once more to what is being loaded.
func (ix *Index) tell(do change) {
	ix.order.Lock()
	defer ix.order.Unlock()
	if ix.busy {
		ix.early = append(ix.early, do)
	}
	refs := do(ix.cat.Load())
	ix.since.Add(int64(len(refs)))
	ix.follow(refs)
}

// follow brings the vectors of changed units in step: at once where they are
// known, else by way of the embedding server.
func (ix *Index) follow(refs []ref) {
	s, c := ix.space.Load(), ix.cat.Load()
	for _, r := range refs {
		u, ok := c.unit(r.id)
		if s != nil && ok {
			if p, known := s.point(u); known {
				s.put(r.scope, p)
				continue
			}
		}
		if s != nil {
			s.drop(r)
		}
		if ok && ix.deps.Embedder != nil {
			ix.todo.fresh(r)
		}
	}
	ix.mirror.poke()
}
