package diary_test

import (
	"fmt"
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
