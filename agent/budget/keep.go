package budget

// Keep says from which line on a history is shown, given the tokens of every
// line from the oldest to the newest. The kept ones never exceed share.
//
// The start moves rarely: when a line makes the history exceed its share, old
// ones are dropped until half of it is left. In between the prompt only grows
// at its end and the server's prefix cache holds. The answer depends on the
// costs alone, so a restart finds the same start.
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
