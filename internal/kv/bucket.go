package kv

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// Bucket is a table of values of one type, ordered by the bytes of their keys
// and stored as JSON. It is a name only: it may be kept in a variable, costs
// nothing and comes into being with its first value. Keys are not empty and
// have at most 32,768 bytes.
type Bucket[V any] struct{ name []byte }

// NewBucket names a bucket. Names are "package/what" and never change.
func NewBucket[V any](name string) Bucket[V] { return Bucket[V]{name: []byte(name)} }

// ErrStop, returned by the function of an iteration, ends it without an error.
var ErrStop = errors.New("stop")

// Key joins parts to one key so that the keys of one first part are
// neighbours and no two lists of parts give the same key. Only the last part
// may contain a zero byte.
func Key(parts ...string) string { return strings.Join(parts, "\x00") }

// Prefix is what all keys begin with that Key makes of these parts and more.
func Prefix(parts ...string) string { return Key(parts...) + "\x00" }

// First is the first part of a key that Key made.
func First(key string) string {
	first, _, _ := strings.Cut(key, "\x00")
	return first
}

// Get returns the value of a key and whether there is one.
func (b Bucket[V]) Get(tx *Tx, key string) (V, bool, error) {
	var v V
	t := tx.tx.Bucket(b.name)
	if t == nil {
		return v, false, nil
	}
	data := t.Get([]byte(key))
	if data == nil {
		return v, false, nil
	}
	v, err := b.decode([]byte(key), data)
	return v, err == nil, err
}

// Put sets the value of a key.
func (b Bucket[V]) Put(tx *Tx, key string, v V) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("%s: put %q: %w", b.name, key, err)
	}
	t, err := tx.tx.CreateBucketIfNotExists(b.name)
	if err == nil {
		err = t.Put([]byte(key), data)
	}
	if err != nil {
		return fmt.Errorf("%s: put %q: %w", b.name, key, err)
	}
	return nil
}

// PutIfAbsent sets the value of a key that has none and reports whether it
// did; a value that is there stays as it is.
func (b Bucket[V]) PutIfAbsent(tx *Tx, key string, v V) (bool, error) {
	if t := tx.tx.Bucket(b.name); t != nil && t.Get([]byte(key)) != nil {
		return false, nil
	}
	if err := b.Put(tx, key, v); err != nil {
		return false, err
	}
	return true, nil
}

// Delete removes a key; one that is not there is no error.
func (b Bucket[V]) Delete(tx *Tx, key string) error {
	t := tx.tx.Bucket(b.name)
	if t == nil {
		return nil
	}
	if err := t.Delete([]byte(key)); err != nil {
		return fmt.Errorf("%s: delete %q: %w", b.name, key, err)
	}
	return nil
}

// Ascend calls fn for every key that begins with prefix, in rising order, until
// fn returns an error; ErrStop ends it with none. fn must not write to the same
// bucket: collect first.
func (b Bucket[V]) Ascend(tx *Tx, prefix string, fn func(key string, v V) error) error {
	t := tx.tx.Bucket(b.name)
	if t == nil {
		return nil
	}
	c := t.Cursor()
	p := []byte(prefix)
	for k, v := c.Seek(p); k != nil && bytes.HasPrefix(k, p); k, v = c.Next() {
		if err := b.visit(k, v, fn); err != nil {
			return stopped(err)
		}
	}
	return nil
}

// Descend is Ascend from the last key with the prefix to the first.
func (b Bucket[V]) Descend(tx *Tx, prefix string, fn func(key string, v V) error) error {
	t := tx.tx.Bucket(b.name)
	if t == nil {
		return nil
	}
	c := t.Cursor()
	p := []byte(prefix)
	for k, v := seekLast(c, p); k != nil && bytes.HasPrefix(k, p); k, v = c.Prev() {
		if err := b.visit(k, v, fn); err != nil {
			return stopped(err)
		}
	}
	return nil
}

// seekLast moves to the last key that begins with p or is below all that do.
func seekLast(c *bolt.Cursor, p []byte) (k, v []byte) {
	next := bytes.Clone(p)
	for len(next) > 0 && next[len(next)-1] == 0xff {
		next = next[:len(next)-1]
	}
	if len(next) == 0 {
		return c.Last()
	}
	next[len(next)-1]++ // the first key after all that begin with p
	if k, _ = c.Seek(next); k == nil {
		return c.Last()
	}
	return c.Prev()
}

// SetAside moves the values that cannot be read to a bucket beside this one, as
// they are, so that one of them does not stop all that reads the others. It
// returns what was wrong with each.
func (b Bucket[V]) SetAside(tx *Tx) (wrong []error, err error) {
	t := tx.tx.Bucket(b.name)
	if t == nil {
		return nil, nil
	}
	bad := map[string][]byte{}
	c := t.Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		if _, err := b.decode(k, v); err != nil {
			wrong = append(wrong, err)
			bad[string(k)] = bytes.Clone(v)
		}
	}
	if len(bad) == 0 {
		return nil, nil
	}
	aside, err := tx.tx.CreateBucketIfNotExists(b.beside())
	for k, v := range bad {
		if err == nil {
			err = errors.Join(aside.Put([]byte(k), v), t.Delete([]byte(k)))
		}
	}
	if err != nil {
		return wrong, fmt.Errorf("%s: set aside: %w", b.name, err)
	}
	return wrong, nil
}

// ForgetAside removes what was set aside under keys that begin with prefix:
// nobody can tell what is in it.
func (b Bucket[V]) ForgetAside(tx *Tx, prefix string) error {
	t := tx.tx.Bucket(b.beside())
	if t == nil {
		return nil
	}
	var keys [][]byte
	c := t.Cursor()
	for k, _ := c.Seek([]byte(prefix)); k != nil && bytes.HasPrefix(k, []byte(prefix)); k, _ = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	for _, k := range keys {
		if err := t.Delete(k); err != nil {
			return fmt.Errorf("%s: forget %q: %w", b.beside(), k, err)
		}
	}
	return nil
}

func (b Bucket[V]) beside() []byte { return append(bytes.Clone(b.name), "/unreadable"...) }

// Count is the number of keys that begin with prefix. It reads them all.
func (b Bucket[V]) Count(tx *Tx, prefix string) int {
	t := tx.tx.Bucket(b.name)
	if t == nil {
		return 0
	}
	n := 0
	c := t.Cursor()
	p := []byte(prefix)
	for k, _ := c.Seek(p); k != nil && bytes.HasPrefix(k, p); k, _ = c.Next() {
		n++
	}
	return n
}

func (b Bucket[V]) visit(k, data []byte, fn func(string, V) error) error {
	v, err := b.decode(k, data)
	if err != nil {
		return err
	}
	return fn(string(k), v)
}

func (b Bucket[V]) decode(k, data []byte) (V, error) {
	var v V
	if err := json.Unmarshal(data, &v); err != nil {
		return v, fmt.Errorf("%s: read %q: %w", b.name, k, err)
	}
	return v, nil
}

func stopped(err error) error {
	if errors.Is(err, ErrStop) {
		return nil
	}
	return err
}
