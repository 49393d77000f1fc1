package library

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// TestWithout: the lines with the words go, what is left is as it was.
func TestWithout(t *testing.T) {
	for _, c := range []struct{ name, before, words, after string }{
		{"a line", "# 犬\n\n- 名はポチ\n- 色は白\n", "ポチ", "# 犬\n\n- 色は白\n"},
		{"all of a section", "## 犬\n\n- 名はポチ\n\n## 猫\n\n- ミカン\n", "ポチ", "## 猫\n\n- ミカン\n"},
		{"a heading", "## ポチのこと\n\n元気\n", "ポチ", "\n元気\n"},
		{"over two lines", "一\n\n名は\nポチだ\n\n三\n", "名は\nポチ", "一\n\n三\n"},
		{"capitals and width", "I met ＰＯＣＨＩ\nfine\n", "Pochi", "fine\n"},
		{"front matter", "---\ntags: [ポチ, 犬]\ntitle: 犬\n---\n本文\n", "ポチ", "---\ntitle: 犬\n---\n本文\n"},
		{"nothing", "あ\nい\n", "う", "あ\nい\n"},
		{"a lone heading stays", "## 空\n\n## 犬\n\nポチ\n", "ポチ", "## 空\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := without(c.before, nil, memory.NewWords(c.words)); got != c.after {
				t.Errorf("got %q, want %q", got, c.after)
			}
		})
	}
}

// TestEraseFromFiles: out of files and versions, and of one scope alone.
func TestEraseFromFiles(t *testing.T) {
	l := open(t)
	dir := l.Library.dir
	aoi := person.Scope("person:aoi")
	write := func(scope person.Scope, name, text string, mode Mode) {
		t.Helper()
		if _, err := l.Write(scope, name, text, mode); err != nil {
			t.Fatal(err)
		}
	}
	write(person.ScopeOwner, "knowledge/dog.md", "## 名\n\nポチという\n\n## 色\n\n白い\n", Replace)
	write(person.ScopeOwner, "knowledge/dog.md", "## 名\n\nポチという\n\n## 色\n\n茶色\n", Replace)
	write(person.ScopeOwner, "episodes/2026-11-30.md", "## 10:00 — 散歩\n\nポチと歩いた\n", Replace)
	write(aoi, "knowledge/dog.md", "ポチを見た\n", Replace)
	for _, name := range []string{"owner/knowledge/.dog.md.t", "owner/.versions/knowledge/dog.md/.x.md.t"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("ポ"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	changed, err := l.Erase(t.Context(), person.ScopeOwner, memory.Erasing{Words: memory.NewWords("ポチ")})
	if err != nil || len(changed) != 2 {
		t.Fatal(changed, err)
	}
	for _, f := range changed {
		if f.Path == "episodes/2026-11-30.md" && len(f.Chunks) != 0 {
			t.Errorf("%s still has records: %v", f.Path, f.Chunks)
		}
	}
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.HasSuffix(path, ".t") || strings.Contains(string(data), "ポチ") != strings.Contains(path, "person-aoi") {
			t.Errorf("%s: %q", path, data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := l.Erase(t.Context(), person.ScopeOwner, memory.Erasing{Words: memory.NewWords("ポチ")}); err != nil || len(again) != 0 {
		t.Error(again, err)
	}
	if text, err := l.Read(person.Only(person.ScopeOwner), "knowledge/dog.md"); err != nil || !strings.Contains(text, "茶色") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestErasePieces: a piece that is named by its id goes whole, its neighbours
// stay.
func TestErasePieces(t *testing.T) {
	l := open(t)
	const body = "# 家族\n\n## 犬\n\nポチ。\n二行め。\n\n## 猫\n\nミカン。\n\n## 鳥\n"
	if _, err := l.Write(person.ScopeOwner, "knowledge/family.md", body, Replace); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ gone, stays string }{{"二行め", "ミカン"}, {"鳥", "ミカン"}, {"ミカン", ""}} {
		var id string
		err := l.Scan(t.Context(), person.ScopeOwner, func(f File) bool {
			for _, r := range f.Chunks {
				if strings.Contains(r.Content, c.gone) {
					id = string(r.ID)
				}
			}
			return true
		})
		if err != nil || id == "" {
			t.Fatal(c.gone, err)
		}
		if _, err := l.Erase(t.Context(), person.ScopeOwner, memory.Erasing{IDs: map[string]bool{id: true}}); err != nil {
			t.Fatal(err)
		}
		text, err := l.Read(person.Only(person.ScopeOwner), "knowledge/family.md")
		if err != nil || strings.Contains(text, c.gone) || !strings.Contains(text, c.stays) {
			t.Errorf("without %s: %q, %v", c.gone, text, err)
		}
	}
}
