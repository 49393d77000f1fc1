package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
)

// eraseMemory shows what would go, or takes it away for good. That nothing was
// erased is exit code 1: a script that forgot --yes must notice.
func eraseMemory(ctx context.Context, p *program) int {
	ask := app.Ask{Text: p.flags["--text"], Yes: p.flags["--yes"] != "", Backups: p.flags["--backups"] != ""}
	if (len(p.args) == 1) == (ask.Text != "") {
		p.complain(p.say(catalog.EraseNeeds))
		return exitUsage
	}
	if len(p.args) == 1 {
		ask.ID = p.args[0]
	}
	var raw json.RawMessage
	cfg, show, code := p.consult(ctx, "memory erase", ask, &raw)
	if !show {
		if code == exitOK && !ask.Yes {
			p.complain(p.say(catalog.EraseConfirm))
			return exitFailed
		}
		return code
	}
	var got app.MemoryErased
	if err := json.Unmarshal(raw, &got); err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	if !got.Erased {
		p.wouldErase(*got.Would, cfg)
		p.complain(p.say(catalog.EraseConfirm))
		return exitFailed
	}
	p.erased(*got.Outcome)
	return exitOK
}

// wouldErase lists what would go.
func (p *program) wouldErase(d ops.Doomed, cfg config.Config) {
	fmt.Fprintln(p.stdout, p.say(catalog.EraseWould, "count", strconv.Itoa(len(d.Memories))))
	rows := [][]string{strings.Split(p.say(catalog.EraseRow), "\t")}
	for _, m := range d.Memories {
		rows = append(rows, []string{m.Short, local(m.At, dayForm, cfg), string(m.Kind), oneLine(m.Text)})
	}
	table(p.stdout, rows)
	for _, w := range d.Words {
		fmt.Fprintln(p.stdout, p.say(catalog.EraseWords, "words", oneLine(w)))
	}
	if len(d.Backups) > 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.EraseBackups, "paths", strings.Join(d.Backups, ", ")))
	}
}

// erased says what was taken away, and what is left where.
func (p *program) erased(e ops.Erased) {
	fmt.Fprintln(p.stdout, p.say(catalog.EraseDone, "lines", strconv.Itoa(e.Lines), "records", strconv.Itoa(e.Records),
		"files", strconv.Itoa(e.Files), "thoughts", strconv.Itoa(e.Thoughts), "vectors", strconv.Itoa(e.Vectors)))
	if e.Busy != "" {
		fmt.Fprintln(p.stdout, p.say(catalog.EraseBusy))
	}
	switch e.Chroma {
	case ops.ChromaErased:
		fmt.Fprintln(p.stdout, p.say(catalog.EraseChroma, "count", strconv.Itoa(e.Confirmed)))
	case ops.ChromaLater:
		fmt.Fprintln(p.stdout, p.say(catalog.EraseLater))
	}
	left := map[catalog.Key][]string{}
	for _, l := range e.Left {
		key := catalog.EraseLeft
		switch l.Why {
		case ops.LeftBackup:
			key = catalog.EraseBackups
		case ops.LeftUnknown:
			key = catalog.EraseUnknown
		}
		left[key] = append(left[key], l.Path)
	}
	for _, key := range []catalog.Key{catalog.EraseBackups, catalog.EraseLeft, catalog.EraseUnknown} {
		if len(left[key]) > 0 {
			fmt.Fprintln(p.stdout, p.say(key, "paths", strings.Join(left[key], ", ")))
		}
	}
}

// auditMemory says what is wrong with what is remembered. What is wrong is no
// failure of the command.
func auditMemory(ctx context.Context, p *program) int {
	var got app.MemoryAudited
	_, show, code := p.consult(ctx, "memory audit", app.Ask{}, &got)
	if !show {
		return code
	}
	count := strconv.Itoa
	pairs := []string{"active", count(got.Active), "superseded", count(got.Replaced), "archived", count(got.Archived)}
	if got.Clean {
		fmt.Fprintln(p.stdout, p.say(catalog.AuditClean, pairs...))
		return exitOK
	}
	fmt.Fprintln(p.stdout, p.say(catalog.AuditFound, append(pairs, "score", count(got.Score),
		"twins", count(len(got.Duplicates)), "against", count(len(got.Contradictions)), "orphans", count(len(got.Orphans)),
		"broken", count(len(got.Broken)), "expired", count(len(got.Expired)), "junk", count(len(got.Junk)),
		"missing", count(len(got.Index.Missing)), "stray", count(len(got.Index.Stray)))...))
	return exitOK
}
