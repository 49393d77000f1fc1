package policy

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// sameShare is how much of the terms of two subjects must be common to both.
const sameShare = 0.6

// glue are English words that say nothing of what a text is about.
var glue = words(`a an the and or but if of in on at to for from with by as is are was were be been being it its this that these those
	i me my you your he him his she her we us our they them their do does did doing have has had having will would can could
	should may might must not no never none nor neither without cannot so too very just when while then than there here what which who how about after before again`)

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// Terms are the terms of a text by which it is compared with another: words of
// alphabets without glue, numbers, runs of katakana, and pairs of neighbours of
// Han characters; one that stands alone is a term too. A text that has none of
// these has all its search terms.
func Terms(s string) map[string]bool {
	out := map[string]bool{}
	s = text.Fold(s)
	var run []rune
	now := text.ScriptNone
	end := func() {
		switch {
		case now == text.ScriptHan && len(run) > 1:
			for i := range len(run) - 1 {
				out[string(run[i:i+2])] = true
			}
		case now == text.ScriptHan, now == text.ScriptKatakana && len(run) > 1:
			out[string(run)] = true
		}
		run = run[:0]
	}
	for _, r := range s + " " {
		if script := text.ScriptOf(r); script != now {
			end()
			now = script
		}
		run = append(run, r)
	}
	all := text.Tokens(s)
	for _, t := range all {
		if first, n := utf8.DecodeRuneInString(t); !text.ScriptOf(first).CJK() && !glue[t] && (len(t) > n || unicode.IsNumber(first)) {
			out[t] = true
		}
	}
	if len(out) == 0 {
		for _, t := range all {
			out[t] = true
		}
	}
	return out
}

// share is how much of some terms others have, 0–1.
func share(of, has map[string]bool) float64 {
	n := 0
	for t := range of {
		if has[t] {
			n++
		}
	}
	if len(of) == 0 {
		return 0
	}
	return float64(n) / float64(len(of))
}

// SameSubject reports whether two texts are about the same, whether they affirm
// or deny it.
func SameSubject(a, b string) bool {
	if text.Fold(a) == text.Fold(b) {
		return strings.TrimSpace(a) != ""
	}
	x, y := Terms(affirmed(a)), Terms(affirmed(b))
	return Likeness(x, y) >= sameShare
}

// Likeness is how many of all terms of two sets are in both, 0–1.
func Likeness(x, y map[string]bool) float64 {
	both := 0
	for t := range x {
		if y[t] {
			both++
		}
	}
	if all := len(x) + len(y) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 0
}

// language is how one language denies, and what only looks like it.
type language struct{ denies, not *regexp.Regexp }

var (
	japanese = language{
		denies: regexp.MustCompile(`な(?:い|かっ|くて|く、|ければ|きゃ)|ません|ずに|せず|ざる|ぬよう|禁止`),
		// What ends in ない and denies nothing, and what is lost rather than not so.
		not: regexp.MustCompile(`しか(?:な(?:い|かった)|ありません)|(?:問題|間違い|違い|心配|遠慮)(?:は|が|も)?(?:な(?:い|かった|く)|ありません)|かも(?:しれ|知れ)(?:ない|ません)|` +
			`やむを得ない|(?:仕方|しかた|しょう|仕様)(?:が|も)?ない|とんでもない|もったいない|みっともない|何でもない|なんでもない|(?:少|危|切|汚|幼|儚|拙)な(?:い|かっ|くて)|あぶない|すくない|さりげない|` +
			`すみません|すいません|じゃない[?？]|ではないか|ではありませんか|ませんか|ないか[なぁ]?[?？]?$|なくな[らりるれっ]|なくし`),
	}
	english = language{
		denies: regexp.MustCompile(`\b(?:not|no|never|without|cannot|none|nobody|nothing|neither|nor)\b|n['’]t\b`),
		not: regexp.MustCompile(`\bnot only\b|\bno (?:doubt|problem|wonder|matter|longer than)\b|\bwhy not\b|\bnothing but\b|\bno more than\b|\b(?:can['’]t|cannot) (?:help|wait)\b|` +
			`\b(?:do|does|is|was|are|were|ca|wo|did|has|have|could|should|would)n['’]t (?:i|you|he|she|it|we|they)\s*\?`),
	}
	chinese = language{
		denies: regexp.MustCompile(`不|没|未|别|勿|无法|莫`),
		not: regexp.MustCompile(`不错|不但|不仅|不过|不久|不只|不光|差不多|不好意思|不客气|没问题|没关系|没事|没错|特别|区别|别人|别的|别处|分别|告别|性别|级别|类别|个别|未来|` +
			`是不是|好不好|能不能|会不会|要不要|有没有|对不对|可不可以|不管|不论|不断|了不起`),
	}
)

func languageOf(s string) language {
	switch text.Guess(s, text.Ja) {
	case text.En:
		return english
	case text.Zh:
		return chinese
	}
	return japanese
}

// affirmed is a text without what denies in it.
func affirmed(s string) string {
	s = text.Fold(s)
	return languageOf(s).denies.ReplaceAllString(s, " ")
}

// Negated reports whether a text denies what it is about: an odd number of
// denials, so that 「食べないわけではない」 and "not without" affirm. What only looks
// like one counts nothing: 「しかない」, 「問題ない」, "no problem", 不错.
func Negated(s string) bool {
	s = text.Fold(s)
	l := languageOf(s)
	return len(l.denies.FindAllString(l.not.ReplaceAllString(s, " "), -1))%2 == 1
}
