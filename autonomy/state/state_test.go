package state

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
)

// port is the heart's Store over a database, one transaction a step.
type port struct {
	db     *kv.DB
	alarms *Alarms
}

func (p port) States() (all map[string]heart.State, err error) {
	err = p.db.View(func(tx *kv.Tx) (err error) {
		all, err = p.alarms.All(tx)
		return err
	})
	return all, err
}

func (p port) SaveState(name string, s heart.State) error {
	return p.db.Update(func(tx *kv.Tx) error { return p.alarms.Put(tx, name, s) })
}

func open(t *testing.T, path string) *kv.DB {
	t.Helper()
	db, err := kv.Open(path, kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestAlarms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kokoron.db")
	db := open(t, path)
	p := port{db, NewAlarms()}
	if all, err := p.States(); err != nil || len(all) != 0 {
		t.Errorf("a new home remembers %v, %v", all, err)
	}
	day := time.Date(2026, 3, 1, 3, 30, 0, 0, time.UTC)
	want := map[string]heart.State{
		"nightly": {Since: day, Served: day.Add(1), Success: day.Add(2), Attempt: day.Add(3), TookMS: 1000,
			Begun: true, Failures: 2, Error: "no model", Result: heart.Result{Text: "done", Counts: map[string]int{"kept": 3}}},
		"weekly": {Since: day},
	}
	for name, s := range want {
		if err := p.SaveState(name, heart.State{Failures: 9}); err != nil {
			t.Fatal(err)
		}
		if err := p.SaveState(name, s); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	p.db = open(t, path)
	if got, err := p.States(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("remembered %+v, %v, want %+v", got, err, want)
	}
}

// TestHeart: a heart with this store catches up after an outage once, and the
// database has it after each run.
func TestHeart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := open(t, filepath.Join(t.TempDir(), "kokoron.db"))
		clk := clock.NewSimulated(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		runs := 0
		task := heart.Task{ID: "often", When: heart.Every(24 * time.Hour), Do: func(context.Context, heart.Call) (heart.Result, error) {
			runs++
			return heart.Result{Counts: map[string]int{"runs": runs}}, nil
		}}
		p := port{db, NewAlarms()}
		for life := 1; life <= 3; life++ {
			h, err := heart.Open(heart.Config{}, heart.Deps{Store: p, Clock: clk, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}, task)
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				h.Run(ctx)
			}()
			clk.Run(clk.Now().Add(time.Hour), synctest.Wait)
			stop()
			<-ended
			all, err := p.States()
			if err != nil || runs != life-1 || all["often"].Result.Counts["runs"] != runs {
				t.Errorf("in life %d: %d runs, remembered %+v, %v", life, runs, all, err)
			}
			clk.Run(clk.Now().Add(72*time.Hour), synctest.Wait)
		}
	})
}
