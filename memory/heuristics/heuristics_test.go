package heuristics

import (
	"strings"
	"testing"

	"github.com/kokoron/kokoron/internal/text"
)

// show writes notes as the cases have them.
func show(notes []Note) string {
	var out []string
	for _, n := range notes {
		content := n.Content
		if n.Previous {
			content = "previous"
		}
		out = append(out, string(n.Kind)+": "+content)
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	kept, count := map[text.Lang]int{}, map[text.Lang]int{}
	for _, c := range cases {
		if got := show(Read(c.words, c.lang)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.words, got, c.want)
		}
		count[c.lang]++
		if c.want != "" {
			kept[c.lang]++
		}
	}
	for lang, n := range count {
		if n < 60 || n-kept[lang] < 30 || kept[lang] < 30 {
			t.Errorf("%s: %d messages, %d of them kept: the table has lost its measure", lang, n, kept[lang])
		}
	}
}
