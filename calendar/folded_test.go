package calendar

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/text"
)

// TestFold: reading character by character gives what folding the whole gives,
// for every character of the Basic Multilingual Plane alone, and for short
// texts out of those that dates are written with.
func TestFold(t *testing.T) {
	for r := rune(0); r < 0x10000; r++ {
		if s := string(r); utf8.ValidRune(r) && fold(s).s != text.Fold(s) {
			t.Errorf("%U: %q, not %q", r, fold(s).s, text.Fold(s))
		}
	}
	for _, s := range []string{"ｶ\u200dﾞ", "e\u00ad\u0301"} {
		if fold(s).s != text.Fold(s) {
			t.Errorf("%q: %q, not %q", s, fold(s).s, text.Fold(s))
		}
	}
	parts := []string{"３", "日", "ｶ", "ﾞ", "か", "\u3099", "A", "Ｊ", "㋅", "ー", "～", "、", "　", "\u200d", "é", "e\u0301"}
	rapid.Check(t, func(rt *rapid.T) {
		s := ""
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(parts), 0, 8).Draw(rt, "parts") {
			s += p
		}
		f := fold(s)
		if f.s != text.Fold(s) {
			rt.Fatalf("%q: %q, not %q", s, f.s, text.Fold(s))
		}
		if len(f.at) != len(f.s)+1 {
			rt.Fatalf("%q: %d offsets for %d bytes", s, len(f.at), len(f.s))
		}
	})
}
