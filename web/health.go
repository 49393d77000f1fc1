package web

import (
	"context"
	"net/http"
	"time"
)

// PartHealth is how a part of the companion stands. It gives nothing away of
// what is said or set.
type PartHealth struct {
	// Status is one of those below.
	Status string `json:"status"`
	// Since is since when the part is not well, where that is known.
	Since time.Time `json:"since,omitzero"`
	// Age is how many seconds ago the part last moved; absent where it never
	// did, or where nothing moves.
	Age *int64 `json:"age_seconds,omitempty"`
}

// The states of a part.
const (
	PartOK   = "ok"
	PartAway = "away" // it does not answer, or has not moved for too long
	PartOff  = "off"  // it is not set up
)

// health is the answer of the two checks.
type health struct {
	Status string                `json:"status"`
	Why    string                `json:"why,omitempty"`
	Parts  map[string]PartHealth `json:"parts,omitempty"`
}

// healthz says that the process answers, whatever its parts do: a restart
// helps only where it does not. It asks nobody.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, health{Status: "alive", Parts: s.Parts()})
}

// readyWithin bounds how long /readyz may ask around.
const readyWithin = 2 * time.Second

// readyz says whether a message would be answered now. Only the model decides
// that; how the other parts stand is said beside it.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
	defer cancel()
	if ok, why := s.Ready(ctx); !ok {
		reply(w, http.StatusServiceUnavailable, health{Status: "cannot answer", Why: why, Parts: s.Parts()})
		return
	}
	reply(w, http.StatusOK, health{Status: "ready", Parts: s.Parts()})
}
