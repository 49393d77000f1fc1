package calendar

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// token is one row of the table of a language: words that say a part of a
// repetition, and what they say. name is the rule that they show, "" for words
// that alone show no repetition.
type token struct {
	name  string
	words string // separated by blanks; a low line stands for a blank in them
	say   func(s *series)
}

// What the words of the tables say.

func often(f freq, step int) func(*series) { return func(s *series) { s.often(f, step) } }
func onDays(w weekdays) func(*series)      { return func(s *series) { s.on(w) } }
func ordinal(n int) func(*series)          { return func(s *series) { s.ords = append(s.ords, n) } }
func dayIn(p part) func(*series)           { return func(s *series) { s.often(freqDay, 0); s.part = p } }

func weekOn(w weekdays) func(*series) {
	return func(s *series) { s.often(freqWeek, 0); s.on(w) }
}

func monthOn(n int) func(*series) {
	return func(s *series) { s.often(freqMonth, 0); s.dates = append(s.dates, n) }
}

// every says that a count or a unit follows.
func every(step int) func(*series) {
	return func(s *series) {
		s.waiting = true
		if step > 1 {
			s.step = step
		}
	}
}

// tokens are the tables by language: the words with what they say, and the
// length of the longest by the first character.
var tokens = map[string]struct {
	words   map[string]token
	longest map[rune]int
}{
	"en": tableOf(enTable()), "ja": tableOf(jaTable()), "zh": tableOf(zhTable()),
}

func tableOf(rows []token) (table struct {
	words   map[string]token
	longest map[rune]int
}) {
	table.words, table.longest = map[string]token{}, map[rune]int{}
	for _, row := range rows {
		for w := range strings.FieldsSeq(row.words) {
			w = strings.ReplaceAll(w, "_", " ")
			first, _ := utf8.DecodeRuneInString(w)
			table.words[w], table.longest[first] = row, max(table.longest[first], len(w))
		}
	}
	return table
}

// listedToken says what the longest row at i says.
func (p planner) listedToken(lang string, i int, s *series) (int, bool) {
	table := tokens[lang]
	for n := min(table.longest[p.after(i)], len(p.s)-i); n > 0; n-- {
		row, ok := table.words[p.s[i:i+n]]
		if !ok || letter(p.s[i]) && p.wordEnd(i+n) != i+n {
			continue
		}
		row.say(s)
		if row.name != "" {
			s.marks(row.name)
		}
		return i + n, true
	}
	return i, false
}

// between is behind the words that may stand between the parts of a repetition.
func (p planner) between(i int) int {
	i = p.optional(p.blank(i), ",", "、", "・", "/", "&", "の", "的", "は", "に", "と", "和", "跟", "及", "在", "も")
	i = p.blank(i)
	for range 3 {
		w, end := p.word(i)
		if !slices.Contains(joining, w) {
			break
		}
		i = p.blank(end)
	}
	return p.optional(i, "@ ", "@")
}

// joining are the English words between the parts of a repetition.
var joining = []string{"on", "in", "of", "the", "and", "at", "a", "or", "around"}

// weekdayToken takes a weekday, or a row of them: Monday to Friday, 月曜から金曜.
// read is what reads a weekday of the language.
func (p planner) weekdayToken(i int, s *series, read func(int) (n, end int, plural, ok bool)) (int, bool) {
	first, end, plural, ok := read(i)
	if !ok {
		return i, false
	}
	days := dayBit(first)
	if j, tied := p.tied(i, end); tied {
		if last, stop, many, ok := read(j); ok {
			days, end, plural = through(first, last), p.optional(stop, "まで"), plural || many
		}
	}
	if plural {
		s.marks("weekdays")
	}
	if s.freq == freqMonth && len(s.ords) == 0 && s.rule != "" && len(s.nths) > 0 {
		return i, false
	}
	s.on(days)
	return end, true
}
