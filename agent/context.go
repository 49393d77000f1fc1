package agent

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/turn"
)

// margin is left free for what our counts miss (templates, special tokens):
// one part in margin of the window.
const margin = 50

// material is everything a prompt is made of, before it is fitted.
type material struct {
	system  string
	session Session
	now     string // the data block
	words   string // the person's words
}

// layout turns material and the rounds so far into a prompt of at most room
// tokens. What changes comes last, so that the server's prefix cache holds:
// system, summary, history, then the data block with the person's words, then
// the rounds. History gives way first, oldest lines first, then the middle of
// the person's words.
// After a complaint about the length (tight) the person's words get three
// quarters of what is left and the history half of the rest.
func (e *Engine) layout(m material, rounds []Prompt, room int, tight bool) []Prompt {
	room -= e.meter.Count(m.system) + e.meter.Count(m.now)
	for _, p := range rounds {
		room -= e.meter.Count(p.Text)
	}
	if tight {
		room = room * 3 / 4
	}
	words := e.clip(m.words, room)
	room -= e.meter.Count(words)
	if tight {
		room /= 2
	}

	out := []Prompt{{RoleSystem, m.system}}
	if s := m.session.Summary; s != "" && e.meter.Count(s) <= room {
		room -= e.meter.Count(s)
		text := DataOpen + "\n" + e.texts.fill("summary", "summary", quote.Replace(s)) + "\n" + DataClose
		out = append(out, Prompt{RoleUser, text}, Prompt{RoleAssistant, e.texts["noted"]})
	}
	for _, l := range e.recent(m.session.Lines, room) {
		out = say(out, l)
	}
	last := DataOpen + "\n" + m.now + "\n" + DataClose + "\n" + quote.Replace(words)
	out = join(out, Prompt{RoleUser, last})
	return append(out, rounds...)
}

// recent is the longest tail of lines that fits into room.
func (e *Engine) recent(lines []Line, room int) []Line {
	from := len(lines)
	for from > 0 {
		room -= e.meter.Count(lines[from-1].Text)
		if room < 0 {
			break
		}
		from--
	}
	return lines[from:]
}

// clip leaves out the middle of a text that is longer than room tokens. The
// diary holds it whole.
func (e *Engine) clip(s string, room int) string {
	for n := e.meter.Count(s); n > room; n = e.meter.Count(s) {
		r := []rune(s)
		keep := max(len(r)*max(room, 1)/n*9/10, 2) / 2
		if 2*keep >= len(r)-3 {
			return s
		}
		s = string(r[:keep]) + "\n…\n" + string(r[len(r)-keep:])
	}
	return s
}

func say(out []Prompt, l Line) []Prompt {
	role := RoleUser
	if l.Assistant {
		role = RoleAssistant
	}
	return join(out, Prompt{role, quote.Replace(l.Text)})
}

// join appends a message, to the last one where the role is the same: some
// chat templates insist that the roles alternate.
func join(out []Prompt, p Prompt) []Prompt {
	if last := &out[len(out)-1]; last.Role == p.Role {
		last.Text += "\n" + p.Text
		return out
	}
	return append(out, p)
}

// notes is the data block's contents for a turn.
func (e *Engine) notes(t turn.Turn) string {
	now := e.texts.now(e.Clock.Now(), e.zone(t))
	if t.Late >= lateAfter {
		now += "\n" + e.texts.fill("late", "minutes", strconv.Itoa(int(t.Late.Minutes())))
	}
	return now
}

// lateAfter is how long a message must have waited for a model before the
// reply mentions it.
const lateAfter = time.Minute

// zone is the person's zone, or the home's where theirs is unknown here.
func (e *Engine) zone(t turn.Turn) *time.Location {
	if z, err := time.LoadLocation(t.Messages[len(t.Messages)-1].Zone); err == nil {
		return z
	}
	return e.cfg.Zone
}

// asked renders a stored round and its results as the model sees them: its own
// words and calls, then the results as data from outside.
func (e *Engine) asked(r Round, results []tool.Result, off bool) []Prompt {
	var own, data strings.Builder
	own.WriteString(strings.TrimSpace(r.Visible))
	for _, c := range r.Calls {
		if c.Tool != "" {
			fmt.Fprintf(&own, "\n{\"tool\": %q, \"arguments\": %s}", c.Tool, orEmpty(c.Args))
		}
	}
	data.WriteString(ResultsOpen + "\n")
	for i, c := range r.Calls {
		fmt.Fprintf(&data, "<result tool=%q>%s</result>\n", c.Tool, quote.Replace(results[i].Text))
	}
	data.WriteString(ResultsClose)
	if off {
		data.WriteString("\n" + e.texts["no_more_tools"])
	}
	said := strings.TrimSpace(own.String())
	if said == "" {
		said = "…" // some templates refuse an empty message
	}
	return []Prompt{{RoleAssistant, said}, {RoleUser, data.String()}}
}

func orEmpty(args []byte) string {
	if len(args) == 0 {
		return "{}"
	}
	return string(args)
}
