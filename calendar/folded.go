package calendar

import (
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// folded is a text in the form in which it is read, and where each byte of it
// came from.
type folded struct {
	s  string
	at []int32 // the offset in the original of each byte, and its length behind

	kana, cjk bool // it has kana; it has kana or Chinese characters

	plan bool   // it is about what is to come, for When
	lang string // of plans: ja, en or zh
}

// fold brings a text into the form text.Fold gives it, character by character.
func fold(words string) folded {
	s := make([]byte, 0, len(words)+8)
	at := make([]int32, 0, len(words)+9)
	for i := 0; i < len(words); {
		r, n := utf8.DecodeRuneInString(words[i:])
		end := i + n
		for end < len(words) {
			mark, n := utf8.DecodeRuneInString(words[end:])
			if !joins(mark) {
				break
			}
			end += n
		}
		from := len(s)
		switch {
		case r < utf8.RuneSelf && end == i+1:
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			s = append(s, byte(r))
		case end == i+n && plain(r):
			s = append(s, words[i:end]...)
		case end == i+n && '！' <= r && r <= '～':
			if r -= '！' - '!'; 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			s = append(s, byte(r))
		default:
			s = append(s, text.Fold(words[i:end])...)
		}
		for range len(s) - from {
			at = append(at, int32(i))
		}
		i = end
	}
	out := folded{s: string(s), at: append(at, int32(len(words)))}
	for _, r := range out.s {
		out.kana = out.kana || 0x3041 <= r && r <= 0x30fe
		out.cjk = out.cjk || out.kana || 0x4e00 <= r && r <= 0x9fff
	}
	return out
}

// joins reports whether a character is written onto the one before it, or is
// invisible between that and one which is.
func joins(r rune) bool {
	return r >= 0x80 && (r == 'ﾞ' || r == 'ﾟ' || unicode.In(r, unicode.Mn, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point))
}

// plain reports whether folding leaves a character as it is.
func plain(r rune) bool {
	return 0x3001 <= r && r <= 0x3020 || 0x3041 <= r && r <= 0x3096 || 0x30a1 <= r && r <= 0x30fe || 0x4e00 <= r && r <= 0x9fff
}

// original is where the folded bytes from a to b stand in the text itself.
func (f folded) original(a, b int) (start, end int) {
	for b < len(f.s) && f.at[b] == f.at[b-1] {
		b++ // the rest of one character that was written as several
	}
	return int(f.at[a]), int(f.at[b])
}

// before is the character in front of i, 0 at the beginning.
func (f folded) before(i int) rune {
	if i == 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(f.s[:i])
	return r
}

// after is the character at i, 0 at the end.
func (f folded) after(i int) rune {
	if i >= len(f.s) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(f.s[i:])
	return r
}

// has reports whether one of the words stands at i.
func (f folded) has(i int, words ...string) bool {
	_, ok := f.any(i, words...)
	return ok
}

// any is the end of the first of the words that stands at i.
func (f folded) any(i int, words ...string) (end int, ok bool) {
	if i > len(f.s) {
		return i, false
	}
	for _, w := range words {
		if len(f.s)-i >= len(w) && f.s[i:i+len(w)] == w {
			return i + len(w), true
		}
	}
	return i, false
}

// optional is behind the first of the words that stands at i, and i if none.
func (f folded) optional(i int, words ...string) int {
	end, _ := f.any(i, words...)
	return end
}

// blank is behind the blanks at i.
func (f folded) blank(i int) int {
	for i < len(f.s) && (f.s[i] == ' ' || f.s[i] == '\t') {
		i++
	}
	return i
}

// skip is where reading goes on after nothing was found at i: a number and a
// word of an alphabet are passed over whole.
func (f folded) skip(i int) int {
	switch c := f.s[i]; {
	case digit(c):
		for i < len(f.s) && (digit(f.s[i]) || (f.s[i] == '.' || f.s[i] == ',') && i+1 < len(f.s) && digit(f.s[i+1])) {
			i++
		}
		return i
	case letter(c):
		return f.wordEnd(i)
	case han(f.after(i)):
		return f.hanEnd(i)
	}
	_, n := utf8.DecodeRuneInString(f.s[i:])
	return i + n
}

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func letter(c byte) bool { return 'a' <= c && c <= 'z' }
