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

	"github.com/kokoron/kokoron/internal/catalog"
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
	Line  int
	Field string // what of the line, as "time" or the key of a header
	Fix   *catalog.Message
}

func (e *ScriptError) Error() string { return e.In(text.En) }

// In is the error in a language.
func (e *ScriptError) In(lang text.Lang) string {
	field := cmp.Or(catalog.Coded(lang, catalog.ScriptFields)[e.Field], e.Field)
	return catalog.Text(lang, catalog.ScriptAt, "line", strconv.Itoa(e.Line), "field", field, "fix", e.Fix.In(lang))
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
			return Script{}, in.wrong("text", catalog.Say(catalog.ScriptUTF8))
		}
		if err := in.line(line); err != nil {
			return Script{}, err
		}
	}
	if err := sc.Err(); err != nil {
		in.n++
		if err == bufio.ErrTooLong {
			return Script{}, in.wrong("text", catalog.Say(catalog.ScriptLong, "max", strconv.Itoa(maxLine)))
		}
		return Script{}, fmt.Errorf("read script: %w", err)
	}
	return in.end()
}

func (in *reader) wrong(field string, fix *catalog.Message) error {
	return &ScriptError{in.n, field, fix}
}

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

// headers are the keys that may stand before the first dated line.
var headers = []string{"zone", "start", "seed", "lang", "owner"}

func (in *reader) header(words string) (err error) {
	key, value, _ := strings.Cut(words, " ")
	value = strings.TrimSpace(value)
	switch {
	case !slices.Contains(headers, key):
		return in.wrong("line", catalog.Say(catalog.ScriptBegin, "known", strings.Join(headers, ", ")))
	case in.began:
		return in.wrong(key, catalog.Say(catalog.ScriptLate))
	case value == "":
		return in.wrong(key, catalog.Say(catalog.ScriptValue))
	}
	switch key {
	case "zone":
		if in.s.Zone, err = zoneOf(value); err != nil {
			return in.wrong(key, catalog.Say(catalog.ScriptZone))
		}
		in.zone = in.s.Zone
	case "start":
		if in.s.Start, err = time.Parse(dateForm, value); err != nil {
			return in.wrong(key, catalog.Say(catalog.ScriptDate))
		}
	case "seed":
		if in.s.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return in.wrong(key, catalog.Say(catalog.ScriptSeed))
		}
	case "lang":
		in.s.Lang = text.Lang(value)
		if !slices.Contains([]text.Lang{text.Ja, text.En, text.Zh}, in.s.Lang) {
			return in.wrong(key, catalog.Say(catalog.ScriptLang))
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
		return in.wrong("time", catalog.Say(catalog.ScriptTime))
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
			return in.wrong("text", catalog.Say(catalog.ScriptThought))
		}
	} else {
		who, said, ok := strings.Cut(rest, ">")
		if said = strings.TrimSpace(said); !ok || said == "" {
			return in.wrong("text", catalog.Say(catalog.ScriptSaid))
		}
		s.Words = said
		for _, w := range strings.Fields(who) {
			switch name, person := strings.CutPrefix(w, "@"); {
			case person && name != "" && s.Person == "":
				s.Person = name
			case !person && s.Channel == "" && slices.Contains(faceNames(), w):
				s.Channel = w
			default:
				return in.wrong("speaker", catalog.Say(catalog.ScriptSpeaker, "known", strings.Join(faceNames(), ", ")))
			}
		}
	}
	if n := len(in.s.Steps); n > 0 && s.At.Before(in.s.Steps[n-1].At) {
		return in.wrong("time", catalog.Say(catalog.ScriptOrder))
	} else if n >= maxSteps {
		return in.wrong("text", catalog.Say(catalog.ScriptMany, "max", strconv.Itoa(maxSteps)))
	}
	in.s.Steps = append(in.s.Steps, s)
	return nil
}

// at is a wall time in the zone that holds here.
func (in *reader) at(wall string) (time.Time, error) {
	t, err := time.Parse(timeForm, wall)
	if err != nil {
		return t, in.wrong("time", catalog.Say(catalog.ScriptTime))
	}
	return clock.Resolve(t, in.zone), nil
}

func (in *reader) reply(words string) error {
	n := len(in.s.Steps)
	if n == 0 || in.s.Steps[n-1].Event.Kind != "" {
		return in.wrong("reply", catalog.Say(catalog.ScriptReply))
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
		return in.wrong("question", catalog.Say(catalog.ScriptQuestion))
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
		return s, in.wrong("start", catalog.Say(catalog.ScriptStart))
	}
	s.Start = clock.Resolve(s.Start, s.Zone)
	if len(s.Steps) > 0 && s.Steps[0].At.Before(s.Start) {
		in.n = s.Steps[0].Line
		return s, in.wrong("time", catalog.Say(catalog.ScriptBefore))
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
			return s, in.wrong("evidence", catalog.Say(catalog.ScriptEvidence, "time", e.wall))
		}
	}
	return s, nil
}
