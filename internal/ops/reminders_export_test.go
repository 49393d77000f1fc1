package ops

import (
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// FiringOf is how far a saying is.
func FiringOf(tx *kv.Tx, id turn.ID) (reminder.Firing, error) {
	f, _, err := reminders.Firing(tx, id)
	return f, err
}
