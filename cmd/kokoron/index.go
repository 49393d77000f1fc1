package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
)

// reindex brings what can be found in step with what is kept.
func reindex(ctx context.Context, p *program) int {
	ask := app.Ask{Full: p.flags["--full"] != "", Chroma: p.flags["--from-chroma"] != ""}
	if ask.Full && ask.Chroma {
		p.complain(p.say(catalog.FlagsApart, "flag", "--full", "other", "--from-chroma"))
		return exitUsage
	}
	var got app.Indexed
	_, show, code := p.consult(ctx, "index", ask, &got)
	if !show {
		return code
	}
	if ask.Chroma {
		fmt.Fprintln(p.stdout, p.say(catalog.IndexRestored, "count", strconv.Itoa(got.Restored)))
	}
	fmt.Fprintln(p.stdout, p.say(catalog.IndexDone, "lines", strconv.Itoa(got.Lines), "records", strconv.Itoa(got.Records),
		"pieces", strconv.Itoa(got.Pieces), "vectors", strconv.Itoa(got.Vectors)))
	if !got.Embedder {
		fmt.Fprintln(p.stdout, p.say(catalog.IndexNoMeaning))
	}
	if got.Chroma && got.Pending > 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.IndexWaiting, "count", strconv.Itoa(got.Pending)))
	}
	return exitOK
}
