package priming

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/ledger"
)

// realIndex is the index of the product over units as ledger and diary have
// them, everything embedded. names says which unit an id of it is.
func realIndex(t *testing.T, e *embed.Client, units ...memory.Unit) (ix *index.Index, names map[string]string) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	db, err := kv.Open(filepath.Join(dir, "x.db"), kv.Options{})
	must(err)
	records := ledger.New(db)
	lines, err := diary.Open(filepath.Join(dir, "diary"), tokyo)
	must(err)
	names = map[string]string{}
	for _, u := range units {
		at := u.At
		id := turn.NewIDs(func() time.Time { return at }).New()
		names[string(id)] = u.ID
		if u.Line() {
			role := diary.Person
			if u.Speaker != ren.Name {
				role = diary.Companion
			}
			must(lines.Append(diary.Line{ID: id, At: u.At, Zone: "Asia/Tokyo", Conv: "owner", Scope: u.Scope, Person: ren.ID, Role: role, Text: u.Text}))
			continue
		}
		r := *u.Record
		r.ID = id
		must(db.Update(func(tx *kv.Tx) error { return records.Put(tx, r) }))
	}
	deps := index.Deps{Ledger: records, Diary: lines, DB: db, Clock: clock.Real{}, Log: quiet(),
		Names: func(_ person.ID, companion bool) string {
			return map[bool]string{true: "Kokoron", false: ren.Name}[companion]
		}}
	if e != nil {
		deps.Embedder = e
	}
	ix, err = index.Open(index.Config{Dir: filepath.Join(dir, "index"), QueryWithin: time.Minute}, deps)
	must(err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { ix.Run(ctx); close(done) }()
	t.Cleanup(func() {
		cancel()
		<-done
		must(db.Close())
	})
	must(ix.Wait(t.Context()))
	for st := ix.Status(); e != nil && (st.Model == "" || st.Unmade > 0); st = ix.Status() {
		time.Sleep(20 * time.Millisecond)
	}
	return ix, names
}
