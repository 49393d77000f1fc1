package text

import (
	"testing"
)

func TestAbbreviates(t *testing.T) {
	for s, want := range map[string]bool{
		"my dentist is Dr": true, "Mrs": true, "we live near St": true, "Tigers vs": true, "a herb (e.g": true,
		"her teacher is Robert J": true, "by J. R": true, "he calls himself Malcolm X": true,
		"": false, "it rained": false, "I got an A": false, "plan b": false, "so do I": false, "That was I": false,
		"the first": false, "vitamin C": false, "猫": false, "A": false, "well, Anna, A": false,
	} {
		if got := Abbreviates(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
