package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
)

// Desk answers what the owner's command line asks about what is remembered.
// The same code serves both ways there are: beside a running companion it
// answers on the control socket, without one the command opens a Desk itself.
// It is safe for concurrent use.
type Desk struct {
	ops    ops.Desk
	stores *stores
	voice  voice
	eraser *ops.Eraser
	heart  *heart.Heart
	sleep  *ops.Consolidation
	feeds  *ops.Feeds
	addr   string             // of the pages, "" where none are served
	end    context.CancelFunc // of a model that was opened for this desk; nil beside a companion
	asked  encode.Model       // about rules; nil asks nobody
	alone  bool               // no companion runs
	chroma bool               // a Chroma server is set
}

// Ask is what an operation of the desk may be given; each reads what it needs.
type Ask struct {
	As       string          `json:"as,omitempty"` // a person or a scope; "": the owner
	ID       string          `json:"id,omitempty"`
	Text     string          `json:"text,omitempty"`
	Status   memory.Status   `json:"status,omitempty"`
	Category memory.Category `json:"category,omitempty"`
	Limit    int             `json:"limit,omitempty"`
	Cues     []string        `json:"cues,omitempty"`
	Soul     memory.Soul     `json:"soul,omitempty"`
	IDs      []turn.ID       `json:"ids,omitempty"`
	Full     bool            `json:"full,omitempty"`    // of the index: all anew
	Chroma   bool            `json:"chroma,omitempty"`  // of the index: records that are lost come back from Chroma
	Yes      bool            `json:"yes,omitempty"`     // erase, and not only show what would go
	Backups  bool            `json:"backups,omitempty"` // erase in the copies of the database too
	Kind     string          `json:"kind,omitempty"`    // of a consolidation
	At       string          `json:"at,omitempty"`      // when it is done for, or due
	Calendar CalendarAsk     `json:"calendar,omitzero"`
	For      time.Duration   `json:"for,omitempty"` // how long a reminder is put off
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

// Indexed is the answer of "index": what can be found now.
type Indexed struct {
	Lines    int    `json:"lines"`           // of the diary
	Records  int    `json:"records"`         // that are active
	Pieces   int    `json:"pieces"`          // of files
	Vectors  int    `json:"vectors"`         // pieces of text that can be found by meaning
	Model    string `json:"model,omitempty"` // of the embeddings
	Dim      int    `json:"dim,omitempty"`
	Waiting  int    `json:"waiting"`  // memories that wait for the embedding server
	Embedder bool   `json:"embedder"` // there is an embedding server, and it answers
	Chroma   bool   `json:"chroma"`   // there is a Chroma server, and it answers
	Pending  int    `json:"pending"`  // changes that Chroma does not have yet
	Restored int    `json:"restored"` // records that came back from Chroma
}

// operation is one thing the desk can do.
type operation func(d *Desk, ctx context.Context, v ops.Viewer, a Ask, tell func(Progress)) (any, error)

// operations are what a desk can do, by the words of the command line.
func operations() map[string]operation {
	return map[string]operation{
		"memory list":          (*Desk).list,
		"memory show":          (*Desk).show,
		"memory search":        (*Desk).search,
		"memory forget":        (*Desk).forget,
		"memory restore":       (*Desk).restore,
		"memory erase":         (*Desk).erase,
		"memory audit":         (*Desk).audit,
		"memory cues":          (*Desk).cues,
		"soul list":            (*Desk).souls,
		"soul approve":         (*Desk).approve,
		"soul reject":          (*Desk).reject,
		"soul export":          (*Desk).exportSoul,
		"consolidate":          (*Desk).consolidate,
		"consolidate undo":     (*Desk).undoConsolidation,
		"learned":              (*Desk).learned,
		"learned show":         (*Desk).showLearned,
		"learned approve":      (*Desk).approveRule,
		"learned edit":         (*Desk).editRule,
		"learned reject":       (*Desk).rejectRule,
		"learned revoke":       (*Desk).revokeRule,
		"calendar list":        (*Desk).schedule,
		"calendar add":         (*Desk).addEvent,
		"calendar update":      (*Desk).changeEvent,
		"calendar delete":      (*Desk).dropEvent,
		"calendar restore":     (*Desk).restoreEvent,
		"calendar import":      (*Desk).importEvents,
		"calendar export":      (*Desk).exportEvents,
		"calendar subscribe":   (*Desk).subscribe,
		"calendar unsubscribe": (*Desk).unsubscribe,
		"calendar feeds":       (*Desk).listFeeds,
		"calendar feed":        (*Desk).shareCalendar,
		"jobs":                 (*Desk).jobs,
		"jobs run":             (*Desk).runJob,
		"thoughts":             (*Desk).thoughts,
		"followups":            (*Desk).followUps,
		"followups drop":       (*Desk).dropFollowUp,
		"why":                  (*Desk).why,
		"why-now":              (*Desk).whyNow,
		"quiet":                (*Desk).quiet,
		"index":                (*Desk).index,
		"remind":               (*Desk).remind,
		"reminders":            (*Desk).reminders,
		"reminders cancel":     (*Desk).cancelReminder,
		"reminders done":       (*Desk).finishReminder,
		"reminders snooze":     (*Desk).snoozeReminder,
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
	asleep, err := d.awake(ctx)
	if err != nil {
		return nil, err
	}
	defer asleep()
	if d.alone {
		if err := d.until(ctx, caughtUp); err != nil {
			return nil, err
		}
	}
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

func (d *Desk) index(ctx context.Context, _ ops.Viewer, a Ask, tell func(Progress)) (any, error) {
	if a.Chroma && !d.chroma {
		return nil, &ops.Problem{Code: ops.ChromaUnset}
	}
	asleep, err := d.awake(ctx)
	if err != nil {
		return nil, err
	}
	defer asleep()
	if err := d.waitFor(ctx, modelKnown, modelWithin); err != nil {
		return nil, err
	}
	last := Progress{All: -1}
	told := func(done, all int) {
		if at := (Progress{Done: done, All: all}); at != last { // much of the time is spent waiting
			last = at
			tell(at)
		}
	}
	restored := 0
	if a.Chroma {
		restored, err = d.stores.index.FromChroma(ctx, told)
	} else {
		err = d.stores.index.Rebuild(ctx, a.Full, told)
	}
	var away *fault.Unavailable
	switch {
	case errors.Is(err, index.ErrServer) || errors.As(err, &away):
		return nil, &ops.Problem{Code: ops.ServerAway}
	case err != nil:
		return nil, err
	}
	st := d.stores.index.Status()
	return Indexed{
		Lines: st.Lines, Records: st.Records, Pieces: st.Chunks, Vectors: st.Vectors, Model: st.Model, Dim: st.Dim, Waiting: st.Unmade,
		Embedder: st.Embedding, Chroma: st.Chroma, Pending: st.Pending, Restored: restored,
	}, nil
}

// desk is that of a running companion.
func (a *App) desk() *Desk {
	d := newDesk(a.ops, a.stores, a.cfg)
	d.eraser, d.heart, d.sleep, d.asked = a.eraser, a.heart, a.sleep, ops.Asker{Model: a.model}
	d.addr = a.Addr()
	return d
}

// deskPatience is how long a search from the command line may wait for the
// embedding server.
const deskPatience = 3 * time.Second

// modelWithin is how long a rebuild waits to hear which embeddings there are.
const modelWithin = 20 * time.Second

func newDesk(o *ops.Ops, s *stores, cfg config.Config) *Desk {
	finder := priming.New(index.Patient{Index: s.index, Within: deskPatience}, nil, s.clock, s.log)
	return &Desk{ops: ops.Desk{Ops: o, Finder: finder, Traces: s.trace}, stores: s, feeds: newFeeds(o), voice: s.voice(cfg), chroma: cfg.Chroma.URL != ""}
}

// OpenDesk opens a home that no companion serves, for its desk alone: stores
// and index, no model, no channel, nothing that listens. Errors: kv.ErrLocked,
// *kv.CorruptError, or what the file system says.
func OpenDesk(cfg config.Config, log *slog.Logger) (*Desk, error) {
	s, err := openStores(cfg, Options{}, clock.Real{}, log)
	if err != nil {
		if s != nil {
			err = errors.Join(err, s.close())
		}
		return nil, err
	}
	d := newDesk(ops.New(s.deps(cfg)), s, cfg)
	d.alone = true
	err = d.openEraser(cfg)
	if err == nil {
		var within context.Context
		within, d.end = context.WithCancel(context.Background())
		d.heart, d.sleep, err = openHeart(cfg, 0, s, d.ops.Ops, &lateModel{cfg: cfg, log: log, ctx: within})
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return d, nil
}

// awake sees that all that is remembered can be found; asleep ends what that
// takes. The index of a companion that runs is awake by itself.
func (d *Desk) awake(ctx context.Context) (asleep func(), err error) {
	asleep = func() {}
	if d.alone {
		running, end := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() { defer close(ended); d.stores.remember(running) }()
		asleep = func() { end(); <-ended }
	}
	if err = d.stores.index.Wait(ctx); err == nil && d.alone {
		err = d.stores.library.Scan(ctx, "", func(f library.File) bool {
			d.stores.index.Files(f.Scope, f.Path, f.Chunks)
			return true
		})
	}
	if err != nil {
		asleep()
		return nil, err
	}
	return asleep, nil
}

// caughtUp says that what is there can be searched by meaning, or that it cannot
// be helped; modelKnown that it is at least known what there is to embed.
func caughtUp(st index.Status) bool   { return modelKnown(st) && st.Unmade == 0 || !st.Embedding }
func modelKnown(st index.Status) bool { return st.Model != "" || !st.Embedding }

// until waits for a state of the index, a few seconds at most: the embedding
// server may be slow to answer or have much to do.
func (d *Desk) until(ctx context.Context, good func(index.Status) bool) error {
	return d.waitFor(ctx, good, deskPatience)
}

func (d *Desk) waitFor(ctx context.Context, good func(index.Status) bool, within time.Duration) error {
	const again = 50 * time.Millisecond
	for ; within > 0 && !good(d.stores.index.Status()); within -= again {
		if err := d.stores.clock.Sleep(ctx, again); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the home of a desk that was opened by OpenDesk.
func (d *Desk) Close() error {
	d.end()
	return d.stores.close()
}
