package encode

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// wordsShown is how much of the first words a plain episode quotes, in
// characters.
const wordsShown = 80

// Folder is where the episodes of a scope lie: a file a day.
const Folder = "episodes/"

// plain is the episode of a talk without a model: when, with whom, and its first
// words.
func (t Talk) plain(w words) Episode {
	first, last := "", t.Lines[len(t.Lines)-1].At
	for _, l := range slices.Backward(t.Lines) {
		if l.Person {
			first = l.Text
		}
	}
	ep := Episode{Plain: true, Title: text.Fill(w["plain_title"], "name", plainText(t.who(w), maxTopic)), Points: []string{
		text.Fill(w["plain"], "from", t.Lines[0].At.In(t.Zone).Format("15:04"), "to", last.In(t.Zone).Format("15:04"), "words", plainText(first, wordsShown)),
	}}
	return t.finish(ep, w)
}

// finish adds to an episode what the talk itself tells, and its text.
func (t Talk) finish(ep Episode, w words) Episode {
	ep.At, ep.With = t.Lines[0].At, []string{t.who(w)}
	for _, l := range t.Lines {
		ep.Lines = append(ep.Lines, l.ID)
	}
	var b strings.Builder
	b.WriteString("## " + ep.At.In(t.Zone).Format("15:04") + " — " + ep.Title + "\n\n")
	b.WriteString(text.Fill(w["with"], "names", plainText(ep.With[0], maxTopic)))
	if len(ep.Topics) > 0 {
		b.WriteString("\n" + text.Fill(w["topics"], "topics", strings.Join(ep.Topics, " · ")))
	}
	b.WriteString("\n" + list("", ep.Points) + list(w["decisions"], ep.Decisions) + list(w["open"], ep.Open))
	ep.Block = strings.TrimRight(b.String(), "\n") + "\n"
	return ep
}

// list is a list under its heading; nothing where it is empty.
func list(heading string, items []string) string {
	if len(items) == 0 {
		return ""
	}
	out := "\n"
	if heading != "" {
		out += heading + "\n"
	}
	for _, i := range items {
		out += "- " + i + "\n"
	}
	return out
}
