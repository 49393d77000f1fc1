// Package heuristics says what in a person's message is worth keeping, without
// asking a model: preferences, decisions, definitions and facts of their own,
// what a word means here, and whatever they ask to have remembered.
//
// It is pure, works on whole sentences in Japanese, English and Chinese, and is
// made to be quiet: questions, hypotheses, hearsay, quotations, jokes, what is
// uncertain, what holds only today, and ordinary chat give nothing. Only what
// the person says is read; it must never be given recalled text, quoted
// documents or the companion's words. It decides nothing about scope and trust.
package heuristics

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// Kind is why something is worth keeping.
type Kind string

// The kinds.
const (
	Preference     Kind = "preference"     // what somebody likes, cannot have, or how they want to be treated
	Decision       Kind = "decision"       // what was decided
	Definition     Kind = "definition"     // "X is Y": a lasting fact, or what a word means
	Disambiguation Kind = "disambiguation" // which of several is meant here
	Explicit       Kind = "explicit"       // "remember that …"
)

// Note is one thing worth keeping.
type Note struct {
	// Content is what is to be remembered, in the person's words and without the
	// command; "" if Previous.
	Content  string
	Kind     Kind
	Term     memory.Term
	Strength float64 // 0–1
	// Category is memory.AboutSensei for what the speaker says of themselves;
	// where the speaker is not the owner it is the caller who changes that.
	Category memory.Category
	Explicit bool // the person asked for it
	Previous bool // what is meant is the message before this one
}

// Limits of what is kept. A sentence that is longer tells a story; what a
// person asks to have remembered may be as long as a record may.
const (
	maxNotes    = 3
	maxSentence = 160  // characters
	maxExplicit = 2000 // characters
	minContent  = 4    // characters; Han and kana say more, see fact
)

// weights are the term and the strength by kind.
var weights = map[Kind]struct {
	term     memory.Term
	strength float64
}{
	Preference: {memory.Long, 0.8}, Decision: {memory.Long, 0.8}, Definition: {memory.Long, 0.65},
	Disambiguation: {memory.Short, 0.4}, Explicit: {memory.Long, 0.8},
}

// rules are those of one language. A sentence is looked at without its
// quotations, in folded form.
type rules struct {
	command commands
	// never are sentences that keep nothing, whatever they say; jokes take the
	// whole message with them.
	never, joke *text.Pattern
	// other are sentences about a third person who is nothing to the speaker.
	other *text.Pattern
	// kinds are tried in their order.
	kinds []rule
	// naming are sentences in which a third person is only a name to be used.
	naming *text.Pattern
	// quoting are the sentences that quote a word or a name of their own.
	quoting *text.Pattern
	// self is what the speaker says of themselves.
	self *text.Pattern
	// opening are the words before a sentence that are no part of it.
	opening *text.Pattern
}

// rule finds one kind of sentence. A sentence that not matches is none.
type rule struct {
	kind Kind
	is   *text.Pattern
	not  *text.Pattern
}

var rulesOf = map[text.Lang]rules{text.Ja: japanese, text.En: english, text.Zh: chinese}

// Read finds what is worth keeping in a message, in the order of the message
// and at most three. lang is the language of the conversation; it decides where
// a sentence does not show its own. What a person asks to have remembered comes
// first, and leaves the sentences out that it took.
func Read(words string, lang text.Lang) []Note {
	all := sentences(words, lang)
	for _, s := range all {
		if rulesOf[s.lang].joke.MatchString(s.folded) {
			return nil
		}
	}
	notes, taken := asked(words, all)
	for i, s := range all {
		if len(notes) == maxNotes {
			break
		}
		if !taken[i] {
			if n, ok := s.note(); ok {
				notes = append(notes, n)
			}
		}
	}
	return notes
}

// Plain are the sentences of a message that state something plainly, whether
// or not it is worth keeping, without the words before them: none where all is
// a joke, and none that is a question, supposed, heard, quoted or about a third
// person who is nothing to the speaker.
func Plain(words string, lang text.Lang) (out []string) {
	for _, s := range sentences(words, lang) {
		r := rulesOf[s.lang]
		if r.joke.MatchString(s.folded) {
			return nil
		}
		if !s.quotes && s.plain() {
			out = append(out, r.content(s.words))
		}
	}
	return out
}

// plain reports whether the speaker states the sentence for true themselves.
func (s sentence) plain() bool {
	r := rulesOf[s.lang]
	return utf8.RuneCountInString(s.words) <= maxSentence && !s.asks() && !r.never.MatchString(s.folded) &&
		(!r.other.MatchString(s.folded) || r.naming.MatchString(s.folded))
}

// note is what a sentence says that is worth keeping without being asked.
func (s sentence) note() (Note, bool) {
	r := rulesOf[s.lang]
	if s.quotes && !r.quoting.MatchString(s.folded) || !s.plain() {
		return Note{}, false
	}
	folded := r.opening.ReplaceAllString(s.folded, "")
	for _, k := range r.kinds {
		if k.is.MatchString(folded) && (k.not == nil || !k.not.MatchString(folded)) {
			n := of(k.kind, r.content(s.words))
			n.Category = r.category(k.kind, folded)
			return n, fact(n.Content)
		}
	}
	return Note{}, false
}

// of is a note of a kind with the weights that it has.
func of(k Kind, content string) Note {
	w := weights[k]
	return Note{Content: content, Kind: k, Term: w.term, Strength: w.strength, Explicit: k == Explicit}
}

// content is a sentence without the words before it and the marks behind it.
func (r rules) content(s string) string {
	if at := r.opening.FindStringIndex(strings.ToLower(s)); at != nil && len(strings.ToLower(s)) == len(s) {
		s = s[at[1]:]
	}
	return trim(s)
}

// trim takes off what stands around a statement.
func trim(s string) string {
	return strings.Trim(s, " \t\r\n　、。，,.!！:：;；…~〜～-—")
}

// category is what a sentence is about.
func (r rules) category(k Kind, folded string) memory.Category {
	switch {
	case k == Disambiguation:
		return memory.Conversation
	case r.self.MatchString(folded):
		return memory.AboutSensei
	case k == Definition:
		return memory.Knowledge
	}
	return memory.Observation
}

// fact reports whether a content says anything: four letters, or two characters
// of a script that writes words with few.
func fact(s string) bool {
	n := 0
	for _, r := range s {
		switch text.ScriptOf(r) {
		case text.ScriptHan, text.ScriptHiragana, text.ScriptKatakana, text.ScriptHangul:
			n += 2
		case text.ScriptLatin, text.ScriptOther:
			n++
		default:
			if '0' <= r && r <= '9' {
				n++
			}
		}
	}
	return n >= minContent
}
