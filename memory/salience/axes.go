// Package salience is how memories gain and lose weight: what the seven axes
// of a record count for ranking, how they fade, how being recalled and used
// keeps a record alive, when it has faded far enough to be archived, and which
// short-term records have earned to stay.
//
// Everything here is a pure function of stored base values and the time now,
// which is an argument. What has faded is a type of its own that nothing here
// takes back, and no function changes Strength or an axis of a record: a value
// that was faded before it was stored would be faded again at the next look,
// and a record of strength 0.5 would be gone on day 13, not on day 81. All
// functions may be called at once from anywhere. The package stores nothing,
// reads nothing and decides nothing about who may see a record.
package salience

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// The axes, in the order of the fields of memory.Axes.
const (
	importance = iota
	risk
	utility
	relationship
	emotion
	urgency
	novelty
	axisCount
)

// axes is what each axis counts in the composite and in how many days it
// loses half of its value. The weights add up to 1.
var axes = [axisCount]struct{ weight, halfLife float64 }{
	importance:   {0.24, 180},
	risk:         {0.16, 120},
	utility:      {0.16, 60},
	relationship: {0.14, 180},
	emotion:      {0.12, 45},
	urgency:      {0.10, 7},
	novelty:      {0.08, 14},
}

const day = 24 * time.Hour

// protectedFrom is the importance or risk from which a record is protected.
const protectedFrom = 0.7

// confidenceGate is the part of the composite that confidence decides on: a
// doubtful record keeps the rest, as it may still matter.
const confidenceGate = 0.4

// Base is the axes of a record before anything fades: those that are stored,
// clamped, and the usual ones of its category where only its strength is
// known. Importance is always the record's Strength.
func Base(r memory.Record) memory.Axes {
	base := r.Salience.Clamped()
	base.Importance = 0
	if base == (memory.Axes{}) {
		base = OfCategory(r.Category)
	}
	base.Importance = clamp(r.Strength)
	return base
}

// Protected reports whether a record never fades and is never archived or
// condensed: its importance or its risk is at least 0.7, or it has the tag
// IMPORTANT (in brackets or not, in any case).
func Protected(r memory.Record) bool {
	base := Base(r)
	if base.Importance >= protectedFrom || base.Risk >= protectedFrom {
		return true
	}
	return slices.ContainsFunc(r.Tags, func(tag string) bool {
		return strings.Trim(text.Fold(tag), "#[] ") == "important"
	})
}

// Faded is the axes of a record as they are at one time. It is for reading
// alone: nothing fades it a second time or makes a record of it.
type Faded struct {
	values     [axisCount]float64
	confidence float64
}

// Fade is the axes of a record at now: each has lost half of its base value
// for every half-life since the record was made. A protected record loses
// nothing, and none gains by a clock that was set back.
func Fade(r memory.Record, now time.Time) Faded {
	b := Base(r)
	f := Faded{
		values:     [axisCount]float64{b.Importance, b.Risk, b.Utility, b.Relationship, b.Emotion, b.Urgency, b.Novelty},
		confidence: clamp(r.Confidence),
	}
	if Protected(r) {
		return f
	}
	age := days(r.CreatedAt, now)
	for i := range f.values {
		f.values[i] *= math.Exp2(-age / axes[i].halfLife)
	}
	return f
}

// Composite is the axes in one number, 0–1: their weighted sum, of which a
// record without any confidence keeps 0.6.
func (f Faded) Composite() float64 {
	sum := 0.0
	for i, v := range f.values {
		sum += axes[i].weight * v
	}
	return clamp(sum * (1 - confidenceGate + confidenceGate*f.confidence))
}

// usualScore is the score around which a record neither gains nor loses by
// its salience: that of one with three stars, some weeks old.
const usualScore = 0.35

// Score is how much a record matters at now, 0–1: the composite of what is
// left of its axes, more where it came to mind lately.
func Score(r memory.Record, now time.Time) float64 {
	return clamp(Fade(r, now).Composite() * Boost(r, now))
}

// Factor is what the score of a search result is multiplied with: 1 for a
// record that matters as much as most do, and at most half of bound more or
// less. It breaks near-ties; a bound above 0.2 would let weight stand in for
// relevance.
func Factor(r memory.Record, now time.Time, bound float64) float64 {
	return 1 + bound*min(max(Score(r, now)-usualScore, -0.5), 0.5)
}

// days is the time from then to now, in days; 0 where now is before.
func days(then, now time.Time) float64 {
	return max(0, now.Sub(then).Hours()/24)
}

// clamp limits to 0–1; what is no number becomes 0.
func clamp(f float64) float64 {
	if math.IsNaN(f) {
		return 0
	}
	return min(max(f, 0), 1)
}
