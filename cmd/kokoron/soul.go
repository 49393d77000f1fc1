package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// listSoul prints what was proposed for the character, and how far each has
// come.
func listSoul(ctx context.Context, p *program) int {
	step, good := p.choice("--status", "",
		string(memory.SoulCandidate), string(memory.SoulApproved), string(memory.SoulRejected), string(memory.SoulExported))
	if !good {
		return exitUsage
	}
	var got app.SoulList
	cfg, show, code := p.consult(ctx, "soul list", app.Ask{Soul: memory.Soul(step)}, &got)
	if !show {
		return code
	}
	if len(got.Memories) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.SoulNone))
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.SoulHead), "\t")}
	for _, m := range got.Memories {
		rows = append(rows, []string{m.Short, local(m.At, dayForm, cfg), strconv.Itoa(m.Stars), p.step(m.Soul), oneLine(m.Text)})
	}
	table(p.stdout, rows)
	return exitOK
}

func approveSoul(ctx context.Context, p *program) int {
	return p.decide(ctx, "soul approve", func(text string) string { return p.say(catalog.SoulApproved, "text", text) })
}

func rejectSoul(ctx context.Context, p *program) int {
	return p.decide(ctx, "soul reject", func(text string) string { return p.say(catalog.SoulRejected, "text", text) })
}

// decide lets a memory into the character, or not.
func (p *program) decide(ctx context.Context, op string, done func(text string) string) int {
	var got app.MemoryChanged
	_, show, code := p.consult(ctx, op, app.Ask{ID: p.args[0]}, &got)
	switch {
	case !show:
		return code
	case got.Changed:
		fmt.Fprintln(p.stdout, done(got.Memory.Text))
	default:
		fmt.Fprintln(p.stdout, p.say(catalog.SoulWas, "text", got.Memory.Text, "step", p.step(got.Memory.Soul)))
	}
	return exitOK
}

// step is how far a memory has come on its way into the character.
func (p *program) step(s memory.Soul) string {
	switch s {
	case memory.SoulApproved:
		return p.say(catalog.SoulStepApproved)
	case memory.SoulRejected:
		return p.say(catalog.SoulStepRejected)
	case memory.SoulExported:
		return p.say(catalog.SoulStepExported)
	}
	return p.say(catalog.SoulStepCandidate)
}

// exportSoul writes what is approved as examples to train a model on: to a file
// with a manifest beside it, else to stdout. Only when they have arrived are the
// memories noted as exported.
func exportSoul(ctx context.Context, p *program) int {
	var got app.SoulExported
	cfg, _, ok, code := p.askDesk(ctx, "soul export", app.Ask{}, &got)
	if !ok {
		return code
	}
	path := p.flags["--out"]
	if len(got.Memories) == 0 && !p.json() {
		p.complain(p.say(catalog.SoulEmpty))
		return exitOK
	}
	beside := strings.TrimSuffix(path, filepath.Ext(path)) + ".manifest.json"
	if path != "" {
		manifest, err := json.MarshalIndent(got.Manifest, "", "  ")
		if err == nil {
			err = writeWhole(path, []byte(got.Examples))
		}
		if err == nil {
			err = writeWhole(beside, append(manifest, '\n'))
		}
		if err != nil {
			p.complain(p.say(catalog.SoulUnsaved, "path", path, "detail", err.Error()))
			return exitFailed
		}
	} else if !p.json() {
		if _, err := fmt.Fprint(p.stdout, got.Examples); err != nil {
			p.complain(p.explain(err, cfg))
			return exitFailed
		}
	}
	ids := make([]turn.ID, len(got.Memories))
	for i, m := range got.Memories {
		ids[i] = turn.ID(m.ID)
	}
	_, raw, ok, code := p.askDesk(ctx, "soul export", app.Ask{IDs: ids}, &got)
	switch {
	case !ok:
		return code
	case p.json():
		return p.printJSON(raw)
	case path != "":
		fmt.Fprintln(p.stdout, p.say(catalog.SoulWritten, "count", strconv.Itoa(len(ids)), "path", path, "manifest", beside))
	}
	return exitOK
}

// writeWhole puts a file in place of what is there, whole or not at all, for
// its owner alone.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".kokoron-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // it is gone where all went well
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
