package memory

import (
	"time"

	"github.com/kokoron/kokoron/internal/person"
)

// Unit is what is found as a whole: a line of the diary, or a record of the
// ledger or of a file. Its ID is unique over all scopes.
type Unit struct {
	ID      string
	Scope   person.Scope
	Text    string    // what is searched and shown
	Speaker string    // the name of who says it, searched with the text; "" for nobody
	At      time.Time // when it was said, or when what it tells happened
	Session string    // lines: the stretch of talk it belongs to; "" for what stands alone
	Record  *Record   // nil for a line; not to be changed
}

// Line reports whether the unit is a line of the diary.
func (u Unit) Line() bool { return u.Record == nil }

// Passage is the text of the unit as it is embedded, the speaker with it.
func (u Unit) Passage() string {
	if u.Speaker == "" {
		return u.Text
	}
	return u.Speaker + ": " + u.Text
}
