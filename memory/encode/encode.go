// Package encode makes of a talk that has come to its end what is kept of it:
// one episode, with its title, what was said and decided and what is open, and
// the facts that the person told.
//
// Guarantees. A segment of talk is claimed durably before anything else, its
// facts and the text of its episode are committed in one step, and the file is
// written from what was committed: a crash anywhere neither loses an episode
// nor doubles one. A model that is not there leaves the segment as it is, for
// the next run; one that answers nothing usable is asked once more, and then
// the episode is made without it. So each segment has an episode.
//
// Nothing is learned from what is not the person's own word: the model is shown
// the lines of the diary alone, without what they quote, and of its facts only
// those are kept that the person's own words bear out. The package does no I/O
// but through its ports, and decides nothing about what a new fact does to
// older ones. An Encoder may be used by one goroutine at a time.
package encode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// MinTurns is how many turns a talk has at least of which an episode is made at
// once; a shorter one goes on with the next of its day, and is an episode by
// itself when the day is over, if it tells anything.
const MinTurns = 3

// State is how far a segment is.
type State string

// The states. Of what is done nothing is left to do.
const (
	Claimed State = "claimed"
	Kept    State = "kept" // its facts and the text of its episode are committed
	Done    State = "done" // the episode is in its file
)

// Segment is a stretch of one person's talk.
type Segment struct {
	ID     turn.ID      `json:"id"`
	Conv   turn.Conv    `json:"conv"`
	Scope  person.Scope `json:"scope"`
	Person person.ID    `json:"person"`
	Lines  []turn.ID    `json:"lines"` // of the diary, in order
	State  State        `json:"state"`

	Path  string `json:"path,omitempty"`  // of the file of its episode, once that is made
	Block string `json:"block,omitempty"` // what is to be appended there
}

// Line is one line of the diary.
type Line struct {
	ID     turn.ID
	Person bool // else it is the companion's
	Text   string
	At     time.Time
}

// Talk is what a segment is made of.
type Talk struct {
	Lines []Line
	Name  string         // how the person is called; "" where that is not known
	Lang  text.Lang      // where the words do not show it
	Zone  *time.Location // in which the times of episodes are written
	Owner bool           // the person is the owner
}

// Store holds segments and talks. Each method is durable when it returns.
type Store interface {
	// Open are the segments that are not done, oldest first.
	Open(ctx context.Context) ([]Segment, error)
	// Talk is what a segment is made of; lines that are gone are left out.
	Talk(ctx context.Context, s Segment) (Talk, error)
	// Keep commits the facts of an episode and the segment with its path and
	// block, once: the segment is as it is then, whoever kept it.
	Keep(ctx context.Context, s Segment, e Episode) (Segment, error)
	// Append writes the block of a kept segment behind its file, once.
	Append(ctx context.Context, s Segment) error
}

// Closer ends a segment: nothing is left to do.
type Closer interface {
	Close(ctx context.Context, s Segment) error
}

// Ask is one question to a model.
type Ask struct {
	System, Words string
	Schema        json.RawMessage // of the answer
	MaxTokens     int
}

// Model answers. Errors are those of fault, or ctx.Err().
type Model interface {
	Answer(ctx context.Context, a Ask) (string, error)
}

// Outcome is what a run did.
type Outcome struct {
	Episodes int // that are in their files now
	Facts    int // that were borne out and given to the store
	Plain    int // episodes that were made without a model
}

// Encoder encodes.
type Encoder struct {
	Store  Store
	Closer Closer
	Model  Model
	Log    *slog.Logger
}

// Run brings all open segments to their end. Where one fails it goes on with
// the others, except that a model that is not there is asked once; the error
// names all that failed, and the next Run does the rest.
func (e *Encoder) Run(ctx context.Context) (out Outcome, err error) {
	open, err := e.Store.Open(ctx)
	if err != nil {
		return out, fmt.Errorf("encode: %w", err)
	}
	var failed []error
	away := false
	for _, s := range open {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		if away && s.State == Claimed {
			continue
		}
		if err := e.segment(ctx, s, &out); err != nil {
			failed = append(failed, fmt.Errorf("encode talk of %s: %w", s.Conv, err))
			away = away || isAway(err)
		}
	}
	return out, errors.Join(failed...)
}

// segment brings one segment to its end from where it is.
func (e *Encoder) segment(ctx context.Context, s Segment, out *Outcome) (err error) {
	if s.State == Claimed {
		t, err := e.Store.Talk(ctx, s)
		if err != nil {
			return err
		}
		t = t.own()
		if !t.told() || t.idle() {
			return e.Closer.Close(ctx, s) // taken back meanwhile, or a mere good night
		}
		ep, err := e.episode(ctx, t)
		if err != nil {
			return err
		}
		if s, err = e.Store.Keep(ctx, s, ep); err != nil {
			return err
		}
		out.Facts += len(ep.Facts)
		if ep.Plain {
			out.Plain++
		}
	}
	if err := e.Store.Append(ctx, s); err != nil {
		return err
	}
	if err := e.Closer.Close(ctx, s); err != nil {
		return err
	}
	out.Episodes++
	return nil
}

// tries is how often a model is asked for one segment in one run.
const tries = 2

// episode asks the model, and does without it where it gives nothing usable.
func (e *Encoder) episode(ctx context.Context, t Talk) (Episode, error) {
	w, err := wordsOf(t.lang())
	if err != nil {
		return Episode{}, err
	}
	for range tries {
		answer, err := e.Model.Answer(ctx, t.ask(w))
		if err != nil && (ctx.Err() != nil || isAway(err)) {
			return Episode{}, err
		}
		if err != nil {
			e.Log.Info("a talk is kept without its model", "err", err)
			break
		}
		if ep, ok := t.read(answer); ok {
			return ep, nil
		}
	}
	return t.plain(w), nil
}

// isAway reports whether there is no model to ask now.
func isAway(err error) bool {
	var down *fault.Unavailable
	var busy *fault.Temporary
	var refused *fault.Blocked
	return errors.As(err, &down) || errors.As(err, &busy) || errors.As(err, &refused)
}
