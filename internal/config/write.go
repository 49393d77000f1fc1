package config

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/persona"
)

// Answers are what kokoron init was told; everything may be empty.
type Answers struct {
	ModelURL string
	Telegram Secret
	Owner    string
	Language text.Lang // of the comments too; English where it is none of ours
	Zone     string    // IANA name
}

// PersonaFile is where the owner's character lies in a home.
const PersonaFile = "persona/kokoron.md"

const tokenFile = "telegram-token"

//go:embed templates/*.toml
var templates embed.FS

var token = regexp.MustCompile(`^[0-9]{5,20}:[A-Za-z0-9_-]{20,100}$`)

// CheckToken reports whether s has the form of a Telegram bot's token.
func CheckToken(s string) bool { return token.MatchString(s) }

// Write makes a commented config.toml (0600) from answers, a copy of the
// built-in persona to edit, and a file for the token if there is one. An
// existing config.toml is left alone and the error is fs.ErrExist; so is an
// existing persona, without an error. The config.toml comes last: where it
// stands, all is there.
func Write(home string, a Answers) error {
	path := filepath.Join(home, FileName)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("write settings: %s: %w", path, fs.ErrExist)
	}
	if err := os.MkdirAll(filepath.Join(home, filepath.Dir(PersonaFile)), 0o700); err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	err := create(filepath.Join(home, PersonaFile), persona.Source())
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("write persona: %w", err)
	}
	if a.Telegram.Set() {
		name := filepath.Join(home, tokenFile)
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("write token: %w", err)
		}
		if err := create(name, []byte(a.Telegram.Reveal()+"\n")); err != nil {
			return fmt.Errorf("write token: %w", err)
		}
	}
	if err := create(path, []byte(render(a))); err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	return nil
}

// render is the text of config.toml for answers.
func render(a Answers) string {
	file, err := templates.ReadFile("templates/" + string(a.Language) + ".toml")
	if err != nil {
		a.Language = text.En
		file, _ = templates.ReadFile("templates/en.toml")
	}
	owner, endpoint, telegram := "# owner = \"先生\"",
		"# [[model.endpoint]]\n# url = \"http://127.0.0.1:11434/v1\"\n# model = \"\"\n# key_env = \"MODEL_KEY\"\n# window = 32768",
		"# [telegram]\n# token_file = \""+tokenFile+"\""
	if a.Owner != "" {
		owner = "owner = " + quote(a.Owner)
	}
	if a.ModelURL != "" {
		endpoint = "[[model.endpoint]]\nurl = " + quote(a.ModelURL)
	}
	if a.Telegram.Set() {
		telegram = "[telegram]\ntoken_file = " + quote(tokenFile)
	}
	zone := a.Zone
	if zone == "" {
		zone = "UTC"
	}
	return strings.NewReplacer("{language}", quote(string(a.Language)), "{zone}", quote(zone),
		"{owner}", owner, "{endpoint}", endpoint, "{telegram}", telegram).Replace(string(file))
}

// quote is s as a basic string of TOML, whose escapes are those of JSON.
func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string and a strings.Builder never fail
	return strings.TrimSuffix(b.String(), "\n")
}

// create writes a new file that only its owner can read, and makes it last.
func create(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}
