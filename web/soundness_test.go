package web

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/ops"
)

// TestSound: the owner alone is told how sound the memory is, and it is looked
// through once for all who ask at a time.
func TestSound(t *testing.T) {
	looks, broken := 0, error(nil)
	h := newHome(t, func(s *Server) {
		s.Audit = func(context.Context) (ops.Audit, error) { looks++; return ops.Audit{Score: 97}, broken }
	})
	get := func(token string) (int, ops.Audit) {
		resp := h.request("GET", "/api/v1/memory/health", token, "", nil)
		var got ops.Audit
		if resp.StatusCode == 200 {
			if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
				t.Fatal(err)
			}
		}
		return resp.StatusCode, got
	}
	for _, c := range []struct {
		token  string
		status int
	}{{"", 401}, {"aoi", 404}, {"sensei", 200}, {"sensei", 200}} {
		if status, got := get(c.token); status != c.status || status == 200 && got.Score != 97 {
			t.Errorf("%q: %d, %+v", c.token, status, got)
		}
	}
	if looks != 1 {
		t.Errorf("looked %d times", looks)
	}
	broken, h.Server.soundness.at = errors.New("disk"), time.Time{}
	if status, _ := get("sensei"); status != 503 {
		t.Errorf("broken: %d", status)
	}
}
