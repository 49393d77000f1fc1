package index

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
)

// A query that comes while texts are embedded waits for them: so many go
// together as take about atOnce, between 1 and mostAtOnce.
const (
	atOnce     = 50 * time.Millisecond
	mostAtOnce = 64
)

// pace is how many texts go together, as the last ones tell.
type pace int

func (p *pace) took(texts int, d time.Duration) {
	fit := int(atOnce * time.Duration(texts) / max(d, time.Microsecond))
	*p = pace(min(max((int(*p)+fit)/2, 1), mostAtOnce))
}

// keep embeds what waits for it, newest first, until ctx ends. A server that
// does not answer is tried again, less and less often.
func (ix *Index) keep(ctx context.Context) {
	if ix.deps.Embedder == nil {
		return
	}
	trouble, look, p := ix.trouble("embedding server", &ix.down), time.Time{}, pace(1) // look: when it is next asked what it has
	for ctx.Err() == nil {
		now := ix.deps.Clock.Now()
		due := ix.suspect.Swap(false) || !now.Before(look)
		if due {
			look = now.Add(ix.cfg.Check)
		}
		refs, err := ix.embedSome(ctx, &p, due)
		if ctx.Err() != nil {
			return
		}
		wait := trouble.after(err)
		switch {
		case err != nil:
			look = time.Time{}
			ix.pause(ctx, nil, wait)
		case refs == 0:
			ix.pause(ctx, ix.todo.wake, ix.cfg.Check)
		}
	}
}

// embedSome embeds the next units, after a look at the server where that is
// wanted: it may have another model now. It gives their number.
func (ix *Index) embedSome(ctx context.Context, p *pace, look bool) (int, error) {
	s := ix.space.Load()
	if s == nil || look {
		m, err := ix.deps.Embedder.Anew(ctx)
		if err == nil && (s == nil || s.model != m) {
			err = ix.use(m)
		}
		if err != nil {
			return 0, err
		}
		s = ix.space.Load()
	}
	refs := ix.todo.take(int(*p))
	if err := ix.embed(ctx, s, p, refs); err != nil {
		ix.todo.again(refs)
		return 0, err
	}
	ix.place(refs)
	ix.todo.done()
	return len(refs), nil
}

// embed makes the vectors of units that are not known yet.
func (ix *Index) embed(ctx context.Context, s *space, p *pace, refs []ref) error {
	var texts []string
	var of []ref
	for _, r := range refs {
		u, ok := ix.unit(r)
		if !ok {
			continue
		}
		for _, t := range passages(u) {
			if _, known := s.file.Get(embed.HashOf(embed.Passage, t)); !known {
				texts, of = append(texts, t), append(of, r)
			}
		}
	}
	for len(texts) > 0 {
		for ix.asking.Load() > 0 { // a person waits for that answer
			if err := ix.deps.Clock.Sleep(ctx, 5*time.Millisecond); err != nil {
				return err
			}
		}
		n, began := min(len(texts), int(*p)), ix.deps.Clock.Now()
		vectors, err := ix.deps.Embedder.Embed(ctx, embed.Passage, texts[:n])
		var one *embed.TextError
		if errors.As(err, &one) && one.Index >= 0 && one.Index < n {
			ix.deps.Log.Warn("unit is found by its words alone: its text is refused", "id", of[one.Index].id, "err", err)
			ix.todo.refuse(of[one.Index])
			texts, of = slices.Delete(texts, one.Index, one.Index+1), slices.Delete(of, one.Index, one.Index+1)
			continue
		}
		if err == nil {
			err = s.file.Put(hashes(texts[:n]), vectors)
		}
		if err != nil {
			return err
		}
		p.took(n, ix.deps.Clock.Now().Sub(began))
		texts, of = texts[n:], of[n:]
	}
	return nil
}

// unit is a unit that can be found, or a record that is no longer in use: its
// copy has a vector too.
func (ix *Index) unit(r ref) (u memory.Unit, ok bool) {
	if u, ok = ix.cat.Load().unit(r.id); ok {
		return u, u.Scope == r.scope
	}
	err := ix.deps.DB.View(func(tx *kv.Tx) error {
		record, found, err := ix.deps.Ledger.In(tx, r.scope, turn.ID(r.id))
		u, ok = unitOf(record), found
		return err
	})
	if err != nil {
		ix.deps.Log.Warn("record not read", "id", r.id, "err", err)
	}
	return u, ok && err == nil
}

// place makes units findable by meaning whose vectors have come.
func (ix *Index) place(refs []ref) {
	ix.order.Lock()
	defer ix.order.Unlock()
	s := ix.space.Load() // a rebuild may have made it anew meanwhile
	points := map[person.Scope][]memory.Point{}
	for _, r := range refs {
		if u, ok := ix.cat.Load().unit(r.id); ok {
			if p, known := s.point(u); known {
				points[r.scope] = append(points[r.scope], p)
			}
		}
	}
	for scope, some := range points {
		s.put(scope, some...)
	}
	ix.mirror.embedded(refs)
}

// pause waits until it is woken or d has passed.
func (ix *Index) pause(ctx context.Context, wake <-chan struct{}, d time.Duration) {
	clock.Wait(ctx, ix.deps.Clock, d, wake)
}
