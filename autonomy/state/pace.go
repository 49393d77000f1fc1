package state

import (
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
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
	At      time.Time `json:"at"`
}

// Every is the time between two thoughts.
func (p Pace) Every() time.Duration {
	if p.Minutes == 0 {
		return UsualPace
	}
	return min(max(time.Duration(p.Minutes)*time.Minute, MinPace), MaxPace)
}

// Paces keeps how often is thought of each scope. Its zero value is ready.
type Paces struct{}

func (Paces) bucket() kv.Bucket[Pace] { return kv.NewBucket[Pace]("state/pace") }

// Of is the pace of a scope, the usual one where none was chosen.
func (s Paces) Of(tx *kv.Tx, scope person.Scope) (Pace, error) {
	p, _, err := s.bucket().Get(tx, string(scope))
	if err != nil {
		return p, fmt.Errorf("read pace: %w", err)
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
