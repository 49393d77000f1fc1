// Package cues finds records by what is known of them beside their words: who
// takes part, what type they are, when it happened, how it went, what they are
// tagged with and how much they matter.
//
// It is an inverted index in memory, one partition a scope: for every value of
// every dimension it keeps the list of records that have it. A query starts
// from the shortest list and looks at nothing else, so that its cost depends
// on the most telling cue and not on how much is stored.
//
// Every read takes a person.View and reads the partitions of its scopes alone.
// The index is derived and is made again from the ledger at every start; it
// stores nothing and keeps no contents. All methods may be called at once from
// anywhere; a Query sees every Put and Delete that returned before. A record
// that is deleted leaves nothing behind, the values that only it had included.
package cues

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// dimension is one of the things that are known of a record.
type dimension uint8

const (
	byActor dimension = iota
	byType
	byTime // a year, a month, or a day
	byOutcome
	byTag
	byStars
)

// cue is one value of a dimension: a number for times and stars, a folded text
// for the others.
type cue struct {
	dim    dimension
	number int32
	text   string
}

// Time is a year, a month of it (Day 0) or a day, as the person's calendar has
// it. The zero Month makes it the whole year.
type Time struct {
	Year  int
	Month time.Month
	Day   int
}

func (t Time) cue() cue {
	return cue{dim: byTime, number: int32(t.Year)<<9 | int32(t.Month)<<5 | int32(t.Day)}
}

// Index is the cue index. Use New.
type Index struct {
	mu    sync.RWMutex
	parts map[person.Scope]*partition
}

// New is an empty index.
func New() *Index { return &Index{parts: map[person.Scope]*partition{}} }

// Put brings the index in step with records, each in its own scope: one that
// is active is added, or replaces what was known under its id; one that is not
// is taken out. Times count in zone, the time zone of the person whose
// memories these are. A record whose cues are as they were costs next to
// nothing.
func (ix *Index) Put(zone *time.Location, records ...memory.Record) {
	var has []cue
	for _, r := range records {
		if r.Status != memory.Active {
			ix.Delete(r.Scope, r.ID)
			continue
		}
		has = cuesOf(has[:0], r, zone)
		ix.mu.Lock()
		p := ix.parts[r.Scope]
		if p == nil {
			p = newPartition()
			ix.parts[r.Scope] = p
		}
		p.put(r.ID, has)
		ix.mu.Unlock()
	}
}

// Delete takes records out of a scope. Unknown ids are no error. Many at once
// cost little more than one.
func (ix *Index) Delete(scope person.Scope, ids ...turn.ID) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if p := ix.parts[scope]; p != nil {
		p.remove(ids)
	}
}

// Drop forgets a scope whole.
func (ix *Index) Drop(scope person.Scope) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	delete(ix.parts, scope)
}

// Len is the number of records in the view.
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

// cuesOf appends the cues of a record to out, each once.
func cuesOf(out []cue, r memory.Record, zone *time.Location) []cue {
	year, month, day := r.OccurredAt.In(zone).Date()
	out = append(out,
		cue{dim: byType, text: string(r.Type)},
		Time{Year: year}.cue(), Time{year, month, 0}.cue(), Time{year, month, day}.cue(),
		cue{dim: byOutcome, text: string(r.Outcome)},
		cue{dim: byStars, number: int32(r.Stars)},
	)
	for _, a := range r.Actors {
		out = addCue(out, cue{dim: byActor, text: fold(a)})
	}
	for _, t := range r.Tags {
		out = addCue(out, cue{dim: byTag, text: fold(t)})
	}
	return out
}

func addCue(list []cue, c cue) []cue {
	if slices.Contains(list, c) {
		return list
	}
	return append(list, c)
}

// fold is the form in which actors and tags compare: whatever the case, the
// width and the # before it.
func fold(s string) string { return strings.TrimLeft(strings.TrimSpace(text.Fold(s)), "#") }
