package memory

import (
	"strings"
	"unicode"
)

// Cues are what is known of a unit beside its score.
type Cues struct {
	Session string // it was said in; "" for what stands alone
	Asks    bool   // it is a question, see Asks
	Named   bool   // the query names who says it
	Dated   int    // how many parts of a date the query has that are its own: 0 none, 1 the month, 2 the day too
}

// What each cue is worth. Found on English chats of two, each by itself and all
// together; the values around them do as well.
const (
	asksFactor  = 0.7 // an answer is told, not asked
	namedFactor = 1.2
	datedFactor = 1.2 // for each part
	sessionPart = 0.2 // of the best of its session
)

// Cue weighs a fused list by what else is known of its units, and lets the best
// of a session pull the others a little. What stands alone is a session of its
// own. The result is sorted, best first, equal ones by id.
func Cue(hits []Ranked, cues func(id string) Cues) []Ranked {
	out := make(map[string]float64, len(hits))
	best := map[string]float64{}
	sessions := make([]string, len(hits))
	for i, h := range hits {
		c := cues(h.ID)
		score := h.Score
		if c.Asks {
			score *= asksFactor
		}
		if c.Named {
			score *= namedFactor
		}
		for range c.Dated {
			score *= datedFactor
		}
		out[h.ID] = score
		if sessions[i] = c.Session; c.Session != "" {
			best[c.Session] = max(best[c.Session], score)
		}
	}
	for i, h := range hits {
		if s := sessions[i]; s != "" {
			out[h.ID] += sessionPart * best[s]
		} else {
			out[h.ID] += sessionPart * out[h.ID]
		}
	}
	return sorted(out)
}

// Asks reports whether a text is a question and no more: it ends with a
// question mark, or as Japanese and Chinese questions do without one.
func Asks(s string) bool {
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || strings.ContainsRune("。.!！」』)）\"”~～…笑w\ufe0f", r)
	})
	for _, end := range []string{"?", "？", "ですか", "ますか", "でしょうか", "かな", "吗", "嗎", "呢"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}
