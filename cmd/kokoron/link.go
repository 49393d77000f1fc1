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
	var got app.Links
	if !p.ask(ctx, "link", &got) {
		return exitFailed
	}
	p.show(got)
	return exitOK
}

// admit asks it for a code that lets one more person talk.
func admit(ctx context.Context, p *program) int {
	var got app.Admission
	if !p.ask(ctx, "admit", &got) {
		return exitFailed
	}
	fmt.Fprintln(p.stdout, p.say(catalog.AdmitCode, "code", got.Code))
	return exitOK
}

// ask puts one question to the running companion; what went wrong is said.
func (p *program) ask(ctx context.Context, op string, answer any) bool {
	cfg, ok := p.settings()
	if !ok {
		return false
	}
	conn, err := control.Dial(ctx, app.RunDir(cfg.Home), op, nil)
	if errors.Is(err, control.ErrNoDaemon) {
		p.complain(p.say(catalog.NotRunning))
		return false
	}
	if err == nil {
		defer conn.Close()
		err = conn.Recv(answer)
	}
	if err != nil {
		p.complain(p.explain(err, cfg))
	}
	return err == nil
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
