package turn

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync"
	"time"
)

// ID is a UUIDv7 (RFC 9562 §5.7) in its usual text form. Text order is order
// of creation, also within one millisecond of one process.
type ID string

// IDs makes IDs from one clock. It is safe for concurrent use.
type IDs struct {
	now func() time.Time

	mu   sync.Mutex
	last uint64 // milliseconds<<12 | counter: never goes backwards
}

// NewIDs returns a source of IDs that reads the time from now.
func NewIDs(now func() time.Time) *IDs { return &IDs{now: now} }

// New returns the next ID. A clock that steps back does not break the order:
// the last time seen is kept and its counter goes on.
func (g *IDs) New() ID {
	g.mu.Lock()
	next := uint64(g.now().UnixMilli()) << 12
	if next <= g.last {
		next = g.last + 1
	}
	g.last = next
	g.mu.Unlock()

	var b [16]byte
	rand.Read(b[8:]) // never fails: crypto/rand panics rather than return an error
	ms, seq := next>>12, next&0xfff
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	b[6] = 0x70 | byte(seq>>8)
	b[7] = byte(seq)
	b[8] = 0x80 | b[8]&0x3f
	h := hex.EncodeToString(b[:])
	return ID(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:])
}

// Time is the instant an ID was made, to the millisecond; the zero time for
// anything that is not a UUIDv7.
func (id ID) Time() time.Time {
	if len(id) != 36 || id[14] != '7' {
		return time.Time{}
	}
	var ms int64
	if _, err := fmt.Sscanf(string(id[:8]+id[9:13]), "%012x", &ms); err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Op names one write that must happen once: the same op written again changes
// nothing.
type Op string

// OpOf is the op of the index-th call in the round-th round of a turn.
func OpOf(turn ID, round, index int) Op {
	return Op(fmt.Sprintf("%s/%02d/%02d", turn, round, index))
}
