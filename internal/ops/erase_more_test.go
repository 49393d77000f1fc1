package ops_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/memorytest"
)

// local is a home without servers.
func local(t *testing.T) *erasable {
	h := openErasable(t, t.TempDir(), hashed{}, nil, true)
	h.copy = memorytest.NewFake(hashModel.Dim)
	t.Cleanup(func() { h.close() })
	return h
}

// doom is what would go of the owner's.
func (h *erasable) doom(what ops.ToErase) ops.Doomed {
	h.t.Helper()
	d, err := h.eraser.Doom(h.t.Context(), ops.Viewer{View: person.ViewOf(owner)}, what)
	h.must(err)
	return d
}

// textsOf are those of what would go, sorted.
func textsOf(d ops.Doomed) (list []string) {
	for _, m := range d.Memories {
		list = append(list, m.Text)
	}
	slices.Sort(list)
	return list
}

// TestWhatWouldGo: the way along what came of what.
func TestWhatWouldGo(t *testing.T) {
	h := local(t)
	_, before := h.exchange(owner, "昔は京都の左京区に住んでた", "京都の左京区に住んでいる", "そうなんですね。", "", turn.Recalled{})
	tt, now := h.exchange(owner, "いまは金沢の東茶屋街に住んでるよ", "金沢の東茶屋街に住んでいる", "いい町ですね。", "", turn.Recalled{})
	h.update(func(tx *kv.Tx) error { return h.Ledger.Supersede(tx, now.Scope, before.ID, now.ID, time.Now()) })
	h.exchange(owner, "ありがとうございます", "", "どういたしまして。", "", turn.Recalled{})
	h.exchange(owner, "今日もありがとうございます", "", "こちらこそ。", "", turn.Recalled{})
	h.exchange(owner, "東茶屋街に雪が降った", "", "寒そうです。", "", turn.Recalled{})
	old := []string{"京都の左京区に住んでいる", "昔は京都の左京区に住んでた", "そうなんですね。"}
	current := []string{"金沢の東茶屋街に住んでいる", "いまは金沢の東茶屋街に住んでるよ", "いい町ですね。"}
	thanks := tt
	for _, c := range []struct {
		name string
		what ops.ToErase
		want []string
	}{
		{"the current fact takes its older versions along", ops.ToErase{ID: string(now.ID)}, slices.Concat(old, current)},
		{"an older version goes alone", ops.ToErase{ID: string(before.ID)}, old},
		{"a line takes along what was made of it", ops.ToErase{ID: string(thanks.Messages[0].ID)}, current},
		{"words take along whatever has them", ops.ToErase{Text: "東茶屋街"},
			slices.Concat(old, current, []string{"東茶屋街に雪が降った", "寒そうです。"})},
	} {
		t.Run(c.name, func(t *testing.T) {
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, textsOf(h.doom(c.what))); diff != "" {
				t.Error(diff)
			}
		})
	}
	// What was said beside it in the same breath is no fact about it.
	line := h.lineWith("ありがとうございます")
	if d := h.doom(ops.ToErase{ID: line}); len(d.Memories) != 4 {
		t.Errorf("a line that was named takes along: %q", textsOf(d))
	}
	for _, text := range []string{"あ", " ", "。"} {
		if _, err := h.eraser.DoomNamed(t.Context(), text); !strings.HasPrefix(problem(err), "words_too_short") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := h.eraser.DoomNamed(t.Context(), "どこにもない言葉"); !strings.HasPrefix(problem(err), "nowhere_said") {
		t.Error(err)
	}
}

func (h *erasable) lineWith(text string) (id string) {
	h.t.Helper()
	lines, err := h.Diary.Recent(person.ViewOf(owner), 100)
	h.must(err)
	for _, l := range lines {
		if l.Text == text {
			return string(l.ID)
		}
	}
	h.t.Fatalf("nobody said %q", text)
	return ""
}

// TestEraseLeavesOthers: the same words of somebody else are theirs, and the
// owner is told where they stand; so are files that the owner writes.
func TestEraseLeavesOthers(t *testing.T) {
	h := local(t)
	const words = "白樺の並木道"
	h.exchange(owner, "家の前は"+words+"だよ", "家の前は"+words, "すてきですね。", "", turn.Recalled{})
	_, hers := h.exchange(aoi, "わたしの家も"+words+"にある", "Aoi の家は"+words, "そうですか。", "彼女も"+words, turn.Recalled{})
	h.appendTo("config.toml", "# "+words+"\n")
	h.appendTo("memory/person-aoi/knowledge/home.md", words+"\n")
	before := h.lineOf(aoi)
	h.update(func(tx *kv.Tx) error { return kv.NewBucket[string]("strange/things").Put(tx, "1", words) })
	done, err := h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{Text: words}))
	h.must(err)
	want := []ops.Left{
		{Path: "config.toml", Why: ops.LeftOwner}, {Path: h.today(), Why: ops.LeftElse}, {Path: "kokoron.db", Why: ops.LeftElse},
		{Path: "kokoron.db: strange/things", Why: ops.LeftUnknown},
		{Path: "memory/person-aoi/knowledge/home.md", Why: ops.LeftElse}, {Path: "traces/" + time.Now().In(zone).Format(time.DateOnly) + ".jsonl", Why: ops.LeftElse},
	}
	if diff := cmp.Diff(want, done.Left); diff != "" {
		t.Error(diff)
	}
	if got, ok, err := h.Ledger.Get(person.ViewOf(aoi), hers.ID); err != nil || !ok || got.Content != hers.Content {
		t.Errorf("her record: %+v, %v", got, err)
	}
	if diff := cmp.Diff(before, h.lineOf(aoi)); diff != "" {
		t.Error(diff)
	}
	for _, l := range h.lineOf(owner) {
		if strings.Contains(l, words) || !strings.Contains(l, `"erased":true`) {
			t.Error(l)
		}
	}
}

// lineOf are the lines of somebody, as they stand.
func (h *erasable) lineOf(p person.Person) (own []string) {
	for _, l := range h.diaryLines() {
		if strings.Contains(l, `"scope":"`+string(p.Scope())+`"`) {
			own = append(own, l)
		}
	}
	return own
}

func (h *erasable) today() string {
	day := time.Now().In(zone).Format(time.DateOnly)
	return "diary/" + day[:4] + "/" + day + ".jsonl"
}

// TestEraseInBackups: copies of the database lose it too where that is wanted,
// and keep everything else and their age.
func TestEraseInBackups(t *testing.T) {
	h := local(t)
	const words = "北窓のある書斎"
	h.exchange(owner, "仕事場は"+words, "仕事場は"+words, "静かそうです。", "", turn.Recalled{})
	h.exchange(owner, "庭にはツツジがある", "庭にツツジがある", "はい。", "", turn.Recalled{})
	dir := filepath.Join(h.dir, "backups")
	h.must(os.MkdirAll(dir, 0o700))
	path := filepath.Join(dir, "kokoron-2026-11-29T000000.db")
	h.must(h.DB.Backup(path))
	h.must(os.WriteFile(filepath.Join(dir, "broken.db"), []byte("no database, but "+words), 0o600))
	old := time.Now().Add(-48 * time.Hour).Truncate(time.Second)
	h.must(os.Chtimes(path, old, old))
	d := h.doom(ops.ToErase{Text: words, Backups: true})
	if diff := cmp.Diff([]string{"backups/broken.db", "backups/kokoron-2026-11-29T000000.db"}, d.Backups); diff != "" {
		t.Error(diff)
	}
	done, err := h.eraser.Erase(t.Context(), owner, d)
	h.must(err)
	if len(done.Left) > 0 || !done.Done {
		t.Errorf("%+v", done.Left)
	}
	entries, err := os.ReadDir(dir)
	h.must(err)
	if len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("%v", entries)
	}
	info, err := os.Stat(path)
	h.must(err)
	if !info.ModTime().Equal(old) {
		t.Errorf("it is of %v now", info.ModTime())
	}
	data, err := os.ReadFile(path)
	h.must(err)
	if strings.Contains(string(data), words) || !strings.Contains(string(data), "庭にツツジがある") {
		t.Error("the copy has too much or too little")
	}
}

// meanwhile is an index beside which something happens: before the n-th time
// that an eraser takes units out of what can be found.
type meanwhile struct {
	*index.Index
	n  int
	do func()
}

func (m *meanwhile) Erase(ids ...string) {
	if m.n--; m.n == 0 {
		m.do()
	}
	m.Index.Erase(ids...)
}

// TestEraseWhileATurnRuns: what a turn that had read it writes down when it
// ends is erased as well, and no longer found, whenever that is: while it is
// waited for, or just after all was looked through (an eraser takes units out
// of what can be found before each sweep, and again once the diary has lost the
// words). The turn may also begin only now.
func TestEraseWhileATurnRuns(t *testing.T) {
	for name, c := range map[string]struct {
		at          int
		late, aside bool
	}{
		"before the sweep": {at: 1}, "in the sweep": {at: 2}, "while it is waited for": {at: 2, aside: true},
		"begun before the sweep": {at: 1, late: true}, "begun in the sweep": {at: 2, late: true},
	} {
		t.Run(name, func(t *testing.T) { eraseBeside(t, c.at, c.late, c.aside) })
	}
}

// eraseBeside erases while a turn is running that ends before the at-th time
// that units are taken out, or from then on, aside; late says that it also
// begins only then.
func eraseBeside(t *testing.T, at int, late, aside bool) {
	h := local(t)
	const words = "三毛猫のタンゴ"
	_, rec := h.exchange(owner, "飼っているのは"+words, words+"を飼っている", "かわいいですね。", "", turn.Recalled{})
	h.appendTo("run/chat.log", "")
	var running turn.Turn
	begin := func() {
		_, _, err := h.Accept(t.Context(), turn.Message{Conv: ops.ConversationOf(owner), Channel: "terminal", Person: owner.ID, Text: "うちの猫は？"})
		h.must(err)
		var ok bool
		if running, ok, err = h.StartTurn(t.Context(), ops.ConversationOf(owner)); !ok || err != nil {
			t.Fatal(ok, err)
		}
		running.Speaker, running.View = owner, person.ViewOf(owner)
	}
	end := func() error {
		_, err := h.Remember(t.Context(), running, turn.Op(running.ID)+"/0/0", ops.ToRemember{Content: "まだ" + words + "がいる"},
			func(r ops.Remembered) tool.Result { return tool.Result{Text: r.Record.Content} })
		if err == nil {
			err = h.traces.Append(agent.Trace{Turn: running.ID, Conv: running.Conv, At: running.Started, Answers: []turn.ID{running.Messages[0].ID},
				Generations: []agent.Generation{{Thought: "It is " + words}}})
		}
		if err == nil {
			_, err = h.Finish(t.Context(), running, turn.Reply{Text: words + "ですよ", Recalled: turn.Recalled{Text: words, Units: []string{string(rec.ID)}}})
		}
		return err
	}
	if !late {
		begin()
	}
	ended := make(chan error, 1)
	beside := &meanwhile{Index: h.index, n: at, do: func() {
		if late {
			begin()
		}
		if aside {
			go func() { ended <- end() }()
		} else {
			ended <- end()
		}
	}}
	h.eraser = ops.NewEraser(h.desk, h.dir, beside, h.traces, false)
	done, err := h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{Text: words}))
	h.must(err)
	h.must(<-ended)
	if !done.Done || done.Busy != "" {
		t.Errorf("%+v", done)
	}
	if found := h.bytesWith(words); len(found) > 0 {
		t.Errorf("it is still in %v", found)
	}
	// The words of the question alone, which say nothing of it, are found still.
	hits, err := h.desk.Search(t.Context(), ops.Viewer{View: person.ViewOf(owner)}, ops.SearchQuery{Text: words})
	if err != nil || len(hits) > 1 || len(hits) == 1 && hits[0].Memory.Gone {
		t.Errorf("%+v, %v", hits, err)
	}
}

// TestEraseWhatWasSaidMeanwhile: between the question and the answer the same
// may be told again.
func TestEraseWhatWasSaidMeanwhile(t *testing.T) {
	h := local(t)
	const words = "青磁の湯呑み"
	h.exchange(owner, words+"を割った", words+"を割った", "残念でしたね。", "", turn.Recalled{})
	d := h.doom(ops.ToErase{Text: words})
	_, again := h.exchange(owner, "やっぱり"+words+"が惜しい", words+"が惜しい", "そうですね。", "", turn.Recalled{})
	more, err := memory.Record{ID: h.IDs.New(), Scope: again.Scope, Content: "焼き物を大事にする", Level: memory.Pattern, Provenance: []turn.ID{again.ID}}.Normalise(time.Now())
	h.must(err)
	h.update(func(tx *kv.Tx) error { return h.Ledger.Put(tx, more) })
	done, err := h.eraser.Erase(t.Context(), owner, d)
	h.must(err)
	if !done.Done || done.Records != 3 || done.Lines != 4 {
		t.Errorf("%+v", done)
	}
	h.nowhere(fact{words: words, question: words + "は？"}, []string{string(again.ID), string(more.ID)})
}

// TestEraseDoesNotWaitForever: while a model is away its turn stays open; all
// else is erased, and the rest once it has ended.
func TestEraseDoesNotWaitForever(t *testing.T) {
	h := local(t)
	const words = "屋根裏の望遠鏡"
	h.exchange(owner, words+"を買った", words+"を持っている", "いいですね。", "", turn.Recalled{})
	_, _, err := h.Accept(t.Context(), turn.Message{Conv: ops.ConversationOf(owner), Channel: "terminal", Person: owner.ID, Text: "今夜は晴れ？"})
	h.must(err)
	open, _, err := h.StartTurn(t.Context(), ops.ConversationOf(owner))
	h.must(err)
	d := h.doom(ops.ToErase{Text: words})
	ctx, cancel := contextFor(t, 300*time.Millisecond)
	defer cancel()
	done, err := h.eraser.Erase(ctx, owner, d)
	if err != nil || done.Done || done.Busy != open.ID {
		t.Fatalf("%+v, %v", done, err)
	}
	if records := h.recordsWith(words); records > 0 {
		t.Errorf("%d records have it", records)
	}
	if _, err := h.Finish(t.Context(), open, turn.Reply{Text: words + "で見えますよ"}); err != nil {
		t.Fatal(err)
	}
	if whole, err := h.eraser.Finish(t.Context()); err != nil || !whole {
		t.Fatal(whole, err)
	}
	if found := h.bytesWith(words); len(found) > 0 {
		t.Errorf("it is still in %v", found)
	}
}

func (h *erasable) recordsWith(words string) (n int) {
	h.must(h.Ledger.Each(func(r memory.Record) error {
		if strings.Contains(r.Content, words) {
			n++
		}
		return nil
	}))
	return n
}

// TestEraseGivesUpATurn: after a crash a turn that would say it again is given
// up, with the rounds of its calls; one that has nothing of it goes on.
func TestEraseGivesUpATurn(t *testing.T) {
	h := openErasable(t, t.TempDir(), hashed{}, nil, true)
	const words = "桐箪笥の鍵"
	ctx := t.Context()
	conv := ops.ConversationOf(owner)
	accept := func(p person.Person, text string) turn.Turn {
		_, _, err := h.Accept(ctx, turn.Message{Conv: ops.ConversationOf(p), Channel: "terminal", Person: p.ID, Text: text})
		h.must(err)
		tt, _, err := h.StartTurn(ctx, ops.ConversationOf(p))
		h.must(err)
		return tt
	}
	hers := accept(aoi, "こんにちは")
	tt := accept(owner, "あれを覚えておいて")
	args, err := json.Marshal(map[string]string{"content": words + "は棚の上"})
	h.must(err)
	h.must(h.SaveRound(ctx, tt.ID, 0, agent.Round{Calls: []agent.Asked{{Op: turn.Op(tt.ID) + "/0/0", Tool: "memory_save", Args: args}}}))
	d := h.doom(ops.ToErase{Text: words})
	short, cancel := contextFor(t, 50*time.Millisecond)
	defer cancel()
	if done, err := h.eraser.Erase(short, owner, d); err != nil || done.Done {
		t.Fatal(done, err)
	}
	h.close()
	h = openErasable(t, h.dir, hashed{}, nil, false)
	defer func() { h.close() }()
	h.must(h.eraser.Resume(ctx))
	convs, err := h.Waiting(ctx)
	h.must(err)
	if diff := cmp.Diff([]turn.Conv{ops.ConversationOf(aoi)}, convs); diff != "" {
		t.Error(diff)
	}
	if rounds, err := h.Rounds(ctx, tt.ID); err != nil || len(rounds) > 0 {
		t.Error(rounds, err)
	}
	if again, ok, err := h.StartTurn(ctx, hers.Conv); err != nil || !ok || again.ID != hers.ID {
		t.Error(again, err)
	}
	if _, ok, err := h.StartTurn(ctx, conv); err != nil || ok {
		t.Error(ok, err)
	}
	if found := h.bytesWith(words); len(found) > 0 {
		t.Errorf("it is still in %v", found)
	}
}

// TestEraseOutrunsASummary: a summary of lines that were read before is not
// stored after something was erased from them.
func TestEraseOutrunsASummary(t *testing.T) {
	h := local(t)
	const words = "祖母の蜂蜜酒"
	conv := ops.ConversationOf(owner)
	h.exchange(owner, words+"は甘い", "", "飲んでみたいです。", "", turn.Recalled{})
	last, _ := h.exchange(owner, "おやすみ", "", "おやすみなさい。", "", turn.Recalled{})
	_, err := h.Conversation(t.Context(), conv) // the model reads it
	h.must(err)
	_, err = h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{Text: words}))
	h.must(err)
	h.must(h.Summarised(t.Context(), conv, "They spoke of "+words, last.Messages[0].ID))
	s, err := h.Conversation(t.Context(), conv)
	h.must(err)
	if s.Summary != "" || len(s.Lines) == 0 {
		t.Errorf("%+v", s)
	}
	h.must(h.Summarised(t.Context(), conv, "They said good night", last.Messages[0].ID))
	if s, err = h.Conversation(t.Context(), conv); err != nil || s.Summary != "They said good night" {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestEraseTakesTheSummaryAlong: a summary made of a line that is erased may
// say it in other words, and goes; a thought of whoever saw it goes too.
func TestEraseTakesTheSummaryAlong(t *testing.T) {
	h := local(t)
	conv := ops.ConversationOf(owner)
	told, _ := h.exchange(owner, "祖母は蜂蜜酒をつくる", "", "飲んでみたいです。", "A drink, then.", turn.Recalled{})
	later, _ := h.exchange(owner, "おやすみ", "", "おやすみなさい。", "She will dream of that drink.", turn.Recalled{})
	_, err := h.Conversation(t.Context(), conv)
	h.must(err)
	h.must(h.Summarised(t.Context(), conv, "They spoke of a drink", told.Messages[0].ID))
	done, err := h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{ID: string(told.Messages[0].ID)}))
	h.must(err)
	if s, err := h.Conversation(t.Context(), conv); err != nil || s.Summary != "" || done.Summaries != 1 || done.Thoughts != 2 {
		t.Errorf("%+v, %+v, %v", s, done, err)
	}
	for _, id := range []turn.ID{told.ID, later.ID} {
		if tr, ok, err := h.traces.Find(id); err != nil || !ok || tr.Generations[0].Thought != "" {
			t.Errorf("%+v, %v", tr, err)
		}
	}
}

// noModel answers nothing.
type noModel struct{}

func (noModel) Answer(context.Context, encode.Ask) (string, error) {
	return "", errors.New("it says nothing")
}

// TestEraseTakesTheEpisodeAlong: an episode that was made of a line may tell it
// in other words, and goes; those of other talks stay.
func TestEraseTakesTheEpisodeAlong(t *testing.T) {
	h := local(t)
	episodes := ops.NewEncoding(h.Ops, noModel{})
	var rec memory.Record
	talk := func(first string) {
		for _, words := range []string{first, "庭の石榴が実った", "おやすみ"} {
			saved := ""
			if words == "庭の石榴が実った" {
				saved = "石榴が実った"
			}
			_, r := h.exchange(owner, words, saved, "はい。", "", turn.Recalled{})
			if saved != "" {
				rec = r
			}
		}
	}
	talk("おはよう、いい朝だね")
	if out, err := episodes.All(t.Context()); err != nil || out.Counts["episodes"] != 1 {
		t.Fatal(out, err)
	}
	day := filepath.Join(h.dir, "memory", "owner", "episodes", time.Now().In(zone).Format(time.DateOnly)+".md")
	text, err := os.ReadFile(day)
	if err != nil || !strings.Contains(string(text), "おはよう、いい朝だね") {
		t.Fatalf("%q, %v", text, err)
	}
	h.must(os.WriteFile(day, append(text, "\n## 03:07 — 別の話\n\n- 残るもの\n"...), 0o600))
	d := h.doom(ops.ToErase{ID: string(rec.ID)})
	if list := textsOf(d); len(list) != 4 || !strings.Contains(strings.Join(list, "\n"), "おはよう") {
		t.Errorf("%q", list)
	}
	done, err := h.eraser.Erase(t.Context(), owner, d)
	h.must(err)
	text, err = os.ReadFile(day)
	if err != nil || strings.Contains(string(text), "おはよう") || !strings.Contains(string(text), "残るもの") || done.Files != 1 || !done.Done {
		t.Errorf("%q, %+v, %v", text, done, err)
	}
}

// flaky is a second copy on a server that may be away.
type flaky struct {
	*memorytest.Fake
	away *atomic.Bool
}

func (f flaky) Upsert(ctx context.Context, scope person.Scope, points ...memory.Point) error {
	if err := f.there(); err != nil {
		return err
	}
	return f.Fake.Upsert(ctx, scope, points...)
}

func (f flaky) Delete(ctx context.Context, scope person.Scope, ids ...string) error {
	if err := f.there(); err != nil {
		return err
	}
	return f.Fake.Delete(ctx, scope, ids...)
}

func (f flaky) there() error {
	if f.away.Load() {
		return errors.New("the server is away")
	}
	return nil
}

// TestEraseWhileChromaIsAway: all else is erased and the owner is told; the
// entry that is left has no words, and the copy follows.
func TestEraseWhileChromaIsAway(t *testing.T) {
	const words = "鼈甲の櫛"
	copied := flaky{memorytest.NewFake(hashModel.Dim), &atomic.Bool{}}
	h := openErasable(t, t.TempDir(), hashed{}, func(string, int) (index.Copy, error) { return copied, nil }, true)
	defer h.close()
	_, rec := h.exchange(owner, words+"をもらった", words+"を持っている", "すてきです。", "", turn.Recalled{})
	h.settled()
	copied.away.Store(true)
	d := h.doom(ops.ToErase{Text: words})
	done, err := h.eraser.Erase(t.Context(), owner, d)
	if err != nil || done.Done || done.Chroma != ops.ChromaLater {
		t.Fatalf("%+v, %v", done, err)
	}
	if found := h.bytesWith(words); len(found) > 0 {
		t.Errorf("it is still in %v", found)
	}
	if left, err := copied.Has(t.Context(), person.ViewOf(owner), string(rec.ID)); err != nil || len(left) != 1 {
		t.Errorf("the copy has it no more: %v, %v", left, err)
	}
	copied.away.Store(false)
	for range 200 {
		if h.index.Status().Chroma {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if whole, err := h.eraser.Finish(t.Context()); err != nil || !whole {
		t.Fatal(whole, err)
	}
	h.nowhere(fact{words: words, question: words + "は？"}, idsOf(d.Memories))
}

// contextFor is the test's context, for a while.
func contextFor(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}
