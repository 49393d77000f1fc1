package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// beganErasing is a home in which a memory was being erased while a turn was
// open, when the companion ended; it has those words still.
func beganErasing(t *testing.T, words string) config.Config {
	t.Helper()
	cfg := deskHome(t, 0)
	d, err := OpenDesk(cfg, discard)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ctx := t.Context()
	o := d.ops
	_, _, err = o.Accept(ctx, turn.Message{Conv: "owner", Channel: "terminal", Person: person.OwnerID, Text: words + "の話"})
	if err == nil {
		_, _, err = o.StartTurn(ctx, "owner")
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := memory.Record{ID: o.IDs.New(), Scope: person.ScopeOwner, Content: words + "を持っている"}.Normalise(time.Now())
	if err == nil {
		err = o.DB.Update(func(tx *kv.Tx) error { return o.Ledger.Put(tx, r) })
	}
	if err != nil {
		t.Fatal(err)
	}
	// Where somebody answers, the open turn is waited for.
	e := ops.NewEraser(o, cfg.Home, d.stores.index, d.stores.trace, false)
	doomed, err := e.DoomNamed(ctx, words)
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if done, err := e.Erase(short, o.Owner, doomed); err != nil || done.Done || done.Busy == "" {
		t.Fatalf("%+v, %v", done, err)
	}
	return cfg
}

// homeHas reports which files of a home have some words.
func homeHas(t *testing.T, home, words string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), words) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestErasingGoesOnAtTheStart: before anybody is answered, by a companion and
// by a command that opens the home itself.
func TestErasingGoesOnAtTheStart(t *testing.T) {
	t.Parallel()
	const words = "螺鈿の小箱"
	for name, open := range map[string]func(config.Config) (interface{ close() error }, error){
		"a companion": func(cfg config.Config) (interface{ close() error }, error) {
			return Open(t.Context(), cfg, Options{Log: discard, Ports: []int{}})
		},
		"a command": func(cfg config.Config) (interface{ close() error }, error) {
			d, err := OpenDesk(cfg, discard)
			if err != nil {
				return nil, err
			}
			return d.stores, nil
		},
	} {
		cfg := beganErasing(t, words)
		if len(homeHas(t, cfg.Home, words)) == 0 {
			t.Fatal("nothing is left to be erased")
		}
		a, err := open(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if found := homeHas(t, cfg.Home, words); len(found) > 0 {
			t.Errorf("%s: it is still in %v", name, found)
		}
		if err := a.close(); err != nil {
			t.Error(err)
		}
	}
}
