package ops_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/ops"
)

// TestRestoredDatabase: where an old copy of the database was put back, nobody
// knows what was said since. Nothing is said for a day, and then until the owner
// writes; what they want stays. A database that is not old changes nothing.
func TestRestoredDatabase(t *testing.T) {
	h, clk := speaking(t)
	ctx := t.Context()
	start := func() {
		t.Helper()
		h.restart()
		h.Ops.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
		if _, err := h.Waiting(ctx); err != nil {
			t.Fatal(err)
		}
	}
	h.accept(owner, "1", "おはよう")
	h.finishAll()
	clk.pass(20 * time.Minute)
	start()
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := h.DB.Backup(copied); err != nil {
		t.Fatal(err)
	}
	if m := h.speak(thought("w1", "庭のトマトが赤くなりました")); m.State != state.SpokenQueued {
		t.Fatalf("%+v", m)
	}
	h.deliver("terminal")
	clk.pass(2 * time.Hour)
	start()
	if m := h.speak(thought("w2", "今夜は星がよく見えそうです")); m.State != state.SpokenQueued {
		t.Fatalf("after a plain restart: %+v", m.Verdict)
	}
	h.deliver("terminal")

	clk.pass(2 * time.Hour)
	raw, err := os.ReadFile(copied)
	if err == nil {
		err = os.WriteFile(filepath.Join(h.dir, "put-back.db"), raw, 0o600)
	}
	if err == nil {
		err = os.Rename(filepath.Join(h.dir, "put-back.db"), filepath.Join(h.dir, "kokoron.db"))
	}
	if err != nil {
		t.Fatal(err)
	}
	start()
	if m := h.speak(thought("w3", "庭のトマトが赤くなりました")); m.State != state.SpokenHeld || m.Verdict.Reason != governor.Lost {
		t.Errorf("with an old copy: %+v", m)
	}
	clk.pass(25 * time.Hour)
	if m := h.speak(thought("w4", "本の続きを読みませんか")); m.Verdict.Reason != governor.Unanswered {
		t.Errorf("before the owner writes: %+v", m)
	}
	h.accept(owner, "2", "ただいま")
	h.finishAll()
	clk.pass(20 * time.Minute)
	start()
	if m := h.speak(thought("w5", "お茶にしませんか")); m.State != state.SpokenQueued {
		t.Errorf("when the owner has written: %+v", m)
	}
}
