package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/simulate"
)

// The bounds of --days.
const (
	simulatedDays = 7
	mostSimulated = 3660
)

// simulated lives days through in a home of its own.
func simulated(ctx context.Context, p *program) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	cfg, ok := p.settings()
	if !ok {
		return exitFailed
	}
	o, wrong := p.simulation(cfg)
	if wrong != "" {
		p.complain(wrong)
		return exitUsage
	}
	r, err := simulate.Simulate(ctx, o)
	if err == nil && p.flags["--html"] != "" {
		err = p.simulatedPage(r)
	}
	var raw []byte
	if err == nil {
		raw, err = json.Marshal(r)
	}
	switch {
	case errors.Is(err, context.Canceled):
		p.complain(p.say(catalog.SimulateEnded))
		return exitFailed
	case err != nil:
		p.complain(p.say(catalog.SimulateFailed, "detail", catalog.Words(p.lang, err)))
		return exitFailed
	}
	if p.json() {
		return p.printJSON(raw)
	}
	fmt.Fprintln(p.stdout, r.Summary(p.lang))
	for _, q := range r.Questions {
		fmt.Fprintln(p.stdout, p.say(catalog.SimulateQuestion, "question", q.Question, "before", strconv.Itoa(q.Before.Rank), "after", strconv.Itoa(q.After.Rank)))
	}
	p.lived(r)
	return exitOK
}

// simulation is what the flags ask for; wrong says what is wrong with them.
func (p *program) simulation(cfg config.Config) (o simulate.Options, wrong string) {
	o = simulate.Options{Days: simulatedDays, Home: p.flags["--keep"], Log: slog.New(slog.DiscardHandler)}
	o.Progress = func(day, days int) {
		if !p.json() || day%10 == 0 {
			p.complain(p.say(catalog.SimulateProgress, "day", strconv.Itoa(day), "days", strconv.Itoa(days)))
		}
	}
	var err error
	if s := p.flags["--days"]; s != "" {
		if o.Days, err = strconv.Atoi(s); err != nil || o.Days < 1 || o.Days > mostSimulated {
			return o, p.say(catalog.SimulateDays, "text", s)
		}
	}
	seed := uint64(1)
	if s := p.flags["--seed"]; s != "" {
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			return o, p.say(catalog.SimulateSeed, "text", s)
		}
	}
	switch from, script := p.flags["--from"], p.flags["--script"]; {
	case from != "" && (from != "diary" || script != ""):
		return o, p.say(catalog.SimulateFrom, "text", from)
	case from != "":
		dir := filepath.Join(cfg.Home, "diary")
		if _, err = os.Stat(dir); err == nil { // to open it would make it
			o.Script, err = simulate.FromDiary(dir, cfg.Zone, o.Days)
		}
		o.Script.Lang, o.Script.Owner, o.Autonomy = cfg.Language, cfg.Owner, &cfg.Autonomy
	case script != "":
		o.Script, err = readScript(script)
		var mistake *simulate.ScriptError
		if errors.As(err, &mistake) {
			detail := p.say(catalog.ScriptIn, "path", script, "mistake", mistake.In(p.lang))
			return o, p.say(catalog.SimulateFailed, "detail", detail)
		}
	default:
		o.Script = simulate.Life{Lang: p.lang, Zone: cfg.Zone, Start: clock.Real{}.Now(), Days: o.Days, Seed: seed}.Script()
	}
	if err != nil {
		return o, p.say(catalog.SimulateFailed, "detail", catalog.Words(p.lang, err))
	}
	if p.flags["--seed"] != "" || p.flags["--script"] == "" {
		o.Script.Seed = seed
	}
	if wrong := p.simulatedServers(cfg, &o); wrong != "" {
		return o, wrong
	}
	switch p.flags["--model"] {
	case "", "scripted":
	case "live":
		if len(cfg.Model.Servers()) == 0 {
			return o, p.say(catalog.SimulateNoModel)
		}
		o.Live, o.Autonomy = &cfg.Model, &cfg.Autonomy // nothing comes out the same twice anyway
	default:
		return o, p.say(catalog.SimulateModel)
	}
	return o, ""
}

// simulatedServers lets the simulated home use the servers outside that --with
// names, which are those of the settings.
func (p *program) simulatedServers(cfg config.Config, o *simulate.Options) (wrong string) {
	if p.flags["--with"] == "" {
		return ""
	}
	for what := range strings.SplitSeq(p.flags["--with"], ",") {
		switch {
		case what == "embed" && cfg.Embed.URL != "":
			o.Embed = cfg.Embed
		case what == "chroma" && cfg.Chroma.URL != "":
			o.Chroma = cfg.Chroma
		default:
			return p.say(catalog.SimulateWith, "text", what)
		}
	}
	return ""
}

func readScript(path string) (simulate.Script, error) {
	f, err := os.Open(path)
	if err != nil {
		return simulate.Script{}, err
	}
	defer f.Close()
	return simulate.ReadScript(f)
}

// simulatedPage writes the page beside and renames it into its place.
func (p *program) simulatedPage(r simulate.Report) error {
	path := p.flags["--html"]
	f, err := os.OpenFile(path+".tmp", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fs.FileMode(0o600))
	if err != nil {
		return err
	}
	err = errors.Join(simulate.WritePage(f, r, p.lang), f.Close())
	if err == nil {
		err = os.Rename(path+".tmp", path)
	}
	return err
}
