package web

import (
	"context"
	"net/http"
	"strings"
)

// Calendars gives the calendar that a secret opens to other programs.
type Calendars interface {
	// Shared is an iCalendar file; ok is false for a secret that opens none.
	Shared(ctx context.Context, token string) (file []byte, ok bool, err error)
}

// calendar answers a calendar program. Its only key is the address, which no
// log ever has; that the answer is kept nowhere is said with every answer.
func (s *Server) calendar(w http.ResponseWriter, r *http.Request) {
	token, isFile := strings.CutSuffix(r.PathValue("file"), ".ics")
	if !isFile {
		http.NotFound(w, r)
		return
	}
	file, ok, err := s.Calendars.Shared(r.Context(), token)
	switch {
	case err != nil:
		s.Log.Error("give a calendar", "err", err)
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	case !ok:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `inline; filename="calendar.ics"`)
	_, _ = w.Write(file) // the client left
}
