package app

import (
	"context"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory/learn"
	"github.com/kokoron/kokoron/memory/lessons"
)

// LearnedList is the answer of "learned".
type LearnedList struct {
	Looked
	Lessons []ops.Lesson `json:"lessons"`
}

// LearnedShown is the answer of "learned show".
type LearnedShown struct {
	Looked
	ops.LessonShown
}

// LearnedChanged is the answer of all that decide about a rule.
type LearnedChanged struct {
	Looked
	Changed bool       `json:"changed"` // false: it was so already
	Lesson  ops.Lesson `json:"lesson"`
}

func (d *Desk) learned(ctx context.Context, v ops.Viewer, _ Ask, _ func(Progress)) (any, error) {
	list, err := d.ops.Learned(ctx)
	return LearnedList{own(v), list}, err
}

func (d *Desk) showLearned(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	shown, err := d.ops.ShowLesson(ctx, a.ID, d.voice.section, d.recital())
	return LearnedShown{own(v), shown}, err
}

func (d *Desk) approveRule(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return d.decideRule(ctx, v, a, learn.Active)
}

func (d *Desk) rejectRule(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return d.decideRule(ctx, v, a, learn.Rejected)
}

func (d *Desk) revokeRule(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	return d.decideRule(ctx, v, a, learn.Revoked)
}

func (d *Desk) decideRule(ctx context.Context, v ops.Viewer, a Ask, to learn.Status) (any, error) {
	l, changed, err := d.ops.DecideLesson(ctx, a.ID, to, d.voice.section, d.recital())
	return LearnedChanged{own(v), changed, l}, err
}

func (d *Desk) editRule(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	l, changed, err := d.ops.EditLesson(ctx, a.ID, a.Text)
	return LearnedChanged{own(v), changed, l}, err
}

// recital is who is asked whether a rule spoils a reply, and with what prompt.
func (d *Desk) recital() ops.Recital {
	return ops.Recital{Model: d.asked, System: func(lang text.Lang) string { return d.voice.current().System(lang, "") }}
}

// rules are what acts for those who look through a view. Without them a reply
// is given all the same.
func (s *stores) rules(view person.View) (list []learn.Entry) {
	if !view.Can(person.ScopeOwner) {
		return nil
	}
	err := s.db.View(func(tx *kv.Tx) (err error) {
		list, err = lessons.Store{}.Active(tx, person.ScopeOwner)
		return err
	})
	if err != nil {
		s.log.Error("read what was learned", "err", err)
	}
	return list
}

// learned is what commands ask about what was learned.
type learned struct{ a *App }

func (l learned) Learned(ctx context.Context) ([]ops.Lesson, error) {
	return l.a.desk().ops.Learned(ctx)
}
