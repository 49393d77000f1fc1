package journal

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// State is how far one part of a reply has come.
type State string

// The states. A part goes Queued → Sending → Sent. One found Sending after a
// crash is Unknown: the other side may have accepted it; it is sent again or
// dropped, as the caller decides.
const (
	Queued  State = "queued"
	Sending State = "sending" // committed before the call that sends it
	Sent    State = "sent"
	Unknown State = "unknown"
	Dropped State = "dropped"
)

// Part is one message of the channel that carries a part of a reply.
type Part struct {
	State State `json:"state"`
	// MessageID is the channel's own id of it, once sent; "" where the
	// channel has none.
	MessageID string `json:"message_id,omitempty"`
}

// Reply is an entry of the outbox.
type Reply struct {
	Out   turn.Outgoing `json:"out"`
	Parts []Part        `json:"parts"` // never empty
	// Diarised says that its diary line is on disk.
	Diarised bool `json:"diarised,omitempty"`
}

// in reports whether any part is in one of these states.
func (r Reply) in(states ...State) bool {
	return slices.ContainsFunc(r.Parts, func(p Part) bool { return slices.Contains(states, p.State) })
}

// Put queues a reply as one part. It reports false, and changes nothing, when
// one with this id is there.
func (j *Journal) Put(tx *kv.Tx, out turn.Outgoing) (fresh bool, err error) {
	id := string(out.ID)
	fresh, err = j.out.PutIfAbsent(tx, id, Reply{Out: out, Parts: []Part{{State: Queued}}})
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

// Queued lists the replies for a channel that are not delivered and not
// dropped, in order. Those with a part that is being sent or unknown are among
// them.
func (j *Journal) Queued(tx *kv.Tx, channel string) ([]Reply, error) {
	return j.list(tx, j.pending, func(r Reply) bool { return r.Out.Channel == channel })
}

// Interrupted turns every part that was being sent into an unknown one and
// lists the replies that have any, in order. It is called once, before the
// deliveries begin: later it would catch parts in flight.
func (j *Journal) Interrupted(tx *kv.Tx) ([]Reply, error) {
	list, err := j.list(tx, j.pending, func(r Reply) bool { return r.in(Sending, Unknown) })
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

// Split decides of how many parts a reply consists. That changes only where a
// new version cuts elsewhere: parts that are too many and not sent are then
// dropped, and missing ones queued.
func (j *Journal) Split(tx *kv.Tx, id turn.ID, parts int) (Reply, error) {
	return j.change(tx, id, func(r *Reply) error {
		for i, p := range r.Parts {
			switch {
			case i >= parts && p.State != Sent:
				r.Parts[i].State = Dropped
			case i < parts && p.State == Dropped:
				r.Parts[i].State = Queued
			}
		}
		for len(r.Parts) < parts {
			r.Parts = append(r.Parts, Part{State: Queued})
		}
		return nil
	})
}

// MarkSending says that the next call sends this part (from 0). It must be
// committed before the call. A part that was being sent or is unknown may be
// sent again, at the price of arriving twice; for one that is sent or dropped
// it is ErrState.
func (j *Journal) MarkSending(tx *kv.Tx, id turn.ID, part int) error {
	return j.markPart(tx, id, part, Part{State: Sending}, Queued, Sending, Unknown)
}

// MarkSent says that the channel has accepted this part under its own id.
// ErrState unless it was being sent.
func (j *Journal) MarkSent(tx *kv.Tx, id turn.ID, part int, messageID string) error {
	return j.markPart(tx, id, part, Part{State: Sent, MessageID: messageID}, Sending)
}

func (j *Journal) markPart(tx *kv.Tx, id turn.ID, part int, to Part, from ...State) error {
	_, err := j.change(tx, id, func(r *Reply) error {
		if part < 0 || part >= len(r.Parts) {
			return fmt.Errorf("part %d of %d: %w", part, len(r.Parts), ErrUnknown)
		}
		if at := r.Parts[part].State; !slices.Contains(from, at) {
			return fmt.Errorf("part %d is %s: %w", part, at, ErrState)
		}
		r.Parts[part] = to
		return nil
	})
	return err
}

// Drop gives up whatever of a reply is not sent. It is for whoever sends: a
// part that was being sent has come back refused.
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
		for i, p := range r.Parts {
			if slices.Contains(from, p.State) {
				r.Parts[i].State = to
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
