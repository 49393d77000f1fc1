package agent

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

//go:embed prompts/*.md
var prompts embed.FS

// Texts are words to the model in one language, by key. They live in reviewed
// Markdown files: one `## key` a text, slots in braces.
type Texts map[string]string

// LoadTexts reads prompts/LANG.md of a package. A missing language is an
// error; that every language has the same keys and slots is a test.
func LoadTexts(fsys fs.FS, lang string) (Texts, error) {
	raw, err := fs.ReadFile(fsys, "prompts/"+lang+".md")
	if err != nil {
		return nil, fmt.Errorf("prompt texts in %q: %w", lang, err)
	}
	out := Texts{}
	for _, part := range strings.Split("\n"+string(raw), "\n## ")[1:] {
		key, body, _ := strings.Cut(part, "\n")
		out[key] = strings.TrimSpace(body)
	}
	return out, nil
}

// Fill puts values into the text of key: pairs of name and value.
func (t Texts) Fill(key string, pairs ...string) string {
	return text.Fill(t[key], pairs...)
}

// Now is the text "now": the date, the weekday, the time and the zone.
func (t Texts) Now(at time.Time, zone *time.Location) string {
	at = at.In(zone)
	return t.Fill("now", "date", at.Format("2006-01-02"), "weekday", strings.Fields(t["weekdays"])[at.Weekday()],
		"time", at.Format("15:04"), "zone", zone.String())
}
