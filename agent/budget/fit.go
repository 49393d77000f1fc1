package budget

// Section is one claim on a window.
type Section struct {
	Share int // tokens set aside for it; 0 for what lives from leftovers only
	Want  int // tokens it could use
}

// Fit divides total tokens between sections, given in order of priority, and
// returns what each gets. A section gets what it wants up to its share and
// what those before it left unused; what it leaves itself passes on. The sum
// is never over total, even where the shares are.
func Fit(total int, sections []Section) []int {
	grants := make([]int, len(sections))
	spare := 0
	for i, s := range sections {
		limit := max(s.Share, 0) + spare
		grants[i] = max(min(s.Want, limit, total), 0)
		total -= grants[i]
		spare = limit - grants[i]
	}
	return grants
}

// Keep says from which exchange on a history is shown, given the tokens of
// every exchange from the oldest to the newest. The kept ones never exceed
// share.
//
// The start moves rarely: when an exchange makes the history exceed its share,
// old ones are dropped until half of it is left. In between the prompt only
// grows at its end and the server's prefix cache holds. The answer depends on
// the costs alone, so a restart finds the same start.
func Keep(costs []int, share int) (from int) {
	sum := 0
	for i, c := range costs {
		sum += c
		if sum <= share {
			continue
		}
		for from < i && sum > share/2 {
			sum -= costs[from]
			from++
		}
		if sum > share { // the newest alone is too long
			sum, from = 0, i+1
		}
	}
	return from
}
