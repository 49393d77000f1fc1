package ops_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/library"
)

func filed(f library.File) tool.Result { return tool.Result{Wrote: true, Text: f.Path} }

// TestWriteFileOncePerOp: the same op writes once, also where a crash came
// between the file and its result.
func TestWriteFileOncePerOp(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "tea")
	write := func(op turn.Op, content string, mode library.Mode) tool.Result {
		t.Helper()
		res, err := h.WriteMemoryFile(t.Context(), said, op, "knowledge/tea.md", content, mode, filed)
		if err != nil || res != (tool.Result{Wrote: true, Text: "knowledge/tea.md"}) {
			t.Errorf("%s: %+v, %v", op, res, err)
		}
		return res
	}
	write("1", "one\n\ntwo", library.Append)
	write("1", "other", library.Replace)
	func() {
		defer func() { _ = recover() }()
		_, err := h.WriteMemoryFile(t.Context(), said, "2", "knowledge/tea.md", "three\n\nfour\n", library.Append, func(library.File) tool.Result { panic("crash") })
		t.Errorf("returned %v", err)
	}()
	write("2", "three\n\nfour\n", library.Append)
	text, err := h.ReadMemoryFile(t.Context(), said, "knowledge/tea.md")
	if err != nil || !strings.HasSuffix(text, "\none\n\ntwo\n\nthree\n\nfour\n") || strings.Count(text, "three") != 1 {
		t.Errorf("%q, %v", text, err)
	}
	write("3", "our", library.Append) // ends like the last line, but is another
	if text, _ = h.ReadMemoryFile(t.Context(), said, "knowledge/tea.md"); !strings.HasSuffix(text, "four\n\nour\n") {
		t.Errorf("%q", text)
	}
}

// TestFilesOfOthers: files are read in the scopes of the view and written in
// the speaker's own.
func TestFilesOfOthers(t *testing.T) {
	h := newHome(t)
	mine, theirs := h.said(owner, "x"), h.said(aoi, "x")
	if _, err := h.WriteMemoryFile(t.Context(), mine, "1", "knowledge/plan.md", "a secret plan", library.Append, filed); err != nil {
		t.Fatal(err)
	}
	group := mine
	group.View = person.ViewOf(owner, aoi)
	names := []string{"knowledge/plan.md", library.Folder(person.ScopeOwner) + "/knowledge/plan.md"}
	for who, said := range map[string]turn.Turn{"Aoi": theirs, "a group": group} {
		for _, name := range names {
			if text, err := h.ReadMemoryFile(t.Context(), said, name); !errors.Is(err, library.ErrMissing) || text != "" {
				t.Errorf("%s reads %s: %q, %v", who, name, text, err)
			}
		}
		if list, err := h.MemoryFiles(t.Context(), said); err != nil || len(list) != 0 {
			t.Errorf("%s sees %+v, %v", who, list, err)
		}
	}
	if _, err := h.WriteMemoryFile(t.Context(), theirs, "2", names[1], "spoiled", library.Replace, filed); !errors.Is(err, library.ErrPath) {
		t.Errorf("Aoi writes the owner's file: %v", err)
	}
	if _, err := h.WriteMemoryFile(t.Context(), theirs, "3", names[0], "hers", library.Replace, filed); err != nil {
		t.Error(err)
	}
	if text, err := h.ReadMemoryFile(t.Context(), mine, names[0]); err != nil || !strings.Contains(text, "a secret plan") {
		t.Errorf("the owner's file is %q, %v", text, err)
	}
	if _, err := h.WriteMemoryFile(t.Context(), h.said(guest, "x"), "4", names[0], "x", library.Append, filed); !errors.Is(err, ops.ErrNoScope) {
		t.Errorf("a visitor writes: %v", err)
	}
	if _, ok, _ := h.Result(t.Context(), "2"); ok {
		t.Error("a refused write has a result")
	}
}
