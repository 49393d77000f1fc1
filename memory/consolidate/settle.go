package consolidate

import (
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// settle lets notes follow the records: what the person has said since, and is
// remembered, takes the place of a note of ours that it contradicts. A model
// may not have thought of it, and the note would be told as if it still held.
func (r *run) settle(b *book, records []memory.Record, step *Step) {
	meet := b.meet()
	for _, rec := range slices.SortedFunc(slices.Values(records), func(a, b memory.Record) int { return a.OccurredAt.Compare(b.OccurredAt) }) {
		own := rec.Trust == memory.TrustOwner || rec.Trust == memory.TrustPerson
		holds := rec.Status == memory.Active && (rec.ValidUntil.IsZero() || rec.ValidUntil.After(r.now))
		if !own || !holds || rec.Type == memory.Procedural || len(rec.Audience) > 0 {
			continue
		}
		says, met := b.read(rec.Content), false
		for _, f := range says.Facts {
			met = met || slices.ContainsFunc(f.Meets(), func(k string) bool { return meet[k] })
		}
		day := rec.OccurredAt.In(r.Zone).Format(time.DateOnly)
		if !met || len(b.ended(says, day)) == 0 {
			continue
		}
		stands, fresh := b.note("", rec.Content, day)
		if step.Counts.Merged++; fresh {
			step.Counts.Kept++
		}
		from := append(slices.Clone(rec.Provenance), turn.ID(rec.ID))
		step.From = append(step.From, from...)
		step.Notes = append(step.Notes, Note{Text: stands, From: from})
	}
}

// meet are the keys at which a statement meets notes of ours that it may
// contradict.
func (b *book) meet() map[string]bool {
	keys := map[string]bool{}
	for _, p := range b.pages {
		for _, l := range p.lines {
			if old, dated, ok := bullet(l); ok && len(dated) > 0 {
				for _, f := range b.read(old).Facts {
					for _, k := range f.Meets() {
						keys[k] = true
					}
				}
			}
		}
	}
	return keys
}
