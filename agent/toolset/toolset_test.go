package toolset

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/ops/opstest"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

var update = flag.Bool("update", false, "write the golden file anew")

var (
	owner = person.Person{ID: person.OwnerID, Role: person.Owner}
	aoi   = person.Person{ID: "aoi", Role: person.Admitted}
)

// lateEvening is the next day already where the person is.
type lateEvening struct{}

func (lateEvening) Now() time.Time                                   { return time.Date(2026, 11, 29, 23, 15, 0, 0, time.UTC) }
func (lateEvening) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// rig is the tools over a database of their own.
type rig struct {
	*Set
	t  *testing.T
	db *kv.DB
	n  int
}

func newRig(t *testing.T, lang string) *rig {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	log := slog.New(slog.DiscardHandler)
	m := opstest.Open(t, db, t.TempDir(), time.UTC, lateEvening{})
	t.Cleanup(m.End)
	o := ops.New(ops.Deps{
		DB: db, Library: m.Library, Session: session.New(db), Ledger: m.Ledger, Diary: m.Diary, Index: m.Index, Primer: m.Primer,
		IDs: turn.NewIDs(lateEvening{}.Now), Clock: lateEvening{}, Log: log, Owner: owner, Zone: time.UTC, Lang: text.Lang(lang),
	})
	s, err := New(o, lateEvening{}, log, lang)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{Set: s, t: t, db: db}
}

func said(p person.Person) turn.Turn {
	return turn.Turn{ID: "t", Conv: "talk", Speaker: p, View: person.ViewOf(p), Messages: []turn.Message{
		{ID: "m", Conv: "talk", Person: p.ID, At: lateEvening{}.Now(), Zone: "Asia/Tokyo"},
	}}
}

// ask runs a call the way the engine does: validated, under an op of its own.
func (r *rig) ask(p person.Person, name, args string) tool.Result {
	r.t.Helper()
	r.n++
	i := slices.IndexFunc(r.entries, func(e entry) bool { return e.spec.Name == name })
	raw, err := toolcall.Validate(r.entries[i].spec, json.RawMessage(args))
	if err != nil {
		r.t.Fatalf("%s %s: %v", name, args, err)
	}
	return r.Run(r.t.Context(), said(p), tool.Call{Name: name, Args: raw, Op: fmt.Sprint("op", r.n)})
}

// TestWords shows what the model is told, in every language.
func TestWords(t *testing.T) {
	out := &txtar.Archive{}
	for _, lang := range []string{"ja", "en", "zh"} {
		r := newRig(t, lang)
		show := func(name string, res tool.Result) {
			out.Files = append(out.Files, txtar.File{
				Name: fmt.Sprintf("%s: %s (err %v, wrote %v)", lang, name, res.Err, res.Wrote), Data: []byte(res.Text + "\n"),
			})
		}
		show("time", r.ask(owner, "get_time", `{}`))
		show("nothing found", r.ask(owner, "memory_search", `{"query": "ラーメン"}`))
		show("saved", r.ask(owner, "memory_save", `{"content": "ラーメンが好き", "importance": 4}`))
		show("known", r.ask(owner, "memory_save", `{"content": "ラーメンが好き"}`))
		show("replaced", r.ask(owner, "memory_save", `{"content": "うどんが好き", "replaces": "#1"}`))
		show("no such handle", r.ask(owner, "memory_save", `{"content": "そばが好き", "replaces": "#7"}`))
		show("empty", r.ask(owner, "memory_save", `{"content": " "}`))
		show("found", r.ask(owner, "memory_search", `{"query": "うどん"}`))
		show("found before", r.ask(owner, "memory_search", `{"query": "うどん", "history": "true"}`))
		show("a candidate", r.ask(owner, "memory_save", `{"content": "約束は必ず守る", "importance": 9, "category": "vows", "tags": ["約束"]}`))
		show("classified", r.ask(owner, "memory_classify", `{"id": "#2", "category": "about_sensei", "importance": "5", "tags": "食"}`))
		show("classified as nothing known", r.ask(owner, "memory_classify", `{"id": 2, "category": "food", "importance": 0}`))
		show("promoted", r.ask(owner, "memory_promote", `{"id": "#2", "reason": "大事"}`))
		show("reflect", r.ask(owner, "memory_reflect", `{}`))
		show("forgotten", r.ask(owner, "memory_forget", `{"id": "#2", "reason": "言われた"}`))
		show("forgotten before", r.ask(owner, "memory_forget", `{"id": "#2"}`))
		show("not in use", r.ask(owner, "memory_promote", `{"id": "#2"}`))
		show("nothing to forget", r.ask(owner, "memory_forget", `{"id": "うどん"}`))
		show("decided", r.decided("#3"))
		show("stats", r.ask(owner, "memory_stats", `{}`))
		show("no files", r.ask(owner, "read_memory_file", `{}`))
		show("file begun", r.ask(owner, "write_memory_file", `{"path": "knowledge/tea.md", "content": "# お茶\n\n緑茶が好き。"}`))
		show("file appended", r.ask(owner, "write_memory_file", `{"path": "knowledge/tea.md", "content": "紅茶も飲む。", "mode": "add"}`))
		show("the same again", r.ask(owner, "write_memory_file", `{"path": "knowledge/tea.md", "content": "紅茶も飲む。\n", "mode": "append"}`))
		show("file", r.ask(owner, "read_memory_file", `{"path": "knowledge/tea.md"}`))
		show("file replaced", r.ask(owner, "write_memory_file", `{"path": "knowledge/tea.md", "content": "もう飲まない。", "mode": "replace"}`))
		show("files", r.ask(owner, "read_memory_file", `{"path": "."}`))
		show("file missing", r.ask(owner, "read_memory_file", `{"path": "knowledge/milk.md"}`))
		show("no memory file", r.ask(owner, "write_memory_file", `{"path": "../../etc/passwd", "content": "x"}`))
		show("paced", r.ask(owner, "schedule_update", `{"minutes": 100000, "reason": "quiet"}`))
		show("nothing to write", r.ask(owner, "write_memory_file", `{"path": "knowledge/tea.md", "content": " "}`))
		show("not allowed", r.Run(t.Context(), said(person.Person{Role: person.Visitor}), tool.Call{Name: "memory_save", Args: []byte(`{}`)}))
		show("out of time", r.slow())
		r.db.Close()
		show("trouble", r.ask(owner, "memory_search", `{"query": "うどん"}`))
	}
	if *update {
		if err := os.WriteFile("testdata/words.txtar", txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/words.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(txtar.Format(out))); d != "" {
		t.Errorf("-want +got; accept with -update:\n%s", d)
	}
}

// decided promotes what the owner has decided about.
func (r *rig) decided(handle string) tool.Result {
	r.t.Helper()
	id, _, err := r.ops.Session.Resolve("talk", handle)
	if err != nil {
		r.t.Fatal(err)
	}
	err = r.db.Update(func(tx *kv.Tx) error {
		rec, _, err := r.ops.Ledger.In(tx, person.ScopeOwner, id)
		if err != nil {
			return err
		}
		rec.Soul = memory.SoulRejected
		return r.ops.Ledger.Update(tx, rec)
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return r.ask(owner, "memory_promote", `{"id": "`+handle+`"}`)
}

// slow is a tool that waits longer than it may.
func (r *rig) slow() tool.Result {
	r.entries = append(r.entries, entry{
		spec: tool.Spec{Name: "wait", Timeout: time.Millisecond},
		run: func(ctx context.Context, _ turn.Turn, _ tool.Call) (tool.Result, error) {
			<-ctx.Done()
			return tool.Result{}, ctx.Err()
		},
	})
	return r.Run(r.t.Context(), said(owner), tool.Call{Name: "wait"})
}

func TestUsualTimeout(t *testing.T) {
	r := newRig(t, "en")
	synctest.Test(t, func(t *testing.T) {
		r.entries = []entry{{spec: tool.Spec{Name: "wait"}, run: func(ctx context.Context, _ turn.Turn, _ tool.Call) (tool.Result, error) {
			<-ctx.Done()
			return tool.Result{}, errors.New("interrupted")
		}}}
		began := time.Now()
		if res := r.Run(t.Context(), said(owner), tool.Call{Name: "wait"}); !res.Err || time.Since(began) != usualTimeout {
			t.Errorf("%+v after %v", res, time.Since(began))
		}
	})
}

func TestPermissions(t *testing.T) {
	r := newRig(t, "en")
	r.entries = append(r.entries, entry{
		spec: tool.Spec{Name: "erase", Permission: tool.Owner},
		run: func(context.Context, turn.Turn, tool.Call) (tool.Result, error) {
			return tool.Result{Text: "erased"}, nil
		},
	})
	var all, admitted []string
	for _, e := range r.entries {
		all = append(all, e.spec.Name)
		if e.spec.Name != "erase" && e.spec.Name != "schedule_update" {
			admitted = append(admitted, e.spec.Name)
		}
	}
	for role, want := range map[person.Role][]string{
		person.Stranger: nil, person.Visitor: {"get_time"}, person.Admitted: admitted, person.Owner: all,
	} {
		p := person.Person{ID: "p", Role: role}
		var got []string
		for _, s := range r.For(p) {
			got = append(got, s.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("role %d may use %q", role, got)
		}
		for _, e := range r.entries {
			r.n++
			res := r.Run(t.Context(), said(p), tool.Call{Name: e.spec.Name, Args: []byte(`{"content":"x","query":"x","id":"#9"}`), Op: fmt.Sprint("o", r.n)})
			if refused := res.Text == r.texts["not_allowed"] && res.Err; refused == slices.Contains(want, e.spec.Name) {
				t.Errorf("role %d, %s: %+v", role, e.spec.Name, res)
			}
		}
	}
	if res := r.Run(t.Context(), said(owner), tool.Call{Name: "no_such_tool"}); !res.Err {
		t.Errorf("%+v", res)
	}
}

// TestOnePersonsMemory: what one person told is not found by another.
func TestOnePersonsMemory(t *testing.T) {
	r := newRig(t, "en")
	r.ask(owner, "memory_save", `{"content": "the owner's plan is a surprise"}`)
	if res := r.ask(aoi, "memory_search", `{"query": "surprise plan"}`); res.Text != r.texts["nothing"] {
		t.Errorf("Aoi finds %+v", res)
	}
	if res := r.ask(aoi, "memory_save", `{"content": "no surprise", "replaces": "#1"}`); !res.Err || strings.Contains(res.Text, "plan") {
		t.Errorf("Aoi replaces it: %+v", res)
	}
	if res := r.ask(owner, "memory_search", `{"query": "surprise plan"}`); !strings.Contains(res.Text, "#1") {
		t.Errorf("the owner finds %+v", res)
	}
}

func TestArgumentsOutOfRange(t *testing.T) {
	r := newRig(t, "en")
	for i := range 30 {
		args := fmt.Sprintf(`{"content": "fact number %d about tea", "importance": "%d", "category": "nonsense", "tags": "drinks"}`, i, i-10)
		if res := r.ask(owner, "memory_save", args); res.Err || !res.Wrote {
			t.Fatalf("%s: %+v", args, res)
		}
	}
	if res := r.ask(owner, "memory_save", `{"content": "tea is important", "importance": 99999999999999999999999}`); !strings.Contains(res.Text, "importance 5") {
		t.Errorf("%+v", res)
	}
	list, err := r.ops.Ledger.List(person.Only(person.ScopeOwner), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range list {
		if rec.Stars < 1 || rec.Stars > 5 || rec.Category != memory.Conversation {
			t.Errorf("stored %+v", rec)
		}
	}
	for args, want := range map[string]int{
		`{"query": "tea"}`: 5, `{"query": "tea", "limit": 0}`: 5, `{"query": "tea", "limit": -3}`: 5, `{"query": "tea", "limit": "7"}`: 7,
		`{"query": "tea", "limit": 1000}`: 20, `{"query": "tea", "limit": 1e300}`: 20, `{"query": "tea", "category": "made_up"}`: 5,
		`{"query": "tea", "min_importance": 99}`: 5, `{"query": "tea", "min_importance": -1}`: 5,
	} {
		if res := r.ask(owner, "memory_search", args); res.Err || len(strings.Split(res.Text, "\n")) != want {
			t.Errorf("%s: %d lines: %s", args, len(strings.Split(res.Text, "\n")), res.Text)
		}
	}
	for _, args := range []string{`[]`, `{"content": 3}`, `{"content": "x", "importance": "much"}`, ``} {
		if res := r.Run(t.Context(), said(owner), tool.Call{Name: "memory_save", Args: []byte(args), Op: "bad"}); !res.Err || res.Wrote {
			t.Errorf("%s: %+v", args, res)
		}
	}
}

// TestDescribed: every tool has its text in every language, or no prompt could
// be made; all of them together are short, as they stand in every prompt.
func TestDescribed(t *testing.T) {
	for _, lang := range []string{"ja", "en", "zh"} {
		r := newRig(t, lang)
		got, err := toolcall.Describe(lang, r.For(owner))
		tokens := budget.Estimate(got)
		t.Logf("%s: about %d tokens", lang, tokens)
		if err != nil || got == "" || tokens > 1500 {
			t.Errorf("%s: %d tokens, %v", lang, tokens, err)
		}
	}
	if _, err := New(nil, nil, nil, "tlh"); err == nil {
		t.Error("tools in Klingon")
	}
}

func TestZoneUnknown(t *testing.T) {
	r := newRig(t, "en")
	for _, zone := range []string{"", "Mars/Base"} {
		tn := said(owner)
		tn.Messages[0].Zone = zone
		if res := r.Run(t.Context(), tn, tool.Call{Name: "get_time"}); res.Err || !strings.Contains(res.Text, "23:15 (UTC)") {
			t.Errorf("zone %q: %+v", zone, res)
		}
	}
}

func TestSearching(t *testing.T) {
	r := newRig(t, "en")
	for want, c := range map[string]ops.Counts{
		"Memory is still being loaded.":                                                     {Meaning: true},
		"It can be searched by words alone now.":                                            {Ready: true, Waiting: 3},
		"It can be searched by words and by meaning; 3 pieces wait to be found by meaning.": {Ready: true, Meaning: true, Waiting: 3},
		"It can be searched by words and by meaning.":                                       {Ready: true, Meaning: true},
	} {
		if got := r.searching(c); got != want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestUnasked: a thought may look and remember. It can do nothing that is for
// people to ask for, and takes nothing away.
func TestUnasked(t *testing.T) {
	r := newRig(t, "en")
	alone := said(owner)
	alone.Alone = true
	run := func(tn turn.Turn, name, args string) tool.Result {
		r.n++
		return r.Run(t.Context(), tn, tool.Call{Name: name, Args: []byte(args), Op: fmt.Sprint("o", r.n)})
	}
	refused := []string{"reminder_add", "reminder_cancel", "reminder_update", "calendar_add", "calendar_update", "calendar_delete", "memory_forget"}
	for _, e := range r.entries {
		res := run(alone, e.spec.Name, `{"content":"x","query":"x","id":"#1","text":"x","when":"2026-12-01 08:00","title":"x","minutes":5,"reason":"x","path":"notes/x.md"}`)
		if got := res.Err && res.Text == r.texts["not_allowed"]; got != slices.Contains(refused, e.spec.Name) {
			t.Errorf("%s: %+v", e.spec.Name, res)
		}
	}
	run(said(owner), "write_memory_file", `{"path":"knowledge/a.md","content":"first","mode":"replace"}`)
	run(alone, "write_memory_file", `{"path":"knowledge/a.md","content":"second","mode":"replace"}`)
	if got := run(said(owner), "read_memory_file", `{"path":"knowledge/a.md"}`); !strings.Contains(got.Text, "first") || !strings.Contains(got.Text, "second") {
		t.Errorf("a thought has taken something away: %+v", got)
	}
}
