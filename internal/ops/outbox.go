package ops

import (
	"context"
	"errors"

	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// Queued lists the replies for a channel that are not delivered yet, in order.
// It implements channels.Outbox, with Sending, Sent and Drop.
func (o *Ops) Queued(_ context.Context, channel string) (list []turn.Outgoing, err error) {
	err = o.DB.View(func(tx *kv.Tx) error {
		replies, err := o.Journal.Queued(tx, channel)
		for _, r := range replies {
			late, e := o.overdue(tx, r.Out)
			list, err = append(list, late), errors.Join(err, e)
		}
		return err
	})
	return list, err
}

// Sending commits that a part of a reply is about to be handed over, unless it
// was taken before.
func (o *Ops) Sending(_ context.Context, id turn.ID, part, parts int) (taken bool, err error) {
	var said bool // unasked, and now for the first time
	err = o.DB.Update(func(tx *kv.Tx) error {
		ok, first, err := o.maySend(tx, id)
		if said, taken = first, !ok; err != nil || !ok {
			return err
		}
		r, err := o.Journal.Split(tx, id, parts)
		if err != nil {
			return err
		}
		if taken = r.Parts[part].State == journal.Sent; taken {
			return nil
		}
		return o.Journal.MarkSending(tx, id, part)
	})
	if err == nil && said {
		if err := o.settle(id); err != nil {
			o.Log.Error("write message to diary", "message", id, "err", err)
		}
	}
	return taken, err
}

// Sent commits that the channel took a part of a reply.
func (o *Ops) Sent(_ context.Context, id turn.ID, part int, messageID string) error {
	return o.DB.Update(func(tx *kv.Tx) error {
		return errors.Join(o.arrived(tx, id), o.Journal.MarkSent(tx, id, part, messageID), o.sentPart(tx, id), o.reminderSent(tx, id, true))
	})
}

// Drop gives up what is not sent of a reply; the diary keeps it.
func (o *Ops) Drop(_ context.Context, id turn.ID) error {
	return o.DB.Update(func(tx *kv.Tx) error {
		return errors.Join(o.Journal.Drop(tx, id), o.refused(tx, id), o.reminderSent(tx, id, false))
	})
}

// SavePreview remembers the message that shows a turn's reply while it is
// being written.
func (o *Ops) SavePreview(_ context.Context, id turn.ID, messageID string) error {
	return o.DB.Update(func(tx *kv.Tx) error { return o.Journal.SavePreview(tx, id, messageID) })
}

// Preview is the message that shows a turn's reply while it is being written.
func (o *Ops) Preview(_ context.Context, id turn.ID) (messageID string, ok bool, err error) {
	err = o.DB.View(func(tx *kv.Tx) (err error) {
		messageID, ok, err = o.Journal.Preview(tx, id)
		return err
	})
	return messageID, ok, err
}
