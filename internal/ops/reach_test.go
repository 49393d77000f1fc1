package ops_test

import (
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
)

// TestWhereSomethingIsSaid: where the person looks now, where they wrote last
// before other places; else on the page, for their next visit; else it waits.
func TestWhereSomethingIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		linked bool
		keeps  bool
		now    []string
		want   string
	}{
		"at the terminal they wrote on":          {true, true, []string{"terminal", "telegram", "web"}, "terminal"},
		"on Telegram where nobody is at it":      {true, true, []string{"telegram", "web"}, "telegram"},
		"on the page that is open":               {false, true, []string{"telegram", "web"}, "web"},
		"on a page for later":                    {true, true, nil, "web"},
		"nowhere where there are no pages":       {true, false, nil, ""},
		"nowhere they are not linked to, either": {false, false, []string{"telegram"}, ""},
	} {
		h, clk := speaking(t)
		h.accept(owner, "1", "ただいま")
		h.exchange(owner, "ただいま", "おかえりなさい。")
		clk.pass(4 * time.Hour)
		if c.linked {
			if err := h.DB.Update(func(tx *kv.Tx) error { return people.New().Bind(tx, "telegram", "7", person.OwnerID) }); err != nil {
				t.Fatal(err)
			}
		}
		h.Speaking.Keeps = c.keeps
		h.Speaking.Reaches = func(channel string, _ person.Person) bool {
			for _, n := range c.now {
				if n == channel {
					return true
				}
			}
			return false
		}
		m := h.speak(thought("w", "庭のトマトが赤くなりました"))
		if c.want == "" {
			if m.State != state.SpokenHeld || m.Verdict.Reason != governor.NoChannel {
				t.Errorf("%s: %s on %q, %s", name, m.State, m.Channel, m.Verdict.Reason)
			}
		} else if m.State != state.SpokenQueued || m.Channel != c.want {
			t.Errorf("%s: %s on %q, %s", name, m.State, m.Channel, m.Verdict.Reason)
		}
	}
}
