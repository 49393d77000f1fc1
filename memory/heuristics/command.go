package heuristics

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// commands are the ways to ask in one language that something be remembered.
// All match the sentence as it is written.
type commands struct {
	// first begins with the command and has the content behind it, as its group.
	first *text.Pattern
	// last has the content before the command, as its group.
	last *text.Pattern
	// alone is the command and nothing else.
	alone *text.Pattern
	// not are sentences with the words of a command that are none: questions,
	// reminiscences, negations, thanks and what others said.
	not *text.Pattern
	// request is what makes a question a command.
	request *text.Pattern
	// advice is a command to take care of oneself, which asks for nothing to be
	// kept unless it is personal; stating is what a fact has that is not told
	// with a colon. All three may be nil.
	advice, personal, stating *text.Pattern
	// pointing is content that only points at what was said before.
	pointing *text.Pattern
	// back is a command that points at what was said before it, and not at what
	// follows.
	back *text.Pattern
	// glue is what ties the content to a command behind it.
	glue *text.Pattern
}

// asked are the notes that the message asks for, and the sentences they took.
func asked(words string, all []sentence) (notes []Note, taken map[int]bool) {
	taken = map[int]bool{}
	for i, s := range all {
		content, ok := s.command()
		if !ok || len(notes) == maxNotes || taken[i] {
			continue
		}
		taken[i] = true
		n, r := of(Explicit, ""), rulesOf[s.lang]
		earlier := trim(before(words, all[:i], taken))
		switch rest := trim(words[s.end:]); {
		case content != "":
			n.Content = content
		case fact(earlier) && !strings.HasSuffix(strings.TrimSpace(s.words), ":") && !strings.HasSuffix(strings.TrimSpace(s.words), "："):
			n.Content = earlier
			for j := range i {
				taken[j] = true
			}
		case !r.command.back.MatchString(s.words):
			n.Content = rest
			for j := i + 1; j < len(all); j++ {
				taken[j] = true
			}
		}
		n.Content = text.Excerpt(n.Content, maxExplicit)
		if n.Previous = !fact(n.Content); n.Previous {
			n.Content = ""
		}
		n.Category = memory.Knowledge
		if r.self.MatchString(text.Fold(n.Content)) {
			n.Category = memory.AboutSensei
		}
		notes = append(notes, n)
	}
	return notes, taken
}

// before is what a message says before its command, greetings left out.
func before(words string, all []sentence, taken map[int]bool) string {
	for len(all) > 0 && (taken[0] || greeting.MatchString(all[0].folded)) {
		all = all[1:]
	}
	if len(all) == 0 {
		return ""
	}
	return words[all[0].start:all[len(all)-1].end]
}

var greeting = text.Lazy(`^(?:おはよう|こんにちは|こんばんは|ただいま|やあ|ねえ|もしもし|ありがとう|hi|hello|hey|good (?:morning|evening|afternoon|night)|thanks|thank you|你好|早上好|晚上好|早安|晚安|谢谢|嗨)[^。]{0,12}$`)

// command reports whether the sentence asks that something be remembered, and
// what; "" where the sentence itself does not say it.
func (s sentence) command() (content string, ok bool) {
	r := rulesOf[s.lang]
	c := r.command
	w := trim(text.Excerpt(s.words, maxExplicit))
	switch {
	case c.not.MatchString(w), s.asks() && !c.request.MatchString(w):
		return "", false
	case c.advice != nil && c.advice.MatchString(w) && !c.personal.MatchString(w):
		return "", false
	case c.alone.MatchString(w):
		return "", true
	}
	if m := c.first.FindStringSubmatch(w); m != nil {
		content = strings.TrimRight(strings.Join(m[1:], ""), "?？")
		ok = c.stating == nil || c.stating.MatchString(w)
	} else if m := c.last.FindStringSubmatch(w); m != nil {
		content, ok = c.glue.ReplaceAllString(strings.TrimSpace(m[1]), ""), true
	}
	content = r.content(content)
	if c.pointing.MatchString(content) || !fact(content) {
		content = ""
	}
	return content, ok
}
