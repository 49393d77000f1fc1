package simulate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
)

// tick is the job in which the companion thinks.
const tick = "tick"

// words are how a report's codes are told in a language.
type words struct {
	lang text.Lang
	list map[string]string
}

func wordsIn(lang text.Lang) words { return words{lang, catalog.Coded(lang, catalog.SimulateWords)} }

func (w words) say(k catalog.Key, pairs ...string) string { return catalog.Text(w.lang, k, pairs...) }

// word is the word for the first of some codes that has one; what has none, as
// a name, is its own.
func (w words) word(codes ...string) string {
	for _, c := range codes {
		if word, ok := w.list[c]; ok {
			return word
		}
	}
	return codes[len(codes)-1]
}

func (w words) kind(k string) string {
	if k == "" {
		return ""
	}
	return w.say(ops.KindText(governor.Kind(k)))
}

func (w words) reason(r string) string {
	if key := ops.ReasonText(governor.Reason(r)); key != "" {
		return w.say(key)
	}
	return w.word(r)
}

func (w words) step(s state.FollowUpState) string {
	return w.say(ops.FollowUpSeen{FollowUp: ops.FollowUp{State: s}}.Step())
}

// figures are what a decision stood on, as why-now tells them.
func (w words) figures(f *governor.Figures) string {
	if f == nil {
		return ""
	}
	last := w.say(catalog.SpokenNever)
	if !f.Last.IsZero() {
		last = f.Last.In(f.At.Location()).Format(timeForm)
	}
	weight := func(v float64) string {
		if percent := int(math.Round(v * 100)); percent < 100 {
			return strconv.Itoa(percent) + "%"
		}
		return w.say(catalog.SpokenNormal)
	}
	n, clock := strconv.Itoa, func(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
	return strings.TrimSpace(w.say(catalog.SpokenFigures, "today", n(f.Today), "cap", n(f.PerDay), "last", last, "gap", n(int(f.Gap.Minutes())),
		"clock", f.At.Format("15:04"), "hours", clock(f.From)+"–"+clock(f.To), "zone", f.Zone, "unanswered", n(f.Unanswered), "most", n(f.Most),
		"topic", cmp.Or(f.Topic, w.say(catalog.SpokenNoTopic)), "weight", weight(f.Weight), "hour", weight(f.Hour)))
}

// row is an event: when, what, whose and where, the text, why and what came of
// it.
func (w words) row(e Entry) []string {
	name, why := e.Name, []string{}
	switch e.Kind {
	case Job:
		name = w.word("job."+e.Name, e.Name)
		for _, k := range catalog.Counted(e.Counts) {
			if e.Counts[k] != 0 {
				why = append(why, fmt.Sprintf("%s %d", w.word("n."+k, k), e.Counts[k]))
			}
		}
	case Talk:
		why = append(why, w.say(catalog.SimulateTalk, "said", strconv.Itoa(e.Said), "replied", strconv.Itoa(e.Replied)))
	case Unasked, Held, Dropped:
		name = joined(e.Name, w.kind(e.What))
		why = append(why, w.reason(e.Why))
	case Thought:
		why = append(why, w.say(catalog.OutcomeOf(e.What)), w.reason(e.Why))
	case FollowUp:
		name = joined(e.Name, w.word(e.Why))
		why = append(why, w.step(state.FollowUpState(e.What)))
	case EntryKind(Run):
		name = w.word("job."+e.Name, e.Name)
	case Saved, Archived, Replaced, Back, EntryKind(Down):
		name = w.word(e.Name)
		why = append(why, w.word(e.Why))
	}
	if !e.Until.IsZero() {
		why = append(why, "→ "+e.Until.Format(timeForm))
	}
	return []string{e.At.Format(timeForm), w.word(string(e.Kind)), joined(name, w.word(e.Channel)), e.Text, joined(append(why, e.Error)...)}
}

// joined are those that are not empty, with a dot between.
func joined(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " · ")
}
