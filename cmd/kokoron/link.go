package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/control"
)

// link asks the running companion for a new one-time link to its page.
func link(ctx context.Context, p *program) int {
	cfg, ok := p.settings()
	if !ok {
		return exitFailed
	}
	conn, err := control.Dial(ctx, app.RunDir(cfg.Home), "link", nil)
	if errors.Is(err, control.ErrNoDaemon) {
		p.complain(p.say(catalog.NotRunning))
		return exitFailed
	}
	var got app.Links
	if err == nil {
		defer conn.Close()
		err = conn.Recv(&got)
	}
	if err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	p.show(got)
	return exitOK
}

// show prints the ways in: the owner's link, and where Telegram waits for its
// owner the code to send there.
func (p *program) show(l app.Links) {
	if l.Web != "" {
		fmt.Fprintln(p.stdout, p.say(catalog.OwnerLink, "link", l.Web))
	}
	if l.Claim != "" {
		fmt.Fprintln(p.stdout, p.say(catalog.ClaimTelegram, "code", l.Claim))
	}
}
