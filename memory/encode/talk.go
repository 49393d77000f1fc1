package encode

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// How much of a talk a model is shown, in characters; where there is more, the
// longest lines give way first.
const (
	maxShown  = 8000
	minLine   = 80
	maxAnswer = 1200 // tokens
)

// What of a message is a document and not the person's own word.
const (
	maxQuote  = 12  // characters in quotation marks that may be a name
	maxSpoken = 600 // characters: what is longer was pasted, behind its first paragraph
)

var (
	fenced = regexp.MustCompile("(?s)```.*?(?:```|$)|~~~.*?(?:~~~|$)")
	cited  = regexp.MustCompile(`(?m)^[ \t　]*[>＞|｜].*$`)
	// tagged goes to the last closing tag: the document may have some of its own.
	tagged  = regexp.MustCompile(`(?s)<[A-Za-z][^<>]{0,80}>.*</[A-Za-z][^<>]{0,80}>|<[A-Za-z][^<>]{0,80}>.*$`)
	quoting = regexp.MustCompile("「[^」]*(?:」|$)|『[^』]*(?:』|$)|“[^”]*(?:”|$)|\"[^\"\n]*(?:\"|$)|`[^`\n]*`|«[^»]*(?:»|$)")
	// handed begins what somebody else wrote, to the end of the message.
	handed = regexp.MustCompile(`(?is)(?:以下(?:は|の|が|を)[^\n]{0,40}(?:文|メール|記事|ページ|内容|メッセージ|資料|引用|結果|レシピ|ログ)[^\n]{0,20}|(?:次|下)の(?:文章|メール|記事|文書|文)[^\n]{0,20}|(?:here(?:'s| is)|below is|this is|read|look at|check(?: out)?|what do you think (?:of|about)|summari[sz]e|translate|the following)[^\n]{0,40}(?:text|mail|e-mail|article|page|document|message|quote|result|log|website)[^\n]{0,20}|(?:以下是|下面是|下面这|请(?:翻译|总结|看))[^\n]{0,30})[：:\n].*`)
)

// toKeep are the words that ask to remember what is handed over: it is the
// person's own wish then.
var toKeep = regexp.MustCompile(`(?i)覚え|おぼえ|憶え|メモ|記憶|記録|remember|keep in mind|note (?:down|this|that)|memori[sz]e|don't forget|记住|記住|记下|記下|别忘|牢记`)

// Spoken is a message without what is cited, fenced, tagged or handed over in
// it: documents, pages and mails are not what the person says.
func Spoken(s string) string {
	s = tagged.ReplaceAllString(fenced.ReplaceAllString(s, " … "), " … ")
	s = handed.ReplaceAllStringFunc(s, func(all string) string {
		if at := strings.IndexAny(all, "：:\n"); at >= 0 && toKeep.MatchString(all[:at]) {
			return all
		}
		return " … "
	})
	return strings.TrimSpace(cited.ReplaceAllString(s, "…"))
}

// Pasted reports whether a message is too long to have been written here.
func Pasted(s string) bool { return utf8.RuneCountInString(s) > maxSpoken }

// Own is what of a message is the person's own word: what is spoken, without
// quotations, and the beginning alone of what was pasted.
func Own(s string) string {
	s = quoting.ReplaceAllStringFunc(Spoken(s), func(q string) string {
		if utf8.RuneCountInString(q) <= maxQuote+2 {
			return q
		}
		return "…"
	})
	if Pasted(s) {
		s, _, _ = strings.Cut(s, "\n")
		s = text.Excerpt(s, maxSpoken) + " …"
	}
	return strings.TrimSpace(s)
}

// own is the talk without what is nobody's own word in it: what is quoted, and
// what the companion answered to it, which repeats it.
func (t Talk) own() Talk {
	lines, about := make([]Line, 0, len(t.Lines)), false
	for _, l := range t.Lines {
		said := Own(l.Text)
		if l.Person {
			about = strings.Contains(said, "…") && !strings.Contains(l.Text, "…")
		}
		if l.Text = said; (l.Person || !about) && strings.Trim(said, " …\n") != "" {
			lines = append(lines, l)
		}
	}
	t.Lines = lines
	return t
}

// told reports whether the person said anything.
func (t Talk) told() bool {
	for _, l := range t.Lines {
		if l.Person {
			return true
		}
	}
	return false
}

// greeting is what is said to everybody.
var greeting = regexp.MustCompile(`(?i)^(?:(?:good )?(?:morning|afternoon|evening|day)|hi|hey|hello|thanks?|thank you|ok(?:ay)?|yes|no|bye|早|早安|早上好|你好|您好|谢谢|好的?|嗯|再见)(?: (?:there|you|all|again|kokoron))?[\s.!,。！，、~〜]*$`)

// idle reports whether a talk that is too short for an episode tells nothing
// either: greetings and questions alone. What was said stands in the diary.
func (t Talk) idle() bool {
	turns := 0
	for _, l := range t.Lines {
		if !l.Person {
			continue
		}
		if turns++; !Farewell(l.Text) && !greeting.MatchString(l.Text) && !memory.Asks(l.Text) && len(termsOf(l.Text)) > 0 {
			return false
		}
	}
	return turns < MinTurns
}

// lang is the language of the person's words.
func (t Talk) lang() text.Lang {
	var said strings.Builder
	for _, l := range t.Lines {
		if l.Person {
			said.WriteString(l.Text + "\n")
		}
	}
	return text.Guess(said.String(), t.Lang)
}

// who is how the person is called.
func (t Talk) who(w words) string { return cmp.Or(text.CleanName(t.Name), w["somebody"]) }

//go:embed schema.json
var schema []byte

// ask is the question to the model.
func (t Talk) ask(w words) Ask {
	return Ask{
		System: text.Fill(w["system"], "name", t.who(w)), Words: t.shown(w),
		Schema: json.RawMessage(schema), MaxTokens: maxAnswer,
	}
}

// shown is the talk as the model reads it, between marks that nothing in it can
// write.
func (t Talk) shown(w words) string {
	most := t.clip()
	var b strings.Builder
	b.WriteString("<talk>\n")
	for _, l := range t.Lines {
		who := t.who(w)
		if !l.Person {
			who = w["companion"]
		}
		words := strings.Join(strings.Fields(text.Excerpt(l.Text, most)), " ")
		b.WriteString(l.At.In(t.Zone).Format("01-02 15:04") + " " + who + ": " + strings.NewReplacer("<", "＜", ">", "＞").Replace(words) + "\n")
	}
	b.WriteString("</talk>")
	return b.String()
}

// clip is how long a line may be so that all fit.
func (t Talk) clip() int {
	most := maxShown
	for most > minLine {
		sum := 0
		for _, l := range t.Lines {
			sum += min(utf8.RuneCountInString(l.Text), most)
		}
		if sum <= maxShown {
			return most
		}
		most /= 2
	}
	return minLine
}
