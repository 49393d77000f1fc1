package journal

import (
	"errors"
	"fmt"
	"testing"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestSplitAnew: a reply whose first part is out is cut elsewhere by a new
// version, twice. What is sent stays sent, and nothing stays behind.
func TestSplitAnew(t *testing.T) {
	within(t, func(tx *kv.Tx) {
		j := New()
		states := func(r Reply, err error) string {
			if err != nil {
				t.Fatal(err)
			}
			out := ""
			for _, p := range r.Parts {
				out += string(p.State) + " "
			}
			return out
		}
		if _, err := j.Put(tx, turn.Outgoing{ID: "1", Conv: "a", Channel: "tg"}); err != nil {
			t.Fatal(err)
		}
		if got := states(j.Split(tx, "1", 3)); got != "queued queued queued " {
			t.Error(got)
		}
		if err := errors.Join(j.MarkSending(tx, "1", 0), j.MarkSent(tx, "1", 0, "m"), j.MarkSending(tx, "1", 1)); err != nil {
			t.Fatal(err)
		}
		if got := states(j.Split(tx, "1", 2)); got != "sent sending dropped " {
			t.Error(got)
		}
		if got := states(j.Split(tx, "1", 3)); got != "sent sending queued " {
			t.Error(got)
		}
		if got := states(j.Split(tx, "1", 1)); got != "sent dropped dropped " {
			t.Error(got)
		}
		if list, err := j.Queued(tx, "tg"); len(list) != 0 || err != nil {
			t.Errorf("%d replies are left to send, %v", len(list), err)
		}
	})
}

func TestPreviewsAreBounded(t *testing.T) {
	within(t, func(tx *kv.Tx) {
		j := New()
		for i := range keepPreviews + 1 {
			id := turn.ID(fmt.Sprintf("%06d", i))
			if err := errors.Join(j.SavePreview(tx, id, "first"), j.SavePreview(tx, id, "second")); err != nil {
				t.Fatal(err)
			}
		}
		for id, want := range map[turn.ID]string{"000000": "", "000001": "first", "001000": "first", "none": ""} {
			if got, ok, err := j.Preview(tx, id); got != want || ok != (want != "") || err != nil {
				t.Errorf("preview of %s: %q, %v, %v", id, got, ok, err)
			}
		}
		if n := j.previews.Count(tx, ""); n != keepPreviews {
			t.Errorf("%d previews are kept", n)
		}
	})
}
