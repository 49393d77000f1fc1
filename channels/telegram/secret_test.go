package telegram_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/clock"
)

// TestTheTokenIsNeverTold meets every way to fail, with servers that repeat the
// address they were asked for, and looks for the token in whatever comes out.
func TestTheTokenIsNeverTold(t *testing.T) {
	const token = "123456:SECRETsecretSECRETsecret"
	asked := make(chan string, 64)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- r.URL.String() + r.Referer()
	}))
	defer elsewhere.Close()
	servers := map[string]http.HandlerFunc{
		"page": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(404)
			fmt.Fprintf(w, "<html>%s was not found", r.URL.Path)
		},
		"json": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(400)
			fmt.Fprintf(w, `{"ok":false,"error_code":400,"description":"Bad Request: no %s"}`, r.URL.Path)
		},
		"page that says it is fine": func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) },
		"other form": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"ok":true,"result":"%s"}`, r.URL.Path)
		},
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, http.StatusTemporaryRedirect)
		},
		"breaks":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"no http": func(w http.ResponseWriter, _ *http.Request) { hijack(w, "what?\r\n\r\n") },
		"short": func(w http.ResponseWriter, r *http.Request) {
			hijack(w, "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"+r.URL.Path)
		},
	}
	for name, h := range servers {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewUnstartedServer(h)
			srv.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
			srv.Start()
			told := tellAll(t, telegram.Config{Token: token, API: srv.URL})
			srv.Close()
			told += tellAll(t, telegram.Config{Token: token, API: srv.URL}) // nobody listens
			if strings.Contains(told, "SECRET") {
				t.Errorf("the token is told: %s", told)
			}
			if !strings.Contains(told, "telegram") {
				t.Errorf("nothing was told at all: %s", told)
			}
		})
	}
	if len(asked) > 0 {
		t.Errorf("another server was asked: %s", <-asked)
	}
	cfg := telegram.Config{Token: token, API: "ftp://x"}
	told := fmt.Sprintf("%v %+v %#v %s %v", cfg, cfg, cfg, cfg, cfg.Validate())
	told += fmt.Sprint(telegram.Config{Token: token + "/../x"}.Validate())
	if strings.Contains(told, "SECRET") {
		t.Errorf("the settings tell the token: %s", told)
	}
}

func hijack(w http.ResponseWriter, answer string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_, _ = io.WriteString(conn, answer)
		conn.Close()
	}
}

// tellAll makes every kind of call and gives back all that was said about it.
func tellAll(t *testing.T, cfg telegram.Config) string {
	r := &rig{t: t}
	var out strings.Builder
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	log.Info("settings", "telegram", cfg)
	c, err := telegram.New(cfg, telegram.Deps{
		People: r, Previews: r, Clock: clock.Real{}, Log: log,
		Words: func(string) telegram.Words { return telegram.Words{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	done := make(chan struct{})
	go func() { c.Run(ctx, r, r); close(done) }()
	said := fmt.Sprint(c.Deliver(ctx, reply("t", "**a**")))
	<-done
	rep := telegram.Probe(t.Context(), cfg, true)
	return out.String() + said + fmt.Sprintf("%+v %v", rep, rep.Err)
}

func TestSettings(t *testing.T) {
	for _, c := range []telegram.Config{
		{}, {Token: "123"}, {Token: "123:a b"}, {Token: "123:a/b"}, {Token: telegramtest.DefaultToken, API: "telegram.org"},
		{Token: telegramtest.DefaultToken, API: "file:///etc"},
	} {
		if c.Validate() == nil {
			t.Errorf("%v was taken", c)
		}
		if _, err := telegram.New(c, telegram.Deps{}); err == nil {
			t.Errorf("%v made a channel", c)
		}
	}
	for _, api := range []string{"", "http://localhost:8081/", "https://api.example.org"} {
		if err := (telegram.Config{Token: telegramtest.DefaultToken, API: api}).Validate(); err != nil {
			t.Errorf("%q was refused: %v", api, err)
		}
	}
}

func TestProbe(t *testing.T) {
	fake, err := telegramtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer fake.Close()
	cfg := telegram.Config{Token: fake.Token(), API: fake.URL()}
	probe := func(poll bool) telegram.Report { return telegram.Probe(t.Context(), cfg, poll) }

	fake.Say(owner, "waiting")
	r := probe(true)
	expect(t, "a good bot", fmt.Sprintf("%q %s %d %v", r.Problem, r.Bot, r.Waiting, r.Err), `"" kokoron_test_bot 1 <nil>`)
	expect(t, "confirmed by looking", len(fake.Waiting()), 1)

	fake.Script("getUpdates", telegramtest.Refuse(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"))
	expect(t, "another poller", probe(true).Problem, telegram.ProblemConflict)

	fake.SetWebhook("https://hooks.example.org/secret-path")
	r = probe(true)
	expect(t, "a webhook", r.Problem+" "+r.Webhook, "webhook hooks.example.org")
	fake.SetWebhook("")

	fake.Script("getMe", telegramtest.BadGateway())
	expect(t, "a server error", probe(false).Problem, telegram.ProblemServer)
	fake.Script("getWebhookInfo", telegramtest.Reset(false))
	expect(t, "a broken connection", probe(false).Problem, telegram.ProblemNetwork)
	polls := len(fake.Calls("getUpdates"))
	expect(t, "fine", probe(false).Problem, "")
	expect(t, "polls without leave", len(fake.Calls("getUpdates")), polls)

	fake.Revoke()
	expect(t, "a revoked token", probe(false).Problem, telegram.ProblemToken)
	expect(t, "no token", telegram.Probe(t.Context(), telegram.Config{}, false).Problem, telegram.ProblemToken)
}
