package consolidate

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/policy"
	"github.com/kokoron/kokoron/memory/salience"
)

// policyStars is how much a policy matters: it stays until it is forgotten.
const policyStars = 4

// policies makes policies of how things went. One that stands on more than
// before comes in the place of the older one; one that somebody has forgotten
// stays so until there is more to say.
func policies(ctx context.Context, r *run, p Place) error {
	all, err := r.Memory.Records(ctx, p.Scope)
	if err != nil {
		return err
	}
	var failed []error
	for _, made := range policy.Of(all) {
		rec, ok := r.policy(p, made)
		if !ok {
			continue
		}
		step := Step{Marks: []string{"policy/" + sum(append([]string{string(made.Kind)}, idsOf(rec.Provenance)...)...)}, From: rec.Provenance}
		known, err := r.done(ctx, p, step.Marks[0])
		if err != nil {
			return err
		}
		for _, old := range all {
			if old.Level != memory.Policy || old.Scope != p.Scope || policy.KindOf(old) != made.Kind || !policy.SameSubject(old.Subject, made.Cause) ||
				policy.Negated(old.Subject) != policy.Negated(made.Cause) {
				continue
			}
			news := slices.ContainsFunc(rec.Provenance, func(id turn.ID) bool { return !slices.Contains(old.Provenance, id) })
			if known = known || !news; !news || old.Status != memory.Active {
				continue
			}
			after := old
			after.Status, after.SupersededBy, after.ValidUntil = memory.Superseded, rec.ID, r.now
			step.Records = append(step.Records, Edit{Before: &old, After: after})
			step.Counts.Merged++
		}
		if known {
			continue
		}
		// What supersedes must be there first.
		step.Records = append([]Edit{{After: rec}}, step.Records...)
		step.Counts.In, step.Counts.Kept = len(made.From), 1
		if err := r.commit(ctx, p, "policy", step); err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

func idsOf(list []turn.ID) (out []string) {
	for _, id := range list {
		out = append(out, string(id))
	}
	return out
}

// policy is a policy as a record.
func (r *run) policy(p Place, made policy.Policy) (memory.Record, bool) {
	lang := text.Guess(made.From[0].Content, p.Lang)
	t, err := texts(lang)
	if err != nil {
		return memory.Record{}, false
	}
	rec := memory.Record{
		ID: r.NewID(), Type: memory.Procedural, Category: memory.Observation, Level: memory.Policy, Subject: made.Cause, Outcome: made.Kind.Outcome(),
		Content:  text.Fill(t[string(made.Kind)], "cause", made.Cause, "count", strconv.Itoa(len(made.From))),
		Language: string(lang), Stars: policyStars, Confidence: made.Confidence, Salience: salience.OfCategory(memory.Observation),
		OccurredAt: made.From[len(made.From)-1].OccurredAt, Scope: p.Scope, Audience: made.From[0].Audience,
		Trust: memory.TrustModel, Source: memory.FromConsolidate,
	}
	for _, f := range made.From {
		rec.Provenance = append(rec.Provenance, f.ID)
	}
	rec, err = rec.Normalise(r.now)
	return rec, err == nil
}
