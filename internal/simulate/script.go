package simulate

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/text"
)

// Script is what happens, in the order in which it does. docs/SIMULATE.md
// tells the format of its file.
type Script struct {
	Zone      *time.Location // of the owner, when it begins
	Start     time.Time      // midnight of the first day
	Seed      uint64
	Lang      text.Lang
	Owner     string // how the owner is called; "" leaves it to the persona
	Steps     []Step
	Questions []Question
}

// Step is one thing that happens: it is said, thought, or an event.
type Step struct {
	Line int // in the file
	At   time.Time

	Channel string // on which it is said; "" the usual one
	Person  string // who says it; "" the owner
	Words   string
	Reply   string // of the scripted model; "" leaves it to its rules

	Alone string // what the scripted model writes when it thinks for the first time from then on

	Event Event
}

// EventKind is what an event does.
type EventKind string

// The events.
const (
	Down    EventKind = "down"    // a server or channel is away for a while
	Outage  EventKind = "outage"  // the program does not run for a while
	Restart EventKind = "restart" // it is ended and started again
	Kill    EventKind = "kill"    // it is gone without a goodbye, and started again
	Clock   EventKind = "clock"   // somebody sets the clock of the machine
	Zone    EventKind = "zone"    // the owner lives in another zone from now on
	Run     EventKind = "run"     // somebody asks for a job
)

// Event is what happens besides words. The zero Event is none.
type Event struct {
	Kind EventKind
	What string // what is away, the job, or the name of the zone
	For  time.Duration
	Zone *time.Location
}

// Question is asked of the memory and not of the model.
type Question struct {
	Line     int
	Text     string
	Want     string      // the words that must be in what is recalled
	Evidence []time.Time // when the lines were said that tell it; may be none
}

// ScriptError says what is wrong with a line of a script.
type ScriptError struct {
	Line       int
	Field, Fix string
}

func (e *ScriptError) Error() string {
	return fmt.Sprintf("line %d: %s: %s", e.Line, e.Field, e.Fix)
}

// The bounds of a script.
const (
	maxLine  = 64 << 10 // bytes
	maxSteps = 200_000
	dateForm = "2006-01-02"
	timeForm = "2006-01-02 15:04"
)

// reader reads a script line by line.
type reader struct {
	s     Script
	n     int            // the line
	zone  *time.Location // in which times are read now
	began bool           // past the header
	due   []evidence     // questions whose times are still to be read
}

// evidence is a time as a question has it.
type evidence struct {
	line, question int
	wall           string
}

// ReadScript reads a script. Errors are *ScriptError, or of the reader.
func ReadScript(r io.Reader) (Script, error) {
	in := reader{s: Script{Zone: time.UTC, Lang: text.Ja}, zone: time.UTC}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxLine)
	for sc.Scan() {
		in.n++
		line := sc.Text()
		if in.n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if !utf8.ValidString(line) {
			return Script{}, in.wrong("text", "the file must be UTF-8")
		}
		if err := in.line(line); err != nil {
			return Script{}, err
		}
	}
	if err := sc.Err(); err != nil {
		in.n++
		if err == bufio.ErrTooLong {
			return Script{}, in.wrong("text", fmt.Sprintf("a line may have at most %d bytes", maxLine))
		}
		return Script{}, fmt.Errorf("read script: %w", err)
	}
	return in.end()
}

func (in *reader) wrong(field, fix string) error { return &ScriptError{in.n, field, fix} }

// line reads one line.
func (in *reader) line(line string) error {
	words := strings.TrimSpace(line)
	switch {
	case words == "" || words[0] == '#':
		return nil
	case words == "<" || strings.HasPrefix(words, "< "):
		return in.reply(strings.TrimPrefix(strings.TrimPrefix(words, "<"), " "))
	case strings.HasPrefix(words, "?"):
		return in.question(strings.TrimSpace(words[1:]))
	case words[0] >= '0' && words[0] <= '9':
		return in.step(words)
	}
	return in.header(words)
}

func (in *reader) header(words string) (err error) {
	key, value, _ := strings.Cut(words, " ")
	value = strings.TrimSpace(value)
	switch {
	case !slices.Contains([]string{"zone", "start", "seed", "lang", "owner"}, key):
		return in.wrong("line", "begin it with a date, <, ?, # or one of zone, start, seed, lang, owner")
	case in.began:
		return in.wrong(key, "must stand before the first dated line")
	case value == "":
		return in.wrong(key, "give a value")
	}
	switch key {
	case "zone":
		if in.s.Zone, err = zoneOf(value); err != nil {
			return in.wrong(key, "give an IANA zone such as Asia/Tokyo")
		}
		in.zone = in.s.Zone
	case "start":
		if in.s.Start, err = time.Parse(dateForm, value); err != nil {
			return in.wrong(key, "give a date such as 2026-01-05")
		}
	case "seed":
		if in.s.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return in.wrong(key, "give a whole number, 0 or more")
		}
	case "lang":
		in.s.Lang = text.Lang(value)
		if !slices.Contains([]text.Lang{text.Ja, text.En, text.Zh}, in.s.Lang) {
			return in.wrong(key, "must be ja, en or zh")
		}
	case "owner":
		in.s.Owner = value
	}
	return nil
}

// zoneOf is a zone by its IANA name; that of the machine has none.
func zoneOf(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("no zone %q", name)
	}
	return time.LoadLocation(name)
}

// step reads a dated line.
func (in *reader) step(words string) error {
	in.began = true
	if len(words) < len(timeForm) {
		return in.wrong("time", "give date and time such as 2026-01-05 08:10")
	}
	at, err := in.at(words[:len(timeForm)])
	if err != nil {
		return err
	}
	s := Step{Line: in.n, At: at}
	rest := strings.TrimSpace(words[len(timeForm):])
	if strings.HasPrefix(rest, "!") {
		if s.Event, err = in.event(strings.Fields(rest[1:])); err != nil {
			return err
		}
	} else if thought, ok := strings.CutPrefix(rest, "~"); ok {
		if s.Alone = strings.TrimSpace(thought); s.Alone == "" {
			return in.wrong("text", "after ~ comes what is thought, with [MESSAGE]…[/MESSAGE] around what is said")
		}
	} else {
		who, said, ok := strings.Cut(rest, ">")
		if said = strings.TrimSpace(said); !ok || said == "" {
			return in.wrong("text", "after the time comes > and what is said, ~ and what is thought, or ! and an event")
		}
		s.Words = said
		for _, w := range strings.Fields(who) {
			switch name, person := strings.CutPrefix(w, "@"); {
			case person && name != "" && s.Person == "":
				s.Person = name
			case !person && s.Channel == "" && slices.Contains(faceNames(), w):
				s.Channel = w
			default:
				return in.wrong("speaker", "before > may stand one channel ("+strings.Join(faceNames(), ", ")+") and one @person")
			}
		}
	}
	if n := len(in.s.Steps); n > 0 && s.At.Before(in.s.Steps[n-1].At) {
		return in.wrong("time", "lines must be in the order of their times; the line before is later")
	} else if n >= maxSteps {
		return in.wrong("text", fmt.Sprintf("a script may have at most %d dated lines", maxSteps))
	}
	in.s.Steps = append(in.s.Steps, s)
	return nil
}

// at is a wall time in the zone that holds here.
func (in *reader) at(wall string) (time.Time, error) {
	t, err := time.Parse(timeForm, wall)
	if err != nil {
		return t, in.wrong("time", "give date and time such as 2026-01-05 08:10")
	}
	return clock.Resolve(t, in.zone), nil
}

func (in *reader) reply(words string) error {
	n := len(in.s.Steps)
	if n == 0 || in.s.Steps[n-1].Event.Kind != "" {
		return in.wrong("reply", "< must stand below words that are said or thought")
	}
	if s := &in.s.Steps[n-1]; s.Alone != "" {
		s.Alone += "\n" + words
		return nil
	}
	if s := &in.s.Steps[n-1]; s.Reply == "" {
		s.Reply = words
	} else {
		s.Reply += "\n" + words
	}
	return nil
}

// question reads TEXT | WANT | TIMES.
func (in *reader) question(words string) error {
	in.began = true
	fields := strings.Split(words, "|")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) < 2 || len(fields) > 3 || fields[0] == "" || fields[1] == "" {
		return in.wrong("question", "write ? question | words that must be recalled | times of the lines that tell it")
	}
	in.s.Questions = append(in.s.Questions, Question{Line: in.n, Text: fields[0], Want: fields[1]})
	if len(fields) == 3 && fields[2] != "" {
		for wall := range strings.SplitSeq(fields[2], ",") {
			in.due = append(in.due, evidence{in.n, len(in.s.Questions) - 1, strings.TrimSpace(wall)})
		}
	}
	return nil
}

// end looks at the whole.
func (in *reader) end() (Script, error) {
	s := in.s
	if s.Start.IsZero() && len(s.Steps) > 0 {
		y, m, d := s.Steps[0].At.In(s.Zone).Date()
		s.Start = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	if s.Start.IsZero() {
		return s, in.wrong("start", "give the first day, such as start 2026-01-05, or a dated line")
	}
	s.Start = clock.Resolve(s.Start, s.Zone)
	if len(s.Steps) > 0 && s.Steps[0].At.Before(s.Start) {
		in.n = s.Steps[0].Line
		return s, in.wrong("time", "is before the start")
	}
	for _, e := range in.due {
		in.n = e.line
		found := false
		for _, step := range s.Steps {
			if step.Words != "" && step.At.Format(timeForm) == e.wall {
				q := &s.Questions[e.question]
				q.Evidence, found = append(q.Evidence, step.At), true
				break
			}
		}
		if !found {
			return s, in.wrong("evidence", cmp.Or(e.wall, "it")+" is the time of no line that says something")
		}
	}
	return s, nil
}
