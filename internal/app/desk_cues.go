package app

import (
	"context"

	"github.com/kokoron/kokoron/internal/ops"
)

// MemoriesCued is the answer of "memory cues".
type MemoriesCued struct {
	Looked
	Cues []string `json:"cues"`
	ops.Cued
}

// cues finds memories by what is known of them beside their words.
func (d *Desk) cues(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	asleep, err := d.awake(ctx)
	if err != nil {
		return nil, err
	}
	defer asleep()
	found, err := d.ops.Cues(ctx, v, d.stores.index, a.Cues, a.Limit)
	return MemoriesCued{looked(v), a.Cues, found}, err
}
