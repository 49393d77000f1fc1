package doctor

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/control"
)

// botOf gives the patient a Telegram bot at a fake.
func botOf(t *testing.T, p *patient) *telegramtest.Server {
	t.Helper()
	s, err := telegramtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p.env["KOKORON_TELEGRAM_TOKEN"], p.env["KOKORON_TELEGRAM_API"] = s.Token(), s.URL()
	return s
}

func TestTelegram(t *testing.T) {
	t.Run("without a token nothing is said", func(t *testing.T) {
		never(t, Examine(t.Context(), newPatient(t, "").opts), "telegram_ok")
	})
	t.Run("a bot in good order", func(t *testing.T) {
		p := newPatient(t, "")
		s := botOf(t, p)
		s.Join(telegramtest.User{ID: 7})
		s.Say(7, "hello")
		p.shows("telegram_ok", OK, "@", "waiting: 1")
		if len(s.Waiting()) != 1 {
			t.Error("the look confirmed an update")
		}
	})
	t.Run("a revoked token", func(t *testing.T) {
		p := newPatient(t, "")
		s := botOf(t, p)
		s.Revoke()
		r := p.shows("telegram_token", Fail, "BotFather")
		for _, f := range r.Findings {
			if strings.Contains(f.Text, s.Token()) {
				t.Errorf("the token is shown: %s", f.Text)
			}
		}
	})
	t.Run("a webhook that is left over", func(t *testing.T) {
		p := newPatient(t, "")
		botOf(t, p).SetWebhook("https://old.example/secret-path")
		r := p.shows("telegram_webhook", Fail, "old.example", "deleteWebhook")
		for _, f := range r.Findings {
			if strings.Contains(f.Text, "secret-path") {
				t.Errorf("the webhook's path is shown: %s", f.Text)
			}
		}
	})
	t.Run("somebody else polls", func(t *testing.T) {
		p := newPatient(t, "")
		s := botOf(t, p)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); pollAgain(ctx, s) }()
		p.shows("telegram_conflict", Fail, "/revoke")
		cancel()
		<-done
	})
	t.Run("Telegram is out of reach", func(t *testing.T) {
		p := newPatient(t, "")
		botOf(t, p).Close()
		p.shows("telegram_down", Warn)
	})
}

// pollAgain is another program with the same token, which never gives up.
func pollAgain(ctx context.Context, s *telegramtest.Server) {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL()+"/bot"+s.Token()+"/getUpdates?timeout=30", nil)
		if err != nil {
			return
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// runs makes a companion answer for the patient.
func runs(t *testing.T, p *patient) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(p.home, "run"), 0o700); err != nil {
		t.Fatal(err)
	}
	answer := func(_ context.Context, _ json.RawMessage, c *control.Conn) error {
		return c.Send(pong{Addr: "127.0.0.1:7"})
	}
	s, err := control.Listen(filepath.Join(p.home, "run"), map[string]control.Handler{"ping": answer}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Serve(ctx); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })
}

func TestOrigins(t *testing.T) {
	// companion answers as web does: only under the proxy's own name.
	var name string
	companion := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != name {
			http.Error(w, "not here", http.StatusMisdirectedRequest)
			return
		}
		w.Write([]byte(`{"status":"alive"}`))
	}))
	defer companion.Close()
	to, err := url.Parse(companion.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id    string
		level Level
		proxy http.Handler
	}{
		{"origin_ok", OK, &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host }}},
		{"origin_host", Fail, &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}},
		{"origin_down", Fail, http.NotFoundHandler()},
		{"origin_down", Fail, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("It works!")) })},
	} {
		proxy := httptest.NewServer(c.proxy)
		name = strings.TrimPrefix(proxy.URL, "http://")
		p := newPatient(t, `origins = ["`+proxy.URL+`"]`)
		runs(t, p)
		p.shows(c.id, c.level, proxy.URL)
		proxy.Close()
	}
	p := newPatient(t, `origins = ["http://127.0.0.1:1"]`)
	runs(t, p)
	p.shows("origin_down", Fail, "http://127.0.0.1:1")
	never(t, Examine(t.Context(), newPatient(t, `origins = ["http://127.0.0.1:1"]`).opts), "origin_down")
}
