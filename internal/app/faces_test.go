package app

import (
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/kokoron/kokoron/web"
)

// TestSlowRequestsEnd: a body that never comes and an answer that is never
// read hold no connection, whatever the page is. The times are the server's
// own, a hundredth as long.
func TestSlowRequestsEnd(t *testing.T) {
	pages, err := web.New(web.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(pages.Handler(), slog.New(slog.DiscardHandler))
	for _, d := range []*time.Duration{&s.ReadHeaderTimeout, &s.ReadTimeout, &s.WriteTimeout, &s.IdleTimeout} {
		*d /= 100
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.Serve(ln)
	defer s.Close()
	const host = " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
	for name, request := range map[string]string{
		"no header":           "GET /",
		"a refused body":      "POST /api/v1/session" + host + "Content-Length: 9\r\n\r\n",
		"a body nobody reads": "GET /healthz" + host + "Content-Length: 9\r\n\r\n",
		"a chunk":             "DELETE /api/v1/session" + host + "X-Kokoron: 1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
		"a foreign host":      "POST /" + " HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 9\r\n\r\n",
	} {
		c, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.Copy(io.Discard, c); err != nil {
			t.Errorf("%s: the connection stays: %v", name, err)
		}
	}
	if s.WriteTimeout <= 0 {
		t.Error("an answer may take for ever to be read")
	}
}
