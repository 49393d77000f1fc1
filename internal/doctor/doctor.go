// Package doctor looks at a home and its surroundings and says what is wrong
// and what to do about it, in the person's language.
//
// It changes nothing: a home that does not exist is not created, a running
// companion is only asked for its address, and the database is opened only
// when nobody else has it. Looking at a model costs it one answer of a few
// tokens. The findings come in a fixed order. It never repairs anything.
package doctor

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/text"
)

// Level says how bad a finding is.
type Level string

// The levels: fine, worth knowing, to be repaired.
const (
	OK   Level = "ok"
	Warn Level = "warn"
	Fail Level = "fail"
)

// Finding is one thing seen. ID is stable across versions and languages.
type Finding struct {
	ID    string `json:"id"`
	Level Level  `json:"level"`
	Text  string `json:"text"` // with the fix, where there is something to fix
}

// Report is everything seen.
type Report struct {
	Lang     text.Lang `json:"-"`  // of the texts
	OK       bool      `json:"ok"` // nothing failed
	Findings []Finding `json:"findings"`
}

// Concerns counts the findings that are not fine.
func (r Report) Concerns() int {
	n := 0
	for _, f := range r.Findings {
		if f.Level != OK {
			n++
		}
	}
	return n
}

// Options say what is looked at.
type Options struct {
	Home  string        // the data folder, absolute
	Env   config.Lookup // the environment over the settings
	Lang  text.Lang     // of the texts where the settings cannot be read
	Clock clock.Clock
	Ports []int // where local model servers are looked for
}

// visit is one examination.
type visit struct {
	Options
	cfg     config.Config // usable only where the settings could be read
	running *pong         // nil: no companion answers
	found   []Finding
}

// Examine looks at everything. It takes at most about a minute, less than a
// second where a model answers quickly; an end of ctx cuts it short.
func Examine(ctx context.Context, o Options) Report {
	v := &visit{Options: o}
	readable := v.settings()
	v.persona()
	v.folder()
	v.files()
	v.companion(ctx)
	if readable {
		v.port()
		v.zone()
		v.origins(ctx)
		v.telegram(ctx)
		v.models(ctx)
		v.meaning(ctx)
		v.mirror(ctx)
	}
	r := Report{Lang: v.Lang, OK: true, Findings: v.found}
	for _, f := range r.Findings {
		r.OK = r.OK && f.Level != Fail
	}
	return r
}

// add notes a finding by the key of its text.
func (v *visit) add(l Level, key catalog.Key, pairs ...string) {
	_, id, _ := strings.Cut(string(key), ".")
	v.found = append(v.found, Finding{ID: id, Level: l, Text: catalog.Text(v.Lang, key, pairs...)})
}

// settings reads the configuration and reports whether it can be used.
func (v *visit) settings() bool {
	cfg, err := config.Load(v.Home, v.Env)
	var bad *config.Invalid
	switch {
	case errors.As(err, &bad):
		v.mistakes(bad)
		return false
	case err != nil:
		v.add(Fail, catalog.HomeUnusable, "home", v.Home, "detail", err.Error())
		return false
	}
	v.cfg, v.Lang = cfg, cfg.Language
	if cfg.Found {
		v.add(OK, catalog.DoctorConfigOK, "path", cfg.Path)
	} else {
		v.add(OK, catalog.DoctorConfigNone, "path", cfg.Path)
	}
	return true
}

// mistakes reports what is wrong with the settings, the zone by itself.
func (v *visit) mistakes(bad *config.Invalid) {
	v.Lang = bad.Lang
	rest := config.Invalid{Path: bad.Path}
	for _, p := range bad.Problems {
		if p.Key == "zone" {
			zone, err := strconv.Unquote(p.Value)
			if err != nil {
				zone = p.Value
			}
			v.add(Fail, catalog.DoctorZoneUnknown, "zone", zone)
			continue
		}
		rest.Problems = append(rest.Problems, p)
	}
	if len(rest.Problems) > 0 {
		v.add(Fail, catalog.BadConfig, "path", rest.Path, "detail", rest.In(v.Lang))
	}
}

// zone reports where the time zone comes from. UTC as a guess means that the
// machine has none.
func (v *visit) zone() {
	if !v.cfg.ZoneGuessed {
		return
	}
	level, zone := OK, v.cfg.Zone.String()
	if strings.HasSuffix(zone, "UTC") { // Etc/UTC is the same
		level = Warn
	}
	v.add(level, catalog.DoctorZoneUnset, "zone", zone)
}
