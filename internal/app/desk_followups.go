package app

import (
	"context"

	"github.com/kokoron/kokoron/internal/ops"
)

// FollowUpList is the answer of "followups".
type FollowUpList struct {
	Looked
	FollowUps []ops.FollowUpSeen `json:"followups"`
}

// FollowUpChanged is the answer of "followups drop".
type FollowUpChanged struct {
	Looked
	Changed  bool             `json:"changed"` // false: it was settled already
	FollowUp ops.FollowUpSeen `json:"followup"`
}

func (d *Desk) followUps(ctx context.Context, v ops.Viewer, _ Ask, _ func(Progress)) (any, error) {
	list, err := d.ops.FollowUpList(ctx, v)
	return FollowUpList{looked(v), list}, err
}

func (d *Desk) dropFollowUp(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	f, changed, err := d.ops.DropFollowUp(ctx, v, a.ID)
	return FollowUpChanged{looked(v), changed, f}, err
}
