package persona

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// MaxSize is the largest file that is read, in bytes. All of it goes into
// every prompt, so a larger one is a mistake.
const MaxSize = 64 << 10

// The fields of a file: one-line values in the head, texts in sections.
var (
	headFields    = []string{"name", "first_person", "owner"}
	sectionFields = []string{"character", "tone", "boundaries", "greeting", "away", "empty"}
	channelNames  = []string{"terminal", "telegram", "web"}
	langs         = []text.Lang{text.Ja, text.En, text.Zh}
)

// An Error says what is wrong with a persona file, where, and what to do.
type Error struct {
	Line    int    // from 1; 0 where no line is to blame
	Field   string // the key or heading, "" where none is to blame
	Problem string
	Fix     string
}

func (e *Error) Error() string {
	where := "persona"
	if e.Line > 0 {
		where += fmt.Sprintf(" line %d", e.Line)
	}
	if e.Field != "" {
		where += fmt.Sprintf(" (%s)", e.Field)
	}
	return fmt.Sprintf("%s: %s; %s", where, e.Problem, e.Fix)
}

// Parse reads a persona file. What the file leaves out of the names and of the
// sentences said without a model is taken from Kokoron; character, tone,
// boundaries and channels are the file's alone. An error is an *Error.
func Parse(file []byte) (Persona, error) {
	p, err := parse(file)
	if err != nil {
		return Persona{}, err
	}
	for field, t := range Default().fields {
		switch field {
		case "character", "tone", "boundaries", "name":
		default:
			if len(p.fields[field]) == 0 {
				p.fields[field] = t
			}
		}
	}
	return p, nil
}

func parse(file []byte) (Persona, error) {
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	if err := readable(file); err != nil {
		return Persona{}, err
	}
	r := reader{p: Persona{fields: map[string]texts{}, channels: map[string]texts{}}}
	for i, line := range strings.Split(strings.ReplaceAll(string(file), "\r\n", "\n"), "\n") {
		if err := r.line(i+1, line); err != nil {
			return Persona{}, err
		}
	}
	return r.finish()
}

// readable refuses what is no text file of a sensible size.
func readable(file []byte) error {
	if len(file) > MaxSize {
		return &Error{Problem: fmt.Sprintf("the file has %d bytes, more than %d", len(file), MaxSize),
			Fix: "shorten it: all of it is read before every reply"}
	}
	for n, line := range bytes.Split(file, []byte("\n")) {
		if !utf8.Valid(line) {
			return &Error{Line: n + 1, Problem: "not UTF-8 text", Fix: "save the file as UTF-8"}
		}
		for _, r := range string(line) {
			if unicode.IsControl(r) && r != '\t' && r != '\r' {
				return &Error{Line: n + 1, Problem: fmt.Sprintf("control character %U", r), Fix: "delete it"}
			}
		}
	}
	return nil
}

// reader is the state between two lines.
type reader struct {
	p       Persona
	state   int
	comment int // the line an open <!-- stands in, 0 outside of one

	heading  string // of the section being read
	headLine int
	body     []string
}

const (
	beforeHead = iota
	inHead
	inBody
)

func (r *reader) line(n int, line string) error {
	switch r.state {
	case beforeHead:
		if strings.TrimSpace(line) != "---" {
			return &Error{Line: n, Problem: "the file does not begin with ---",
				Fix: "begin with a line ---, then name: …, then another line ---"}
		}
		r.state = inHead
		return nil
	case inHead:
		if strings.TrimSpace(line) == "---" {
			r.state = inBody
			return nil
		}
		return r.head(n, line)
	}
	return r.section(n, line)
}

// head reads one "key: value" line between the two ---.
func (r *reader) head(n int, line string) error {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return nil
	}
	key, value, ok := strings.Cut(line, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok {
		return &Error{Line: n, Problem: fmt.Sprintf("no colon in %q", line), Fix: "write key: value, or end the head with ---"}
	}
	field, lang, _ := strings.Cut(key, ".")
	if !slices.Contains(headFields, field) {
		return &Error{Line: n, Field: key, Problem: "unknown key", Fix: "use one of " + strings.Join(headFields, ", ")}
	}
	if value == "" || utf8.RuneCountInString(value) > 40 {
		return &Error{Line: n, Field: key, Problem: "the value must have 1 to 40 characters", Fix: "write it on the same line, after the colon"}
	}
	if strings.Contains(value, "{") {
		return &Error{Line: n, Field: key, Problem: "a name cannot hold a slot", Fix: "write it without { }"}
	}
	return put(r.p.fields, field, lang, value, n, key)
}

// section reads one line after the head.
func (r *reader) section(n int, line string) error {
	line = r.uncomment(n, line)
	if heading, ok := strings.CutPrefix(line, "## "); ok {
		if err := r.close(); err != nil {
			return err
		}
		r.heading, r.headLine = strings.TrimSpace(heading), n
		return nil
	}
	if r.heading == "" && strings.TrimSpace(line) != "" {
		return &Error{Line: n, Problem: "text before the first heading",
			Fix: "put a heading above it, such as ## character ja, or make it a comment: <!-- … -->"}
	}
	r.body = append(r.body, strings.TrimRight(line, " \t"))
	return nil
}

// uncomment takes <!-- comments --> out of a line.
func (r *reader) uncomment(n int, line string) string {
	var keep strings.Builder
	for {
		if r.comment > 0 {
			_, rest, closed := strings.Cut(line, "-->")
			if !closed {
				return keep.String()
			}
			r.comment, line = 0, rest
		}
		before, rest, opened := strings.Cut(line, "<!--")
		keep.WriteString(before)
		if !opened {
			return keep.String()
		}
		r.comment, line = n, rest
	}
}

// close files the section that has just ended.
func (r *reader) close() error {
	body := strings.TrimSpace(strings.Join(r.body, "\n"))
	heading, n := r.heading, r.headLine
	r.heading, r.body = "", nil
	if heading == "" {
		return nil
	}
	words := strings.Fields(heading)
	into, kinds := r.p.fields, sectionFields
	if words[0] == "channel" {
		into, kinds, words = r.p.channels, channelNames, words[1:]
	}
	if len(words) == 0 || len(words) > 2 || !slices.Contains(kinds, words[0]) {
		return &Error{Line: n, Field: heading, Problem: "unknown heading",
			Fix: "use ## with one of " + strings.Join(sectionFields, ", ") +
				", or channel and one of " + strings.Join(channelNames, ", ") + ", then a language if you like"}
	}
	if body == "" {
		return &Error{Line: n, Field: heading, Problem: "nothing stands under this heading", Fix: "write a text or delete the heading"}
	}
	lang := ""
	if len(words) == 2 {
		lang = words[1]
	}
	return put(into, words[0], lang, body, n, heading)
}

// put files one text, refusing unknown languages, slots and repetitions.
func put(into map[string]texts, field, lang, value string, line int, name string) error {
	l := text.Lang(lang)
	if l != "" && !slices.Contains(langs, l) {
		return &Error{Line: line, Field: name, Problem: fmt.Sprintf("unknown language %q", lang), Fix: "use ja, en or zh, or none"}
	}
	rest := strings.NewReplacer("{name}", "", "{owner}", "", "{i}", "").Replace(value)
	if i := strings.Index(rest, "{"); i >= 0 {
		slot, _, _ := strings.Cut(rest[i:], "\n")
		if end := strings.Index(slot, "}"); end >= 0 {
			slot = slot[:end+1]
		}
		return &Error{Line: line, Field: name, Problem: fmt.Sprintf("unknown slot %q", slot), Fix: "use {name}, {i} or {owner}"}
	}
	if into[field] == nil {
		into[field] = texts{}
	}
	if into[field][l] != "" {
		return &Error{Line: line, Field: name, Problem: "given twice", Fix: "keep one of the two"}
	}
	into[field][l] = value
	return nil
}

func (r *reader) finish() (Persona, error) {
	if r.state != inBody {
		return Persona{}, &Error{Problem: "the head is not closed", Fix: "end it with a line ---"}
	}
	if r.comment > 0 {
		return Persona{}, &Error{Line: r.comment, Problem: "the comment is not closed", Fix: "end it with -->"}
	}
	if err := r.close(); err != nil {
		return Persona{}, err
	}
	if len(r.p.fields["name"]) == 0 {
		return Persona{}, &Error{Field: "name", Problem: "missing", Fix: "write name: … in the head"}
	}
	if len(r.p.fields["character"]) == 0 {
		return Persona{}, &Error{Field: "character", Problem: "missing", Fix: "write ## character and a text under it"}
	}
	return r.p, nil
}
