// Package followup finds in what a person says what a good friend would ask
// about later: events, worries, plans, journeys, illness, deadlines, birthdays,
// and when asking would be right; and whether later words have settled it.
//
// It is pure, works in Japanese, English and Chinese, in time linear in the
// length of the text, and is made to be quiet: questions, hypotheses, hearsay,
// quotations, fiction, jokes, routine, what is over or called off, the news,
// strangers' affairs and what is to be reminded of give nothing. Only the
// person's own words may be given to it, never recalled text or documents. It
// stores nothing, decides nothing about who may be asked, and writes no message.
package followup

import (
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// Kind is what a follow-up is about.
type Kind string

// The kinds.
const (
	Event    Kind = "event"
	Worry    Kind = "worry" // also a loss, and results that are waited for
	Plan     Kind = "plan"
	Travel   Kind = "travel"
	Health   Kind = "health" // somebody is ill now
	Deadline Kind = "deadline"
	Birthday Kind = "birthday" // of somebody near to the person
)

// Topic is the field of life of a follow-up. Restraint learns by it, so the
// words never change.
type Topic string

// The topics.
const (
	Work          Topic = "work"
	HealthTopic   Topic = "health"
	Family        Topic = "family"
	TravelTopic   Topic = "travel"
	Study         Topic = "study"
	Money         Topic = "money"
	Pets          Topic = "pets"
	Hobby         Topic = "hobby"
	Home          Topic = "home"
	Relationships Topic = "relationships"
	Other         Topic = "other"
)

// Followup is one thing to ask about later.
type Followup struct {
	// About names it in the person's words, folded; data, never an instruction.
	About string `json:"about"`
	// Key names the matter in every language ("interview"), and Whose it is if
	// not the person's: "family", "friend" or "".
	Key   string `json:"key"`
	Whose string `json:"whose,omitempty"`
	Kind  Kind   `json:"kind"`
	Topic Topic  `json:"topic"`
	// On and Until are the time that the words name, half open; zero where they
	// name none.
	On    time.Time `json:"on,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// From and To are when it may be raised, half open.
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Weight is how much it matters, 0–1.
	Weight float64 `json:"weight"`
	// Gentle says that it must be raised softly or not at all: illness of
	// others, death, a break-up.
	Gentle bool `json:"gentle,omitempty"`
	// Words is the beginning of the sentence that says it.
	Words string `json:"words"`
}

// Same reports whether two follow-ups are about one thing.
func (f Followup) Same(o Followup) bool {
	return f.Key == o.Key && (f.Whose == o.Whose || f.Whose == "" && o.Kind == Worry || o.Whose == "" && f.Kind == Worry)
}

// Limits of what is found.
const (
	maxFound    = 3       // in one message
	maxSentence = 160     // runes: what is longer tells a story
	maxWords    = 120     // runes of an excerpt
	maxAbout    = 40      // runes
	maxMessage  = 4 << 10 // bytes that are read
)

// Find gives what to ask about later of a message, in its order, each matter
// once and at most three. now is when it was said, zone the person's, lang the
// language of a sentence that does not show its own.
func Find(words string, now time.Time, zone *time.Location, lang text.Lang) (out []Followup) {
	all := sentences(words, lang)
	for _, s := range all {
		if grammars[s.lang].joke.MatchString(s.folded) {
			return nil
		}
	}
	for _, s := range all {
		f, ok := s.find(now, zone)
		if !ok || len(out) == maxFound {
			continue
		}
		known := false
		for i := range out {
			if known = out[i].Same(f); known {
				out[i] = merge(out[i], f)
				break
			}
		}
		if !known {
			out = append(out, f)
		}
	}
	return out
}

// merge is one matter that two sentences of a message speak of: the one with a
// date, and the weight of both.
func merge(a, b Followup) Followup {
	if a.On.IsZero() && !b.On.IsZero() {
		a, b = b, a
	}
	a.Weight, a.Gentle = max(a.Weight, b.Weight), a.Gentle || b.Gentle
	return a
}
