package memory

// Salience is the factor by which the weight of a record changes its score: 1
// for one of middling strength, up to bound/2 more for a strong one that is
// sure, as much less for a weak one. A doubtful record moves less. Lines (nil)
// have no weight and keep their score.
func Salience(r *Record, bound float64) float64 {
	if r == nil {
		return 1
	}
	return 1 + bound*(share(r.Strength)-0.5)*(0.6+0.4*share(r.Confidence))
}
