package memory

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/text"
)

// TestWordsInEveryForm: whatever stands in a file in UTF-8 or as JSON of some
// writer is found, and nothing else is.
func TestWordsInEveryForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.TrimSpace(rapid.StringMatching(`[a-zA-Z<>&"'\\/ あいう漢字「」🐕\n]{1,20}`).Draw(t, "words"))
		if s == "" {
			return
		}
		w := NewWords(s)
		raw, err := json.Marshal(map[string]string{"text": "before " + s + " after"})
		if err != nil {
			t.Fatal(err)
		}
		inner, err := json.Marshal(string(raw))
		if err != nil {
			t.Fatal(err)
		}
		var ascii strings.Builder
		for _, r := range strings.Trim(quoted(s, false), "") {
			if r < 0x80 {
				ascii.WriteRune(r)
				continue
			}
			for _, u := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&ascii, `\u%04x`, u)
			}
		}
		for form, data := range map[string]string{
			"UTF-8": "x" + s + "y", "JSON": string(raw), "JSON in JSON": string(inner), "ASCII": ascii.String(),
		} {
			if !w.InBytes([]byte(data)) {
				t.Errorf("%s: %q is not found in %s", form, s, data)
			}
		}
		if !w.In("before " + strings.ToUpper(s) + " after") {
			t.Errorf("%q is not found in capitals", s)
		}
		if w.In("0123") || w.InBytes([]byte("0123")) {
			t.Errorf("%q is found in 0123", s)
		}
	})
}

// TestBlanksAreAlike: a text may have been broken into lines.
func TestBlanksAreAlike(t *testing.T) {
	w := NewWords("Quokka the  Second")
	for s, want := range map[string]bool{"my quokka\nthe Second.": true, "Ｑuokka　the second": true, "quokkathesecond": false} {
		if w.In(s) != want {
			t.Errorf("%q: want %v", s, want)
		}
	}
}

// TestFoldIsFold: what is taken for folded is.
func TestFoldIsFold(t *testing.T) {
	for r := rune(0); r <= 0xffff; r++ {
		if s := string(r); fold(s) != text.Fold(s) {
			t.Errorf("%U: %q, want %q", r, fold(s), text.Fold(s))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-zA-Z 　あがパかｶﾞ゙゚ー漢字、。㍿é\n]{0,12}`).Draw(t, "s")
		if fold(s) != text.Fold(s) {
			t.Errorf("%q: %q, want %q", s, fold(s), text.Fold(s))
		}
	})
}

// TestErasingFindsIDs: by its id too, and by no other.
func TestErasingFindsIDs(t *testing.T) {
	const one, other = "01a22a7d-abe3-7001-b050-97b7f472d142", "01a22a7d-abe3-7001-b050-97b7f472d143"
	e := Erasing{IDs: map[string]bool{one: true}}
	for data, want := range map[string]bool{
		one: true, other: false, "a-b" + one: true, one[:35]: false, "--" + one + "--": true, `{"id":"` + one + `"}`: true, "": false,
	} {
		if e.InBytes([]byte(data)) != want {
			t.Errorf("%q: want %v", data, want)
		}
	}
	if e.Longest() != len(one) || (Erasing{}).Longest() != 0 || !e.Has(one) || e.Has(other, "text") {
		t.Error("longest or Has")
	}
}
