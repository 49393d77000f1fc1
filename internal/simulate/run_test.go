package simulate

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// play runs a script, which must be readable.
func play(t *testing.T, script string, days int) Report {
	t.Helper()
	s, err := ReadScript(strings.NewReader(script))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Simulate(t.Context(), Options{Script: s, Days: days, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asJSON is a report without the time it took.
func asJSON(t *testing.T, r Report) string {
	t.Helper()
	r.Took = Took{}
	raw, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

const week = `
zone Asia/Tokyo
start 2026-01-05
owner レン
seed 7
2026-01-05 08:10 > おはよう。今日から新しい仕事だよ。私の仕事はエンジニアです。
< <think>新しい仕事</think>おはようございます、先生。
2026-01-05 08:11 > 猫の名前はミカンです。
2026-01-05 08:12 telegram > 「引用」と
2026-01-05 08:13 > 眠れなかったので頭が痛い。
2026-01-06 09:00 ! down model 2h
2026-01-06 09:30 > 聞こえる？
2026-01-06 12:00 @mika telegram > こんにちは、ミカです。犬の名前はポチです。
2026-01-06 21:00 > 覚えておいて：会議は火曜
< {"tool": "memory_save", "arguments": {"content": "会議は火曜", "importance": 3}}
< 覚えました。
2026-01-07 10:00 ! kill
2026-01-08 01:00 ! outage 72h
2026-01-09 20:00 telegram > 今、いる？
2026-01-11 12:00 ! run nightly
2026-01-11 12:01 ! run nightly
2026-01-11 12:02 ! run promotion
2026-01-11 12:03 ! run weekly
2026-01-11 12:04 ! run weekly
2026-01-11 12:05 ! run sweep
? 猫の名前は？ | ミカン | 2026-01-05 08:11
? 会議はいつ？ | 火曜 | 2026-01-06 21:00
`

// TestWeek lives a week with a model that is away, a kill and three days in
// which nothing runs, twice.
func TestWeek(t *testing.T) {
	t.Parallel()
	r := play(t, week, 7)
	first := asJSON(t, r)
	if again := asJSON(t, play(t, week, 7)); again != first {
		t.Errorf("the same script and seed give two reports:\n%s", difference(first, again))
	}
	if !r.Audit.Clean || r.Originals != (Originals{Said: 8, Kept: 8}) {
		t.Errorf("originals %+v, audit %+v", r.Originals, r.Audit)
	}
	for _, q := range r.Questions {
		if q.Before.Rank == 0 || q.After.Rank == 0 || !q.Before.Evidence {
			t.Errorf("%s: %+v, then %+v", q.Question, q.Before, q.After)
		}
	}
	said, replied, notices := 0, 0, 0
	caught := map[string]int{}
	back := time.Date(2026, 1, 10, 16, 0, 0, 0, time.UTC)
	asked := back.Add(11 * time.Hour) // when the jobs are asked for by hand
	for _, e := range r.Events {
		said, replied = said+e.Said, replied+e.Replied
		switch {
		case e.Kind == Notice:
			notices++
		case e.Kind == Job && e.Error != "":
			t.Errorf("%s failed: %s", e.Name, e.Error)
		case e.Kind == Job && e.At.After(back.Add(-72*time.Hour)) && e.At.Before(back):
			t.Errorf("%s ran at %v, while nothing runs", e.Name, e.At)
		case e.Kind == Job && !e.At.Before(back) && e.At.Before(back.Add(30*time.Minute)):
			caught[e.Name]++
		case e.Kind == Job && !e.At.Before(asked.Add(time.Minute)):
			for _, what := range []string{"kept", "merged", "archived", "faded", "expired"} {
				if e.Counts[what] > 0 {
					t.Errorf("%s, asked for again, is no no-op: %v", e.Name, e.Counts)
				}
			}
		}
	}
	if said != 8 || replied != 8 || notices == 0 {
		t.Errorf("%d said, %d replied, %d notices", said, replied, notices)
	}
	for _, job := range []string{"nightly", "promotion", "sweep", "backup"} {
		if caught[job] != 1 {
			t.Errorf("%s caught up %d times with three days", job, caught[job])
		}
	}
	if len(r.Memory) < 4 || len(r.Salience) == 0 {
		t.Errorf("%d days counted, %d records followed", len(r.Memory), len(r.Salience))
	}
}

// difference is the first line in which two texts differ.
func difference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return strings.Join(as[max(0, i-6):i+1], "\n") + "\n--\n" + bs[i]
		}
	}
	return "one is longer"
}

// TestClocks: a clock that is set, either way, and a zone that changes fire no
// night twice.
func TestClocks(t *testing.T) {
	t.Parallel()
	r := play(t, `
zone America/New_York
start 2026-03-06
lang en
2026-03-06 12:00 > Good morning.
2026-03-07 01:50 ! clock +3h
2026-03-07 20:00 ! clock -3h
2026-03-09 12:00 ! zone Asia/Tokyo
2026-03-10 12:00 > I moved.
`, 7)
	nights := map[string]int{}
	for _, e := range r.Events {
		if e.Kind == Job && e.Name == "nightly" {
			nights[e.At.Format(time.DateOnly)]++
		}
	}
	for day, n := range nights {
		if n != 1 {
			t.Errorf("%d nights on %s", n, day)
		}
	}
	if len(nights) < 6 || !r.Audit.Clean {
		t.Errorf("nights: %v", nights)
	}
}

// TestLife: a made-up life is the same with the same seed, another with
// another, and can be lived.
func TestLife(t *testing.T) {
	t.Parallel()
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		l := Life{Lang: lang, Zone: tokyo(t), Start: time.Date(2026, 1, 5, 0, 0, 0, 0, tokyo(t)), Days: 1, Seed: 3, Turns: 3}
		s := l.Script()
		r, err := Simulate(t.Context(), Options{Script: s, Days: 1, Log: slog.New(slog.DiscardHandler)})
		if err != nil || !r.Audit.Clean || r.Originals.Kept != len(s.Steps) || len(s.Steps) == 0 {
			t.Errorf("%s: %v, %+v of %d", lang, err, r.Originals, len(s.Steps))
		}
		other := l
		other.Seed++
		if again := l.Script(); len(again.Steps) != len(s.Steps) || again.Steps[0] != s.Steps[0] || other.Script().Steps[0] == s.Steps[0] {
			t.Errorf("%s: the seed does not make the life", lang)
		}
	}
}
