package kv

import (
	"fmt"
	"strconv"
)

// Log is an append-only sequence of values for every group, bounded: a group
// keeps its last entries and forgets older ones as new ones come. Like a
// Bucket it is only a name. Group names contain no zero byte.
type Log[V any] struct {
	entries Bucket[V]
	last    Bucket[uint64] // group → number of its newest entry, also of one that was trimmed
	keep    uint64
}

// NewLog names a log whose groups keep their last keep entries; keep > 0.
func NewLog[V any](name string, keep uint64) Log[V] {
	return Log[V]{entries: NewBucket[V](name), last: NewBucket[uint64](name + ".last"), keep: keep}
}

// Append adds v at the end of a group, under the next number (from 1, rising
// without gaps). gone says that old no longer fits and is removed.
func (l Log[V]) Append(tx *Tx, group string, v V) (old V, gone bool, err error) {
	n, _, err := l.last.Get(tx, group)
	n++
	if err == nil {
		err = l.last.Put(tx, group, n)
	}
	if err == nil {
		err = l.entries.Put(tx, numbered(group, n), v)
	}
	if err != nil || n <= l.keep {
		return old, false, err
	}
	key := numbered(group, n-l.keep)
	if old, gone, err = l.entries.Get(tx, key); err == nil && gone {
		err = l.entries.Delete(tx, key)
	}
	return old, gone, err
}

// Ascend calls fn for the entries of a group in order, until fn returns an
// error; ErrStop ends it with none.
func (l Log[V]) Ascend(tx *Tx, group string, fn func(n uint64, v V) error) error {
	p := Prefix(group)
	return l.entries.Ascend(tx, p, func(k string, v V) error {
		n, err := strconv.ParseUint(k[len(p):], 16, 64)
		if err != nil {
			return fmt.Errorf("%s: number of entry %q: %w", l.entries.name, k, err)
		}
		return fn(n, v)
	})
}

// Trim removes the entries of a group up to and with number n.
func (l Log[V]) Trim(tx *Tx, group string, n uint64) error {
	var old []string
	end := numbered(group, n)
	err := l.entries.Ascend(tx, Prefix(group), func(k string, _ V) error {
		if k > end {
			return ErrStop
		}
		old = append(old, k)
		return nil
	})
	for _, k := range old {
		if err == nil {
			err = l.entries.Delete(tx, k)
		}
	}
	return err
}

// numbered is the key of an entry: fixed width, so that keys sort by number.
func numbered(group string, n uint64) string { return fmt.Sprintf("%s%016x", Prefix(group), n) }
