package salience

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func short(id string, made float64, subject, content string, strength, confidence float64) memory.Record {
	r := record(strength)
	r.ID, r.CreatedAt, r.Term = turn.ID(id), after(made), memory.Short
	r.Subject, r.Content, r.Confidence = subject, content, confidence
	return r
}

// promoted writes promotions as "ids strength confidence", one a line.
func promoted(list []Promotion) string {
	var b strings.Builder
	for _, p := range list {
		for _, r := range p.Records {
			b.WriteString(string(r.ID) + " ")
		}
		fmt.Fprintf(&b, "%.2f %.2f\n", p.Strength, p.Confidence)
	}
	return b.String()
}

func TestPromote(t *testing.T) {
	long := strings.Repeat("長い話", 20) // 60 characters
	for _, c := range []struct {
		name    string
		records []memory.Record
		want    string
	}{
		{"nothing", nil, ""},
		{"twice the same subject", []memory.Record{short("2", 1, "tea", "likes it hot", 0.3, 0.4), short("1", 0, "tea", "likes it green", 0.5, 0.6)}, "1 2 0.50 0.50\n"},
		{"once, and weak", []memory.Record{short("1", 0, "tea", "x", 0.79, 1)}, ""},
		{"once, and strong", []memory.Record{short("1", 0, "tea", "x", 0.8, 0.4)}, "1 0.80 0.40\n"},
		{"strong, and doubtful", []memory.Record{short("1", 0, "tea", "x", 0.9, 0.39)}, ""},
		{"twice, and doubtful", []memory.Record{short("1", 0, "tea", "x", 0.5, 0.1), short("2", 0, "tea", "x", 0.5, 0.6)}, ""},
		{"two subjects", []memory.Record{short("1", 0, "tea", "x", 0.5, 1), short("2", 0, "coffee", "x", 0.5, 1)}, ""},
		{"widths and blanks", []memory.Record{short("1", 0, " ﾗｰﾒﾝ　の  店", "x", 0.5, 1), short("2", 0, "ラーメン の 店", "y", 0.5, 1)}, "1 2 0.50 1.00\n"},
		{"the same beginning", []memory.Record{short("1", 0, "", long+"A", 0.5, 1), short("2", 0, "", long+"B", 0.5, 1)}, "1 2 0.50 1.00\n"},
		{"another within the first 60", []memory.Record{short("1", 0, "", long[3:]+"A", 0.5, 1), short("2", 0, "", long[3:]+"B", 0.5, 1)}, ""},
		{"a subject is no content", []memory.Record{short("1", 0, "tea", "x", 0.5, 1), short("2", 0, "", "tea", 0.5, 1)}, ""},
	} {
		if diff := cmp.Diff(c.want, promoted(Promote(c.records))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestPromoteLeavesOthers: what is long-term already, out of use or another
// person's does not count.
func TestPromoteLeavesOthers(t *testing.T) {
	for name, change := range map[string]func(*memory.Record){
		"long-term":  func(r *memory.Record) { r.Term = memory.Long },
		"archived":   func(r *memory.Record) { r.Status = memory.Archived },
		"superseded": func(r *memory.Record) { r.Status = memory.Superseded },
		"another's":  func(r *memory.Record) { r.Scope = "person:aoi" },
	} {
		pair := []memory.Record{short("1", 0, "tea", "x", 0.5, 1), short("2", 0, "tea", "x", 0.5, 1)}
		if len(Promote(pair)) != 1 {
			t.Fatal("the pair itself is not promoted")
		}
		if change(&pair[1]); len(Promote(pair)) != 0 {
			t.Errorf("one %s record makes a pair", name)
		}
	}
}

// TestPromoteProperties: the order of the records does not matter, no record
// is in two groups, and every group keeps to the rule.
func TestPromoteProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rs []memory.Record
		for i := range rapid.IntRange(0, 12).Draw(t, "records") {
			r := anyRecord().Draw(t, "record")
			r.ID = turn.ID(fmt.Sprint(i))
			r.Term = rapid.SampledFrom([]memory.Term{memory.Short, memory.Short, memory.Long}).Draw(t, "term")
			r.Scope = rapid.SampledFrom([]person.Scope{"owner", "person:aoi"}).Draw(t, "scope")
			r.Subject = rapid.SampledFrom([]string{"", "tea", "cat"}).Draw(t, "subject")
			rs = append(rs, r)
		}
		got := Promote(rs)
		if again := promoted(Promote(rapid.Permutation(rs).Draw(t, "order"))); again != promoted(got) {
			t.Fatalf("%s\nin another order\n%s", promoted(got), again)
		}
		seen := map[turn.ID]bool{}
		for _, p := range got {
			if !(p.Confidence >= 0.4 && p.Confidence <= 1 && p.Strength <= 1) || len(p.Records) < 2 && p.Strength < 0.8 {
				t.Fatalf("%+v", p)
			}
			for _, r := range p.Records {
				if seen[r.ID] || r.Scope != p.Records[0].Scope || r.Term != memory.Short || r.Status != memory.Active {
					t.Fatalf("%+v", r)
				}
				seen[r.ID] = true
			}
		}
	})
}
