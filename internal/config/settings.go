package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// loader gathers the settings and what is wrong with them.
type loader struct {
	config   *Config
	env      Lookup
	problems []Problem
}

// setting is one key of a table whose values go into a T. take says what is
// wrong with a value, nil if nothing.
type setting[T any] struct {
	key  string
	take func(l *loader, into *T, value any) (fix *catalog.Message)
}

var settings = []setting[Config]{
	{"language", str(func(_ *loader, c *Config, s string) *catalog.Message { return setLanguage(c, s) })},
	{"zone", str(func(_ *loader, c *Config, s string) *catalog.Message { return setZone(c, s) })},
	{"listen", str(func(_ *loader, c *Config, s string) *catalog.Message { c.Listen = s; return checkListen(s) })},
	{"origins", origins},
	{"owner", str(func(_ *loader, c *Config, s string) *catalog.Message { c.Owner = s; return CheckOwner(s) })},
	{"model.name", str(func(_ *loader, c *Config, s string) *catalog.Message { c.Model.Name = s; return nil })},
	{"model.temperature", number(0, 2, func(c *Config) *float64 { return &c.Model.Temperature })},
	{"model.top_p", number(0.01, 1, func(c *Config) *float64 { return &c.Model.TopP })},
	{"model.top_k", whole(0, 1000, func(c *Config) *int { return &c.Model.TopK })},
	{"model.min_p", number(0, 1, func(c *Config) *float64 { return &c.Model.MinP })},
	{"model.repetition_penalty", number(0.5, 2, func(c *Config) *float64 { return &c.Model.RepetitionPenalty })},
	{"model.max_tokens", whole(16, 32768, func(c *Config) *int { return &c.Model.MaxTokens })},
	{"model.thinking", yesNo(func(c *Config) *bool { return &c.Model.Thinking })},
	{"model.endpoint", endpoints},
	{"embed.url", str(func(_ *loader, c *Config, s string) *catalog.Message { return c.Embed.set(s) })},
	{"embed.model", str(func(_ *loader, c *Config, s string) *catalog.Message { c.Embed.Model = s; return nil })},
	{"embed.prefix", str(func(_ *loader, c *Config, s string) *catalog.Message {
		if c.Embed.Prefix = s; !slices.Contains([]string{"text", "input_type", "none"}, s) {
			return catalog.Say(catalog.SettingPrefix)
		}
		return nil
	})},
	{"embed.key_env", str(func(l *loader, c *Config, s string) *catalog.Message { return l.fromEnv(&c.Embed.Key, s) })},
	{"embed.key_file", str(func(l *loader, c *Config, s string) *catalog.Message { return l.fromFile(&c.Embed.Key, s) })},
	{"chroma.url", str(func(_ *loader, c *Config, s string) *catalog.Message { return c.Chroma.set(s) })},
	{"learning.approval", str(func(_ *loader, c *Config, s string) *catalog.Message {
		if c.LearnAlone = s == "automatic"; !c.LearnAlone && s != "owner" {
			return catalog.Say(catalog.SettingApproval)
		}
		return nil
	})},
	{"autonomy.enabled", yesNo(func(c *Config) *bool { return &c.Autonomy.Enabled })},
	{"autonomy.active_hours", str(func(_ *loader, c *Config, s string) *catalog.Message { return setHours(c, s) })},
	{"autonomy.messages_per_day", whole(1, governor.MostPerDay, func(c *Config) *int { return &c.Autonomy.Policy.PerDay })},
	{"autonomy.gap", minutes(1, 24*60, func(c *Config) *time.Duration { return &c.Autonomy.Policy.Gap })},
	{"autonomy.pace", minutes(1, 180, func(c *Config) *time.Duration { return &c.Autonomy.Pace })},
	{"autonomy.briefing", str(func(_ *loader, c *Config, s string) *catalog.Message { return setBriefing(c, s) })},
	{"autonomy.unanswered", whole(1, 100, func(c *Config) *int { return &c.Autonomy.Policy.Unanswered })},
	{"telegram.owner", func(_ *loader, c *Config, v any) *catalog.Message {
		n, ok := v.(int64)
		if !ok || n <= 0 {
			return catalog.Say(catalog.SettingUser)
		}
		c.Telegram.Owner = n
		return nil
	}},
	{"telegram.api", str(func(_ *loader, c *Config, s string) *catalog.Message {
		c.Telegram.API = strings.TrimRight(s, "/")
		return CheckURL(s)
	})},
	{"telegram.token_env", str(func(l *loader, c *Config, s string) *catalog.Message { return l.fromEnv(&c.Telegram.Token, s) })},
	{"telegram.token_file", str(func(l *loader, c *Config, s string) *catalog.Message { return l.fromFile(&c.Telegram.Token, s) })},
}

var endpointSettings = []setting[Endpoint]{
	{"url", str(func(_ *loader, e *Endpoint, s string) *catalog.Message {
		e.URL = strings.TrimRight(s, "/")
		return CheckURL(s)
	})},
	{"model", str(func(_ *loader, e *Endpoint, s string) *catalog.Message { e.Model = s; return nil })},
	{"key_env", str(func(l *loader, e *Endpoint, s string) *catalog.Message { return l.fromEnv(&e.Key, s) })},
	{"key_file", str(func(l *loader, e *Endpoint, s string) *catalog.Message { return l.fromFile(&e.Key, s) })},
	{"window", func(_ *loader, e *Endpoint, v any) *catalog.Message {
		n, ok := v.(int64)
		if !ok || n < 512 || n > 10_000_000 {
			return catalog.Say(catalog.SettingWindow)
		}
		e.Window = int(n)
		return nil
	}},
}

func str[T any](take func(*loader, *T, string) *catalog.Message) func(*loader, *T, any) *catalog.Message {
	return func(l *loader, into *T, v any) *catalog.Message {
		s, ok := v.(string)
		if !ok {
			return catalog.Say(catalog.SettingText)
		}
		return take(l, into, s)
	}
}

func number(from, to float64, at func(*Config) *float64) func(*loader, *Config, any) *catalog.Message {
	return func(_ *loader, c *Config, v any) *catalog.Message {
		f, ok := v.(float64)
		if n, isInt := v.(int64); isInt {
			f, ok = float64(n), true
		}
		if !ok || !(f >= from && f <= to) { // written so that nan fails
			return catalog.Say(catalog.SettingNumber, "from", fmt.Sprint(from), "to", fmt.Sprint(to))
		}
		*at(c) = f
		return nil
	}
}

func whole(from, to int64, at func(*Config) *int) func(*loader, *Config, any) *catalog.Message {
	return func(_ *loader, c *Config, v any) *catalog.Message {
		n, ok := v.(int64)
		if !ok || n < from || n > to {
			return catalog.Say(catalog.SettingWhole, "from", fmt.Sprint(from), "to", fmt.Sprint(to))
		}
		*at(c) = int(n)
		return nil
	}
}

func yesNo(at func(*Config) *bool) func(*loader, *Config, any) *catalog.Message {
	return func(_ *loader, c *Config, v any) *catalog.Message {
		b, ok := v.(bool)
		if !ok {
			return catalog.Say(catalog.SettingYesNo)
		}
		*at(c) = b
		return nil
	}
}

// origins reads the list of addresses of a proxy.
func origins(_ *loader, c *Config, v any) *catalog.Message {
	list, ok := v.([]any)
	for _, one := range list {
		s, isText := one.(string)
		u, err := url.Parse(s)
		ok = ok && isText && err == nil && CheckURL(s) == nil && strings.Trim(u.Path, "/") == ""
		c.Origins = append(c.Origins, strings.TrimRight(s, "/"))
	}
	if !ok {
		return catalog.Say(catalog.SettingOrigins)
	}
	return nil
}

// endpoints reads [[model.endpoint]].
func endpoints(l *loader, c *Config, v any) *catalog.Message {
	list, ok := v.([]map[string]any)
	if !ok {
		return catalog.Say(catalog.SettingTables)
	}
	for i, table := range list {
		var e Endpoint
		prefix := fmt.Sprintf("model.endpoint[%d].", i+1)
		apply(l, prefix, endpointSettings, table, &e)
		if _, ok := table["url"]; !ok {
			l.problem(prefix+"url", "", catalog.Say(catalog.SettingMissing, "example", "url = \"http://127.0.0.1:11434/v1\""))
		}
		c.Model.Endpoints = append(c.Model.Endpoints, e)
	}
	return nil
}

// file reads config.toml.
func (l *loader) file(raw []byte) {
	var tree map[string]any
	if _, err := toml.Decode(string(raw), &tree); err != nil {
		var bad toml.ParseError
		if errors.As(err, &bad) {
			l.problem(fmt.Sprintf("%s:%d", FileName, bad.Position.Line), "", catalog.Say(catalog.SettingUnread, "detail", bad.Message))
			return
		}
		l.problem(FileName, "", catalog.Say(catalog.SettingUnread, "detail", err.Error()))
		return
	}
	apply(l, "", settings, flatten("", tree, map[string]any{}), l.config)
}

// flatten turns nested tables into keys with dots.
func flatten(prefix string, tree, into map[string]any) map[string]any {
	for k, v := range tree {
		sub, table := v.(map[string]any)
		if table && !known(prefix+k) && (len(sub) > 0 || section(prefix+k)) {
			flatten(prefix+k+".", sub, into)
			continue
		}
		into[prefix+k] = v
	}
	return into
}

func known(key string) bool {
	return slices.ContainsFunc(settings, func(s setting[Config]) bool { return s.key == key })
}

// section reports whether name is a table that holds settings.
func section(name string) bool {
	return slices.ContainsFunc(settings, func(s setting[Config]) bool { return strings.HasPrefix(s.key, name+".") })
}

// apply takes the values of one table, in the order of the settings so that
// the problems come in a fixed order, and refuses the rest.
func apply[T any](l *loader, prefix string, table []setting[T], values map[string]any, into *T) {
	var names []string
	for _, s := range table {
		names = append(names, s.key)
		v, ok := values[s.key]
		if !ok {
			continue
		}
		if fix := s.take(l, into, v); fix != nil {
			l.problem(prefix+s.key, show(s.key, v), fix)
		}
	}
	var unknown []string
	for k := range values {
		if !slices.Contains(names, k) {
			unknown = append(unknown, k)
		}
	}
	slices.Sort(unknown)
	for _, k := range unknown {
		p := unknownKey(k, names)
		p.Key = prefix + k
		l.problems = append(l.problems, p)
	}
}

func (l *loader) problem(key, value string, fix *catalog.Message) {
	l.problems = append(l.problems, Problem{Key: key, Value: value, Fix: fix})
}

// variable is how environment variables are usually named.
var variable = regexp.MustCompile(`^[A-Z][A-Z_]{0,40}$`)

// keyLike is what keys and tokens are made of: long, letters and digits.
var keyLike = regexp.MustCompile(`[A-Za-z0-9_-]{16,}`)

// secretive reports whether a value may hold a password, a key or a token, put
// into the wrong place.
func secretive(v string) bool {
	if strings.Contains(v, "@") || strings.Contains(v, "?") || strings.Contains(v, "#") {
		return true // parts of an address that hold them
	}
	return slices.ContainsFunc(keyLike.FindAllString(v, -1), func(s string) bool {
		return strings.ContainsAny(s, "0123456789")
	})
}

// show is a value as a problem quotes it: short, and nothing that may hold a
// secret.
func show(key string, v any) string {
	switch v := v.(type) {
	case string:
		switch {
		case secretive(v),
			strings.HasSuffix(key, "_env") && !variable.MatchString(v), // perhaps the secret itself
			strings.HasSuffix(key, "_file"):
			return ""
		}
		if r := []rune(v); len(r) > 80 {
			v = string(r[:80]) + "…"
		}
		return strconv.Quote(v)
	case int64, float64, bool:
		return fmt.Sprint(v)
	}
	return ""
}

// fromEnv takes a secret from the variable that a setting names.
func (l *loader) fromEnv(into *Secret, name string) *catalog.Message {
	if into.Set() {
		return catalog.Say(catalog.SettingTwice)
	}
	v, _ := l.env(name)
	if v = strings.TrimSpace(v); v == "" {
		return catalog.Say(catalog.SettingEnv)
	}
	*into = NewSecret(v)
	return nil
}

// fromFile takes a secret from the file that a setting names, relative to the
// home.
func (l *loader) fromFile(into *Secret, name string) *catalog.Message {
	if into.Set() {
		return catalog.Say(catalog.SettingTwice)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(l.config.Home, name)
	}
	raw, err := ReadFile(name)
	if err != nil || strings.TrimSpace(string(raw)) == "" {
		return catalog.Say(catalog.SettingSecret)
	}
	*into = NewSecret(strings.TrimSpace(string(raw)))
	return nil
}

func setLanguage(c *Config, s string) *catalog.Message {
	if !slices.Contains(catalog.Langs, text.Lang(s)) {
		return catalog.Say(catalog.SettingChoice, "known", "ja, en, zh")
	}
	c.Language = text.Lang(s)
	return nil
}

func setZone(c *Config, s string) *catalog.Message {
	z, err := time.LoadLocation(s)
	if err != nil || s == "" || s == "Local" {
		return catalog.Say(catalog.SettingZone)
	}
	c.Zone = z
	return nil
}

// MaxOwner is the longest name of an owner, in characters.
const MaxOwner = 40

// CheckOwner says what is wrong with a way to call the owner, nil if nothing.
func CheckOwner(s string) *catalog.Message {
	if utf8.RuneCountInString(s) > MaxOwner || strings.ContainsAny(s, "{}<>") ||
		strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return catalog.Say(catalog.SettingOwner, "max", strconv.Itoa(MaxOwner), "marks", "{ } < >")
	}
	return nil
}

// set takes an address, "" for none; it says what is wrong with it.
func (s *Service) set(url string) *catalog.Message {
	*s = Service{URL: strings.TrimRight(url, "/")}
	if url == "" {
		return nil
	}
	return CheckURL(url)
}

// CheckURL says what is wrong with a server's address, nil if nothing.
func CheckURL(s string) *catalog.Message {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return catalog.Say(catalog.SettingURL)
	case u.User != nil:
		return catalog.Say(catalog.SettingURLUser)
	case u.RawQuery != "" || u.Fragment != "":
		return catalog.Say(catalog.SettingURLQuery)
	}
	return nil
}

func checkListen(s string) *catalog.Message {
	host, port, err := net.SplitHostPort(s)
	n, perr := strconv.Atoi(port)
	if err != nil || perr != nil || n < 0 || n > 65535 {
		return catalog.Say(catalog.SettingListen)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return catalog.Say(catalog.SettingOpen, "port", port)
	}
	return nil
}
