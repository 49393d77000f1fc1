package journal

import (
	"errors"
	"fmt"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// Withdraw takes a reply out of the outbox of which nothing was handed over and
// which has no line in the diary: it was never said. It is ErrState for any
// other.
func (j *Journal) Withdraw(tx *kv.Tx, id turn.ID) error {
	key := string(id)
	r, ok, err := j.out.Get(tx, key)
	switch {
	case err != nil:
	case !ok:
		err = ErrUnknown
	case r.Diarised || r.in(Sending, Sent, Unknown):
		err = ErrState
	default:
		err = errors.Join(j.out.Delete(tx, key), j.pending.Delete(tx, key), j.undiarised.Delete(tx, key))
	}
	if err != nil {
		return fmt.Errorf("withdraw reply %s: %w", id, err)
	}
	return nil
}

// Find is the entry of a reply, as long as it is kept.
func (j *Journal) Find(tx *kv.Tx, id turn.ID) (Reply, bool, error) {
	r, ok, err := j.out.Get(tx, string(id))
	if err != nil {
		err = fmt.Errorf("look up reply %s: %w", id, err)
	}
	return r, ok, err
}

// Open reports whether something of it is left to send.
func (r Reply) Open() bool { return r.in(Queued, Sending, Unknown) }
