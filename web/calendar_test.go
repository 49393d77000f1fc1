package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// shelf is one calendar under one secret.
type shelf struct{ err error }

func (s shelf) Shared(_ context.Context, token string) ([]byte, bool, error) {
	return []byte("BEGIN:VCALENDAR"), token == "right", s.err
}

func TestCalendar(t *testing.T) {
	var log strings.Builder
	for path, want := range map[string]int{
		"/calendar/right.ics": 200, "/calendar/wrong.ics": 404, "/calendar/right": 404, "/calendar/": 404, "/calendar/right.ics/x": 404,
	} {
		s := &Server{Options: Options{Calendars: shelf{}, Log: slog.New(slog.NewTextHandler(&log, nil))}, static: map[string]file{}}
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil)
		s.Handler().ServeHTTP(w, r)
		body, _ := io.ReadAll(w.Result().Body)
		if w.Code != want || (want == 200) != strings.HasPrefix(string(body), "BEGIN:VCALENDAR") {
			t.Errorf("%s: %d %s", path, w.Code, body)
		}
		if want == 200 && (w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Content-Type") != "text/calendar; charset=utf-8") {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
	s := &Server{Options: Options{Calendars: shelf{err: errors.New("disk")}, Log: slog.New(slog.NewTextHandler(&log, nil))}, static: map[string]file{}}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/calendar/right.ics", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(log.String(), "right") {
		t.Errorf("%d, %s", w.Code, log.String())
	}
}
