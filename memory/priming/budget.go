package priming

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// budget is how many tokens each channel may spend, and all together.
type budget struct{ total, profile, recent, related, skills int }

// budgets by kind of message. What a channel leaves passes on to the next, so
// that the parts add up to the total.
func budgetOf(kind Kind, room int) budget {
	b := budget{total: 2000, profile: 500, recent: 600, related: 700, skills: 200}
	switch kind {
	case KindGreeting:
		b = budget{total: 500, profile: 300, recent: 200}
	case KindComplex:
		b = budget{total: 3000, profile: 500, recent: 800, related: 1500, skills: 200}
	case KindTick:
		b = budget{total: 500, recent: 200, related: 300}
	}
	b.total = max(0, min(b.total, room))
	return b
}

// spending is the filling of a budget.
type spending struct {
	ask   Ask
	left  int // of all
	spare int // what earlier channels left, for the later ones
	has   map[string]bool
	out   Primed
}

// spend fills the budget by priority: profile, recent, related, skills, and
// what is left then once more with related memories.
func spend(ask Ask, kind Kind, got *gathered) Primed {
	b := budgetOf(kind, ask.Room)
	s := &spending{ask: ask, left: b.total, has: map[string]bool{}}
	s.out.Trace = memory.Trace{Budget: b.total, Kind: string(kind), Gate: got.related.gate, Candidates: got.related.candidates}
	channel := func(name string, share int, fill func(limit int) (items []Item, used int)) {
		c, asked := got.channels[name]
		if !asked {
			s.spare += share
			return
		}
		items, used := fill(min(s.left, share+s.spare))
		for _, it := range items {
			c.Items = append(c.Items, it.ID)
			c.Tokens += s.cost(it)
		}
		s.out.Items = append(s.out.Items, items...)
		s.left -= c.Tokens
		s.spare = max(0, share+s.spare-used)
		s.out.Trace.Spent += c.Tokens
		s.out.Trace.Channels = append(s.out.Trace.Channels, c)
	}
	channel(channelProfile, b.profile, func(limit int) ([]Item, int) { return s.profile(got.profile, limit) })
	channel(channelRecent, b.recent, func(limit int) ([]Item, int) { return s.recent(got.recent, limit) })
	channel(channelRelated, b.related, func(limit int) ([]Item, int) { return s.related(&got.related, limit) })
	channel(channelSkills, b.skills, func(limit int) ([]Item, int) { return s.skills(got.skills, min(limit, b.skills)) })
	s.out.Trace.Candidates = worthKeeping(s.out.Trace.Candidates)
	return s.out
}

func (s *spending) cost(it Item) int { return max(0, s.ask.Count(s.ask.Line(it))) }

// shown reports whether the window has a memory already: itself, or all the
// words that it was made from.
func (a Ask) shown(u memory.Unit) bool {
	if a.inWindow(u.ID) {
		return true
	}
	if u.Record == nil || len(u.Record.Provenance) == 0 {
		return false
	}
	return !slices.ContainsFunc(u.Record.Provenance, func(id turn.ID) bool { return !a.inWindow(string(id)) })
}

// inWindow reports whether a unit stands in the window or is the message.
func (a Ask) inWindow(id string) bool { return a.Shown[id] || slices.Contains(a.Own, id) }

// shortest is how many tokens of a profile are worth showing cut.
const shortest = 40

// profile takes a profile from its beginning; what does not fit whole is cut
// at its tail, and nothing comes after it. What the window has already counts
// as used, else every turn would bring a lesser part.
func (s *spending) profile(units []memory.Unit, limit int) (items []Item, used int) {
	for _, u := range units {
		if s.has[u.ID] {
			continue
		}
		it := item(u)
		it.Group = GroupProfile
		cost := s.cost(it)
		whole := used+cost <= limit
		used += cost
		if s.ask.shown(u) {
			continue
		}
		if !whole {
			if it, ok := s.cut(it, limit-(used-cost)); ok {
				items = append(items, it)
				s.has[u.ID] = true
			}
			return items, used
		}
		items = append(items, it)
		s.has[u.ID] = true
	}
	return items, used
}

// cut shortens an item to a number of tokens.
func (s *spending) cut(it Item, limit int) (Item, bool) {
	if limit < shortest {
		return it, false
	}
	whole := it.Text
	low, high := 0, len(whole) // runes that fit, and that may not
	for low < high {
		mid := (low + high + 1) / 2
		it.Text = text.Excerpt(whole, mid)
		if s.cost(it) <= limit {
			low = mid
		} else {
			high = mid - 1
		}
	}
	it.Text = text.Excerpt(whole, low)
	return it, low > 1 && s.cost(it) <= limit
}

// recent takes the newest first, and shows them in the order of time. What the
// window has already counts as used: of the last two days there is so much in
// mind and no more, however many turns there are.
func (s *spending) recent(units []memory.Unit, limit int) (items []Item, used int) {
	for _, u := range slices.Backward(units) {
		if s.has[u.ID] {
			continue
		}
		it := item(u)
		cost := s.cost(it)
		if used += cost; used > limit {
			break
		}
		if !s.ask.shown(u) {
			items = append(items, it)
			s.has[u.ID] = true
		}
	}
	slices.Reverse(items)
	return items, used
}

// related takes the best candidates that fit.
func (s *spending) related(r *related, limit int) (items []Item, used int) {
	said := map[string]bool{} // the same words twice tell nothing more
	for i := range r.candidates {
		c := &r.candidates[i]
		u, ok := r.units[c.ID]
		switch {
		case c.Dropped != "":
			continue
		case !ok:
			c.Dropped = DroppedGone
			continue
		case s.ask.shown(u) || s.has[c.ID]:
			c.Dropped = DroppedShown
			continue
		case said[words(u)]:
			c.Dropped = DroppedSame
			continue
		}
		it, fits := s.fitted(item(u), limit, limit-used, c.WordsRank+c.MeaningRank > 0)
		if c.Tokens = s.cost(it); !fits {
			c.Dropped = DroppedBudget
			continue
		}
		used += c.Tokens
		c.Injected = true
		items = append(items, it)
		s.has[c.ID], said[words(u)] = true, true
	}
	return items, used
}

// words are those of a unit, for comparing.
func words(u memory.Unit) string { return strings.Join(strings.Fields(text.Fold(u.Text)), " ") }

// fitted is an item as it fits into the tokens that are left of a limit. Of one
// that alone would take more than half of the limit the passage stays that is
// about the message: what was told at length would never come to mind else. A
// mere neighbour of what was found has no such passage.
func (s *spending) fitted(it Item, limit, left int, found bool) (Item, bool) {
	cost := s.cost(it)
	if cost <= left || cost <= limit/2 || left < shortest || !found {
		return it, cost <= left
	}
	short := it
	part, ok := passage(s.ask.Words, it.Text, func(part string) bool {
		short.Text = part
		return s.cost(short) <= min(left, max(limit/2, shortest))
	})
	if !ok {
		return it, false
	}
	short.Text = part
	return short, true
}

// skills takes the names that fit.
func (s *spending) skills(names []string, limit int) (items []Item, used int) {
	for _, name := range names {
		it := Item{ID: "skill:" + name, Group: GroupSkill, Text: name, Origin: OriginFile}
		if s.ask.Shown[it.ID] || s.has[it.ID] {
			continue
		}
		cost := s.cost(it)
		if used+cost > limit {
			break
		}
		used += cost
		items = append(items, it)
		s.has[it.ID] = true
	}
	return items, used
}

// item is a unit as it is brought to mind.
func item(u memory.Unit) Item {
	it := Item{ID: u.ID, Group: GroupEvent, Text: u.Text, At: u.At, Speaker: u.Speaker, Origin: OriginDiary}
	if r := u.Record; r != nil {
		it.Origin = OriginRecord
		if r.Source == memory.FromFile {
			it.Origin = OriginFile
		}
		switch r.Type {
		case memory.Semantic:
			it.Group = GroupKnowledge
		case memory.Procedural:
			it.Group = GroupProcedure
		}
	}
	return it
}

// traced is how many candidates that were not injected a trace keeps.
const traced = 30

// worthKeeping are the candidates that were injected and the best of those
// that were not.
func worthKeeping(all []memory.Candidate) []memory.Candidate {
	kept := 0
	return slices.DeleteFunc(all, func(c memory.Candidate) bool {
		if !c.Injected {
			kept++
		}
		return !c.Injected && kept > traced
	})
}
