package llm

import (
	"errors"
	"strings"
	"time"
	"unicode/utf8"
)

// bounds are what the rest of one stream may still bring, in bytes. A server
// that ignores max_tokens, or sends noise for ever, must not hold a
// conversation or fill the memory.
type bounds struct {
	text int // of thoughts and answer; beyond it the answer counts as cut off
	wire int // of lines; beyond it the stream counts as broken
}

// boundsOf are those of an answer of at most so many tokens. No tokenizer comes
// near 64 bytes a token over a whole answer, and no server writes 4 KiB for one.
func boundsOf(maxTokens int) bounds {
	return bounds{text: 64<<10 + 64*maxTokens, wire: 4<<20 + 4<<10*maxTokens}
}

// secondsAToken is how slow a server may be over a whole answer.
const secondsAToken = time.Second

// wholeFor is how long an answer of at most so many tokens may take once the
// prompt was read.
func wholeFor(maxTokens int) time.Duration {
	return time.Minute + time.Duration(maxTokens)*secondsAToken
}

var errEndless = errors.New("the stream is longer than its tokens can be")

// echo is the shortest piece of the conversation, in bytes, that an error must
// not repeat: three or four characters of Japanese, two words of English.
const echo = 12

// withoutEcho leaves out of a server's words what it repeats of what was said
// to it. Errors are logged, and a conversation is nobody's business there.
func withoutEcho(text string, said []string) string {
	var b strings.Builder
	end := 0 // what stands before it is repeated
	for i, r := range text {
		if n := window(text[i:]); n > 0 && repeated(text[i:i+n], said) {
			if i >= end {
				b.WriteString("…")
			}
			end = i + n
		}
		if i >= end {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// window is the length of the first whole characters of s that make up an
// echo, or 0.
func window(s string) int {
	n := echo
	for n < len(s) && !utf8.RuneStart(s[n]) {
		n++
	}
	if n > len(s) {
		return 0
	}
	return n
}

func repeated(piece string, said []string) bool {
	for _, s := range said {
		if strings.Contains(s, piece) {
			return true
		}
	}
	return false
}
