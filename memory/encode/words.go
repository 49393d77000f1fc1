package encode

import (
	"embed"
	"fmt"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

//go:embed prompts/*.md
var prompts embed.FS

// words are the texts of one language by key, from prompts/LANG.md.
type words map[string]string

func wordsOf(lang text.Lang) (words, error) {
	raw, err := prompts.ReadFile("prompts/" + string(lang) + ".md")
	if err != nil {
		return nil, fmt.Errorf("texts of episodes in %q: %w", lang, err)
	}
	out := words{}
	for _, part := range strings.Split("\n"+string(raw), "\n## ")[1:] {
		key, body, _ := strings.Cut(part, "\n")
		out[key] = strings.TrimSpace(body)
	}
	return out, nil
}
