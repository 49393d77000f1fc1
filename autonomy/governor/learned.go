package governor

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// LaterBy is how long "later" puts a message off, at least.
const LaterBy = 3 * time.Hour

// How much is learned: "less" halves a weight, down to the least one, and half
// of what is missing to 1 comes back in this time. Above normal nothing is held.
const (
	leastWeight = 1.0 / 64
	recovery    = 14 * day
	normal      = 0.95
)

// Budget is how much the person wants of something. The zero value is normal.
type Budget struct {
	Weight float64   `json:"weight,omitempty"` // at At; 0 says that nothing was learned
	At     time.Time `json:"at,omitzero"`
	Last   time.Time `json:"last,omitzero"` // the last message of it
}

// Now is the weight at t, from above 0 to 1.
func (b Budget) Now(t time.Time) float64 {
	if b.Weight <= 0 || b.Weight > 1 {
		return 1
	}
	gone := max(0, t.Sub(b.At))
	return 1 - (1-b.Weight)*math.Exp2(-float64(gone)/float64(recovery))
}

func (b Budget) observe(now time.Time) Budget {
	b.At, b.Last = earlier(b.At, now), earlier(b.Last, now)
	return b
}

func (b Budget) halved(now time.Time) Budget {
	b.Weight, b.At = max(leastWeight, b.Now(now)/2), now
	return b
}

// spacing is how far apart two messages of one weight are: a day at a half,
// three at a quarter; nothing where it is normal.
func spacing(weight float64) time.Duration {
	if weight >= normal {
		return 0
	}
	return time.Duration((1/weight - 1) * float64(day))
}

// free is the first instant from t on at which the budget allows a message.
func (b Budget) free(t time.Time) time.Time {
	ok := func(t time.Time) bool { return t.Sub(b.Last) >= spacing(b.Now(t)) }
	if b.Last.IsZero() || ok(t) {
		return t
	}
	// Time passes and the spacing shrinks: there is one such instant.
	low, high := t, b.Last.Add(spacing(b.Now(t)))
	for high.Sub(low) > time.Nanosecond {
		if mid := low.Add(high.Sub(low) / 2); ok(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

// TopicKey is the form in which topics are compared.
func TopicKey(topic string) string { return strings.Join(strings.Fields(text.Fold(topic)), " ") }

// keepTopics is how many topics are remembered with a weight or a last message.
const keepTopics = 200

// spend notes a message of a topic and of the hour of now. s is a clone.
func (s *State) spend(topic string, now time.Time) {
	s.Hours[now.Hour()].Last = now
	key := TopicKey(topic)
	if key == "" {
		return
	}
	b := s.Topics[key]
	b.Last = now
	s.putTopic(key, b)
}

func (s *State) putTopic(key string, b Budget) {
	if s.Topics == nil {
		s.Topics = map[string]Budget{}
	}
	s.Topics[key] = b
	for len(s.Topics) > keepTopics {
		oldest, at := "", time.Time{}
		for k, other := range s.Topics {
			newest := other.At
			if other.Last.After(newest) {
				newest = other.Last
			}
			if k != key && (oldest == "" || newest.Before(at) || newest.Equal(at) && k < oldest) {
				oldest, at = k, newest
			}
		}
		delete(s.Topics, oldest)
	}
}

// Less is the state when the person wants less like a message that was said at
// a time, which is in their zone: of its topic, and in that hour of the day.
func (s State) Less(topic string, said, now time.Time) State {
	s = s.Observe(now)
	s.Hours[said.Hour()] = s.Hours[said.Hour()].halved(now)
	if key := TopicKey(topic); key != "" {
		s.putTopic(key, s.Topics[key].halved(now))
	}
	return s
}

// Never is a topic that the person has closed.
type Never struct {
	Key   string    `json:"key,omitempty"` // TopicKey; "" where the message had none
	Words []string  `json:"words,omitempty"`
	Like  string    `json:"like,omitempty"` // the message
	At    time.Time `json:"at"`
}

// keepNever is how many topics can be closed; then the oldest opens again.
const keepNever = 500

// Close is the state when the person never wants to hear of this again.
func (s State) Close(w Wish, now time.Time) State {
	s = s.Reopen(w.Topic)
	n := Never{Key: TopicKey(w.Topic), Like: w.Text, At: now}
	for _, word := range w.Words {
		if k := TopicKey(word); k != "" && k != n.Key {
			n.Words = append(n.Words, k)
		}
	}
	s.Never = append(s.Never, n)
	if over := len(s.Never) - keepNever; over > 0 {
		s.Never = slices.Clone(s.Never[over:])
	}
	return s
}

// Reopen is the state when a closed topic may be spoken of again.
func (s State) Reopen(topic string) State {
	s = s.clone()
	key := TopicKey(topic)
	s.Never = slices.DeleteFunc(s.Never, func(n Never) bool { return key != "" && n.Key == key })
	return s
}

// closes reports whether a wish is about a closed topic.
func (n Never) closes(p Policy, w Wish) bool {
	for _, word := range append([]string{n.Key}, n.Words...) {
		if word == "" {
			continue
		}
		if about(w.Topic, word) || about(w.Text, word) || slices.ContainsFunc(w.Words, func(o string) bool { return TopicKey(o) == word }) {
			return true
		}
	}
	return n.Like != "" && Likeness(n.Like, w.Text) >= p.Similar
}

// about reports whether a text has a word, which is folded: as a whole word
// where its script parts words. One character is only found alone.
func about(s, word string) bool {
	s = TopicKey(s)
	if s == word {
		return true
	}
	if utf8.RuneCountInString(word) < 2 {
		return false
	}
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(word):])
		first, _ := utf8.DecodeRuneInString(word)
		last, _ := utf8.DecodeLastRuneInString(word)
		if !joins(before, first) && !joins(last, after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		from = i + size
	}
}

// joins reports whether two neighbours are of one word.
func joins(a, b rune) bool {
	letter := func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsNumber(r)) && !text.ScriptOf(r).CJK()
	}
	return letter(a) && letter(b)
}
