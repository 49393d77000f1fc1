package encode

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/facts"
)

// Episode is what is kept of a talk.
type Episode struct {
	At        time.Time // when it began
	Title     string
	With      []string
	Topics    []string
	Points    []string
	Decisions []string
	Open      []string
	Facts     []Fact
	Plain     bool      // made without a model
	Block     string    // its text, as it stands in the file
	Lines     []turn.ID // that it was made of
}

// Fact is something the person told, in the model's words.
type Fact struct {
	Content  string
	Category memory.Category
	Stars    int
	Subject  string
	From     []turn.ID // the lines that bear it out
	At       time.Time // of the last of them
	// Stated says that the person's own words state the same, by rule. A fact
	// that is not must not end another.
	Stated bool
}

// The limits of an episode, in characters where it is text.
const (
	maxTitle  = 60
	maxTopic  = 40
	maxPoint  = 200
	maxTopics = 5
	maxPoints = 8
	maxOthers = 5
	maxFacts  = 8
	maxStars  = 4 // five make a candidate for the character, which a summary must not
	maxFrom   = 8
)

// answer is what a model writes, as it may come: single texts for lists,
// numbers as words.
type answer struct {
	Title     some   `json:"title"`
	Topics    some   `json:"topics"`
	Points    some   `json:"points"`
	Decisions some   `json:"decisions"`
	Open      some   `json:"open_items"`
	Facts     []told `json:"facts"`
}

type told struct {
	Content    some `json:"content"`
	Category   some `json:"category"`
	Importance some `json:"importance"`
	Subject    some `json:"subject"`
}

// some is texts; a single one, or a number, stands for a list of one, and what
// is neither is nothing.
type some []string

// UnmarshalJSON never errs: what cannot be read is left out.
func (s *some) UnmarshalJSON(raw []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	*s = nil
	for _, one := range list {
		var t string
		var n float64
		switch {
		case json.Unmarshal(one, &t) == nil:
			*s = append(*s, t)
		case json.Unmarshal(one, &n) == nil:
			*s = append(*s, strconv.Itoa(int(n)))
		}
	}
	return nil
}

func (s some) first() string {
	if len(s) == 0 {
		return ""
	}
	return s[0]
}

// UnmarshalJSON takes a fact that is only a text for its content.
func (t *told) UnmarshalJSON(raw []byte) error {
	type plain told
	if json.Unmarshal(raw, (*plain)(t)) != nil {
		*t = told{}
		return t.Content.UnmarshalJSON(raw)
	}
	return nil
}

// read makes an episode of an answer; not ok where nothing usable stands in it.
// What the lines do not bear out is left out.
func (t Talk) read(s string) (Episode, bool) {
	raw, ok := toolcall.Object(s)
	if !ok {
		return Episode{}, false
	}
	var a answer
	if json.Unmarshal(raw, &a) != nil {
		return Episode{}, false
	}
	all := t.evidence(func(Line) bool { return true })
	keep := func(list some, most, runes int) (out []string) {
		for _, p := range list {
			if p = plainText(p, runes); len(out) < most && p != "" && all.bears(p) && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
		return out
	}
	ep := Episode{
		Topics: keep(a.Topics, maxTopics, maxTopic), Points: keep(a.Points, maxPoints, maxPoint),
		Decisions: keep(a.Decisions, maxOthers, maxPoint), Open: keep(a.Open, maxOthers, maxPoint),
	}
	// A title is a summary of its own, and a model likes to find one in words that
	// nobody said: it is no reason to throw the points away.
	title := slices.Concat(keep(a.Title, 1, maxTitle), ep.Topics, ep.Points)
	if len(ep.Points) == 0 {
		return Episode{}, false
	}
	ep.Title = text.Excerpt(title[0], maxTitle)
	for _, f := range a.Facts {
		if got, ok := t.fact(f); ok && len(ep.Facts) < maxFacts {
			ep.Facts = append(ep.Facts, got)
		}
	}
	w, err := wordsOf(t.lang())
	if err != nil {
		return Episode{}, false
	}
	return t.finish(ep, w), true
}

// fact is a fact that the person's own words bear out.
func (t Talk) fact(f told) (out Fact, ok bool) {
	out = Fact{Content: plainText(f.Content.first(), maxPoint), Category: memory.Category(f.Category.first()), Subject: plainText(f.Subject.first(), maxTopic)}
	own := t.evidence(func(l Line) bool { return l.Person && !memory.Asks(l.Text) }) // who asks states nothing
	if utf8.RuneCountInString(out.Content) < 4 || memory.Asks(out.Content) || !own.bears(out.Content) || !own.proves(out.Content) {
		return out, false
	}
	switch out.Category {
	case memory.AboutSensei:
		if !t.Owner {
			out.Category = memory.Observation
		}
	case memory.Observation, memory.Knowledge:
	default:
		out.Category = memory.Conversation
	}
	stars, err := strconv.Atoi(f.Importance.first())
	if err != nil {
		stars = memory.UsualStars
	}
	out.Stars = min(max(stars, memory.MinStars), maxStars)
	states := t.states(out.Content)
	for _, l := range t.Lines {
		if l.Person && (evidenceOf(l.Text).shares(out.Content, t.Name) || t.backs(l, states)) {
			out.From, out.At = append(out.From, l.ID), l.At
			out.Stated = out.Stated || t.backs(l, states)
		}
	}
	out.From = out.From[max(0, len(out.From)-maxFrom):]
	return out, len(out.From) > 0
}

// states is what a text states, with the person for Self.
func (t Talk) states(s string) facts.Statement {
	names := []string{t.Name}
	if t.Owner {
		names = append(names, facts.Owner)
	}
	return facts.Read(s).As(names...)
}

// backs reports whether a line states all the facts of a statement.
func (t Talk) backs(l Line, s facts.Statement) bool {
	said := t.states(l.Text)
	for _, f := range s.Facts {
		if !slices.ContainsFunc(said.Facts, func(o facts.Fact) bool { return o.Key() == f.Key() && o.Value == f.Value }) {
			return false
		}
	}
	return len(s.Facts) > 0
}

// plainText is one line of a model's without anything that means something in
// a memory file.
func plainText(s string, runes int) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("[]<>`*#|\\{}", r) {
			return ' '
		}
		return r
	}, text.CleanName(s))
	return text.Excerpt(strings.Trim(strings.Join(strings.Fields(s), " "), " -—–:：・•"), runes)
}
