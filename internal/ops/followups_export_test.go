package ops

import (
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// ForgetFollowUps is forgetFollowUps.
func (o *Ops) ForgetFollowUps(tx *kv.Tx, scope person.Scope, lines []turn.ID) error {
	return o.forgetFollowUps(tx, scope, lines)
}

// HeardMeanwhile reads and keeps what a turn does to follow-ups, and does
// something in between.
func (o *Ops) HeardMeanwhile(t turn.Turn, meanwhile func()) error {
	h, err := o.hear(t, turn.Outgoing{})
	if err != nil {
		return err
	}
	meanwhile()
	return o.DB.Update(func(tx *kv.Tx) error { return o.followUp(tx, t, turn.Outgoing{}, h) })
}
