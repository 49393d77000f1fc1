package index

import (
	"sync/atomic"
	"time"
)

// trouble is a server that may fail: it is logged when that begins and when it
// ends, and tried again less and less often.
type trouble struct {
	ix   *Index
	what string
	down *atomic.Bool
	wait time.Duration
}

func (ix *Index) trouble(what string, down *atomic.Bool) *trouble {
	return &trouble{ix: ix, what: what, down: down}
}

// after takes note of how a try went and says how long to wait after an error.
func (t *trouble) after(err error) time.Duration {
	if err == nil {
		if t.down.Swap(false) {
			t.ix.deps.Log.Info(t.what + " answers again")
		}
		t.wait = 0
		return 0
	}
	if !t.down.Swap(true) {
		t.ix.deps.Log.Warn(t.what+" does not do what it should; it is tried again", "err", err)
	}
	if t.wait *= 2; t.wait == 0 {
		t.wait = t.ix.cfg.Retry
	}
	t.wait = min(t.wait, t.ix.cfg.Check)
	return t.wait
}
