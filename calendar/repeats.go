package calendar

import (
	"slices"
	"strings"
)

// repeated reports whether the date from i to end is one that comes again and
// again: 毎週月曜, 每天下午三点, "every night at 9", "9am on Sundays".
func (f folded) repeated(i, end int) bool {
	before := strings.TrimSuffix(strings.TrimRight(f.s[:i], " "), "の")
	for _, w := range repeats {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	w, start := f.wordBefore(i)
	for slices.Contains(connecting, w) || w == "the" {
		w, start = f.wordBefore(start)
	}
	if plural(w) {
		return true
	}
	if recurs(w) {
		w, _ = f.wordBefore(start)
	}
	if w == "every" || w == "each" {
		return true
	}
	w, next := f.word(f.blank(end))
	if w == "on" || w == "in" {
		w, _ = f.word(f.article(f.blank(next)))
	}
	return w == "every" || w == "each" || w == "daily" || plural(w)
}

var repeats = []string{
	"毎", "毎日", "毎朝", "毎晩", "毎夜", "毎週", "毎月", "毎年", "隔週", "各", "各週",
	"每", "每个", "每個", "每天", "每日", "每周", "每週", "每星期", "每月", "每年", "每晚", "每早",
}

// recurs reports whether a word can stand behind "every".
func recurs(w string) bool {
	_, unit := enUnits[w]
	_, weekday := enWeekdays[w]
	_, part := enParts[w]
	return unit || weekday || part
}

// plural reports whether a word is Sundays, mornings.
func plural(w string) bool {
	one, ok := strings.CutSuffix(w, "s")
	_, weekday := enWeekdays[one]
	_, part := enParts[one]
	return ok && (weekday && len(one) > 5 || part)
}
