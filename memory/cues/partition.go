package cues

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/kokoron/kokoron/internal/turn"
)

// partition is the index of one scope. Its records have dense numbers, those
// of deleted ones are given out again; so have the cues it knows. It is kept
// from both sides: a list of records for every cue, to find, and a row of cues
// for every record, to check and to take out.
type partition struct {
	numbers map[key]uint32     // id → number, of living records
	keys    []key              // by number
	odd     map[uint32]turn.ID // ids that their key does not spell
	free    []uint32           // numbers of deleted records

	cues      map[cue]uint32 // cue → place in lists; those with records alone
	lists     []list
	freeLists []uint32

	// rows has for each number where its row begins in heap: how many cues,
	// and the places of their lists, as varints. A row that changes is written
	// anew at the end; the heap is written anew when half of it is waste.
	rows  []uint32
	heap  []byte
	waste int
}

// list is the records of one cue, by number, ascending.
type list struct {
	cue     cue
	records []uint32
}

// minWaste is the waste in bytes below which the heap is left alone.
const minWaste = 4096

// key is an id in 16 bytes: that of a UUID in its usual form itself, of any
// other the beginning of its SHA-256.
type key [16]byte

func newPartition() *partition {
	return &partition{numbers: map[key]uint32{}, odd: map[uint32]turn.ID{}, cues: map[cue]uint32{}}
}

// put makes has the cues of a record. has holds each cue once.
func (p *partition) put(id turn.ID, has []cue) {
	k, spelt := keyOf(id)
	n, known := p.numbers[k]
	if !known {
		n = p.number(k)
		if !spelt {
			p.odd[n] = id
		}
	}
	var oldBuf, nowBuf [64]uint32
	old, now := oldBuf[:0], nowBuf[:0]
	if known {
		old = p.row(n, old)
	}
	for _, c := range has {
		now = append(now, p.place(c))
	}
	if slices.Equal(old, now) {
		return
	}
	// What is new comes first: a list that stays is then never empty in between.
	for _, at := range now {
		if !slices.Contains(old, at) {
			p.lists[at].add(n)
		}
	}
	for _, at := range old {
		if !slices.Contains(now, at) {
			p.cut(at, n)
		}
	}
	if known {
		p.waste += p.rowSize(n)
	}
	p.rows[n] = uint32(len(p.heap))
	p.heap = binary.AppendUvarint(p.heap, uint64(len(now)))
	for _, at := range now {
		p.heap = binary.AppendUvarint(p.heap, uint64(at))
	}
	p.tidy()
}

// number is a number for a new record.
func (p *partition) number(k key) uint32 {
	var n uint32
	if last := len(p.free) - 1; last >= 0 {
		n, p.free = p.free[last], p.free[:last]
	} else {
		n = uint32(len(p.keys))
		p.keys, p.rows = append(p.keys, key{}), append(p.rows, 0)
	}
	p.keys[n], p.numbers[k] = k, n
	return n
}

// place is where the list of a cue is; a new cue gets one.
func (p *partition) place(c cue) uint32 {
	at, ok := p.cues[c]
	if ok {
		return at
	}
	if last := len(p.freeLists) - 1; last >= 0 {
		at, p.freeLists = p.freeLists[last], p.freeLists[:last]
		p.lists[at] = list{cue: c}
	} else {
		at = uint32(len(p.lists))
		p.lists = append(p.lists, list{cue: c})
	}
	p.cues[c] = at
	return at
}

// remove takes records out, and cuts every list at most once.
func (p *partition) remove(ids []turn.ID) {
	gone := map[uint32][]uint32{} // place of a list → numbers that leave it
	var buf [64]uint32
	for _, id := range ids {
		k, _ := keyOf(id)
		n, ok := p.numbers[k]
		if !ok {
			continue
		}
		for _, at := range p.row(n, buf[:0]) {
			gone[at] = append(gone[at], n)
		}
		p.waste += p.rowSize(n)
		delete(p.numbers, k)
		delete(p.odd, n)
		p.keys[n], p.rows[n] = key{}, 0
		p.free = append(p.free, n)
	}
	for at, numbers := range gone {
		slices.Sort(numbers)
		p.cut(at, numbers...)
	}
	p.tidy()
}

// cut takes numbers, ascending, out of the list at a place, and forgets the
// list's cue with its last record.
func (p *partition) cut(at uint32, numbers ...uint32) {
	l := &p.lists[at]
	first, _ := slices.BinarySearch(l.records, numbers[0])
	to, rest := first, l.records[first:]
	for _, n := range numbers {
		i, _ := slices.BinarySearch(rest, n)
		to += copy(l.records[to:], rest[:i])
		rest = rest[i+1:]
	}
	to += copy(l.records[to:], rest)
	if l.records = l.records[:to]; to == 0 {
		delete(p.cues, l.cue)
		*l = list{}
		p.freeLists = append(p.freeLists, at)
	}
}

// add puts a number that is not there into the list.
func (l *list) add(n uint32) {
	if last := len(l.records) - 1; last < 0 || l.records[last] < n {
		l.records = append(l.records, n)
		return
	}
	i, _ := slices.BinarySearch(l.records, n)
	l.records = slices.Insert(l.records, i, n)
}

// row appends to out the places of the lists that the record n is in.
func (p *partition) row(n uint32, out []uint32) []uint32 {
	b := p.heap[p.rows[n]:]
	count, size := binary.Uvarint(b)
	for range count {
		b = b[size:]
		var at uint64
		at, size = binary.Uvarint(b)
		out = append(out, uint32(at))
	}
	return out
}

// rowSize is the length of the row of n in bytes.
func (p *partition) rowSize(n uint32) int {
	b := p.heap[p.rows[n]:]
	count, size := binary.Uvarint(b)
	for range count {
		_, more := binary.Uvarint(b[size:])
		size += more
	}
	return size
}

// tidy writes the heap anew when too much of it is waste.
func (p *partition) tidy() {
	if p.waste < minWaste || p.waste < len(p.heap)/2 {
		return
	}
	heap := make([]byte, 0, len(p.heap)-p.waste)
	for i, k := range p.keys { // by number: neighbours in time stay neighbours
		n := uint32(i)
		if living, ok := p.numbers[k]; !ok || living != n {
			continue
		}
		from, size := p.rows[n], uint32(p.rowSize(n))
		p.rows[n] = uint32(len(heap))
		heap = append(heap, p.heap[from:from+size]...)
	}
	p.heap, p.waste = heap, 0
}

// id is the id of the record n.
func (p *partition) id(n uint32) turn.ID {
	if id, ok := p.odd[n]; ok {
		return id
	}
	return p.keys[n].spell()
}

// keyOf is the key of an id, and whether the key spells it.
func keyOf(id turn.ID) (k key, spelt bool) {
	if len(id) == 36 {
		var digits [32]byte
		copied := copy(digits[:], id[:8])
		for _, part := range []turn.ID{id[9:13], id[14:18], id[19:23], id[24:]} {
			copied += copy(digits[copied:], part)
		}
		if _, err := hex.Decode(k[:], digits[:]); err == nil && k.spell() == id {
			return k, true
		}
	}
	sum := sha256.Sum256([]byte(id))
	return key(sum[:len(k)]), false
}

// spell is the key as a UUID in its usual form.
func (k key) spell() turn.ID {
	var b [36]byte
	hex.Encode(b[:8], k[:4])
	hex.Encode(b[9:13], k[4:6])
	hex.Encode(b[14:18], k[6:8])
	hex.Encode(b[19:23], k[8:10])
	hex.Encode(b[24:], k[10:])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return turn.ID(b[:])
}
