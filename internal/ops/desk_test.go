package ops_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/library"
)

// traced are traces, oldest first, as agent/trace gives them.
type traced struct{ list []agent.Trace }

func (x *traced) Newest(until time.Time, mark string, give func(agent.Trace) bool) error {
	for _, t := range slices.Backward(x.list) {
		ids := string(t.Turn)
		for _, a := range t.Answers {
			ids += string(a)
		}
		if (until.IsZero() || t.At.Before(until.AddDate(0, 0, 2))) && strings.Contains(ids, mark) && !give(t) {
			return nil
		}
	}
	return nil
}

// desk is the owner's, in a home where Aoi is admitted too.
func (h *home) desk() (ops.Desk, *traced) {
	h.t.Helper()
	h.admitted(aoi)
	x := &traced{}
	return ops.Desk{Ops: h.Ops, Finder: h.Primer, Traces: x}, x
}

func (h *home) admitted(p person.Person) {
	h.t.Helper()
	if err := h.DB.Update(func(tx *kv.Tx) error { return h.People.Put(tx, p) }); err != nil {
		h.t.Fatal(err)
	}
}

func (h *home) viewer(d ops.Desk, as string) ops.Viewer {
	h.t.Helper()
	v, err := d.Viewer(h.t.Context(), as)
	if err != nil {
		h.t.Fatal(err)
	}
	return v
}

// keep stores a record of a scope as it is.
func (h *home) keep(r memory.Record) memory.Record {
	h.t.Helper()
	r.ID = h.IDs.New()
	r, err := r.Normalise(h.Clock.Now())
	if err == nil {
		err = h.DB.Update(func(tx *kv.Tx) error { return h.Ledger.Put(tx, r) })
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.Index.Changed(r)
	return r
}

// problem is the code of an error, and what it lists.
func problem(err error) string {
	var p *ops.Problem
	if !errors.As(err, &p) {
		return ""
	}
	return strings.TrimSpace(string(p.Code) + " " + strings.Join(p.Known, " "))
}

func TestViewer(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	for as, want := range map[string]string{
		"": "owner: owner,shared", "owner": "owner: owner,shared", "REN": "owner: owner,shared", "aoi": "aoi: person:aoi,shared",
		"Ａｏｉ": "aoi: person:aoi,shared", "person:aoi": "person:aoi: person:aoi", "shared": "shared: shared",
	} {
		v, err := d.Viewer(t.Context(), as)
		if got := v.As + ": " + v.View.String(); got != want || err != nil {
			t.Errorf("%q is %q, want %q, %v", as, got, want, err)
		}
		if alone := strings.Contains(want, ","); (v.Conv != "") != alone {
			t.Errorf("%q has the conversation %q", as, v.Conv)
		}
	}
	for _, as := range []string{"bob", "person:bob", "person:", "owner,shared"} {
		if _, err := d.Viewer(t.Context(), as); problem(err) != "unknown_person owner (Ren) aoi shared" {
			t.Errorf("%q: %v", as, err)
		}
	}
	h.admitted(person.Person{ID: "a2", Name: "Aoi", Role: person.Admitted})
	if _, err := d.Viewer(t.Context(), "AOI"); problem(err) != "unknown_person owner (Ren) a2 (Aoi) aoi shared" {
		t.Errorf("two of one name: %v", err)
	}
	if v := h.viewer(d, "aoi"); v.As != "aoi" {
		t.Errorf("an id is %q where two have that name", v.As)
	}
}

func TestList(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	old := h.keep(memory.Record{Scope: "owner", Content: "tea", Category: memory.Knowledge, Status: memory.Archived})
	h.keep(memory.Record{Scope: "owner", Content: "milk", Category: memory.Knowledge})
	h.keep(memory.Record{Scope: "person:aoi", Content: "hers"})
	h.keep(memory.Record{Scope: "shared", Content: "all may know"})
	if _, err := h.Library.Write("owner", "knowledge/cups.md", "# Cups\n\n## Blue\n\nThe blue cup is chipped.\n", library.Replace); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		as    string
		q     ops.ListQuery
		want  string
		total int
	}{
		{"owner", ops.ListQuery{}, "all may know|milk|tea", 4},
		{"owner", ops.ListQuery{Status: memory.Active}, "all may know|milk", 3},
		{"owner", ops.ListQuery{Status: memory.Archived}, "tea", 1},
		{"owner", ops.ListQuery{Status: memory.Active, Category: memory.Knowledge, Limit: 1}, "", 2},
		{"aoi", ops.ListQuery{}, "all may know|hers", 2},
		{"person:aoi", ops.ListQuery{}, "hers", 1},
		{"shared", ops.ListQuery{Status: memory.Superseded}, "", 0},
	} {
		list, total, err := d.List(t.Context(), h.viewer(d, c.as), c.q)
		var got []string
		for _, m := range list {
			if m.Kind == ops.InFile {
				if !strings.Contains(m.Text, "chipped") || m.Path != "knowledge/cups.md" || m.Status != memory.Active {
					t.Errorf("of the file: %+v", m)
				}
				continue
			}
			got = append(got, m.Text)
			shown, err := d.Show(t.Context(), h.viewer(d, c.as), m.Short)
			if err != nil || shown.Memory.ID != m.ID {
				t.Errorf("%s shows %+v, %v", m.Short, shown.Memory, err)
			}
		}
		if c.q.Limit > 0 && len(list) != c.q.Limit {
			t.Errorf("%+v: %d memories", c.q, len(list))
		} else if text := strings.Join(got, "|"); c.q.Limit == 0 && text != c.want || total != c.total || err != nil {
			t.Errorf("%s, %+v: %q of %d, want %q of %d, %v", c.as, c.q, text, total, c.want, c.total, err)
		}
	}
	if m, err := d.Show(t.Context(), h.viewer(d, ""), string(old.ID)); err != nil || m.Memory.Status != memory.Archived {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestShow(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	m := h.accept(owner, "1", "猫はタマ")
	if _, _, err := h.StartTurn(t.Context(), "owner"); err != nil {
		t.Fatal(err)
	}
	first := h.keep(memory.Record{Scope: "owner", Content: "the cat is Tama", Provenance: []turn.ID{m.ID, h.IDs.New()}})
	second := h.keep(memory.Record{Scope: "owner", Content: "the cat is Mike", Provenance: []turn.ID{first.ID}})
	err := h.DB.Update(func(tx *kv.Tx) error { return h.Ledger.Supersede(tx, "owner", first.ID, second.ID, h.Clock.Now()) })
	if err != nil {
		t.Fatal(err)
	}
	me := h.viewer(d, "")
	got, err := d.Show(t.Context(), me, " "+strings.ToUpper(string(first.ID))+" ")
	if err != nil || len(got.From) != 2 || got.By == nil {
		t.Fatalf("%+v, %v", got, err)
	}
	line := got.From[0]
	if got.Memory.Status != memory.Superseded || line.Text != "猫はタマ" || line.Speaker != "person" || line.Name != "Ren" ||
		!got.From[1].Gone || got.By.Text != "the cat is Mike" {
		t.Errorf("%+v", got)
	}
	for _, id := range []string{line.ID, line.Short, line.ID[:len(line.ID)-1]} {
		if got, err := d.Show(t.Context(), me, id); err != nil || got.Memory.Kind != ops.InDiary || got.Memory.Text != "猫はタマ" {
			t.Errorf("the line by %s: %+v, %v", id, got.Memory, err)
		}
	}
	for id, want := range map[string]string{
		"": "unknown_memory", "x": "unknown_memory", "zzzzzzzz": "unknown_memory", line.ID + "0": "unknown_memory", line.ID[:7]: "many_memories",
		string(first.ID[:4]): "many_memories " + string(first.ID) + " " + string(second.ID),
	} {
		if _, err := d.Show(t.Context(), me, id); !strings.HasPrefix(problem(err), want) {
			t.Errorf("%q: %v, want %s", id, err, want)
		}
	}
	for _, id := range []string{string(first.ID), line.ID} {
		if got, err := d.Show(t.Context(), h.viewer(d, "aoi"), id); problem(err) != "unknown_memory" {
			t.Errorf("another sees %+v, %v", got, err)
		}
	}
}

func TestArchiveAndRestore(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	me := h.viewer(d, "")
	tea := h.keep(memory.Record{Scope: "owner", Content: "tea"})
	old := h.keep(memory.Record{Scope: "owner", Content: "milk", Status: memory.Superseded, SupersededBy: tea.ID})
	m := h.accept(owner, "1", "hello")
	if _, _, err := h.StartTurn(t.Context(), "owner"); err != nil {
		t.Fatal(err)
	}
	h.index.records = nil
	type step struct {
		id      turn.ID
		archive bool
		changed bool
		status  memory.Status
	}
	for i, s := range []step{
		{tea.ID, false, false, memory.Active}, {tea.ID, true, true, memory.Archived}, {tea.ID, true, false, memory.Archived},
		{tea.ID, false, true, memory.Active}, {old.ID, true, false, memory.Superseded}, {old.ID, false, false, memory.Superseded},
	} {
		do := d.Restore
		if s.archive {
			do = d.Archive
		}
		told := len(h.index.records)
		got, changed, err := do(t.Context(), me, string(s.id))
		if err != nil || changed != s.changed || got.Status != s.status || got.Short == "" {
			t.Errorf("step %d: %+v, changed %v, %v", i, got, changed, err)
		}
		if len(h.index.records) > told != changed {
			t.Errorf("step %d: the index was told of %d", i, len(h.index.records)-told)
		}
		hits, err := d.Search(t.Context(), me, ops.SearchQuery{Text: "tea"})
		if found := len(hits) > 0; found != (h.records("owner")[0].Status == memory.Active) || err != nil {
			t.Errorf("step %d: found %v, %v", i, found, err)
		}
	}
	if _, err := h.Library.Write("owner", "knowledge/cups.md", "The cup is blue.\n", library.Replace); err != nil {
		t.Fatal(err)
	}
	list, _, err := d.List(t.Context(), me, ops.ListQuery{})
	i := slices.IndexFunc(list, func(m ops.Memory) bool { return m.Kind == ops.InFile })
	if err != nil || i < 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	before := h.records("owner")
	for id, want := range map[string]string{list[i].ID: "in_file", string(m.ID): "in_diary", "0": "many_memories"} {
		_, _, err := d.Archive(t.Context(), me, id)
		_, _, err2 := d.Restore(t.Context(), me, id)
		if !strings.HasPrefix(problem(err), want) || !strings.HasPrefix(problem(err2), want) {
			t.Errorf("%s: %v, %v, want %s", id, err, err2, want)
		}
	}
	for _, as := range []string{"aoi", "shared"} {
		if _, _, err := d.Archive(t.Context(), h.viewer(d, as), string(tea.ID)); problem(err) != "unknown_memory" {
			t.Errorf("%s archives the owner's: %v", as, err)
		}
	}
	if diff := cmp.Diff(before, h.records("owner")); diff != "" {
		t.Error(diff)
	}
}

func TestSearch(t *testing.T) {
	h := newHome(t)
	d, _ := h.desk()
	h.accept(owner, "1", "The green kettle whistles")
	if _, _, err := h.StartTurn(t.Context(), "owner"); err != nil {
		t.Fatal(err)
	}
	h.keep(memory.Record{Scope: "owner", Content: "A kettle stands in the kitchen", Category: memory.Knowledge})
	h.keep(memory.Record{Scope: "person:aoi", Content: "Aoi has a kettle too"})
	for _, c := range []struct {
		as    string
		q     ops.SearchQuery
		kinds string
	}{
		{"owner", ops.SearchQuery{Text: "kettle"}, "line record"},
		{"owner", ops.SearchQuery{Text: "kettle", Limit: 1}, "line"},
		{"owner", ops.SearchQuery{Text: "kettle", Category: memory.Knowledge}, "record"},
		{"owner", ops.SearchQuery{Text: "zebra"}, ""},
		{"shared", ops.SearchQuery{Text: "kettle"}, ""},
		{"aoi", ops.SearchQuery{Text: "kettle"}, "record"},
	} {
		hits, err := d.Search(t.Context(), h.viewer(d, c.as), c.q)
		var kinds []string
		for _, hit := range hits {
			kinds = append(kinds, string(hit.Memory.Kind))
			if hit.WordsRank == 0 || hit.Score <= 0 || !strings.Contains(hit.Memory.Text, "kettle") {
				t.Errorf("%+v", hit)
			}
		}
		slices.Sort(kinds)
		if got := strings.Join(kinds, " "); got != c.kinds && !(c.q.Limit == 1 && len(kinds) == 1) || err != nil {
			t.Errorf("%s, %+v: %q, want %q, %v", c.as, c.q, got, c.kinds, err)
		}
	}
}

func TestWhy(t *testing.T) {
	h := newHome(t)
	d, x := h.desk()
	me := h.viewer(d, "")
	if _, err := d.Why(t.Context(), me, ""); problem(err) != "no_turn" {
		t.Errorf("before the first turn: %v", err)
	}
	kept := h.keep(memory.Record{Scope: "owner", Content: "the cat is Tama"})
	hers := h.keep(memory.Record{Scope: "person:aoi", Content: "Aoi's own"})
	run := func(p person.Person, words, answer string) (turn.Turn, turn.Outgoing) {
		h.accept(p, words, words)
		tn, _, err := h.StartTurn(t.Context(), turn.Conv(p.Scope()))
		if err != nil {
			t.Fatal(err)
		}
		out, err := h.Finish(t.Context(), tn, turn.Reply{Text: answer})
		if err != nil {
			t.Fatal(err)
		}
		tr := agent.Trace{Turn: tn.ID, Conv: tn.Conv, At: tn.Started, Model: "m", Recall: &memory.Trace{
			Kind: "usual", Budget: 100, Spent: 7, Took: 1500 * time.Microsecond,
			Channels: []memory.Channel{
				{Name: "related", Items: []string{string(kept.ID), string(hers.ID)}, Tokens: 7},
				{Name: "skills", Items: []string{"skill:tea"}, Error: "late"},
			},
			Candidates: []memory.Candidate{{ID: string(kept.ID), WordsRank: 1, Injected: true}, {ID: string(h.IDs.New()), Dropped: "weak"}},
		}}
		for _, m := range tn.Messages {
			tr.Answers = append(tr.Answers, m.ID)
		}
		x.list = append(x.list, tr)
		return tn, out
	}
	first, reply := run(owner, "cat?", "Tama!")
	second, _ := run(owner, "dog?", "none")
	other, _ := run(aoi, "me?", "you")

	got, err := d.Why(t.Context(), me, "")
	if err != nil || got.Turn != second.ID || got.Reply == nil || got.Reply.Text != "none" {
		t.Errorf("the newest: %+v, %v", got, err)
	}
	for _, id := range []turn.ID{first.ID, first.Messages[0].ID, reply.ID, first.ID[:len(first.ID)-1]} {
		got, err := d.Why(t.Context(), me, string(id))
		if err != nil || got.Turn != first.ID || len(got.Messages) != 1 || got.Messages[0].Text != "cat?" || got.Reply.Text != "Tama!" {
			t.Errorf("by %s: %+v, %v", id, got, err)
		}
	}
	got, err = d.Why(t.Context(), me, string(first.ID))
	if err != nil {
		t.Fatal(err)
	}
	r := got.Recall
	related, skills := r.Channels[0].Items, r.Channels[1]
	if r.TookMS != 1.5 || r.Spent != 7 || related[0].Text != "the cat is Tama" || !related[1].Gone || related[1].Text != "" ||
		skills.Items[0].Text != "tea" || skills.Error != "late" || r.Candidates[0].Memory.Text != "the cat is Tama" || !r.Candidates[1].Memory.Gone {
		t.Errorf("%+v", r)
	}
	for _, c := range []struct {
		as   string
		id   turn.ID
		want string
	}{
		{"owner", other.ID, "unknown_turn"}, {"owner", other.Messages[0].ID, "unknown_turn"}, {"aoi", first.ID, "unknown_turn"},
		{"aoi", reply.ID, "unknown_turn"}, {"owner", "zz", "unknown_turn"}, {"shared", "", "no_turn"}, {"shared", first.ID, "unknown_turn"},
		{"owner", first.ID[:6], "many_turns " + string(second.ID) + " " + string(first.ID)}, {"owner", h.IDs.New(), "unknown_turn"},
	} {
		if got, err := d.Why(t.Context(), h.viewer(d, c.as), string(c.id)); problem(err) != c.want {
			t.Errorf("%s asks about %s: %+v, %v, want %s", c.as, c.id, got, err, c.want)
		}
	}
	if got, err := d.WhyReply(t.Context(), aoi, other.ID); err != nil || !got.Recall.Channels[0].Items[0].Gone || got.Recall.Channels[0].Items[1].Text != "Aoi's own" {
		t.Errorf("through Aoi's eyes: %+v, %v", got, err)
	}
	// A diary that is lost leaves the trace.
	if err := os.RemoveAll(filepath.Join(h.dir, "diary", "2026")); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Why(t.Context(), me, string(first.ID)); err != nil || !got.Messages[0].Gone || got.Reply != nil {
		t.Errorf("without a diary: %+v, %v", got, err)
	}
}
