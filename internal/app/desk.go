package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// Desk answers what the owner's command line asks about what is remembered.
// The same code serves both ways there are: beside a running companion it
// answers on the control socket, without one the command opens a Desk itself.
// It is safe for concurrent use.
type Desk struct {
	ops    ops.Desk
	stores *stores // of a desk that was opened by itself; nil: the companion's

	end     context.CancelFunc // of what the stores do in the background
	running sync.WaitGroup
}

// Ask is what an operation of the desk may be given; each reads what it needs.
type Ask struct {
	As       string          `json:"as,omitempty"` // a person or a scope; "": the owner
	ID       string          `json:"id,omitempty"`
	Text     string          `json:"text,omitempty"`
	Status   memory.Status   `json:"status,omitempty"`
	Category memory.Category `json:"category,omitempty"`
	Limit    int             `json:"limit,omitempty"`
}

// Progress is how far a long operation is.
type Progress struct {
	Done int `json:"done"`
	All  int `json:"all"`
}

// Looked is through whose eyes an answer was found. It begins every answer.
type Looked struct {
	As     string         `json:"as"`
	Scopes []person.Scope `json:"scopes"`
}

// MemoryList is the answer of "memory list".
type MemoryList struct {
	Looked
	Total    int          `json:"total"` // without the limit
	Memories []ops.Memory `json:"memories"`
}

// MemoryShown is the answer of "memory show".
type MemoryShown struct {
	Looked
	ops.Shown
}

// MemoriesFound is the answer of "memory search".
type MemoriesFound struct {
	Looked
	Query string    `json:"query"`
	Hits  []ops.Hit `json:"hits"`
}

// MemoryChanged is the answer of "memory forget" and "memory restore".
type MemoryChanged struct {
	Looked
	Changed bool       `json:"changed"` // false: it was so already
	Memory  ops.Memory `json:"memory"`
}

// Explained is the answer of "why".
type Explained struct {
	Looked
	ops.Why
}

// operation is one thing the desk can do.
type operation func(d *Desk, ctx context.Context, v ops.Viewer, a Ask, tell func(Progress)) (any, error)

// operations are what a desk can do, by the words of the command line.
func operations() map[string]operation {
	return map[string]operation{
		"memory list":    (*Desk).list,
		"memory show":    (*Desk).show,
		"memory search":  (*Desk).search,
		"memory forget":  (*Desk).forget,
		"memory restore": (*Desk).restore,
		"why":            (*Desk).why,
	}
}

// Do performs an operation and gives its answer as JSON. Errors are
// *ops.Problem where what was asked for cannot be.
func (d *Desk) Do(ctx context.Context, op string, a Ask, tell func(Progress)) (json.RawMessage, error) {
	run, ok := operations()[op]
	if !ok {
		return nil, fmt.Errorf("unknown operation %q", op)
	}
	v, err := d.ops.Viewer(ctx, a.As)
	if err != nil {
		return nil, err
	}
	answer, err := run(d, ctx, v, a, tell)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

func looked(v ops.Viewer) Looked { return Looked{As: v.As, Scopes: v.View.Scopes()} }

func (d *Desk) list(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	list, total, err := d.ops.List(ctx, v, ops.ListQuery{Status: a.Status, Category: a.Category, Limit: a.Limit})
	return MemoryList{looked(v), total, list}, err
}

func (d *Desk) show(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	shown, err := d.ops.Show(ctx, v, a.ID)
	return MemoryShown{looked(v), shown}, err
}

func (d *Desk) search(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	hits, err := d.ops.Search(ctx, v, ops.SearchQuery{Text: a.Text, Category: a.Category, Limit: a.Limit})
	return MemoriesFound{looked(v), a.Text, hits}, err
}

func (d *Desk) forget(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	m, changed, err := d.ops.Archive(ctx, v, a.ID)
	return MemoryChanged{looked(v), changed, m}, err
}

func (d *Desk) restore(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	m, changed, err := d.ops.Restore(ctx, v, a.ID)
	return MemoryChanged{looked(v), changed, m}, err
}

func (d *Desk) why(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	w, err := d.ops.Why(ctx, v, a.ID)
	return Explained{looked(v), w}, err
}

// desk is that of a running companion.
func (a *App) desk() *Desk { return &Desk{ops: a.stores.desk(a.ops)} }

// desk are the use cases of the desk over open stores.
func (s *stores) desk(o *ops.Ops) ops.Desk {
	return ops.Desk{Ops: o, Files: s.library, Traces: s.trace}
}

// OpenDesk opens a home that no companion serves, for its desk alone: stores
// and index, no model, no channel, nothing that listens. Errors: kv.ErrLocked,
// *kv.CorruptError, or what the file system says.
func OpenDesk(cfg config.Config, log *slog.Logger) (*Desk, error) {
	clk := clock.Real{}
	s, err := openStores(cfg, clk, log)
	if err != nil {
		if s != nil {
			err = errors.Join(err, s.close())
		}
		return nil, err
	}
	d := &Desk{ops: s.desk(ops.New(s.deps(cfg))), stores: s}
	ctx, end := context.WithCancel(context.Background())
	d.end = end
	d.running.Go(func() { s.remember(ctx) })
	return d, nil
}

// Close closes the home of a desk that was opened by OpenDesk.
func (d *Desk) Close() error {
	d.end()
	d.running.Wait()
	return d.stores.close()
}
