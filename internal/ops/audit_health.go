package ops

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/facts"
)

// contradictions are pairs of active records of which the newer one leaves
// nothing of the older one true, as the rule has it by which records come
// beside others (write).
func (d Desk) contradictions(records []memory.Record, now time.Time) []Twins {
	type stating struct {
		memory.Record
		states facts.Statement
	}
	about := map[string][]stating{}
	for _, r := range records {
		if r.Status != memory.Active || !r.ValidUntil.IsZero() && !r.ValidUntil.After(now) {
			continue
		}
		who := person.Person{Role: person.Admitted}
		if r.Scope == d.Owner.Scope() {
			who = d.Owner
		}
		s := stating{r, stated(r, who)}
		keys := map[string]bool{}
		for _, f := range s.states.Facts {
			for _, key := range f.Meets() {
				keys[key] = true
			}
		}
		for key := range keys {
			about[key] = append(about[key], s)
		}
	}
	found := map[[2]turn.ID]bool{}
	for _, list := range about {
		slices.SortFunc(list, func(a, b stating) int {
			return cmp.Or(heard(a.Record).Compare(heard(b.Record)), cmp.Compare(a.ID, b.ID))
		})
		for i, newer := range list {
			for _, older := range list[:i] {
				if !newer.states.Doubtful() && slices.Equal(older.Audience, newer.Audience) &&
					older.states.EndedBy(newer.states) && outranks(newer.Record, older.Record) {
					found[[2]turn.ID{older.ID, newer.ID}] = true
				}
			}
		}
	}
	pairs := slices.SortedFunc(maps.Keys(found), func(a, b [2]turn.ID) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	out := []Twins{}
	for _, p := range pairs {
		out = append(out, Twins{IDs: p[:]})
	}
	return out
}

// score is how sound the memory is, 0 to 100: the share of the active records
// with which nothing is wrong, less what is missing from the index or strays in
// it. Of records that say the same, or contradict, all but one are wrong.
func (a Audit) score() int {
	if a.Active == 0 {
		return 100
	}
	wrong := map[turn.ID]bool{}
	for _, ids := range [][]turn.ID{a.Orphans, a.Broken, a.Expired, a.Junk} {
		for _, id := range ids {
			wrong[id] = true
		}
	}
	for _, t := range a.Duplicates {
		for _, id := range t.IDs[1:] {
			wrong[id] = true
		}
	}
	for _, t := range a.Contradictions {
		wrong[t.IDs[0]] = true
	}
	bad := len(wrong) + len(a.Index.Missing) + len(a.Index.Stray)
	return max(0, int(math.Round(100*float64(a.Active-bad)/float64(a.Active))))
}
