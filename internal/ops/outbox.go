package ops

import (
	"context"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// Queued lists the replies for a channel that are not delivered yet, in order.
// It implements channels.Outbox, with Sending and Sent.
func (o *Ops) Queued(_ context.Context, channel string) (list []turn.Outgoing, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		replies, err := o.Journal.Queued(tx, channel)
		for _, r := range replies {
			list = append(list, r.Out)
		}
		return err
	})
	return list, err
}

// Sending commits that a reply is about to be handed over.
func (o *Ops) Sending(_ context.Context, id turn.ID) error {
	return o.DB.Update(func(tx *kv.Tx) error { return o.Journal.MarkSending(tx, id, 0) })
}

// Sent commits that the channel took a reply.
func (o *Ops) Sent(_ context.Context, id turn.ID) error {
	return o.DB.Update(func(tx *kv.Tx) error { return o.Journal.MarkSent(tx, id, 0, "") })
}
