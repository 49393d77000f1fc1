package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

func open(t testing.TB) (*Store, func(func(tx *kv.Tx) error)) {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "x.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return New(db), func(fn func(tx *kv.Tx) error) {
		t.Helper()
		if err := db.Update(fn); err != nil {
			t.Fatal(err)
		}
	}
}

func line(n int) agent.Line {
	return agent.Line{ID: turn.ID(fmt.Sprint("l", n)), Assistant: n%2 == 0, Text: fmt.Sprint("text ", n), At: time.Unix(int64(n), 0).UTC()}
}

func show(t *testing.T, s *Store, conv turn.Conv) string {
	t.Helper()
	got, err := s.Session(conv)
	if err != nil {
		t.Fatal(err)
	}
	out := got.Summary + ":"
	for _, l := range got.Lines {
		out += " " + string(l.ID)
	}
	return out
}

func TestSession(t *testing.T) {
	s, update := open(t)
	if got := show(t, s, "owner"); got != ":" {
		t.Errorf("a new one: %s", got)
	}
	// In order of adding, whatever the ids say: a message that came while the
	// reply before it was made has an older id than that reply.
	update(func(tx *kv.Tx) error {
		return errors.Join(s.AddLines(tx, "owner", line(3), line(1), line(2)), s.AddLines(tx, "own", line(9)), s.AddLines(tx, "owner", line(4)))
	})
	got, err := s.Session("owner")
	if diff := cmp.Diff(agent.Session{Lines: []agent.Line{line(3), line(1), line(2), line(4)}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	for _, c := range []struct {
		text string
		upTo turn.ID
		done bool
		want string
	}{
		{"A", "l1", true, "A: l2 l4"},
		{"late", "l3", false, "A: l2 l4"}, // an older summary comes too late
		{"of another", "l9", false, "A: l2 l4"},
		{"B", "l4", true, "B:"},
	} {
		update(func(tx *kv.Tx) error {
			done, err := s.Summarise(tx, "owner", c.text, c.upTo)
			if done != c.done {
				t.Errorf("Summarise(%s) = %v", c.upTo, done)
			}
			return err
		})
		if got := show(t, s, "owner"); got != c.want {
			t.Errorf("after %s: %q, want %q", c.upTo, got, c.want)
		}
	}
	update(func(tx *kv.Tx) error { return s.AddLines(tx, "owner", line(5)) })
	if got := show(t, s, "owner"); got != "B: l5" {
		t.Errorf("after all was summarised: %q", got)
	}
	if got := show(t, s, "own"); got != ": l9" {
		t.Errorf("another conversation: %q", got)
	}
	update(func(tx *kv.Tx) error {
		for n := range keepLines + 10 {
			if err := s.AddLines(tx, "long", line(n)); err != nil {
				return err
			}
		}
		return nil
	})
	if got, _ := s.Session("long"); len(got.Lines) != keepLines || got.Lines[0].ID != "l10" {
		t.Errorf("%d lines are kept, from %s", len(got.Lines), got.Lines[0].ID)
	}
}

func TestRounds(t *testing.T) {
	s, update := open(t)
	first := agent.Round{Visible: "one moment", Calls: []agent.Asked{
		{Op: turn.OpOf("t1", 0, 0), Tool: "memory_save", Args: json.RawMessage(`{"content":"ラーメン","importance":3}`)},
		{Op: turn.OpOf("t1", 0, 1), Tool: "nothing", Refused: "there is no such tool"},
	}}
	put := func(id turn.ID, n int, r agent.Round, want bool) {
		t.Helper()
		update(func(tx *kv.Tx) error {
			fresh, err := s.PutRound(tx, id, n, r)
			if fresh != want {
				t.Errorf("PutRound(%s, %d) = %v", id, n, fresh)
			}
			return err
		})
	}
	put("t1", 0, first, true)
	put("t1", 0, agent.Round{Visible: "another answer"}, false)
	put("t1", 10, agent.Round{Visible: "ten"}, true)
	put("t1", 2, agent.Round{Visible: "two"}, true)
	put("t12", 0, agent.Round{Visible: "another turn"}, true)
	got, err := s.Rounds("t1")
	if diff := cmp.Diff([]agent.Round{first, {Visible: "two"}, {Visible: "ten"}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	update(func(tx *kv.Tx) error { return errors.Join(s.DropRounds(tx, "t1"), s.DropRounds(tx, "t1")) })
	for id, want := range map[turn.ID]int{"t1": 0, "t12": 1} {
		if got, err := s.Rounds(id); len(got) != want || err != nil {
			t.Errorf("%s has %d rounds, %v", id, len(got), err)
		}
	}
}

func TestResults(t *testing.T) {
	s, update := open(t)
	op := turn.OpOf("t1", 0, 0)
	if _, ok, err := s.Result(op); ok || err != nil {
		t.Error(ok, err)
	}
	want := tool.Result{Text: "saved as #1", Wrote: true}
	update(func(tx *kv.Tx) error {
		first, err1 := s.PutResult(tx, op, want)
		again, err2 := s.PutResult(tx, op, tool.Result{Text: "saved as #2", Err: true})
		in, ok, err3 := s.ResultIn(tx, op)
		if !first || again || !ok || in != want {
			t.Error(first, again, ok, in)
		}
		return errors.Join(err1, err2, err3)
	})
	if got, ok, err := s.Result(op); got != want || !ok || err != nil {
		t.Error(got, ok, err)
	}
	update(func(tx *kv.Tx) error {
		for n := range keepResults {
			if _, err := s.PutResult(tx, turn.OpOf("t2", n/100, n%100), tool.Result{}); err != nil {
				return err
			}
		}
		if n := s.results.Count(tx, ""); n != keepResults {
			t.Errorf("%d results are kept", n)
		}
		return nil
	})
	if _, ok, _ := s.Result(op); ok {
		t.Error("the oldest result is kept")
	}
}

func TestHandles(t *testing.T) {
	s, update := open(t)
	name := func(conv turn.Conv, id turn.ID) (h string) {
		t.Helper()
		update(func(tx *kv.Tx) (err error) {
			h, err = s.Handle(tx, conv, id)
			return err
		})
		return h
	}
	var got []string
	for n := range 12 {
		got = append(got, name("owner", turn.ID(fmt.Sprint("r", n))))
	}
	got = append(got, name("owner", "r3"), name("own", "r3"))
	if want := "#1 #2 #3 #4 #5 #6 #7 #8 #9 #10 #11 #12 #4 #1"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
	for handle, want := range map[string]turn.ID{
		"#4": "r3", "4": "r3", " #12 ": "r11", "#13": "", "#0": "", "#-1": "", "": "", "#": "", "##1": "", "r3": "", "#99999999999999999999": "",
	} {
		id, ok, err := s.Resolve("owner", handle)
		if id != want || ok != (want != "") || err != nil {
			t.Errorf("Resolve(%q) = %q, %v, %v", handle, id, ok, err)
		}
	}
	if _, ok, _ := s.Resolve("nobody", "#1"); ok {
		t.Error("a name of another conversation is known")
	}
}
