package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
)

// TestIdentityOutlivesTheDatabase: a home is the same one after its database
// was lost, and after the file that says so was; not after both were.
func TestIdentityOutlivesTheDatabase(t *testing.T) {
	home := t.TempDir()
	identity := func() string {
		t.Helper()
		db, err := kv.Open(filepath.Join(home, "kokoron.db"), kv.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		id, err := (&stores{db: db, clock: clock.Real{}}).identity(home)
		if err != nil {
			t.Fatal(err)
		}
		return string(id)
	}
	lose := func(names ...string) {
		t.Helper()
		for _, name := range names {
			if err := os.Remove(filepath.Join(home, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	first := identity()
	lose(identityFile)
	if id := identity(); id != first {
		t.Errorf("without the file it is %s, was %s", id, first)
	}
	lose("kokoron.db", "kokoron.db.marker")
	if id := identity(); id != first {
		t.Errorf("without the database it is %s, was %s", id, first)
	}
	time.Sleep(2 * time.Millisecond) // ids are of their time
	lose("kokoron.db", "kokoron.db.marker", identityFile)
	if id := identity(); id == first {
		t.Error("another home has the same identity")
	}
}
