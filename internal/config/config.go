// Package config reads the settings of a home: config.toml, then the
// environment over it. It is the only reader of the file and the only one
// that knows TOML.
//
// Reading is strict: an unknown key, a wrong type or a value out of range is
// refused, all of them at once, each with its key and its fix. Secrets never
// stand in the file; they come from the environment or from files of their own
// and mask themselves wherever they are printed. The package never changes an
// existing config.toml.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// DefaultListen is where the companion listens unless told otherwise.
const DefaultListen = "127.0.0.1:18790"

// FileName is the name of the settings in a home.
const FileName = "config.toml"

// Config is what a home is set to. It is plain data, safe to print and log.
type Config struct {
	Home  string // the data folder, absolute
	Path  string // of config.toml
	Found bool   // whether config.toml exists

	Language    text.Lang      // of the screen and of the prompt's own texts
	Zone        *time.Location // never nil; has an IANA name
	ZoneGuessed bool           // the zone stands in no setting
	Listen      string         // host:port, loopback only; port 0 picks one
	Origins     []string       // addresses of a proxy in front, as browsers see them
	Owner       string         // how the owner wants to be called; "" leaves it to the persona

	Model    Model
	Embed    Embed
	Chroma   Service
	Telegram Telegram

	// Autonomy is whether the companion may speak up unasked, and how rarely.
	Autonomy Autonomy

	// LearnAlone lets rules about behaviour come into force without the owner.
	LearnAlone bool
}

// Model is how language models are reached and asked.
type Model struct {
	// Off means that no model is wanted: nothing is looked for and the
	// rehearsal answers.
	Off bool
	// Endpoints are tried in order; with none, local servers are looked for.
	Endpoints []Endpoint
	// Name is the model wanted where an endpoint names none; "" takes the
	// server's first.
	Name string

	Temperature       float64
	TopP              float64
	TopK              int // 0: no limit
	MinP              float64
	RepetitionPenalty float64 // 1: none
	MaxTokens         int     // longest output of one generation
	Thinking          bool    // let the model think before it answers
}

// Endpoint is one OpenAI-compatible server.
type Endpoint struct {
	URL   string // up to and with /v1
	Model string // "" takes Model.Name
	Key   Secret
	// Window is the context in tokens, for servers that do not say theirs
	// (Ollama, LM Studio); 0 leaves it to the client.
	Window int
}

// Servers are the endpoints as the model's client takes them.
func (m Model) Servers() []llm.Endpoint {
	var out []llm.Endpoint
	for _, e := range m.Endpoints {
		out = append(out, llm.Endpoint{URL: e.URL, Model: cmp.Or(e.Model, m.Name), Key: e.Key.Reveal(), Window: e.Window})
	}
	return out
}

// Autonomy is what the companion may do unasked. Reminders are sent all the
// same: they are asked for.
type Autonomy struct {
	Enabled bool
	Policy  governor.Policy // always one that makes sense
	Pace    time.Duration   // between two thoughts, until the companion has chosen one itself
	// Briefing is when the day's events are told, in minutes from midnight; 0
	// says never.
	Briefing int
}

// Service is a server known by its address; an empty URL means that none is
// wanted.
type Service struct {
	URL string
	// Usual says that no setting names it: it is where "make stack" puts one,
	// and nobody misses it when it is not there.
	Usual bool
}

// Embed is the server that makes vectors.
type Embed struct {
	Service
	Model  string // "": the first that the server names
	Prefix string // how the model is told questions from passages: text, input_type, none; "" is guessed
	Key    Secret
}

// Where the stack's servers listen.
const (
	usualEmbed  = "http://127.0.0.1:18802/v1"
	usualChroma = "http://127.0.0.1:18803"
)

// Telegram is how the bot signs in; without a token there is none.
type Telegram struct {
	Token Secret
	Owner int64  // the owner's user id, instead of a claim by code; 0: none
	API   string // of the Bot API; "" is Telegram's own
}

// Lookup finds an environment variable, as os.LookupEnv does.
type Lookup func(name string) (value string, set bool)

func defaults(home string) Config {
	return Config{
		Home: home, Path: filepath.Join(home, FileName), Listen: DefaultListen,
		Model: Model{
			Temperature: 0.7, TopP: 0.8, TopK: 20, RepetitionPenalty: 1.05, // as Qwen's cards advise for chat
			MaxTokens: 2048, Thinking: true, // thoughts count
		},
		Embed:  Embed{Service: Service{URL: usualEmbed, Usual: true}},
		Chroma: Service{URL: usualChroma, Usual: true},

		Autonomy: Autonomy{Enabled: true, Policy: governor.Usual(), Pace: time.Hour},
	}
}

// Home is the data folder to use, absolute: flag if it is not empty, else
// KOKORON_HOME, else ~/.local/share/kokoron.
func Home(flag string, env Lookup) (string, error) {
	dir := flag
	if dir == "" {
		dir, _ = env("KOKORON_HOME")
	}
	if dir == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("find the data folder: %w; name one with --home", err)
		}
		dir = filepath.Join(user, ".local", "share", "kokoron")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the data folder: %w", err)
	}
	return abs, nil
}

// Load reads the settings of a home. A missing config.toml is no error. What
// is wrong with the settings comes as one *Invalid.
func Load(home string, env Lookup) (Config, error) {
	c := defaults(home)
	l := loader{config: &c, env: env}
	file, err := ReadFile(c.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, errNoFile), errors.Is(err, errHuge):
		c.Found = true
		l.problem(FileName, "", errors.Unwrap(err).(*catalog.Message))
	case err != nil:
		return Config{}, fmt.Errorf("read settings: %w", err)
	default:
		c.Found = true
		l.file(file)
	}
	l.environment()
	l.locale()
	if len(l.problems) > 0 {
		return Config{}, &Invalid{Path: c.Path, Lang: c.Language, Problems: l.problems}
	}
	return c, nil
}

// SetListen takes the address of the command line over the settings.
func (c *Config) SetListen(address string) error {
	if p := checkListen(address); p != nil {
		return &Invalid{Path: "--listen", Lang: c.Language, Problems: []Problem{{Key: "--listen", Value: address, Fix: p}}}
	}
	c.Listen = address
	return nil
}
