package consolidate

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory/facts"
	"github.com/kokoron/kokoron/memory/policy"
)

// marked begins what this package has written into a knowledge file; the days
// stand behind it.
const marked = "[AUTO-CONSOLIDATED]"

// maxFile is how many bytes a knowledge file may have that something is added
// to.
const maxFile = 200 << 10

// alike is from how many common terms on two notes are one, numbers apart.
const alike = 0.85

// days are the dates at the end of a note.
var days = regexp.MustCompile(`\s*[(（](\d{4}-\d\d-\d\d(?:, \d{4}-\d\d-\d\d)*)[)）]$`)

// page is a knowledge file that is being written.
type page struct {
	path    string
	before  []byte
	lines   []string
	changed bool
}

// book is the knowledge files of a scope.
type book struct {
	pages []*page
	lang  text.Lang
	names []string // of the person
	// states are texts that were read before.
	states map[string]facts.Statement
}

func newBook(files []File, lang text.Lang, names []string) *book {
	b := &book{lang: lang, names: names, states: map[string]facts.Statement{}}
	for _, f := range files {
		s := strings.ReplaceAll(strings.TrimPrefix(string(f.Data), "\uFEFF"), "\r\n", "\n")
		b.pages = append(b.pages, &page{path: f.Path, before: f.Data, lines: strings.Split(strings.TrimRight(s, "\n"), "\n")})
	}
	return b
}

// edits are the files that are other than before.
func (b *book) edits() (out []FileEdit) {
	for _, p := range b.pages {
		if p.changed {
			out = append(out, FileEdit{Path: p.path, Before: p.before, After: []byte(strings.Join(p.lines, "\n") + "\n")})
		}
	}
	return out
}

// topicOf is what a file is called.
func topicOf(name string) string { return strings.TrimSuffix(path.Base(name), ".md") }

// note writes a note with its day: where it is known the day is added, where an
// older note of ours says what no longer holds it comes in its place, else it
// goes into the file that is about its topic, and where there is none into a
// new one. Other notes of ours that no longer hold go. It gives the text that
// stands there now; fresh says that it was not known.
func (b *book) note(topic, content, day string) (stands string, fresh bool) {
	says := b.read(content)
	stands, fresh = b.again(content, says, day)
	if !fresh {
		b.end(says, day)
		return stands, false
	}
	ended := b.ended(says, day)
	if len(ended) == 0 {
		b.add(topic, b.line(content, []string{day}), day)
		return content, true
	}
	first := ended[0]
	first.page.lines[first.line] = b.line(content, []string{day})
	first.page.dated(first.line, day)
	b.end(says, day)
	return content, true
}

// again adds the day to a note that is known; fresh says that none is.
func (b *book) again(content string, says facts.Statement, day string) (stands string, fresh bool) {
	for _, p := range b.pages {
		for i, l := range p.lines {
			old, dated, ok := bullet(l)
			if !ok || !sameNote(old, content) && !says.Same(b.read(old)) {
				continue
			}
			if len(dated) > 0 && !slices.Contains(dated, day) {
				p.lines[i] = b.line(old, append(dated, day))
				p.dated(i, day)
			}
			return old, false
		}
	}
	return content, true
}

// place is a line of a page.
type place struct {
	page *page
	line int
}

// ended are the notes of ours that what was said on a day ends, in their order.
func (b *book) ended(says facts.Statement, day string) (out []place) {
	if len(says.Facts) == 0 || says.Doubtful() {
		return nil
	}
	for _, p := range b.pages {
		for i, l := range p.lines {
			if old, dated, ok := bullet(l); ok && len(dated) > 0 && dated[len(dated)-1] <= day && b.read(old).EndedBy(says) {
				out = append(out, place{p, i})
			}
		}
	}
	return out
}

// end takes out the notes of ours that what was said on a day ends. What was
// there before stands in the step and in the versions of the file.
func (b *book) end(says facts.Statement, day string) {
	for _, at := range slices.Backward(b.ended(says, day)) {
		at.page.drop(at.line)
	}
}

// drop takes a line out, and the mark over it where it was the last one there.
func (p *page) drop(line int) {
	p.changed = true
	p.lines = slices.Delete(p.lines, line, line+1)
	mark, next := line-1, line
	for mark >= 0 && strings.TrimSpace(p.lines[mark]) == "" {
		mark--
	}
	for next < len(p.lines) && strings.TrimSpace(p.lines[next]) == "" {
		next++
	}
	if mark < 0 || !strings.HasPrefix(p.lines[mark], marked) || next < len(p.lines) && !strings.HasPrefix(p.lines[next], "#") {
		return
	}
	if h := mark - 2; h >= 0 && strings.HasPrefix(p.lines[h], "## ") && p.lines[h+1] == "" {
		mark = h // the heading was ours too
	}
	p.lines = slices.Delete(p.lines, mark, next)
	for mark == len(p.lines) && mark > 0 && strings.TrimSpace(p.lines[mark-1]) == "" {
		mark--
		p.lines = p.lines[:mark]
	}
}

// read is what a text states, of the person where it names them.
func (b *book) read(content string) facts.Statement {
	s, known := b.states[content]
	if !known {
		s = facts.Read(content).As(b.names...)
		b.states[content] = s
	}
	return s
}

// bullet is the text and the days of a line that is a note.
func bullet(line string) (content string, dated []string, ok bool) {
	content, ok = strings.CutPrefix(strings.TrimSpace(line), "- ")
	if !ok {
		return "", nil, false
	}
	if m := days.FindStringSubmatchIndex(content); m != nil {
		return content[:m[0]], strings.Split(content[m[2]:m[3]], ", "), true
	}
	return content, nil, true
}

func (b *book) line(content string, dated []string) string {
	slices.Sort(dated)
	if b.lang == text.En {
		return "- " + content + " (" + strings.Join(dated, ", ") + ")"
	}
	return "- " + content + "（" + strings.Join(dated, ", ") + "）"
}

// sameNote reports whether two notes say the same in nearly the same words.
func sameNote(a, b string) bool {
	if text.Fold(a) == text.Fold(b) {
		return true
	}
	return policy.Negated(a) == policy.Negated(b) && numbers(a) == numbers(b) && policy.Likeness(policy.Terms(a), policy.Terms(b)) >= alike
}

// numbers are the digits of a text, which tell apart what is alike otherwise.
func numbers(s string) string {
	return strings.Join(strings.FieldsFunc(text.Fold(s), func(r rune) bool { return r < '0' || r > '9' }), " ")
}

// add puts a new line where its topic is written about.
func (b *book) add(topic, line, day string) {
	best, rank := (*page)(nil), 0
	for _, p := range b.pages {
		if n := p.fits(topic); n > rank && len(strings.Join(p.lines, "\n")) < maxFile {
			best, rank = p, n
		}
	}
	if best == nil {
		p := &page{path: knowledgeFolder + fileName(topic) + ".md", changed: true}
		p.lines = []string{"# " + topic, "", marked + " " + day, "", line}
		b.pages = append(b.pages, p)
		return
	}
	best.changed = true
	if at := best.section(topic); at >= 0 {
		end := at + 1
		for end < len(best.lines) && !strings.HasPrefix(best.lines[end], "#") {
			end++
		}
		for strings.TrimSpace(best.lines[end-1]) == "" {
			end--
		}
		best.lines = slices.Insert(best.lines, end, line)
		best.dated(at, day)
		return
	}
	best.lines = append(best.lines, "", "## "+topic, "", marked+" "+day, "", line)
}

// fits says how well a file is about a topic: 3 by its name, 2 by a heading, 1
// where it is spoken of, 0 not at all.
func (p *page) fits(topic string) int {
	t := text.Fold(topic)
	if name := topicOf(p.path); text.Fold(name) == text.Fold(fileName(topic)) || policy.SameSubject(name, topic) {
		return 3
	}
	for _, l := range p.lines {
		if h := strings.TrimSpace(strings.TrimLeft(l, "#")); h != l && policy.SameSubject(h, topic) {
			return 2
		}
	}
	if len([]rune(t)) > 1 && slices.ContainsFunc(p.lines, func(l string) bool { return strings.Contains(text.Fold(l), t) }) {
		return 1
	}
	return 0
}

// section is the line that marks what we have written about a topic, -1 where
// nothing is.
func (p *page) section(topic string) int {
	heading := topicOf(p.path)
	for i, l := range p.lines {
		switch {
		case strings.HasPrefix(l, "#"):
			heading = strings.TrimSpace(strings.TrimLeft(l, "#"))
		case strings.HasPrefix(l, marked) && policy.SameSubject(heading, topic):
			return i
		}
	}
	return -1
}

// dated adds a day to the mark that stands at a line or above it.
func (p *page) dated(at int, day string) {
	p.changed = true
	for i := at; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(p.lines[i], marked); ok {
			all := append(strings.Split(strings.TrimSpace(rest), ", "), day)
			slices.Sort(all)
			p.lines[i] = marked + " " + strings.Join(slices.Compact(slices.DeleteFunc(all, func(d string) bool { return d == "" })), ", ")
			return
		}
	}
}

// fileName is a topic as the name of a file.
func fileName(topic string) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune("/\\:\"?%\x00", r) {
			return ' '
		}
		return r
	}, text.Normal(topic))
	return strings.TrimLeft(strings.Join(strings.Fields(name), "-"), ".")
}
