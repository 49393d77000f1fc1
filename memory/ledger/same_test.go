package ledger

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/facts"
)

// TestStating: after any changes the list of what is stated gives what a look at
// all records gives, also where it was begun late, and only in the own scope.
func TestStating(t *testing.T) {
	contents := rapid.SampledFrom([]string{"大阪に住んでいる", "京都に引っ越した", "コーヒーが好き", "I live in Osaka", "i live in ｏsaka", "I live in Osaka and I like coffee.", "hello"})
	scopes := rapid.SampledFrom([]person.Scope{"owner", "person:a"})
	keys := []string{"|home|", "|taste|コーヒー", "|taste|coffee", "owner|home|"}
	rapid.Check(t, func(rt *rapid.T) {
		l, update := open(t)
		late := rapid.Bool().Draw(rt, "late")
		for range rapid.IntRange(1, 25).Draw(rt, "changes") {
			id, scope := turn.ID(rapid.StringMatching("[a-f]").Draw(rt, "id")), scopes.Draw(rt, "scope")
			content, what := contents.Draw(rt, "content"), rapid.IntRange(0, 5).Draw(rt, "what")
			update(func(tx *kv.Tx) error {
				switch _, there, err := l.In(tx, scope, id); {
				case err != nil:
					return err
				case !there || what == 0:
					return l.Put(tx, record(t, id, scope, content))
				case what == 1:
					return l.Archive(tx, scope, id, "", now)
				case what == 2:
					return l.Restore(tx, scope, id)
				case what == 3:
					_, err := l.Erase(tx, scope, now, string(id))
					return err
				}
				return nil
			})
			if late {
				continue
			}
			look(rt, l, update, keys)
		}
		if late { // as in a home that is older than the list
			update(func(tx *kv.Tx) error {
				var all []string
				err := stated.Ascend(tx, "", func(k string, _ turn.ID) error { all = append(all, k); return nil })
				for _, k := range all {
					if err == nil {
						err = stated.Delete(tx, k)
					}
				}
				return err
			})
		}
		look(rt, l, update, keys)
	})
}

func look(t *rapid.T, l *Ledger, update func(func(*kv.Tx) error), keys []string) {
	update(func(tx *kv.Tx) error {
		for _, scope := range []person.Scope{"owner", "person:a"} {
			var want, got []string
			same := map[string]bool{}
			err := l.records.Ascend(tx, kv.Prefix(string(scope)), func(_ string, r memory.Record) error {
				about := slices.ContainsFunc(facts.Read(r.Content).Facts, func(f facts.Fact) bool { return slices.Contains(keys, f.Key()) })
				if r.Status == memory.Active {
					same[text.Fold(r.Content)] = true
					if about {
						want = append(want, string(r.ID))
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			list, err := l.Stating(tx, scope, keys...)
			for _, r := range list {
				got = append(got, string(r.ID))
			}
			if err != nil || strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("%s: %q, want %q, %v", scope, got, want, err)
			}
			for _, c := range []string{"大阪に住んでいる", "I LIVE in Osaka", "hello", "never"} {
				if _, ok, err := l.Same(tx, scope, c); ok != same[text.Fold(c)] || err != nil {
					t.Errorf("%s: same as %q: %v, %v", scope, c, ok, err)
				}
			}
		}
		return nil
	})
}

// BenchmarkSame is a write that looks for what it meets among 100,000 records.
func BenchmarkSame(b *testing.B) {
	l, update := open(b)
	const n = 100_000
	for at := 0; at < n; at += 5000 {
		update(func(tx *kv.Tx) error {
			for i := at; i < at+5000; i++ {
				if err := l.Put(tx, record(b, turn.ID(fmt.Sprintf("%06d", i)), "owner", fmt.Sprintf("田中%dは%d番町に住んでいる", i, i%977))); err != nil {
					return err
				}
			}
			return nil
		})
	}
	update(func(tx *kv.Tx) error { _, _, err := l.Same(tx, "owner", "x"); return err })
	b.ResetTimer()
	for i := range b.N {
		update(func(tx *kv.Tx) error {
			if _, ok, err := l.Same(tx, "owner", fmt.Sprintf("田中%dは%d番町に住んでいる", i%n, i%n%977)); err != nil || !ok {
				b.Error(ok, err)
			}
			list, err := l.Stating(tx, "owner", facts.Fact{Who: fmt.Sprintf("田中%d", i%n), Attribute: facts.Home}.Key())
			if err != nil || len(list) != 1 {
				b.Error(len(list), err)
			}
			return nil
		})
	}
}
