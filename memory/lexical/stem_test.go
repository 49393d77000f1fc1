package lexical

import (
	"strings"
	"testing"
)

// TestStem holds the stemmer to the examples of Porter's paper, step by step,
// and to words that went wrong.
func TestStem(t *testing.T) {
	for _, line := range []string{
		"caresses caress", "ponies poni", "ties ti", "cats cat", "feed feed", "agreed agre", "plastered plaster", "bled bled",
		"motoring motor", "sing sing", "conflated conflat", "troubled troubl", "sized size", "hopping hop", "tanned tan",
		"falling fall", "hissing hiss", "fizzed fizz", "failing fail", "filing file", "happy happi", "sky sky",
		"relational relat", "conditional condit", "rational ration", "valenci valenc", "digitizer digit", "conformabli conform",
		"radicalli radic", "differentli differ", "vileli vile", "analogousli analog", "vietnamization vietnam",
		"predication predic", "operator oper", "feudalism feudal", "decisiveness decis", "hopefulness hope",
		"callousness callous", "formaliti formal", "sensitiviti sensit", "sensibiliti sensibl",
		"triplicate triplic", "formative form", "formalize formal", "electriciti electr", "electrical electr", "hopeful hope",
		"goodness good", "revival reviv", "allowance allow", "inference infer", "airliner airlin", "gyroscopic gyroscop",
		"adjustable adjust", "defensible defens", "irritant irrit", "replacement replac", "adjustment adjust",
		"dependent depend", "adoption adopt", "homologou homolog", "communism commun", "activate activ", "angulariti angular",
		"homologous homolog", "effective effect", "bowdlerize bowdler", "probate probat", "rate rate", "cease ceas",
		"controll control", "roll roll", "generalizations gener", "oscillators oscil", "is is", "y y", "yyy yyi", "running run",
	} {
		in, want, _ := strings.Cut(line, " ")
		if got := string(stem([]byte(in))); got != want {
			t.Errorf("stem(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLongWord(t *testing.T) {
	var a analyser
	if got := a.terms(nil, strings.Repeat("y", 1<<20)); len(got) != 1 {
		t.Errorf("%d terms", len(got))
	}
}
