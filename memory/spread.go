package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// Of spreading activation: how much of its activation a unit passes on (the α
// of personalised PageRank), how often, and what the activation is worth
// beside the score. A tie that more than a quarter of the units share says
// nothing: a graph whose edges are all-to-all repeats the list.
const (
	spreadAlpha  = 0.85
	spreadHops   = 2
	spreadWeight = 0.2
	commonTie    = 4
)

// Spread lets the hits of a list pass activation on along their ties:
// personalised PageRank (Haveliwala, WWW 2002), started from the scores and
// stopped after two hops. A unit gains a part of the best score, as large as
// its share of the highest activation. units gives what a hit is; unknown ones
// have no ties. The result is sorted, best first, equal ones by id.
func Spread(hits []Ranked, units func(id string) (Unit, bool)) []Ranked {
	total := 0.0
	for _, h := range hits {
		total += h.Score
	}
	if total <= 0 {
		return slices.Clone(hits)
	}
	ties := tied(hits, units)
	start := make([]float64, len(hits))
	for i, h := range hits {
		start[i] = h.Score / total
	}
	active := slices.Clone(start)
	for range spreadHops {
		next := make([]float64, len(hits))
		for i := range next {
			next[i] = (1 - spreadAlpha) * start[i]
		}
		for i, to := range ties {
			if len(to) == 0 { // what is tied to nothing keeps its own
				next[i] += spreadAlpha * active[i]
			}
			for _, j := range to {
				next[j] += spreadAlpha * active[i] / float64(len(to))
			}
		}
		active = next
	}
	most, best := slices.Max(active), hits[0].Score
	sum := make(map[string]float64, len(hits))
	for i, h := range hits {
		sum[h.ID] = h.Score + spreadWeight*best*active[i]/most
	}
	return sorted(sum)
}

// tied are, for each hit, the places of the hits that it has a tie with: the
// same session, an entity that few of them name, or where one comes from.
func tied(hits []Ranked, units func(id string) (Unit, bool)) [][]int {
	by := map[string][]int{}
	for i, h := range hits {
		u, ok := units(h.ID)
		if !ok {
			continue
		}
		for _, tie := range ties(u) {
			by[tie] = append(by[tie], i)
		}
	}
	out := make([]map[int]bool, len(hits))
	for _, at := range by {
		if len(at) < 2 || len(at) > max(2, len(hits)/commonTie) {
			continue
		}
		for _, i := range at {
			for _, j := range at {
				if i != j {
					if out[i] == nil {
						out[i] = map[int]bool{}
					}
					out[i][j] = true
				}
			}
		}
	}
	lists := make([][]int, len(hits))
	for i, set := range out {
		for j := range set {
			lists[i] = append(lists[i], j)
		}
		slices.Sort(lists[i]) // so that sums are made in one order
	}
	return lists
}

// ties are what a unit can share with others, each once.
func ties(u Unit) []string {
	var out []string
	add := func(tie string) {
		if !slices.Contains(out, tie) {
			out = append(out, tie)
		}
	}
	if u.Session != "" {
		add("session " + u.Session)
	}
	add("from " + u.ID)
	if u.Record != nil {
		for _, id := range u.Record.Provenance {
			add("from " + string(id))
		}
		for _, tag := range u.Record.Tags {
			add("about " + text.Fold(tag))
		}
		if u.Record.Subject != "" {
			add("about " + text.Fold(u.Record.Subject))
		}
	}
	for _, name := range Entities(u.Text) {
		add("about " + name)
	}
	return out
}

// Entities are what a text names, folded, each once: words with a capital that
// start no sentence, and runs of two to eight katakana or Han characters.
func Entities(s string) []string {
	var out []string
	begins := true // of a sentence
	start, script := 0, text.ScriptNone
	end := func(at int) {
		run := s[start:at]
		first, _ := utf8.DecodeRuneInString(run)
		n := utf8.RuneCountInString(run)
		switch {
		case script == text.ScriptLatin && unicode.IsUpper(first) && !begins && n > 1,
			(script == text.ScriptKatakana || script == text.ScriptHan) && n >= 2 && n <= 8:
			if name := text.Fold(run); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
		if script != text.ScriptNone {
			begins = false
		}
	}
	for at, r := range s {
		now := text.ScriptOf(r)
		if now != script {
			end(at)
			start, script = at, now
		}
		begins = begins || strings.ContainsRune(".!?\"\n", r)
	}
	end(len(s))
	return out
}
