package persona

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// The limits of what of memories enters the character: of all in tokens, of one
// in characters.
const (
	soulTokens = 400
	soulLine   = 200
)

// Soul renders the memories that the owner has let into the character, as a
// part of the system message behind System: one line each, made harmless, in
// their order, as far as they fit into 400 tokens as count counts them. It is
// empty where none is there or fits, and the same for the same memories.
func (p Persona) Soul(lang text.Lang, memories []string, count func(string) int) string {
	frame, err := prompts.ReadFile("prompts/soul-" + string(lang) + ".md")
	if err != nil {
		frame, _ = prompts.ReadFile("prompts/soul-" + string(text.En) + ".md")
	}
	out := p.fill(strings.TrimSpace(string(frame)), lang)
	room, any := soulTokens-count(out), false
	for _, m := range memories {
		line := "\n- " + text.Excerpt(harmless.Replace(text.CleanName(m)), soulLine)
		if room -= count(line); room < 0 {
			break
		}
		out, any = out+line, true
	}
	if !any {
		return ""
	}
	return out
}

// harmless takes the marks away that mean something in a prompt.
var harmless = strings.NewReplacer("<", "‹", "＜", "‹", "﹤", "‹", ">", "›", "＞", "›", "﹥", "›", "[", "(", "]", ")", "`", "'")
