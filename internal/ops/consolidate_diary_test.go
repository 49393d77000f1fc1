package ops_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
)

// entry is one day of the diary.
type entry struct{ told, question, key, topic, note string }

func sixtyDays(t *testing.T) (list []entry) {
	t.Helper()
	raw, err := os.ReadFile("testdata/sixty.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 5 && !strings.HasPrefix(line, "#") {
			list = append(list, entry{f[0], f[1], f[2], f[3], f[4]})
		}
	}
	return list
}

// diarist is a model that has read the diary: it makes episodes of what was
// said and the notes of the day.
type diarist struct {
	dreamer
	days []entry
}

func (d *diarist) Answer(ctx context.Context, a encode.Ask) (string, error) {
	if !strings.Contains(string(a.Schema), `"open_items"`) {
		return d.dreamer.Answer(ctx, a)
	}
	out := map[string]any{"title": "", "topics": []string{}, "points": []string{}, "decisions": []string{}, "open_items": []string{}, "facts": []any{}}
	var points []string
	for _, e := range d.days {
		if strings.Contains(a.Words, e.told) {
			points = append(points, e.note)
			out["title"], out["topics"] = e.topic+"の話", []string{e.topic}
		}
	}
	for line := range strings.Lines(a.Words) {
		if _, said, ok := strings.Cut(line, "Ren: "); ok {
			points = append(points, strings.TrimSpace(said))
		}
	}
	out["points"] = points
	return marshal(out), nil
}

// live lets sixty days go by: each has a talk with a fact, a walk and coffee. With
// a consolidation its jobs are done when they are due, and what it did to the
// originals is looked at.
func (h *home) live(days []entry, s *sleeper) (evidence []turn.ID) {
	e := h.encoding(&diarist{days: days})
	if s != nil {
		e = s.Encoding()
	}
	for i, d := range days {
		walk := fmt.Sprintf("今朝も公園を散歩して、鴨を%d羽見たよ", i%7+2)
		end := "おやすみ"
		if i%15 == 4 {
			end = "昨夜は寝る前にコーヒーを飲んで眠れなかった"
		}
		n := len(h.lines(person.ScopeOwner))
		h.turns(owner, turn.Recalled{}, walk, d.told, end)
		evidence = append(evidence, h.lines(person.ScopeOwner)[n+2].ID)
		h.pass(40 * time.Minute)
		if _, err := h.fire(e); err != nil {
			h.t.Fatal(err)
		}
		night := time.Date(2026, 11, 30+i+1, 2, 0, 0, 0, zone)
		h.pass(night.Sub(h.Clock.Now()))
		if s != nil {
			h.sleepWatched(s, ops.Nightly)
			h.sleepWatched(s, ops.Promotion)
			if night.Weekday() == time.Sunday {
				h.sleepWatched(s, ops.Weekly)
			}
		}
		h.pass(5 * time.Hour)
	}
	return evidence
}

// originals are the diary, the files and the ids of all records.
func (h *home) originals() (diary, files map[string]string) {
	diary = map[string]string{}
	names, err := filepath.Glob(filepath.Join(h.dir, "diary", "*", "*"))
	for _, name := range names {
		var raw []byte
		if raw, err = os.ReadFile(name); err != nil {
			break
		}
		diary[name] = string(raw)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return diary, h.kept()
}

// sleepWatched does a job, twice, and sees that no original is lost.
func (h *home) sleepWatched(s *sleeper, kind string) {
	h.t.Helper()
	lines, before := h.originals()
	run(h.t, s, kind, h.Clock.Now())
	told, after := h.originals()
	if d := cmp.Diff(lines, told); d != "" {
		h.t.Fatalf("%s changes the diary:\n%s", kind, d)
	}
	for name, was := range before {
		folder, rest, _ := strings.Cut(name, "/")
		if strings.HasPrefix(rest, "episodes/") && after[name] != was && after[folder+"/archive/"+rest] != was {
			h.t.Fatalf("%s: the original of %s is gone", kind, name)
		}
		if after[name] == "" {
			h.t.Fatalf("%s: %s is gone", kind, name)
		}
	}
	if again := run(h.t, s, kind, h.Clock.Now()); again.Steps != 0 {
		h.t.Fatalf("%s again: %+v", kind, again)
	}
	if d := cmp.Diff(after, h.kept()); d != "" {
		h.t.Fatalf("%s again:\n%s", kind, d)
	}
}

// found is how many of the questions find what answers them among so many hits:
// the line itself or what names it as its source, and any text with the answer.
type found struct{ line, answer int }

// recall is what is found among the first one, five and ten hits.
func (h *home) recall(days []entry, evidence []turn.ID) map[int]found {
	h.t.Helper()
	d := index.Deps{Ledger: h.Ledger, Diary: h.Diary, DB: h.DB, Clock: clock.Real{}, Log: slog.New(slog.DiscardHandler),
		Names: func(person.ID, bool) string { return "Ren" }, Zone: zone}
	if url := whole("KOKORON_TEST_EMBED_URL"); url != "" {
		client, err := embed.New(embed.Config{URL: url}, clock.Real{})
		if err != nil {
			h.t.Fatal(err)
		}
		d.Embedder = client
	}
	ix, err := index.Open(index.Config{Dir: h.t.TempDir()}, d)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, end := context.WithCancel(h.t.Context())
	ended := make(chan struct{})
	go func() { ix.Run(ctx); close(ended) }()
	defer func() { end(); <-ended }()
	err = ix.Wait(ctx)
	if err == nil {
		err = h.Library.Scan(ctx, "", func(f library.File) bool { ix.Files(f.Scope, f.Path, f.Chunks); return true })
	}
	if err != nil {
		h.t.Fatal(err)
	}
	for i := 0; d.Embedder != nil && (ix.Status().Unmade > 0 || ix.Status().Vectors == 0) && i < 1200; i++ {
		time.Sleep(50 * time.Millisecond)
	}
	p := priming.New(index.Patient{Index: ix, Within: 5 * time.Second}, nil, clock.Real{}, slog.New(slog.DiscardHandler))
	out := map[int]found{}
	for i, q := range days {
		hits := p.Search(ctx, person.ViewOf(owner), q.question, priming.SearchOptions{Limit: 10, Zone: zone})
		for _, first := range []int{1, 5, 10} {
			some, f := hits[:min(first, len(hits))], out[first]
			if slices.ContainsFunc(some, func(h priming.Hit) bool {
				return h.Unit.ID == string(evidence[i]) || h.Unit.Record != nil && slices.Contains(h.Unit.Record.Provenance, evidence[i])
			}) {
				f.line++
			}
			if slices.ContainsFunc(some, func(h priming.Hit) bool { return strings.Contains(h.Unit.Text, q.key) }) {
				f.answer++
			}
			out[first] = f
		}
	}
	return out
}

// TestSixtyDays: after sixty days with consolidation no less is found than
// without, and every original is there.
func TestSixtyDays(t *testing.T) {
	if whole("KOKORON_TEST_EMBED_URL") == "" {
		t.Log("KOKORON_PROVE and KOKORON_TEST_EMBED_URL are not both set: by words alone")
	}
	days := sixtyDays(t)
	if len(days) != 60 {
		t.Fatal(len(days))
	}
	m := &diarist{days: days}
	m.one = "Renは朝に公園を散歩する"
	m.notes = append(m.notes, dream{"コーヒー", "寝る前のコーヒー", "", "寝る前にコーヒーを飲んで眠れなかった", "negative"})
	for _, d := range days {
		m.notes = append(m.notes, dream{d.told, d.topic, "fact", d.note, ""})
	}
	plain, slept := newHome(t), newHome(t)
	was := plain.live(days, nil)
	s := slept.sleeping(m)
	is := slept.live(days, s)
	slept.tells(t)
	before, now := plain.recall(days, was), slept.recall(days, is)
	for _, first := range []int{1, 5, 10} {
		b, n := before[first], now[first]
		t.Logf("of %d questions at %d: the line %d, then %d; the answer %d, then %d", len(days), first, b.line, n.line, b.answer, n.answer)
		if n.answer < b.answer || first > 1 && n.line < b.line {
			t.Errorf("consolidation has lowered what is found at %d", first)
		}
	}
}

// tells logs what came of the sixty days, and sees that each kind did.
func (h *home) tells(t *testing.T) {
	files, levels := 0, map[memory.Level]int{}
	for name, s := range h.kept() {
		if strings.Contains(name, "knowledge/") {
			files++
			if !strings.Contains(s, "[AUTO-CONSOLIDATED]") {
				t.Errorf("%s", s)
			}
		}
	}
	for _, r := range h.records(person.ScopeOwner) {
		if r.Status == memory.Active {
			levels[r.Level]++
		}
	}
	archived, err := filepath.Glob(filepath.Join(h.dir, "memory", "owner", "archive", "episodes", "*.md"))
	t.Logf("%d files of knowledge, %v records in use, %d episodes archived", files, levels, len(archived))
	if err != nil || files < 30 || levels[memory.Policy] != 1 || levels[memory.Pattern] == 0 || len(archived) == 0 {
		t.Error(err, files, levels, len(archived))
	}
}
