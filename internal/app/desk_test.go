package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/ledger"
)

// deskHome is a home with so many long records that one line of the control
// socket could not hold them.
func deskHome(t *testing.T, records int) config.Config {
	t.Helper()
	home := t.TempDir()
	cfg, err := config.Load(home, func(name string) (string, bool) {
		v, ok := map[string]string{
			"KOKORON_MODEL_URL": "", "KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "", "KOKORON_LISTEN": "127.0.0.1:0", "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8",
		}[name]
		return v, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	db, err := kv.Open(filepath.Join(home, "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ids := turn.NewIDs(time.Now)
	err = db.Update(func(tx *kv.Tx) error {
		for i := range records {
			r, err := memory.Record{ID: ids.New(), Scope: person.ScopeOwner, Content: fmt.Sprintf("%d%s", i, strings.Repeat("\"猫\\", 600))}.Normalise(time.Now())
			if err == nil {
				err = ledger.New(db).Put(tx, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

var discard = slog.New(slog.DiscardHandler)

func untold(Progress) {}

// TestDeskBothWays: beside a companion and without one the answers are the
// same, however long.
func TestDeskBothWays(t *testing.T) {
	const records = 700 // over two megabytes
	cfg := deskHome(t, records)
	ask := func(op string, a Ask) (string, error) {
		t.Helper()
		raw, err := AskDesk(t.Context(), cfg, discard, op, a, untold)
		return string(raw), err
	}
	alone, err := ask("memory list", Ask{})
	var list MemoryList
	if err != nil || json.Unmarshal([]byte(alone), &list) != nil || len(list.Memories) != records || len(alone) < 2<<20 {
		t.Fatalf("%d bytes, %d memories, %v", len(alone), len(list.Memories), err)
	}
	_, unknown := ask("memory list", Ask{As: "bob"})

	ctx, cancel := context.WithCancel(t.Context())
	a, err := Open(ctx, cfg, Options{Log: discard, Ports: []int{}})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	beside, err := ask("memory list", Ask{})
	if err != nil || beside != alone {
		t.Errorf("beside a companion: %d bytes, without one %d, %v", len(beside), len(alone), err)
	}
	var p, q *ops.Problem
	_, err = ask("memory list", Ask{As: "bob"})
	if !errors.As(unknown, &p) || !errors.As(err, &q) || !reflect.DeepEqual(p, q) || p.Code != ops.UnknownPerson || !slices.Equal(p.Known, []string{"owner", "shared"}) {
		t.Errorf("somebody unknown: %v, beside a companion %v", unknown, err)
	}
	if _, err := ask("memory dance", Ask{}); err == nil || !strings.Contains(err.Error(), "unknown operation") {
		t.Errorf("an unknown operation: %v", err)
	}
	var last Progress
	if _, err := AskDesk(t.Context(), cfg, discard, "index", Ask{Full: true}, func(p Progress) { last = p }); err != nil || last.Done != last.All || last.All < records {
		t.Errorf("the index: %+v, %v", last, err)
	}
}

// TestDesksTakeTurns: commands that open the same home at once wait for each
// other.
func TestDesksTakeTurns(t *testing.T) {
	cfg := deskHome(t, 1)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := AskDesk(t.Context(), cfg, discard, "memory search", Ask{Text: "猫"}, untold); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// TestDeskOfAHomeThatCannotBe: what cannot be opened is said as it is, and
// nothing is left open.
func TestDeskOfAHomeThatCannotBe(t *testing.T) {
	cfg := deskHome(t, 0)
	db, err := kv.Open(filepath.Join(cfg.Home, "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := AskDesk(t.Context(), cfg, discard, "memory list", Ask{}, untold); !errors.Is(err, kv.ErrLocked) {
		t.Errorf("a home that another one holds: %v", err)
	}
	db.Close()
	if err := os.RemoveAll(filepath.Join(cfg.Home, "traces")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cfg.Home, "traces"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := AskDesk(t.Context(), cfg, discard, "memory list", Ask{}, untold); err == nil {
		t.Error("opened without a folder for traces")
	}
	if db, err = kv.Open(filepath.Join(cfg.Home, "kokoron.db"), kv.Options{LockTimeout: time.Second}); err != nil {
		t.Fatal(err)
	}
	db.Close()
}

// TestWhoAsksAndLeaves: an operation ends once nobody hears of its progress.
func TestWhoAsksAndLeaves(t *testing.T) {
	run := t.TempDir()
	ended := make(chan error, 1)
	s, err := control.Listen(run, map[string]control.Handler{
		"slow": func(ctx context.Context, _ json.RawMessage, c *control.Conn) error {
			err := respond(ctx, c, func(ctx context.Context, tell func(Progress)) (json.RawMessage, error) {
				for ctx.Err() == nil {
					tell(Progress{Done: 1, All: 2})
					if err := (clock.Real{}).Sleep(ctx, time.Millisecond); err != nil {
						return nil, err
					}
				}
				return nil, ctx.Err()
			})
			ended <- err
			return err
		},
	}, discard)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan struct{})
	go func() { s.Serve(ctx); close(served) }()
	defer func() { cancel(); <-served }()
	c, err := control.Dial(t.Context(), run, "slow", Ask{})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var l deskLine
		if err := c.Recv(&l); err != nil || l.Progress == nil || *l.Progress != (Progress{Done: 1, All: 2}) {
			t.Fatalf("%+v, %v", l, err)
		}
	}
	c.Close()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("it goes on")
	}
	if _, err := receive(c, untold); err == nil {
		t.Error("an answer that broke off is taken for whole")
	}
}
