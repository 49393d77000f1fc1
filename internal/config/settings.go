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
// wrong with a value, "" if nothing.
type setting[T any] struct {
	key  string
	take func(l *loader, into *T, value any) (fix string)
}

var settings = []setting[Config]{
	{"language", str(func(_ *loader, c *Config, s string) string { return setLanguage(c, s) })},
	{"zone", str(func(_ *loader, c *Config, s string) string { return setZone(c, s) })},
	{"listen", str(func(_ *loader, c *Config, s string) string { c.Listen = s; return checkListen(s) })},
	{"origins", origins},
	{"owner", str(func(_ *loader, c *Config, s string) string { c.Owner = s; return CheckOwner(s) })},
	{"model.name", str(func(_ *loader, c *Config, s string) string { c.Model.Name = s; return "" })},
	{"model.temperature", number(0, 2, func(c *Config) *float64 { return &c.Model.Temperature })},
	{"model.top_p", number(0.01, 1, func(c *Config) *float64 { return &c.Model.TopP })},
	{"model.top_k", whole(0, 1000, func(c *Config) *int { return &c.Model.TopK })},
	{"model.min_p", number(0, 1, func(c *Config) *float64 { return &c.Model.MinP })},
	{"model.repetition_penalty", number(0.5, 2, func(c *Config) *float64 { return &c.Model.RepetitionPenalty })},
	{"model.max_tokens", whole(16, 32768, func(c *Config) *int { return &c.Model.MaxTokens })},
	{"model.thinking", yesNo(func(c *Config) *bool { return &c.Model.Thinking })},
	{"model.endpoint", endpoints},
	{"embed.url", str(func(_ *loader, c *Config, s string) string { return c.Embed.set(s) })},
	{"embed.model", str(func(_ *loader, c *Config, s string) string { c.Embed.Model = s; return "" })},
	{"embed.prefix", str(func(_ *loader, c *Config, s string) string {
		if c.Embed.Prefix = s; !slices.Contains([]string{"text", "input_type", "none"}, s) {
			return "must be text, input_type or none; without this line it is guessed"
		}
		return ""
	})},
	{"embed.key_env", str(func(l *loader, c *Config, s string) string { return l.fromEnv(&c.Embed.Key, s) })},
	{"embed.key_file", str(func(l *loader, c *Config, s string) string { return l.fromFile(&c.Embed.Key, s) })},
	{"chroma.url", str(func(_ *loader, c *Config, s string) string { return c.Chroma.set(s) })},
	{"learning.approval", str(func(_ *loader, c *Config, s string) string {
		if c.LearnAlone = s == "automatic"; !c.LearnAlone && s != "owner" {
			return "must be owner (rules about behaviour wait for you) or automatic"
		}
		return ""
	})},
	{"autonomy.enabled", yesNo(func(c *Config) *bool { return &c.Autonomy.Enabled })},
	{"autonomy.active_hours", str(func(_ *loader, c *Config, s string) string { return setHours(c, s) })},
	{"autonomy.messages_per_day", whole(1, governor.MostPerDay, func(c *Config) *int { return &c.Autonomy.Policy.PerDay })},
	{"autonomy.gap", minutes(1, 24*60, func(c *Config) *time.Duration { return &c.Autonomy.Policy.Gap })},
	{"autonomy.pace", minutes(1, 180, func(c *Config) *time.Duration { return &c.Autonomy.Pace })},
	{"autonomy.briefing", str(func(_ *loader, c *Config, s string) string { return setBriefing(c, s) })},
	{"autonomy.unanswered", whole(1, 100, func(c *Config) *int { return &c.Autonomy.Policy.Unanswered })},
	{"telegram.owner", func(_ *loader, c *Config, v any) string {
		n, ok := v.(int64)
		if !ok || n <= 0 {
			return "must be your Telegram user id, a whole number"
		}
		c.Telegram.Owner = n
		return ""
	}},
	{"telegram.api", str(func(_ *loader, c *Config, s string) string {
		c.Telegram.API = strings.TrimRight(s, "/")
		return CheckURL(s)
	})},
	{"telegram.token_env", str(func(l *loader, c *Config, s string) string { return l.fromEnv(&c.Telegram.Token, s) })},
	{"telegram.token_file", str(func(l *loader, c *Config, s string) string { return l.fromFile(&c.Telegram.Token, s) })},
}

var endpointSettings = []setting[Endpoint]{
	{"url", str(func(_ *loader, e *Endpoint, s string) string { e.URL = strings.TrimRight(s, "/"); return CheckURL(s) })},
	{"model", str(func(_ *loader, e *Endpoint, s string) string { e.Model = s; return "" })},
	{"key_env", str(func(l *loader, e *Endpoint, s string) string { return l.fromEnv(&e.Key, s) })},
	{"key_file", str(func(l *loader, e *Endpoint, s string) string { return l.fromFile(&e.Key, s) })},
	{"window", func(_ *loader, e *Endpoint, v any) string {
		n, ok := v.(int64)
		if !ok || n < 512 || n > 10_000_000 {
			return "must be the model's context in tokens, a whole number from 512"
		}
		e.Window = int(n)
		return ""
	}},
}

func str[T any](take func(*loader, *T, string) string) func(*loader, *T, any) string {
	return func(l *loader, into *T, v any) string {
		s, ok := v.(string)
		if !ok {
			return "must be a text in quotes"
		}
		return take(l, into, s)
	}
}

func number(from, to float64, at func(*Config) *float64) func(*loader, *Config, any) string {
	return func(_ *loader, c *Config, v any) string {
		f, ok := v.(float64)
		if n, isInt := v.(int64); isInt {
			f, ok = float64(n), true
		}
		if !ok || !(f >= from && f <= to) { // written so that nan fails
			return fmt.Sprintf("must be a number from %v to %v", from, to)
		}
		*at(c) = f
		return ""
	}
}

func whole(from, to int64, at func(*Config) *int) func(*loader, *Config, any) string {
	return func(_ *loader, c *Config, v any) string {
		n, ok := v.(int64)
		if !ok || n < from || n > to {
			return fmt.Sprintf("must be a whole number from %d to %d", from, to)
		}
		*at(c) = int(n)
		return ""
	}
}

func yesNo(at func(*Config) *bool) func(*loader, *Config, any) string {
	return func(_ *loader, c *Config, v any) string {
		b, ok := v.(bool)
		if !ok {
			return "must be true or false, without quotes"
		}
		*at(c) = b
		return ""
	}
}

// origins reads the list of addresses of a proxy.
func origins(_ *loader, c *Config, v any) string {
	list, ok := v.([]any)
	for _, one := range list {
		s, isText := one.(string)
		u, err := url.Parse(s)
		ok = ok && isText && err == nil && CheckURL(s) == "" && strings.Trim(u.Path, "/") == ""
		c.Origins = append(c.Origins, strings.TrimRight(s, "/"))
	}
	if !ok {
		return "must be a list of addresses without a path, such as [\"https://kokoron.example\"]"
	}
	return ""
}

// endpoints reads [[model.endpoint]].
func endpoints(l *loader, c *Config, v any) string {
	list, ok := v.([]map[string]any)
	if !ok {
		return "must be one or more tables that begin with [[model.endpoint]]"
	}
	for i, table := range list {
		var e Endpoint
		prefix := fmt.Sprintf("model.endpoint[%d].", i+1)
		apply(l, prefix, endpointSettings, table, &e)
		if _, ok := table["url"]; !ok {
			l.problem(prefix+"url", "", "is missing; write for example url = \"http://127.0.0.1:11434/v1\"")
		}
		c.Model.Endpoints = append(c.Model.Endpoints, e)
	}
	return ""
}

// file reads config.toml.
func (l *loader) file(raw []byte) {
	var tree map[string]any
	if _, err := toml.Decode(string(raw), &tree); err != nil {
		var bad toml.ParseError
		if errors.As(err, &bad) {
			l.problem(fmt.Sprintf("line %d", bad.Position.Line), "", "cannot be read ("+bad.Message+
				"); texts need quotes, and each key stands once")
			return
		}
		l.problem(FileName, "", err.Error())
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
		if fix := s.take(l, into, v); fix != "" {
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

func (l *loader) problem(key, value, fix string) {
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
func (l *loader) fromEnv(into *Secret, name string) string {
	if into.Set() {
		return "name the secret once, by its variable or by its file"
	}
	v, _ := l.env(name)
	if v = strings.TrimSpace(v); v == "" {
		return "the environment variable it names is not set; set it, or delete this line (the secret itself does not belong here)"
	}
	*into = NewSecret(v)
	return ""
}

// fromFile takes a secret from the file that a setting names, relative to the
// home.
func (l *loader) fromFile(into *Secret, name string) string {
	if into.Set() {
		return "name the secret once, by its variable or by its file"
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(l.config.Home, name)
	}
	raw, err := ReadFile(name)
	if err != nil || strings.TrimSpace(string(raw)) == "" {
		return "the file it names is empty or cannot be read; put the secret into it, or delete this line"
	}
	*into = NewSecret(strings.TrimSpace(string(raw)))
	return ""
}

func setLanguage(c *Config, s string) string {
	if !slices.Contains(catalog.Langs, text.Lang(s)) {
		return "must be ja, en or zh"
	}
	c.Language = text.Lang(s)
	return ""
}

func setZone(c *Config, s string) string {
	z, err := time.LoadLocation(s)
	if err != nil || s == "" || s == "Local" {
		return "is no known time zone; write for example Asia/Tokyo"
	}
	c.Zone = z
	return ""
}

// MaxOwner is the longest name of an owner, in characters.
const MaxOwner = 40

// CheckOwner says what is wrong with a way to call the owner, "" if nothing.
func CheckOwner(s string) string {
	if utf8.RuneCountInString(s) > MaxOwner || strings.ContainsAny(s, "{}<>") ||
		strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Sprintf("must be one line of at most %d characters, without { } < >", MaxOwner)
	}
	return ""
}

// set takes an address, "" for none; it says what is wrong with it.
func (s *Service) set(url string) string {
	*s = Service{URL: strings.TrimRight(url, "/")}
	if url == "" {
		return ""
	}
	return CheckURL(url)
}

// CheckURL says what is wrong with a server's address, "" if nothing.
func CheckURL(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "must be an address that begins with http:// or https://"
	case u.User != nil:
		return "must not hold a name or password; put the key into key_env or key_file"
	case u.RawQuery != "" || u.Fragment != "":
		return "must end with the path, such as /v1, without ? or #"
	}
	return ""
}

func checkListen(s string) string {
	host, port, err := net.SplitHostPort(s)
	n, perr := strconv.Atoi(port)
	if err != nil || perr != nil || n < 0 || n > 65535 {
		return "must be an address and a port, such as 127.0.0.1:18790 (port 0 picks a free one)"
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "would open kokoron to other machines without encryption; use 127.0.0.1:" + port + ", with a proxy in front that has it (origins)"
	}
	return ""
}
