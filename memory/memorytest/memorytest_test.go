package memorytest

import "testing"

func TestFake(t *testing.T) {
	Suite(t, func(*testing.T) Index { return NewFake(Dim) })
}

// TestVectors: the made vectors are as squeezed as real ones.
func TestVectors(t *testing.T) {
	v := Vectors(1, 1000, 384)
	var sum float64
	for i := range 500 {
		sum += Cosine(v[i], v[i+500])
	}
	if mean := sum / 500; mean < .74 || mean > .86 {
		t.Errorf("unrelated ones have a cosine of %.2f, want about .8", mean)
	}
}
