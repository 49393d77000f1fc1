package consolidate

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/policy"
	"github.com/kokoron/kokoron/memory/salience"
)

// When episodes are a cluster: so many of them, so near to the first one by the
// cosine of their terms, of which those count more that few episodes have.
const (
	leastCluster = 3
	mostCluster  = 12
	near         = 0.35
)

// leftFor is for how long what a model could say nothing sound about is left.
const leftFor = 30 * 24 * time.Hour

// generalised is what a model says of several memories.
type generalised struct{ Topic, Content string }

// vector is the weights of the terms of a text, of length 1.
type vector map[string]float64

// cluster makes one general statement of at least three episodes that are much
// alike. The episodes stay as they are, and are marked: each is in one cluster.
func cluster(ctx context.Context, r *run, p Place) error {
	all, err := r.episodes(ctx, p)
	if err != nil {
		return err
	}
	vectors := vectorsOf(all)
	free := map[turn.ID]bool{}
	for _, e := range all {
		known, err := r.done(ctx, p, clusterMark(e.ID))
		if err != nil {
			return err
		}
		left, err := r.lately(ctx, p, "left/"+clusterMark(e.ID), leftFor)
		if err != nil {
			return err
		}
		free[e.ID] = !known && !left
	}
	for {
		group := firstCluster(all, vectors, free)
		if group == nil {
			return nil
		}
		if err := r.generalise(ctx, p, group); err != nil {
			return err
		}
		for _, e := range group {
			free[e.ID] = false
		}
	}
}

func clusterMark(id turn.ID) string { return "cluster/" + sum(string(id)) }

// episodes are the pieces of the files of episodes and the records of what
// happened, oldest first; how something went is for policies.
func (r *run) episodes(ctx context.Context, p Place) (all []memory.Record, err error) {
	files, err := r.Memory.Files(ctx, p.Scope, episodesFolder)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		all = append(all, f.Pieces...)
	}
	records, err := r.active(ctx, p)
	for _, rec := range records {
		if rec.Type == memory.Episodic && rec.Outcome == memory.OutcomeNone {
			all = append(all, rec)
		}
	}
	slices.SortFunc(all, func(a, b memory.Record) int {
		return cmp.Or(a.OccurredAt.Compare(b.OccurredAt), cmp.Compare(a.ID, b.ID))
	})
	return all, err
}

// vectorsOf weighs the terms of texts by how few of them have each.
func vectorsOf(all []memory.Record) map[turn.ID]vector {
	has := map[string]int{}
	terms := make([]map[string]bool, len(all))
	for i, e := range all {
		terms[i] = policy.Terms(e.Content)
		for t := range terms[i] {
			has[t]++
		}
	}
	out := map[turn.ID]vector{}
	for i, e := range all {
		v, sq := vector{}, 0.0
		for _, t := range sortedKeys(terms[i]) {
			w := math.Log(1 + float64(len(all))/float64(has[t]))
			v[t], sq = w, sq+w*w
		}
		for t := range v {
			v[t] /= math.Sqrt(sq)
		}
		out[e.ID] = v
	}
	return out
}

func (v vector) cosine(o vector) (sum float64) {
	for t, w := range v {
		sum += w * o[t]
	}
	return sum
}

// firstCluster is the first group of free episodes that are near to its oldest.
func firstCluster(all []memory.Record, vectors map[turn.ID]vector, free map[turn.ID]bool) []memory.Record {
	for i, seed := range all {
		if !free[seed.ID] {
			continue
		}
		group := []memory.Record{seed}
		for _, e := range all[i+1:] {
			if len(group) < mostCluster && free[e.ID] && sameCircle(seed, e) && vectors[seed.ID].cosine(vectors[e.ID]) >= near {
				group = append(group, e)
			}
		}
		if len(group) >= leastCluster {
			return group
		}
	}
	return nil
}

// generalise is one group. What the person's own words of those days do not
// bear out is left.
func (r *run) generalise(ctx context.Context, p Place, group []memory.Record) error {
	var told, own []string
	step := Step{Counts: Funnel{In: len(group)}}
	for _, e := range group {
		told = append(told, text.Excerpt(e.Content, maxPiece))
		step.From = append(step.From, e.ID)
		at := e.OccurredAt.In(r.Zone)
		from := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, r.Zone)
		said, err := r.Memory.Said(ctx, p.Scope, from, from.AddDate(0, 0, 1))
		if err != nil {
			return err
		}
		own = append(own, wordsOf(said, true)...)
	}
	lang := text.Guess(strings.Join(told, "\n"), p.Lang)
	var got generalised
	if err := r.ask(ctx, lang, "cluster", cmp.Or(p.Name, string(p.Scope)), shown("memories", strings.Join(told, "\n\n")), &got); err != nil {
		return err
	}
	content := plain(got.Content, maxContent)
	last := group[len(group)-1]
	rec, err := memory.Record{
		ID: r.NewID(), Type: memory.Semantic, Category: memory.Observation, Level: memory.Pattern, Content: content, Subject: plain(got.Topic, maxTopic),
		Language: string(lang), Confidence: sure, Salience: salience.OfCategory(memory.Observation), OccurredAt: last.OccurredAt,
		Scope: p.Scope, Audience: last.Audience, Trust: memory.TrustModel, Source: memory.FromConsolidate, Provenance: step.From,
	}.Normalise(r.now)
	if err != nil || memory.Asks(content) || !r.Borne(content, p.Name, own...) {
		step.Counts.Refused++
		for _, e := range group {
			step.Marks = append(step.Marks, "left/"+clusterMark(e.ID))
		}
		return r.commit(ctx, p, "cluster", step)
	}
	for _, e := range group {
		step.Marks = append(step.Marks, clusterMark(e.ID))
	}
	step.Records, step.Counts.Merged, step.Counts.Kept = []Edit{{After: rec}}, len(group), 1
	return r.commit(ctx, p, "cluster", step)
}
