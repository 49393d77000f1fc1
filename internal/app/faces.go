package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/web"
)

// pages makes the web server around its hub.
func (a *App) pages(hub *web.Hub) (*web.Server, error) {
	return web.New(web.Options{
		Hub: hub, Doors: a.ops, Conversation: a.ops, Recollection: a.desk().ops, Feedback: a.ops, Offers: offering{a}, Calendars: a.ops, Router: a.asking(),
		Commands: a.commands, Audit: a.audited, Me: a.me, Ready: a.ready, Parts: a.parts,
		Origins: a.cfg.Origins, Lang: a.cfg.Language, Clock: a.clock, Log: a.log,
	})
}

// audited is what is wrong with what the owner's companion remembers.
func (a *App) audited(ctx context.Context) (ops.Audit, error) {
	d := a.desk()
	v, err := d.ops.Viewer(ctx, "")
	if err != nil {
		return ops.Audit{}, err
	}
	return d.ops.Audit(ctx, v, a.stores.index)
}

// me is what a page is told about the two who talk.
func (a *App) me(ctx context.Context, p person.Person) web.Me {
	persona := a.voice.current()
	m := web.Me{Name: persona.Name(a.cfg.Language), Owner: p.Name, Language: string(a.cfg.Language),
		Rehearsal: a.model.rehearsing(), Zone: a.cfg.Zone.String()}
	if p.Role == person.Owner {
		m.Owner = persona.Owner(a.cfg.Language)
	}
	return m
}

// ready says whether a model can answer now.
func (a *App) ready(ctx context.Context) (bool, string) {
	if _, err := a.model.Info(ctx); err != nil || !a.model.lights.away().IsZero() {
		return false, "no model answers"
	}
	return true, ""
}

// stopWithin bounds how long open requests may hold up the end.
const stopWithin = 2 * time.Second

// newServer answers HTTP. Whoever sends or reads slowly loses the connection,
// signed in or not: enough of them would use up the files the process may
// open. Sockets have their own times.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 20 * time.Second, WriteTimeout: 40 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// serveWeb answers browsers until the app ends.
func (a *App) serveWeb() error {
	s := newServer(a.web.Handler(), a.log)
	ended := make(chan struct{})
	context.AfterFunc(a.ctx, func() {
		defer close(ended)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(a.ctx), stopWithin)
		defer cancel()
		a.web.Close()
		if s.Shutdown(ctx) != nil {
			s.Close() // whoever is still there is cut off
		}
	})
	if err := s.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve web: %w", err)
	}
	<-ended
	return nil
}

// chat attaches a terminal.
func (a *App) chat(ctx context.Context, _ json.RawMessage, c *control.Conn) error {
	return a.hub.Serve(ctx, c, a.asking(), a.commands)
}

// Pong is the answer to the operation "ping".
type Pong struct {
	Addr string `json:"addr"` // of the pages, "" without them
	// AwayFor is for how long the model has not answered, zero while it does;
	// Ill are the watched parts that are not well, as catalog.PartIll knows them.
	AwayFor time.Duration `json:"away_for,omitempty"`
	Ill     []string      `json:"ill,omitempty"`
}

func (a *App) ping(_ context.Context, _ json.RawMessage, c *control.Conn) error {
	return c.Send(Pong{Addr: a.Addr(), AwayFor: a.awayFor(), Ill: a.watched.ill()})
}

// Links are the ways in for the owner, made new with every call: those handed
// out before stop working.
type Links struct {
	Web   string `json:"web,omitempty"`   // opens the page, once; "" without pages
	Claim string `json:"claim,omitempty"` // makes who sends it to the bot the owner; "" where none is needed
}

// Links makes the ways in.
func (a *App) Links(ctx context.Context) (Links, error) {
	var l Links
	if a.Addr() != "" {
		code, err := a.ops.EnterCode(ctx)
		if err != nil {
			return l, fmt.Errorf("make link: %w", err)
		}
		// Behind the number sign: no log and no Referer ever has it.
		l.Web = "http://" + a.Addr() + "/enter#" + code
	}
	var err error
	if l.Claim, err = a.claimCode(ctx); err != nil {
		return l, fmt.Errorf("make claim code: %w", err)
	}
	return l, nil
}

// link is the operation "link".
func (a *App) link(ctx context.Context, _ json.RawMessage, c *control.Conn) error {
	l, err := a.Links(ctx)
	if err != nil {
		return err
	}
	return c.Send(l)
}

// Admission is the answer of the operation "admit".
type Admission struct {
	Code string `json:"code"` // for the person to send to the bot, once
}

// admit makes a code that lets one more person talk, with a memory of their
// own. Whoever can reach the control socket is the owner.
func (a *App) admit(ctx context.Context, _ json.RawMessage, c *control.Conn) error {
	if a.telegram == nil {
		return errors.New(catalog.Text(a.cfg.Language, catalog.AdmitNowhere))
	}
	code, err := a.ops.AdmitCode(ctx, a.ops.Owner)
	if err != nil {
		return err
	}
	return c.Send(Admission{Code: code})
}
