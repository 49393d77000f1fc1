// Package promise finds sentences in a reply that claim something was or will
// be written down ("I'll remember that", 「カレンダーに入れました」, 我会提醒你)
// although nothing was, and corrects them. It also says which words of a
// person's are clear enough to be what such a sentence means.
//
// It is pure, works on whole sentences in Japanese, English and Chinese, and
// is made to be quiet: questions, offers, negations, quotations, advice to the
// person and memories ("I remember that you like ramen") are no claims. It
// never touches the text outside of the sentences it found.
package promise

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// Kind is what a sentence claims was written, and what a turn wrote.
type Kind = tool.Promise

// The kinds.
const (
	Memory   = tool.Memory
	Update   = tool.Update
	Forget   = tool.Forget
	Calendar = tool.Calendar
	Reminder = tool.Reminder
)

// Claim is one sentence that promises a write.
type Claim struct {
	Kind       Kind
	Lang       text.Lang // of the sentence
	Start, End int       // its bytes in the reply
	// Content is what is to be remembered, in the companion's own words; ""
	// where the sentence alone does not say it.
	Content string
}

// Unkept finds the claims in a reply that nothing stands behind: the turn
// wrote only the kinds given. A claim to remember is kept by a write to the
// calendar and by a reminder too, since what stands there is remembered; that
// memory was changed also by forgetting or filing. There is at most one claim a sentence;
// they come in order and do not overlap.
func Unkept(reply string, wrote ...Kind) []Claim {
	var found []Claim
	masked := mask(reply)
	for _, span := range sentences(masked) {
		s := masked[span[0]:span[1]]
		lang := languageOf(s)
		r, ok := claim(s, rulesOf[lang])
		if !ok || slices.ContainsFunc(wrote, r.keptBy) {
			continue
		}
		c := Claim{Kind: r.kind, Lang: lang, Start: span[0], End: span[1]}
		if r.kind == Memory {
			c.Content = content(reply[span[0]:span[1]], s, lang)
		}
		found = append(found, c)
	}
	return found
}

// Correct replaces the claims, as Unkept returned them for this reply, with a
// sentence in the same language that says what is true. A correction of one
// kind is said once; further claims of that kind are left out.
func Correct(reply string, claims ...Claim) string {
	var b strings.Builder
	said := map[Kind]bool{}
	at := 0
	for _, c := range claims {
		b.WriteString(reply[at:c.Start])
		if !said[c.Kind] {
			b.WriteString(catalog.Text(c.Lang, truth[c.Kind]))
		}
		said[c.Kind] = true
		at = c.End
	}
	b.WriteString(reply[at:])
	return strings.TrimSpace(b.String())
}

var truth = map[Kind]catalog.Key{
	Memory: catalog.NotRemembered, Forget: catalog.NotForgotten, Calendar: catalog.NotScheduled, Reminder: catalog.NoReminder,
}

// rule finds one kind of claim in a sentence.
type rule struct {
	kind Kind
	will *text.Pattern // is going to be written
	done *text.Pattern // has been written
	also []Kind        // other writes that keep it
}

func (r rule) keptBy(write Kind) bool { return write == r.kind || slices.Contains(r.also, write) }

// rules are those of one language.
type rules struct {
	// cues are in every claim, in lower case: a sentence with none of them is
	// not looked at, which is most of them.
	cues   []string
	claims []rule // the special kinds first: whatever else they say is theirs
	// never are sentences that are no claim, whatever they say.
	never *text.Pattern
	// before marks what was written in an earlier turn: it is no claim about
	// this one.
	before *text.Pattern
}

// claim is the rule by which a sentence is a claim, if it is one.
func claim(s string, r rules) (rule, bool) {
	lower := strings.ToLower(s)
	if !slices.ContainsFunc(r.cues, func(cue string) bool { return strings.Contains(lower, cue) }) || r.never.MatchString(s) {
		return rule{}, false
	}
	for _, c := range r.claims {
		if c.will.MatchString(s) || c.done.MatchString(s) && !r.before.MatchString(s) {
			return c, true
		}
	}
	return rule{}, false
}

// remembered are the writes after which something is remembered, changed those
// after which memory is other than it was, besides the saving of a memory.
var (
	remembered = []Kind{Calendar, Reminder}
	changed    = []Kind{Calendar, Reminder, Forget, Update}
)

var rulesOf = map[text.Lang]rules{text.Ja: japanese, text.En: english, text.Zh: chinese}

// languageOf is the language of one sentence: kana mean Japanese, other Han
// characters Chinese, anything else is read as English.
func languageOf(s string) text.Lang {
	lang := text.En
	for _, r := range s {
		switch text.ScriptOf(r) {
		case text.ScriptHiragana, text.ScriptKatakana:
			return text.Ja
		case text.ScriptHan:
			lang = text.Zh
		}
	}
	return lang
}
