package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kokoron/kokoron/internal/bench/recall"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/memory/embed"
)

// measure runs `kokoron bench recall`. It is for builders, in English, and
// touches no home: the sets come from KOKORON_BENCH_DATA or, beside a checkout,
// from ../shared/bench; a set that is not there is skipped with a line.
func measure(ctx context.Context, p *program, args []string) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) == 0 || args[0] != "recall" {
		p.complain("usage: kokoron bench recall [flags]; kokoron bench recall -h lists them")
		return exitUsage
	}
	b := benchRun{program: p}
	if code, ok := b.parse(args[1:]); !ok {
		return code
	}
	sets, ok := b.load()
	if !ok {
		return exitFailed
	}
	if b.url != "" {
		e, err := openEmbedder(ctx, b.url, b.cache)
		if err != nil {
			p.complain(p.say(catalog.Failed, "detail", err.Error()))
			return exitFailed
		}
		defer e.close()
		b.options.Embedder = e
	}
	measured, err := b.run(ctx, sets)
	if err == nil && b.json {
		enc := json.NewEncoder(p.stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(measured)
	}
	if err != nil {
		p.complain(p.say(catalog.Failed, "detail", err.Error()))
		return exitFailed
	}
	return exitOK
}

// run measures, and prints the tables unless JSON is wanted.
func (b *benchRun) run(ctx context.Context, sets []recall.Set) (measured any, err error) {
	if b.foreign {
		f, err := recall.MeasureGate(ctx, sets, b.options)
		if err == nil && !b.json {
			f.Table(b.stdout)
		}
		return f, err
	}
	reports := []recall.Report{}
	for _, set := range sets {
		r, err := recall.Run(ctx, set, b.options)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
		if !b.json {
			r.Table(b.stdout)
		}
	}
	return reports, nil
}

// benchRun is one call of bench recall.
type benchRun struct {
	*program
	sets, file string
	url, cache string
	json       bool
	foreign    bool // the gate is measured in place of the arms
	options    recall.Options
}

// embedder asks a server for vectors and keeps them in a folder.
type embedder struct {
	client *embed.Client
	file   *embed.File
	model  embed.Model
}

func openEmbedder(ctx context.Context, url, cache string) (*embedder, error) {
	client, err := embed.New(embed.Config{URL: url}, clock.Real{})
	if err != nil {
		return nil, err
	}
	e := &embedder{client: client}
	if e.model, err = client.About(ctx); err != nil {
		return nil, err
	}
	if e.file, err = embed.Open(cache, e.model); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *embedder) Model() string { return e.model.Space() }

func (e *embedder) Embed(ctx context.Context, query bool, texts []string) ([][]float32, error) {
	kind := embed.Passage
	if query {
		kind = embed.Query
	}
	return e.client.Cached(ctx, e.file, kind, texts)
}

func (e *embedder) close() {
	_ = e.file.Close() // what it lost is asked for again
	e.client.Close()
}

// parse reads the flags; ok is false where there is nothing more to do.
func (b *benchRun) parse(args []string) (code int, ok bool) {
	f := flag.NewFlagSet("kokoron bench recall", flag.ContinueOnError)
	f.SetOutput(b.stderr)
	cache, err := os.UserCacheDir()
	if err != nil { // no HOME
		cache = os.TempDir()
	}
	f.StringVar(&b.sets, "set", strings.Join(recall.Names(), ","), "`names` of the sets, with commas between")
	f.StringVar(&b.file, "data", "", "a `file` with a conversation as JSON a line, instead of the sets")
	arms := f.String("arms", "", "`names` of the arms, with commas between: "+strings.Join(recall.Arms(), ", ")+"; all that can run unless told")
	f.BoolVar(&b.json, "json", false, "print JSON instead of tables")
	f.BoolVar(&b.foreign, "foreign", false, "measure the gate: put the questions of each set to the memories of others")
	f.BoolVar(&b.options.InSequence, "in-sequence", false, "ask one question after the other, each with the weight that those before have given to what they found")
	f.IntVar(&b.options.Limit, "limit", 0, "most `questions` a set, evenly taken; 0 is all")
	url, _ := b.env("KOKORON_EMBED_URL")
	f.StringVar(&b.url, "embed", url, "`address` of an embedding server; without one the arms that need none run")
	f.StringVar(&b.cache, "cache", filepath.Join(cache, "kokoron", "vectors"), "`folder` of the vectors, kept by model")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, false
	case err != nil: // said already
		return exitUsage, false
	case f.NArg() > 0:
		b.complain(b.say(catalog.ExtraArgument, "argument", f.Arg(0)))
		return exitUsage, false
	}
	if *arms != "" {
		b.options.Arms = strings.Split(*arms, ",")
	}
	if b.foreign && b.url == "" {
		b.complain("the gate is measured with an embedding server: give --embed")
		return exitUsage, false
	}
	b.options.Progress = func(set, what string, done, all int) {
		fmt.Fprintf(b.stderr, "%s: %s %d/%d\n", set, what, done, all)
	}
	return exitOK, true
}

// load reads the sets that are there; what went wrong is said.
func (b *benchRun) load() (sets []recall.Set, ok bool) {
	if b.file != "" {
		set, err := recall.LoadFile(b.file)
		if err != nil {
			b.complain(b.say(catalog.Failed, "detail", err.Error()))
			return nil, false
		}
		return []recall.Set{set}, true
	}
	dir, set := b.env("KOKORON_BENCH_DATA")
	if !set {
		dir = filepath.Join("..", "shared", "bench")
	}
	for name := range strings.SplitSeq(b.sets, ",") {
		set, err := recall.Load(dir, name)
		if errors.Is(err, fs.ErrNotExist) {
			b.complain(fmt.Sprintf("%s: skipped, it is not in %s (KOKORON_BENCH_DATA names the folder)", name, dir))
			continue
		}
		if err != nil {
			b.complain(b.say(catalog.Failed, "detail", err.Error()))
			return nil, false
		}
		sets = append(sets, set)
	}
	return sets, true
}
