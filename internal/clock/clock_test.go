package clock

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := (Real{}).Sleep(t.Context(), time.Minute); err != nil || time.Since(began) != time.Minute {
			t.Errorf("slept %v, %v", time.Since(began), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := (Real{}).Sleep(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute+time.Second {
			t.Errorf("the end of the context was noticed after %v, %v", time.Since(began), err)
		}
	})
}

func TestAfter(t *testing.T) {
	ended := func(passed <-chan struct{}) bool {
		synctest.Wait()
		select {
		case <-passed:
			return true
		default:
			return false
		}
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		whole, stopWhole := After(ctx, Real{}, time.Second)
		stopped, stop := After(ctx, Real{}, time.Second)
		cut, stopCut := After(ctx, Real{}, time.Minute)
		stop()
		time.Sleep(time.Second)
		if !ended(whole) || ended(stopped) || ended(cut) {
			t.Errorf("after a second: %v, stopped %v, longer %v", ended(whole), ended(stopped), ended(cut))
		}
		cancel()
		time.Sleep(time.Minute)
		if ended(cut) {
			t.Error("a wait whose context has ended passed")
		}
		stopWhole()
		stopCut()
	})
}
