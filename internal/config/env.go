package config

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// environment takes the variables over what stands in the file.
func (l *loader) environment() {
	c := l.config
	if v, _ := l.env("KOKORON_LISTEN"); v != "" {
		c.Listen = v
		l.check("KOKORON_LISTEN", v, checkListen(v))
	}
	if v, set := l.env("KOKORON_MODEL_URL"); set {
		l.modelURL(strings.TrimRight(v, "/"))
	}
	if v, _ := l.env("KOKORON_MODEL"); v != "" {
		c.Model.Name = v
		for i := range c.Model.Endpoints {
			c.Model.Endpoints[i].Model = ""
		}
	}
	l.telegram()
	if v, set := l.env("KOKORON_EMBED_URL"); set {
		before := c.Embed.URL
		l.check("KOKORON_EMBED_URL", v, c.Embed.set(v))
		if c.Embed.URL != before {
			c.Embed.Key = Secret{} // it is for another server
		}
	}
	if v, set := l.env("KOKORON_CHROMA_URL"); set {
		l.check("KOKORON_CHROMA_URL", v, c.Chroma.set(v))
	}
}

// modelURL makes one address the only endpoint; an empty one wants none. The
// key of an endpoint with that address is kept.
func (l *loader) modelURL(v string) {
	m := &l.config.Model
	old := m.Endpoints
	m.Endpoints = nil
	if m.Off = v == ""; m.Off {
		return
	}
	l.check("KOKORON_MODEL_URL", v, CheckURL(v))
	e := Endpoint{URL: v}
	for _, o := range old {
		if o.URL == v {
			e = o
		}
	}
	m.Endpoints = []Endpoint{e}
}

// telegram takes the bot's settings; an empty token means no bot.
func (l *loader) telegram() {
	t := &l.config.Telegram
	if v, set := l.env("KOKORON_TELEGRAM_TOKEN"); set {
		t.Token = NewSecret(strings.TrimSpace(v))
		if t.Token.Set() && !CheckToken(t.Token.Reveal()) {
			l.problem("KOKORON_TELEGRAM_TOKEN", "", catalog.Say(catalog.SettingToken))
		}
	}
	if v, _ := l.env("KOKORON_TELEGRAM_OWNER"); v != "" {
		n, err := strconv.ParseInt(v, 10, 64)
		if t.Owner = n; err != nil || n <= 0 {
			l.problem("KOKORON_TELEGRAM_OWNER", show("owner", v), catalog.Say(catalog.SettingUser))
		}
	}
	if v, _ := l.env("KOKORON_TELEGRAM_API"); v != "" {
		t.API = strings.TrimRight(v, "/")
		l.check("KOKORON_TELEGRAM_API", v, CheckURL(v))
	}
}

func (l *loader) check(key, value string, fix *catalog.Message) {
	if fix != nil {
		l.problem(key, show("url", value), fix)
	}
}

// locale fills in the language and the zone where nothing sets them: from the
// environment and the machine.
func (l *loader) locale() {
	c := l.config
	if c.Language == "" {
		c.Language = Language(l.env)
	}
	if c.Zone == nil {
		c.Zone, c.ZoneGuessed = l.machineZone(), true
	}
}

// Language is that of the environment, for where no setting says one.
func Language(env Lookup) text.Lang {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} { // POSIX order
		if v, _ := env(name); v != "" {
			return catalog.Locale(v)
		}
	}
	return catalog.Locale("")
}

// machineZone is the zone the machine is set to, by its IANA name; UTC where
// it has none.
func (l *loader) machineZone() *time.Location {
	name, _ := l.env("TZ")
	if name == "" {
		if link, err := os.Readlink("/etc/localtime"); err == nil {
			_, name, _ = strings.Cut(link, "zoneinfo/")
		}
	}
	if z, err := time.LoadLocation(strings.TrimPrefix(name, ":")); err == nil && name != "" {
		return z
	}
	return time.UTC
}
