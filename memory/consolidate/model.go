package consolidate

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/schema"
	"github.com/kokoron/kokoron/internal/text"
)

//go:embed prompts
var prompts embed.FS

// The limits of what a model is shown and may write, in characters.
const (
	maxShown   = 8000
	maxPiece   = 1200
	maxContent = 200
	maxTopic   = 40
	maxAnswer  = 1200 // tokens
	tries      = 2
)

// texts are those of one language by key, from prompts/LANG.md.
func texts(lang text.Lang) (map[string]string, error) {
	raw, err := prompts.ReadFile("prompts/" + string(lang) + ".md")
	if err != nil {
		return nil, fmt.Errorf("texts of consolidation in %q: %w", lang, err)
	}
	out := map[string]string{}
	for _, part := range strings.Split("\n"+string(raw), "\n## ")[1:] {
		key, body, _ := strings.Cut(part, "\n")
		out[key] = strings.TrimSpace(body)
	}
	return out, nil
}

// ask puts a question to the model and reads the answer by the schema of that
// name into out. What does not fit is refused, and asked once more.
func (r *run) ask(ctx context.Context, lang text.Lang, key, name, words string, out any) error {
	if r.away != nil {
		return r.away
	}
	t, err := texts(lang)
	if err != nil {
		return err
	}
	raw, err := prompts.ReadFile("prompts/" + key + ".json")
	if err != nil {
		return fmt.Errorf("schema of %s: %w", key, err)
	}
	fits, err := schema.Compile(raw)
	if err != nil {
		return err
	}
	q := Ask{System: text.Fill(t[key], "name", name), Words: words, Schema: raw, MaxTokens: maxAnswer}
	for range tries {
		answer, err := r.Model.Answer(ctx, q)
		var away *fault.Unavailable
		if errors.As(err, &away) {
			r.away = err // whoever is away needs no second question
		}
		if err != nil {
			return err
		}
		object, ok := toolcall.Object(answer)
		if !ok || fits.Validate(object) != nil {
			continue
		}
		return json.Unmarshal(object, out)
	}
	return ErrRefused
}

// shown is a text between marks that nothing in it can write.
func shown(tag, s string) string {
	return "<" + tag + ">\n" + strings.NewReplacer("<", "＜", ">", "＞").Replace(strings.TrimSpace(text.Excerpt(s, maxShown))) + "\n</" + tag + ">\n"
}

// plain is one line of a model's without anything that means something in a
// memory file.
func plain(s string, runes int) string {
	s = strings.Map(func(c rune) rune {
		if strings.ContainsRune("[]<>`*#|\\{}", c) {
			return ' '
		}
		return c
	}, text.CleanName(s))
	return text.Excerpt(strings.Trim(strings.Join(strings.Fields(s), " "), " -—–:：・•"), runes)
}

// sum is a short name of some texts; it says nothing of what they are.
func sum(parts ...string) string {
	h := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(h[:12])
}
