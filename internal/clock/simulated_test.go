package clock

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestSimulated(t *testing.T) {
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	synctest.Test(t, func(t *testing.T) {
		c := NewSimulated(start)
		var woken []time.Duration
		sleep := func(wait ...time.Duration) {
			go func() {
				for _, d := range wait {
					if err := c.Sleep(t.Context(), d); err != nil {
						t.Error(err)
					}
					woken = append(woken, c.Now().Sub(start)) // Run wakes one at a time
				}
			}()
			synctest.Wait()
		}
		sleep(3*time.Hour, time.Hour)
		sleep(2*time.Hour, -time.Second, 24*time.Hour)
		c.Run(start.Add(5*time.Hour), synctest.Wait)
		want := []time.Duration{2 * time.Hour, 2 * time.Hour, 3 * time.Hour, 4 * time.Hour}
		if !slices.Equal(woken, want) || !c.Now().Equal(start.Add(5*time.Hour)) {
			t.Errorf("woken after %v, now %v", woken, c.Now())
		}
		c.Run(start.Add(26*time.Hour), synctest.Wait)
		if len(woken) != 5 || woken[4] != 26*time.Hour {
			t.Errorf("the last one was woken after %v", woken)
		}
	})
}

func TestSimulatedOrderAndEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
		c := NewSimulated(start)
		var woken []int
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() { gone <- c.Sleep(ctx, time.Hour) }()
		synctest.Wait()
		for i := range 3 {
			go func() {
				if c.Sleep(t.Context(), time.Hour) == nil {
					woken = append(woken, i)
				}
			}()
			synctest.Wait()
		}
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("the end of the context was told as %v", err)
		}
		c.Run(start.Add(time.Hour), synctest.Wait)
		if !slices.Equal(woken, []int{0, 1, 2}) {
			t.Errorf("woken in the order %v", woken)
		}
	})
}
