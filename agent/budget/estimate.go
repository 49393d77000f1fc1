// Package budget counts the tokens of a prompt and trims its history: it
// estimates, remembers exact counts, and says from which line on a history fits
// its share.
//
// It is pure: exact counts come from outside, off the hot path, and nothing
// here waits. A Meter is safe for concurrent use; the functions keep no state.
// What Keep leaves never exceeds the share it was given. The package never cuts
// a text itself.
package budget

import "github.com/kokoron/kokoron/internal/text"

// What a character costs, in hundredths of a token. The numbers lie above what
// Qwen2.5's tokenizer needs for ordinary text (seen: Japanese prose 55–70 a
// character, Chinese 48–66, English 25, Korean 79, Cyrillic 35, Thai 47, rare
// kanji 129) because others need more, and because a prompt that turns out
// shorter costs nothing while one that is too long is refused. Four characters
// a token, the usual rule, undercounts Japanese two to four times. A Meter
// corrects the sum from the usage that servers report.
const (
	perLatin  = 26  // with its share of the blank before the word
	perAccent = 80  // é, ü: they break words apart
	perKana   = 80  // common endings (です, ます) are one token, rare katakana one each
	perHan    = 95  // common words are one token, rare characters two or three
	perHangul = 85  // a syllable
	perOther  = 60  // Cyrillic, Arabic, Thai …
	perDigit  = 100 // Qwen makes each digit a token
	perMark   = 55  // ASCII punctuation often joins with its neighbours
	perBreak  = 50  // line breaks and tabs; a run of them is one token
	perRare   = 200 // emoji and symbols fall apart into bytes
)

// PerMessage is what a chat template adds around one message, in tokens
// (<|im_start|>, the role, line breaks, <|im_end|>).
const PerMessage = 5

// Estimate is about how many tokens s has, for a tokenizer we do not know. It
// grows with s, and an estimate of two texts together is at most the sum of
// theirs.
func Estimate(s string) int {
	sum := 0
	for _, r := range s {
		sum += cost(r)
	}
	return (sum + 99) / 100
}

// cost is the price of one character in hundredths of a token.
func cost(r rune) int {
	switch {
	case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		return perLatin
	case r == ' ':
		return 0 // belongs to the word behind it
	case r >= '0' && r <= '9':
		return perDigit
	case r == '\n' || r == '\t' || r == '\r':
		return perBreak
	case r < 0x80:
		return perMark
	case r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef:
		return perKana // Japanese and Chinese punctuation, full-width forms
	}
	switch text.ScriptOf(r) {
	case text.ScriptLatin:
		return perAccent
	case text.ScriptHiragana, text.ScriptKatakana:
		return perKana
	case text.ScriptHan:
		return perHan
	case text.ScriptHangul:
		return perHangul
	case text.ScriptOther:
		return perOther
	}
	return perRare
}
