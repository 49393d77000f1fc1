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

// noticeRound numbers the write by rules, like promiseRound those of promises.
const noticeRound = promiseRound + 1

// notice keeps what the person's words plainly say is worth keeping, where the
// model has kept nothing in this turn, and nobody asked to forget. What goes
// wrong costs no reply.
func (r *run) notice(ctx context.Context) {
	if slices.Contains(r.kept, promise.Memory) || slices.Contains(r.kept, promise.Forget) || promise.Drops(r.t.Text()) {
		return
	}
	wrote, err := r.Memory.Notice(ctx, r.t, turn.OpOf(r.t.ID, noticeRound, 0))
	if err != nil {
		r.Log.Error("keep what the person said", "turn", r.t.ID, "err", err)
	}
	if wrote {
		r.kept = append(r.kept, promise.Memory)
	}
}

// credit notes what the write of a tool keeps.
func (r *run) credit(name string, res tool.Result) {
	i := slices.IndexFunc(r.specs, func(s tool.Spec) bool { return s.Name == name })
	if i < 0 {
		return
	}
	r.wrote = r.wrote || res.Wrote
	r.kept = append(r.kept, r.specs[i].Kept(res)...)
}

// keepPromises looks at the reply as it stands. What it claims to have
// remembered, and has not, is remembered now if it is clear what that is; a
// reminder that it claims, and the person asked for, is set if their words say
// what and when. Every other claim without its write is corrected.
func (r *run) keepPromises(ctx context.Context) error {
	text := r.show.text.String()
	unkept := promise.Unkept(text, r.kept...)
	reminds := slices.ContainsFunc(unkept, func(c promise.Claim) bool { return c.Kind == promise.Reminder })
	contents := r.meant(unkept)
	for n, content := range contents {
		if err := r.fulfil(ctx, n, promise.Memory, content); err != nil {
			return err
		}
	}
	if words := r.t.Text(); reminds && promise.AsksReminder(words) {
		// The tool reads what and when from the words, or sets nothing.
		if err := r.fulfil(ctx, len(contents), promise.Reminder, words); err != nil {
			return err
		}
	}
	r.correct()
	return nil
}

// correct says of every claim in the reply that has no write what is true
// instead.
func (r *run) correct() {
	text := r.show.text.String()
	if unkept := promise.UnkeptTo(r.t.Text(), text, r.kept...); len(unkept) > 0 {
		r.show.replace(promise.Correct(text, unkept...))
	}
}

// meant is what the claims to remember are about: what the person said, if it
// is one thing that they tell; else what the claims themselves say. Nothing
// where neither is clear.
func (r *run) meant(claims []promise.Claim) (contents []string) {
	claims = slices.DeleteFunc(claims, func(c promise.Claim) bool { return c.Kind != promise.Memory })
	if words := strings.TrimSpace(r.t.Text()); len(claims) > 0 && promise.Clear(words) {
		return []string{words}
	}
	for _, c := range claims {
		if c.Content != "" && !slices.Contains(contents, c.Content) {
			contents = append(contents, c.Content)
		}
	}
	return contents
}

// fulfil writes content, the n-th thing of this turn, with the tool that keeps
// promises of a kind by itself, if this person may use one.
func (r *run) fulfil(ctx context.Context, n int, kind promise.Kind, content string) error {
	i := slices.IndexFunc(r.specs, func(s tool.Spec) bool { return s.Keeps == kind && s.Content != "" })
	if i < 0 {
		return nil
	}
	spec := r.specs[i]
	args, err := json.Marshal(map[string]string{spec.Content: content})
	if err != nil {
		return fmt.Errorf("keep promise: %w", err)
	}
	res, err := r.result(ctx, Asked{Op: turn.OpOf(r.t.ID, promiseRound, n), Tool: spec.Name, Args: args})
	r.credit(spec.Name, res)
	return err
}
