// Package session keeps what the companion has at hand of each conversation:
// a summary of its older part, the lines after it, the tool rounds of the turn
// in progress, what calls gave, and the short names of memories.
//
// Every write works in the transaction it is given and is durable when that
// commits; Session, Rounds, Result and Resolve are lone reads with a short view
// of their own and must not be called inside a transaction. A stored round and
// a stored result never change. It is bounded: 400 lines a conversation and
// the results of the last 10,000 calls. A Store is safe for concurrent use.
//
// It summarises nothing and is not the record of what was said: the diary is.
package session

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

const (
	keepLines   = 400    // a conversation; older ones are in the diary
	keepResults = 10_000 // calls, over all conversations
)

// Store keeps the sessions.
type Store struct {
	db        *kv.DB
	summaries kv.Bucket[summary]     // conversation → its summary
	lines     kv.Log[agent.Line]     // conversation → lines after the summary
	rounds    kv.Bucket[agent.Round] // turn, number → round
	results   kv.Bucket[tool.Result] // op → what the call gave
	ops       kv.Log[turn.Op]        // ops of results in order, in one group
	handles   kv.Bucket[int]         // conversation, record → n
	records   kv.Bucket[turn.ID]     // conversation, n → record

	mu    sync.Mutex
	stale map[turn.Conv]bool // something was erased since it was read last
}

type summary struct {
	Text string  `json:"text"`
	UpTo turn.ID `json:"up_to"` // the last line it covers
}

// New returns the sessions in db.
func New(db *kv.DB) *Store {
	return &Store{
		db:        db,
		summaries: kv.NewBucket[summary]("session/summaries"),
		lines:     kv.NewLog[agent.Line]("session/lines", keepLines),
		rounds:    kv.NewBucket[agent.Round]("session/rounds"),
		results:   kv.NewBucket[tool.Result]("session/results"),
		ops:       kv.NewLog[turn.Op]("session/ops", keepResults),
		handles:   kv.NewBucket[int]("session/handles"),
		records:   kv.NewBucket[turn.ID]("session/records"),
		stale:     map[turn.Conv]bool{},
	}
}

// Session is the summary of a conversation and the lines after it, in order; a
// conversation never heard of is empty.
func (s *Store) Session(conv turn.Conv) (agent.Session, error) {
	var out agent.Session
	s.fresh(conv)
	err := s.db.View(func(tx *kv.Tx) error {
		sum, _, err := s.summaries.Get(tx, string(conv))
		if err != nil {
			return err
		}
		out.Summary = sum.Text
		return s.lines.Ascend(tx, string(conv), func(_ uint64, l agent.Line) error {
			out.Lines = append(out.Lines, l)
			return nil
		})
	})
	if err != nil {
		return agent.Session{}, fmt.Errorf("session of %s: %w", conv, err)
	}
	return out, nil
}

// AddLines appends to a conversation. It does not look for repeats: it belongs
// into the transaction that finishes the turn.
func (s *Store) AddLines(tx *kv.Tx, conv turn.Conv, lines ...agent.Line) error {
	for _, l := range lines {
		if _, _, err := s.lines.Append(tx, string(conv), l); err != nil {
			return fmt.Errorf("add line to session of %s: %w", conv, err)
		}
	}
	return nil
}

// Summarise replaces the summary of a conversation by one that covers
// everything up to and with the line upTo, and removes these lines. It reports
// false, and changes nothing, when that line is not here any more, as another
// summary came first, or when something was erased since Session was asked.
func (s *Store) Summarise(tx *kv.Tx, conv turn.Conv, text string, upTo turn.ID) (bool, error) {
	if s.isStale(conv) {
		return false, nil
	}
	var at uint64
	err := s.lines.Ascend(tx, string(conv), func(n uint64, l agent.Line) error {
		if l.ID != upTo {
			return nil
		}
		at = n
		return kv.ErrStop
	})
	if err == nil && at == 0 {
		return false, nil
	}
	if err == nil {
		err = s.summaries.Put(tx, string(conv), summary{Text: text, UpTo: upTo})
	}
	if err == nil {
		err = s.lines.Trim(tx, string(conv), at)
	}
	if err != nil {
		return false, fmt.Errorf("summarise session of %s: %w", conv, err)
	}
	return true, nil
}

// PutRound stores the n-th round of a turn. It reports false when one is
// stored already; that one stays as it is and is the one to run.
func (s *Store) PutRound(tx *kv.Tx, id turn.ID, n int, r agent.Round) (bool, error) {
	fresh, err := s.rounds.PutIfAbsent(tx, kv.Key(string(id), fmt.Sprintf("%04d", n)), r)
	if err != nil {
		return false, fmt.Errorf("store round %d of turn %s: %w", n, id, err)
	}
	return fresh, nil
}

// Rounds are the stored rounds of a turn, in order.
func (s *Store) Rounds(id turn.ID) ([]agent.Round, error) {
	var list []agent.Round
	err := s.db.View(func(tx *kv.Tx) error {
		return s.rounds.Ascend(tx, kv.Prefix(string(id)), func(_ string, r agent.Round) error {
			list = append(list, r)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("rounds of turn %s: %w", id, err)
	}
	return list, nil
}

// DropRounds removes the rounds of a turn that is finished. The results stay.
func (s *Store) DropRounds(tx *kv.Tx, id turn.ID) error {
	var keys []string
	err := s.rounds.Ascend(tx, kv.Prefix(string(id)), func(k string, _ agent.Round) error {
		keys = append(keys, k)
		return nil
	})
	for _, k := range keys {
		if err == nil {
			err = s.rounds.Delete(tx, k)
		}
	}
	if err != nil {
		return fmt.Errorf("drop rounds of turn %s: %w", id, err)
	}
	return nil
}

// PutResult stores what a call gave, in the transaction of its effect. It
// reports false when a result is stored already: the effect has happened and
// must not happen again.
func (s *Store) PutResult(tx *kv.Tx, op turn.Op, r tool.Result) (bool, error) {
	fresh, err := s.results.PutIfAbsent(tx, string(op), r)
	if err == nil && fresh {
		var old turn.Op
		var gone bool
		if old, gone, err = s.ops.Append(tx, "all", op); err == nil && gone {
			err = s.results.Delete(tx, string(old))
		}
	}
	if err != nil {
		return false, fmt.Errorf("store result of %s: %w", op, err)
	}
	return fresh, nil
}

// Result is what a call gave, if it has run.
func (s *Store) Result(op turn.Op) (r tool.Result, ok bool, err error) {
	err = s.db.View(func(tx *kv.Tx) error {
		r, ok, err = s.ResultIn(tx, op)
		return err
	})
	return r, ok, err
}

// ResultIn is Result inside a transaction: a call that writes looks here
// before its effect.
func (s *Store) ResultIn(tx *kv.Tx, op turn.Op) (tool.Result, bool, error) {
	r, ok, err := s.results.Get(tx, string(op))
	if err != nil {
		return r, false, fmt.Errorf("result of %s: %w", op, err)
	}
	return r, ok, nil
}

// Handle is the short name, "#1", "#2", …, of a record in a conversation. A
// record keeps its name there for ever.
func (s *Store) Handle(tx *kv.Tx, conv turn.Conv, record turn.ID) (string, error) {
	n, ok, err := s.handles.Get(tx, kv.Key(string(conv), string(record)))
	if err == nil && !ok {
		n, err = s.newHandle(tx, conv, record)
	}
	if err != nil {
		return "", fmt.Errorf("handle for %s: %w", record, err)
	}
	return "#" + strconv.Itoa(n), nil
}

// HandleOf is the name that a record has in a conversation already, if any.
func (s *Store) HandleOf(tx *kv.Tx, conv turn.Conv, record turn.ID) (string, bool, error) {
	n, ok, err := s.handles.Get(tx, kv.Key(string(conv), string(record)))
	if err != nil {
		return "", false, fmt.Errorf("handle of %s: %w", record, err)
	}
	return "#" + strconv.Itoa(n), ok, nil
}

func (s *Store) newHandle(tx *kv.Tx, conv turn.Conv, record turn.ID) (int, error) {
	p := kv.Prefix(string(conv))
	n := 1
	err := s.records.Descend(tx, p, func(key string, _ turn.ID) error {
		last, err := strconv.Atoi(key[len(p):])
		if err != nil {
			return err
		}
		n = last + 1
		return kv.ErrStop
	})
	if err == nil {
		err = s.handles.Put(tx, kv.Key(string(conv), string(record)), n)
	}
	if err == nil {
		err = s.records.Put(tx, numberKey(conv, n), record)
	}
	return n, err
}

// Resolve is the record behind a short name in a conversation; the number sign
// may be missing.
func (s *Store) Resolve(conv turn.Conv, handle string) (record turn.ID, ok bool, err error) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(handle), "#"))
	if err != nil || n < 1 {
		return "", false, nil // no name ever given
	}
	err = s.db.View(func(tx *kv.Tx) error {
		record, ok, err = s.records.Get(tx, numberKey(conv, n))
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("resolve %s: %w", handle, err)
	}
	return record, ok, nil
}

func numberKey(conv turn.Conv, n int) string {
	return kv.Key(string(conv), fmt.Sprintf("%09d", n))
}
