package ops_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/consolidate"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/library"
)

// dreamer is a model that makes of a day the notes whose needle it is shown, and
// one statement of what is alike.
type dreamer struct {
	scribe
	notes   []dream
	one     string // of a cluster
	distil  string
	err     error
	raw     string
	asked   int
	refused int // how many answers are nonsense first
}

type dream struct{ needle, topic, kind, content, outcome string }

func (d *dreamer) Answer(ctx context.Context, a encode.Ask) (string, error) {
	switch {
	case strings.Contains(string(a.Schema), `"open_items"`):
		d.scribe.title = "きょうの話"
		return d.scribe.Answer(ctx, a)
	case d.err != nil || d.raw != "":
		d.asked++
		return d.raw, d.err
	case !strings.Contains(string(a.Schema), `"experiences"`):
		d.asked++
		content := d.distil
		if strings.Contains(a.System, "よく似た") {
			content = d.one
		}
		return marshal(map[string]string{"topic": "こと", "content": content}), nil
	}
	d.asked++
	if d.refused > 0 {
		d.refused--
		return `{"notes": "none"}`, nil
	}
	out := struct {
		Notes       []map[string]string `json:"notes"`
		Experiences []map[string]string `json:"experiences"`
	}{[]map[string]string{}, []map[string]string{}}
	for _, n := range d.notes {
		switch {
		case !strings.Contains(a.Words, n.needle):
		case n.outcome != "":
			out.Experiences = append(out.Experiences, map[string]string{"cause": n.topic, "outcome": n.outcome, "content": n.content})
		default:
			out.Notes = append(out.Notes, map[string]string{"topic": n.topic, "kind": n.kind, "content": n.content})
		}
	}
	return marshal(out), nil
}

func marshal(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// sleeper is the consolidation of a home and what it made copies of.
type sleeper struct {
	*ops.Consolidation
	copies int
}

func (h *home) sleeping(m encode.Model) *sleeper {
	s := &sleeper{}
	s.Consolidation = ops.NewConsolidation(h.Ops, h.encoding(m), m, func(time.Time) error { s.copies++; return nil })
	return s
}

// kept is all that is remembered: files and records by name.
func (h *home) kept() map[string]string {
	h.t.Helper()
	out := map[string]string{}
	root := filepath.Join(h.dir, "memory")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() || strings.Contains(name, ".versions") {
			return err
		}
		raw, err := os.ReadFile(name)
		out[strings.TrimPrefix(name, root+"/")] = string(raw)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, scope := range []person.Scope{person.ScopeOwner, "person:aoi", person.ScopeShared} {
		for _, r := range h.records(scope) {
			r.Retrieved, r.Used, r.LastAccessed = 0, 0, time.Time{}
			out[string(r.ID)] = marshal(r)
		}
	}
	return out
}

func (h *home) read(name string) string {
	h.t.Helper()
	raw, err := os.ReadFile(filepath.Join(h.dir, "memory", name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.t.Fatal(err)
	}
	return string(raw)
}

func (h *home) write(name, s string) {
	h.t.Helper()
	name = filepath.Join(h.dir, "memory", name)
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = os.WriteFile(name, []byte(s), 0o600)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// put stores a record as it is given.
func (h *home) put(r memory.Record) memory.Record {
	h.t.Helper()
	if r.ID == "" {
		r.ID = h.IDs.New()
	}
	if r.Scope == "" {
		r.Scope = person.ScopeOwner
	}
	r, err := r.Normalise(h.Clock.Now())
	if err == nil {
		err = h.DB.Update(func(tx *kv.Tx) error { return h.Ledger.Put(tx, r) })
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

var cat = []dream{
	{"ミケ", "ミケ", "fact", "Renは猫のミケを飼っている", ""},
	{"ミケ", "ミケ", "fact", "Renはロンドンに別荘を持っている", ""},
	{"コーヒー", "夜のコーヒー", "lesson", "夜にコーヒーを飲むと眠れない", ""},
	{"コーヒー", "夜のコーヒー", "", "夜にコーヒーを飲んで眠れなかった", "negative"},
}

// aDay is a talk and the night behind it.
func (h *home) aDay() {
	h.turns(owner, turn.Recalled{}, "猫のミケを飼っているよ", "昨日は夜にコーヒーを飲んで眠れなかった", "おやすみ")
	h.pass(24 * time.Hour)
}

func run(t *testing.T, s *sleeper, kind string, at time.Time) ops.ConsolidateRun {
	t.Helper()
	r, err := s.Run(t.Context(), kind, at)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestNight: of a day that is over come notes in files by topic, with their
// day, what nothing bears out is refused, and a second run asks nobody.
func TestNight(t *testing.T) {
	h := newHome(t)
	h.write("owner/knowledge/ミケ.md", "# ミケ\n\n白い。\n")
	h.aDay()
	m := &dreamer{notes: cat}
	s := h.sleeping(m)
	got := run(t, s, ops.Nightly, h.Clock.Now())
	if got.Counts != (consolidate.Funnel{In: 1, Kept: 3, Refused: 1}) || s.copies != 1 || m.asked != 1 {
		t.Errorf("%+v, %d copies, asked %d", got.Counts, s.copies, m.asked)
	}
	cat, coffee := h.read("owner/knowledge/ミケ.md"), h.read("owner/knowledge/夜のコーヒー.md")
	if !strings.Contains(cat, "白い。") || !strings.Contains(cat, "[AUTO-CONSOLIDATED] 2026-11-30\n\n- Renは猫のミケを飼っている（2026-11-30）\n") || strings.Contains(cat, "ロンドン") {
		t.Errorf("%s", cat)
	}
	if !strings.Contains(coffee, "by: companion") || !strings.Contains(coffee, "- 夜にコーヒーを飲むと眠れない（2026-11-30）") {
		t.Errorf("%s", coffee)
	}
	list := h.records(person.ScopeOwner)
	if len(list) != 1 || list[0].Outcome != memory.OutcomeNegative || list[0].Subject != "夜のコーヒー" || len(list[0].Provenance) < 2 {
		t.Errorf("%+v", list)
	}
	before := h.kept()
	if again := run(t, s, ops.Nightly, h.Clock.Now()); again.Steps != 0 || again.Counts != (consolidate.Funnel{}) || m.asked != 1 || s.copies != 1 {
		t.Errorf("again: %+v, asked %d", again, m.asked)
	}
	if d := cmp.Diff(before, h.kept()); d != "" {
		t.Errorf("a second run changes:\n%s", d)
	}
	h.aDay() // the same things again
	if next := run(t, s, ops.Nightly, h.Clock.Now()); next.Counts.Merged != 2 || next.Counts.Kept != 2 {
		t.Errorf("the next day: %+v", next.Counts)
	}
	if got := h.read("owner/knowledge/ミケ.md"); !strings.Contains(got, "飼っている（2026-11-30, 2026-12-01）") || !strings.Contains(got, "[AUTO-CONSOLIDATED] 2026-11-30, 2026-12-01") {
		t.Errorf("%s", got)
	}
	i := slices.IndexFunc(h.records(person.ScopeOwner), func(r memory.Record) bool { return r.Level == memory.Policy })
	if i < 0 {
		t.Fatal("no policy")
	}
	p := h.records(person.ScopeOwner)[i]
	if p.Type != memory.Procedural || p.Outcome != memory.OutcomeNegative || len(p.Provenance) != 2 || !strings.Contains(p.Content, "2回") || p.Confidence <= 2.0/3 {
		t.Errorf("%+v", p)
	}
}

// TestNightIsDue: a model that is away, or answers nothing usable, leaves all as
// it was; the next run does it.
func TestNightIsDue(t *testing.T) {
	for name, m := range map[string]*dreamer{
		"away": {err: &fault.Unavailable{Err: errors.New("away")}}, "nonsense": {raw: "I am sorry"}, "no object": {raw: `{"notes": "none", "experiences": []}`},
		"a rehearsal": {raw: " "},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.aDay()
			if _, err := h.encoding(m).All(t.Context()); err != nil {
				t.Fatal(err)
			}
			before := h.kept()
			s := h.sleeping(m)
			if r, err := s.Run(t.Context(), ops.Nightly, h.Clock.Now()); err == nil || r.Error == "" || r.Ended.IsZero() {
				t.Errorf("%+v, %v", r, err)
			}
			if d := cmp.Diff(before, h.kept()); d != "" || s.copies != 0 {
				t.Errorf("changed:\n%s", d)
			}
			m.err, m.raw, m.notes, m.refused = nil, "", cat, 1
			if r := run(t, s, ops.Nightly, h.Clock.Now()); r.Counts.Kept != 3 {
				t.Errorf("later: %+v", r)
			}
		})
	}
}

// TestPromotion: what came twice lasts; the rest goes when its time is over.
func TestPromotion(t *testing.T) {
	h := newHome(t)
	until := h.Clock.Now().Add(24 * time.Hour)
	short := func(content, subject string) memory.Record {
		return h.put(memory.Record{Content: content, Subject: subject, Term: memory.Short, ValidUntil: until, Confidence: 0.5, Stars: 3})
	}
	a, b, c := short("会議は木曜", "会議"), short("会議は二階", "会議"), short("傘を借りた", "傘")
	h.pass(48 * time.Hour)
	s := h.sleeping(&dreamer{})
	before := h.kept()
	r := run(t, s, ops.Promotion, until.Add(-time.Minute))
	if r.Counts.Kept != 2 {
		t.Errorf("%+v", r.Counts)
	}
	for _, id := range []turn.ID{a.ID, b.ID} {
		if got, _, _ := h.Ledger.Get(person.Only(person.ScopeOwner), id); got.Term != memory.Long || !got.ValidUntil.IsZero() || got.Status != memory.Active {
			t.Errorf("%+v", got)
		}
	}
	if u, err := s.Undo(t.Context(), string(r.ID)); err != nil || u.Records != 2 || len(u.Left) != 0 || cmp.Diff(before, h.kept()) != "" {
		t.Errorf("%+v, %v", u, err)
	}
	run(t, s, ops.Promotion, until.Add(time.Hour))
	if got, _, _ := h.Ledger.Get(person.Only(person.ScopeOwner), c.ID); got.Status != memory.Archived {
		t.Errorf("%+v", got)
	}
}

// old is a home with all that a week has to do.
func (h *home) old() {
	h.write("owner/episodes/2026-09-01.md", "---\nby: companion\n---\n## 20:00 — 長い話\n\n"+strings.Repeat("駅の前の店で話した。", 60)+"\n\n- 一つ目の話\n- 京都の宿の予約\n- 三つ目の話\n- 切符の値段は二千円\n")
	h.write("owner/episodes/2026-09-02.md", "## 20:00 — 大事な話 [IMPORTANT]\n\n"+strings.Repeat("手術の話をした。", 30)+"\n")
	for i := range 4 {
		h.write(fmt.Sprintf("owner/episodes/2026-11-2%d.md", i), fmt.Sprintf("## 21:00 — 朝の散歩\n\n公園を朝に散歩して、鴨を見た。%d回目。\n", i+1))
	}
	h.put(memory.Record{Content: "玄関の鍵は 棚の上", Stars: 2})
	h.put(memory.Record{Content: "玄関の鍵は棚の上。", Stars: 3})
	at := h.Clock.Now().AddDate(0, 0, -20)
	h.put(memory.Record{Content: "大阪に住んでいる", OccurredAt: at, CreatedAt: at})
	h.put(memory.Record{Content: "京都に住んでいる", OccurredAt: at.AddDate(0, 0, 5), CreatedAt: at.AddDate(0, 0, 5)})
	h.put(memory.Record{Content: "Aoiは奈良に住んでいる", OccurredAt: at.AddDate(0, 0, 6), CreatedAt: at.AddDate(0, 0, 6)})
	long := h.Clock.Now().AddDate(0, -6, 0)
	h.put(memory.Record{Content: "駅前の花屋は火曜が休み", Subject: "花屋", Category: memory.Knowledge, Stars: 2, OccurredAt: long, CreatedAt: long})
	h.put(memory.Record{Content: "駅前の花屋は薔薇が安い", Subject: "花屋", Category: memory.Knowledge, Stars: 2, OccurredAt: long, CreatedAt: long.Add(time.Hour)})
	h.put(memory.Record{Content: "古い切手の値段を調べた", Category: memory.Knowledge, Stars: 1, OccurredAt: long, CreatedAt: long})
	h.put(memory.Record{Content: "薬のアレルギーがある", Category: memory.Knowledge, Stars: 5, OccurredAt: long, CreatedAt: long})
}

func weekly() *dreamer {
	return &dreamer{one: "Renは朝に公園を散歩する", distil: "駅前の花屋は火曜が休みで薔薇が安い"}
}

// TestWeek: all that a week does, once, and undone byte for byte.
func TestWeek(t *testing.T) {
	h := newHome(t)
	h.turns(owner, turn.Recalled{}, "朝に公園を散歩したよ", "鴨がいた") // bears out what is general
	h.old()
	for i := range 4 { // the episodes are of days of which the diary tells
		name := fmt.Sprintf("owner/episodes/2026-11-2%d.md", i)
		h.write("owner/episodes/2026-11-30.md", h.read("owner/episodes/2026-11-30.md")+strings.Replace(h.read(name), "21:00", fmt.Sprintf("0%d:00", i), 1))
		os.Remove(filepath.Join(h.dir, "memory", name))
	}
	h.pass(24 * time.Hour)
	before := h.kept()
	m := weekly()
	s := h.sleeping(m)
	r := run(t, s, ops.Weekly, h.Clock.Now())
	status := map[string]memory.Status{}
	var general, flowers memory.Record
	for _, rec := range h.records(person.ScopeOwner) {
		if rec.Status != memory.Active || status[rec.Content] == "" {
			status[rec.Content] = rec.Status
		}
		switch {
		case rec.Level == memory.Pattern:
			general = rec
		case rec.Content == m.distil:
			flowers = rec
		}
	}
	for content, want := range map[string]memory.Status{
		"玄関の鍵は 棚の上": memory.Superseded, "玄関の鍵は棚の上。": memory.Active, "大阪に住んでいる": memory.Superseded, "京都に住んでいる": memory.Active,
		"Aoiは奈良に住んでいる": memory.Active, "駅前の花屋は火曜が休み": memory.Archived, "駅前の花屋は薔薇が安い": memory.Archived,
		"古い切手の値段を調べた": memory.Archived, "薬のアレルギーがある": memory.Active,
	} {
		if status[content] != want {
			t.Errorf("%s: %s", content, status[content])
		}
	}
	if general.Content != m.one || general.Type != memory.Semantic || len(general.Provenance) != 4 || flowers.Level != memory.Summary || len(flowers.Provenance) != 2 {
		t.Errorf("%+v\n%+v", general, flowers)
	}
	original := before["owner/episodes/2026-09-01.md"]
	if h.read("owner/archive/episodes/2026-09-01.md") != original {
		t.Error("the original is not as it was")
	}
	if got := h.read("owner/episodes/2026-09-01.md"); len(got) >= len(original)/2 || !strings.Contains(got, "condensed: 2026-12-01") || !strings.Contains(got, "## 20:00 — 長い話") ||
		!strings.Contains(got, "京都の宿の予約") {
		t.Errorf("%s", got)
	}
	if h.read("owner/episodes/2026-09-02.md") != before["owner/episodes/2026-09-02.md"] {
		t.Error("what is important was told shorter")
	}
	after := h.kept()
	if again := run(t, s, ops.Weekly, h.Clock.Now()); again.Steps != 0 || cmp.Diff(after, h.kept()) != "" {
		t.Errorf("again: %+v\n%s", again, cmp.Diff(after, h.kept()))
	}
	asked := m.asked
	u, err := s.Undo(t.Context(), string(r.ID)[:20])
	if err != nil || !u.Changed || len(u.Left) != 0 {
		t.Errorf("%+v, %v", u, err)
	}
	made := map[string]bool{}
	now := h.kept()
	for name := range now {
		if _, was := before[name]; !was {
			made[name] = true
			if !strings.Contains(now[name], `"reason":"undone"`) {
				t.Errorf("%s is left: %s", name, now[name])
			}
		}
	}
	maps.DeleteFunc(now, func(name, _ string) bool { return made[name] })
	if d := cmp.Diff(before, now); d != "" {
		t.Errorf("undone:\n%s", d)
	}
	if u, err := s.Undo(t.Context(), string(r.ID)); err != nil || u.Changed {
		t.Errorf("undone twice: %+v, %v", u, err)
	}
	if r := run(t, s, ops.Weekly, h.Clock.Now()); r.Steps != 0 || m.asked != asked {
		t.Errorf("done again: %+v", r)
	}
}

// TestUndoEdited: what was changed by hand since is left, and named.
func TestUndoEdited(t *testing.T) {
	h := newHome(t)
	h.old()
	s := h.sleeping(weekly())
	r := run(t, s, ops.Weekly, h.Clock.Now())
	mine := h.read("owner/episodes/2026-09-01.md") + "\n手で書き足した。\n"
	h.write("owner/episodes/2026-09-01.md", mine)
	u, err := s.Undo(t.Context(), string(r.ID))
	if err != nil || len(u.Left) != 1 || u.Left[0].Path != "episodes/2026-09-01.md" || h.read("owner/episodes/2026-09-01.md") != mine {
		t.Errorf("%+v, %v", u, err)
	}
	var problem *ops.Problem
	if _, err := s.Undo(t.Context(), "ffff"); !errors.As(err, &problem) || problem.Code != ops.UnknownRun || len(problem.Known) == 0 {
		t.Errorf("%v", err)
	}
}

// dying ends the process before or after the nth commit.
type dying struct {
	consolidate.Journal
	n     int
	after bool
}

func (d *dying) Commit(ctx context.Context, s consolidate.Step) error {
	d.n--
	if d.n == 0 && !d.after || d.n < 0 {
		d.n = -1
		return errKilled
	}
	err := d.Journal.Commit(ctx, s)
	if d.n == 0 {
		d.n = -1
		return errors.Join(err, errKilled)
	}
	return err
}

// texts are the contents of all that is remembered, without ids and times.
func (h *home) texts() (out []string) {
	for name, s := range h.kept() {
		var r memory.Record
		if strings.HasSuffix(name, ".md") {
			out = append(out, name+"\n"+s)
		} else if err := json.Unmarshal([]byte(s), &r); err != nil {
			h.t.Fatal(err)
		} else {
			out = append(out, fmt.Sprint(r.Content, r.Status, r.Level, len(r.Provenance), r.Stars))
		}
	}
	slices.Sort(out)
	return out
}

// TestKilledAtAnyStep: wherever a run ends, the next one comes to what a whole
// one comes to, with each thing once.
func TestKilledAtAnyStep(t *testing.T) {
	whole := func(die func(*sleeper, *home)) []string {
		h := newHome(t)
		h.aDay()
		h.old()
		m := weekly()
		m.notes = cat
		at := h.Clock.Now()
		s := h.sleeping(m)
		if die != nil {
			die(s, h)
			func() {
				defer func() { recover() }()
				for _, kind := range []string{ops.Nightly, ops.Weekly} {
					if _, err := s.Run(t.Context(), kind, at); err != nil {
						return
					}
				}
			}()
			h.index.changing = nil
			h.restart()
			s = h.sleeping(m)
		}
		run(t, s, ops.Nightly, at)
		run(t, s, ops.Weekly, at)
		if again := run(t, s, ops.Weekly, at); again.Steps != 0 {
			t.Errorf("not done: %+v", again)
		}
		return h.texts()
	}
	want := whole(nil)
	for n := 1; n <= 9; n++ {
		for _, after := range []bool{false, true} {
			got := whole(func(s *sleeper, _ *home) {
				s.Over(func(j consolidate.Journal) consolidate.Journal { return &dying{j, n, after} })
			})
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("commit %d, after %v:\n%s", n, after, d)
			}
		}
		got := whole(func(_ *sleeper, h *home) { // committed, and nothing that follows
			left := n
			h.index.changing = func() {
				if left--; left == 0 {
					panic(errKilled)
				}
			}
		})
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("after the %dth transaction:\n%s", n, d)
		}
	}
}

// TestDiskFails: a file that cannot be written is written by the next run.
func TestDiskFails(t *testing.T) {
	for _, name := range []string{"owner/archive/episodes/.2026-09-01.md.t", "owner/episodes/.2026-09-01.md.t"} {
		h := newHome(t)
		h.old()
		original := h.read("owner/episodes/2026-09-01.md")
		block := filepath.Join(h.dir, "memory", name)
		if err := os.MkdirAll(filepath.Join(block, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
		s := h.sleeping(weekly())
		if _, err := s.Run(t.Context(), ops.Weekly, h.Clock.Now()); err == nil {
			t.Error("no error")
		}
		if got := h.read("owner/episodes/2026-09-01.md"); got != original {
			t.Errorf("%s", got)
		}
		if err := os.RemoveAll(block); err != nil {
			t.Fatal(err)
		}
		run(t, s, ops.Weekly, h.Clock.Now())
		if h.read("owner/archive/episodes/2026-09-01.md") != original || !strings.Contains(h.read("owner/episodes/2026-09-01.md"), "condensed:") {
			t.Errorf("%s: not done", name)
		}
	}
}

// TestScopesSleepApart: nothing of one person's comes to another.
func TestScopesSleepApart(t *testing.T) {
	h := newHome(t)
	h.admit(aoi)
	h.turns(aoi, turn.Recalled{}, "猫のミケを飼っているよ", "夜にコーヒーを飲んで眠れなかった", "bye")
	h.turns(owner, turn.Recalled{}, "今日は雨", "傘を買った", "おやすみ")
	h.pass(18 * time.Hour)
	h.put(memory.Record{Content: "鍵は棚の上", Scope: "person:aoi"})
	h.put(memory.Record{Content: "鍵は棚の上"})
	m := &dreamer{notes: []dream{{"ミケ", "ミケ", "fact", "猫のミケを飼っている", ""}, {"傘", "傘", "fact", "Renは傘を買った", ""}}}
	s := h.sleeping(m)
	run(t, s, ops.Nightly, h.Clock.Now())
	run(t, s, ops.Weekly, h.Clock.Now())
	if h.read("owner/knowledge/ミケ.md") != "" || h.read("person-aoi/knowledge/傘.md") != "" || h.read("person-aoi/knowledge/ミケ.md") == "" || h.read("owner/knowledge/傘.md") == "" {
		t.Errorf("%v", slices.Collect(maps.Keys(h.kept())))
	}
	if len(h.active("person:aoi")) != 1 || len(h.active(person.ScopeOwner)) != 1 {
		t.Error("merged across persons")
	}
}

// TestSleepErased: what was erased stands in no run any more, and undoing one
// does not bring it back.
func TestSleepErased(t *testing.T) {
	h := newHome(t)
	h.old()
	s := h.sleeping(weekly())
	r := run(t, s, ops.Weekly, h.Clock.Now())
	doomed := memory.Erasing{Words: memory.NewWords("京都の宿")}
	err := h.DB.Update(func(tx *kv.Tx) error { return ops.ForgetSteps(tx, doomed) })
	if err == nil {
		_, err = h.Library.Erase(t.Context(), person.ScopeOwner, doomed)
	}
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Undo(t.Context(), string(r.ID))
	if err != nil || len(u.Left) == 0 {
		t.Errorf("%+v, %v", u, err)
	}
	for name, s := range h.kept() {
		if strings.Contains(s, "京都の宿") {
			t.Errorf("%s: %s", name, s)
		}
	}
	if _, err := h.Library.Raw(person.ScopeOwner, library.Archived("episodes/2026-09-01.md")); err != nil {
		t.Error(err)
	}
}

// TestNotesAreErased: what takes a line back takes the note with it that was
// made of the line, in other words.
func TestNotesAreErased(t *testing.T) {
	h := newHome(t)
	h.aDay()
	run(t, h.sleeping(&dreamer{notes: cat}), ops.Nightly, h.Clock.Now())
	e := ops.NewEraser(ops.Desk{Ops: h.Ops}, h.dir, h.index.Index, nil, true)
	d, err := e.Doom(t.Context(), ops.Viewer{View: person.ViewOf(owner)}, ops.ToErase{ID: string(h.lines(person.ScopeOwner)[0].ID)})
	if err != nil || !slices.Contains(d.Words, "Renは猫のミケを飼っている") || slices.Contains(d.Words, "夜にコーヒーを飲むと眠れない") {
		t.Errorf("%q, %v", d.Words, err)
	}
}
