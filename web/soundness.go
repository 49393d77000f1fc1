package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
)

// Audit looks through the owner's memory for what is wrong with it.
type Audit func(ctx context.Context) (ops.Audit, error)

// An audit reads all that is remembered: one goes on at a time, for so long at
// most, and what it found is told for a while.
const (
	auditWithin = time.Minute
	auditFresh  = time.Minute
)

// soundness is the last audit.
type soundness struct {
	mu   sync.Mutex
	at   time.Time
	last ops.Audit
}

// sound answers how sound the memory is, to the owner alone.
func (s *Server) sound(w http.ResponseWriter, r *http.Request, v visitor) {
	if v.person.Role != person.Owner {
		s.refuse(w, notFound)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), auditWithin)
	defer cancel()
	s.soundness.mu.Lock()
	defer s.soundness.mu.Unlock()
	if now := s.Clock.Now(); now.Sub(s.soundness.at) >= auditFresh || now.Before(s.soundness.at) {
		found, err := s.Audit(ctx)
		if err != nil {
			s.Log.Error("audit of the memory", "err", err)
			s.refuse(w, unavailable)
			return
		}
		s.soundness.at, s.soundness.last = now, found
	}
	reply(w, http.StatusOK, s.soundness.last)
}
