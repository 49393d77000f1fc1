package app

import (
	"context"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// SoulList is the answer of "soul list".
type SoulList struct {
	Looked
	Memories []ops.Memory `json:"memories"`
}

// SoulExported is the answer of "soul export".
type SoulExported struct {
	Looked
	ops.SoulExport
	Fresh int `json:"fresh"` // how many were not exported before
}

// own is through whose eyes the owner decides about the character: their own,
// and of what they see the part that is theirs.
func own(v ops.Viewer) Looked { return Looked{As: v.As, Scopes: v.View.Scopes()[:1]} }

func (d *Desk) souls(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	list, err := d.ops.Souls(ctx, a.Soul)
	return SoulList{own(v), list}, err
}

func (d *Desk) approve(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	m, changed, err := d.ops.Decide(ctx, a.ID, true)
	return MemoryChanged{own(v), changed, m}, err
}

func (d *Desk) reject(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	m, changed, err := d.ops.Decide(ctx, a.ID, false)
	return MemoryChanged{own(v), changed, m}, err
}

// exportSoul gives the examples; asked again with their ids when they have
// arrived, it notes that.
func (d *Desk) exportSoul(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	out := SoulExported{Looked: own(v)}
	var err error
	if len(a.IDs) > 0 {
		if out.Fresh, err = d.ops.Exported(ctx, a.IDs); err != nil {
			return nil, err
		}
	}
	out.SoulExport, err = d.ops.ExportSoul(ctx, d.lead)
	return out, err
}

// lead is what stands before a memory in an example: who the companion is, and
// what the owner asks, in the language of the memory.
func (d *Desk) lead(r memory.Record) (system, ask string) {
	lang, p := text.Lang(r.Language), d.voice.current()
	if lang == "" {
		lang = text.Guess(r.Content, d.voice.lang)
	}
	key := catalog.SoulAsk
	switch r.Category {
	case memory.AboutSensei:
		key = catalog.SoulAskOwner
	case memory.SelfReflection:
		key = catalog.SoulAskSelf
	}
	return catalog.Text(lang, catalog.SoulSystem, "name", p.Name(lang), "owner", p.Owner(lang)), catalog.Text(lang, key)
}
