package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/facts"
)

// stated is where the active records stand by what they say, so that a write
// need not look at all of them: scope, sum, id → id. A sum is that of the
// folded content or of the key of a fact in it; no text stands here.
var stated = kv.NewBucket[turn.ID]("ledger/stated")

// statedMade says that all records stand there, and not only those written
// since there is such a list.
var statedMade = kv.NewBucket[bool]("ledger/stated.made")

// Same is the active record of a scope that says the same as content but for
// width, case and blanks, if there is one.
func (l *Ledger) Same(tx *kv.Tx, scope person.Scope, content string) (same memory.Record, ok bool, err error) {
	want := text.Fold(content)
	list, err := l.stating(tx, scope, sum("content", want))
	if err != nil {
		return memory.Record{}, false, fmt.Errorf("find the same record: %w", err)
	}
	for _, r := range list {
		if text.Fold(r.Content) == want {
			return r, true, nil
		}
	}
	return memory.Record{}, false, nil
}

// Stating are the active records of a scope that state a fact with one of
// these keys (facts.Fact.Key), oldest first.
func (l *Ledger) Stating(tx *kv.Tx, scope person.Scope, keys ...string) ([]memory.Record, error) {
	sums := make([]string, len(keys))
	for i, k := range keys {
		sums[i] = sum("fact", k)
	}
	list, err := l.stating(tx, scope, sums...)
	if err != nil {
		return nil, fmt.Errorf("find records that state a fact: %w", err)
	}
	return list, nil
}

func (l *Ledger) stating(tx *kv.Tx, scope person.Scope, sums ...string) (list []memory.Record, err error) {
	if err := l.stateAll(tx); err != nil {
		return nil, err
	}
	var ids []turn.ID
	for _, s := range sums {
		err := stated.Ascend(tx, kv.Prefix(string(scope), s), func(_ string, id turn.ID) error {
			ids = append(ids, id)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		r, ok, err := l.In(tx, scope, id)
		if err != nil {
			return nil, err
		}
		if ok && r.Status == memory.Active {
			list = append(list, r)
		}
	}
	return list, nil
}

// stateAll lists what was written before there was such a list.
func (l *Ledger) stateAll(tx *kv.Tx) error {
	made, _, err := statedMade.Get(tx, "all")
	if err != nil || made {
		return err
	}
	err = l.records.Ascend(tx, "", func(_ string, r memory.Record) error { return state(tx, r) })
	if err == nil {
		err = statedMade.Put(tx, "all", true)
	}
	return err
}

// restate keeps the list in step with a record that is about to be stored; the
// zero record is none.
func (l *Ledger) restate(tx *kv.Tx, scope person.Scope, id turn.ID, now memory.Record) error {
	old, there, err := l.records.Get(tx, key(scope, id))
	if err != nil || there && old.Content == now.Content && old.Status == now.Status {
		return err
	}
	if there {
		for _, s := range sums(old) {
			if err := stated.Delete(tx, kv.Key(string(scope), s, string(id))); err != nil {
				return err
			}
		}
	}
	return state(tx, now)
}

func state(tx *kv.Tx, r memory.Record) error {
	if r.Status != memory.Active {
		return nil
	}
	for _, s := range sums(r) {
		if err := stated.Put(tx, kv.Key(string(r.Scope), s, string(r.ID)), r.ID); err != nil {
			return err
		}
	}
	return nil
}

// sums are what a record is listed under.
func sums(r memory.Record) []string {
	out := []string{sum("content", text.Fold(r.Content))}
	for _, f := range facts.Read(r.Content).Facts {
		out = append(out, sum("fact", f.Key()))
	}
	return out
}

func sum(kind, s string) string {
	h := sha256.Sum256([]byte(kind + "\x00" + s))
	return hex.EncodeToString(h[:12])
}
