package learn

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// sentence is one sentence of a message.
type sentence struct {
	words  string // as written
	folded string // with 〓 for quotations, folded, without the marks around it
	rest   string // of the message behind it
	lang   text.Lang
	asks   bool
}

// Limits of what is read. A longer message is a document.
const (
	maxMessage   = 600 // characters
	maxSentences = 12
)

// quotation is what somebody else said, or a name.
var quotation = text.Lazy("「[^」]*」?|『[^』]*』?|“[^”]*”?|\"[^\"]*\"?|`[^`]*`?|«[^»]*»?|‘[^’]*’")

// introduces is a sentence after which somebody else's words may stand.
var introduces = text.Lazy(`[:：]\s*$|メール|手紙|記事|サイト|ページ|メッセージ|文章|資料|レビュー|投稿|ブログ|チャット|台本|セリフ|歌詞|\be-?mails?\b|\bletter\b|\barticle\b|\bpages?\b|\bwebsite\b|\bmessage\b|\bposts?\b|\bdocument\b|\breview\b|\bprompt\b|\blyrics\b|\bscript\b|\b(?:he|she|they|boss|friend|someone|somebody|it) (?:says|said|wrote|told|writes)\b|邮件|书信|来信|文章|网页|网站|消息|帖子|资料|台词|歌词|(?:他|她|他们|老板|朋友|有人)(?:说|写|讲)`)

// sentences are those of a message that are the writer's own beyond doubt: up
// to one that introduces somebody else's words, and none of a document.
func sentences(words string, lang text.Lang) (all []sentence) {
	if utf8.RuneCountInString(words) > maxMessage || strings.Contains(words, "```") {
		return nil
	}
	start, skip := 0, 0
	flush := func(end int) bool {
		s := strings.TrimSpace(words[start:end])
		start = end
		if s == "" {
			return true
		}
		one := sentence{words: s, folded: plain(s), rest: strings.TrimSpace(words[end:]), lang: text.Guess(s, lang), asks: memory.Asks(s)}
		if one.lang != text.Ja && one.lang != text.Zh {
			one.lang = text.En
		}
		all = append(all, one)
		return len(all) < maxSentences && !introduces.MatchString(text.Fold(s))
	}
	quotes := quotation.FindAllStringIndex(words, -1)
	for i, r := range words {
		for len(quotes) > 0 && i >= quotes[0][1] {
			quotes = quotes[1:]
		}
		if i < skip || len(quotes) > 0 && i >= quotes[0][0] {
			continue
		}
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			n = 1
		}
		next, _ := utf8.DecodeRuneInString(words[i+n:])
		stop := r == '.' && (next == utf8.RuneError || unicode.IsSpace(next)) && !text.Abbreviates(words[start:i])
		if r == '\n' || stop || strings.ContainsRune("。！？!?", r) && !strings.ContainsRune("。！？!?", next) {
			if skip = i + n; !flush(skip) {
				return all
			}
		}
	}
	flush(len(words))
	return all
}

// drawn is a vowel that is drawn out, which says nothing.
var drawn = text.Lazy(`([ぁ-ん])[ー〜~]+`)

// plain is a sentence as rules read it.
func plain(s string) string {
	s = text.Fold(quotation.ReplaceAllString(s, "〓"))
	s = drawn.ReplaceAllString(strings.ReplaceAll(s, "’", "'"), "$1")
	return strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || strings.ContainsRune("。.!?~〜ー…♪,、，", r) && r != 'ー'
	})
}

// Parts of a word by which a pattern is known again.
var (
	denies    = text.Lazy(`ない|なし|ません|やめ|\b(?:not|no|never|stop|without|don't|doesn't|isn't|wasn't)\b|不|别|別|没|勿`)
	noDenial  = text.Lazy(`しかない|問題ない|間違いない|仕方ない|not only|no problem|不错|没错|不过|特别|别人`)
	zhGlue    = text.Lazy(`[的了吧啊呀哦呢嘛吗请]`)
	englishOf = " a an the is are am was were be been it its it's that this to of in on at and or i my me you your for with by as do does did not no never don't stop please from now always "
)

// terms are the words that say what a sentence is about, in order of their
// letters: names, numbers, Han, katakana and Latin words; its kana where it has
// nothing else.
func terms(s string) string {
	var out []string
	var kana []string
	for _, w := range runs(zhGlue.ReplaceAllString(text.Fold(s), " ")) {
		switch r, _ := utf8.DecodeRuneInString(w); {
		case text.ScriptOf(r) == text.ScriptHiragana:
			kana = append(kana, w)
		case !strings.Contains(englishOf, " "+w+" "):
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		out = kana
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

// pole is "not" for a sentence that denies, "" for one that does not.
func pole(s string) string {
	if denies.MatchString(noDenial.ReplaceAllString(text.Fold(s), " ")) {
		return not
	}
	return ""
}

// runs are the stretches of one script.
func runs(s string) (out []string) {
	start, last := 0, -1
	for i, r := range s + " " {
		kind := -1
		switch {
		case unicode.IsNumber(r):
			kind = 100
		case unicode.IsLetter(r) || r == 'ー' || r == '\'' && last >= 0:
			if kind = int(text.ScriptOf(r)); r == 'ー' || r == '\'' {
				kind = last
			}
		}
		if kind == last {
			continue
		}
		if last >= 0 {
			out = append(out, s[start:i])
		}
		start, last = i, kind
	}
	return out
}
