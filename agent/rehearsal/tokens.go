package rehearsal

import (
	"hash/crc32"
	"strings"
	"unicode"

	"github.com/kokoron/kokoron/internal/text"
)

// tokens cuts s into what this model counts as tokens: a character of
// Japanese, Chinese or Korean, at most four letters or digits of other words
// with the blank before them, any other character. Joined they are s again.
func tokens(s string) []string {
	var out []string
	start, n := 0, 0 // the open token and how many letters it has
	flush := func(end int) {
		if end > start {
			out = append(out, s[start:end])
		}
		start, n = end, 0
	}
	for i, r := range s {
		letter := (unicode.IsLetter(r) || unicode.IsDigit(r)) && !text.ScriptOf(r).CJK()
		blank := n == 0 && i == start+1 && s[start] == ' ' // " wor" is one token
		if !letter || n == 4 || n == 0 && !blank {
			flush(i)
		}
		if letter {
			n++
		}
	}
	flush(len(s))
	return out
}

// tokenID gives a token a number. Nothing turns it back into text.
func tokenID(tok string) int { return int(crc32.ChecksumIEEE([]byte(tok)) & 0xfffff) }

var byteSpelling = strings.NewReplacer(" ", "Ġ", "\n", "Ċ")

// render is the text a prompt is counted as: a plain template that opens no
// thought.
func render(messages []message, generate bool) string {
	var b strings.Builder
	for _, m := range messages {
		b.WriteString("<|" + m.Role + "|>\n" + string(m.Content) + "\n")
	}
	if generate {
		b.WriteString("<|assistant|>\n")
	}
	return b.String()
}
