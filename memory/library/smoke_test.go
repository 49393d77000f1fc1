package library

import (
	"log/slog"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
)

func TestWriteRead(t *testing.T) {
	l, err := Open(t.TempDir(), time.UTC, clock.Real{}, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Write(person.ScopeOwner, "knowledge/ramen.md", "# Ramen\n\n## Shops\nTenka [[Ippin]]\n", Append); err != nil {
		t.Fatal(err)
	}
	f, err := l.Write(person.ScopeOwner, "knowledge/Ramen.md", "more", Append)
	if err != nil || f.Path != "knowledge/ramen.md" || len(f.Chunks) != 1 {
		t.Fatalf("wrote %+v, %v", f, err)
	}
	got, err := l.Read(person.Only(person.ScopeOwner), "owner/knowledge/ramen.md")
	const want = "---\nby: companion\n---\n# Ramen\n\n## Shops\nTenka [[Ippin]]\n\nmore\n"
	if err != nil || got != want {
		t.Errorf("read %q, %v, want %q", got, err, want)
	}
}
