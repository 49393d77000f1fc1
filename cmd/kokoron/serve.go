package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
)

// serve runs the companion until a signal ends it. A second signal ends it at
// once.
func serve(ctx context.Context, p *program) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	cfg, ok := p.settings()
	if !ok {
		return exitFailed
	}
	if listen := p.flags["--listen"]; listen != "" {
		if err := cfg.SetListen(listen); err != nil {
			p.complain(p.badListen(err))
			return exitUsage
		}
	}
	a, err := app.Open(ctx, cfg, app.Options{Log: slog.New(slog.NewTextHandler(p.stderr, nil)), Web: true})
	if err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	fmt.Fprintf(p.stdout, "listening http://%s\n", a.Addr())
	links, err := a.Links(ctx)
	if err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	p.show(links)
	if a.Rehearsal() {
		p.complain(p.say(catalog.RehearsalBanner))
	}
	said := make(chan struct{})
	silent := context.AfterFunc(ctx, func() {
		defer close(said)
		stop()
		p.complain(p.say(catalog.ShuttingDown))
	})
	err = a.Run(ctx)
	if !silent() {
		<-said
	}
	if err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	return exitOK
}

// badListen puts what is wrong with --listen into words.
func (p *program) badListen(err error) string {
	return p.say(catalog.BadFlag, "detail", catalog.Words(p.lang, err))
}
