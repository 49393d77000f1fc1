// Package journal keeps what must not be lost between a person and the
// companion: messages that wait (inbox), the turn that answers them, the
// channel's message that shows its reply while it is written (preview), and
// replies on their way (outbox).
//
// Every method works in the transaction it is given, so that several of them
// make one step; nothing is durable before that commits. Entries keep the
// order in which their ids were made, in every conversation. A repeated
// message is recognised among the last 10,000 of its channel, also long after
// it was answered. Answered messages are removed (the diary has them), and of
// replies that are delivered and written to the diary the last 1,000 are kept,
// as are 1,000 previews.
//
// A Journal has no state of its own and is safe for concurrent use. It decides
// nothing: who may write, what is sent again and what is dropped is said by
// the caller.
package journal

import (
	"errors"
	"fmt"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

const (
	rememberSeen = 10_000 // external ids a channel
	keepFinished = 1_000  // replies
)

// ErrState means that an entry is not in a state that allows the step.
var ErrState = errors.New("wrong state")

// ErrUnknown means that there is no such entry.
var ErrUnknown = errors.New("no such entry")

// Journal is the inbox, the open turns and the outbox.
type Journal struct {
	inbox kv.Bucket[Entry]     // message id → entry
	open  kv.Bucket[struct{}]  // conversation, message id: an index of inbox
	seen  kv.Bucket[turn.ID]   // channel, external id → message id
	order kv.Log[string]       // channel → external ids in order of acceptance
	turns kv.Bucket[turn.Turn] // conversation → its one committed and unfinished turn

	out        kv.Bucket[Reply]    // outgoing id → entry
	pending    kv.Bucket[struct{}] // outgoing ids with something to send
	undiarised kv.Bucket[struct{}] // outgoing ids without a line on disk
	finished   kv.Log[turn.ID]     // all outgoing ids with neither, in one group

	previews  kv.Bucket[string] // turn id → the channel's message that shows it
	previewed kv.Log[turn.ID]   // turns with a preview, in one group
}

// New returns the journal.
func New() *Journal {
	return &Journal{
		inbox:      kv.NewBucket[Entry]("journal/inbox"),
		open:       kv.NewBucket[struct{}]("journal/open"),
		seen:       kv.NewBucket[turn.ID]("journal/seen"),
		order:      kv.NewLog[string]("journal/order", rememberSeen),
		turns:      kv.NewBucket[turn.Turn]("journal/turns"),
		out:        kv.NewBucket[Reply]("journal/out"),
		pending:    kv.NewBucket[struct{}]("journal/pending"),
		undiarised: kv.NewBucket[struct{}]("journal/undiarised"),
		finished:   kv.NewLog[turn.ID]("journal/finished", keepFinished),
		previews:   kv.NewBucket[string]("journal/previews"),
		previewed:  kv.NewLog[turn.ID]("journal/previewed", keepPreviews),
	}
}

// Entry is a message in the inbox.
type Entry struct {
	Message turn.Message `json:"message"`
	// Turn is the turn that answers it; "" while none does.
	Turn turn.ID `json:"turn,omitempty"`
}

// Accept puts a message into the inbox. It reports false, and changes nothing,
// when the channel's external id or the message's own id was accepted before.
// A message without an external id is known by its own id alone, and only
// while it is open.
func (j *Journal) Accept(tx *kv.Tx, m turn.Message) (fresh bool, err error) {
	fresh, err = j.accept(tx, m)
	if err != nil {
		return false, fmt.Errorf("accept message: %w", err)
	}
	return fresh, nil
}

func (j *Journal) accept(tx *kv.Tx, m turn.Message) (bool, error) {
	if m.ID == "" || m.Conv == "" || m.Channel == "" {
		return false, fmt.Errorf("id, conversation and channel are needed: %q, %q, %q", m.ID, m.Conv, m.Channel)
	}
	if m.External != "" {
		_, ok, err := j.seen.Get(tx, kv.Key(m.Channel, m.External))
		if err != nil || ok {
			return false, err
		}
	}
	fresh, err := j.inbox.PutIfAbsent(tx, string(m.ID), Entry{Message: m})
	if err != nil || !fresh {
		return false, err
	}
	if err := j.open.Put(tx, kv.Key(string(m.Conv), string(m.ID)), struct{}{}); err != nil {
		return false, err
	}
	if m.External == "" {
		return true, nil
	}
	return true, j.remember(tx, m)
}

// Seen is the message that was accepted under a channel's external id, as long
// as that is remembered. No external id was never seen.
func (j *Journal) Seen(tx *kv.Tx, channel, external string) (id turn.ID, ok bool, err error) {
	if external == "" {
		return "", false, nil
	}
	if id, ok, err = j.seen.Get(tx, kv.Key(channel, external)); err != nil {
		return "", false, fmt.Errorf("look up message %s of %s: %w", external, channel, err)
	}
	return id, ok, nil
}

func (j *Journal) remember(tx *kv.Tx, m turn.Message) error {
	if err := j.seen.Put(tx, kv.Key(m.Channel, m.External), m.ID); err != nil {
		return err
	}
	old, gone, err := j.order.Append(tx, m.Channel, m.External)
	if err == nil && gone {
		err = j.seen.Delete(tx, kv.Key(m.Channel, old))
	}
	return err
}

// Open lists the messages of a conversation that are accepted and not closed,
// in order.
func (j *Journal) Open(tx *kv.Tx, conv turn.Conv) ([]Entry, error) {
	var list []Entry
	p := kv.Prefix(string(conv))
	err := j.open.Ascend(tx, p, func(key string, _ struct{}) error {
		e, ok, err := j.inbox.Get(tx, key[len(p):])
		if err == nil && !ok {
			err = fmt.Errorf("message %s: %w", key[len(p):], ErrUnknown)
		}
		list = append(list, e)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open messages of %s: %w", conv, err)
	}
	return list, nil
}

// Convs lists the conversations with open messages, by name.
func (j *Journal) Convs(tx *kv.Tx) ([]turn.Conv, error) {
	var list []turn.Conv
	err := j.open.Ascend(tx, "", func(key string, _ struct{}) error {
		conv := turn.Conv(kv.First(key))
		if len(list) == 0 || list[len(list)-1] != conv {
			list = append(list, conv)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("conversations with open messages: %w", err)
	}
	return list, nil
}

// Take marks open messages of a conversation as belonging to a turn. That is
// decided once: taking one again for the same turn changes nothing, for
// another it is ErrState. A message that is not open there is ErrUnknown.
func (j *Journal) Take(tx *kv.Tx, conv turn.Conv, id turn.ID, messages ...turn.ID) error {
	for _, m := range messages {
		e, ok, err := j.inbox.Get(tx, string(m))
		switch {
		case err != nil:
		case !ok || e.Message.Conv != conv:
			err = ErrUnknown
		case e.Turn == "":
			e.Turn = id
			err = j.inbox.Put(tx, string(m), e)
		case e.Turn != id:
			err = fmt.Errorf("belongs to turn %s: %w", e.Turn, ErrState)
		}
		if err != nil {
			return fmt.Errorf("take message %s: %w", m, err)
		}
	}
	return nil
}

// Close removes messages from the inbox: they are answered and on disk in the
// diary. One that is not there is no error.
func (j *Journal) Close(tx *kv.Tx, messages ...turn.ID) error {
	for _, m := range messages {
		e, ok, err := j.inbox.Get(tx, string(m))
		if err == nil && ok {
			err = errors.Join(
				j.inbox.Delete(tx, string(m)),
				j.open.Delete(tx, kv.Key(string(e.Message.Conv), string(m))))
		}
		if err != nil {
			return fmt.Errorf("close message %s: %w", m, err)
		}
	}
	return nil
}

// PutTurn commits the turn of a conversation: what it answers is decided from
// here on. A conversation has one at a time; a second is ErrState, the same
// one again changes nothing.
func (j *Journal) PutTurn(tx *kv.Tx, t turn.Turn) error {
	fresh, err := j.turns.PutIfAbsent(tx, string(t.Conv), t)
	if err == nil && !fresh {
		var old turn.Turn
		old, _, err = j.turns.Get(tx, string(t.Conv))
		if err == nil && old.ID != t.ID {
			err = fmt.Errorf("turn %s is not finished: %w", old.ID, ErrState)
		}
	}
	if err != nil {
		return fmt.Errorf("commit turn %s: %w", t.ID, err)
	}
	return nil
}

// OpenTurn is the committed and unfinished turn of a conversation, if there is
// one.
func (j *Journal) OpenTurn(tx *kv.Tx, conv turn.Conv) (turn.Turn, bool, error) {
	t, ok, err := j.turns.Get(tx, string(conv))
	if err != nil {
		return t, false, fmt.Errorf("open turn of %s: %w", conv, err)
	}
	return t, ok, nil
}

// FinishTurn ends the turn of a conversation. It reports false when that turn
// is not open (any more): its reply is then in the outbox already, and must
// not be put there again.
func (j *Journal) FinishTurn(tx *kv.Tx, conv turn.Conv, id turn.ID) (bool, error) {
	t, ok, err := j.OpenTurn(tx, conv)
	if err != nil || !ok || t.ID != id {
		return false, err
	}
	if err := j.turns.Delete(tx, string(conv)); err != nil {
		return false, fmt.Errorf("finish turn %s: %w", id, err)
	}
	return true, nil
}
