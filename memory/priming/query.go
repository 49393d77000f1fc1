package priming

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/text"
)

// Query is what a message asks of memory.
type Query struct {
	Words string          // what is searched for: the message, and what it leans on
	Spans []calendar.Span // stretches of time that the message names
	// Bare says that beside a time the message holds nothing to search by:
	// what it asks for is that time.
	Bare bool
	// Leans says that it means little without what was said before it, and is
	// searched for with that.
	Leans bool
	// Personal says that the message is about the person's own life or what was
	// said together, by its pronouns, its family, its dates and its words of
	// remembering.
	Personal bool

	folded string   // the message
	months [13]bool // that it names, in any year
	days   [32]bool // numbers that may be days of one
}

// Read reads a message. before are the person's last messages, oldest first;
// those count only where the message leans on them. No zone (nil) is UTC.
func Read(words string, before []string, now time.Time, zone *time.Location) Query {
	q := Query{Words: words, folded: text.Fold(words)}
	q.months, q.days = months(words, q.folded)
	if zone == nil {
		zone = time.UTC
	}
	var rest string
	q.Spans, rest = spans(words, now, zone)
	q.Bare = len(q.Spans) > 0 && bare(rest)
	q.Personal = personal(q.folded) || slices.ContainsFunc(q.Spans, func(s calendar.Span) bool {
		return s.Unit < calendar.Year && !s.To.After(midnight(now.In(zone))) // of today and of years the world is asked too
	})
	if !q.Bare && leans(q.folded) && len(before) > 0 {
		last := before[max(0, len(before)-leanOn):]
		q.Words, q.Leans = strings.Join(append(slices.Clone(last), words), "\n"), true
		q.Personal = q.Personal || personal(text.Fold(q.Words))
	}
	return q
}

// leanOn is how many messages before it a message that leans is searched with.
const leanOn = 2

// In columns of a terminal: a longer message says itself what it is about,
// pronouns or not, and a question up to the shorter length does not.
const (
	standsAlone   = 80
	shortQuestion = 10
)

// leaning are words that mean what was said before.
var (
	leaningWords = wordSet(`it its that this those these he him his she her hers they them their there then one ones
		same again more else another`)
	leaningParts = []string{
		"それ", "その", "そこ", "そっち", "そいつ", "あれ", "あの", "あそこ", "あっち", "これ", "この", "さっき", "先ほど", "さきほど", "彼女", "彼は", "彼の", "彼が",
		"同じ", "もっと", "続き", "ほかに", "他には", "那个", "那個", "这个", "這個", "那里", "那裡", "它", "他", "她", "刚才", "剛才", "还有", "還有", "那件", "这件", "那么",
	}
)

// leans reports whether a folded message means little without what was said
// before it.
func leans(folded string) bool {
	width := text.Width(folded)
	if width > standsAlone {
		return false
	}
	for _, w := range text.Tokens(folded) {
		if leaningWords[w] {
			return true
		}
	}
	for _, part := range leaningParts {
		if strings.Contains(folded, part) {
			return true
		}
	}
	return width <= shortQuestion && asksBriefly(folded)
}

// asksBriefly is a question of a word or two: 「なんで？」, "why?", "为什么".
func asksBriefly(folded string) bool {
	return strings.ContainsAny(folded, "?？") || slices.ContainsFunc([]string{
		"なんで", "なぜ", "どうして", "いつ", "どこ", "だれ", "誰", "なに", "何", "why", "when", "where", "who", "how", "为什么", "為什麼", "什么时候", "哪里", "谁",
	}, func(w string) bool { return strings.HasPrefix(folded, w) })
}

// Names reports whether the message names a speaker.
func (q Query) Names(speaker string) bool {
	name := text.Fold(speaker)
	if name == "" {
		return false
	}
	rest := q.folded
	for {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:i])
		after, _ := utf8.DecodeRuneInString(rest[i+len(name):])
		first, _ := utf8.DecodeRuneInString(name)
		last, _ := utf8.DecodeLastRuneInString(name)
		if !joined(before, first) && !joined(last, after) {
			return true
		}
		rest = rest[i+len(name):]
	}
}

// joined reports whether two characters belong to one word of Latin letters:
// Ren is not named by "children".
func joined(a, b rune) bool {
	return text.ScriptOf(a) == text.ScriptLatin && text.ScriptOf(b) == text.ScriptLatin
}

var numbers = regexp.MustCompile(`\d+`)

// Dates counts how much of a day the message names: 0 nothing, 1 its month or
// a longer stretch around it, 2 the day. Beside what the calendar finds, the
// month counts in any year, by its English name, with the capital that tells
// May from may, or its number in Japanese and Chinese, and then the day by its
// number. A zero time has no day.
func (q Query) Dates(at time.Time, zone *time.Location) int {
	if at.IsZero() {
		return 0
	}
	if zone != nil {
		at = at.In(zone)
	}
	named := 0
	if q.months[at.Month()] {
		named = 1
		if q.days[at.Day()] {
			named = 2
		}
	}
	for _, s := range q.Spans {
		if within(s, at) {
			if s.To.Sub(s.From)+2*s.Slack <= dayAndMore {
				return 2
			}
			named = max(named, 1)
		}
	}
	return named
}

// dayAndMore is how long a span is at most that names days: a weekend is one.
const dayAndMore = 73 * time.Hour

// months are the months that a message names, and the numbers in it that may be
// days.
func months(words, folded string) (months [13]bool, days [32]bool) {
	for m := time.January; m <= time.December; m++ {
		months[m] = strings.Contains(words, m.String())
	}
	for _, at := range numbers.FindAllStringIndex(folded, -1) {
		n, err := strconv.Atoi(folded[at[0]:at[1]])
		switch {
		case err != nil:
		case n >= 1 && n <= 12 && strings.HasPrefix(folded[at[1]:], "月"):
			months[n] = true
		case n < len(days):
			days[n] = true
		}
	}
	return months, days
}

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
