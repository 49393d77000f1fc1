package diary

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Page is the part of a conversation just before a line (of the newest, where
// before is ""): at most limit lines in the order of their ids, which is the
// order in which they were said, without those that were erased. more tells
// whether there are earlier ones.
func (d *Diary) Page(view person.View, conv turn.Conv, before turn.ID, limit int) (lines []Line, more bool, err error) {
	days, err := d.days()
	if err != nil {
		return nil, false, err
	}
	last := "9" // above all days
	if made := before.Time(); !made.IsZero() {
		last = made.In(d.home).AddDate(0, 0, 1).Format(dayFormat) // a line stands at most a day beside its id (Has)
	}
	for _, day := range slices.Backward(days) {
		if day > last {
			continue // of years of diary only the pages' own days are read
		}
		var part []Line
		for l, err := range d.Day(view, day) {
			if err != nil {
				return nil, false, err
			}
			if l.Conv == conv && !l.Erased && (before == "" || l.ID < before) {
				part = append(part, l)
			}
		}
		lines = append(part, lines...)
		if len(lines) > limit {
			break
		}
	}
	slices.SortFunc(lines, func(a, b Line) int { return strings.Compare(string(a.ID), string(b.ID)) })
	if extra := len(lines) - limit; extra > 0 {
		return lines[extra:], true, nil
	}
	return lines, false, nil
}
