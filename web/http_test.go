package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// refusedAs checks a refusal's status and code, and that it says something.
func refusedAs(t *testing.T, r *http.Response, status int, code string) {
	t.Helper()
	var p problem
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		t.Fatalf("%s: %v", r.Status, err)
	}
	if r.StatusCode != status || p.Error.Code != code || len(p.Error.Message) < 10 || strings.ContainsAny(p.Error.Message, "{}") {
		t.Errorf("%s %+v, want %d %s", r.Status, p.Error, status, code)
	}
}

func TestHealth(t *testing.T) {
	h := newHome(t, nil)
	if r := h.request("GET", "/healthz", "", "", nil); r.StatusCode != 200 || !strings.Contains(body(t, r), "alive") {
		t.Error(r.Status)
	}
	if r := h.request("GET", "/readyz", "", "", nil); r.StatusCode != 200 {
		t.Error(r.Status)
	}
	h.Ready = func(context.Context) (bool, string) { return false, "no model answers" }
	if r := h.request("GET", "/readyz", "", "", nil); r.StatusCode != 503 || !strings.Contains(body(t, r), "no model answers") {
		t.Error(r.Status)
	}
	if r := h.request("GET", "/healthz", "", "", nil); r.StatusCode != 200 {
		t.Error("alive depends on the model: ", r.Status)
	}
	for path, status := range map[string]string{"/healthz": "alive", "/readyz": "cannot answer"} {
		var got health
		if err := json.NewDecoder(h.request("GET", path, "", "", nil).Body).Decode(&got); err != nil {
			t.Fatal(err)
		}
		if tg := got.Parts["telegram"]; got.Status != status || tg.Status != PartOK || tg.Age == nil || *tg.Age != 7 ||
			got.Parts["heart"].Since.Hour() != 11 {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

func TestHosts(t *testing.T) {
	h := newHome(t, nil)
	for host, ok := range map[string]bool{
		"127.0.0.1:18790": true, "localhost": true, "LOCALHOST:1": true, "[::1]:18790": true, "kokoron.example": true,
		"Kokoron.Example:443": true, "evil.example": false, "127.0.0.1.evil.example": false, "kokoron.example.evil.example": false,
		"kokoron.example:8080": false, "10.0.0.1:18790": false, "": false,
	} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.Handler().ServeHTTP(w, r)
		if ok && w.Code != 200 {
			t.Errorf("%s: %d", host, w.Code)
		}
		if !ok {
			refusedAs(t, w.Result(), 421, "bad_host")
		}
	}
}

func TestOriginsOfTheOwner(t *testing.T) {
	for raw, want := range map[string]string{
		"https://Kokoron.example/": "https://kokoron.example", "https://kokoron.example:443": "https://kokoron.example",
		"http://10.0.0.1:80": "http://10.0.0.1", "http://10.0.0.1:8080": "http://10.0.0.1:8080", "https://[::2]": "https://[::2]",
		"kokoron.example": "", "ftp://kokoron.example": "", "https://": "", "https://kokoron.example/chat": "",
		"https://user@kokoron.example": "", "https://kokoron.example?x": "", "*": "", "null": "",
	} {
		scheme, host, err := parseOrigin(raw)
		if (err != nil) != (want == "") || err == nil && scheme+"://"+host != want {
			t.Errorf("%s: %s://%s, %v", raw, scheme, host, err)
		}
	}
	if _, err := New(Options{Origins: []string{"kokoron.example"}}); err == nil || !strings.Contains(err.Error(), "kokoron.example") {
		t.Errorf("a wrong origin: %v", err)
	}
}

// TestForeignPages tries what a page of another site could make a browser send.
func TestForeignPages(t *testing.T) {
	h := newHome(t, nil)
	for _, c := range []struct {
		name           string
		origin, marker string
		ok             bool
	}{
		{"our page", h.http.URL, "1", true},
		{"our page behind the proxy", "https://kokoron.example", "1", true},
		{"no browser", "", "1", true},
		{"a form of another site", "https://evil.example", "", false},
		{"another site with the marker", "https://evil.example", "1", false},
		{"another port of this machine", "http://127.0.0.1:3000", "1", false},
		{"the proxy's name without TLS", "http://kokoron.example", "1", false},
		{"a sandboxed frame", "null", "1", false},
		{"our page without the marker", h.http.URL, "", false},
		{"a form that sends no origin", "", "", false},
	} {
		for _, method := range []string{"POST", "DELETE"} {
			h.doors.code = "right"
			r := h.request(method, "/api/v1/session", "sensei", `{"code": "right"}`, func(r *http.Request) {
				r.Header.Del("Origin")
				r.Header.Del(marker)
				if c.origin != "" {
					r.Header.Set("Origin", c.origin)
				}
				if c.marker != "" {
					r.Header.Set(marker, c.marker)
				}
			})
			if c.ok && r.StatusCode != 204 {
				t.Errorf("%s, %s: %s", c.name, method, r.Status)
			}
			if !c.ok {
				refusedAs(t, r, 403, "bad_origin")
				if _, _, in := h.doors.Who(t.Context(), "sensei"); !in {
					t.Errorf("%s, %s: signed out", c.name, method)
				}
			}
			h.doors.admit("sensei", visitor{person: sensei, conv: "owner"})
		}
	}
}

func TestSigningIn(t *testing.T) {
	h := newHome(t, nil)
	refusedAs(t, h.request("GET", "/api/v1/me", "", "", nil), 401, "signed_out")
	refusedAs(t, h.request("GET", "/api/v1/me", "made-up", "", nil), 401, "signed_out")
	refusedAs(t, h.request("GET", "/api/v1/conversation", strings.Repeat("x", 10_000), "", nil), 401, "signed_out")
	refusedAs(t, h.request("POST", "/api/v1/session", "", `{"code": "wrong"}`, nil), 401, "bad_code")
	refusedAs(t, h.request("POST", "/api/v1/session", "", `code=right`, nil), 400, "bad_request")
	refusedAs(t, h.request("POST", "/api/v1/session", "", `{}`, nil), 400, "bad_request")
	long := `{"code": "` + strings.Repeat("x", 2*maxBody) + `"}`
	refusedAs(t, h.request("POST", "/api/v1/session", "", long, nil), 400, "bad_request")

	r := h.request("POST", "/api/v1/session", "", `{"code": "right", "later": {"versions": "may say more"}}`, nil)
	if r.StatusCode != 204 || len(r.Cookies()) != 1 {
		t.Fatal(r.Status)
	}
	c := r.Cookies()[0]
	if c.Name != cookieName || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.MaxAge != 90*24*60*60 || c.Secure || c.Domain != "" {
		t.Errorf("cookie: %+v", c)
	}
	refusedAs(t, h.request("POST", "/api/v1/session", "", `{"code": "right"}`, nil), 401, "bad_code")

	r = h.request("GET", "/api/v1/me", c.Value, "", nil)
	if got, want := body(t, r), `{"name":"こころん","owner":"先生","language":"ja","rehearsal":false,"zone":"Asia/Tokyo"}`+"\n"; got != want {
		t.Errorf("me: %s", got)
	}
	if again := r.Cookies(); len(again) != 1 || again[0].Value != c.Value || again[0].MaxAge != c.MaxAge {
		t.Errorf("a visit does not renew the cookie: %v", again)
	}

	r = h.request("DELETE", "/api/v1/session", c.Value, "", nil)
	if r.StatusCode != 204 || len(r.Cookies()) != 1 || r.Cookies()[0].MaxAge >= 0 {
		t.Errorf("signing out: %s, %v", r.Status, r.Cookies())
	}
	refusedAs(t, h.request("GET", "/api/v1/me", c.Value, "", nil), 401, "signed_out")
	if r = h.request("DELETE", "/api/v1/session", "", "", nil); r.StatusCode != 204 {
		t.Errorf("signing out twice: %s", r.Status)
	}

	h.doors.broken = errors.New("the disk is gone")
	r = h.request("POST", "/api/v1/session", "", `{"code": "right"}`, nil)
	refusedAs(t, r, 503, "unavailable")
	refusedAs(t, h.request("DELETE", "/api/v1/session", "x", "", nil), 503, "unavailable")
}

func TestCookieIsSecureBehindTLS(t *testing.T) {
	h := newHome(t, nil)
	for name, change := range map[string]func(*http.Request){
		"the proxy's origin": func(r *http.Request) { r.Header.Set("Origin", "https://kokoron.example") },
		"the proxy's name":   func(r *http.Request) { r.Host = "kokoron.example"; r.Header.Del("Origin") },
		"the proxy's word":   func(r *http.Request) { r.Header.Set("X-Forwarded-Proto", "https") },
	} {
		h.doors.code = "right"
		r := h.request("POST", "/api/v1/session", "", `{"code": "right"}`, change)
		if r.StatusCode != 204 || !r.Cookies()[0].Secure {
			t.Errorf("%s: %s %v", name, r.Status, r.Cookies())
		}
	}
}

func TestGuessingCodes(t *testing.T) {
	h := newHome(t, nil)
	try := func() *http.Response { return h.request("POST", "/api/v1/session", "", `{"code": "guess"}`, nil) }
	for range knockBurst {
		refusedAs(t, try(), 401, "bad_code")
	}
	r := try()
	if wait := r.Header.Get("Retry-After"); wait != "6" {
		t.Errorf("Retry-After %q", wait)
	}
	refusedAs(t, r, 429, "too_fast")
	refusedAs(t, h.request("POST", "/api/v1/session", "", `{"code": "right"}`, nil), 429, "too_fast")
	h.clock.add(knockEvery)
	refusedAs(t, try(), 401, "bad_code")
	refusedAs(t, try(), 429, "too_fast")
}

func TestKnockersShare(t *testing.T) {
	k, now := newKnocks(), time.Now()
	for i := range mostKnockers {
		if k.take(strings.Repeat("x", i+1), now) != 0 {
			t.Fatal("a first try is refused")
		}
	}
	for range knockBurst {
		k.take("late", now)
	}
	if k.take("later", now) == 0 {
		t.Error("more addresses are a way round the limit")
	}
	if len(k.from) > mostKnockers+1 {
		t.Errorf("%d addresses are kept", len(k.from))
	}
	if k.take("later", now.Add(time.Hour)) != 0 {
		t.Error("an hour later it is still full")
	}
	for _, c := range [][2]string{
		{"192.0.2.1:1", "192.0.2.1"}, {"[2001:db8:1:2:3::4]:1", "2001:db8:1:2::/64"}, {"[::ffff:192.0.2.1]:1", "192.0.2.1"}, {"@", "@"},
	} {
		if got := addressOf(&http.Request{RemoteAddr: c[0]}); got != c[1] {
			t.Errorf("%s: %s", c[0], got)
		}
	}
}

func TestConversation(t *testing.T) {
	h := newHome(t, nil)
	ids := turn.NewIDs(h.clock.Now)
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.FixedZone("", 9*60*60))
	for i := range 120 {
		role := []diary.Role{diary.Person, diary.Companion}[i%2]
		h.book.lines = append(h.book.lines, diary.Line{ID: ids.New(), At: at, Conv: "owner", Role: role, Text: "<b>", Channel: "telegram"})
	}
	h.book.lines[1].Ref = h.book.lines[0].ID
	get := func(query string) (p page) {
		t.Helper()
		r := h.request("GET", "/api/v1/conversation"+query, "sensei", "", nil)
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil || r.StatusCode != 200 {
			t.Fatalf("%s: %v", r.Status, err)
		}
		return p
	}
	if p := get(""); len(p.Lines) != 50 || !p.More || p.Lines[49].ID != h.book.lines[119].ID {
		t.Errorf("%d lines, more %v", len(p.Lines), p.More)
	}
	p := get("?limit=200&before=" + string(h.book.lines[2].ID))
	if len(p.Lines) != 2 || p.More {
		t.Fatalf("%d lines, more %v", len(p.Lines), p.More)
	}
	want := line{ID: h.book.lines[1].ID, At: at, Role: "companion", Text: "<b>", HTML: "<p>&lt;b&gt;</p>", Channel: "telegram", Ref: h.book.lines[0].ID}
	if diff := cmp.Diff(want, p.Lines[1]); diff != "" {
		t.Error(diff)
	}
	for _, wrong := range []string{"?limit=0", "?limit=201", "?limit=many", "?before=now"} {
		refusedAs(t, h.request("GET", "/api/v1/conversation"+wrong, "sensei", "", nil), 400, "bad_request")
	}
	if r := h.request("GET", "/api/v1/conversation", "aoi", "", nil); body(t, r) != `{"lines":[],"more":false}`+"\n" || h.book.asked != "aoi" {
		t.Error("somebody else's conversation was read")
	}
	h.book.broken = errors.New("the disk is gone")
	refusedAs(t, h.request("GET", "/api/v1/conversation", "sensei", "", nil), 503, "unavailable")
}

func TestStaticFiles(t *testing.T) {
	h := newHome(t, nil)
	for name, f := range h.static {
		r := h.request("GET", name, "", "", nil)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != f.mime || body(t, r) != string(f.body) {
			t.Errorf("%s: %s", name, r.Status)
		}
		again := h.request("GET", name, "", "", func(q *http.Request) { q.Header.Set("If-None-Match", "W/"+r.Header.Get("ETag")) })
		if again.StatusCode != 304 || body(t, again) != "" {
			t.Errorf("%s again: %s", name, again.Status)
		}
	}
	for path, name := range map[string]string{"/": "/static/index.html", "/enter": "/static/enter.html"} {
		if r := h.request("GET", path, "", "", nil); r.StatusCode != 200 || body(t, r) != string(h.static[name].body) {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
	for _, path := range []string{"/static/", "/static/../web.go", "/static/%2e%2e/web.go", "/etc/passwd", "/api/v1/nothing", "/static/index.html/"} {
		if r := h.request("GET", path, "sensei", "", nil); r.StatusCode != 404 {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// TestPagesAreStrict holds the pages to the policy: nothing inside them that it
// forbids, since browsers would silently leave it out.
func TestPagesAreStrict(t *testing.T) {
	h := newHome(t, nil)
	for name, f := range h.static {
		text := strings.ToLower(string(f.body))
		for _, banned := range []string{"<style", " style=", "<script>", " onclick=", " onload=", "javascript:", "eval(", "new function("} {
			if strings.Contains(text, banned) && (strings.HasSuffix(name, ".html") || strings.Contains(banned, "(")) {
				t.Errorf("%s has %q", name, banned)
			}
		}
	}
	want := map[string]string{
		"Content-Security-Policy":      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
	}
	for _, path := range []string{"/", "/healthz", "/api/v1/me", "/nothing"} {
		r := h.request("GET", path, "", "", nil)
		for name, value := range want {
			if r.Header.Get(name) != value {
				t.Errorf("%s: %s is %q", path, name, r.Header.Get(name))
			}
		}
		if cache := r.Header.Get("Cache-Control"); path != "/" && cache != "no-store" || path == "/" && cache != "no-cache" {
			t.Errorf("%s: Cache-Control %q", path, cache)
		}
	}
}
