package agent

import (
	"strings"

	"github.com/kokoron/kokoron/internal/turn"
)

const blanks = " \t\r\n"

// display is the reply as the person sees it grow: blanks at both ends are
// left out, and what the next round says begins on a line of its own.
type display struct {
	emit func(turn.Event)
	turn turn.Turn

	text  strings.Builder // shown
	held  strings.Builder // blanks that are shown only if more text follows
	start bool            // at the start of a round: leading blanks are dropped
}

func newDisplay(t turn.Turn, emit func(turn.Event)) *display {
	return &display{emit: emit, turn: t, start: true}
}

// add shows more text.
func (d *display) add(s string) {
	if d.start {
		if s = strings.TrimLeft(s, blanks); s == "" {
			return
		}
		d.start = false
		if d.text.Len() > 0 {
			d.held.WriteByte('\n')
		}
	}
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

// round begins a new round.
func (d *display) round() {
	d.start = true
	d.held.Reset()
}

// mark remembers how much is shown, for back.
func (d *display) mark() int { return d.text.Len() }

// back takes back everything shown after mark and begins the round anew.
func (d *display) back(mark int) {
	d.round()
	if mark == d.text.Len() {
		return
	}
	d.replace(d.text.String()[:mark])
}

// replace shows text in place of everything shown so far.
func (d *display) replace(text string) {
	d.text.Reset()
	d.text.WriteString(text)
	d.send(turn.Retract, text)
}

func (d *display) send(k turn.Kind, text string) {
	d.emit(turn.Event{Conv: d.turn.Conv, Turn: d.turn.ID, Kind: k, Text: text})
}
