package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHandler(t *testing.T) {
	down := func(context.Context) (bool, string) { return false, "no model answers" }
	up := func(context.Context) (bool, string) { return true, "" }
	for _, c := range []struct {
		name, path, host string
		ready            Ready
		code             int
		body             string
	}{
		{"page", "/", "127.0.0.1:18790", up, 200, "kokoron chat"},
		{"alive while the model is down", "/healthz", "localhost", down, 200, "alive"},
		{"ready", "/readyz", "[::1]:18790", up, 200, "ready"},
		{"not ready", "/readyz", "127.0.0.1", down, 503, "no model answers"},
		{"a foreign name", "/healthz", "evil.example", up, 421, ""},
		{"a name that looks like loopback", "/healthz", "127.0.0.1.evil.example", up, 421, ""},
		{"no other page", "/etc/passwd", "localhost", up, 404, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, c.path, nil)
			r.Host = c.host
			w := httptest.NewRecorder()
			Handler(c.ready).ServeHTTP(w, r)
			if w.Code != c.code || !strings.Contains(w.Body.String(), c.body) {
				t.Errorf("%s at %s: %d %q", c.path, c.host, w.Code, w.Body)
			}
			if w.Header().Get("Content-Security-Policy") == "" {
				t.Error("no content security policy")
			}
		})
	}
}
