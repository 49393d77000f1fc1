package consolidate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/policy"
)

// The folders of memory files.
const (
	episodesFolder  = "episodes/"
	knowledgeFolder = "knowledge/"
)

// nights is for how many days an episode that is not done is looked for: a
// model may have been away.
const nights = 31

// sure is the confidence of what a model wrote about what was said.
const sure = 0.8

// noted is what a model says of a day.
type noted struct {
	Notes []struct {
		Topic, Kind, Content string
	}
	Experiences []lived
}

// lived is how something went.
type lived struct {
	Cause   string
	Outcome memory.Outcome
	Content string
}

// night makes knowledge of the episodes of each day that is over.
func night(ctx context.Context, r *run, p Place) error {
	files, err := r.Memory.Files(ctx, p.Scope, episodesFolder)
	if err != nil {
		return err
	}
	now := r.now.In(r.Zone)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, r.Zone)
	days := map[string][]memory.Record{}
	for _, f := range files {
		for _, e := range f.Pieces {
			if !e.OccurredAt.Before(today) || e.OccurredAt.Before(today.AddDate(0, 0, -nights)) {
				continue
			}
			known, err := r.done(ctx, p, nightMark(e))
			if err != nil {
				return err
			}
			if !known {
				day := e.OccurredAt.In(r.Zone).Format(time.DateOnly)
				days[day] = append(days[day], e)
			}
		}
	}
	var failed []error
	for _, day := range sortedKeys(days) {
		if err := r.day(ctx, p, day, days[day]); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", day, err))
		}
		if ctx.Err() != nil || r.away != nil {
			break
		}
	}
	return errors.Join(failed...)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func nightMark(e memory.Record) string { return "night/" + sum(string(e.ID), e.Content) }

// day is one group: the episodes of a day that are not done.
func (r *run) day(ctx context.Context, p Place, day string, episodes []memory.Record) error {
	slices.SortFunc(episodes, func(a, b memory.Record) int { return a.OccurredAt.Compare(b.OccurredAt) })
	from := episodes[0].OccurredAt.In(r.Zone)
	from = time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, r.Zone)
	said, err := r.Memory.Said(ctx, p.Scope, from, from.AddDate(0, 0, 2)) // a talk may go on past midnight
	if err != nil {
		return err
	}
	said = sitting(said, from.AddDate(0, 0, 1))
	docs, err := r.Memory.Files(ctx, p.Scope, knowledgeFolder)
	if err != nil {
		return err
	}
	records, err := r.Memory.Records(ctx, p.Scope)
	if err != nil {
		return err
	}
	own, all := wordsOf(said, true), wordsOf(said, false)
	lang := text.Guess(strings.Join(own, "\n"), p.Lang)
	var got noted
	if err := r.ask(ctx, lang, "night", cmp.Or(p.Name, string(p.Scope)), dayWords(docs, episodes, own), &got); err != nil {
		return err
	}
	step := Step{Counts: Funnel{In: len(episodes)}}
	for _, e := range episodes {
		step.Marks = append(step.Marks, nightMark(e))
	}
	b := newBook(docs, lang, p.Names)
	for _, n := range got.Notes {
		content, topic := plain(n.Content, maxContent), topical(plain(n.Topic, maxTopic), n.Content)
		words := all
		if n.Kind == "fact" {
			words = own
		}
		if topic == "" || memory.Asks(content) || !r.Borne(content, p.Name, words...) {
			step.Counts.Refused++
			continue
		}
		from := r.bearers(said, content, p.Name, n.Kind == "fact")
		step.From = append(step.From, from...)
		note, fresh := b.note(topic, content, r.toldAt(said, content, p.Name, n.Kind == "fact", episodes[0].OccurredAt).Format(time.DateOnly))
		if step.Counts.Merged++; fresh {
			step.Counts.Merged--
			step.Counts.Kept++
		}
		step.Notes = append(step.Notes, Note{Text: note, From: from})
	}
	r.settle(b, records, &step)
	step.Files = b.edits()
	r.experiences(p, lang, episodes, said, records, got.Experiences, &step)
	return r.commit(ctx, p, "night", step)
}

// wordsOf are the words of a talk, of the person alone or of both.
func wordsOf(said []Said, own bool) (out []string) {
	for _, s := range said {
		if s.Person || !own {
			out = append(out, s.Text)
		}
	}
	return out
}

// maxBearers is how many lines a statement names that bear it out.
const maxBearers = 8

// bearers are the lines that share a term with a sentence, the last ones.
func (r *run) bearers(said []Said, sentence, name string, own bool) (ids []turn.ID) {
	want, not := policy.Terms(sentence), policy.Terms(name)
	for _, s := range said {
		if own && !s.Person {
			continue
		}
		for t := range policy.Terms(s.Text) {
			if want[t] && !not[t] {
				ids = append(ids, s.ID)
				break
			}
		}
	}
	return ids[max(0, len(ids)-maxBearers):]
}

// dayWords is what a model is shown of a day.
func dayWords(docs []File, episodes []memory.Record, own []string) string {
	var topics, told []string
	for _, d := range docs[:min(len(docs), 60)] {
		topics = append(topics, topicOf(d.Path))
	}
	for _, e := range episodes {
		told = append(told, text.Excerpt(e.Content, maxPiece))
	}
	return shown("topics", strings.Join(topics, "\n")) + shown("episodes", strings.Join(told, "\n\n")) + shown("words", strings.Join(own, "\n"))
}
