package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/text"
)

// consult puts a question to the desk of the home, beside a running companion
// or without one. With --json the answer is printed as it is. show says that it
// is left to be shown to people; else code is the exit code.
func (p *program) consult(ctx context.Context, op string, ask app.Ask, answer any) (cfg config.Config, show bool, code int) {
	cfg, raw, ok, code := p.askDesk(ctx, op, ask, answer)
	if ok && p.json() {
		return cfg, false, p.printJSON(raw)
	}
	return cfg, ok, code
}

// askDesk puts a question to the desk and prints nothing but what went wrong; ok
// says that there is an answer, else code is the exit code.
func (p *program) askDesk(ctx context.Context, op string, ask app.Ask, answer any) (cfg config.Config, raw json.RawMessage, ok bool, code int) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if cfg, ok = p.settings(); !ok {
		return cfg, nil, false, exitFailed
	}
	log, file, err := logFile(cfg)
	if err != nil {
		p.complain(p.explain(err, cfg))
		return cfg, nil, false, exitFailed
	}
	defer file.Close()
	ask.As = p.flags["--as"]
	raw, err = app.AskDesk(ctx, cfg, log, op, ask, p.progress())
	if err == nil {
		err = json.Unmarshal(raw, answer)
	}
	if err != nil {
		if ctx.Err() == nil { // by a signal: whoever sent it knows
			p.complain(p.explain(err, cfg))
		}
		return cfg, nil, false, exitFailed
	}
	return cfg, raw, true, exitOK
}

func (p *program) json() bool { return p.flags["--json"] != "" }

// printJSON prints an answer with line breaks.
func (p *program) printJSON(raw json.RawMessage) int {
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		p.complain(p.say(catalog.Failed, "detail", err.Error()))
		return exitFailed
	}
	fmt.Fprintln(p.stdout, out.String())
	return exitOK
}

// progress tells how far a long operation is, once a second.
func (p *program) progress() func(app.Progress) {
	var last time.Time
	return func(at app.Progress) {
		if now := time.Now(); at.Done == at.All || now.Sub(last) >= time.Second {
			last = now
			fmt.Fprintf(p.stderr, "%d/%d\n", at.Done, at.All)
		}
	}
}

// limit reads --limit; what is wrong with it is said.
func (p *program) limit(usual int) (n int, ok bool) {
	given, set := p.flags["--limit"]
	if !set {
		return usual, true
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < 0 {
		p.complain(p.say(catalog.FlagCount, "flag", "--limit", "value", given))
		return 0, false
	}
	return n, true
}

// choice reads a flag that may have one of some values; what is wrong with it
// is said.
func (p *program) choice(flag, usual string, known ...string) (value string, ok bool) {
	value, set := p.flags[flag]
	if !set {
		return usual, true
	}
	for _, k := range known {
		if k == value {
			return value, true
		}
	}
	p.complain(p.say(catalog.FlagChoice, "flag", flag, "value", value, "known", strings.Join(known, ", ")))
	return "", false
}

// textWidth is how many columns of a text a table shows.
const textWidth = 72

// oneLine is a text as it stands in a table.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if text.Width(s) <= textWidth {
		return s
	}
	var b strings.Builder
	width := 1 // of the mark behind it
	for _, g := range text.Graphemes(s) {
		if width += text.Width(g); width > textWidth {
			break
		}
		b.WriteString(g)
	}
	return strings.TrimRight(b.String(), " ") + "…"
}

// table prints rows in columns, as wide as a terminal shows them; the last one
// is left as it is.
func table(w io.Writer, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], text.Width(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-text.Width(cell)+2))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// The forms of a day and of a moment, in the person's zone.
const (
	dayForm    = "2006-01-02"
	momentForm = "2006-01-02 15:04"
)

func local(at time.Time, form string, cfg config.Config) string {
	if at.IsZero() {
		return ""
	}
	return at.In(cfg.Zone).Format(form)
}
