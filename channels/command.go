package channels

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// Command is what a person wrote as a /command: folded, so that one made wide
// or capital by an input method (／ＨＥＬＰ) is taken as well. ok is false for
// everything that is said to the companion, also for a path or a text of
// several lines that happens to begin with a slash.
func Command(words string) (line string, ok bool) {
	line = strings.TrimSpace(words)
	if strings.ContainsRune(line, '\n') {
		return "", false
	}
	line = text.Fold(line)
	name, _, _ := strings.Cut(strings.TrimPrefix(line, "/"), " ")
	if !strings.HasPrefix(line, "/") || strings.Contains(name, "/") {
		return "", false
	}
	return line, true
}
