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

// clearWords is how long a person's words may be, in characters, to be what
// "I'll remember that" means.
const clearWords = 300

// credit notes what the write of a tool keeps.
func (r *run) credit(name string, res tool.Result) {
	i := slices.IndexFunc(r.specs, func(s tool.Spec) bool { return s.Name == name })
	if i < 0 {
		return
	}
	r.wrote = r.wrote || res.Wrote
	if kind := r.specs[i].Kept(res); kind != "" {
		r.kept = append(r.kept, kind)
	}
}

// keepPromises looks at the reply as it stands. What it claims to have
// remembered, and has not, is remembered now if it is clear what that is;
// every other claim without its write is corrected.
func (r *run) keepPromises(ctx context.Context) error {
	text := r.show.text.String()
	unkept := promise.Unkept(text, r.kept...)
	if i := slices.IndexFunc(unkept, func(c promise.Claim) bool { return c.Kind == promise.Memory }); i >= 0 {
		if err := r.fulfil(ctx, promise.Memory, r.meant(unkept[i])); err != nil {
			return err
		}
		unkept = promise.Unkept(text, r.kept...)
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

// fulfil writes content with the tool that keeps promises of a kind by itself,
// if this person may use one.
func (r *run) fulfil(ctx context.Context, kind promise.Kind, content string) error {
	i := slices.IndexFunc(r.specs, func(s tool.Spec) bool { return s.Keeps == kind && s.Content != "" })
	if content == "" || i < 0 {
		return nil
	}
	spec := r.specs[i]
	args, err := json.Marshal(map[string]string{spec.Content: content})
	if err != nil {
		return fmt.Errorf("keep promise: %w", err)
	}
	res, err := r.result(ctx, Asked{Op: turn.OpOf(r.t.ID, promiseRound, 0), Tool: spec.Name, Args: args})
	r.credit(spec.Name, res)
	return err
}
