package terminal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// area is what stands on the screen of the prompt and the line being typed, as
// far as it takes to find its beginning again: the rows down to the character
// under the cursor.
type area []string

// size of a screen in character cells.
type size struct{ cols, rows int }

// paint returns what prints prompt and line from the beginning of a row on and
// leaves the cursor before line[at]. Of what is taller than the screen it
// prints the part around the cursor.
//
// Rows are broken here and the terminal's own wrapping is off meanwhile: where
// it takes a character for wider than we do, the count of rows stays right.
func paint(prompt string, line []string, at int, s size) (string, area) {
	head := text.Graphemes(prompt)
	rows, cur, before := wrap(slices.Concat(head, line), len(head)+at, s.cols)
	from := min(max(cur-s.rows/2, 0), max(len(rows)-s.rows, 0))
	rows, cur = rows[from:min(from+max(s.rows, 1), len(rows))], cur-from
	var b strings.Builder
	b.WriteString("\x1b[?7l" + strings.Join(rows, "\r\n"))
	up(&b, len(rows)-1-cur)
	// The row's beginning is printed again, since the terminal knows best how
	// wide it shows it.
	b.WriteString("\r" + before + "\x1b[?7h")
	under := slices.Concat(text.Graphemes(rows[cur][len(before):]), []string{""})[0]
	return b.String(), append(slices.Clone(rows[:cur]), before+under)
}

// erase returns what takes the area back and leaves the cursor where it began.
// A screen that became narrower since has broken its rows anew.
func (a area) erase(s size) string {
	n := -1
	for _, row := range a {
		rows, _, _ := wrap(text.Graphemes(row), -1, s.cols)
		n += len(rows)
	}
	var b strings.Builder
	up(&b, n)
	b.WriteString("\r\x1b[J")
	return b.String()
}

func up(b *strings.Builder, n int) {
	if n > 0 {
		b.WriteString("\x1b[" + strconv.Itoa(n) + "A")
	}
}

// wrap breaks characters into rows of at most cols cells. The cursor stands
// before line[at]: in row cur behind the text before. It has a cell of its own,
// so a full row has another one below where the cursor comes behind it. at is
// negative where no cursor is.
func wrap(line []string, at, cols int) (rows []string, cur int, before string) {
	var row strings.Builder
	used := 0
	next := func() {
		rows = append(rows, row.String())
		row.Reset()
		used = 0
	}
	for i := range len(line) + 1 {
		shown, width := "", 0
		if i < len(line) && line[i] != "\n" {
			shown = strings.ReplaceAll(line[i], "\t", "  ")
			width = text.Width(shown)
		}
		need := width
		if i == at {
			need = max(width, 1)
		}
		if used > 0 && used+need > cols {
			next()
		}
		if i == at {
			cur, before = len(rows), row.String()
		}
		row.WriteString(shown)
		used += width
		if i == len(line) || line[i] == "\n" {
			next()
		}
	}
	return rows, cur, before
}
