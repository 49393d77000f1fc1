package app

import (
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
)

// TestLights walks through outages of each kind, look by look.
func TestLights(t *testing.T) {
	refused := &fault.Unavailable{Err: errors.New("refused")}
	broken := &fault.Temporary{Err: errors.New("500")}
	synctest.Test(t, func(t *testing.T) {
		l := &lights{clock: clock.Real{}, log: slog.New(slog.DiscardHandler)}
		woken, again := 0, 0
		l.whenBack(func() { woken++ })
		look := func(err error) { t.Helper(); l.looked(err, func() { again++ }) }
		is := func(what string, away bool, wantWoken int) {
			t.Helper()
			if l.away().IsZero() == away || woken != wantWoken {
				t.Errorf("%s: away since %v, woken %d times, want %v, %d", what, l.away(), woken, away, wantWoken)
			}
			woken = 0
		}
		look(nil)
		look(refused)
		is("one look missed", false, 0)
		if !l.pressing() {
			t.Error("the next look is not soon")
		}
		look(refused)
		is("two looks missed", true, 0)
		time.Sleep(time.Hour)
		look(nil)
		is("seen again", false, 1)

		l.saw(t.Context(), refused)
		since := l.away()
		is("a call failed", true, 0)
		time.Sleep(lookAway)
		l.saw(t.Context(), refused)
		look(refused)
		if !l.away().Equal(since) {
			t.Errorf("away since %v, was %v", l.away(), since)
		}
		l.saw(t.Context(), nil)
		is("a call succeeded", false, 1)

		// A server that is there and fails: those who wait are woken, less often
		// each time, and it counts as away meanwhile.
		began, tries := time.Now(), 0
		for time.Since(began) < 10*time.Minute {
			l.saw(t.Context(), broken)
			look(nil)
			if woken > 0 {
				tries++
			}
			woken = 0
			time.Sleep(lookAway)
		}
		is("it fails on", true, 0)
		if tries < 30 || tries > 60 {
			t.Errorf("woken %d times in ten minutes", tries)
		}
		time.Sleep(forgiveAfter)
		look(nil)
		is("it has not failed for a while", false, 1)
	})
}
