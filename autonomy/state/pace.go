package state

import (
	"cmp"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// How long the companion may choose to wait between two thoughts.
const (
	MinPace   = time.Minute
	MaxPace   = 3 * time.Hour
	UsualPace = time.Hour
)

// Pace is how often the companion wants to think, as it has chosen itself. Its
// JSON fields are stable.
type Pace struct {
	Minutes int       `json:"minutes"` // within MinPace and MaxPace
	Reason  string    `json:"reason"`
	At      time.Time `json:"at,omitzero"`
}

// Every is the time between two thoughts.
func (p Pace) Every() time.Duration {
	return min(max(time.Duration(p.Minutes)*time.Minute, MinPace), MaxPace)
}

// Paces keeps how often is thought of each scope. Its zero value is ready.
type Paces struct{}

func (Paces) bucket() kv.Bucket[Pace] { return kv.NewBucket[Pace]("state/pace") }

// Of is the pace of a scope, the usual one where none was chosen; zero is
// UsualPace.
func (s Paces) Of(tx *kv.Tx, scope person.Scope, usual time.Duration) (Pace, error) {
	p, _, err := s.bucket().Get(tx, string(scope))
	if err != nil {
		return p, fmt.Errorf("read pace: %w", err)
	}
	if p.Minutes == 0 {
		p.Minutes = int(cmp.Or(usual, UsualPace) / time.Minute)
	}
	return p, nil
}

// Put sets the pace of a scope.
func (s Paces) Put(tx *kv.Tx, scope person.Scope, p Pace) error {
	if err := s.bucket().Put(tx, string(scope), p); err != nil {
		return fmt.Errorf("store pace: %w", err)
	}
	return nil
}

// Erase takes words out of the reasons for the paces of some scopes.
func (s Paces) Erase(tx *kv.Tx, scopes []person.Scope, e memory.Erasing) error {
	for _, scope := range scopes {
		p, err := s.Of(tx, scope, 0)
		if err == nil && e.Words.In(p.Reason) {
			p.Reason = ""
			err = s.Put(tx, scope, p)
		}
		if err != nil {
			return fmt.Errorf("erase reason of a pace: %w", err)
		}
	}
	return nil
}
