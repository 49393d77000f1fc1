package simulate

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// TestWritePage: the page needs nothing from elsewhere and runs nothing, and
// what somebody said is text in it.
func TestWritePage(t *testing.T) {
	at := time.Date(2026, 1, 5, 8, 10, 0, 0, time.UTC)
	r := Report{Days: 1, From: at, To: at, Events: []Entry{{At: at, Kind: Talk, Text: "<script src=//x>&"}},
		Memory:   []DayCount{{Day: "2026-01-05", Sends: 2, ByLevel: map[memory.Level]int{memory.Raw: 3}}},
		Salience: []Curve{{Text: "<b>", Scores: []float64{0.5}}}, Questions: []Answered{{Question: "<i>?", Want: "x"}}}
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		var b strings.Builder
		if err := WritePage(&b, r, lang); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		for _, bad := range []string{"<script", "<b>0", "<i>?", "http:", "https:", "<link", "@import", "url("} {
			if strings.Contains(got, bad) {
				t.Errorf("%s: the page has %q", lang, bad)
			}
		}
		if strings.Count(got, "<svg") != 3 || strings.Count(got, "<polyline") != 5 || !strings.Contains(got, "&lt;script") {
			t.Errorf("%s: %s", lang, got)
		}
	}
}

// TestPageSpeaksOneLanguage: no code of a report stands on a page as it is.
func TestPageSpeaksOneLanguage(t *testing.T) {
	r := play(t, alone, 2)
	for lang, latin := range map[text.Lang]bool{text.Ja: false, text.En: true, text.Zh: false} {
		var b strings.Builder
		if err := WritePage(&b, r, lang); err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(b.String(), "<h1>")
		body = tags.ReplaceAllString(body, " ")
		for _, word := range latinWords.FindAllString(body, -1) {
			if strings.Contains(word, "_") || !latin && !slices.Contains([]string{"Telegram", "Chroma", "Asia", "Tokyo"}, word) {
				t.Errorf("%s: the page says %q", lang, word)
			}
		}
		if strings.Contains(body, "simulate.") || !strings.Contains(body, "08:00–23:00") || !strings.Contains(body, "お昼は食べましたか") {
			t.Errorf("%s: %s", lang, body)
		}
	}
}

// TestWordsInEveryLanguage: each code has a word in each of them.
func TestWordsInEveryLanguage(t *testing.T) {
	ja := wordsIn(text.Ja).list
	for _, lang := range []text.Lang{text.En, text.Zh} {
		list := wordsIn(lang).list
		for code := range ja {
			if list[code] == "" || ja[code] == "" {
				t.Errorf("%s: %s has no word", lang, code)
			}
		}
		if len(list) != len(ja) || len(ja) < 50 {
			t.Errorf("%s: %d words and %d", lang, len(list), len(ja))
		}
	}
}

var (
	tags       = regexp.MustCompile(`<[^>]*>|&[^;]*;`)
	latinWords = regexp.MustCompile(`[A-Za-z][A-Za-z_]+`)
)
