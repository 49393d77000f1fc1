package ops_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/library"
)

// fact is something that is told and spreads. Words are what must be nowhere
// afterwards.
type fact struct {
	told, content, question string
	words                   string
	line, record            turn.ID // once it was told
}

// facts are many in each language, no two with words in common that tell.
func facts(n int) (list []fact) {
	ja := []string{"犬の名前", "妹の誕生日", "通っている歯医者", "好きな作曲家", "借りている部屋の番号", "昔の恩師", "苦手な食べ物", "秘密の釣り場", "最初に買った車", "隣の家の猫", "夢に出た町"}
	en := []string{"dentist", "first car", "allergy", "landlord", "locker number", "piano teacher", "favourite bakery", "hiking partner", "old nickname", "blood donor", "night train"}
	zh := []string{"表妹的学校", "常去的茶馆", "门锁的型号", "爷爷的故乡", "喜欢的诗人", "旧手机的颜色", "毕业的日子", "最怕的动物", "养的金鱼", "借书的同事", "写的小说"}
	for i := range n {
		k, code := i/3, fmt.Sprintf("%c%c", 'A'+i%26, 'k'+i/26)
		var f fact
		switch i % 3 {
		case 0:
			w := fmt.Sprintf("%sは紫陽花%s号という呼び名", ja[k%len(ja)], code)
			f = fact{told: "覚えておいて。" + w + "なんだ。", content: w, words: w, question: ja[k%len(ja)] + "は？"}
		case 1:
			w := fmt.Sprintf("%s goes by “Quokka %s” <since> 2019", en[k%len(en)], code)
			f = fact{told: "Please remember that my " + w + ".", content: w, words: w, question: "what does my " + en[k%len(en)] + " go by?"}
		default:
			w := fmt.Sprintf("%s叫做琥珀%s", zh[k%len(zh)], code)
			f = fact{told: "请记住，" + w + "。", content: w, words: w, question: zh[k%len(zh)] + "叫什么？"}
		}
		list = append(list, f)
	}
	return list
}

// spread tells a fact and lets it come to wherever facts come to.
func (h *erasable) spread(f *fact, nth int) {
	h.t.Helper()
	t, old := h.exchange(owner, "ふるい話："+f.words, "もと："+f.words, "そうでしたか。", "he spoke of "+f.words, turn.Recalled{})
	_ = t
	t, rec := h.exchange(owner, f.told, f.content, "はい、"+f.words+"ですね。", "She should save: "+f.words, turn.Recalled{})
	f.line, f.record = t.Messages[0].ID, rec.ID
	h.update(func(tx *kv.Tx) error { return h.Ledger.Supersede(tx, rec.Scope, old.ID, rec.ID, time.Now()) })
	// It comes to mind, and is told in other words.
	h.exchange(owner, f.question, "", "わかりました。", "I was reminded of it", turn.Recalled{Text: "- " + f.content, Units: []string{string(rec.ID)}})
	// Another record is made of it.
	more, err := memory.Record{ID: h.IDs.New(), Scope: rec.Scope, Content: fmt.Sprintf("まとめ%d（それを覚えた）", nth), Level: memory.Pattern,
		Provenance: []turn.ID{rec.ID}}.Normalise(time.Now())
	h.must(err)
	h.update(func(tx *kv.Tx) error { return h.Ledger.Put(tx, more) })
	h.index.Changed(old, rec, more)
	// Files, and what they were before.
	for _, name := range []string{"knowledge/notes.md", fmt.Sprintf("episodes/2026-11-%02d.md", 1+nth%28)} {
		_, err := h.Library.Write(person.ScopeOwner, name, fmt.Sprintf("## 0%d:00 — 話 %d\n\n- %s\n- 雨が降った日 %d。\n", nth%10, nth, f.words, nth), library.Append)
		h.must(err)
	}
	// Logs, a torn line, a message that waits and a reply on its way.
	h.appendTo("run/chat.log", "level=INFO msg=ok\nlevel=WARN msg=\"odd\" text=\""+f.words+"\"\n")
	h.appendTo("diary/2026/2026-11-01.jsonl.torn", `{"v":1,"id":"`+string(h.IDs.New())+`","text":"`+f.words+"\n")
	if nth%5 == 0 {
		h.update(func(tx *kv.Tx) error {
			_, err := h.Session.Summarise(tx, ops.ConversationOf(owner), "They spoke of "+f.words, f.line)
			return err
		})
	}
}

// others are memories that must stay as they are.
type others struct {
	records []string // as JSON
	lines   []string // as they stand in the files
	notes   []string
}

func (h *erasable) beside(n int) (o others) {
	h.t.Helper()
	for i := range n {
		h.exchange(owner, fmt.Sprintf("となりの話%dをする。天気は晴れ、風は北。", i), fmt.Sprintf("天気の話%dをした", i), fmt.Sprintf("よい天気%dですね。", i), "", turn.Recalled{})
		h.exchange(aoi, fmt.Sprintf("Aoi tells of walk %d by the river", i), fmt.Sprintf("Aoi walks by the river %d", i), "Nice.", "", turn.Recalled{})
		note := fmt.Sprintf("- 庭の花%dが咲いた", i)
		_, err := h.Library.Write(person.ScopeOwner, "knowledge/garden.md", note, library.Append)
		h.must(err)
		o.notes = append(o.notes, note)
	}
	h.must(h.Ledger.Each(func(r memory.Record) error {
		raw, err := json.Marshal(r)
		o.records = append(o.records, string(raw))
		return err
	}))
	o.lines = h.diaryLines()
	return o
}

func (h *erasable) diaryLines() (lines []string) {
	h.t.Helper()
	paths, err := filepath.Glob(filepath.Join(h.dir, "diary", "*", "*.jsonl"))
	h.must(err)
	for _, p := range paths {
		data, err := os.ReadFile(p)
		h.must(err)
		lines = append(lines, strings.Split(strings.TrimSpace(string(data)), "\n")...)
	}
	return lines
}

// stay reports what of the others is not as it was.
func (h *erasable) stay(o others) {
	h.t.Helper()
	var records []string
	h.must(h.Ledger.Each(func(r memory.Record) error {
		raw, err := json.Marshal(r)
		records = append(records, string(raw))
		return err
	}))
	for _, r := range o.records {
		if !slices.Contains(records, r) {
			h.t.Errorf("a record is not as it was: %s", r)
		}
	}
	lines := h.diaryLines()
	for _, l := range o.lines {
		if !slices.Contains(lines, l) {
			h.t.Errorf("a line is not as it was: %s", l)
		}
	}
	garden, err := os.ReadFile(filepath.Join(h.dir, "memory", "owner", "knowledge", "garden.md"))
	h.must(err)
	for _, n := range o.notes {
		if !strings.Contains(string(garden), n+"\n") {
			h.t.Errorf("a note is gone: %s", n)
		}
	}
}

// nowhere reports where something of a fact still is.
func (h *erasable) nowhere(f fact, ids []string) {
	h.t.Helper()
	if found := h.bytesWith(f.words); len(found) > 0 {
		h.t.Errorf("%s still stands in %v", f.words, found)
	}
	view := person.ViewOf(owner)
	for _, ask := range []string{f.question, f.told, f.words} {
		hits, err := h.desk.Search(h.t.Context(), ops.Viewer{View: view}, ops.SearchQuery{Text: ask, Limit: 50})
		h.must(err)
		for _, hit := range hits {
			if strings.Contains(hit.Memory.Text, f.words) || hit.Memory.Gone || slices.Contains(ids, hit.Memory.ID) {
				h.t.Errorf("%q still finds %+v", ask, hit.Memory)
			}
		}
	}
	for _, id := range ids {
		if _, found := h.index.Unit(view, id); found {
			h.t.Errorf("%s can still be found", id)
		}
	}
	left, err := h.copy.Has(h.t.Context(), view, ids...)
	if err != nil || len(left) > 0 {
		h.t.Errorf("the second copy still has %v, %v", left, err)
	}
}

func idsOf(list []ops.Memory) (ids []string) {
	for _, m := range list {
		if m.Kind != ops.InFile {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// TestEraseThenProbe: what the owner takes back is nowhere, and nothing else is
// other than it was.
func TestEraseThenProbe(t *testing.T) {
	const n = 33
	e, mirror := servers(t, "erase-"+fmt.Sprint(time.Now().UnixNano()))
	h := openErasable(t, t.TempDir(), e, mirror, true)
	defer h.leaveNothing()
	defer h.close()
	o := h.beside(12)
	list := facts(n)
	for i := range list {
		h.spread(&list[i], i)
	}
	h.settled()
	h.must(os.MkdirAll(filepath.Join(h.dir, "backups"), 0o700))
	h.must(h.DB.Backup(filepath.Join(h.dir, "backups", "kokoron-2026-11-30T000000.db")))
	for i, f := range list {
		if len(h.bytesWith(f.words)) < 6 {
			t.Fatalf("%s has not spread: %v", f.words, h.bytesWith(f.words))
		}
		what := ops.ToErase{Text: f.words}
		if i%2 == 0 {
			what = ops.ToErase{ID: string(f.record)}
		}
		d, err := h.eraser.Doom(t.Context(), ops.Viewer{View: person.ViewOf(owner)}, what)
		h.must(err)
		if len(d.Memories) < 5 || len(d.Backups) != 1 {
			t.Errorf("%d memories, %v", len(d.Memories), d.Backups)
		}
		done, err := h.eraser.Erase(t.Context(), owner, d)
		h.must(err)
		done.Memories = nil
		// The thoughts of all turns that had it in their window go with the first.
		if !done.Done || done.Chroma != ops.ChromaErased || done.Lines == 0 || done.Records < 2 || i == 0 && done.Thoughts < n || done.Vectors == 0 {
			t.Errorf("%+v", done)
		}
		want := []ops.Left{{Path: "backups/kokoron-2026-11-30T000000.db", Why: ops.LeftBackup}}
		if diff := cmp.Diff(want, done.Left); diff != "" {
			t.Error(diff)
		}
		h.nowhere(f, idsOf(d.Memories))
	}
	h.stay(o)
	h.settled()
	audit, err := h.desk.Audit(t.Context(), ops.Viewer{View: person.ViewOf(owner)}, h.index)
	h.must(err)
	if !audit.Clean {
		t.Errorf("%+v", audit)
	}
	t.Logf("proof: %d facts erased, chroma %v", n, os.Getenv("KOKORON_TEST_CHROMA_URL") != "")
}

// TestOnlyTheOwnerErases: whoever else asks is refused.
func TestOnlyTheOwnerErases(t *testing.T) {
	e, mirror := servers(t, "h")
	h := openErasable(t, t.TempDir(), e, mirror, true)
	defer h.close()
	h.exchange(owner, "私の金庫は地下室にあるよ", "金庫は地下室にある", "はい。", "", turn.Recalled{})
	d, err := h.eraser.DoomNamed(t.Context(), "金庫は地下室")
	h.must(err)
	if _, err := h.eraser.Erase(t.Context(), aoi, d); !errors.Is(err, ops.ErrNotOwner) {
		t.Error(err)
	}
	if len(h.bytesWith("金庫は地下室")) == 0 {
		t.Error("it is gone")
	}
}
