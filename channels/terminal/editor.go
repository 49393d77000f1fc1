package terminal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// editor is the line that is being typed. It is pure: keys go in, the text and
// the place of the cursor come out.
type editor struct {
	line []string // characters as a reader sees them; a pasted text has line breaks among them
	at   int      // the cursor stands before line[at]

	past  []string // what was sent, oldest first
	back  int      // how many steps back in past the line was fetched from
	draft string   // what was being typed before the first step back
}

func (e *editor) text() string   { return strings.Join(e.line, "") }
func (e *editor) before() string { return strings.Join(e.line[:e.at], "") }
func (e *editor) after() string  { return strings.Join(e.line[e.at:], "") }

// set makes before+after the line with the cursor between them. What was typed
// may grow together with its neighbour (an accent, a joined emoji): the cursor
// then stands behind the whole character.
func (e *editor) set(before, after string) {
	e.line, e.at = text.Graphemes(before+after), 0
	for n := 0; n < len(before); e.at++ {
		n += len(e.line[e.at])
	}
}

// key changes the line by one key. Keys that are no editing are passed over.
func (e *editor) key(k key) {
	switch k.op {
	case opText:
		e.set(e.before()+k.text, e.after())
	case opLeft:
		e.at = max(e.at-1, 0)
	case opRight:
		e.at = min(e.at+1, len(e.line))
	case opHome:
		e.at = 0
	case opEnd:
		e.at = len(e.line)
	case opWordLeft:
		e.at = e.wordLeft()
	case opWordRight:
		e.at = e.wordRight()
	case opBackspace:
		e.cut(max(e.at-1, 0), e.at)
	case opDelete, opDeleteOrEnd:
		e.cut(e.at, min(e.at+1, len(e.line)))
	case opCutBefore:
		e.cut(0, e.at)
	case opCutAfter:
		e.cut(e.at, len(e.line))
	case opCutWordLeft:
		e.cut(e.wordLeft(), e.at)
	case opCutWordRight:
		e.cut(e.at, e.wordRight())
	case opUp:
		e.recall(e.back + 1)
	case opDown:
		e.recall(e.back - 1)
	}
}

func (e *editor) cut(from, to int) {
	e.set(strings.Join(e.line[:from], ""), strings.Join(e.line[to:], ""))
}

// recall fetches what was sent so many messages ago; 0 is what was being typed.
func (e *editor) recall(back int) {
	if back < 0 || back > len(e.past) {
		return
	}
	if e.back == 0 {
		e.draft = e.text()
	}
	words := e.draft
	if back > 0 {
		words = e.past[len(e.past)-back]
	}
	e.back = back
	e.set(words, "")
}

// take empties the line and returns what stood there, remembering it.
func (e *editor) take() string {
	words := e.text()
	if strings.TrimSpace(words) != "" && (len(e.past) == 0 || e.past[len(e.past)-1] != words) {
		e.past = append(e.past, words)
	}
	e.line, e.at, e.back, e.draft = nil, 0, 0, ""
	return words
}

func (e *editor) wordLeft() int {
	at := e.at
	for at > 0 && blank(e.line[at-1]) {
		at--
	}
	for start := at; at > 0 && sameWord(e.line[at-1], e.line[max(start-1, 0)]); {
		at--
	}
	return at
}

func (e *editor) wordRight() int {
	at := e.at + max(slices.IndexFunc(e.line[e.at:], func(c string) bool { return !blank(c) }), 0)
	for start := at; at < len(e.line) && sameWord(e.line[at], e.line[start]); {
		at++
	}
	return at
}

func blank(c string) bool { return strings.TrimSpace(c) == "" }

// sameWord reports whether two characters side by side are of one word. Where
// no blanks are written a word ends with its script.
func sameWord(a, b string) bool { return !blank(a) && scriptOf(a) == scriptOf(b) }

func scriptOf(c string) text.Script {
	r, _ := utf8.DecodeRuneInString(c)
	if unicode.IsDigit(r) {
		return text.ScriptLatin
	}
	return text.ScriptOf(r)
}
