package memory

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/kokoron/kokoron/internal/text"
)

// Words are texts that are looked for wherever they may stand. The zero value
// finds nothing.
type Words struct {
	folded []string
	forms  [][]byte
	spaced bool // there are blanks in them
}

// NewWords looks for these texts; empty ones are left out.
func NewWords(texts ...string) Words {
	var w Words
	for _, t := range texts {
		t = strings.TrimSpace(t)
		if t == "" {
			continue
		}
		w.folded = append(w.folded, oneBlank(text.Fold(t)))
		w.spaced = w.spaced || strings.ContainsFunc(t, unicode.IsSpace)
		w.forms = append(w.forms, forms(t)...)
	}
	return w
}

// In reports whether one of the texts stands in s; case, width, invisible
// characters and how wide a blank is make no difference.
func (w Words) In(s string) bool {
	if len(w.folded) == 0 || s == "" {
		return false
	}
	if s = fold(s); w.spaced {
		s = oneBlank(s)
	}
	return slices.ContainsFunc(w.folded, func(t string) bool { return strings.Contains(s, t) })
}

// oneBlank makes every stretch of blanks and line ends one blank.
func oneBlank(s string) string { return strings.Join(strings.Fields(s), " ") }

// fold is text.Fold, which is slow for what is folded already: most of a diary.
func fold(s string) string {
	if strings.ContainsFunc(s, folds) {
		return text.Fold(s)
	}
	return s
}

// folds reports whether a character may become another one by folding: all but
// plain ASCII, kana and the common Han.
func folds(r rune) bool {
	switch {
	case r >= 0x20 && r <= 0x7e:
		return r >= 'A' && r <= 'Z'
	case r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, r == 0x30fc, r >= 0x4e00 && r <= 0x9fff,
		r == 0x3001, r == 0x3002, r == '\n':
		return false
	}
	return true
}

// InBytes reports whether one of the texts stands in data, exactly as it was
// given: in UTF-8, or as JSON may write it.
func (w Words) InBytes(data []byte) bool {
	return slices.ContainsFunc(w.forms, func(f []byte) bool { return bytes.Contains(data, f) })
}

// forms are the ways in which a text may stand in a file: as it is, in JSON
// with and without the escapes for HTML, in JSON that is ASCII alone, and in
// JSON inside JSON.
func forms(s string) [][]byte {
	html, plain := quoted(s, true), quoted(s, false)
	all := []string{s, html, plain, ascii(plain, "%04x"), ascii(plain, "%04X"), quoted(html, true), quoted(plain, false)}
	slices.Sort(all)
	var out [][]byte
	for _, f := range slices.Compact(all) {
		out = append(out, []byte(f))
	}
	return out
}

// quoted is a text as JSON writes it, without the quotation marks.
func quoted(s string, html bool) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(html)
	if enc.Encode(s) != nil { // strings can always be written
		return s
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(b.String()), `"`), `"`)
}

// ascii escapes all that is not ASCII.
func ascii(s, form string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u`+form, u)
		}
	}
	return b.String()
}

// Erasing is what is to be nowhere any more.
type Erasing struct {
	IDs   map[string]bool // of lines, records and pieces of files
	Words Words
}

// Has reports whether a memory with this id and these texts is to go.
func (e Erasing) Has(id string, texts ...string) bool {
	return e.IDs[id] || slices.ContainsFunc(texts, e.Words.In)
}

// uuidLength is that of the ids of lines and records.
const uuidLength = len("01234567-89ab-7000-8000-0123456789ab")

// InBytes reports whether data holds the words, or the id of one of the lines
// and records.
func (e Erasing) InBytes(data []byte) bool {
	if e.Words.InBytes(data) {
		return true
	}
	for at := 0; len(e.IDs) > 0; {
		dash := bytes.IndexByte(data[at:], '-')
		if dash < 0 {
			break
		}
		// The first dash of an id stands behind eight characters.
		at += dash + 1
		from := at - 1 - 8
		if from >= 0 && from+uuidLength <= len(data) && e.IDs[string(data[from:from+uuidLength])] {
			return true
		}
	}
	return false
}

// Longest is the length of the longest thing that InBytes looks for, in bytes;
// 0 where it looks for nothing.
func (e Erasing) Longest() (n int) {
	for _, f := range e.Words.forms {
		n = max(n, len(f))
	}
	if len(e.IDs) > 0 {
		n = max(n, uuidLength)
	}
	return n
}

// Texts are all texts of a record.
func (r Record) Texts() []string {
	return slices.Concat([]string{r.Content, r.Subject, r.Reason}, r.Tags, r.Actors)
}
