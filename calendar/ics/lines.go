package ics

import (
	"bytes"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// component is one BEGIN … END directly inside a calendar.
type component struct {
	name   string
	line   int      // of the file, where it begins
	own    []string // its content lines of the kinds that are read, unfolded
	alarms [][]string
	zones  []string         // of a VTIMEZONE: lines of its parts, for the offsets
	broken *catalog.Message // why it cannot be read as a whole
}

// Limits of a file.
const (
	MaxBytes  = 10 << 20
	MaxEvents = 20_000
	MaxSeries = 2000     // events that repeat: looking at one rule can take milliseconds
	maxLine   = 64 << 10 // bytes of an unfolded line
	maxLines  = 5000     // of one component that are kept
	maxDepth  = 8
	maxListed = 1000 // skipped components that are told one by one
)

// wanted are the properties that are read. All others, such as attachments, are
// passed over without being kept.
var wanted = []string{
	"UID", "SUMMARY", "LOCATION", "DESCRIPTION", "DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID",
	"STATUS", "SEQUENCE", "TRIGGER", "TZID", "X-LIC-LOCATION", "TZOFFSETTO",
}

// scanner cuts a file into components.
type scanner struct {
	rest  []byte
	at    int // number of the line that was read last
	began int // where the unfolded line began

	names  []string // of the components that are open
	depth  int      // of them, also beyond those that are named
	now    *component
	done   []component
	header []string // lines of the calendar itself
	any    bool     // there was a calendar, or an event
}

// physical is the next line as it stands in the file.
func (s *scanner) physical() (line []byte, ok bool) {
	if len(s.rest) == 0 {
		return nil, false
	}
	s.at++
	line, rest, found := bytes.Cut(s.rest, []byte("\n"))
	if !found {
		rest = nil
	}
	s.rest = rest
	return bytes.TrimSuffix(line, []byte("\r")), true
}

// unfolded is the next content line; long says that it was too long and is cut.
func (s *scanner) unfolded() (line string, long, ok bool) {
	first, ok := s.physical()
	s.began = s.at
	out := first[:min(len(first), maxLine)]
	long = len(first) > maxLine
	owned := false
	for ok && len(s.rest) > 0 && (s.rest[0] == ' ' || s.rest[0] == '\t') {
		more, _ := s.physical()
		if more = more[1:]; len(out)+len(more) > maxLine {
			long = true
			continue
		}
		if !owned {
			out, owned = slices.Clone(out), true
		}
		out = append(out, more...)
	}
	return strings.ToValidUTF8(string(out), "\uFFFD"), long, ok
}

// scan goes through the file.
func (s *scanner) scan() {
	for {
		line, long, ok := s.unfolded()
		if !ok {
			break
		}
		name, _, _ := strings.Cut(line, ":")
		name, _, _ = strings.Cut(name, ";")
		switch name = strings.ToUpper(strings.TrimSpace(name)); name {
		case "":
		case "BEGIN":
			s.begin(value(line))
		case "END":
			s.end(value(line))
		default:
			s.property(name, line, long)
		}
	}
	if s.now != nil {
		s.now.broken = catalog.Say(catalog.BrokenNoEnd)
		s.close()
	}
}

func value(line string) string {
	_, v, _ := strings.Cut(line, ":")
	return strings.ToUpper(strings.TrimSpace(v))
}

func (s *scanner) begin(name string) {
	s.depth++
	if s.depth > maxDepth {
		if s.now != nil {
			s.now.broken = catalog.Say(catalog.BrokenDeep)
		}
		return
	}
	s.names = append(s.names, name)
	switch {
	case name == "VCALENDAR":
		s.any = true
		if s.now != nil {
			s.now.broken = catalog.Say(catalog.BrokenInside)
		}
	case s.now == nil:
		s.any = s.any || name == "VEVENT"
		s.now = &component{name: name, line: s.began}
	case name == "VALARM" && len(s.now.alarms) < maxLines:
		s.now.alarms = append(s.now.alarms, nil)
	}
}

func (s *scanner) end(name string) {
	if s.depth > maxDepth {
		s.depth--
		return
	}
	i := len(s.names) - 1
	switch {
	case i < 0:
		return // an END of nothing
	case s.names[i] != name:
		if s.now != nil {
			s.now.broken = catalog.Say(catalog.BrokenEnd, "end", short(name), "within", short(s.names[i]))
		}
		if !slices.Contains(s.names, name) {
			return
		}
		for s.names[i] != name {
			i--
		}
	}
	s.names, s.depth = s.names[:i], i
	if s.now != nil && !slices.ContainsFunc(s.names, func(n string) bool { return n != "VCALENDAR" }) {
		s.close()
	}
}

func (s *scanner) close() {
	s.done = append(s.done, *s.now)
	s.now = nil
}

func (s *scanner) property(name, line string, long bool) {
	if s.now == nil {
		if len(s.header) < 100 && (name == "X-WR-CALNAME" || name == "X-WR-TIMEZONE") && !long {
			s.header = append(s.header, line)
		}
		return
	}
	if !slices.Contains(wanted, name) || s.depth > maxDepth {
		return
	}
	if long && name != "SUMMARY" && name != "DESCRIPTION" && name != "LOCATION" { // of texts the beginning will do
		s.now.broken = catalog.Say(catalog.BrokenLong, "name", name)
		return
	}
	at := strings.IndexAny(line, ":;")
	if at < 0 {
		return // a name without a value
	}
	line = name + line[at:]
	inside := s.names[len(s.names)-1]
	switch kept := len(s.now.own) + len(s.now.zones); {
	case kept >= maxLines:
		s.now.broken = catalog.Say(catalog.BrokenLines)
	case inside == s.now.name:
		s.now.own = append(s.now.own, line)
	case inside == "VALARM" && len(s.now.alarms) > 0:
		last := &s.now.alarms[len(s.now.alarms)-1]
		if len(*last) < 10 {
			*last = append(*last, line)
		}
	case s.now.name == "VTIMEZONE":
		s.now.zones = append(s.now.zones, inside+" "+line)
	}
}

// short is a word of the file as it may be shown.
func short(s string) string { return text.Excerpt(text.CleanName(s), 40) }
