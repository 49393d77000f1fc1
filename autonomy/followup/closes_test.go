package followup

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/text"
)

func TestCloses(t *testing.T) {
	now, zone := at(t)
	for _, c := range table(t, "closes.tsv") {
		lang := text.Lang(c[0])
		found := Find(c[1], now, zone, lang)
		days, err := strconv.Atoi(c[2])
		if err != nil || len(found) == 0 {
			t.Fatalf("%v: %v, %v", c, found, err)
		}
		later := now.AddDate(0, 0, days).Add(4 * time.Hour)
		got := "-"
		if moved, ok := Moves(found[0], c[3], later, zone, lang); ok {
			got = moved.On.In(zone).Format(time.DateOnly)
			if !moved.From.After(moved.On) || !moved.To.After(moved.From) {
				t.Errorf("%v: moved to %+v", c, moved)
			}
		} else if out, ok := Closes(found[0], c[3], later, lang); ok {
			got = string(out)
		}
		if got != c[4] {
			t.Errorf("%q, then %q: %s, want %s (%+v)", c[1], c[3], got, c[4], found[0])
		}
	}
}

func TestWindow(t *testing.T) {
	now, zone := at(t)
	for _, c := range []struct{ words, from, to string }{
		{"明日面接なんだ", "12-01 17:00", "12-03 17:00"},        // the end of the day
		{"明日の15時に面接がある", "12-01 17:00", "12-03 17:00"},   // two hours later
		{"今夜デートなんだ", "12-01 05:00", "12-03 05:00"},       // the end of the part
		{"今日の21時にライブがある", "11-30 23:00", "12-02 23:00"},  //
		{"風邪ひいた", "12-01 15:00", "12-03 15:00"},          // a day or two
		{"息子が風邪ひいた", "12-03 15:00", "12-08 15:00"},       // gently
		{"お金のことが不安", "12-02 15:00", "12-07 15:00"},       // a worry
		{"祖父が亡くなった", "12-04 15:00", "12-12 15:00"},       // later, and for longer
		{"来週手術を受けるんだ", "12-14 00:00", "12-16 00:00"},     // some day of the week
		{"来月引っ越すことになった", "12-16 12:00", "01-06 12:00"},   // half of it
		{"明日から大阪に出張です", "12-02 17:00", "12-05 17:00"},    // nobody is back at once
		{"ピアノを習い始めることにした", "12-07 15:00", "12-28 15:00"}, // no date
		{"母が来週手術を受ける", "12-15 00:00", "12-19 00:00"},     // gently
	} {
		found := Find(c.words, now, zone, text.Ja)
		if len(found) != 1 {
			t.Errorf("%s: %+v", c.words, found)
			continue
		}
		form := "01-02 15:04"
		if from, to := found[0].From.In(zone).Format(form), found[0].To.In(zone).Format(form); from != c.from || to != c.to {
			t.Errorf("%s: from %s to %s, want %s to %s", c.words, from, to, c.from, c.to)
		}
	}
}

// Every zone has its windows on the wall of its own clocks.
func TestZones(t *testing.T) {
	for _, name := range []string{"America/New_York", "Asia/Tokyo", "Europe/Berlin", "Pacific/Apia", "America/Sao_Paulo"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for day := 0; day < 366; day += 37 {
			now := time.Date(2026, 1, 1, 12, 0, 0, 0, zone).AddDate(0, 0, day)
			found := Find("I have a job interview tomorrow", now, zone, text.En)
			if len(found) != 1 || found[0].From.In(zone).Hour() != 17 || found[0].To.In(zone).Hour() != 17 || !found[0].From.After(now) {
				t.Fatalf("%s %s: %+v", name, now, found)
			}
		}
	}
}

// pieces are what messages are made of for the properties: all sentences of the
// cases, and scraps.
func pieces(t testing.TB) (out []string) {
	for _, c := range table(t, "cases.tsv") {
		out = append(out, c[1])
	}
	return append(out, "。", "「", "」", "\"", "“", "”", "\n", " ", "もし", "if ", "?", "\xff", "‘", "’", "面接", "明日")
}

func TestProperties(t *testing.T) {
	now, zone := at(t)
	all := pieces(t)
	rapid.Check(t, func(rt *rapid.T) {
		checkFound(rt, strings.Join(rapid.SliceOfN(rapid.SampledFrom(all), 1, 3).Draw(rt, "words"), ""), now, zone)
	})
}

// TestQuoted: what stands in a quotation changes nothing.
func TestQuoted(t *testing.T) {
	now, zone := at(t)
	want := Find("「」って聞いた。\n明日面接なんだ", now, zone, text.Ja)
	if len(want) != 1 {
		t.Fatal(want)
	}
	for _, c := range table(t, "cases.tsv") {
		if strings.ContainsAny(c[1], "「」") {
			continue
		}
		if got := Find("「"+c[1]+"」って聞いた。\n明日面接なんだ", now, zone, text.Ja); !slices.Equal(got, want) {
			t.Errorf("%q in quotation marks: %+v", c[1], got)
		}
	}
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// checkFound is what holds for every message.
func checkFound(t failer, words string, now time.Time, zone *time.Location) {
	t.Helper()
	found := Find(words, now, zone, text.Ja)
	if len(found) > maxFound {
		t.Fatalf("%q: %d found", words, len(found))
	}
	for i, f := range found {
		if f.About == "" || f.Key == "" || f.Kind == "" || f.Topic == "" || f.Weight <= 0 || f.Weight > 1 || f.Words == "" {
			t.Fatalf("%q: %+v", words, f)
		}
		if f.From.Before(now) || !f.To.After(f.From) || !f.On.IsZero() && (!f.Until.After(f.On) || f.Until.Before(now)) {
			t.Fatalf("%q: window %+v", words, f)
		}
		for _, o := range found[:i] {
			if f.Same(o) {
				t.Fatalf("%q: twice %+v", words, f)
			}
		}
		Closes(f, words, f.From, text.Ja)
		Moves(f, words, f.From, zone, text.Ja)
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range pieces(f)[:40] {
		f.Add(s)
	}
	f.Add("I'm ‘ worried “ about 「 my exam")
	now, zone := at(f)
	f.Fuzz(func(t *testing.T, words string) { checkFound(t, words, now, zone) })
}

// TestLong: what is read of a message is bounded, so that its cost is.
func TestLong(t *testing.T) {
	now, zone := at(t)
	for _, s := range []string{"「", "明日面接", "“‘"} {
		words := strings.Repeat(s, 1<<13/len(s))
		if x, y := Find(words, now, zone, text.Ja), Find(words[:maxMessage], now, zone, text.Ja); !slices.Equal(x, y) {
			t.Errorf("%q: %+v, %+v", s, x, y)
		}
	}
}

func TestMentions(t *testing.T) {
	now, zone := at(t)
	f := Find("明日面接なんだ", now, zone, text.Ja)[0]
	for words, want := range map[string]bool{"面接どうだった？": true, "How was your interview?": true, "面试怎么样？": true, "夕飯は何？": false, "「面接」": false, "このあいだの「明日面接なんだ」、その後どうなりましたか。": true} {
		if got := Mentions(f, words, text.Ja); got != want {
			t.Errorf("%q: %v", words, got)
		}
	}
}
