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

// repeatedOtherwise reports whether words right before i, none of them before
// from, say that it comes again and again in a way that nobody reads here:
// "every blue Monday at 9", 每逢单日八点. To take it for once would be a guess.
func (f folded) repeatedOtherwise(from, i int) bool {
	before := f.s[from:i]
	if at := strings.LastIndexAny(before, ",.;:!?、。"); at >= 0 {
		before = before[at+1:]
	}
	_, end := f.word(i)
	words := strings.Fields(before + f.s[i:end])
	for n := max(0, len(words)-6); n+1 < len(words); n++ {
		if (words[n] == "every" || words[n] == "each") && words[n+1] != "other" && slices.ContainsFunc(words[n+1:], recurs) {
			return true
		}
	}
	for _, each := range []string{"毎", "每"} {
		_, tail, found := strings.Cut(before, each)
		unit := strings.TrimFunc(tail, func(r rune) bool { return strings.ContainsRune(" 的のにはが", r) })
		for _, u := range []string{"日", "天", "周", "週", "期", "拜", "月", "年", "朝", "晩", "晚"} {
			if found && strings.HasSuffix(unit, u) {
				return true
			}
		}
	}
	return false
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
