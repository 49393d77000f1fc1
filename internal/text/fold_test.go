package text

import (
	"testing"
	"unicode/utf8"
)

// TestFoldPlain: the short way gives what the long one does, for every character
// alone and between others that could join with it.
func TestFoldPlain(t *testing.T) {
	plain := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		for _, s := range []string{string(r), "aか" + string(r) + "ハK"} {
			got, ok := foldPlain(s)
			if !ok {
				continue
			}
			plain++
			if want := foldAny(s); got != want {
				t.Fatalf("%U: %q, but %q the long way", r, got, want)
			}
		}
	}
	if plain < 40_000 {
		t.Errorf("only %d are plain", plain)
	}
	for _, s := range []string{"\xff", "か\u3099", "ｶ", "é", "\u212a", "か\u200b"} {
		if got, ok := foldPlain(s); ok {
			t.Errorf("%q is folded the short way to %q", s, got)
		}
	}
}

func BenchmarkFold(b *testing.B) {
	for name, fold := range map[string]func(string) string{"now": Fold, "long": foldAny} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				fold("今日は庭に1時間かけたよ、ミカンがよく寝ていたからうまくいった。")
			}
		})
	}
}
