package doctor

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/text"
)

// patient is a home in good order, with the given settings and no model.
type patient struct {
	t    *testing.T
	home string
	env  map[string]string
	opts Options
}

func newPatient(t *testing.T, settings string) *patient {
	t.Helper()
	p := &patient{t: t, home: t.TempDir(), env: map[string]string{
		"TZ": "Asia/Tokyo", "LANG": "en_US.UTF-8", "KOKORON_LISTEN": "127.0.0.1:0", "KOKORON_MODEL_URL": "",
		"KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "",
	}}
	if err := os.Chmod(p.home, 0o700); err != nil {
		t.Fatal(err)
	}
	if settings != "" {
		p.write("config.toml", settings)
	}
	p.opts = Options{Home: p.home, Lang: text.En, Clock: clock.Real{}, Env: func(name string) (string, bool) {
		v, ok := p.env[name]
		return v, ok
	}}
	return p
}

func (p *patient) write(name, content string) string {
	p.t.Helper()
	path := filepath.Join(p.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		p.t.Fatal(err)
	}
	return path
}

// model points the settings at a server.
func (p *patient) model(url string) *patient { p.env["KOKORON_MODEL_URL"] = url; return p }

// shows examines and wants one finding with this id, level and words.
func (p *patient) shows(id string, level Level, words ...string) Report {
	p.t.Helper()
	r := Examine(p.t.Context(), p.opts)
	for _, f := range r.Findings {
		if f.ID != id {
			continue
		}
		if f.Level != level {
			p.t.Errorf("%s is %s, want %s", id, f.Level, level)
		}
		for _, w := range words {
			if !strings.Contains(f.Text, w) {
				p.t.Errorf("%s does not say %q: %s", id, w, f.Text)
			}
		}
		if r.OK && level == Fail {
			p.t.Error("the report is fine all the same")
		}
		return r
	}
	p.t.Errorf("no %s in %+v", id, r.Findings)
	return r
}

// never wants no finding with this id.
func never(t *testing.T, r Report, id string) {
	t.Helper()
	for _, f := range r.Findings {
		if f.ID == id {
			t.Errorf("found %s: %s", id, f.Text)
		}
	}
}

func TestHealthy(t *testing.T) {
	m := vllmtest.New(t, vllmtest.Model("q"), vllmtest.Window(16384))
	p := newPatient(t, "zone = \"Asia/Tokyo\"\n").model(m.URL())
	db, err := kv.Open(filepath.Join(p.home, "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	p.env["KOKORON_EMBED_URL"] = embeds(t, "multilingual-e5-small")
	r := p.shows("model_ok", OK, "q", m.URL())
	var ids []string
	for _, f := range r.Findings {
		ids = append(ids, f.ID)
	}
	const want = "config_ok persona_ok home_ok modes_ok clock_ok database_ok port_ok model_ok window_ok embed_guessed chroma_off"
	if got := strings.Join(ids, " "); got != want || !r.OK || r.Concerns() != 0 {
		t.Errorf("%s, ok %v, want %s", got, r.OK, want)
	}
}

func TestModels(t *testing.T) {
	t.Run("down", func(t *testing.T) {
		newPatient(t, "").model("http://127.0.0.1:1/v1").shows("model_down", Fail, "http://127.0.0.1:1/v1", "connection refused", "/v1")
	})
	t.Run("off", func(t *testing.T) {
		newPatient(t, "").shows("model_off", Warn, "KOKORON_MODEL_URL")
	})
	t.Run("none found", func(t *testing.T) {
		p := newPatient(t, "")
		delete(p.env, "KOKORON_MODEL_URL")
		p.opts.Ports = []int{1, 2}
		p.shows("no_model", Warn, "127.0.0.1:1, 127.0.0.1:2", "[[model.endpoint]]")
	})
	t.Run("found", func(t *testing.T) {
		m := vllmtest.New(t, vllmtest.Model("q"))
		p := newPatient(t, "")
		delete(p.env, "KOKORON_MODEL_URL")
		addr, err := net.ResolveTCPAddr("tcp", m.Addr())
		if err != nil {
			t.Fatal(err)
		}
		p.opts.Ports = []int{addr.Port}
		p.shows("model_ok", OK, "q")
	})
	t.Run("wrong model", func(t *testing.T) {
		m := vllmtest.New(t, vllmtest.Model("there"))
		p := newPatient(t, "").model(m.URL())
		p.env["KOKORON_MODEL"] = "wanted"
		r := p.shows("wrong_model", Fail, "wanted", "(there)", "config.toml")
		never(t, r, "model_down")
	})
	t.Run("wrong name at llama.cpp", func(t *testing.T) {
		m := vllmtest.New(t, vllmtest.LlamaCpp(), vllmtest.Model("there"))
		p := newPatient(t, "").model(m.URL())
		p.env["KOKORON_MODEL"] = "wanted"
		p.shows("wrong_model", Warn, "there")
	})
	t.Run("swallowing parser", func(t *testing.T) {
		m := vllmtest.New(t, vllmtest.ReasoningParser())
		r := newPatient(t, "").model(m.URL()).shows("parser", Fail, "--reasoning-parser", "model.thinking = false")
		never(t, r, "model_down")
		r = newPatient(t, "[model]\nthinking = false\n").model(m.URL()).shows("model_ok", OK)
		never(t, r, "parser")
	})
	t.Run("small window", func(t *testing.T) {
		m := vllmtest.New(t, vllmtest.Window(2048))
		newPatient(t, "").model(m.URL()).shows("small_window", Warn, "2048", "8192", "--max-model-len")
	})
	t.Run("key refused", func(t *testing.T) {
		m := vllmtest.New(t, vllmtest.Key("right"))
		p := newPatient(t, "[[model.endpoint]]\nurl = \""+m.URL()+"\"\nkey_env = \"K\"\n")
		delete(p.env, "KOKORON_MODEL_URL")
		p.env["K"] = "wrong-key-1"
		r := p.shows("key_refused", Fail, "key_env")
		for _, f := range r.Findings {
			if strings.Contains(f.Text, "wrong-key-1") {
				t.Errorf("shows the key: %s", f.Text)
			}
		}
		p.env["K"] = "right"
		p.shows("model_ok", OK)
	})
	t.Run("silent about its window", func(t *testing.T) {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/v1/models":
				w.Write([]byte(`{"data":[{"id":"q","owned_by":"library"}]}`))
			case "/v1/chat/completions":
				w.Header().Set("Content-Type", "text/event-stream")
				w.Write([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"))
			default:
				http.NotFound(w, r)
			}
		}))
		defer s.Close()
		newPatient(t, "").model(s.URL+"/v1").shows("window_unsaid", Warn, "4096", "OLLAMA_CONTEXT_LENGTH")
	})
}

// shifted is a clock that is wrong by so much.
type shifted struct {
	clock.Real
	by time.Duration
}

func (s shifted) Now() time.Time { return time.Now().Add(s.by) }

func TestClock(t *testing.T) {
	t.Run("gone back behind the files", func(t *testing.T) {
		p := newPatient(t, "")
		p.write("diary/x", "")
		p.opts.Clock = shifted{by: -time.Hour}
		p.shows("clock_wrong", Fail, "NTP")
		p.opts.Clock = shifted{by: -4 * time.Minute}
		p.shows("clock_ok", OK, "Asia/Tokyo")
	})
	t.Run("apart from the server", func(t *testing.T) {
		m := vllmtest.New(t)
		p := newPatient(t, "").model(m.URL())
		p.opts.Clock = shifted{by: time.Hour}
		p.shows("clock_apart", Fail, m.URL(), "NTP")
		p.opts.Clock = clock.Real{}
		never(t, p.shows("clock_ok", OK), "clock_apart")
	})
}

func TestZone(t *testing.T) {
	newPatient(t, "zone = \"Nowhere/Land\"\n").shows("zone_unknown", Fail, "Nowhere/Land", "Asia/Tokyo")
	newPatient(t, "").shows("zone_unset", OK, "Asia/Tokyo")
	p := newPatient(t, "")
	p.env["TZ"] = "Etc/UTC"
	p.shows("zone_unset", Warn, "zone = ")
	never(t, newPatient(t, "zone = \"UTC\"\n").shows("config_ok", OK), "zone_unset")
}

func TestSettings(t *testing.T) {
	p := newPatient(t, "lisen = \"x\"\nzone = \"x\"\n")
	r := p.shows("bad_config", Fail, "did you mean listen?")
	never(t, r, "port_ok")
	if strings.Contains(r.Findings[1].Text, "zone:") {
		t.Errorf("the zone is reported twice: %+v", r.Findings)
	}
	p.env["LANG"] = "ja_JP.UTF-8"
	p.shows("bad_config", Fail, "直してください")
	p = newPatient(t, "language = \"zh\"\nlisen = \"x\"\n")
	p.shows("bad_config", Fail, "listen", "请")
	p = newPatient(t, "language = \"zh\"\n")
	if r := p.shows("config_ok", OK, "没有错误"); r.Lang != text.Zh {
		t.Errorf("the language is %s", r.Lang)
	}
	newPatient(t, "").shows("config_none", OK, "kokoron init")
}

func TestPersona(t *testing.T) {
	p := newPatient(t, "")
	path := p.write(config.PersonaFile, "no head")
	p.shows("persona_broken", Warn, path, "line 1")
}

func TestPort(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	p := newPatient(t, "")
	p.env["KOKORON_LISTEN"] = ln.Addr().String()
	p.shows("port_taken", Fail, ln.Addr().String(), "listen")
}

func TestFolder(t *testing.T) {
	p := newPatient(t, "")
	p.opts.Home = p.write("file", "")
	p.shows("home_unwritten", Fail, "--home")
	p.opts.Home = filepath.Join(p.home, "not", "yet")
	p.shows("home_ok", OK)
	if _, err := os.Stat(p.opts.Home); err == nil {
		t.Error("the home was created")
	}
}

func TestModes(t *testing.T) {
	p := newPatient(t, "")
	path := p.write("telegram-token", "x")
	open := func(path string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	open(path, 0o644)
	p.shows("open", Fail, "0644", "chmod 600 "+path)
	open(p.home, 0o755)
	p.shows("open", Fail, "chmod 700 "+p.home)
	for _, name := range []string{"a", "b", "c"} {
		open(p.write(name, ""), 0o640)
	}
	never(t, p.shows("open_many", Fail, "5 ", "chmod -R go= "+p.home), "open")
}

func TestDatabase(t *testing.T) {
	p := newPatient(t, "")
	path := filepath.Join(p.home, "kokoron.db")
	never(t, p.shows("home_ok", OK), "database_ok")
	if _, err := os.Stat(path); err == nil {
		t.Fatal("the database was created")
	}
	db, err := kv.Open(path, kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.shows("home_locked", Fail, p.home)
	backup := filepath.Join(p.home, "backups", "1.db")
	if err := os.Mkdir(filepath.Dir(backup), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := db.Backup(backup); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if err := os.Truncate(path, 5000); err != nil {
		t.Fatal(err)
	}
	p.shows("database_broken", Fail, path, backup, "No new one is made")
	if err := os.Remove(backup); err != nil {
		t.Fatal(err)
	}
	p.shows("database_broken", Fail, "no backup was found")
}

// TestCompanion: beside a running companion, the database is left alone and
// the port in use is its own.
func TestCompanion(t *testing.T) {
	p := newPatient(t, "")
	p.env["KOKORON_LISTEN"] = "127.0.0.1:1"
	db, err := kv.Open(filepath.Join(p.home, "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs(t, p)
	r := p.shows("running", OK, p.home)
	never(t, r, "home_locked")
	p.shows("port_own", OK, "127.0.0.1:7")
}
