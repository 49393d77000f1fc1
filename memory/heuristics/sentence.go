package heuristics

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// sentence is one sentence of a message.
type sentence struct {
	words      string // as written, with the mark behind it
	folded     string // without quotations, folded, without the marks behind it
	start, end int    // its bytes in the message
	lang       text.Lang
	quotes     bool // something in it stands in quotation marks
}

// closers are the quotation marks by their openers. What is quoted is somebody
// else's, or an example.
var closers = map[rune]rune{'「': '」', '『': '』', '“': '”', '"': '"', '`': '`', '‘': '’'}

// sentences cuts a message at the ends of its sentences and lines, but not
// inside quotations. A name without an owner belongs to whom the sentence
// before has brought in: 「犬を飼っています。名前はポチ。」 is said of the dog.
func sentences(words string, lang text.Lang) (all []sentence) {
	start, quoted := 0, [2]int{}
	flush := func(end int) {
		if s := strings.TrimSpace(words[start:end]); s != "" {
			at := start + strings.Index(words[start:end], s)
			one := sentenceOf(s, at, quoted[1] > start, lang)
			if last := len(all) - 1; last >= 0 && text.NameOf(all[last].folded, one.folded) {
				all[last].words, all[last].end = words[all[last].start:one.end], one.end
			} else {
				all = append(all, one)
			}
		}
		start = end
	}
	for i := 0; i < len(words); {
		r, n := utf8.DecodeRuneInString(words[i:])
		i += n
		next, _ := utf8.DecodeRuneInString(words[i:])
		if closer, opens := closers[r]; opens {
			rest, _, _ := strings.Cut(words[i:min(len(words), i+400)], "\n")
			if end := strings.IndexRune(rest, closer); end >= 0 {
				quoted = [2]int{i, i + end}
				i += end + utf8.RuneLen(closer)
			}
			continue
		}
		if r == '\n' || ends(r) && !ends(next) || r == '.' && stops(words[start:i-1], words[i:]) {
			flush(i)
		}
	}
	flush(len(words))
	return all
}

// stops reports whether a full stop between two texts ends a sentence.
func stops(before, behind string) bool {
	next, _ := utf8.DecodeRuneInString(behind)
	return behind == "" || unicode.IsSpace(next) && !text.Abbreviates(before)
}

func ends(r rune) bool { return strings.ContainsRune("。！？!?♪", r) || unicode.Is(unicode.So, r) }

func sentenceOf(s string, at int, quotes bool, lang text.Lang) sentence {
	said := s
	if quotes {
		said = unquoted(s)
	}
	return sentence{
		words: s, start: at, end: at + len(s), lang: text.Guess(s, lang), quotes: quotes,
		folded: strings.TrimRightFunc(text.Fold(said), func(r rune) bool {
			return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || strings.ContainsRune("。.!~〜…♪", r)
		}),
	}
}

// unquoted is s with 〓 for each quotation.
func unquoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if closer, opens := closers[r]; opens {
			if end := strings.IndexRune(s[i+n:], closer); end >= 0 {
				b.WriteString("〓")
				i += n + end + utf8.RuneLen(closer)
				continue
			}
		}
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

// asks reports whether the sentence is a question.
func (s sentence) asks() bool { return memory.Asks(s.words) }
