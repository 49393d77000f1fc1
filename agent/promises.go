package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/agent/promise"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/turn"
)

// promiseRound numbers the writes that keep a promise. No turn has that many
// rounds, so their ops never meet those of the model's own calls.
const promiseRound = 99

// saveTool is the tool that keeps a promise to remember.
const saveTool = "memory_save"

// clearWords is how long a person's words may be, in characters, to be what
// "I'll remember that" means.
const clearWords = 300

// keepPromises looks at the reply as it stands. What it claims to have
// remembered, and has not, is remembered now if it is clear what that is;
// every other claim without its write is corrected.
func (r *run) keepPromises(ctx context.Context) error {
	var wrote []promise.Kind
	if r.wrote {
		wrote = append(wrote, promise.Memory)
	}
	text := r.show.text.String()
	unkept := promise.Unkept(text, wrote...)
	if i := slices.IndexFunc(unkept, func(c promise.Claim) bool { return c.Kind == promise.Memory }); i >= 0 {
		kept, err := r.remember(ctx, r.meant(unkept[i]))
		if err != nil {
			return err
		}
		if kept {
			unkept = slices.DeleteFunc(unkept, func(c promise.Claim) bool { return c.Kind == promise.Memory })
		}
	}
	if len(unkept) > 0 {
		r.show.replace(promise.Correct(text, unkept...))
	}
	return nil
}

// meant is what a claim to remember is about: what the person said, unless
// that was a question or is too long to be one thing; then what the claim
// itself says. "" where neither is clear.
func (r *run) meant(c promise.Claim) string {
	words := strings.TrimSpace(r.t.Text())
	if strings.HasSuffix(words, "?") || strings.HasSuffix(words, "？") || len([]rune(words)) > clearWords {
		return c.Content
	}
	return words
}

// remember saves content with the tool the model should have used, once a
// turn. It reports whether something is stored now.
func (r *run) remember(ctx context.Context, content string) (bool, error) {
	may := slices.ContainsFunc(r.specs, func(s tool.Spec) bool { return s.Name == saveTool })
	if content == "" || !may {
		return false, nil
	}
	args, err := json.Marshal(struct {
		Content string `json:"content"`
	}{content})
	if err != nil {
		return false, fmt.Errorf("keep promise: %w", err)
	}
	res, err := r.result(ctx, Asked{Op: turn.OpOf(r.t.ID, promiseRound, 0), Tool: saveTool, Args: args})
	return res.Wrote, err
}
