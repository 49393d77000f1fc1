package diary_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

func TestPage(t *testing.T) {
	d, err := diary.Open(t.TempDir(), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	ids := turn.NewIDs(func() time.Time { return at })
	var want []turn.ID
	for i := range 25 {
		conv, scope := turn.Conv("owner"), person.ScopeOwner
		if i%5 == 4 {
			conv, scope = "person:aoi", "person:aoi"
		}
		l := diary.Line{ID: ids.New(), At: at, Zone: "UTC", Conv: conv, Scope: scope, Role: diary.Person, Text: fmt.Sprint(i)}
		if err := d.Append(l); err != nil {
			t.Fatal(err)
		}
		if conv == "owner" {
			want = append(want, l.ID)
		}
		at = at.Add(7 * time.Hour)
	}
	var got []turn.ID
	before := turn.ID("")
	for {
		lines, more, err := d.Page(person.Only(person.ScopeOwner), "owner", before, 7)
		if err != nil {
			t.Fatal(err)
		}
		if more && len(lines) != 7 {
			t.Fatalf("a page of %d lines says there are more", len(lines))
		}
		part := make([]turn.ID, len(lines))
		for i, l := range lines {
			part[i] = l.ID
		}
		got = append(part, got...)
		if !more {
			break
		}
		before = lines[0].ID
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("paged %d of %d lines", len(got), len(want))
	}
	if lines, _, _ := d.Page(person.Only("person:ren"), "owner", "", 50); len(lines) != 0 {
		t.Errorf("somebody else sees %d lines", len(lines))
	}
}

// TestPageReadsNoLaterDay: going back through years must not read them all
// again for every page. A damaged line shows what was read.
func TestPageReadsNoLaterDay(t *testing.T) {
	dir := t.TempDir()
	d, err := diary.Open(dir, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	ids := turn.NewIDs(func() time.Time { return at })
	var lines []diary.Line
	for range 5 {
		lines = append(lines, diary.Line{ID: ids.New(), At: at, Conv: "owner", Scope: person.ScopeOwner, Role: diary.Person, Text: "x"})
		at = at.AddDate(0, 0, 1)
	}
	if err := d.Append(lines...); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "2026", "2026-11-24.jsonl"), []byte("damaged\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	page := func(before turn.ID) int {
		found, _, err := d.Page(person.Only(person.ScopeOwner), "owner", before, 50)
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	if n := page(lines[2].ID); n != 2 || d.Damaged() != 0 {
		t.Errorf("%d lines before the third, the last day was read: %v", n, d.Damaged() > 0)
	}
	if n := page(""); n != 4 || d.Damaged() != 1 {
		t.Errorf("%d lines are the newest, %d damaged", n, d.Damaged())
	}
}
