package feed

import (
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestFetch(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/cal", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"1"` || r.Header.Get("If-Modified-Since") == "then" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Last-Modified", "then")
		_, _ = w.Write([]byte("calendar"))
	})
	mux.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) {
		for range 11 {
			_, _ = w.Write(make([]byte, 1<<20))
		}
	})
	mux.Handle("/moved", http.RedirectHandler("/cal", http.StatusFound))
	mux.Handle("/loop", http.RedirectHandler("/loop", http.StatusFound))
	mux.Handle("/file", http.RedirectHandler("file:///etc/passwd", http.StatusFound))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	f := New()
	for path, want := range map[string]error{
		"/cal?key=secret": nil, "/moved": nil, "/big": ErrTooLarge, "/loop?key=secret": ErrRedirect, "/file": ErrRedirect, "/none?key=secret": StatusError(404),
	} {
		data, v, err := f.Fetch(t.Context(), s.URL+path, Version{})
		if !errors.Is(err, want) || err == nil && (string(data) != "calendar" || v.ETag != `"1"` || v.Modified != "then") {
			t.Errorf("%s: %q, %+v, %v", path, data, v, err)
		}
		if err != nil && (strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "127.0.0.1")) {
			t.Errorf("%s: the address is told: %v", path, err)
		}
	}
	for _, known := range []Version{{ETag: `"1"`}, {Modified: "then"}} {
		if data, v, err := f.Fetch(t.Context(), s.URL+"/cal", known); data != nil || v != known || err != nil {
			t.Errorf("unchanged: %q, %+v, %v", data, v, err)
		}
	}
	s.Close()
	if _, _, err := f.Fetch(t.Context(), s.URL+"/cal?key=secret", Version{}); !errors.Is(err, ErrAway) || strings.Contains(err.Error(), "secret") {
		t.Errorf("away: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, _, err := f.Fetch(ended, s.URL+"/cal", Version{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestServer: of an address nothing but the server is told, however it is written.
func TestServer(t *testing.T) {
	for address, want := range map[string]string{
		"https://a.example/private-1/basic.ics": "a.example", "https://a.example?token=secret": "a.example", "https://a.example#secret": "a.example",
		"https://me:secret@a.example:8443/x": "a.example:8443", "http://[::1]:80/?secret": "[::1]:80", "%": "",
	} {
		if got := Server(address); got != want {
			t.Errorf("Server(%q) = %q", address, got)
		}
	}
}

// TestRedirectTellsNothing: the server to which another leads does not learn
// the address that was asked first.
func TestRedirectTellsNothing(t *testing.T) {
	told := make(chan http.Header, 1)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told <- r.Header
		_, _ = w.Write([]byte("calendar"))
	}))
	t.Cleanup(other.Close)
	first := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusFound))
	t.Cleanup(first.Close)
	address := strings.Replace(first.URL, "http://", "http://me:password@", 1) + "/private-secret/basic.ics?key=secret"
	if _, _, err := New().Fetch(t.Context(), address, Version{}); err != nil {
		t.Fatal(err)
	}
	for name, values := range <-told {
		if all := strings.Join(values, " "); strings.Contains(all, "secret") || name == "Referer" || name == "Authorization" {
			t.Errorf("%s: %s", name, all)
		}
	}
}

// TestBombs: what a body becomes when it is unpacked counts.
func TestBombs(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		for range 64 {
			_, _ = z.Write(make([]byte, 1<<20))
		}
		_ = z.Close()
	}))
	t.Cleanup(s.Close)
	if _, _, err := New().Fetch(t.Context(), s.URL, Version{}); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
}

func TestCheck(t *testing.T) {
	for in, want := range map[string]string{
		"https://a.example/x.ics": "https://a.example/x.ics", "webcal://a.example/x": "https://a.example/x", " http://192.168.1.2:8080/c ": "http://192.168.1.2:8080/c",
		"file:///etc/passwd": "", "gopher://x": "", "https://": "", "x": "", "http://a\x00b": "", "javascript:alert(1)": "",
	} {
		if got, err := Check(in); got != want || (err == nil) != (want != "") {
			t.Errorf("Check(%q) = %q, %v", in, got, err)
		}
	}
}
