package salience

import (
	"math"
	"time"

	"github.com/kokoron/kokoron/memory"
)

// Floor is the strength under which a record that nothing keeps is archived.
const Floor = 0.1

// What is lost of the strength of a record a day, as a share (λ of the
// forgetting curve): how something is done stays longer than what happened.
const (
	lossProcedural = 0.005
	lossOther      = 0.02
)

// What an access counts, and what all of them together can give.
const (
	recalledCounts = 0.2 // it was recalled, the reply did without it
	usedCounts     = 1.0 // its content showed in the reply
	boostStep      = 0.05
	boostMost      = 0.25
	boostDays      = 30 // in which the boost falls to 1/e
)

// Access is the record after it came to mind at now: recalled into a prompt,
// and used where its content showed in the reply. Each access is counted once,
// after the reply; base values stay as they are.
//
// A record that is said again, or brought back from the archive by hand,
// counts as used: without that it would be archived again the next day.
func Access(r memory.Record, used bool, now time.Time) memory.Record {
	r.Retrieved++
	if used {
		r.Used++
	}
	if now.After(r.LastAccessed) {
		r.LastAccessed = now
	}
	return r
}

// Boost is the factor by which having come to mind lifts a record at now, 1
// to 1.25: 1 + min(0.25, 0.05·ln(1+n))·e^(−age/30 d), where n counts an access
// with 1 if the record was used and with 0.2 if not, and age is the time since
// the last. The logarithm, the bound and the fading keep a record that is
// found often from being found for that alone.
func Boost(r memory.Record, now time.Time) float64 {
	n := recalledCounts*float64(max(0, r.Retrieved-r.Used)) + usedCounts*float64(max(0, r.Used))
	return 1 + min(boostMost, boostStep*math.Log1p(n))*math.Exp(-days(r.LastAccessed, now)/boostDays)
}

// strength is what is left at now of the stored strength of a record that
// nothing protects, 0–1: it falls as S·e^(−λ·days) since the record was made,
// or since the last access of one that has been used, lifted by Boost. Being
// recalled alone starts nothing anew, or what a search happens to find would
// never fade.
func strength(r memory.Record, now time.Time) float64 {
	since := r.CreatedAt
	if r.Used > 0 && r.LastAccessed.After(since) {
		since = r.LastAccessed
	}
	loss := lossOther
	if r.Type == memory.Procedural {
		loss = lossProcedural
	}
	return clamp(clamp(r.Strength) * math.Exp(-loss*days(since, now)) * Boost(r, now))
}

// Archive reports whether an active record has faded so far at now that it is
// to be archived: its strength is under Floor, it is not protected and it was
// never used.
func Archive(r memory.Record, now time.Time) bool {
	return r.Status == memory.Active && r.Used == 0 && strength(r, now) < Floor && !Protected(r)
}
