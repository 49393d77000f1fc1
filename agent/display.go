package agent

import (
	"strings"

	"github.com/kokoron/kokoron/internal/turn"
)

const blanks = " \t\r\n"

// display is the reply as the person sees it grow: blanks at both ends are
// left out, and what the next round says begins on a line of its own. A small
// model likes to begin every round with the words of the last one: a round
// that says just what an earlier one said is not shown again, and one that
// begins like it is held back until it differs.
type display struct {
	emit func(turn.Event)
	turn turn.Turn

	text strings.Builder // shown
	held strings.Builder // blanks that are shown only if more text follows

	said  []string        // what earlier rounds showed
	round strings.Builder // what this round said
	wait  strings.Builder // what of it is held back because it may be said already
	echo  bool            // so far this round only repeats
}

func newDisplay(t turn.Turn, emit func(turn.Event)) *display {
	return &display{emit: emit, turn: t}
}

// add shows more text of this round.
func (d *display) add(s string) {
	if d.round.Len() == 0 {
		if s = strings.TrimLeft(s, blanks); s == "" {
			return
		}
		d.echo = len(d.said) > 0
		if d.text.Len() > 0 {
			d.held.WriteByte('\n')
		}
	}
	d.round.WriteString(s)
	if d.echo {
		d.wait.WriteString(s)
		if d.repeats(d.round.String()) {
			return
		}
		d.release()
		return
	}
	d.show(s)
}

// repeats reports whether an earlier round begins with s.
func (d *display) repeats(s string) bool {
	s = strings.TrimRight(s, blanks)
	for _, said := range d.said {
		if strings.HasPrefix(said, s) {
			return true
		}
	}
	return false
}

// release shows what was held back: it is something new.
func (d *display) release() {
	s := d.wait.String()
	d.wait.Reset()
	d.echo = false
	d.show(s)
}

func (d *display) show(s string) {
	body := strings.TrimRight(s, blanks)
	if body == "" {
		d.held.WriteString(s)
		return
	}
	out := d.held.String() + body
	d.held.Reset()
	d.held.WriteString(s[len(body):])
	d.text.WriteString(out)
	d.send(turn.Delta, out)
}

// end ends a round: what it said and was said before is dropped.
func (d *display) end() {
	all := strings.TrimRight(d.round.String(), blanks)
	if d.echo {
		again := false
		for _, said := range d.said {
			again = again || said == all
		}
		if !again {
			d.release()
		}
	}
	if all != "" {
		d.said = append(d.said, all)
	}
	d.reset()
}

// reset forgets the round that was begun.
func (d *display) reset() {
	d.round.Reset()
	d.wait.Reset()
	d.held.Reset()
	d.echo = false
}

// mark remembers how much is shown, for back.
func (d *display) mark() int { return d.text.Len() }

// back takes back everything shown after mark and begins the round anew.
func (d *display) back(mark int) {
	d.reset()
	if mark == d.text.Len() {
		return
	}
	d.replace(d.text.String()[:mark])
}

// replace shows text in place of everything shown so far.
func (d *display) replace(text string) {
	d.reset()
	d.text.Reset()
	d.text.WriteString(text)
	d.send(turn.Retract, text)
}

func (d *display) send(k turn.Kind, text string) {
	d.emit(turn.Event{Conv: d.turn.Conv, Turn: d.turn.ID, Kind: k, Text: text})
}
