package ledger

import (
	"testing"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

func TestAudience(t *testing.T) {
	l, update := open(t)
	r := record(t, "1", person.ScopeShared, "The surprise is on Friday")
	r.Audience = []person.ID{"ann"}
	update(func(tx *kv.Tx) error { return l.Put(tx, r) })
	for _, c := range []struct {
		name string
		view person.View
		sees bool
	}{
		{"who may hear it", ann, true},
		{"another", owner, false},
		{"a group of both", group, false},
		{"a job", person.Only(person.ScopeShared), true},
	} {
		got, ok, err := l.Get(c.view, "1")
		list, err2 := l.List(c.view, memory.Active)
		hits := found(t, l, c.view, "surprise")
		if err != nil || err2 != nil || ok != c.sees || (len(list) == 1) != c.sees || (hits == "1") != c.sees || (got.ID == "1") != c.sees {
			t.Errorf("%s: get %v %+v, list %v, search %q, %v, %v", c.name, ok, got, list, hits, err, err2)
		}
	}
}
