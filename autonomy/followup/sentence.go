package followup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// sentence is one sentence of a message, with 〓 for each quotation in it.
type sentence struct {
	words  string
	folded string // without the marks at the end
	lang   text.Lang
	asks   bool
}

// closers are the quotation marks by their openers.
var closers = map[rune]rune{'「': '」', '『': '』', '“': '”', '"': '"', '`': '`', '‘': '’'}

// sentences cuts a message at the ends of its sentences and lines.
func sentences(words string, lang text.Lang) (all []sentence) {
	words = unquoted(text.Excerpt(words[:min(len(words), maxMessage)], maxMessage))
	start := 0
	flush := func(end int) {
		if s := strings.TrimSpace(words[start:end]); s != "" {
			folded := strings.TrimRightFunc(text.Fold(s), func(r rune) bool {
				return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || strings.ContainsRune("。.!?~〜…♪,、", r)
			})
			all = append(all, sentence{words: s, folded: strings.ReplaceAll(folded, "’", "'"), lang: text.Guess(s, lang), asks: memory.Asks(s)})
		}
		start = end
	}
	for i, r := range words {
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			continue // may be one byte or three
		}
		next, _ := utf8.DecodeRuneInString(words[end:])
		stop := r == '.' && (end == len(words) || unicode.IsSpace(next) && !text.Abbreviates(words[start:i]))
		if r == '\n' || stop || ends(r) && !ends(next) {
			flush(end)
		}
	}
	flush(len(words))
	return all
}

func ends(r rune) bool { return strings.ContainsRune("。！？!?♪", r) || unicode.Is(unicode.So, r) }

// unquoted is s with 〓 for each quotation: what is quoted is somebody else's,
// or an example. Quotations do not go over the end of a line.
func unquoted(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		for line != "" {
			at := strings.IndexFunc(line, func(r rune) bool { return closers[r] != 0 })
			if at < 0 {
				break
			}
			opener, n := utf8.DecodeRuneInString(line[at:])
			b.WriteString(line[:at])
			rest := line[at+n:]
			if end := strings.IndexRune(rest, closers[opener]); end >= 0 {
				b.WriteString("〓")
				line = rest[end+utf8.RuneLen(closers[opener]):]
				continue
			}
			// What is never closed is an apostrophe or a slip, and so are the
			// same marks behind it.
			b.WriteRune(opener)
			line = strings.ReplaceAll(rest, string(opener), "")
		}
		b.WriteString(line)
	}
	return b.String()
}

// stated is what a sentence states: all of it, or of a question what stands
// before what is asked (「明日面接なんだけど、どうしよう？」); "" where that is nothing.
func (s sentence) stated() string {
	if !s.asks {
		return s.folded
	}
	if at := grammars[s.lang].before.FindStringIndex(s.folded); at != nil {
		return s.folded[:at[0]]
	}
	return ""
}
