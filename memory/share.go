package memory

// Around are the turns around one inside its session: one before, one after,
// two before, two after. "" is none.
type Around [4]string

// What each of these lends to a turn: an answer means little without its
// question. The weights were found on English conversations of two.
var lent = [4]float64{0.5, 0.3, 0.2, 0.1}

// lentGain is how much all neighbours together count beside the turn itself.
const lentGain = 1.1

// Share lets each turn of a ranked list take part of its neighbours' scores:
// its own plus 1.1 times their weighted mean, over the neighbours that there
// are, in the list or not. Without that division the first and the last turns
// of a session, which have fewer, would lose. Neighbours of a hit enter the
// list; what has no neighbours keeps its score. Scores are ≥ 0 and what the
// list does not have has 0. The result is sorted, best first, equal ones by id.
func Share(hits []Ranked, around func(id string) Around) []Ranked {
	own := make(map[string]float64, len(hits))
	for _, h := range hits {
		own[h.ID] = h.Score
	}
	out := make(map[string]float64, 2*len(hits))
	shared := func(id string) {
		if _, done := out[id]; done || id == "" {
			return
		}
		sum, weights := 0.0, 0.0
		for i, n := range around(id) {
			if n != "" {
				sum += lent[i] * own[n]
				weights += lent[i]
			}
		}
		out[id] = own[id]
		if weights > 0 {
			out[id] += lentGain * sum / weights
		}
	}
	for _, h := range hits {
		shared(h.ID)
		for _, n := range around(h.ID) {
			shared(n)
		}
	}
	return sorted(out)
}
