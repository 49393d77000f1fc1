package terminal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// emulator is a terminal as far as the chat uses one. lines holds the screen
// and what was scrolled off it. A cell is "" where nothing was written and
// also right of a wide character.
type emulator struct {
	cols, rows int
	lines      [][]string
	x, y       int // y counts from the first line of all; x is cols where the next character wraps
	noWrap     bool
	strange    string // what it did not understand
}

func newEmulator(cols, rows int) *emulator {
	return &emulator{cols: cols, rows: rows, lines: [][]string{make([]string, cols)}}
}

var steering = regexp.MustCompile("^\x1b\\[([?0-9]*)([A-Za-z])")

func (e *emulator) Write(b []byte) (int, error) {
	for s := string(b); s != ""; {
		if m := steering.FindStringSubmatch(s); m != nil {
			e.steer(m[1], m[2])
			s = s[len(m[0]):]
			continue
		}
		switch s[0] {
		case '\r':
			e.x = 0
		case '\n':
			e.down()
		case '\x1b':
			e.strange += fmt.Sprintf("%q", s)
			return len(b), nil
		default:
			end := strings.IndexAny(s, "\r\n\x1b")
			if end < 0 {
				end = len(s)
			}
			for _, g := range text.Graphemes(s[:end]) {
				e.put(g)
			}
			s = s[end-1:]
		}
		s = s[1:]
	}
	return len(b), nil
}

func (e *emulator) steer(arg, what string) {
	n, _ := strconv.Atoi(arg)
	switch arg + what {
	case "?7l", "?7h":
		e.noWrap = what == "l"
	case "J":
		clear(e.lines[e.y][min(e.x, e.cols-1):])
		e.lines = e.lines[:e.y+1]
	default:
		if what != "A" || n < 1 {
			e.strange += arg + what
		}
		e.y = max(e.y-n, e.top())
	}
}

// top is the first line on the screen. The screen is where it was when it was
// fullest, but nothing that is tested here goes up after erasing.
func (e *emulator) top() int { return max(len(e.lines)-e.rows, 0) }

func (e *emulator) down() {
	if e.y++; e.y == len(e.lines) {
		e.lines = append(e.lines, make([]string, e.cols))
	}
}

func (e *emulator) put(g string) {
	width := text.Width(g)
	if width == 0 {
		e.lines[e.y][max(e.x-1, 0)] += g
		return
	}
	if e.x+width > e.cols {
		if e.noWrap {
			e.strange += "a row too long: " + g
			return
		}
		e.down()
		e.x = 0
	}
	row := e.lines[e.y]
	row[e.x] = g
	clear(row[e.x+1 : e.x+width])
	if e.x += width; e.x == e.cols && e.noWrap {
		e.x-- // it stands on the last cell
	}
}

// resize breaks every line anew, as tmux and most terminals do.
func (e *emulator) resize(cols int) {
	old, x, y := e.lines, e.x, e.y
	e.cols, e.lines, e.x, e.y = cols, [][]string{make([]string, cols)}, 0, 0
	for i, line := range old {
		if i > 0 {
			e.x = 0
			e.y = len(e.lines) - 1
			e.down()
		}
		for j, cell := range line {
			if i == y && j == x {
				toX, toY := e.x, e.y
				if cell != "" && e.x+text.Width(cell) > cols {
					toX, toY = 0, e.y+1 // it goes along with the character under it
				}
				defer func() { e.x, e.y = toX, toY }()
			}
			if cell != "" {
				e.put(cell)
			}
		}
	}
}

// text is what stands between two places, without the ends of rows.
func (e *emulator) text(fromY, fromX, toY, toX int) string {
	var b strings.Builder
	for y := fromY; y <= toY; y++ {
		row := e.lines[y]
		if y == toY {
			row = row[:toX]
		}
		if y == fromY {
			row = row[fromX:]
		}
		b.WriteString(strings.Join(row, ""))
	}
	return b.String()
}

func (e *emulator) row(y int) string { return strings.Join(e.lines[y], "") }
