package simulate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// TestFromDiary: of a diary only what the owner said is said again, and not a
// byte of it changes.
func TestFromDiary(t *testing.T) {
	dir, zone := t.TempDir(), tokyo(t)
	d, err := diary.Open(dir, zone)
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 1, day, hour, minute, 0, 0, zone) }
	for i, l := range []diary.Line{
		{At: at(4, 8, 0), Role: diary.Person, Person: person.OwnerID, Text: "古い話です。"},
		{At: at(5, 8, 10), Role: diary.Person, Person: person.OwnerID, Text: "猫の名前はミカンです。"},
		{At: at(5, 8, 10), Role: diary.Companion, Text: "覚えました。"},
		{At: at(5, 9, 0), Role: diary.Person, Person: "mika", Text: "ミカです。"},
		{At: at(6, 23, 50), Role: diary.Person, Person: person.OwnerID, Text: "おやすみ。"},
	} {
		l.ID, l.Conv, l.Channel, l.Zone = turn.ID("01a00000-0000-7000-8000-00000000000"+string(rune('0'+i))), "owner", "terminal", zone.String()
		l.Scope = person.ScopeOwner
		if l.Person == "mika" {
			l.Scope = "person:mika"
		}
		if err := d.Append(l); err != nil {
			t.Fatal(err)
		}
	}
	before := bytesOf(t, dir)
	s, err := FromDiary(dir, zone, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Steps) != 2 || s.Steps[0].Words != "猫の名前はミカンです。" || s.Steps[1].Words != "おやすみ。" || !s.Start.Equal(at(5, 0, 0)) {
		t.Errorf("the script: %+v", s)
	}
	r, err := Simulate(t.Context(), Options{Script: s, Days: 2, Log: slog.New(slog.DiscardHandler)})
	if err != nil || r.Originals != (Originals{2, 2}) {
		t.Errorf("%v, %+v", err, r.Originals)
	}
	if after := bytesOf(t, dir); !maps.Equal(before, after) || len(before) == 0 {
		t.Errorf("the diary changed: %v, then %v", before, after)
	}
}

// bytesOf are the checksums of the files of a folder.
func bytesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		sum := sha256.Sum256(raw)
		out[path] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLive: a model that speaks the wire of a real one answers; its script says
// nothing of when it is away.
func TestLive(t *testing.T) {
	srv := vllmtest.New(t)
	srv.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Text("はい、聞いています。") })
	s, err := ReadScript(strings.NewReader("zone UTC\nstart 2026-01-05\n2026-01-05 22:50 > おはよう。\n< 台本の返事。\n"))
	if err != nil {
		t.Fatal(err)
	}
	live := &config.Model{MaxTokens: 512, RepetitionPenalty: 1, TopP: 1, Endpoints: []config.Endpoint{{URL: srv.URL()}}}
	home := filepath.Join(t.TempDir(), "home")
	r, err := Simulate(t.Context(), Options{Script: s, Days: 1, Live: live, Home: home, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile(filepath.Join(home, "diary", "2026", "2026-01-05.jsonl"))
	if err != nil || r.Originals.Kept != 1 || !strings.Contains(string(said), "はい、聞いています。") || strings.Contains(string(said), "台本") {
		t.Errorf("%v: %+v\n%s", err, r.Originals, said)
	}
	s.Steps = append(s.Steps, Step{Line: 9, At: s.Steps[0].At, Event: Event{Kind: Down, What: "model", For: time.Hour}})
	var wrong *ScriptError
	if _, err := Simulate(t.Context(), Options{Script: s, Days: 1, Live: live}); !errors.As(err, &wrong) || wrong.Line != 9 {
		t.Errorf("down model with a live one: %v", err)
	}
}

// TestEndsAtOnce: nobody has to wait for a model that thinks for minutes.
func TestEndsAtOnce(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			io.WriteString(w, `{"object":"list","data":[{"id":"slow","max_model_len":8192}]}`)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		end()
		<-r.Context().Done()
	}))
	defer srv.Close()
	s, err := ReadScript(strings.NewReader("zone UTC\nstart 2026-01-05\n2026-01-05 10:00 > おはよう。\n"))
	if err != nil {
		t.Fatal(err)
	}
	live := &config.Model{MaxTokens: 512, RepetitionPenalty: 1, TopP: 1, Endpoints: []config.Endpoint{{URL: srv.URL + "/v1"}}}
	done := make(chan error, 1)
	go func() {
		_, err := Simulate(ctx, Options{Script: s, Days: 1, Live: live, Log: slog.New(slog.DiscardHandler)})
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("it waits for the model")
	}
}

// TestServersOutside: an embedding server is asked only when it is given, and
// not while the script has it away.
func TestServersOutside(t *testing.T) {
	asked := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer srv.Close()
	r, err := newRelay(srv.URL + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	get := func() int {
		answer, err := http.Get(r.url + "/models")
		if err != nil {
			return 0
		}
		defer answer.Body.Close()
		return answer.StatusCode
	}
	if got := get(); got != http.StatusServiceUnavailable || asked != 1 {
		t.Errorf("through the relay: %d, asked %d times", got, asked)
	}
	r.down.Store(true)
	if got := get(); got != 0 || asked != 1 {
		t.Errorf("while it is down: %d, asked %d times", got, asked)
	}
	if _, err := newRelay("nowhere"); err == nil {
		t.Error("an address of no server is taken")
	}
}

// TestDrop: collections that were made through a relay are taken away again.
func TestDrop(t *testing.T) {
	var got []string
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) { got = append(got, q.Method+" "+q.URL.Path) }))
	defer srv.Close()
	r, err := newRelay(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	answer, err := http.Post(r.url+"/api/v2/databases/d/collections", "application/json", strings.NewReader(`{"name": "kk-1"}`))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if err := r.drop(t.Context()); err != nil || len(got) != 2 || got[1] != "DELETE /api/v2/databases/d/collections/kk-1" {
		t.Errorf("%v: %q", err, got)
	}
}
