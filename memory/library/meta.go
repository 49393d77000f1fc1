package library

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// The limits of the front matter; longer ones are ordinary text.
const (
	maxMetaBytes = 8 << 10
	maxMetaLines = 100
)

// byCompanion is the first line that Write puts into the front matter.
const byCompanion = "by: companion"

// meta is what the front matter of a file says.
type meta struct {
	title     string
	tags      []string
	date      time.Time
	stars     int // 0: nothing said
	companion bool
}

// decode makes text of a file's bytes: UTF-8 without the byte order mark and
// with plain line ends. What is something else is ErrText.
func decode(data []byte) (string, error) {
	s := strings.TrimPrefix(string(data), "\uFEFF")
	if i := strings.IndexByte(s, 0); i >= 0 {
		return "", fmt.Errorf("%w: a zero byte at %d", ErrText, i)
	}
	if !utf8.ValidString(s) {
		return "", fmt.Errorf("%w: not UTF-8", ErrText)
	}
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return s, nil
}

// matter separates the lines of the front matter from the body. Without one,
// or with one that does not end within the limits, everything is body.
func matter(s string) (lines []string, body string) {
	rest, ok := strings.CutPrefix(s, "---\n")
	if !ok {
		return nil, s
	}
	for used := 0; used <= maxMetaBytes && len(lines) <= maxMetaLines; {
		line, after, more := strings.Cut(rest[used:], "\n")
		if end := strings.TrimRight(line, " \t"); end == "---" || end == "..." {
			return lines, after
		}
		if !more {
			break
		}
		lines = append(lines, line)
		used += len(line) + 1
	}
	return nil, s
}

// frontMatter reads the few keys that are known: title, tags (a list in
// brackets, in a line, or one below the other), date, importance (1–5), by.
// Whatever else is there is passed over.
func frontMatter(s string, home *time.Location) (m meta, body string) {
	lines, body := matter(s)
	key := ""
	for _, line := range lines {
		if item, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			if key == "tags" {
				m.tag(item)
			}
			continue
		}
		k, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(k) != k {
			continue // a line of something nested
		}
		key = strings.ToLower(k)
		m.set(key, strings.TrimSpace(value), home)
	}
	return m, body
}

func (m *meta) set(key, value string, home *time.Location) {
	switch key {
	case "title":
		m.title = text.CleanName(unquote(value))
	case "tags":
		value = strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
		sep := func(r rune) bool { return r == ',' || r == '、' || r == ' ' }
		for _, t := range strings.FieldsFunc(value, sep) {
			m.tag(t)
		}
	case "date":
		for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", time.DateTime, time.RFC3339} {
			if at, err := time.ParseInLocation(layout, unquote(value), home); err == nil {
				m.date = at
			}
		}
	case "importance":
		if n, err := strconv.Atoi(unquote(value)); err == nil {
			m.stars = min(max(n, memory.MinStars), memory.MaxStars)
		}
	case "by":
		m.companion = m.companion || unquote(value) == "companion"
	}
}

func (m *meta) tag(t string) {
	if len(m.tags) < memory.MaxTags {
		m.tags = addTag(m.tags, unquote(t))
	}
}

// unquote takes blanks and one pair of quotes off.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	for _, q := range []string{`"`, "'"} {
		if len(s) >= 2 && strings.HasPrefix(s, q) && strings.HasSuffix(s, q) {
			return s[1 : len(s)-1]
		}
	}
	return s
}

// stamp is the text with the companion named as its writer in the front
// matter, whatever the text itself says about that.
func stamp(s string) string {
	const top = "---\n" + byCompanion + "\n"
	lines, body := matter(s)
	var b strings.Builder
	b.WriteString(top)
	for _, line := range lines {
		if key, _, _ := strings.Cut(line, ":"); !strings.EqualFold(key, "by") {
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("---\n" + body)
	if lines, _ := matter(b.String()); len(lines) == 0 {
		return top + "---\n" + s // one line more is one too many
	}
	return b.String()
}
