package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/persona"
)

// lookup is an environment of a test.
func lookup(vars map[string]string) Lookup {
	return func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
}

// home is a data folder with the given config.toml; "" makes none.
func home(t *testing.T, file string) string {
	t.Helper()
	dir := t.TempDir()
	if file != "" {
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDefaults(t *testing.T) {
	c, err := Load(home(t, ""), lookup(map[string]string{"TZ": "Asia/Tokyo", "LANG": "en_US.UTF-8"}))
	if err != nil {
		t.Fatal(err)
	}
	if c.Found || c.Listen != DefaultListen || c.Language != text.En || c.Zone.String() != "Asia/Tokyo" ||
		!c.ZoneGuessed || c.Model.Off || len(c.Model.Endpoints) != 0 || !c.Model.Thinking {
		t.Errorf("defaults are %+v", c)
	}
}

func TestFile(t *testing.T) {
	dir := home(t, `
language = "zh"
zone = "Europe/Berlin"
listen = "[::1]:0"
owner = "健太"
[model]
name = "q"
temperature = 1
top_p = 0.5
top_k = 0
min_p = 0.1
repetition_penalty = 1.0
max_tokens = 16
thinking = false
[[model.endpoint]]
url = "http://127.0.0.1:18800/v1/"
key_env = "MY_KEY"
[[model.endpoint]]
url = "https://example.org/v1"
model = "big"
key_file = "key"
[embed]
url = "http://127.0.0.1:1/v1"
model = "e5"
prefix = "input_type"
key_env = "MY_KEY"
[chroma]
url = "http://127.0.0.1:2"
[telegram]
token_env = "TG"
`)
	if err := os.WriteFile(filepath.Join(dir, "key"), []byte("  k2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(dir, lookup(map[string]string{"MY_KEY": "k1", "TG": "tt"}))
	if err != nil {
		t.Fatal(err)
	}
	want := Model{
		Endpoints: []Endpoint{
			{URL: "http://127.0.0.1:18800/v1", Key: NewSecret("k1")},
			{URL: "https://example.org/v1", Model: "big", Key: NewSecret("k2")},
		},
		Name: "q", Temperature: 1, TopP: 0.5, MinP: 0.1, RepetitionPenalty: 1, MaxTokens: 16,
	}
	if diff := cmp.Diff(want, c.Model, cmp.AllowUnexported(Secret{})); diff != "" {
		t.Error(diff)
	}
	if !c.Found || c.Language != text.Zh || c.Zone.String() != "Europe/Berlin" || c.ZoneGuessed || c.Listen != "[::1]:0" ||
		c.Owner != "健太" || c.Embed != (Embed{Service{URL: "http://127.0.0.1:1/v1"}, "e5", "input_type", NewSecret("k1")}) || c.Chroma.URL != "http://127.0.0.1:2" ||
		c.Telegram.Token.Reveal() != "tt" {
		t.Errorf("read %+v", c)
	}
}

// TestRefuses: every mistake is named by its key, its value and its fix.
func TestRefuses(t *testing.T) {
	cases := []struct{ file, want string }{
		{`lisen = "x"`, `lisen: there is no such setting; did you mean listen?`},
		{`temperature = 1`, `temperature: there is no such setting; did you mean model.temperature?`},
		{"[model]\ntempratur = 1", `model.tempratur: there is no such setting; did you mean model.temperature?`},
		{"[model]\nthinkign = true", `did you mean model.thinking?`},
		{"[modle]\nname = \"x\"", `modle.name: there is no such setting; did you mean model.name?`},
		{"[quux]\nfrobnicate = 1", `quux.frobnicate: there is no such setting; there are autonomy.active_hours,`},
		{"[quux]", `quux: there is no such setting`},
		{"[telegram]\ntoken = \"123:secret\"", `telegram.token: there is no such setting; did you mean telegram.token_env?`},
		{`autonomy.enabled = "yes"`, `autonomy.enabled = "yes": must be true or false, without quotes`},
		{`autonomy.active_hours = "8-23"`, `autonomy.active_hours = "8-23": must be two times of day, such as "08:00-23:00" or "20:00-02:00"; "00:00-24:00" is always`},
		{`autonomy.active_hours = "24:00-08:00"`, `autonomy.active_hours = "24:00-08:00": must be two times of day, such as "08:00-23:00" or "20:00-02:00"; "00:00-24:00" is always`},
		{`autonomy.active_hours = "08:60-23:00"`, `autonomy.active_hours = "08:60-23:00": must be two times of day, such as "08:00-23:00" or "20:00-02:00"; "00:00-24:00" is always`},
		{`autonomy.active_hours = "08:00-08:00"`, `autonomy.active_hours = "08:00-08:00": must have time between its beginning and its end; for always write "00:00-24:00", for never enabled = false`},
		{`autonomy.messages_per_day = 0`, `autonomy.messages_per_day = 0: must be a whole number from 1 to 24`},
		{`autonomy.messages_per_day = nan`, `autonomy.messages_per_day = NaN: must be a whole number from 1 to 24`},
		{`autonomy.gap = -5`, `autonomy.gap = -5: must be minutes, a whole number from 1 to 1440`},
		{`autonomy.unanswered = 0`, `autonomy.unanswered = 0: must be a whole number from 1 to 100`},
		{`learning.approval = "never"`, `learning.approval = "never": must be owner (rules about behaviour wait for you) or automatic`},
		{`embed.prefix = "query"`, `embed.prefix = "query": must be text, input_type or none`},
		{`language = "fr"`, `language = "fr": must be one of ja, en, zh`},
		{`language = 3`, `language = 3: must be a text in quotes`},
		{`zone = "Tokyo"`, `zone = "Tokyo": is no known time zone; write for example Asia/Tokyo`},
		{`zone = "Local"`, `is no known time zone`},
		{`listen = "0.0.0.0:80"`, `listen = "0.0.0.0:80": would open kokoron to other machines without encryption; use 127.0.0.1:80, with a proxy in front that has it (origins)`},
		{`listen = ":80"`, `would open kokoron to other machines`},
		{`listen = "example.org:80"`, `would open kokoron to other machines`},
		{`listen = "127.0.0.1"`, `must be an address and a port`},
		{`listen = "127.0.0.1:99999"`, `must be an address and a port`},
		{`owner = "a\nb"`, `must be one line of at most 40 characters`},
		{`owner = "a\u202Eb"`, `must be one line`},
		{`owner = "<data>"`, `without { } < >`},
		{"[model]\ntemperature = 9", `model.temperature = 9: must be a number from 0 to 2`},
		{"[model]\ntemperature = nan", `must be a number from 0 to 2`},
		{"[model]\ntop_p = \"0.9\"", `model.top_p = "0.9": must be a number from 0.01 to 1`},
		{"[model]\ntop_k = 1.5", `model.top_k = 1.5: must be a whole number from 0 to 1000`},
		{"[model]\nthinking = \"yes\"", `must be true or false, without quotes`},
		{"[model.endpoint]\nurl = \"x\"", `model.endpoint: must be one or more tables that begin with [[model.endpoint]]`},
		{"[[model.endpoint]]\nurl = \"localhost:8000\"", `model.endpoint[1].url = "localhost:8000": must be an address that begins with http://`},
		{"[[model.endpoint]]\nurl = \"http://u:pw@h/v1\"", `model.endpoint[1].url: must not hold a name or password`},
		{"[[model.endpoint]]\nurl = \"http://h/v1?key=1\"", `without ? or #`},
		{"[[model.endpoint]]\nmodel = \"x\"", `model.endpoint[1].url: is missing; write for example`},
		{"[[model.endpoint]]\nurl = \"http://h\"\nkey = \"sk-1\"", `model.endpoint[1].key: there is no such setting; did you mean key_env?`},
		{"[[model.endpoint]]\nurl = \"http://h\"\nkey_env = \"NOPE\"", `model.endpoint[1].key_env = "NOPE": the environment variable it names is not set`},
		{"[[model.endpoint]]\nurl = \"http://h\"\nkey_env = \"sk-1\"", `model.endpoint[1].key_env: the environment variable it names is not set`},
		{"[[model.endpoint]]\nurl = \"http://h\"\nkey_file = \"nope\"", `model.endpoint[1].key_file: the file it names is empty or cannot be read`},
		{"[[model.endpoint]]\nurl = \"http://h\"\nkey_env = \"E\"\nkey_file = \"nope\"", `name the secret once`},
		{"listen = ", `config.toml:1: cannot be read`},
		{"a = 1\na = 2", `config.toml:2: cannot be read`},
		{strings.Repeat("#", maxSize+1), `config.toml: cannot be read: it has more`},
	}
	for _, c := range cases {
		_, err := Load(home(t, c.file), lookup(map[string]string{"E": "x"}))
		var bad *Invalid
		if !errors.As(err, &bad) || len(bad.Problems) != 1 {
			t.Errorf("%.60q: err = %v, want one problem", c.file, err)
			continue
		}
		if !strings.Contains(bad.In(text.En), c.want) {
			t.Errorf("%.60q: %s\nwant: %s", c.file, bad.In(text.En), c.want)
		}
		for _, secret := range []string{"123:", "pw@", "sk-1"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%.60q: the message shows a secret: %v", c.file, err)
			}
		}
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	_, err := Load(home(t, "b = 1\na = 1\nzone = \"x\"\nlanguage = \"y\"\n"), lookup(map[string]string{"KOKORON_LISTEN": "z"}))
	var bad *Invalid
	if !errors.As(err, &bad) {
		t.Fatal(err)
	}
	var keys []string
	for _, p := range bad.Problems {
		keys = append(keys, p.Key)
	}
	if got := strings.Join(keys, " "); got != "language zone a b KOKORON_LISTEN" {
		t.Errorf("problems with %q", got)
	}
}

func TestEnvironment(t *testing.T) {
	const file = "listen = \"127.0.0.1:1\"\n[[model.endpoint]]\nurl = \"http://h/v1\"\nmodel = \"m\"\nkey_env = \"K\"\n[[model.endpoint]]\nurl = \"http://i/v1\"\n[embed]\nurl = \"http://e\"\n"
	load := func(vars map[string]string) Config {
		t.Helper()
		vars["K"] = "k"
		c, err := Load(home(t, file), lookup(vars))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := load(map[string]string{"KOKORON_LISTEN": "127.0.0.1:0"}); c.Listen != "127.0.0.1:0" {
		t.Errorf("listens on %s", c.Listen)
	}
	if c := load(map[string]string{"KOKORON_MODEL_URL": ""}); !c.Model.Off || len(c.Model.Endpoints) != 0 {
		t.Errorf("set but empty: %+v", c.Model)
	}
	c := load(map[string]string{"KOKORON_MODEL_URL": "http://other:1/v1/", "KOKORON_MODEL": "x"})
	if len(c.Model.Endpoints) != 1 || c.Model.Endpoints[0] != (Endpoint{URL: "http://other:1/v1"}) || c.Model.Name != "x" {
		t.Errorf("another server: %+v", c.Model)
	}
	c = load(map[string]string{"KOKORON_MODEL_URL": "http://h/v1"})
	if e := c.Model.Endpoints; len(e) != 1 || e[0].Key.Reveal() != "k" || e[0].Model != "m" {
		t.Errorf("the same server lost its key: %+v", e)
	}
	c = load(map[string]string{"KOKORON_MODEL": "x"})
	if e := c.Model.Endpoints; len(e) != 2 || e[0].Model != "" || c.Model.Name != "x" {
		t.Errorf("another model: %+v", c.Model)
	}
	c = load(map[string]string{"KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "http://c"})
	if c.Embed.URL != "" || c.Embed.Usual || c.Chroma.URL != "http://c" {
		t.Errorf("services %+v %+v", c.Embed, c.Chroma)
	}
	if c = load(map[string]string{}); c.Embed.URL != "http://e" || c.Chroma.URL == "" || !c.Chroma.Usual {
		t.Errorf("services as they are in the file and usually %+v %+v", c.Embed, c.Chroma)
	}
	for _, name := range []string{"KOKORON_LISTEN", "KOKORON_MODEL_URL", "KOKORON_EMBED_URL", "KOKORON_CHROMA_URL"} {
		_, err := Load(home(t, ""), lookup(map[string]string{name: "nonsense"}))
		if err == nil || !strings.Contains(err.Error(), name+` = "nonsense": must be`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHome(t *testing.T) {
	env := lookup(map[string]string{"KOKORON_HOME": "/from/env"})
	if got, _ := Home("/from/flag", env); got != "/from/flag" {
		t.Errorf("the flag gives %s", got)
	}
	if got, _ := Home("", env); got != "/from/env" {
		t.Errorf("the variable gives %s", got)
	}
	t.Setenv("HOME", "/h")
	if got, _ := Home("", lookup(nil)); got != "/h/.local/share/kokoron" {
		t.Errorf("the default is %s", got)
	}
	if got, _ := Home("x", lookup(nil)); !filepath.IsAbs(got) {
		t.Errorf("%s is not absolute", got)
	}
}

func TestSetListen(t *testing.T) {
	c := defaults("/h")
	if err := c.SetListen("0.0.0.0:1"); err == nil || c.Listen != DefaultListen {
		t.Errorf("took a public address: %v", err)
	}
	if err := c.SetListen("localhost:0"); err != nil || c.Listen != "localhost:0" {
		t.Errorf("refused loopback: %v", err)
	}
}

// TestSecretsAreMasked prints a configuration in every way there is.
func TestSecretsAreMasked(t *testing.T) {
	c := Config{Model: Model{Endpoints: []Endpoint{{Key: NewSecret("hunter2")}}}, Telegram: Telegram{Token: NewSecret("hunter2")}}
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "config", c, "token", c.Telegram.Token)
	for _, s := range []string{fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%s %q %v", c.Telegram.Token, c.Telegram.Token, &c.Telegram), string(raw), log.String()} {
		if strings.Contains(s, "hunter2") {
			t.Errorf("the secret shows: %s", s)
		}
		if !strings.Contains(s, "(secret)") {
			t.Errorf("the mask does not show: %s", s)
		}
	}
	if NewSecret("").String() != "(none)" {
		t.Error("no secret looks like one")
	}
}

// TestWrite: what init writes can be read, holds the answers and keeps them
// to the owner.
func TestWrite(t *testing.T) {
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		dir := filepath.Join(t.TempDir(), "new", "home")
		a := Answers{
			ModelURL: "http://127.0.0.1:11434/v1", Telegram: NewSecret("123456789:AAbbccddeeffgghhiijjkkll"),
			Owner: `健太 "K" \ é`, Language: lang, Zone: "Asia/Tokyo",
		}
		if err := Write(dir, a); err != nil {
			t.Fatal(err)
		}
		c, err := Load(dir, lookup(nil))
		if err != nil {
			t.Fatal(err)
		}
		if c.Language != lang || c.Zone.String() != "Asia/Tokyo" || c.Owner != a.Owner || c.Telegram.Token != a.Telegram ||
			len(c.Model.Endpoints) != 1 || c.Model.Endpoints[0].URL != a.ModelURL || c.Listen != DefaultListen {
			t.Errorf("%s: read %+v", lang, c)
		}
		for name, want := range map[string]fs.FileMode{"": 0o700, FileName: 0o600, "persona": 0o700, PersonaFile: 0o600, tokenFile: 0o600} {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil || info.Mode().Perm() != want {
				t.Errorf("%s/%s: %v %v, want %v", lang, name, info, err, want)
			}
		}
		raw, err := os.ReadFile(filepath.Join(dir, FileName))
		if err != nil || strings.Contains(string(raw), a.Telegram.Reveal()) {
			t.Errorf("the token stands in config.toml (or %v)", err)
		}
		file, err := os.ReadFile(filepath.Join(dir, PersonaFile))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := persona.Parse(file); err != nil {
			t.Error(err)
		}
	}
}

func TestWriteChangesNothing(t *testing.T) {
	dir := home(t, "# mine\n")
	if err := Write(dir, Answers{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("err = %v", err)
	}
	if raw, _ := os.ReadFile(filepath.Join(dir, FileName)); string(raw) != "# mine\n" {
		t.Errorf("config.toml is now %q", raw)
	}
	dir = home(t, "")
	if err := os.Mkdir(filepath.Join(dir, "persona"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, PersonaFile), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, Answers{}); err != nil {
		t.Fatal(err)
	}
	if raw, _ := os.ReadFile(filepath.Join(dir, PersonaFile)); string(raw) != "mine" {
		t.Errorf("the persona is now %q", raw)
	}
	if c, err := Load(dir, lookup(nil)); err != nil || c.Owner != "" || len(c.Model.Endpoints) != 0 {
		t.Errorf("no answers give %+v, %v", c, err)
	}
}

// TestTemplatesShowWhatThereIs: every line that is commented out names a
// setting that exists, and with all of them switched on the file is valid.
func TestTemplatesShowWhatThereIs(t *testing.T) {
	for _, lang := range []text.Lang{text.Ja, text.En, text.Zh} {
		lines := strings.Split(render(Answers{Language: lang}), "\n")
		for i, line := range lines {
			if on, ok := strings.CutPrefix(line, "# "); ok && (strings.Contains(on, " = ") || strings.HasPrefix(on, "[")) {
				lines[i] = on
			}
		}
		dir := home(t, strings.Join(lines, "\n"))
		if err := os.WriteFile(filepath.Join(dir, tokenFile), []byte("t"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(dir, lookup(map[string]string{"MODEL_KEY": "k"}))
		if err != nil {
			t.Errorf("%s: %v", lang, err)
			continue
		}
		d := defaults(dir)
		d.Model.Name, d.Model.Endpoints = c.Model.Name, c.Model.Endpoints
		if diff := cmp.Diff(d.Model, c.Model, cmp.AllowUnexported(Secret{})); diff != "" || c.Listen != d.Listen {
			t.Errorf("%s: the template shows other values than the defaults:\n%s", lang, diff)
		}
	}
}

func TestCheckToken(t *testing.T) {
	for s, want := range map[string]bool{
		"123456789:AAbbccddeeffgghhiijjkkll": true, "": false, "AAA": false, "123:short": false,
		"123456789:AAbbccddeeffgghhiijjkkll\n": false,
	} {
		if CheckToken(s) != want {
			t.Errorf("CheckToken(%q) = %v", s, !want)
		}
	}
}

// TestDistance: a metric that counts single slips as one.
func TestDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"listen", "listen"}: 0, {"lisen", "listen"}: 1, {"lsiten", "listen"}: 1, {"Listen", "listen"}: 0, {"", "abc"}: 3,
	} {
		if got := distance(pair[0], pair[1]); got != want {
			t.Errorf("distance(%q, %q) = %d, want %d", pair[0], pair[1], got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-c]{0,6}`)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		if distance(a, b) != distance(b, a) || (distance(a, b) == 0) != (a == b) {
			t.Fatalf("distance(%q, %q) = %d, back %d", a, b, distance(a, b), distance(b, a))
		}
	})
}

// FuzzLoad: whatever stands in the file, it is read or refused with a list.
func FuzzLoad(f *testing.F) {
	f.Add("listen = \"x\"\n[[model.endpoint]]\nurl=1\n[a.b.c]\n")
	f.Add(render(Answers{Language: text.Ja}))
	f.Fuzz(func(t *testing.T, file string) {
		c := defaults("/nowhere")
		l := loader{config: &c, env: lookup(nil)}
		l.file([]byte(file))
		for _, p := range l.problems {
			if p.Key == "" || p.Fix == nil {
				t.Fatalf("a problem without key or fix: %+v", p)
			}
		}
		if len(l.problems) == 0 && checkListen(c.Listen) != nil {
			t.Fatalf("listens on %q", c.Listen)
		}
	})
}

func TestServers(t *testing.T) {
	m := Model{Name: "m", Endpoints: []Endpoint{{URL: "http://a"}, {URL: "http://b", Model: "n", Key: NewSecret("k"), Window: 16384}}}
	want := []llm.Endpoint{{URL: "http://a", Model: "m"}, {URL: "http://b", Model: "n", Key: "k", Window: 16384}}
	if got := m.Servers(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
