package journal

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// State is how far one chunk of a reply has come.
type State string

// The states. A chunk goes Queued → Sending → Sent. One found Sending after a
// crash is Unknown: the other side may have accepted it; it is sent again or
// dropped, as the caller decides.
const (
	Queued  State = "queued"
	Sending State = "sending" // committed before the call that sends it
	Sent    State = "sent"
	Unknown State = "unknown"
	Dropped State = "dropped"
)

// Chunk is one message of the channel that carries a part of a reply.
type Chunk struct {
	State State `json:"state"`
	// MessageID is the channel's own id of it, once sent; "" where the
	// channel has none.
	MessageID string `json:"message_id,omitempty"`
}

// Reply is an entry of the outbox.
type Reply struct {
	Out    turn.Outgoing `json:"out"`
	Chunks []Chunk       `json:"chunks"` // never empty
	// Diarised says that its diary line is on disk.
	Diarised bool `json:"diarised,omitempty"`
}

// in reports whether any chunk is in one of these states.
func (r Reply) in(states ...State) bool {
	return slices.ContainsFunc(r.Chunks, func(c Chunk) bool { return slices.Contains(states, c.State) })
}

// Put queues a reply as one chunk. It reports false, and changes nothing, when
// one with this id is there.
func (j *Journal) Put(tx *kv.Tx, out turn.Outgoing) (fresh bool, err error) {
	id := string(out.ID)
	fresh, err = j.out.PutIfAbsent(tx, id, Reply{Out: out, Chunks: []Chunk{{State: Queued}}})
	if err == nil && fresh {
		err = errors.Join(
			j.pending.Put(tx, id, struct{}{}),
			j.undiarised.Put(tx, id, struct{}{}))
	}
	if err != nil {
		return false, fmt.Errorf("queue reply %s: %w", id, err)
	}
	return fresh, nil
}

// Reply looks up one entry.
func (j *Journal) Reply(tx *kv.Tx, id turn.ID) (Reply, bool, error) { return j.out.Get(tx, string(id)) }

// Queued lists the replies for these channels (none named: for all) that are
// not delivered and not dropped, in order. Chunks that are being sent or
// unknown are among them.
func (j *Journal) Queued(tx *kv.Tx, channels ...string) ([]Reply, error) {
	return j.list(tx, j.pending, func(r Reply) bool { return on(r, channels) })
}

// Interrupted turns every chunk that was being sent into an unknown one and
// lists the replies for these channels (none named: for all) that have any, in
// order. It is called once, before the channel's delivery begins: later it
// would catch chunks in flight.
func (j *Journal) Interrupted(tx *kv.Tx, channels ...string) ([]Reply, error) {
	list, err := j.list(tx, j.pending, func(r Reply) bool { return r.in(Sending, Unknown) && on(r, channels) })
	for i := range list {
		if err == nil {
			list[i], err = j.change(tx, list[i].Out.ID, turnInto(Unknown, Sending))
		}
	}
	return list, err
}

// Undiarised lists the replies whose diary line is not known to be on disk, in
// order.
func (j *Journal) Undiarised(tx *kv.Tx) ([]Reply, error) {
	return j.list(tx, j.undiarised, func(Reply) bool { return true })
}

func on(r Reply, channels []string) bool {
	return len(channels) == 0 || slices.Contains(channels, r.Out.Channel)
}

func (j *Journal) list(tx *kv.Tx, index kv.Bucket[struct{}], want func(Reply) bool) ([]Reply, error) {
	var list []Reply
	err := index.Ascend(tx, "", func(id string, _ struct{}) error {
		r, ok, err := j.out.Get(tx, id)
		if err == nil && !ok {
			err = fmt.Errorf("reply %s: %w", id, ErrUnknown)
		}
		if err == nil && want(r) {
			list = append(list, r)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list replies: %w", err)
	}
	return list, nil
}

// Split decides of how many chunks a reply consists. That may change as long
// as nothing was sent (a new version cuts elsewhere); afterwards chunks that
// are too many are dropped and missing ones queued behind the others.
func (j *Journal) Split(tx *kv.Tx, id turn.ID, chunks int) (Reply, error) {
	return j.change(tx, id, func(r *Reply) error {
		for i := chunks; i < len(r.Chunks); i++ {
			r.Chunks[i].State = Dropped
		}
		for len(r.Chunks) < chunks {
			r.Chunks = append(r.Chunks, Chunk{State: Queued})
		}
		return nil
	})
}

// MarkSending says that the next call sends this chunk (from 0). It must be
// committed before the call. A chunk that was being sent or is unknown may be
// sent again, at the price of arriving twice; for one that is sent or dropped
// it is ErrState.
func (j *Journal) MarkSending(tx *kv.Tx, id turn.ID, chunk int) error {
	return j.markChunk(tx, id, chunk, Chunk{State: Sending}, Queued, Sending, Unknown)
}

// MarkSent says that the channel has accepted this chunk under its own id.
// ErrState unless it was being sent.
func (j *Journal) MarkSent(tx *kv.Tx, id turn.ID, chunk int, messageID string) error {
	return j.markChunk(tx, id, chunk, Chunk{State: Sent, MessageID: messageID}, Sending)
}

func (j *Journal) markChunk(tx *kv.Tx, id turn.ID, chunk int, to Chunk, from ...State) error {
	_, err := j.change(tx, id, func(r *Reply) error {
		if chunk < 0 || chunk >= len(r.Chunks) {
			return fmt.Errorf("chunk %d of %d: %w", chunk, len(r.Chunks), ErrUnknown)
		}
		if at := r.Chunks[chunk].State; !slices.Contains(from, at) {
			return fmt.Errorf("chunk %d is %s: %w", chunk, at, ErrState)
		}
		r.Chunks[chunk] = to
		return nil
	})
	return err
}

// Drop gives up whatever of a reply is not sent. It is for whoever sends: a
// chunk that was being sent has come back refused.
func (j *Journal) Drop(tx *kv.Tx, id turn.ID) error {
	_, err := j.change(tx, id, turnInto(Dropped, Queued, Sending, Unknown))
	return err
}

// MarkDiarised says that the reply's diary line is on disk.
func (j *Journal) MarkDiarised(tx *kv.Tx, id turn.ID) error {
	_, err := j.change(tx, id, func(r *Reply) error { r.Diarised = true; return nil })
	return err
}

func turnInto(to State, from ...State) func(*Reply) error {
	return func(r *Reply) error {
		for i, c := range r.Chunks {
			if slices.Contains(from, c.State) {
				r.Chunks[i].State = to
			}
		}
		return nil
	}
}

// change applies one step to an entry and keeps the indexes true.
func (j *Journal) change(tx *kv.Tx, id turn.ID, step func(*Reply) error) (Reply, error) {
	key := string(id)
	r, ok, err := j.out.Get(tx, key)
	if err == nil && !ok {
		err = ErrUnknown
	}
	before := r.done()
	if err == nil {
		err = step(&r)
	}
	if err == nil {
		err = j.out.Put(tx, key, r)
	}
	if err == nil && !r.in(Queued, Sending, Unknown) {
		err = j.pending.Delete(tx, key)
	}
	if err == nil && r.Diarised {
		err = j.undiarised.Delete(tx, key)
	}
	if err == nil && r.done() && !before {
		err = j.retire(tx, id)
	}
	if err != nil {
		return r, fmt.Errorf("reply %s: %w", id, err)
	}
	return r, nil
}

// done reports whether nothing is left to do for it.
func (r Reply) done() bool { return r.Diarised && !r.in(Queued, Sending, Unknown) }

// retire makes room among the finished entries.
func (j *Journal) retire(tx *kv.Tx, id turn.ID) error {
	old, gone, err := j.finished.Append(tx, "all", id)
	if err == nil && gone {
		err = j.out.Delete(tx, string(old))
	}
	return err
}
