package calendar

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// told writes readings in the form of the test data, with the words in front.
func told(words string, all []Reading) string {
	var out []string
	for _, r := range all {
		out = append(out, "["+words[r.Start:r.End]+"] "+meaning(r)+" ("+r.Rule+")")
	}
	return strings.Join(out, "; ")
}

func meaning(r Reading) string {
	layout, last := "2006-01-02T15:04", r.To
	point := r.To.Sub(r.From) <= time.Minute
	if r.AllDay {
		layout, last = "2006-01-02", r.To.Add(-1)
		point = last.Format(layout) == r.From.Format(layout)
	}
	out := r.From.Format(layout)
	if !point {
		out += "/" + last.Format(layout)
	}
	if r.Repeat != "" {
		out += " " + r.Repeat
	}
	if r.Unsure {
		var others []string
		for _, o := range r.Others {
			others = append(others, o.Format(layout))
		}
		out += " ?" + strings.Join(others, "|")
	}
	return out
}

// TestPlansSaid: what people say to a companion in the three languages.
func TestPlansSaid(t *testing.T) {
	const least = 60 // of each language
	for _, lang := range []string{"ja", "en", "zh"} {
		file, err := os.Open(filepath.Join("testdata", "plans_"+lang+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		n := 0
		for lines := bufio.NewScanner(file); lines.Scan(); {
			words, want, ok := strings.Cut(lines.Text(), "\t")
			if !ok {
				continue
			}
			n++
			for _, l := range []string{lang, ""} {
				all := When(words, noon, tokyo, l)
				got := "-"
				if len(all) > 0 {
					got = meaning(all[0])
				}
				if got != want || len(all) > 1 {
					t.Errorf("%s (%q): want %s, got %s", words, l, want, told(words, all))
				}
			}
		}
		if n < least {
			t.Errorf("%s: %d cases, not %d", lang, n, least)
		}
	}
}
