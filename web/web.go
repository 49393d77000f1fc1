// Package web is what a browser sees: for now a page that says who is here and
// how to talk to them, and the two health checks.
//
// It answers only requests that name this machine (loopback names in Host), so
// that a foreign page cannot reach it through a renamed address. It holds no
// state and shows nothing of the conversation.
package web

import (
	"context"
	_ "embed"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"time"
)

//go:embed static/index.html
var index []byte

// Ready says whether the companion can answer now, and if not, why not in a
// word that gives nothing away.
type Ready func(ctx context.Context) (ok bool, why string)

// readyWithin bounds how long /readyz may ask around.
const readyWithin = 2 * time.Second

// Handler serves the pages.
func Handler(ready Ready) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(index) // the client left
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, health{Status: "alive"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
		defer cancel()
		if ok, why := ready(ctx); !ok {
			answer(w, http.StatusServiceUnavailable, health{Status: "cannot answer", Why: why})
			return
		}
		answer(w, http.StatusOK, health{Status: "ready"})
	})
	return guard(mux)
}

type health struct {
	Status string `json:"status"`
	Why    string `json:"why,omitempty"`
}

func answer(w http.ResponseWriter, code int, h health) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(h) // the client left
}

// guard checks Host and sets the headers every answer carries.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		if !loopback(r.Host) {
			http.Error(w, "this name does not belong to this machine", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
