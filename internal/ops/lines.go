package ops

import (
	"context"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// Lines is the part of a person's conversation just before a line (of the
// newest, where before is ""), oldest first. Messages that wait for their turn
// and are not in the diary yet are part of it.
func (o *Ops) Lines(_ context.Context, p person.Person, conv turn.Conv, before turn.ID, limit int) (lines []diary.Line, more bool, err error) {
	var waiting []journal.Entry
	if before == "" {
		// Read first: a message that enters the diary meanwhile is then found
		// twice rather than not at all.
		err = o.DB.View(func(tx *kv.Tx) (err error) {
			waiting, err = o.Journal.Open(tx, conv)
			return err
		})
		if err != nil {
			return nil, false, err
		}
	}
	lines, more, err = o.Diary.Page(person.Only(p.Scope()), conv, before, limit)
	for _, e := range waiting {
		if scopeOf(e.Message.Person) != p.Scope() {
			continue
		}
		if !slices.ContainsFunc(lines, func(l diary.Line) bool { return l.ID == e.Message.ID }) {
			lines = append(lines, o.lineOf(e.Message))
		}
	}
	slices.SortFunc(lines, func(a, b diary.Line) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return lines, more, err
}
