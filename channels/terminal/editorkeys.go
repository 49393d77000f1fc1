package terminal

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// op is what a key does.
type op int

const (
	opNone op = iota
	opText    // key.text was typed or pasted
	opEnter
	opBackspace
	opDelete
	opDeleteOrEnd // Ctrl-D: the end of input on an empty line
	opLeft
	opRight
	opHome
	opEnd
	opWordLeft
	opWordRight
	opUp
	opDown
	opCutBefore
	opCutAfter
	opCutWordLeft
	opCutWordRight
	opRedraw
	opInterrupt
)

type key struct {
	op   op
	text string // of opText: no control characters but line breaks and tabs
}

// The keys that send one byte. Enter sends \r once the terminal is raw.
var controls = map[byte]op{
	'A' - '@': opHome, 'B' - '@': opLeft, 'C' - '@': opInterrupt, 'D' - '@': opDeleteOrEnd, 'E' - '@': opEnd, 'F' - '@': opRight,
	'H' - '@': opBackspace, 0x7f: opBackspace, '\n': opEnter, '\r': opEnter, 'K' - '@': opCutAfter, 'L' - '@': opRedraw,
	'N' - '@': opDown, 'P' - '@': opUp, 'U' - '@': opCutBefore, 'W' - '@': opCutWordLeft,
}

// What follows ESC where a key sends two bytes (Alt with a letter).
var alts = map[byte]op{'b': opWordLeft, 'f': opWordRight, 'd': opCutWordRight, 0x7f: opCutWordLeft}

// What follows ESC [ or ESC O (ECMA-48 control sequences as xterm sends them).
var sequences = map[string]op{
	"A": opUp, "B": opDown, "C": opRight, "D": opLeft, "H": opHome, "F": opEnd,
	"1~": opHome, "7~": opHome, "4~": opEnd, "8~": opEnd, "3~": opDelete,
	"1;5C": opWordRight, "1;3C": opWordRight, "1;5D": opWordLeft, "1;3D": opWordLeft,
	"3;5~": opCutWordRight, "3;3~": opCutWordRight,
}

const (
	esc        = 0x1b
	ctrlC      = 'C' - '@'
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// decoder turns what a terminal sends into keys. Its answer does not depend on
// how the bytes are cut into pieces, but for texts typed in one piece, which
// come as one key. It is pure.
type decoder struct{ rest []byte }

// keys takes the next bytes. The beginning of a key waits for its rest.
func (d *decoder) keys(piece []byte) []key {
	b := append(d.rest, piece...)
	var out []key
	for len(b) > 0 {
		k, n := decode(b)
		if n == 0 {
			break
		}
		b = b[n:]
		switch last := len(out) - 1; {
		case k.op == opNone || k.op == opText && k.text == "":
		case k.op == opText && last >= 0 && out[last].op == opText:
			out[last].text += k.text
		default:
			out = append(out, k)
		}
	}
	d.rest = b
	return out
}

// decode is the first key of b and its length, 0 where more has to come.
func decode(b []byte) (key, int) {
	switch {
	case b[0] == esc:
		return decodeEscape(b)
	case controls[b[0]] != opNone:
		return key{op: controls[b[0]]}, 1
	case !utf8.FullRune(b):
		return key{}, 0
	}
	r, n := utf8.DecodeRune(b)
	return key{op: opText, text: plain(string(r))}, n
}

func decodeEscape(b []byte) (key, int) {
	if len(b) == 1 {
		return key{}, 0
	}
	if b[1] != '[' && b[1] != 'O' {
		if o := alts[b[1]]; o != opNone {
			return key{op: o}, 2
		}
		return key{}, 1 // the key Esc means nothing
	}
	end := 2
	for b[1] == '[' && end < len(b) && b[end] >= ' ' && b[end] < '@' {
		end++
	}
	switch {
	case end == len(b):
		return key{}, 0
	case b[end] < '@' || b[end] >= 0x7f:
		return key{}, end // no sequence after all
	case string(b[:end+1]) == pasteBegin:
		return decodePaste(b)
	}
	return key{op: sequences[string(b[2:end+1])]}, end + 1
}

// decodePaste is a pasted text as one key. Ctrl-C ends it too: a terminal that
// forgets the end of a paste must not lock the person in.
func decodePaste(b []byte) (key, int) {
	words := b[len(pasteBegin):]
	n, skip := bytes.Index(words, []byte(pasteEnd)), len(pasteEnd)
	if c := bytes.IndexByte(words, ctrlC); c >= 0 && (n < 0 || c < n) {
		n, skip = c, 0
	}
	if n < 0 {
		return key{}, 0
	}
	pasted := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(words[:n]), "\uFFFD"))
	return key{op: opText, text: plain(escapes.ReplaceAllString(pasted, ""))}, len(pasteBegin) + n + skip
}
