package budget

import (
	"hash/maphash"
	"math"
	"sync"
)

const (
	// remembered is how many exact counts a Meter keeps; the oldest goes
	// first. A prompt has some dozen sections, a history some hundred lines.
	remembered = 2048
	// smoothing is the weight of one new observation.
	smoothing = 0.25
	// The correction stays within these bounds, whatever a server reports.
	minFactor, maxFactor = 0.4, 2.5
	// minSample is the smallest estimate, in tokens, that says anything about
	// the tokenizer: below it the template's own tokens weigh too much.
	minSample = 64
)

// Meter counts tokens for one model: exactly where the count of that very text
// was learnt, otherwise by an estimate that usage has corrected. It is safe for
// concurrent use.
type Meter struct {
	seed maphash.Seed

	mu     sync.RWMutex
	factor float64
	exact  map[uint64]int
	order  []uint64 // ring of the keys of exact
	next   int      // where the next key goes once the ring is full
}

// NewMeter returns a meter that knows nothing of its model yet.
func NewMeter() *Meter {
	return &Meter{seed: maphash.MakeSeed(), factor: 1, exact: map[uint64]int{}}
}

// Count is the number of tokens in s, as well as is known.
func (m *Meter) Count(s string) int {
	if s == "" {
		return 0
	}
	key := maphash.String(m.seed, s)
	m.mu.RLock()
	n, ok := m.exact[key]
	factor := m.factor
	m.mu.RUnlock()
	if ok {
		return n
	}
	return int(math.Ceil(float64(Estimate(s)) * factor))
}

// Exact reports whether the count of s was learnt.
func (m *Meter) Exact(s string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, ok := m.exact[maphash.String(m.seed, s)]
	return ok
}

// Learn keeps the exact count of s. A count of 0 for a text is no count: some
// servers answer so when they cannot count.
func (m *Meter) Learn(s string, tokens int) {
	if tokens <= 0 {
		return
	}
	key := maphash.String(m.seed, s)
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.exact[key]; !known {
		if len(m.order) < remembered {
			m.order = append(m.order, key)
		} else {
			delete(m.exact, m.order[m.next])
			m.order[m.next] = key
			m.next = (m.next + 1) % remembered
		}
	}
	m.exact[key] = tokens
}

// Calibrate corrects later estimates: a prompt counted as estimate tokens by
// this meter was actual tokens for the server. One observation moves the
// factor by a quarter of the difference, within fixed bounds.
func (m *Meter) Calibrate(estimate, actual int) {
	if estimate < minSample || actual <= 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	seen := m.factor * float64(actual) / float64(estimate)
	m.factor += smoothing * (seen - m.factor)
	m.factor = min(max(m.factor, minFactor), maxFactor)
}
