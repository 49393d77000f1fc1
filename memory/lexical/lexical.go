// Package lexical is the keyword index: BM25 over records and diary turns,
// held in memory, one partition a scope.
//
// Every read takes a person.View and reads the partitions of its scopes alone;
// the weights of the terms are counted over just these, so that nothing of
// what another scope holds shows in a score. The index is derived: it can be
// made again from ledger and diary at any time, Save and Load only make a start
// fast. It keeps no words, no texts and no time. All methods may be called at
// once from anywhere; a Search sees every Put and Delete that returned before.
//
// A deleted unit is gone from every result at once; its postings, which still
// count as text in the weights, are swept out when they are an eighth of a
// partition, and never enter a snapshot.
package lexical

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/kokoron/kokoron/internal/person"
)

// The parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework", 2009): how fast repeats of a term stop to count, and how much a
// long text loses. Chat turns and records are short, so both are low.
const (
	k1 = 0.9
	b  = 0.4
)

// Unit is what is found as a whole: a chat turn, a record, a chunk of a file.
type Unit struct {
	ID      string // unique in its scope
	Speaker string // who says it, indexed with the text; "" for nobody
	Text    string
}

// Index is the keyword index. Use New or Load.
type Index struct {
	mu    sync.RWMutex
	parts map[person.Scope]*partition
	pool  sync.Pool // of *scratch
}

// New is an empty index.
func New() *Index {
	return &Index{parts: map[person.Scope]*partition{}, pool: sync.Pool{New: func() any { return new(scratch) }}}
}

// partition is the index of one scope. Units have numbers in the order they
// came; lists holds the postings of a term in that order.
type partition struct {
	terms   map[term]uint32 // term → place in lists
	lists   []list
	numbers map[string]uint32 // id → number, of living units
	units   []unit            // by number
	lengths []uint16          // by number, in terms; longer ones count as the longest
	length  int               // of all units together
	dead    int               // units that are deleted and not swept out yet
}

type unit struct {
	id   string
	hash uint64 // of what was indexed
	dead bool
}

// list is the postings of one term: for each unit the distance to the one
// before, shifted by one, as a varint, whose lowest bit says that the count
// follows; without it the term stands there once.
type list struct {
	data  []byte
	units uint32
	last  uint32
}

// Put adds units to a scope or replaces those of the same id. A unit that is
// there unchanged costs nothing.
func (ix *Index) Put(scope person.Scope, units ...Unit) {
	var a analyser
	var terms []term
	var joined []byte
	for _, u := range units {
		joined = append(append(append(joined[:0], u.Speaker...), 0), u.Text...)
		hash := uint64(word(joined))
		if ix.same(scope, u.ID, hash) {
			continue
		}
		terms = a.terms(a.terms(terms[:0], u.Speaker), u.Text)
		slices.Sort(terms)
		ix.mu.Lock()
		p := ix.parts[scope]
		if p == nil {
			p = &partition{terms: map[term]uint32{}, numbers: map[string]uint32{}}
			ix.parts[scope] = p
		}
		p.put(u.ID, hash, terms)
		ix.mu.Unlock()
	}
}

// same reports whether a unit is there with the same text: analysing takes
// nearly all the time of a Put.
func (ix *Index) same(scope person.Scope, id string, hash uint64) bool {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	p := ix.parts[scope]
	if p == nil {
		return false
	}
	n, ok := p.numbers[id]
	return ok && p.units[n].hash == hash
}

// Retain takes out what keep does not want.
func (ix *Index) Retain(keep func(scope person.Scope, id string) bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for scope, p := range ix.parts {
		for id := range p.numbers {
			if !keep(scope, id) {
				p.bury(id)
			}
		}
		p.tidy()
	}
}

// Delete takes units out of a scope. Unknown ids are no error.
func (ix *Index) Delete(scope person.Scope, ids ...string) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	p := ix.parts[scope]
	if p == nil {
		return
	}
	for _, id := range ids {
		p.bury(id)
	}
	p.tidy()
}

// Drop forgets a scope whole.
func (ix *Index) Drop(scope person.Scope) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	delete(ix.parts, scope)
}

// Len is the number of units in the view.
func (ix *Index) Len(view person.View) (n int) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	for _, s := range view.Scopes() {
		if p := ix.parts[s]; p != nil {
			n += len(p.numbers)
		}
	}
	return n
}

// put adds a unit; terms are sorted.
func (p *partition) put(id string, hash uint64, terms []term) {
	if n, ok := p.numbers[id]; ok {
		if p.units[n].hash == hash {
			return
		}
		p.bury(id)
		p.tidy()
	}
	number := uint32(len(p.units))
	length := uint16(min(len(terms), math.MaxUint16))
	p.units = append(p.units, unit{id: id, hash: hash})
	p.lengths = append(p.lengths, length)
	p.numbers[id] = number
	p.length += int(length)
	for len(terms) > 0 {
		t, count := terms[0], 1
		for count < len(terms) && terms[count] == t {
			count++
		}
		terms = terms[count:]
		at, ok := p.terms[t]
		if !ok {
			at = uint32(len(p.lists))
			p.terms[t] = at
			p.lists = append(p.lists, list{})
		}
		p.lists[at].add(number, uint32(count))
	}
}

func (l *list) add(number, count uint32) {
	step := uint64(number-l.last) << 1
	if count > 1 {
		l.data = binary.AppendUvarint(l.data, step|1)
		l.data = binary.AppendUvarint(l.data, uint64(count))
	} else {
		l.data = binary.AppendUvarint(l.data, step)
	}
	l.last = number
	l.units++
}

func (p *partition) bury(id string) {
	n, ok := p.numbers[id]
	if !ok {
		return
	}
	p.units[n].dead = true
	p.dead++
	delete(p.numbers, id)
}

// tidy sweeps when it is worth it.
func (p *partition) tidy() {
	if p.dead*8 > len(p.units) {
		p.sweep()
	}
}

// sweep rebuilds the partition without its dead units.
func (p *partition) sweep() {
	if p.dead == 0 {
		return
	}
	const gone = math.MaxUint32
	renumber := make([]uint32, len(p.units))
	units, lengths := make([]unit, 0, len(p.numbers)), make([]uint16, 0, len(p.numbers))
	p.length = 0
	for i, u := range p.units {
		renumber[i] = gone
		if !u.dead {
			renumber[i] = uint32(len(units))
			p.numbers[u.id] = renumber[i]
			p.length += int(p.lengths[i])
			units, lengths = append(units, u), append(lengths, p.lengths[i])
		}
	}
	terms, lists := make(map[term]uint32, len(p.terms)), make([]list, 0, len(p.lists))
	for t, at := range p.terms {
		var l list
		for number, count := range p.lists[at].all {
			if renumber[number] != gone {
				l.add(renumber[number], count)
			}
		}
		if l.units > 0 {
			terms[t] = uint32(len(lists))
			lists = append(lists, l)
		}
	}
	p.terms, p.lists, p.units, p.lengths, p.dead = terms, lists, units, lengths, 0
}

// all iterates over the units of a list and their counts. Bytes that are no
// posting end it with a unit that cannot be and the count 0.
func (l list) all(yield func(number, count uint32) bool) {
	number := uint32(0)
	for at := 0; at < len(l.data); {
		step, n := binary.Uvarint(l.data[at:])
		count, m := uint64(1), 0
		if n > 0 && step&1 != 0 {
			count, m = binary.Uvarint(l.data[at+n:])
		}
		if n <= 0 || m < 0 || step&1 != 0 && m == 0 {
			yield(math.MaxUint32, 0)
			return
		}
		at += n + m
		number += uint32(step >> 1)
		if !yield(number, uint32(count)) {
			return
		}
	}
}
