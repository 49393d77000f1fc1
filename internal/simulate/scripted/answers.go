package scripted

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/agent/rehearsal"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/heuristics"
	"github.com/kokoron/kokoron/memory/policy"
)

// said is one line of a talk.
type said struct {
	who, words string
}

// The answers, as their schemas ask for them.
type (
	fact struct {
		Content    string          `json:"content"`
		Category   memory.Category `json:"category"`
		Importance int             `json:"importance"`
		Subject    string          `json:"subject"`
	}
	told struct {
		Title     string   `json:"title"`
		Topics    []string `json:"topics"`
		Points    []string `json:"points"`
		Decisions []string `json:"decisions"`
		Open      []string `json:"open_items"`
		Facts     []fact   `json:"facts"`
	}
	note struct {
		Topic   string `json:"topic"`
		Kind    string `json:"kind"`
		Content string `json:"content"`
	}
	experience struct {
		Cause   string         `json:"cause"`
		Outcome memory.Outcome `json:"outcome"`
		Content string         `json:"content"`
	}
	noted struct {
		Notes       []note       `json:"notes"`
		Experiences []experience `json:"experiences"`
	}
	essence struct {
		Topic   string `json:"topic"`
		Content string `json:"content"`
	}
)

// The bounds of the schemas, in characters and pieces.
const (
	maxTitle, maxTopic, maxPoint, maxNote  = 60, 40, 200, 300
	maxPoints, maxOthers, maxTopics, maxOf = 8, 5, 3, 8
	maxExperiences                         = 4
)

// between is what stands between the marks of a question.
func between(words, tag string) string {
	_, rest, _ := strings.Cut(words, "<"+tag+">\n")
	body, _, _ := strings.Cut(rest, "\n</"+tag+">")
	return body
}

// linesOf are lines that say something.
func linesOf(s string) (out []string) {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// episode is what is kept of a talk: what the person said, in their words.
func episode(a rehearsal.Asked) told {
	out := told{Topics: []string{}, Points: []string{}, Decisions: []string{}, Open: []string{}, Facts: []fact{}}
	var all []string
	for _, l := range talkOf(between(a.Words, "talk")) {
		if memory.Asks(l.words) {
			continue
		}
		lang := text.Guess(l.words, text.Ja)
		all = append(all, l.words)
		add(&out.Points, l.words, maxPoints)
		if marks(lang).decided.in(l.words) {
			add(&out.Decisions, l.words, maxOthers)
		} else if marks(lang).open.in(l.words) {
			add(&out.Open, l.words, maxOthers)
		}
		for _, n := range heuristics.Read(l.words, lang) {
			if len(out.Facts) < maxOf && n.Content != "" {
				out.Facts = append(out.Facts, fact{text.Excerpt(n.Content, maxPoint), n.Category, stars(n), topicOf(n.Content)})
			}
		}
	}
	if len(out.Points) == 0 {
		for _, l := range talkOf(between(a.Words, "talk")) {
			add(&out.Points, l.words, maxPoints)
		}
	}
	out.Topics = topics(all, maxTopics)
	if out.Title = strings.Join(out.Topics, " "); out.Title == "" && len(out.Points) > 0 {
		out.Title = out.Points[0]
	}
	out.Title = text.Excerpt(out.Title, maxTitle)
	return out
}

func stars(n heuristics.Note) int { return min(max(int(n.Strength*5), memory.MinStars), 4) }

func add(to *[]string, words string, most int) {
	if words = text.Excerpt(words, maxPoint); len(*to) < most && !slices.Contains(*to, words) {
		*to = append(*to, words)
	}
}

// talkOf are the lines of the person: who speaks first, and is not the
// companion.
func talkOf(body string) (own []said) {
	const stamp = len("01-02 15:04 ")
	for _, line := range linesOf(body) {
		if len(line) < stamp {
			continue
		}
		who, words, ok := strings.Cut(line[stamp:], ": ")
		if ok && !slices.Contains([]string{"コンパニオン", "companion", "同伴"}, who) {
			own = append(own, said{who, words})
		}
	}
	return own
}

// day is what is kept of a day: lasting facts, and what went well or badly
// because of something that was said to be the cause.
func day(a rehearsal.Asked) noted {
	out := noted{Notes: []note{}, Experiences: []experience{}}
	for _, line := range linesOf(between(a.Words, "words")) {
		if memory.Asks(line) {
			continue
		}
		lang := text.Guess(line, text.Ja)
		for _, n := range heuristics.Read(line, lang) {
			if topic := topicOf(n.Content); topic != "" && n.Content != "" && len(out.Notes) < maxOf {
				out.Notes = append(out.Notes, note{topic, "fact", text.Excerpt(n.Content, maxNote)})
			}
		}
		m := marks(lang)
		cause, _, ok := m.because.cut(line)
		how := memory.Outcome("")
		switch {
		case m.bad.in(line):
			how = memory.OutcomeNegative
		case m.good.in(line):
			how = memory.OutcomePositive
		}
		if topic := topicOf(cause); ok && how != "" && topic != "" && len(out.Experiences) < maxExperiences {
			out.Experiences = append(out.Experiences, experience{topic, how, text.Excerpt(line, maxNote)})
		}
	}
	return out
}

// gist is what several memories have in common: the shortest of them, if they
// share a topic.
func gist(a rehearsal.Asked) essence {
	lines := linesOf(between(a.Words, "memories"))
	top := topics(lines, 1)
	if len(top) == 0 {
		return essence{}
	}
	for i, l := range lines {
		lines[i] = strings.TrimLeft(l, "- ")
	}
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) })
	for _, l := range lines {
		if strings.Contains(text.Fold(l), text.Fold(top[0])) {
			return essence{top[0], text.Excerpt(l, maxNote)}
		}
	}
	return essence{}
}

// summary is a summary of a talk: the beginnings of its last lines.
func summary(words string) string {
	lines := linesOf(words)
	for i, l := range lines {
		lines[i] = text.Excerpt(l, 40)
	}
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}

// topicOf is what a sentence is about: its longest term.
func topicOf(s string) string {
	if top := topics([]string{s}, 1); len(top) > 0 {
		return top[0]
	}
	return ""
}

// topics are the terms that most lines share, the longest of them first.
func topics(lines []string, most int) []string {
	count := map[string]int{}
	for _, l := range lines {
		for t := range policy.Terms(l) {
			if utf8.RuneCountInString(t) > 1 {
				count[t]++
			}
		}
	}
	terms := make([]string, 0, len(count))
	for t := range count {
		terms = append(terms, text.Excerpt(t, maxTopic))
	}
	slices.SortFunc(terms, func(a, b string) int {
		return cmp.Or(count[b]-count[a], utf8.RuneCountInString(b)-utf8.RuneCountInString(a), strings.Compare(a, b))
	})
	return append([]string{}, terms[:min(most, len(terms))]...)
}
