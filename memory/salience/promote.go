package salience

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// When short-term records become long-term.
const (
	promoteCount      = 2   // said at least so often …
	promoteStrength   = 0.8 // … or once as strongly as this,
	promoteConfidence = 0.4 // and believed at least so much
	promoteRunes      = 60  // of the content tell records without a subject apart
)

// Promotion is a group of short-term records about the same that has earned to
// become long-term, and the values that what is kept of it has.
type Promotion struct {
	Records    []memory.Record // oldest first
	Strength   float64         // of the strongest, base value
	Confidence float64         // the mean
}

// Promote finds among records those that are to become long-term: active
// short-term ones of one scope with the same subject (without one, the same
// first 60 characters, widths and blanks aside), that came at least twice or
// once with a strength of 0.8, and with a mean confidence of at least 0.4. The
// order is that of each group's first record, whatever the order of records.
func Promote(records []memory.Record) []Promotion {
	type group struct {
		scope     person.Scope
		bySubject bool
		key       string
	}
	groups := map[group]*Promotion{}
	for _, r := range records {
		if r.Status != memory.Active || r.Term != memory.Short {
			continue
		}
		g := group{scope: r.Scope, bySubject: true, key: plain(r.Subject)}
		if g.key == "" {
			g.bySubject, g.key = false, firstRunes(plain(r.Content), promoteRunes)
		}
		if groups[g] == nil {
			groups[g] = &Promotion{}
		}
		groups[g].Records = append(groups[g].Records, r)
	}
	var out []Promotion
	for _, p := range groups {
		if p.weigh(); p.earned() {
			out = append(out, *p)
		}
	}
	slices.SortFunc(out, func(a, b Promotion) int { return older(a.Records[0], b.Records[0]) })
	return out
}

// weigh sorts the records and makes strength and confidence of them.
func (p *Promotion) weigh() {
	slices.SortFunc(p.Records, older)
	sum := 0.0
	for _, r := range p.Records {
		p.Strength = max(p.Strength, clamp(r.Strength))
		sum += clamp(r.Confidence)
	}
	p.Confidence = sum / float64(len(p.Records))
}

func (p *Promotion) earned() bool {
	return (len(p.Records) >= promoteCount || p.Strength >= promoteStrength) && p.Confidence >= promoteConfidence
}

func older(a, b memory.Record) int {
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

// plain is s in NFKC with every stretch of blanks as one.
func plain(s string) string { return strings.Join(strings.Fields(text.Normal(s)), " ") }

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
