package diary

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestErase: whatever is erased, the other lines stay byte for byte, those
// that are erased keep all but their words, and doing it again changes nothing.
func TestErase(t *testing.T) {
	zone := time.FixedZone("", 9*3600)
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		d, err := Open(dir, zone)
		if err != nil {
			rt.Fatal(err)
		}
		at := time.Date(2026, 11, 30, 12, 0, 0, 0, zone)
		ids := turn.NewIDs(func() time.Time { return at })
		gone := map[turn.ID]bool{}
		var all []Line
		for range rapid.IntRange(1, 12).Draw(rt, "lines") {
			at = at.Add(time.Duration(rapid.IntRange(1, 20).Draw(rt, "hours")) * time.Hour)
			l := Line{ID: ids.New(), At: at, Scope: person.ScopeOwner, Conv: "owner", Role: Person, Text: rapid.String().Draw(rt, "text") + "x", Channel: "web"}
			all = append(all, l)
			gone[l.ID] = rapid.Bool().Draw(rt, "gone")
		}
		if err := d.Append(all...); err != nil {
			rt.Fatal(err)
		}
		day := d.path(all[0].At.Format(dayFormat))
		add(rt, day, "{damaged secret\n{damaged\n")
		add(rt, day+".torn", "torn secret\ntorn\n")
		add(rt, day+".tmp", "left secret")
		before := stand(rt, dir)
		doomed := func(l Line) bool { return gone[l.ID] }
		torn := func(raw []byte) bool { return strings.Contains(string(raw), "secret") }
		n, err := d.Erase(doomed, torn)
		if err != nil {
			rt.Fatal(err)
		}
		after := stand(rt, dir)
		for _, l := range before {
			hit := strings.Contains(l, "secret")
			for id, is := range gone {
				if is && strings.Contains(l, string(id)) {
					hit, n = true, n-1
				}
			}
			if slices.Contains(after, l) == hit {
				rt.Fatalf("erased %v: %q", hit, l)
			}
		}
		if n != 0 {
			rt.Fatalf("%d tombstones too many", n)
		}
		for _, want := range all {
			if has, err := d.Has(want.ID); err != nil || !has {
				rt.Fatalf("%s has lost its place: %v", want.ID, err)
			}
		}
		for name := range d.Day(person.Only(person.ScopeOwner), all[0].At.Format(dayFormat)) {
			if gone[name.ID] != (name.Erased && name.Text == "") || name.Channel != "web" {
				rt.Fatalf("%+v", name)
			}
		}
		if n, err := d.Erase(doomed, torn); err != nil || n != 0 || !slices.Equal(after, stand(rt, dir)) {
			rt.Fatalf("a second time changes %d lines, %v", n, err)
		}
	})
}

func add(t *rapid.T, path, text string) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// stand are all lines of all files, as they stand.
func stand(t *rapid.T, dir string) (lines []string) {
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		lines = append(lines, strings.SplitAfter(string(data), "\n")...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(lines, func(l string) bool { return l == "" })
}
