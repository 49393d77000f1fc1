package library

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

const important = "[IMPORTANT]"

// section is a stretch of a file: what stands below one heading, or before the
// first.
type section struct {
	heading   string // without the marks of a heading and [IMPORTANT]
	body      string
	important bool
	tags      []string // #tags and [[links]]
}

// fence is a fenced block of code that has begun: its character and how many
// of them; 0 is none.
type fence struct {
	char byte
	n    int
}

// line moves the fence on by one line and reports whether the line is code or
// belongs to the fence.
func (f *fence) line(s string) bool {
	t := strings.TrimLeft(s, " ")
	if len(s)-len(t) > 3 || t == "" || t[0] != '`' && t[0] != '~' {
		return f.n > 0
	}
	rest := strings.TrimLeft(t, t[:1])
	n := len(t) - len(rest)
	switch {
	case f.n == 0 && n >= 3 && (t[0] == '~' || !strings.Contains(rest, "`")):
		f.char, f.n = t[0], n
		return true
	case f.n > 0 && t[0] == f.char && n >= f.n && strings.TrimSpace(rest) == "":
		*f = fence{}
		return true
	}
	return f.n > 0
}

// heading is the text of an ATX heading of that level (CommonMark 4.2).
func heading(line string, level int) (string, bool) {
	t := strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(t, "#")
	if len(line)-len(t) > 3 || len(t)-len(rest) != level || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	rest = strings.TrimSpace(rest)
	if open := strings.TrimRight(rest, "#"); open == "" || strings.HasSuffix(open, " ") {
		rest = strings.TrimSpace(open)
	}
	return rest, true
}

// sections cuts a body at its headings of the second level, if it is to be
// cut, and takes the title, a heading of the first level that everything else
// stands below, out of it. The first section is what stands before the first
// heading, perhaps nothing.
func sections(body string, cut bool) (title string, all []section) {
	var f fence
	now, begin, blank := section{}, 0, true
	for at := 0; at < len(body); {
		end := len(body)
		if n := strings.IndexByte(body[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := strings.TrimRight(body[at:end], "\n")
		code := f.line(line)
		h, second := "", false
		if !code {
			h, second = heading(line, 2)
		}
		if second && cut {
			now.body = body[begin:at]
			all, now, begin = append(all, now), section{heading: h}, end
		}
		if first, ok := heading(line, 1); ok && !code && blank {
			title, begin = first, end
		}
		blank = blank && strings.TrimSpace(line) == ""
		if !code {
			now.marks(line)
		}
		at = end
	}
	now.body = body[begin:]
	all = append(all, now)
	for i := range all {
		all[i].heading = text.CleanName(unmark(all[i].heading))
	}
	return title, all
}

// unmark takes [IMPORTANT] out of a heading.
func unmark(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, important, ""))
}

// marks collects what a line of text says about its section.
func (s *section) marks(line string) {
	s.important = s.important || strings.Contains(line, important)
	for at := 0; ; {
		i := strings.IndexAny(line[at:], "#[")
		if i < 0 {
			return
		}
		at += i
		if strings.HasPrefix(line[at:], "[[") {
			s.tag(link(line[at+2:]))
		}
		if before, _ := utf8.DecodeLastRuneInString(line[:at]); line[at] == '#' && (at == 0 || opens(before)) {
			s.tag(tagged(line[at+1:]))
		}
		at++
	}
}

// opens reports whether a #tag may follow the character.
func opens(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(（[「『、。,", r) }

// link is where a [[link]] leads: without its heading and the words shown. No
// tag is as long as what is looked through.
func link(s string) string {
	to, _, ok := strings.Cut(s[:min(len(s), 1<<10)], "]]")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(to, "|#"); i >= 0 {
		to = to[:i]
	}
	return strings.TrimSpace(to)
}

// tagged is the tag that s begins with; one without any letter is a number,
// not a tag.
func tagged(s string) string {
	letters := false
	end := strings.IndexFunc(s, func(r rune) bool {
		letters = letters || unicode.IsLetter(r)
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("_-/", r)
	})
	if end >= 0 {
		s = s[:end]
	}
	if s = strings.TrimRight(s, "-/"); !letters {
		return ""
	}
	return s
}

// tag remembers a tag that a record can have.
func (s *section) tag(t string) {
	if t != "" && len(s.tags) < memory.MaxTags {
		s.tags = addTag(s.tags, t)
	}
}
