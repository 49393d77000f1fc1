package ops

import (
	"cmp"
	"context"
	"slices"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/soul"
)

// NotCandidate says that nobody has proposed a memory for the character, or
// that it does not hold any more.
const NotCandidate ProblemCode = "not_candidate"

// soulView is what of the memories may enter the character: what the owner may
// hear of their own. What others have told stays theirs, and so does what is
// shared.
func (d Desk) soulView() person.View { return person.ViewOf(d.Owner).In(person.ScopeOwner) }

// Souls lists the owner's own records that have come to a step on their way
// into the character ("": to any), oldest first. Those that do not hold any more
// are left out.
func (d Desk) Souls(_ context.Context, step memory.Soul) ([]Memory, error) {
	records, err := d.souls(step)
	if err != nil {
		return nil, err
	}
	list := make([]Memory, len(records))
	for i, r := range records {
		list[i] = recordMemory(r)
	}
	return list, nil
}

func (d Desk) souls(steps ...memory.Soul) ([]memory.Record, error) {
	records, err := d.Ledger.List(d.soulView(), memory.Active)
	if err != nil {
		return nil, err
	}
	now := d.Clock.Now()
	return slices.DeleteFunc(records, func(r memory.Record) bool {
		over := !r.ValidUntil.IsZero() && !r.ValidUntil.After(now)
		return r.Soul == memory.SoulNone || over || !slices.Contains(steps, r.Soul) && !slices.Contains(steps, memory.SoulNone)
	}), nil
}

// Decide lets a record that was proposed into the character, or not; the owner
// may think again. changed is false where it was decided so before. Errors are
// *Problem.
func (d Desk) Decide(ctx context.Context, id string, approve bool) (m Memory, changed bool, err error) {
	if m, err = d.find(ctx, d.soulView(), id); err != nil {
		return m, false, err
	}
	to := memory.SoulRejected
	if approve {
		to = memory.SoulApproved
	}
	r, changed, err := d.setSoul(turn.ID(m.ID), func(r memory.Record) memory.Soul {
		if approve && r.Soul == memory.SoulExported {
			return r.Soul // approved it is
		}
		return to
	})
	if err != nil {
		return m, false, err
	}
	if r.Soul == memory.SoulNone || r.Status != memory.Active {
		return m, false, &Problem{Code: NotCandidate, About: id}
	}
	short := m.Short
	m = recordMemory(r)
	m.Short = short
	return m, changed, nil
}

// setSoul moves one of the owner's records that was proposed and is in use to
// the step that to says, and gives it as it is then; the zero Record where
// there is none.
func (d Desk) setSoul(id turn.ID, to func(memory.Record) memory.Soul) (r memory.Record, changed bool, err error) {
	err = d.DB.Update(func(tx *kv.Tx) (err error) {
		changed = false
		if r, _, err = d.Ledger.In(tx, person.ScopeOwner, id); err != nil || r.Soul == memory.SoulNone || r.Status != memory.Active {
			return err
		}
		if step := to(r); step != r.Soul {
			r.Soul, changed = step, true
			err = d.Ledger.Update(tx, r)
		}
		return err
	})
	if err == nil && changed {
		d.Index.Changed(r)
	}
	return r, changed, err
}

// SoulExport is what of the owner's memories a model can be trained on. Its
// JSON fields are stable.
type SoulExport struct {
	Format   string        `json:"format"`
	Examples string        `json:"examples"` // JSON lines
	Manifest soul.Manifest `json:"manifest"`
	Memories []Memory      `json:"memories"` // that they were made of, in their order
}

// ExportSoul gives all that is approved as examples to train a model on, what
// was exported before included: a model is trained on the whole of it. It
// changes nothing; Exported does when the examples have arrived.
func (d Desk) ExportSoul(_ context.Context, lead soul.Lead) (SoulExport, error) {
	records, err := d.souls(memory.SoulApproved, memory.SoulExported)
	if err != nil {
		return SoulExport{}, err
	}
	slices.SortFunc(records, func(a, b memory.Record) int { return cmp.Compare(a.ID, b.ID) })
	data, manifest, err := soul.Export(records, lead)
	if err == nil {
		_, err = soul.CheckAll(data)
	}
	if err != nil {
		return SoulExport{}, err
	}
	out := SoulExport{Format: soul.Format, Examples: string(data), Manifest: manifest, Memories: make([]Memory, len(records))}
	for i, r := range records {
		out.Memories[i] = recordMemory(r)
	}
	return out, nil
}

// Exported notes that approved records have been exported, and gives how many
// were not before. What was rejected meanwhile stays so.
func (d Desk) Exported(ctx context.Context, ids []turn.ID) (n int, err error) {
	for _, id := range ids {
		_, changed, err := d.setSoul(id, func(r memory.Record) memory.Soul {
			if r.Soul == memory.SoulApproved {
				return memory.SoulExported
			}
			return r.Soul
		})
		if err != nil {
			return n, err
		}
		if changed {
			n++
		}
	}
	return n, ctx.Err()
}

// Soul is what is approved of the owner's memories for the character, the most
// important first, as far as those who look through the view may hear it:
// nothing unless it is the owner alone.
func (s *Sources) Soul(view person.View) []memory.Unit {
	units := s.index.Soul(view.In(person.ScopeOwner))
	slices.SortFunc(units, func(a, b memory.Unit) int {
		return cmp.Or(b.Record.Stars-a.Record.Stars, cmp.Compare(a.ID, b.ID))
	})
	return units
}
