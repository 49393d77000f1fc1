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
