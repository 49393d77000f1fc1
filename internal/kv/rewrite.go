package kv

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Verdict is what becomes of an entry.
type Verdict int

// The verdicts.
const (
	Leave  Verdict = iota // as it is
	Change                // it gets the value that is given
	Remove
)

// Rewrite goes through the entries whose keys begin with prefix, in order, and
// does with each what fn says. It gives how many are other than before. What it
// removes or replaces stays in free pages of the file until Compact.
func (b Bucket[V]) Rewrite(tx *Tx, prefix string, fn func(key string, v V) (V, Verdict)) (changed int, err error) {
	news := map[string]V{}
	var gone []string
	err = b.Ascend(tx, prefix, func(key string, v V) error {
		switch v, verdict := fn(key, v); verdict {
		case Change:
			news[key] = v
		case Remove:
			gone = append(gone, key)
		}
		return nil
	})
	for key, v := range news {
		if err == nil {
			err = b.Put(tx, key, v)
		}
	}
	for _, key := range gone {
		if err == nil {
			err = b.Delete(tx, key)
		}
	}
	return len(news) + len(gone), err
}

// Rewrite is Bucket.Rewrite for the entries of all groups. The numbers of those
// that stay do not change.
func (l Log[V]) Rewrite(tx *Tx, fn func(group string, v V) (V, Verdict)) (changed int, err error) {
	return l.entries.Rewrite(tx, "", func(key string, v V) (V, Verdict) { return fn(First(key), v) })
}

// Holding names the buckets in which has finds something, in a key or a value.
// It reads the whole database.
func Holding(tx *Tx, has func([]byte) bool) (names []string, err error) {
	err = tx.tx.ForEach(func(name []byte, b *bolt.Bucket) error {
		found := false
		err := b.ForEach(func(k, v []byte) error {
			found = found || has(k) || has(v)
			return nil
		})
		if found {
			names = append(names, string(name))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look through the database: %w", err)
	}
	return names, nil
}
