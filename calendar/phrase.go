package calendar

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// firsts are the characters, and the English words, with which a date can
// begin. Most of a text is passed over by them.
var firsts, firstWords = beginnings()

func beginnings() (map[rune]bool, map[string]bool) {
	runes := map[rune]bool{}
	for r := range longest {
		runes[r] = true
	}
	first := func(words ...string) {
		for _, w := range words {
			r, _ := utf8.DecodeRuneInString(w)
			runes[r] = true
		}
	}
	for _, p := range picking {
		first(p.words...)
	}
	for _, e := range eras {
		first(e.name)
	}
	first("第", "半")
	first(rowsBack...)
	first(rowsAhead...)
	for _, r := range hanDigits + "零两両兩十廿百千0123456789" {
		runes[r] = true
	}
	words := map[string]bool{}
	for _, list := range [][]string{
		slices.Collect(maps.Keys(enMonths)), slices.Collect(maps.Keys(enWeekdays)), slices.Collect(maps.Keys(enSeasons)), slices.Collect(maps.Keys(enParts)),
		slices.Collect(maps.Keys(enFixed)), slices.Collect(maps.Keys(enNumbers)), slices.Collect(maps.Keys(enOrdinals)), slices.Collect(maps.Keys(enPicks)), slices.Collect(maps.Keys(enThirds)),
		{"day", "week", "month", "year", "in", "noon", "midday", "midnight", "half", "quarter", "couple", "weekend", "new", "valentine", "xmas", "christmas", "halloween", "gw"},
	} {
		for _, w := range list {
			words[w] = true
		}
	}
	return runes, words
}

// planFirsts and planWords are those with which only a plan can begin.
var planFirsts, planWords = planBeginnings()

func planBeginnings() (map[rune]bool, map[string]bool) {
	runes, words := map[rune]bool{}, map[string]bool{}
	for _, table := range tokens {
		for w := range table.words {
			r, _ := utf8.DecodeRuneInString(w)
			runes[r] = true
			first, _, _ := strings.Cut(w, " ")
			words[first] = true
		}
	}
	for _, r := range "(+~毎每隔最第半过過再等末" {
		runes[r] = true
	}
	for _, list := range [][]string{
		{"starting", "beginning", "start", "end", "from", "after", "now", "am", "pm", "r", "h", "s", "t", "m", "mid", "midmorning", "midafternoon", "sharp"},
		slices.Collect(maps.Keys(enWeekdays)), slices.Collect(maps.Keys(enParts)),
	} {
		for _, w := range list {
			words[w], words[w+"s"] = true, true
		}
	}
	return runes, words
}

// mayBegin reports whether a date can begin at i at all.
func (f folded) mayBegin(i int) bool {
	if letter(f.s[i]) {
		w := f.s[i:f.wordEnd(i)]
		return firstWords[w] || f.plan && planWords[w]
	}
	r := f.after(i)
	return firsts[r] || f.plan && planFirsts[r]
}

// phrase reads the longest date that begins at i: elements that go together,
// with at most a connecting word between them.
func (f folded) phrase(i int) (r reading, end int, ok bool) {
	var all reading
	for at := i; ; {
		e, next, found := f.element(at, all)
		if !found {
			break
		}
		joined, fits := all.join(e)
		if !fits {
			break
		}
		all = joined
		if all.has&(sDay|sYear) != 0 {
			next = f.bracket(next)
		}
		if all.has != sPart && (!all.weak || f.plan && all.has&sNth != 0) {
			r, end, ok = all, next, true
		}
		at = f.connect(next, all)
	}
	return r, end, ok
}

// element reads one part of a date. so is what the phrase says already.
func (f folded) element(i int, so reading) (r reading, end int, ok bool) {
	if i >= len(f.s) {
		return r, i, false
	}
	if r, end, ok = f.extra(i, so); ok {
		return r, end, true
	}
	if r, end, ok = f.listed(i, so); ok {
		if hour, stop, said := f.numeric(f.blank(end), r); r.has == sPart && said && hour.has&timeless == 0 {
			if both, fits := r.join(hour); fits { // 午後8時 goes as one behind 今夜
				return both, stop, true
			}
		}
		return r, end, true
	}
	if r, end, ok = f.picked(i); ok {
		return r, end, true
	}
	if letter(f.s[i]) {
		return f.english(i, so)
	}
	return f.numeric(i, so)
}

// connect is where the next part of a date may begin.
func (f folded) connect(i int, so reading) int {
	if end, ok := f.any(i, "の", "的"); ok {
		return f.blank(end)
	}
	j := f.blank(i)
	if so.has == sPart { // "Good morning, yesterday …" is not yesterday's morning
		if w, end := f.word(j); w == "of" {
			return f.article(f.blank(end))
		}
		return j
	}
	if end, ok := f.any(j, ",", "、"); ok {
		j = f.blank(end)
	}
	if w, end := f.word(j); slices.Contains(connecting, w) || f.plan && w == "for" {
		j = f.blank(end)
	} else if f.plan {
		j = f.blank(f.optional(j, "@"))
	}
	return f.article(j)
}

// connecting are the words that may stand inside an English date.
var connecting = []string{"at", "on", "in", "of", "around", "about", "after", "before", "by", "from"}

func (f folded) article(i int) int {
	if w, end := f.word(i); w == "the" {
		return f.blank(end)
	}
	return i
}

// bracket passes over the weekday that is often written behind a date, (水), and
// over the same year of another count, (令和8年).
func (f folded) bracket(i int) int {
	if !f.has(i, "(") {
		return i
	}
	end := strings.IndexByte(f.s[i:min(i+24, len(f.s))], ')')
	if end < 0 {
		return i
	}
	inside := f.s[i+1 : i+end]
	_, weekday := enWeekdays[inside]
	if e, ok := words[inside]; ok {
		weekday = e.has == sWeekday
	}
	if !weekday {
		weekday = len(inside) == len("月") && strings.Contains("月火水木金土日", inside)
	}
	if r, stop, ok := f.counted(i+1, reading{}); weekday || ok && r.has == sYear && stop == i+end {
		return i + end + 1
	}
	return i
}

// word is the English word at i.
func (f folded) word(i int) (w string, end int) {
	end = f.wordEnd(i)
	return f.s[i:end], end
}

func (f folded) wordEnd(i int) int {
	for i < len(f.s) && letter(f.s[i]) {
		i++
	}
	return i
}

// wordBefore is the English word in front of i, across blanks, and where it
// begins.
func (f folded) wordBefore(i int) (w string, start int) {
	end := i
	for end > 0 && f.s[end-1] == ' ' {
		end--
	}
	start = end
	for start > 0 && letter(f.s[start-1]) {
		start--
	}
	return f.s[start:end], start
}

// follows reports whether one of the words stands in front of i, an article
// between them not counted.
func (f folded) follows(i int, words []string) bool {
	w, start := f.wordBefore(i)
	if w == "the" {
		w, _ = f.wordBefore(start)
	}
	return slices.Contains(words, w)
}
