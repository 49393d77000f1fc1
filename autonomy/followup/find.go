package followup

import (
	"cmp"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/text"
)

// sort is how a matter is spoken of. The order is that in which the matters of
// a sentence are preferred.
type sort int

const (
	loss        sort = iota // has happened and goes on hurting
	illness                 // is so now
	trouble                 // is a worry by itself: 眠れない
	result                  // is waited for
	due                     // has to be done by then
	birthdayOf              // of somebody near
	happening               // takes place at a time
	trip                    // away from home
	undertaking             // is done over weeks
	care                    // only worth asking about where it worries
)

// Lifts of the weight, and what makes a worry out of a matter.
const (
	liftWorry = 0.15
	liftKin   = 0.1
	oldLoss   = 21 // days after which a loss is not news
	oldIll    = 4  // and an illness
)

// find is what a sentence gives to ask about.
func (s sentence) find(now time.Time, zone *time.Location) (Followup, bool) {
	g, said := grammars[s.lang], s.stated()
	if said == "" || utf8.RuneCountInString(said) > maxSentence || g.never.MatchString(said) || g.world.MatchString(said) || g.reminder.MatchString(s.folded) {
		return Followup{}, false
	}
	spoken := candidates(said, s.lang)
	if len(spoken) == 0 {
		return Followup{}, false
	}
	spans := calendar.Find(said, now, zone, calendar.Ahead)
	if coming(spans, now, zone) != nil { // it goes before an ache that may come of it
		slices.SortStableFunc(spoken, func(a, b found) int { return cmp.Compare(a.aching(), b.aching()) })
	}
	who, stranger := g.whose(said)
	for _, c := range spoken {
		f := Followup{
			About: text.Excerpt(c.about, maxAbout), Key: c.key, Whose: who, Topic: c.topic, Weight: c.weight, Gentle: c.gentle,
			Words: text.Excerpt(s.words, maxWords),
		}
		if stranger || who == friend && !c.near() || c.sort == happening && g.theirs.MatchString(said) {
			continue
		}
		if g.settle(&f, c, said, spans, now, zone) {
			return f, true
		}
	}
	return Followup{}, false
}

// near says that a matter is worth asking about where it is a friend's.
func (m matter) near() bool {
	return m.sort == birthdayOf || m.sort == loss || m.sort == illness || m.gentle || m.key == "wedding"
}

// settle makes out what kind of follow-up a matter is in a sentence, and when it
// may be raised; false where it is none.
func (g grammar) settle(f *Followup, c found, said string, spans []calendar.Span, now time.Time, zone *time.Location) bool {
	ahead := coming(spans, now, zone)
	worried, nervous := g.worry.MatchString(said), g.nervous.MatchString(said)
	if (worried || nervous) && g.calm.MatchString(said) {
		return false
	}
	stands := !g.over.MatchString(g.still.ReplaceAllString(said, "")) && !g.off.MatchString(g.must.ReplaceAllString(said, ""))
	switch c.sort {
	case loss:
		if since(spans, now, oldLoss, zone) || g.ended.MatchString(said) {
			return false
		}
		f.Kind, f.Gentle = Worry, true
		if g.over.MatchString(said) {
			ahead = nil // a day that is named is that on which it was
		}
	case illness:
		if since(spans, now, oldIll, zone) || g.ended.MatchString(said) || g.off.MatchString(g.must.ReplaceAllString(said, "")) {
			return false
		}
		f.Kind, ahead = Health, nil
		f.Gentle = f.Gentle || f.Whose != ""
	case trouble:
		if g.ended.MatchString(said) || since(spans, now, oldIll, zone) {
			return false
		}
		f.Kind = Worry
	default:
		if !g.settleDated(f, c, said, ahead, stands, worried, nervous) {
			return false
		}
	}
	if c.sort == birthdayOf && (f.Whose == "" || ahead == nil || !ahead.From.Before(addDays(now, birthday, zone))) {
		return false
	}
	f.weigh(worried || nervous)
	switch {
	case f.Whose == friend && f.Topic == Family:
		f.Topic = Relationships
	case f.Topic == HealthTopic && g.pets.MatchString(said):
		f.Topic = Pets
	}
	f.place(ahead, now, zone)
	return true
}

// settleDated is settle for what has a time, is undertaken, or worries.
func (g grammar) settleDated(f *Followup, c found, said string, ahead *calendar.Span, stands, worried, nervous bool) bool {
	switch {
	case worried, nervous && ahead == nil:
		f.Kind, f.Gentle = Worry, f.Gentle || f.Whose != "" && f.Topic == HealthTopic
		return ahead != nil || !g.ended.MatchString(said)
	case c.sort == care || !stands:
		return false
	case c.sort == undertaking:
		f.Kind = Plan
		return ahead != nil || g.looking.MatchString(said)
	case c.sort == trip:
		f.Kind = Travel
		return ahead != nil || g.looking.MatchString(said)
	case ahead == nil:
		return false
	case c.sort == result:
		f.Kind, f.Gentle = Worry, f.Gentle || f.Whose != ""
		return true
	case c.sort == due:
		f.Kind = Deadline
		return g.duty.MatchString(said)
	case c.sort == birthdayOf:
		f.Kind = Birthday
		return true
	}
	f.Kind, f.Gentle = Event, f.Gentle && f.Whose != ""
	return true
}

// weigh adds what is lifted.
func (f *Followup) weigh(worried bool) {
	if worried {
		f.Weight += liftWorry
	}
	if f.Whose == family {
		f.Weight += liftKin
	}
	f.Weight = min(math.Round(f.Weight*100)/100, 1)
}

// coming is the first time that words name which is not over.
func coming(spans []calendar.Span, now time.Time, zone *time.Location) *calendar.Span {
	for _, s := range spans {
		if s.To.After(now) && s.From.Before(addDays(now, horizon, zone)) {
			return &s
		}
	}
	return nil
}

// since reports whether words name a time that was over more than days ago.
func since(spans []calendar.Span, now time.Time, days int, zone *time.Location) bool {
	for _, s := range spans {
		if s.To.Before(addDays(now, -days, zone)) {
			return true
		}
	}
	return false
}

// found is a matter in a sentence.
type found struct {
	matter
	about string
}

// candidates are the matters in a sentence, in the order of preference.
func candidates(said string, lang text.Lang) (out []found) {
	for _, m := range matters {
		for _, at := range m.in(lang).FindAllStringSubmatchIndex(said, 1) {
			if len(at) > 2 && at[2] >= 0 { // its name is a part of what shows it
				at = at[2:]
			}
			out = append(out, found{m, said[at[0]:at[1]]})
		}
	}
	return out
}

// aching is 1 for illness and trouble.
func (m matter) aching() int {
	if m.sort == illness || m.sort == trouble {
		return 1
	}
	return 0
}
