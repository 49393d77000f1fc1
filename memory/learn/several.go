package learn

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

var (
	// between is what stands between two wishes of one sentence.
	between = map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(`[、，,；;]`),
		text.En: text.Lazy(`[,;，、]\s*|(?i:\s+(?:and|but)\s+)`),
		text.Zh: text.Lazy(`[，、,；;]`),
	}
	// leads are parts that say nothing without the one behind them.
	leads = map[text.Lang]*text.Pattern{text.Ja: text.Lazy(jaThen + `$`), text.En: text.Lazy(enThen + `$`), text.Zh: text.Lazy(zhThen + `$`)}
	// joins is what a part begins with that goes on from the one before it.
	joins = text.Lazy(`^(?i:and|but|also|then)\s+|^(?:あと(?:は)?|それと|それから|还有|另外|也)[、，,\s]*`)
	// courteous is a part that asks for nothing.
	courteous = text.Lazy(`^(?:please|pls|thanks|thank you|ok|okay|お願い(?:します|ね|だから)?|よろしく(?:ね|お願いします)?|ありがとう|谢谢|拜托|麻烦了|好吗|好不好|行吗|可以吗)$`)
)

// several are the wishes of a sentence that is nothing but wishes, two of them
// at least: each is counted, contradicted and taken back by itself. Where one
// part is anything else the sentence may be about something else altogether
// (「髪を切って、もっと短くして」), and is none of these.
func (s sentence) several() (out []Instruction) {
	if quotation.MatchString(s.words) {
		return nil // it may be the very wish
	}
	values := map[string]string{}
	n, lead := 0, ""
	parts := s.apart()
	for i, words := range parts {
		words = strings.TrimSpace(lead + joins.ReplaceAllString(strings.TrimSpace(words), ""))
		part := sentence{words: words, folded: plain(words), lang: s.lang, asks: s.asks && i == len(parts)-1}
		switch lead = ""; {
		case part.folded == "" || courteous.MatchString(part.folded):
			continue
		case i < len(parts)-1 && leads[s.lang].MatchString(part.folded+" "):
			lead = words + " " // 「これからは、…」
			continue
		}
		in, ok := part.instructs()
		known := values[in.Topic]
		if !ok || strings.HasPrefix(in.Topic, "do:") || known != "" && known != in.Value {
			return nil
		}
		if n++; known == "" {
			in.Lasting = in.Lasting || lasting[s.lang].MatchString(s.folded)
			out = append(out, in)
		}
		values[in.Topic] = in.Value
	}
	if n < 2 {
		return nil
	}
	return out
}

// apart are the parts of a sentence, without what stands between them.
func (s sentence) apart() (parts []string) {
	start := 0
	for _, cut := range between[s.lang].FindAllStringIndex(s.words, -1) {
		parts = append(parts, s.words[start:cut[0]])
		start = cut[1]
	}
	return append(parts, s.words[start:])
}
