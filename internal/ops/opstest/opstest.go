// Package opstest opens the parts of a home that remember, for tests of what
// stands on them: the real index, in the process and without servers.
package opstest

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
)

// Memory is what remembers.
type Memory struct {
	Ledger  *ledger.Ledger
	Diary   *diary.Diary
	Library *library.Library
	Index   *index.Index
	Primer  *priming.Primer
	// End stops what runs in the background; the database may then be closed.
	End func()
}

// Open opens them over a database and a folder. Persons are called by their
// ids, the companion too.
func Open(t testing.TB, db *kv.DB, dir string, zone *time.Location, clk clock.Clock) Memory {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	m := Memory{Ledger: ledger.New(db)}
	var err error
	m.Diary, err = diary.Open(filepath.Join(dir, "diary"), zone)
	must(err)
	m.Library, err = library.Open(filepath.Join(dir, "memory"), zone, clk, log)
	must(err)
	m.Index, err = index.Open(index.Config{Dir: filepath.Join(dir, "index")}, index.Deps{
		Ledger: m.Ledger, Diary: m.Diary, DB: db, Clock: clock.Real{}, Log: log,
		Names: func(id person.ID, _ bool) string { return string(id) },
	})
	must(err)
	m.Primer = priming.New(m.Index, ops.NewSources(m.Index, m.Library), clk, log)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { m.Index.Run(ctx); close(ended) }()
	m.End = func() { cancel(); <-ended }
	return m
}
