package llm

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
)

// TestAServerThatIsBackIsUsedAtOnce: one that rests after failures is seen to
// be back, and tried before its rest is over.
func TestAServerThatIsBackIsUsedAtOnce(t *testing.T) {
	s := vllmtest.New(t)
	c, err := New(Config{Endpoints: []Endpoint{{URL: s.URL()}}, Rest: time.Hour, MaxRest: time.Hour, Attempts: 1},
		clock.Real{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Alive(t.Context()); err != nil {
		t.Errorf("it is there: %v", err)
	}
	s.Close()
	var gone *fault.Unavailable
	for range 4 {
		if _, err := c.Generate(t.Context(), ask("あ"), &record{}); !errors.As(err, &gone) {
			t.Fatalf("got %v", err)
		}
	}
	if c.Alive(t.Context()) == nil {
		t.Error("it is not there")
	}
	s = vllmtest.New(t, vllmtest.Addr(s.Addr()))
	s.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Say("はい") })
	if err := c.Alive(t.Context()); err != nil {
		t.Errorf("it is back: %v", err)
	}
	if _, err := c.Generate(t.Context(), ask("あ"), &record{}); !errors.As(err, &gone) {
		t.Errorf("a rest is kept: %v", err)
	}
	c.Again()
	if _, err := c.Generate(t.Context(), ask("あ"), &record{}); err != nil {
		t.Errorf("tried again: %v", err)
	}
}
