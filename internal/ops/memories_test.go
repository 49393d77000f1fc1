package ops_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func handled(got ops.Handled) tool.Result {
	r := got.Record
	return tool.Result{Wrote: true, Text: fmt.Sprintf("%s %s %s %d %v %s %s same %v", got.Handle, r.Content, r.Category, r.Stars, r.Tags, r.Status, r.Soul, got.Same)}
}

// calls are the calls that change a record, under an op and a handle.
func calls(h *home, said turn.Turn) map[string]func(op turn.Op, handle string) (tool.Result, error) {
	ctx := h.t.Context()
	return map[string]func(op turn.Op, handle string) (tool.Result, error){
		"classify": func(op turn.Op, handle string) (tool.Result, error) {
			return h.Classify(ctx, said, op, handle, ops.Filing{Category: memory.AboutSensei, Stars: 9, Tags: []string{"#a", "a"}}, handled)
		},
		"forget": func(op turn.Op, handle string) (tool.Result, error) {
			return h.Forget(ctx, said, op, handle, "asked", handled)
		},
		"promote": func(op turn.Op, handle string) (tool.Result, error) {
			return h.Promote(ctx, said, op, handle, "it is who she is", handled)
		},
	}
}

func TestChangesOncePerOp(t *testing.T) {
	for name, want := range map[string]string{
		"classify": "#1 tea about_sensei 5 [a] active candidate same false",
		"forget":   "#1 tea conversation 3 [] archived  same false",
		"promote":  "#1 tea conversation 3 [] active candidate same false",
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			said := h.said(owner, "tea")
			h.remember(said, ops.ToRemember{Content: "tea"})
			h.remember(said, ops.ToRemember{Content: "milk"})
			h.index.records = nil
			op := turn.OpOf(said.ID, 0, 0)
			first, err := calls(h, said)[name](op, "#1")
			if err != nil || first.Text != want {
				t.Fatalf("%+v, %v", first, err)
			}
			if r := h.records(person.ScopeOwner)[0]; name == "promote" && r.SoulReason != "it is who she is" {
				t.Errorf("the reason is lost: %+v", r)
			}
			if got := h.records(person.ScopeOwner)[0]; len(h.index.records) != 1 || !cmp.Equal(h.index.records[0], got) {
				t.Errorf("the index was told %+v, stored is %+v", h.index.records, got)
			}
			h.restart()
			for _, handle := range []string{"#1", "#2", "#9", ""} {
				if again, err := calls(h, said)[name](op, handle); err != nil || again != first {
					t.Errorf("%q again: %+v, %v", handle, again, err)
				}
			}
			if list := h.records(person.ScopeOwner); list[1].Status != memory.Active || list[1].Soul != "" || len(h.index.records) != 1 {
				t.Errorf("records %+v, told %d", list, len(h.index.records))
			}
		})
	}
}

// TestChangesAreOneStep: where the result cannot be told nothing is changed,
// and nobody is told.
func TestChangesAreOneStep(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "tea")
	h.remember(said, ops.ToRemember{Content: "tea"})
	before, told := h.records(person.ScopeOwner), len(h.index.records)
	func() {
		defer func() { _ = recover() }()
		_, err := h.Forget(t.Context(), said, "op", "#1", "", func(ops.Handled) tool.Result { panic("tell") })
		t.Errorf("returned %v", err)
	}()
	if _, ok, _ := h.Result(t.Context(), "op"); ok || !cmp.Equal(before, h.records(person.ScopeOwner)) || len(h.index.records) != told {
		t.Errorf("result %v, records %+v", ok, h.records(person.ScopeOwner))
	}
}

func TestChangesOnlyOnesOwn(t *testing.T) {
	h := newHome(t)
	mine := h.said(owner, "tea")
	h.remember(mine, ops.ToRemember{Content: "tea"})
	elsewhere, grouped := mine, h.said(aoi, "tea")
	elsewhere.Conv = "another"
	grouped.View = person.ViewOf(owner, aoi)
	for who, said := range map[string]turn.Turn{"Aoi": h.said(aoi, "x"), "Aoi in a group": grouped, "another conversation": elsewhere} {
		for name, call := range calls(h, said) {
			for _, handle := range []string{"#1", "1", "#2", "", "tea", string(h.records(person.ScopeOwner)[0].ID)} {
				op := turn.Op(who + name + handle)
				if _, err := call(op, handle); !errors.Is(err, ops.ErrNoHandle) {
					t.Errorf("%s, %s %q: %v", who, name, handle, err)
				}
				if _, ok, _ := h.Result(t.Context(), op); ok {
					t.Errorf("%s, %s %q: a refused call has a result", who, name, handle)
				}
			}
		}
	}
	for name, call := range calls(h, h.said(guest, "x")) {
		if _, err := call("guest", "#1"); !errors.Is(err, ops.ErrNoScope) {
			t.Errorf("a visitor, %s: %v", name, err)
		}
	}
	if r := h.records(person.ScopeOwner)[0]; r.Status != memory.Active || r.Soul != "" || r.Stars != 3 {
		t.Errorf("changed: %+v", r)
	}
}

// TestFiling: what is not named stays, what is out of range is clamped.
func TestFiling(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "tea")
	h.remember(said, ops.ToRemember{Content: "tea", Stars: 4, Category: memory.Knowledge, Tags: []string{"drink"}})
	for i, c := range []struct {
		f    ops.Filing
		want string
	}{
		{ops.Filing{}, "knowledge 4 [drink] active  same true"},
		{ops.Filing{Stars: -7}, "knowledge 1 [drink] active  same false"},
		{ops.Filing{Category: "drinks"}, "conversation 1 [drink] active  same false"},
		{ops.Filing{Category: memory.Observation, Tags: []string{}}, "observation 1 [] active  same false"},
		{ops.Filing{Stars: 1000}, "observation 5 [] active candidate same false"},
		{ops.Filing{Stars: 2}, "observation 2 [] active candidate same false"}, // proposed stays proposed
	} {
		got, err := h.Classify(t.Context(), said, turn.Op(fmt.Sprint(i)), "#1", c.f, handled)
		if err != nil || got.Text != "#1 tea "+c.want {
			t.Errorf("%+v: %q, %v", c.f, got.Text, err)
		}
		if r := h.records(person.ScopeOwner)[0]; r.Strength != float64(r.Stars)/memory.MaxStars {
			t.Errorf("%+v: strength %v at %d stars", c.f, r.Strength, r.Stars)
		}
	}
	_, err := h.Classify(t.Context(), said, "bad", "#1", ops.Filing{Tags: make([]string, 0, 1)}, handled)
	if err != nil {
		t.Error(err)
	}
	many := make([]string, memory.MaxTags+1)
	for i := range many {
		many[i] = fmt.Sprint("tag", i)
	}
	if _, err := h.Classify(t.Context(), said, "many", "#1", ops.Filing{Tags: many}, handled); !errors.Is(err, memory.ErrRecord) {
		t.Errorf("%d tags: %v", len(many), err)
	}
}

// TestOutOfUse: a forgotten record is not found, not counted as active, cannot
// be filed or promoted, and forgetting it again changes nothing.
func TestOutOfUse(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "tea")
	h.remember(said, ops.ToRemember{Content: "likes tea"})
	h.remember(said, ops.ToRemember{Content: "likes milk"})
	h.remember(said, ops.ToRemember{Content: "likes water", Replaces: "#2"})
	if _, err := h.Forget(t.Context(), said, "1", "#1", "was asked to", handled); err != nil {
		t.Fatal(err)
	}
	if r := h.records(person.ScopeOwner)[0]; r.Reason != "was asked to" || r.ArchivedAt.IsZero() {
		t.Errorf("archived as %+v", r)
	}
	for handle, want := range map[string]string{
		"#1": "#1 likes tea conversation 3 [] archived  same true", "#2": "#2 likes milk conversation 3 [] superseded  same true",
	} {
		if got, err := h.Forget(t.Context(), said, turn.Op("f"+handle), handle, "", handled); err != nil || got.Text != want {
			t.Errorf("forget %s: %q, %v", handle, got.Text, err)
		}
		for _, name := range []string{"classify", "promote"} {
			if _, err := calls(h, said)[name](turn.Op(name+handle), handle); !errors.Is(err, ops.ErrNotActive) {
				t.Errorf("%s %s: %v", name, handle, err)
			}
		}
	}
	found, err := h.Recall(t.Context(), said, "water", memory.Query{Limit: 9})
	if err != nil || len(found) != 1 || found[0].Handle != "#3" {
		t.Errorf("found %+v, %v", found, err)
	}
	c, err := h.Stats(t.Context(), said)
	if err != nil || c.Active != 1 || c.Archived != 1 || c.Superseded != 1 || c.ByCategory[memory.Conversation] != 1 {
		t.Errorf("stats %+v, %v", c, err)
	}
}

func TestNewest(t *testing.T) {
	h := newHome(t)
	mine, theirs := h.said(owner, "x"), h.said(aoi, "x")
	for i := range 5 {
		h.remember(mine, ops.ToRemember{Content: fmt.Sprint("fact ", i), Stars: i + 1})
	}
	h.remember(theirs, ops.ToRemember{Content: "hers"})
	for limit, want := range map[int][]string{0: nil, 2: {"fact 4", "fact 3"}, 99: {"fact 4", "fact 3", "fact 2", "fact 1", "fact 0"}} {
		found, err := h.Newest(t.Context(), mine, limit)
		var got []string
		for _, f := range found {
			got = append(got, f.Record.Content)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d: %q, %v", limit, got, err)
		}
	}
	group := mine
	group.View = person.ViewOf(owner, aoi)
	if found, err := h.Newest(t.Context(), group, 9); err != nil || len(found) != 0 {
		t.Errorf("a group sees %+v, %v", found, err)
	}
	if err := h.Index.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	c, err := h.Stats(t.Context(), mine)
	if err != nil || c.Active != 5 || c.Candidates != 1 || !c.Oldest.Before(c.Newest) || !c.Ready || c.Meaning {
		t.Errorf("stats %+v, %v", c, err)
	}
	if c, err := h.Stats(t.Context(), group); err != nil || c.Active != 0 || !c.Oldest.IsZero() {
		t.Errorf("a group counts %+v, %v", c, err)
	}
}

// TestRecallWritesOnlyNewNames: a search whose hits have their names in the
// conversation opens no write transaction; another one waits for none.
func TestRecallWritesOnlyNewNames(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "tea")
	h.remember(said, ops.ToRemember{Content: "likes tea"})
	err := h.DB.Update(func(*kv.Tx) error { // holds the only write there can be
		done := make(chan error, 1)
		go func() {
			found, err := h.Recall(t.Context(), said, "tea", memory.Query{Limit: 5})
			if err == nil && (len(found) != 1 || found[0].Handle != "#1") {
				err = fmt.Errorf("found %+v", found)
			}
			done <- err
		}()
		select {
		case err := <-done:
			return err
		case <-time.After(5 * time.Second):
			return errors.New("the search waits for a write")
		}
	})
	if err != nil {
		t.Error(err)
	}
	elsewhere := said
	elsewhere.Conv = "another"
	h.remember(elsewhere, ops.ToRemember{Content: "likes milk"})
	if found, err := h.Recall(t.Context(), said, "milk", memory.Query{Limit: 5}); err != nil || len(found) != 1 || found[0].Handle != "#2" {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestRecallOfASmallMemory: what a model asks in a few words is found also
// where nearly all that was ever said has those words, and nothing is found
// that has none of them.
func TestRecallOfASmallMemory(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "x")
	ask := func(question string) (got []string) {
		t.Helper()
		found, err := h.Recall(t.Context(), said, question, memory.Query{Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			got = append(got, f.Record.Content)
		}
		return got
	}
	for _, c := range []struct{ saved, question string }{
		{"Sensei's cat is called Momo", "called cat name named"}, {"先生の猫の名前はミカン", "猫の名前"}, {"先生はラーメンが好き", "好きな食べ物"},
		{"Sensei likes plum jam", "what food does the owner like"}, {"老师的猫叫小玉", "猫 名字"}, {"老师在北京工作", "工作 地点"},
		{"先生は東京に住んでいる", "住所 住んでいる場所"}, {"会議は毎週火曜", "会議 曜日"}, {"Sensei works at a library", "job work"},
	} {
		h.remember(said, ops.ToRemember{Content: c.saved})
		if got := ask(c.question); !slices.Contains(got, c.saved) {
			t.Errorf("%q finds %q", c.question, got)
		}
	}
	for _, question := range []string{"spaceship engine", "宇宙船のエンジン", "火星的首都", "?", "the"} {
		if got := ask(question); len(got) > 0 {
			t.Errorf("%q finds %q", question, got)
		}
	}
}
