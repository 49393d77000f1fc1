package memory

import "slices"

// Found is what a search by words and a search by meaning gave for one query.
// Either may be empty.
type Found struct {
	// Words are the hits by BM25, best first, and Ideal the score of a text of
	// usual length that has every term of the query: the share of the two says
	// how much of the query is found at all.
	Words []Ranked
	Ideal float64
	// Vectors are the hits by cosine, thinned (see Thin), best first; Mean and Spread are mean and
	// standard deviation of the query's cosine over all units, as a sample
	// knows them: what is far is far for this query and this model, whatever
	// the numbers.
	Vectors      []Ranked
	Mean, Spread float64
	// Depth is how many hits each search was asked for. One that gave fewer has
	// no more.
	Depth int
}

// Depth is how many hits each search is asked for. Twice as many change
// nothing; with half as many, questions that are answered in several places
// lose a point.
const Depth = 100

// Of Thin: how many neighbours of a hit are looked at, and what of their
// nearness is taken off.
const (
	crowdSize  = 3
	crowdShare = 0.35
)

// Thin takes off each hit by meaning what it owes to its crowd: a third of how
// near, on average, the three hits nearest to it are. Some texts are near to
// everything, in every model, and stand high in every list; one that has no
// equals and still is near to the query is more likely meant (after cross-domain
// similarity local scaling: Conneau and others, "Word Translation Without
// Parallel Data", 2018). cosine is that of two hits by their places, each pair
// asked for once. The mean of the scores stays, so that they compare with what
// they compared with. The result is sorted, best first, equal ones by id.
func Thin(hits []Ranked, cosine func(i, j int) float64) []Ranked {
	out := slices.Clone(hits)
	if len(hits) < 2 {
		return out
	}
	near := make([][crowdSize]float64, len(hits)) // of each, nearest first
	for i := range near {
		near[i] = [crowdSize]float64{-1, -1, -1}
	}
	meet := func(i int, c float64) {
		for k := range near[i] {
			if c > near[i][k] {
				c, near[i][k] = near[i][k], c
			}
		}
	}
	for i := range hits {
		for j := range i {
			c := cosine(i, j)
			meet(i, c)
			meet(j, c)
		}
	}
	size := min(crowdSize, len(hits)-1)
	crowd, mean := make([]float64, len(hits)), 0.0
	for i := range crowd {
		for _, c := range near[i][:size] {
			crowd[i] += c / float64(size)
		}
		mean += crowd[i] / float64(len(hits))
	}
	for i := range out {
		out[i].Score -= crowdShare * (crowd[i] - mean)
	}
	slices.SortFunc(out, before)
	return out
}

// wordsWeight is how many spreads of the cosine a full share of the query's
// words is worth. 4 to 8 do equally well on English chats and on Japanese
// texts; both sides weigh what the query makes of them.
const wordsWeight = 6

// Fuse brings both lists into one. A hit counts by how far it stands above the
// last one of its list, by words in shares of the ideal, by meaning in spreads.
// So the weight of the two comes from the query: where a search found nothing
// that stands out, or few of the words, it says little. The result is sorted,
// best first, equal ones by id.
func Fuse(f Found) []Ranked {
	sum := make(map[string]float64, len(f.Words)+len(f.Vectors))
	standing := func(hits []Ranked, floor, weight float64) {
		for _, h := range hits {
			sum[h.ID] += weight * max(h.Score-floor, 0)
		}
	}
	if f.Ideal > 0 {
		floor := 0.0
		if len(f.Words) >= f.Depth && len(f.Words) > 0 {
			floor = f.Words[len(f.Words)-1].Score
		}
		standing(f.Words, floor, wordsWeight/f.Ideal)
	}
	if f.Spread > 0 && len(f.Vectors) > 0 {
		floor := f.Mean
		if len(f.Vectors) >= f.Depth {
			floor = max(floor, f.Vectors[len(f.Vectors)-1].Score)
		}
		standing(f.Vectors, floor, 1/f.Spread)
	}
	return sorted(sum)
}

// Coverage is the score of the best hit by words as a share of the ideal: 0
// where nothing has a word of the query, about 1 where one text has all.
func (f Found) Coverage() float64 {
	if len(f.Words) == 0 || f.Ideal <= 0 {
		return 0
	}
	return f.Words[0].Score / f.Ideal
}

// Distance is how many spreads the best hit by meaning lies above the mean.
func (f Found) Distance() float64 {
	if len(f.Vectors) == 0 || f.Spread <= 0 {
		return 0
	}
	return (f.Vectors[0].Score - f.Mean) / f.Spread
}

// agreeing is how many of the first hits of both searches are compared.
const agreeing = 10

// Agreement is how many units stand among the first ten of both searches: 0 to
// 10. Words and meaning err in different ways; where they mean the same units
// the query is about these.
func (f Found) Agreement() (n int) {
	for _, w := range f.Words[:min(len(f.Words), agreeing)] {
		for _, v := range f.Vectors[:min(len(f.Vectors), agreeing)] {
			if w.ID == v.ID {
				n++
			}
		}
	}
	return n
}

// Gate says when a query has found something that is about it. Each of its
// numbers, above 0, is of one score, and what the scores reach of them is added
// up.
type Gate struct {
	Coverage  float64 // of Found.Coverage: enough by itself
	Agreement float64 // of Found.Agreement: what would be enough by itself
	Distance  float64 // of Found.Distance: what any query reaches
	Beyond    float64 // of Found.Distance above that: enough by itself
}

// UsualGate was fitted on half of the questions of three sets (the first six
// chats of LoCoMo, every other question of NIILC and JaQuAD), put to their own
// memories and to those of others. A Relevance of 1, asked of every query,
// loses the other halves at most 1.3 points of recall at ten and stops three of
// four foreign questions. How much a chat asks is said by priming.UsualGate;
// docs/BENCHMARKS.md has the table.
func UsualGate() Gate { return Gate{Coverage: 0.24, Agreement: 15, Distance: 4, Beyond: 8} }

// Relevance is how much of what is wanted was found: by words, by words and
// meaning together, and by meaning. 1 is enough.
func (g Gate) Relevance(f Found) float64 {
	return f.Coverage()/g.Coverage + float64(f.Agreement())/g.Agreement + max(f.Distance()-g.Distance, 0)/g.Beyond
}
