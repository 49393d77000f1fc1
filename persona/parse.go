package persona

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/catalog"
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
	Problem *catalog.Message
	Fix     *catalog.Message
}

func (e *Error) Error() string { return e.In(text.En) }

// In is the error in a language.
func (e *Error) In(lang text.Lang) string {
	problem, fix, line := e.Problem.In(lang), e.Fix.In(lang), strconv.Itoa(e.Line)
	switch {
	case e.Line > 0 && e.Field != "":
		return catalog.Text(lang, catalog.PersonaAtOf, "line", line, "field", e.Field, "problem", problem, "fix", fix)
	case e.Line > 0:
		return catalog.Text(lang, catalog.PersonaAt, "line", line, "problem", problem, "fix", fix)
	case e.Field != "":
		return catalog.Text(lang, catalog.PersonaOf, "field", e.Field, "problem", problem, "fix", fix)
	}
	return catalog.Text(lang, catalog.PersonaMistake, "problem", problem, "fix", fix)
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
		return &Error{Problem: catalog.Say(catalog.PersonaHuge, "size", strconv.Itoa(len(file)), "max", strconv.Itoa(MaxSize)),
			Fix: catalog.Say(catalog.PersonaHugeFix)}
	}
	for n, line := range bytes.Split(file, []byte("\n")) {
		if !utf8.Valid(line) {
			return &Error{Line: n + 1, Problem: catalog.Say(catalog.PersonaUTF8), Fix: catalog.Say(catalog.PersonaUTF8Fix)}
		}
		for _, r := range string(line) {
			if unicode.IsControl(r) && r != '\t' && r != '\r' {
				return &Error{Line: n + 1, Problem: catalog.Say(catalog.PersonaControl, "code", fmt.Sprintf("%U", r)), Fix: catalog.Say(catalog.PersonaControlFix)}
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
			return &Error{Line: n, Problem: catalog.Say(catalog.PersonaStart),
				Fix: catalog.Say(catalog.PersonaStartFix)}
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
		return &Error{Line: n, Problem: catalog.Say(catalog.PersonaColon, "line", line), Fix: catalog.Say(catalog.PersonaColonFix)}
	}
	field, lang, _ := strings.Cut(key, ".")
	if !slices.Contains(headFields, field) {
		return &Error{Line: n, Field: key, Problem: catalog.Say(catalog.PersonaKey), Fix: catalog.Say(catalog.PersonaKeyFix, "known", strings.Join(headFields, ", "))}
	}
	if value == "" || utf8.RuneCountInString(value) > 40 {
		return &Error{Line: n, Field: key, Problem: catalog.Say(catalog.PersonaValue), Fix: catalog.Say(catalog.PersonaValueFix)}
	}
	if strings.Contains(value, "{") {
		return &Error{Line: n, Field: key, Problem: catalog.Say(catalog.PersonaSlot), Fix: catalog.Say(catalog.PersonaSlotFix)}
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
		return &Error{Line: n, Problem: catalog.Say(catalog.PersonaText),
			Fix: catalog.Say(catalog.PersonaTextFix)}
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
		return &Error{Line: n, Field: heading, Problem: catalog.Say(catalog.PersonaHeading),
			Fix: catalog.Say(catalog.PersonaHeadingFix, "sections", strings.Join(sectionFields, ", "), "channels", strings.Join(channelNames, ", "))}
	}
	if body == "" {
		return &Error{Line: n, Field: heading, Problem: catalog.Say(catalog.PersonaEmpty), Fix: catalog.Say(catalog.PersonaEmptyFix)}
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
		return &Error{Line: line, Field: name, Problem: catalog.Say(catalog.PersonaLang, "lang", lang), Fix: catalog.Say(catalog.PersonaLangFix)}
	}
	rest := strings.NewReplacer("{name}", "", "{owner}", "", "{i}", "").Replace(value)
	if i := strings.Index(rest, "{"); i >= 0 {
		slot, _, _ := strings.Cut(rest[i:], "\n")
		if end := strings.Index(slot, "}"); end >= 0 {
			slot = slot[:end+1]
		}
		return &Error{Line: line, Field: name, Problem: catalog.Say(catalog.PersonaUnknown, "slot", slot), Fix: catalog.Say(catalog.PersonaUnknownFix, "slots", "{name}, {i}, {owner}")}
	}
	if into[field] == nil {
		into[field] = texts{}
	}
	if into[field][l] != "" {
		return &Error{Line: line, Field: name, Problem: catalog.Say(catalog.PersonaTwice), Fix: catalog.Say(catalog.PersonaTwiceFix)}
	}
	into[field][l] = value
	return nil
}

func (r *reader) finish() (Persona, error) {
	if r.state != inBody {
		return Persona{}, &Error{Problem: catalog.Say(catalog.PersonaHead), Fix: catalog.Say(catalog.PersonaHeadFix)}
	}
	if r.comment > 0 {
		return Persona{}, &Error{Line: r.comment, Problem: catalog.Say(catalog.PersonaComment), Fix: catalog.Say(catalog.PersonaCommentFix)}
	}
	if err := r.close(); err != nil {
		return Persona{}, err
	}
	if len(r.p.fields["name"]) == 0 {
		return Persona{}, &Error{Field: "name", Problem: catalog.Say(catalog.PersonaMissing), Fix: catalog.Say(catalog.PersonaNameFix)}
	}
	if len(r.p.fields["character"]) == 0 {
		return Persona{}, &Error{Field: "character", Problem: catalog.Say(catalog.PersonaMissing), Fix: catalog.Say(catalog.PersonaCharFix)}
	}
	return r.p, nil
}
