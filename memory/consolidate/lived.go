package consolidate

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/policy"
	"github.com/kokoron/kokoron/memory/salience"
)

// pause is after how long a silence words past midnight are of another talk.
const pause = 30 * time.Minute

// sitting is what was said before midnight, and what goes on from it without a
// pause. The rest is of the next day: it has a night of its own.
func sitting(said []Said, midnight time.Time) []Said {
	for i, s := range said {
		if !s.At.Before(midnight) && (i == 0 || s.At.Sub(said[i-1].At) > pause) {
			return said[:i]
		}
	}
	return said
}

// toldAt is when it was said what a sentence says: the time of the line that
// shares most terms with it, of equals the last. otherwise is where none does.
func (r *run) toldAt(said []Said, sentence, name string, own bool, otherwise time.Time) time.Time {
	want, not, most := policy.Terms(sentence), policy.Terms(name), 0
	for _, s := range said {
		n := 0
		for t := range policy.Terms(s.Text) {
			if want[t] && !not[t] {
				n++
			}
		}
		if (s.Person || !own) && n > 0 && n >= most {
			most, otherwise = n, s.At
		}
	}
	return otherwise.In(r.Zone)
}

// topical is a topic that names something; of one that does not, such as a
// number, the longest word of the sentence comes in its place: in Japanese, the
// longest stretch without hiragana.
func topical(topic, sentence string) (best string) {
	if topic == "" || strings.ContainsFunc(topic, unicode.IsLetter) {
		return topic
	}
	for _, w := range strings.FieldsFunc(sentence, func(r rune) bool {
		return r != 'ー' && (!unicode.IsLetter(r) || text.ScriptOf(r) == text.ScriptHiragana)
	}) {
		if utf8.RuneCountInString(w) > utf8.RuneCountInString(best) {
			best = w
		}
	}
	return best
}

// experiences adds to a step those that the words bear out and that are not
// among the records.
func (r *run) experiences(p Place, lang text.Lang, episodes []memory.Record, said []Said, records []memory.Record, list []lived, step *Step) {
	for _, x := range list {
		rec, ok := r.experience(p, lang, episodes, said, x)
		switch {
		case !ok:
			step.Counts.Refused++
		case r.lived(records, rec):
			step.Counts.Merged++
		default:
			rec.Provenance = append(rec.Provenance, r.bearers(said, rec.Content, p.Name, false)...)
			step.From = append(step.From, rec.Provenance...)
			step.Records, records = append(step.Records, Edit{After: rec}), append(records, rec)
			step.Counts.Kept++
		}
	}
}

// experience is a record of how something went, if the words bear it out.
func (r *run) experience(p Place, lang text.Lang, episodes []memory.Record, said []Said, x lived) (memory.Record, bool) {
	cause, content, all := plain(x.Cause, maxTopic), plain(x.Content, maxContent), wordsOf(said, false)
	if cause == "" || !r.Borne(content, p.Name, all...) || !r.Borne(cause, p.Name, all...) {
		return memory.Record{}, false
	}
	best, from := -1.0, episodes[len(episodes)-1]
	for _, e := range episodes {
		if l := policy.Likeness(policy.Terms(content), policy.Terms(e.Content)); l > best {
			best, from = l, e
		}
	}
	at := r.toldAt(said, content, p.Name, false, from.OccurredAt)
	// The day tells it from another time: two of a kind make a policy.
	content = strings.TrimPrefix((&book{lang: lang}).line(content, []string{at.Format(time.DateOnly)}), "- ")
	rec, err := memory.Record{
		ID: r.NewID(), Type: memory.Episodic, Category: memory.Observation, Level: memory.Summary, Content: content, Subject: cause,
		Outcome: x.Outcome, Language: string(lang), Confidence: sure, Salience: salience.OfCategory(memory.Observation), OccurredAt: at,
		Scope: p.Scope, Trust: memory.TrustModel, Source: memory.FromConsolidate, Provenance: []turn.ID{from.ID},
	}.Normalise(r.now)
	return rec, err == nil
}

// lived reports whether an experience is known: that of the same day, from the
// same cause, in nearly the same words. Told twice it is still lived once, and a
// policy stands on how often something happened.
func (r *run) lived(records []memory.Record, x memory.Record) bool {
	return slices.ContainsFunc(records, func(o memory.Record) bool {
		return o.Level != memory.Policy && o.Outcome == x.Outcome && policy.SameSubject(o.Subject, x.Subject) &&
			o.OccurredAt.In(r.Zone).Format(time.DateOnly) == x.OccurredAt.In(r.Zone).Format(time.DateOnly) &&
			policy.Likeness(policy.Terms(o.Content), policy.Terms(x.Content)) >= alike
	})
}
