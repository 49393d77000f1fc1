package followup

import (
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/text"
)

// Outcome is how a matter went, as far as the words say.
type Outcome string

// The outcomes.
const (
	Unknown Outcome = "unknown" // it was talked about
	Good    Outcome = "good"
	Bad     Outcome = "bad"
	Off     Outcome = "off" // it does not take place
)

// Closes reports whether words of the person, said now, settle a follow-up: they
// tell how it went or that it does not take place, or speak of it at a time
// when it could be asked about. Supposing, dreaming and preparing settle nothing.
func Closes(f Followup, words string, now time.Time, lang text.Lang) (Outcome, bool) {
	all := sentences(words, lang)
	for _, s := range all {
		g := grammars[s.lang]
		if !f.in(s) || g.never.MatchString(s.folded) || g.joke.MatchString(s.folded) || g.reminder.MatchString(s.folded) {
			continue
		}
		out, ok := f.told(s, g, now)
		if ok && out == Unknown {
			out = outcome(all)
		}
		if ok {
			return out, true
		}
	}
	return "", false
}

// outcome is how it went, as the sentences around those that name it say.
func outcome(all []sentence) Outcome {
	for _, s := range all {
		g := grammars[s.lang]
		switch {
		case s.asks || g.never.MatchString(s.folded) || g.prep.MatchString(s.folded):
		case g.bad.MatchString(s.folded):
			return Bad
		case g.good.MatchString(s.folded):
			return Good
		}
	}
	return Unknown
}

// told is what one sentence about a follow-up settles.
func (f Followup) told(s sentence, g grammar, now time.Time) (Outcome, bool) {
	said := s.folded
	begun := f.On.IsZero() || !now.Before(f.On)
	asked := !now.Before(f.From)
	switch {
	case s.asks || g.prep.MatchString(said):
		return Unknown, asked
	case g.bad.MatchString(said):
		return Bad, begun
	case g.good.MatchString(said):
		return Good, begun
	case f.Kind != Worry && f.Kind != Health && g.off.MatchString(g.must.ReplaceAllString(said, "")):
		return Off, !g.moved.MatchString(said) || !dated(said, now)
	case (f.Kind == Worry || f.Kind == Health) && (g.calm.MatchString(said) || g.ended.MatchString(said)):
		return Good, true
	case g.over.MatchString(g.still.ReplaceAllString(said, "")) && begun && !f.On.IsZero():
		return Unknown, true
	}
	return Unknown, asked
}

// dated reports whether words name a time at all; whether it is one to come is
// Moves' business.
func dated(said string, now time.Time) bool {
	return len(calendar.Find(said, now, now.Location(), calendar.Ahead)) > 0
}

// in reports whether a sentence speaks of the matter, in any language, and not
// plainly of somebody else's.
func (f Followup) in(s sentence) bool {
	i := slices.IndexFunc(matters, func(m matter) bool { return m.key == f.Key })
	if i < 0 {
		return false
	}
	told := matters[i].told
	if !matters[i].in(s.lang).MatchString(s.folded) && (told == nil || !told.in(s.lang).MatchString(s.folded)) {
		return false
	}
	who, stranger := grammars[s.lang].whose(s.folded)
	return !stranger && (who == "" || who == f.Whose || matters[i].sort == care || f.Key == "birthday")
}

// Mentions reports whether words, such as the companion's, speak of a follow-up:
// its matter stands in them, or they quote how it was told.
func Mentions(f Followup, words string, lang text.Lang) bool {
	if f.Words != "" && strings.Contains(words, f.Words) {
		return true
	}
	return slices.ContainsFunc(sentences(words, lang), f.in)
}

// Moves gives a follow-up at the time to which words of the person put it off or
// bring it forward (「面接、金曜に延びた」).
func Moves(f Followup, words string, now time.Time, zone *time.Location, lang text.Lang) (Followup, bool) {
	if f.On.IsZero() {
		return f, false
	}
	for _, s := range sentences(words, lang) {
		g, said := grammars[s.lang], s.stated()
		if said == "" || !f.in(s) || g.never.MatchString(said) || !g.moved.MatchString(said) {
			continue
		}
		spans := calendar.Find(said, now, zone, calendar.Ahead)
		for i := len(spans) - 1; i >= 0; i-- { // "from Tuesday to Friday": the last one holds
			if spans[i].To.After(now) && spans[i].From.Before(addDays(now, horizon, zone)) {
				f.Words = text.Excerpt(s.words, maxWords)
				f.place(&spans[i], now, zone)
				return f, true
			}
		}
	}
	return f, false
}
