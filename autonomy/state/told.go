package state

import (
	"fmt"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
)

// Told keeps what somebody was told of and need not be told again, by a kind
// and further names, with the time.
type Told struct {
	told kv.Bucket[time.Time]
}

// NewTold returns the store.
func NewTold() *Told { return &Told{told: kv.NewBucket[time.Time]("state/told")} }

// Put keeps that something was told.
func (s *Told) Put(tx *kv.Tx, at time.Time, kind string, names ...string) error {
	if err := s.told.Put(tx, key(kind, names), at); err != nil {
		return fmt.Errorf("store what was told: %w", err)
	}
	return nil
}

// All is what was told of a kind with the given first names: by the rest of
// its names, joined by kv.Key.
func (s *Told) All(tx *kv.Tx, kind string, names ...string) (map[string]time.Time, error) {
	all, prefix := map[string]time.Time{}, kv.Prefix(key(kind, names))
	err := s.told.Ascend(tx, prefix, func(k string, at time.Time) error {
		all[strings.TrimPrefix(k, prefix)] = at
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read what was told: %w", err)
	}
	return all, nil
}

// Forget forgets one thing that was told, and whatever further names it has.
func (s *Told) Forget(tx *kv.Tx, kind string, names ...string) error {
	rest, err := s.All(tx, kind, names...)
	if err == nil {
		err = s.told.Delete(tx, key(kind, names))
	}
	for name := range rest {
		if err == nil {
			err = s.told.Delete(tx, kv.Key(key(kind, names), name))
		}
	}
	if err != nil {
		return fmt.Errorf("forget what was told: %w", err)
	}
	return nil
}

func key(kind string, names []string) string { return kv.Key(append([]string{kind}, names...)...) }
