package deadman

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

// desk notes what the owner is told.
type desk struct {
	mu      sync.Mutex
	known   []string
	told    []string
	shouted []string
	tell    func(ctx context.Context) error // nil works
	log     strings.Builder
}

func (d *desk) deps() Deps {
	return Deps{
		Told: func(context.Context) ([]string, error) { return d.known, nil },
		Tell: func(ctx context.Context, n Notice) error {
			if d.tell != nil {
				if err := d.tell(ctx); err != nil {
					return err
				}
			}
			d.note(&d.told, n)
			return nil
		},
		Shout: func(n Notice) { d.note(&d.shouted, n) },
		Log:   slog.New(slog.NewTextHandler(&d.log, nil)), Clock: clock.Real{},
	}
}

func (d *desk) note(to *[]string, n Notice) {
	d.mu.Lock()
	defer d.mu.Unlock()
	*to = append(*to, fmt.Sprint(n.Part, ":", n.Kind))
}

// watched runs a watchdog in a bubble for a while.
func watched(t *testing.T, d *desk, looks time.Duration, parts ...Part) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), looks)
	defer cancel()
	New(Config{}, d.deps(), parts...).Run(ctx)
}

// heart is a part that looks every minute until it dies, and hangs from then
// on whoever asks it, if it is to.
func heart(dies time.Duration, hangs chan struct{}) Part {
	began := time.Now()
	sign := func(mark string) []Sign { return []Sign{{Part: "heart", Mark: mark, Limit: 5 * time.Minute}} }
	return Part{First: sign(""), Look: func() []Sign {
		lived := min(time.Since(began), dies)
		if hangs != nil && lived == dies {
			<-hangs
		}
		return sign(fmt.Sprint(lived.Truncate(time.Minute)))
	}}
}

func TestALivingPartIsNoNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{}
		watched(t, d, 6*time.Hour, heart(48*time.Hour, nil))
		if len(d.told) > 0 || d.log.Len() > 0 {
			t.Errorf("told %v\n%s", d.told, d.log.String())
		}
	})
}

func TestADeadPartIsToldOnceThoughItHangsWhoeverAsks(t *testing.T) {
	for _, hangs := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var gate chan struct{}
			if hangs {
				gate = make(chan struct{})
				defer close(gate)
			}
			d := &desk{}
			watched(t, d, 6*time.Hour, heart(time.Hour, gate), Part{Look: func() []Sign { panic("no") }})
			if !slices.Equal(d.told, []string{"heart:silent"}) || len(d.shouted) > 0 {
				t.Errorf("hangs %v: told %v, shouted %v", hangs, d.told, d.shouted)
			}
		})
	}
}

func TestAPartThatNeverAnsweredIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		defer close(gate)
		d := &desk{}
		watched(t, d, 4*time.Minute, heart(0, gate))
		if len(d.told) > 0 {
			t.Errorf("told %v while it may still start", d.told)
		}
		watched(t, d, time.Hour, heart(0, gate))
		if !slices.Equal(d.told, []string{"heart:silent"}) {
			t.Errorf("told %v", d.told)
		}
	})
}

func TestWhatTheOwnerKnowsIsNotToldAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{known: []string{"heart"}}
		watched(t, d, time.Hour, heart(0, nil))
		if len(d.told) > 0 {
			t.Errorf("told %v", d.told)
		}
		watched(t, d, time.Hour, heart(24*time.Hour, nil))
		if !slices.Equal(d.told, []string{"heart:well"}) {
			t.Errorf("told %v", d.told)
		}
	})
}

// TestTellingMayFail: a notice that cannot be told in the usual way is shouted,
// whatever stands in the way, and the looks go on.
func TestTellingMayFail(t *testing.T) {
	for name, tell := range map[string]func(context.Context) error{
		"an error": func(context.Context) error { return errors.New("disk full") },
		"a panic":  func(context.Context) error { panic("no") },
		"hangs":    func(ctx context.Context) error { <-ctx.Done(); time.Sleep(time.Hour); return ctx.Err() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &desk{tell: tell}
				watched(t, d, 6*time.Hour, heart(time.Hour, nil))
				if len(d.told) > 0 || !slices.Equal(d.shouted, []string{"heart:silent"}) {
					t.Errorf("told %v, shouted %v", d.told, d.shouted)
				}
				if !strings.Contains(d.log.String(), "level=ERROR") {
					t.Errorf("the log says nothing:\n%s", d.log.String())
				}
				time.Sleep(2 * time.Hour)
			})
		})
	}
}

// TestATroubleMayWaitToBeTold: it is told when its time comes, and not at all
// where it is over by then.
func TestATroubleMayWaitToBeTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		morning := time.Now().Add(4 * time.Hour)
		d := &desk{}
		d.tell = func(context.Context) error {
			if time.Now().Before(morning) {
				return ErrLater
			}
			return nil
		}
		began := time.Now()
		night := Part{Look: func() []Sign { // it rests for an hour, once
			at := time.Since(began)
			if at > time.Hour && at < 2*time.Hour {
				at = time.Hour
			}
			return []Sign{{Part: "night", Mark: at.String(), Limit: 5 * time.Minute}}
		}}
		watched(t, d, 6*time.Hour, heart(time.Hour, nil), night)
		if !slices.Equal(d.told, []string{"heart:silent"}) || len(d.shouted) > 0 {
			t.Errorf("told %v, shouted %v", d.told, d.shouted)
		}
	})
}

func TestIllIsWhatIsNotOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{}
		w := New(Config{}, d.deps(), heart(time.Hour, nil))
		if len(w.Ill()) > 0 {
			t.Error("ill before the first look")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Hour)
		defer cancel()
		w.Run(ctx)
		if ill := w.Ill(); len(ill) != 1 || ill[0].Part != "heart" || ill[0].For < 110*time.Minute {
			t.Errorf("ill is %+v", ill)
		}
	})
}
