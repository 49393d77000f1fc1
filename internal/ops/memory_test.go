package ops_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func TestRememberOncePerOp(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "お茶が好き")
	op := turn.OpOf(said.ID, 0, 0)
	first, err := h.Remember(t.Context(), said, op, ops.ToRemember{Content: "お茶が好き"}, tell)
	if err != nil || first.Text != "#1 お茶が好き" || !first.Wrote {
		t.Fatalf("%+v, %v", first, err)
	}
	h.restart()
	for _, again := range []ops.ToRemember{
		{Content: "お茶が好き"}, {Content: "コーヒーが好き"}, {Content: "コーヒーが好き", Replaces: "#1"}, {Content: "x", Replaces: "#9"}, {},
	} {
		got, err := h.Remember(t.Context(), said, op, again, tell)
		if err != nil || got != first {
			t.Errorf("%+v again: %+v, %v", again, got, err)
		}
	}
	stored, ok, err := h.Result(t.Context(), op)
	if err != nil || !ok || stored != first {
		t.Errorf("stored result %+v, %v, %v", stored, ok, err)
	}
	if list := h.records(person.ScopeOwner); len(list) != 1 || list[0].Status != memory.Active ||
		!reflect.DeepEqual(list[0].Provenance, []turn.ID{said.Messages[0].ID}) || list[0].Language != "ja" {
		t.Errorf("records %+v", list)
	}
}

// TestRememberIsOneStep: where the result cannot be told, nothing is stored,
// and the next try starts afresh.
func TestRememberIsOneStep(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "お茶が好き")
	op := turn.OpOf(said.ID, 0, 0)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_, err := h.Remember(t.Context(), said, op, ops.ToRemember{Content: "お茶が好き"}, func(ops.Remembered) tool.Result { panic("tell") })
		t.Errorf("returned %v", err)
	}()
	if _, ok, err := h.Result(t.Context(), op); ok || err != nil || len(h.records(person.ScopeOwner)) != 0 {
		t.Errorf("result %v, %v; records %+v", ok, err, h.records(person.ScopeOwner))
	}
	if got, err := h.Remember(t.Context(), said, op, ops.ToRemember{Content: "お茶が好き"}, tell); err != nil || got.Text != "#1 お茶が好き" {
		t.Errorf("the next try: %+v, %v", got, err)
	}
}

func TestRememberTheSameContent(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "お茶")
	h.remember(said, ops.ToRemember{Content: "お茶が好き"})
	if got := h.remember(said, ops.ToRemember{Content: " お茶が好き "}); got != "#1 お茶が好き, known" {
		t.Errorf("told %q", got)
	}
	if got := h.remember(said, ops.ToRemember{Content: "お茶が好き", Replaces: "#1"}); got != "#1 お茶が好き, known" {
		t.Errorf("replaced by itself: told %q", got)
	}
	if list := h.records(person.ScopeOwner); len(list) != 1 || list[0].Status != memory.Active {
		t.Errorf("records %+v", list)
	}
}

func TestReplace(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "引っ越した")
	h.remember(said, ops.ToRemember{Content: "東京に住んでいる"})
	if got := h.remember(said, ops.ToRemember{Content: "京都に住んでいる", Replaces: " 1 "}); got != "#2 京都に住んでいる, replaces #1 東京に住んでいる" {
		t.Errorf("told %q", got)
	}
	list := h.records(person.ScopeOwner)
	if len(list) != 2 || list[0].Status != memory.Superseded || list[0].SupersededBy != list[1].ID || list[0].ValidUntil.IsZero() || list[1].Status != memory.Active {
		t.Fatalf("records %+v", list)
	}
	// Back again: a new record, for the old one says when it stopped being true.
	if got := h.remember(said, ops.ToRemember{Content: "東京に住んでいる", Replaces: "#2"}); got != "#3 東京に住んでいる, replaces #2 京都に住んでいる" {
		t.Errorf("told %q", got)
	}
	found, err := h.Recall(t.Context(), said, "住んでいる", memory.Query{Limit: 9})
	if err != nil || len(found) != 1 || found[0].Handle != "#3" {
		t.Errorf("found %+v, %v", found, err)
	}
	// Into something that is known: that stays, the other is superseded.
	h.remember(said, ops.ToRemember{Content: "奈良に住んでいる"})
	if got := h.remember(said, ops.ToRemember{Content: "奈良に住んでいる", Replaces: "#3"}); got != "#4 奈良に住んでいる, known, replaces #3 東京に住んでいる" {
		t.Errorf("told %q", got)
	}
}

// TestReplaceTwice: what was superseded keeps its successor; the new record is
// stored beside it.
func TestReplaceTwice(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "引っ越した")
	h.remember(said, ops.ToRemember{Content: "一番"})
	h.remember(said, ops.ToRemember{Content: "二番", Replaces: "#1"})
	h.remember(said, ops.ToRemember{Content: "三番", Replaces: "#1"})
	list := h.records(person.ScopeOwner)
	if len(list) != 3 || list[0].SupersededBy != list[1].ID || list[2].Status != memory.Active {
		t.Errorf("records %+v", list)
	}
}

func TestReplaceOnlyOnesOwn(t *testing.T) {
	h := newHome(t)
	mine, theirs := h.said(owner, "秘密"), h.said(aoi, "hello")
	h.remember(mine, ops.ToRemember{Content: "the owner's secret plan"})
	for _, handle := range []string{"#1", "1", "#2", "#0", "-1", "one", "#1 #2"} {
		_, err := h.Remember(t.Context(), theirs, turn.Op("x"+handle), ops.ToRemember{Content: "forget it", Replaces: handle}, tell)
		if !errors.Is(err, ops.ErrNoHandle) {
			t.Errorf("%q: %v", handle, err)
		}
		if _, ok, _ := h.Result(t.Context(), turn.Op("x"+handle)); ok {
			t.Errorf("%q: a refused call has a result", handle)
		}
	}
	if len(h.records("person:aoi")) != 0 || h.records(person.ScopeOwner)[0].Status != memory.Active {
		t.Error("something was changed")
	}
	if got := h.remember(theirs, ops.ToRemember{Content: "the owner's secret plan"}); strings.Contains(got, "known") {
		t.Errorf("another's record is known to Aoi: %q", got)
	}
	elsewhere := mine
	elsewhere.Conv = "another"
	if _, err := h.Remember(t.Context(), elsewhere, "y", ops.ToRemember{Content: "x", Replaces: "#1"}, tell); !errors.Is(err, ops.ErrNoHandle) {
		t.Errorf("a handle of another conversation: %v", err)
	}
	if _, err := h.Remember(t.Context(), h.said(guest, "hi"), "z", ops.ToRemember{Content: "x"}, tell); !errors.Is(err, ops.ErrNoScope) {
		t.Errorf("a visitor: %v", err)
	}
}

func TestRememberClamps(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "x")
	for stars, want := range map[int]int{-3: 1, 0: 3, 1: 1, 5: 5, 99: 5} {
		h.remember(said, ops.ToRemember{Content: strings.Repeat("x", stars+10), Stars: stars, Category: "nonsense", Tags: []string{"#a", "a", " "}})
		list := h.records(person.ScopeOwner)
		if r := list[len(list)-1]; r.Stars != want || r.Category != memory.Conversation || !reflect.DeepEqual(r.Tags, []string{"a"}) {
			t.Errorf("%d stars: %+v", stars, r)
		}
	}
	for _, bad := range []ops.ToRemember{{}, {Content: " \n"}, {Content: strings.Repeat("長", memory.MaxContent+1)}, {Content: "\xff"}} {
		op := turn.Op(h.IDs.New())
		if _, err := h.Remember(t.Context(), said, op, bad, tell); !errors.Is(err, memory.ErrRecord) {
			t.Errorf("%.20q: %v", bad.Content, err)
		}
	}
}

func TestRecallSeesOnlyTheView(t *testing.T) {
	h := newHome(t)
	mine, theirs := h.said(owner, "x"), h.said(aoi, "x")
	h.remember(mine, ops.ToRemember{Content: "the owner likes tea"})
	h.remember(theirs, ops.ToRemember{Content: "Aoi likes tea"})
	group := mine
	group.View = person.ViewOf(owner, aoi)
	nobody := mine
	nobody.View = person.View{}
	for name, c := range map[string]struct {
		t    turn.Turn
		want []string
	}{
		"the owner": {mine, []string{"#1 the owner likes tea"}}, "Aoi": {theirs, []string{"#2 Aoi likes tea"}},
		"both together": {group, nil}, "no view": {nobody, nil},
	} {
		found, err := h.Recall(t.Context(), c.t, "who likes tea", memory.Query{Limit: 9})
		var got []string
		for _, f := range found {
			got = append(got, f.Handle+" "+f.Record.Content)
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for p, want := range map[person.Person]int{owner: 1, aoi: 1, guest: 0} {
		if n, err := h.Remembered(t.Context(), ops.ConversationOf(p)); n != want || err != nil {
			t.Errorf("%s has %d memories, %v", p.ID, n, err)
		}
	}
}
