package ops_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// put stores a record as it is and tells the index.
func (h *erasable) put(r memory.Record) turn.ID {
	h.t.Helper()
	r.ID, r.Scope = h.IDs.New(), person.ScopeOwner
	r, err := r.Normalise(time.Now())
	h.must(err)
	h.update(func(tx *kv.Tx) error { return h.Ledger.Put(tx, r) })
	h.index.Changed(r)
	return r.ID
}

// TestAudit: every kind of damage is named, and nothing else.
func TestAudit(t *testing.T) {
	e, mirror := servers(t, "audit-"+string(turn.NewIDs(time.Now).New()))
	h := openErasable(t, t.TempDir(), e, mirror, true)
	defer h.leaveNothing()
	defer h.close()
	v := ops.Viewer{View: person.ViewOf(owner)}
	audit := func() ops.Audit {
		t.Helper()
		h.settled()
		a, err := h.desk.Audit(t.Context(), v, h.index)
		h.must(err)
		return a
	}
	_, rec := h.exchange(owner, "好きな色は藍色", "好きな色は藍色", "きれいですね。", "", turn.Recalled{})
	_, next := h.exchange(owner, "いまは緑が好き", "好きな色は緑", "そうですか。", "", turn.Recalled{})
	h.update(func(tx *kv.Tx) error { return h.Ledger.Supersede(tx, rec.Scope, rec.ID, next.ID, time.Now()) })
	h.index.Changed(rec)
	if a := audit(); !a.Clean || a.Records != 2 || a.Active != 1 || a.Replaced != 1 || len(a.Index.Copy) == 0 || a.Index.Copy[0].Have != 6 {
		t.Fatalf("%+v", a)
	}
	one := h.put(memory.Record{Content: "猫はミカンという"})
	two := h.put(memory.Record{Content: "猫は ミカン という"})
	three := h.put(memory.Record{Content: "猫は  ミカン  という "})
	orphan := h.put(memory.Record{Content: "どこからともなく", Provenance: []turn.ID{h.IDs.New()}})
	chain := h.put(memory.Record{Content: "行き先のないもの", Status: memory.Superseded, SupersededBy: h.IDs.New()})
	over := h.put(memory.Record{Content: "昨日までの約束", ValidUntil: time.Now().Add(-time.Hour)})
	junk := h.put(memory.Record{Content: "。。。"})
	old := h.put(memory.Record{Content: "私は大阪に住んでいる", OccurredAt: time.Now().Add(-48 * time.Hour)})
	moved := h.put(memory.Record{Content: "私は京都に引っ越した", OccurredAt: time.Now().Add(-24 * time.Hour)})
	unheard := h.put(memory.Record{Content: "索引に知らせないもの"})
	h.settled()
	h.index.Erase(string(unheard))
	a := audit()
	want := ops.Audit{
		Score: 30, Records: 12, Active: 10, Replaced: 2, Contradictions: []ops.Twins{{IDs: []turn.ID{old, moved}}}, Duplicates: []ops.Twins{{IDs: []turn.ID{two, three}}}, Orphans: []turn.ID{orphan},
		Broken: []turn.ID{chain}, Expired: []turn.ID{over}, Junk: []turn.ID{junk}, JunkShare: 1. / 10,
		Index: ops.IndexDrift{Missing: []string{string(unheard)}, Stray: []string{}, Chroma: true, Copy: a.Index.Copy},
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(one, diff)
	}
	// Behind the index's back a record is gone, and Chroma loses something.
	h.update(func(tx *kv.Tx) error {
		_, err := h.Ledger.Erase(tx, person.ScopeOwner, time.Now(), string(one))
		return err
	})
	if a := audit(); len(a.Index.Stray) != 1 || a.Index.Stray[0] != string(one) {
		t.Errorf("%+v", a.Index)
	}
}

// TestUndo: the last thing that was forgotten or replaced holds again, once.
func TestUndo(t *testing.T) {
	h := local(t)
	conv := ops.ConversationOf(owner)
	undo := func() ops.Undone {
		t.Helper()
		u, err := h.desk.Undo(t.Context(), conv)
		h.must(err)
		return u
	}
	if u := undo(); u.Back.ID != "" {
		t.Errorf("%+v", u)
	}
	_, old := h.exchange(owner, "車は青い", "車は青い", "はい。", "", turn.Recalled{})
	_, now := h.exchange(owner, "車は赤くなった", "車は赤い", "はい。", "", turn.Recalled{})
	h.update(func(tx *kv.Tx) error { return h.Ledger.Supersede(tx, old.Scope, old.ID, now.ID, time.Now()) })
	h.index.Changed(old)
	_, dog := h.exchange(owner, "犬の名前はハナ", "犬の名前はハナ", "はい。", "", turn.Recalled{})
	_, hers := h.exchange(aoi, "my dog is Hana too", "Aoi's dog is Hana", "Yes.", "", turn.Recalled{})
	if _, ok, err := h.desk.ForgetWords(t.Context(), conv, "犬の名前"); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, ok, err := h.desk.ForgetWords(t.Context(), conv, "潜水艦 submarine"); err != nil || ok {
		t.Error(ok, err)
	}
	if got, _, err := h.Ledger.Get(person.ViewOf(aoi), hers.ID); err != nil || got.Status != memory.Active {
		t.Errorf("hers: %+v, %v", got, err)
	}
	if u := undo(); u.Back.ID != string(dog.ID) || u.Gone.ID != "" {
		t.Errorf("%+v", u)
	}
	if u := undo(); u.Back.ID != string(old.ID) || u.Gone.ID != string(now.ID) {
		t.Errorf("%+v", u)
	}
	if u := undo(); u.Back.ID != "" {
		t.Errorf("there is nothing more: %+v", u)
	}
	for id, status := range map[turn.ID]memory.Status{old.ID: memory.Active, now.ID: memory.Archived, dog.ID: memory.Active} {
		if r, _, err := h.Ledger.Get(person.ViewOf(owner), id); err != nil || r.Status != status {
			t.Errorf("%s is %s, %v", r.Content, r.Status, err)
		}
	}
}
