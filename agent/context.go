package agent

import (
	"fmt"
	"strings"

	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/turn"
)

// margin is left free for what our counts miss (templates, special tokens):
// one part in margin of the window.
const margin = 50

// material is everything a prompt is made of, before it is fitted. All of it
// but system is quoted.
type material struct {
	system  string
	session Session
	// recalled is what came to mind: a data block of its own, so that the
	// prompt of the next turn begins with all of this one up to it.
	recalled turn.Recalled
	now      string // the data block
	words    string // the person's words
}

// historyShare is the part of the free window that history and its summary may
// take: the rest is for the person's words, what is remembered and the results
// of tools. Beyond it the oldest half is summarised (Rest).
const historyShare = 0.6

// room is how many tokens a prompt may have: the window without the reserved
// output and the margin.
func (r *run) room() int { return r.info.Window - r.output() - r.info.Window/margin }

// output is how many tokens are reserved for the answer.
func (r *run) output() int { return min(r.cfg.MaxTokens, r.info.Window/4) }

// share is what history may take of the prompt. It depends on nothing that
// changes from turn to turn.
func (r *run) share() int {
	return int(historyShare * float64(r.room()-r.meter.Count(r.material.system)))
}

// layout makes the prompt out of the material and the rounds so far. What
// changes comes last, so that the server's prefix cache holds: system, summary,
// history, then what is recalled, the data block and the person's words, then
// the rounds.
// History gives way first, oldest lines first, then the middle of the person's
// words. After a complaint about the length (tight) the words get three
// quarters of what is left and the history half of the rest.
func (r *run) layout() []Prompt {
	m, room := r.material, r.room()
	if r.tight > 0 {
		room = min(room, r.tight) // our counts are too low for this model
	}
	now := block(m.recalled.Text) + block(m.now)
	room -= r.cost(m.system) + r.cost(now)
	for _, p := range r.rounds {
		room -= r.cost(p.Text)
	}
	if r.tight > 0 {
		room = room * 3 / 4
	}
	words := r.clip(m.words, room)
	room -= r.meter.Count(words)
	if r.tight > 0 {
		room /= 2
	}
	out := []Prompt{{RoleSystem, m.system}}
	if m.session.Summary != "" {
		text := DataOpen + "\n" + r.texts.Fill("summary", "summary", m.session.Summary) + "\n" + DataClose
		if n := r.cost(text) + r.cost(r.texts["noted"]); n <= room {
			room -= n
			out = append(out, Prompt{RoleUser, text}, Prompt{RoleAssistant, r.texts["noted"]})
		}
	}
	for i, l := range r.recent(m.session.Lines, room) {
		if i == 0 && l.Assistant && len(out) == 1 {
			out = append(out, Prompt{RoleUser, nothing}) // some templates insist that the person begins
		}
		out = say(out, l)
	}
	out = join(out, Prompt{RoleUser, now + words})
	return append(out, r.rounds...)
}

// nothing stands for a message without words: some templates refuse an empty one.
const nothing = "…"

// cost is what a text takes of the window as a message of its own.
func (r *run) cost(s string) int { return r.meter.Count(s) + budget.PerMessage }

// recent is the part of the history that is shown: what its share allows,
// beginning where it began the last time if it can, and never more than room.
func (r *run) recent(lines []Line, room int) []Line {
	lines = lines[r.keep(lines):]
	from := len(lines)
	for from > 0 {
		room -= r.cost(lines[from-1].shown())
		if room < 0 {
			break
		}
		from--
	}
	return lines[from:]
}

// keep is where the part of the history begins that its share allows.
func (r *run) keep(lines []Line) int {
	costs := make([]int, len(lines))
	for i, l := range lines {
		costs[i] = r.cost(l.shown())
	}
	return budget.Keep(costs, r.share())
}

// shown is a line as the prompt shows it: what was recalled for it, as data,
// and its words.
func (l Line) shown() string { return block(l.Recalled.Text) + l.Text }

// block frames data; nothing needs no frame.
func block(data string) string {
	if data == "" {
		return ""
	}
	return DataOpen + "\n" + data + "\n" + DataClose + "\n"
}

// clip leaves out the middle of a text that is longer than room tokens. The
// diary holds it whole.
func (r *run) clip(s string, room int) string {
	for n := r.meter.Count(s); n > room; n = r.meter.Count(s) {
		all := []rune(s)
		keep := max(len(all)*max(room, 1)/n*9/10, 2) / 2
		if 2*keep >= len(all)-3 {
			return s
		}
		s = string(all[:keep]) + "\n…\n" + string(all[len(all)-keep:])
	}
	return s
}

func say(out []Prompt, l Line) []Prompt {
	role := RoleUser
	if l.Assistant {
		role = RoleAssistant
	}
	return join(out, Prompt{role, l.shown()})
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

// asked renders a stored round and its results as the model sees them: its own
// words and calls, then the results as data from outside. Of a result that
// would crowd out all else the middle is left out.
func (r *run) asked(round Round, results []tool.Result) []Prompt {
	var own, data strings.Builder
	own.WriteString(strings.TrimSpace(round.Visible))
	for _, c := range round.Calls {
		if c.Tool != "" {
			fmt.Fprintf(&own, "\n{\"tool\": %q, \"arguments\": %s}", c.Tool, orEmpty(c.Args))
		}
	}
	data.WriteString(ResultsOpen + "\n")
	for i, c := range round.Calls {
		text := r.clip(quote(results[i].Text), r.share()/resultShare)
		r.outside = append(r.outside, text)
		fmt.Fprintf(&data, "<result tool=%q status=%q>%s</result>\n", c.Tool, results[i].Status(), text)
	}
	data.WriteString(ResultsClose)
	if r.toolsOff {
		data.WriteString("\n" + r.texts["no_more_tools"])
	}
	said := quote(strings.TrimSpace(own.String()))
	if said == "" {
		said = nothing
	}
	return []Prompt{{RoleAssistant, said}, {RoleUser, data.String()}}
}

// resultShare: one result of a tool may be as long as this part of what
// history may take, so that the results of all rounds fit.
const resultShare = 4

func orEmpty(args []byte) string {
	if len(args) == 0 {
		return "{}"
	}
	return string(args)
}
