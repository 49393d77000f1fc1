package ops

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/index"
)

// Eraser takes facts back for good, for the owner alone. What is to go is
// written down first, in one entry; then everything is swept, again and again
// until no turn is open that may have read it before; then the entry loses its
// words and the database is compacted; at last vectors and the copy on Chroma
// follow. Each step may be repeated: what a crash or a server that is away
// leaves undone is done by Resume and Finish. Use NewEraser; one a home.
type Eraser struct {
	Desk
	home   string
	index  Findable
	traces Thoughts
	alone  bool // nobody answers here: no turn is running

	entries kv.Bucket[erasure]
	mu      sync.Mutex // one erasure is carried out at a time
}

// Findable is what the index does for an Eraser; *index.Index is one.
type Findable interface {
	Erase(ids ...string)
	Files(scope person.Scope, path string, chunks []memory.Record)
	Purge(ctx context.Context, scopes map[person.Scope][]string) (index.Purged, error)
	Wait(ctx context.Context) error
}

// Thoughts is what an Eraser does to traces; *trace.Store is one.
type Thoughts interface {
	Newest(until time.Time, mark string, give func(agent.Trace) bool) error
	Erase(doomed func(agent.Trace) bool, torn func([]byte) bool) (thoughts int, err error)
}

// NewEraser returns the eraser of a home's folder. alone says that nobody
// answers there.
func NewEraser(d Desk, home string, ix Findable, traces Thoughts, alone bool) *Eraser {
	return &Eraser{Desk: d, home: home, index: ix, traces: traces, alone: alone, entries: kv.NewBucket[erasure]("ops/erasures")}
}

// erasure is one order of the owner's that is not carried out yet.
type erasure struct {
	ID      turn.ID                   `json:"id"`
	At      time.Time                 `json:"at"`
	Scopes  []person.Scope            `json:"scopes"` // whose memories they are
	Convs   []turn.Conv               `json:"convs"`  // where they may have been spoken of
	IDs     map[person.Scope][]string `json:"ids"`
	Words   []string                  `json:"words,omitempty"` // gone once everything is swept
	Backups bool                      `json:"backups,omitempty"`

	Swept     bool `json:"swept,omitempty"`     // nothing is left but vectors, Chroma and free pages
	Compacted bool `json:"compacted,omitempty"` // nor in free pages
}

// erasing is what stores are given.
func (e erasure) erasing() memory.Erasing {
	out := memory.Erasing{IDs: map[string]bool{}, Words: memory.NewWords(e.Words...)}
	for _, ids := range e.IDs {
		for _, id := range ids {
			out.IDs[id] = true
		}
	}
	return out
}

// ToErase is what the owner wants gone.
type ToErase struct {
	ID      string // of a record, a piece of a file or a line, or its beginning; or
	Text    string // words, wherever they stand
	Backups bool   // in the copies of the database too
}

// Doomed is what an erasure takes away.
type Doomed struct {
	Memories []Memory `json:"memories"` // with their texts before, without them afterwards
	Words    []string `json:"words"`    // looked for everywhere; none afterwards
	Backups  []string `json:"backups"`  // copies of the database that have it

	plan erasure
}

// Erased is what an erasure did.
type Erased struct {
	Doomed
	Lines     int `json:"lines"`   // of the diary: tombstones now
	Records   int `json:"records"` // of the ledger
	Files     int `json:"files"`   // memory files that changed
	Session   int `json:"session"` // lines of the window
	Summaries int `json:"summaries"`
	Recalled  int `json:"recalled"` // sections of what had come to mind
	Results   int `json:"results"`  // of tools
	Journal   int `json:"journal"`  // messages and replies on their way
	Thoughts  int `json:"thoughts"` // in the traces
	Vectors   int `json:"vectors"`

	Chroma    ChromaState    `json:"chroma"`
	Confirmed int            `json:"confirmed"` // ids that Chroma says it does not have
	Rebuilt   []person.Scope `json:"rebuilt"`   // scopes whose collections are made again

	Done bool    `json:"done"` // nothing is left to do here
	Busy turn.ID `json:"busy,omitempty"`
	Left []Left  `json:"left"` // where the words still are
}

// ChromaState says how far the copy on Chroma is.
type ChromaState string

// The states.
const (
	ChromaNone   ChromaState = "none"
	ChromaLater  ChromaState = "later" // the server is away: done as soon as it is back
	ChromaErased ChromaState = "erased"
)

// Left is a file that still has the words, and why.
type Left struct {
	Path string    `json:"path"` // below the home
	Why  LeftCause `json:"why"`
}

// LeftCause says why something is left.
type LeftCause string

// The causes.
const (
	LeftBackup  LeftCause = "backup"  // a copy of the database from before
	LeftElse    LeftCause = "other"   // the memories of somebody else, which are theirs
	LeftOwner   LeftCause = "owner"   // a file that the owner writes
	LeftUnknown LeftCause = "unknown" // not ours to change
)

// runningWithin is how long Erase waits for the turns that were running.
const runningWithin = 30 * time.Second

// Erase does what Doom has shown, and tells what it did. What cannot be done
// now is told and done by Finish. Only the owner may.
func (e *Eraser) Erase(ctx context.Context, actor person.Person, d Doomed) (out Erased, err error) {
	if actor.Role != person.Owner {
		return out, ErrNotOwner
	}
	entry := d.plan
	entry.ID, entry.At = e.IDs.New(), e.Clock.Now()
	if err := e.keep(entry); err != nil {
		return out, fmt.Errorf("erase: %w", err)
	}
	out = Erased{Doomed: Doomed{Memories: bare(d.Memories), Words: []string{}, Backups: []string{}}, Rebuilt: []person.Scope{}, Left: []Left{}}
	limited, cancel := context.WithTimeout(ctx, runningWithin)
	defer cancel()
	if err := e.carryOut(limited, &entry, &out); err != nil {
		return out, fmt.Errorf("erase: %w", err)
	}
	return out, nil
}

// bare are memories without their texts.
func bare(list []Memory) []Memory {
	out := make([]Memory, len(list))
	for i, m := range list {
		out[i] = Memory{ID: m.ID, Short: m.Short, Kind: m.Kind, Scope: m.Scope, At: m.At, Path: m.Path, Gone: true}
	}
	return out
}

// Resume carries out what a crash has left, as far as that needs no index. It
// is called once, before anything answers.
func (e *Eraser) Resume(ctx context.Context) error {
	open, err := e.open()
	for _, entry := range open {
		if err == nil {
			err = e.local(ctx, &entry, &Erased{}, true)
		}
	}
	if err != nil {
		return fmt.Errorf("finish erasing: %w", err)
	}
	return nil
}

// Finish does what is left of all erasures and reports whether all is done. It
// is called now and then while the index runs.
func (e *Eraser) Finish(ctx context.Context) (done bool, err error) {
	open, err := e.open()
	done = true
	for _, entry := range open {
		if err == nil {
			var out Erased
			err = e.carryOut(ctx, &entry, &out)
			done = done && out.Done
		}
	}
	if err != nil {
		return false, fmt.Errorf("finish erasing: %w", err)
	}
	return done, nil
}

// open are the entries that are not carried out.
func (e *Eraser) open() (list []erasure, err error) {
	err = e.DB.View(func(tx *kv.Tx) error {
		return e.entries.Ascend(tx, "", func(_ string, entry erasure) error {
			list = append(list, entry)
			return nil
		})
	})
	return list, err
}

func (e *Eraser) keep(entry erasure) error {
	return e.DB.Update(func(tx *kv.Tx) error { return e.entries.Put(tx, string(entry.ID), entry) })
}

// carryOut does what is left of one erasure, unless somebody else has.
func (e *Eraser) carryOut(ctx context.Context, entry *erasure, out *Erased) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	err := e.DB.View(func(tx *kv.Tx) (err error) {
		var open bool
		*entry, open, err = e.entries.Get(tx, string(entry.ID))
		out.Done = !open
		return err
	})
	if err != nil || out.Done {
		return err
	}
	words := entry.erasing().Words
	if err := e.local(ctx, entry, out, e.alone); err != nil || !entry.Compacted {
		return err
	}
	out.Chroma = ChromaLater
	if err := e.index.Wait(ctx); err != nil {
		return nil // Finish goes on
	}
	purged, err := e.index.Purge(ctx, entry.IDs)
	out.Vectors, out.Confirmed, out.Rebuilt = purged.Vectors, purged.Confirmed, append([]person.Scope{}, purged.Rebuilt...)
	switch {
	case errors.Is(err, index.ErrServer) || ctx.Err() != nil:
		return e.left(out, words, entry.Scopes)
	case err != nil:
		return err
	case purged.Chroma:
		out.Chroma = ChromaErased
	default:
		out.Chroma = ChromaNone
	}
	out.Done = true
	if err := e.DB.Update(func(tx *kv.Tx) error { return e.entries.Delete(tx, string(entry.ID)) }); err != nil {
		return err
	}
	return e.left(out, words, entry.Scopes)
}

// left looks for what is left of the words.
func (e *Eraser) left(out *Erased, words memory.Words, scopes []person.Scope) (err error) {
	out.Left, err = e.whatIsLeft(words, scopes)
	return err
}

// local does all that needs neither index nor server, until nothing is left in
// the home but vectors. cold says that no turn is running.
func (e *Eraser) local(ctx context.Context, entry *erasure, out *Erased, cold bool) error {
	whole := context.WithoutCancel(ctx) // a sweep that has begun is not broken off; only the wait for turns is
	for !entry.Swept {
		begun := e.begun.Load()
		running, err := e.running()
		if err == nil {
			err = e.settle("") // what was closed stands in the diary before that is looked through
		}
		if err == nil {
			err = e.widen(whole, entry)
		}
		if err == nil {
			err = e.sweep(whole, entry, out, cold, running)
		}
		if err != nil {
			return err
		}
		if !cold && (len(running) > 0 || e.begun.Load() != begun) {
			// They may have read it before, and write it down when they end.
			if out.Busy, err = e.ended(ctx, running); err != nil || out.Busy != "" {
				return err
			}
			continue
		}
		entry.Swept, entry.Words = true, nil
		if err := e.keep(*entry); err != nil {
			return err
		}
	}
	if entry.Compacted {
		return nil
	}
	if err := e.DB.Compact(); err != nil {
		return err
	}
	entry.Compacted = true
	return e.keep(*entry)
}

// running are the turns that are open now, and the episodes that are on their
// way into their files.
func (e *Eraser) running() (ids map[turn.ID]bool, err error) {
	ids = map[turn.ID]bool{}
	err = e.DB.View(func(tx *kv.Tx) error {
		open, err := e.Journal.Turns(tx)
		for _, t := range open {
			ids[t.ID] = true
		}
		return errors.Join(err, segments.Ascend(tx, "", func(_ string, s encode.Segment) error {
			if s.State == encode.Kept {
				ids[s.ID] = true
			}
			return nil
		}))
	})
	return ids, err
}

// ended waits until none of these is open and gives one that is when the time
// is over. It waits a moment in any case: what was just closed may still be
// written down.
func (e *Eraser) ended(ctx context.Context, ids map[turn.ID]bool) (busy turn.ID, err error) {
	const again = 100 * time.Millisecond
	for {
		over := e.Clock.Sleep(ctx, again) != nil
		now, err := e.running()
		if err != nil {
			return "", err
		}
		busy = ""
		for id := range ids {
			if now[id] {
				busy = max(busy, id)
			}
		}
		if busy == "" || over {
			return busy, nil
		}
	}
}
