package simulate

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

const sixtyFile = "testdata/sixty.life"

// sixty is the life of an owner over sixty days.
func sixty(t testing.TB) Script {
	t.Helper()
	f, err := os.Open(sixtyFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := ReadScript(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Questions) < 60 {
		t.Fatalf("%d questions", len(s.Questions))
	}
	return s
}

// sixtyHome lives a beginning of the life and gives the home as it is then;
// KOKORON_SIMULATE_KEEP names a new folder to look at it.
func sixtyHome(t *testing.T, days int) (Report, string) {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	if keep := os.Getenv("KOKORON_SIMULATE_KEEP"); keep != "" {
		home = keep
	}
	r, err := Simulate(t.Context(), Options{Script: sixty(t), Days: days, Home: home, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return r, home
}

// back opens a home that was lived in, at the end of its time. What is answered
// comes from the scripted model.
func back(t *testing.T, home string, r Report, with func(*config.Config)) *world {
	t.Helper()
	s := sixty(t)
	w := &world{Options: Options{Script: s, Days: r.Days, Home: home, Log: slog.New(slog.DiscardHandler)}, clk: clock.NewCounted(r.To),
		away: map[string]bool{}, began: s.Start, end: r.To, watch: newWatch(s.Zone)}
	var err error
	if w.cfg, err = config.Load(home, func(string) (string, bool) { return "", false }); err != nil {
		t.Fatal(err)
	}
	w.cfg.Zone, w.cfg.ZoneGuessed, w.cfg.Language, w.cfg.Owner = s.Zone, false, s.Lang, s.Owner
	w.cfg.Embed, w.cfg.Chroma, w.cfg.Telegram = config.Embed{}, config.Service{}, config.Telegram{}
	if with != nil {
		with(&w.cfg)
	}
	if err = w.openModel(); err == nil {
		err = w.start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
	if err := w.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w
}

// lines is what was said, by the date.
func saidOn(t *testing.T, home string, zone *time.Location) map[string][]diary.Line {
	t.Helper()
	d, err := diary.Open(filepath.Join(home, "diary"), zone)
	if err != nil {
		t.Fatal(err)
	}
	days, err := d.Days()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]diary.Line{}
	for _, day := range days {
		for l, err := range d.All(day) {
			if err != nil {
				t.Fatal(err)
			}
			if on := l.At.In(zone).Format(time.DateOnly); l.Role == diary.Person {
				out[on] = append(out[on], l)
			}
		}
	}
	return out
}

// told reports whether somebody said a sentence on a day; what stands for … may
// be anything.
func told(said map[string][]diary.Line, day, sentence string) bool {
	return slices.ContainsFunc(said[day], func(l diary.Line) bool {
		for part := range strings.SplitSeq(sentence, "…") {
			if !strings.Contains(bare.ReplaceAllString(l.Text, ""), bare.ReplaceAllString(part, "")) {
				return false
			}
		}
		return true
	})
}

// bare is what a memory file may write otherwise than it was said.
var bare = regexp.MustCompile(`[\s\p{P}\p{S}]`)

var dated = regexp.MustCompile(`^- (.+?)[（(]([0-9-]+(?:, [0-9-]+)*)[)）]$`)

// TestSixtyDaysBegin lives the first two weeks.
func TestSixtyDaysBegin(t *testing.T) {
	r, home := sixtyHome(t, 14)
	w := wellLived(t, r, home)
	again(t, w, home)
}

// TestSixtyDays lives all of them.
func TestSixtyDays(t *testing.T) {
	if os.Getenv("KOKORON_PROVE") == "" {
		t.Skip("takes half a minute; set KOKORON_PROVE")
	}
	r, home := sixtyHome(t, 60)
	lostNone(t, r, home)
	w := wellLived(t, r, home)
	caught := map[string]int{}
	outage := time.Date(2026, 2, 19, 21, 0, 0, 0, w.Script.Zone) // its end
	for _, e := range r.Events {
		if e.Kind == Job && !e.At.Before(outage) && e.At.Before(outage.Add(30*time.Minute)) {
			caught[e.Name]++
		}
		if e.Kind == Job && e.At.Before(outage) && e.At.After(outage.Add(-72*time.Hour)) {
			t.Errorf("%s ran at %v, while nothing runs", e.Name, e.At)
		}
	}
	for _, job := range []string{"nightly", "promotion", "sweep", "backup"} {
		if caught[job] != 1 {
			t.Errorf("%s caught up %d times with three days", job, caught[job])
		}
	}
	again(t, w, home)
}

// lostNone looks at each question that was answered before its night and is not
// at the end: consolidation must not be why. What has been said of the same
// since then may be, which ranks before it with all that it did undone as well.
func lostNone(t *testing.T, r Report, home string) {
	t.Helper()
	lost := slices.DeleteFunc(slices.Clone(r.Questions), func(q Answered) bool { return q.Before.Rank == 0 || q.After.Rank > 0 })
	if len(lost) == 0 {
		return
	}
	plain, _ := unconsolidated(t, home, r, nil)
	for _, q := range lost {
		i := slices.IndexFunc(plain.Script.Questions, func(o Question) bool { return o.Text == q.Question })
		without, err := plain.recall(t.Context(), plain.Script.Questions[i])
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: rank %d before its night, none at the end, %d (0: none) without consolidation", q.Question, q.Before.Rank, without.Rank)
		if without.Rank > 0 {
			t.Errorf("%s: lost by consolidation", q.Question)
		}
	}
}

// wellLived looks at a home by what was said: that all is there, that notes,
// experiences and episodes have the day on which they were told, and that
// policies count what happened.
func wellLived(t *testing.T, r Report, home string) *world {
	t.Helper()
	if !r.Audit.Clean || r.Originals.Kept != r.Originals.Said || r.Originals.Said == 0 {
		t.Errorf("originals %+v, audit %+v", r.Originals, r.Audit)
	}
	for _, j := range r.Jobs {
		if j.Failed > 0 && j.Name != "tick" {
			t.Errorf("%s failed %d times", j.Name, j.Failed)
		}
	}
	w := back(t, home, r, nil)
	said := saidOn(t, home, w.Script.Zone)
	notes, points := 0, 0
	files, err := filepath.Glob(filepath.Join(home, "memory", "owner", "*", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder, day := filepath.Base(filepath.Dir(name)), strings.TrimSuffix(filepath.Base(name), ".md")
		for line := range strings.Lines(string(raw)) {
			line = strings.TrimSpace(line)
			if m := dated.FindStringSubmatch(line); folder == "knowledge" && m != nil {
				for on := range strings.SplitSeq(m[2], ", ") {
					if notes++; !told(said, on, m[1]) {
						t.Errorf("%s: %q was not said on %s", name, m[1], on)
					}
				}
			}
			if point, ok := strings.CutPrefix(line, "- "); folder == "episodes" && ok && !strings.Contains(line, "はじめの言葉") {
				if points++; !told(said, day, point) {
					t.Errorf("%s: %q was not said on that day", name, point)
				}
			}
		}
	}
	if notes == 0 || points == 0 {
		t.Errorf("%d notes, %d points", notes, points)
	}
	records, err := w.app.Records(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	countsRight(t, records, said)
	return w
}

// countsRight looks at experiences and policies.
func countsRight(t *testing.T, records []memory.Record, said map[string][]diary.Line) {
	t.Helper()
	happened := map[string]bool{}
	for _, r := range records {
		switch {
		case r.Level == memory.Policy:
			if n := fmt.Sprint(len(r.Provenance)); !strings.Contains(r.Content, n) || len(r.Provenance) < 2 {
				t.Errorf("%q stands on %s", r.Content, n)
			}
		case r.Outcome == memory.OutcomePositive || r.Outcome == memory.OutcomeNegative:
			m := dated.FindStringSubmatch("- " + r.Content)
			if m == nil || !told(said, m[2], m[1]) || happened[m[1]] {
				t.Errorf("%q was not lived then, or is known twice", r.Content)
			} else {
				happened[m[1]] = true
			}
		}
	}
}

// again does each job twice: the second time nothing at all is other than
// before.
func again(t *testing.T, w *world, home string) {
	t.Helper()
	jobs := []string{"nightly", "promotion", "weekly"}
	run := func(job string) {
		t.Helper()
		err := w.run(t.Context(), Step{Event: Event{What: job}})
		if err == nil {
			err = w.settle(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, job := range jobs {
		run(job)
	}
	before := hashes(t, w, home)
	for _, job := range jobs {
		run(job)
		after := hashes(t, w, home)
		for name, sum := range after {
			if before[name] != sum {
				t.Errorf("%s, done again, changes %s", job, name)
			}
		}
		if len(after) != len(before) {
			t.Errorf("%s, done again: %d files and records, before %d", job, len(after), len(before))
		}
	}
}

// hashes are those of all memory files, diary files and records.
func hashes(t *testing.T, w *world, home string) map[string][32]byte {
	t.Helper()
	out := map[string][32]byte{}
	for _, folder := range []string{"memory", "diary"} {
		err := filepath.WalkDir(filepath.Join(home, folder), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			raw, err := os.ReadFile(path)
			out[path] = sha256.Sum256(raw)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	records, err := w.app.Records(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		out[string(r.ID)] = sha256.Sum256(raw)
	}
	return out
}
