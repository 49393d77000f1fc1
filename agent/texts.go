package agent

import (
	"embed"
	"fmt"
	"strings"
	"time"
)

//go:embed prompts/*.md
var promptFiles embed.FS

// texts are the engine's own words to the model in one language, by key.
type texts map[string]string

// loadTexts reads prompts/LANG.md. A missing language is an error; that every
// language has the same keys is a test.
func loadTexts(lang string) (texts, error) {
	raw, err := promptFiles.ReadFile("prompts/" + lang + ".md")
	if err != nil {
		return nil, fmt.Errorf("prompt texts for language %q: %w", lang, err)
	}
	out := texts{}
	for _, part := range strings.Split("\n"+string(raw), "\n## ")[1:] {
		key, body, _ := strings.Cut(part, "\n")
		out[key] = strings.TrimSpace(body)
	}
	return out, nil
}

// fill puts values into the text of key: pairs of name and value.
func (t texts) fill(key string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(t[key])
}

// now is the line that tells the model the date, the weekday and the zone.
func (t texts) now(at time.Time, zone *time.Location) string {
	at = at.In(zone)
	days := strings.Fields(t["weekdays"])
	return t.fill("now", "date", at.Format("2006-01-02"), "weekday", days[at.Weekday()],
		"time", at.Format("15:04"), "zone", zone.String())
}
