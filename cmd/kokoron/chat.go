package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/persona"
)

// chat talks with the companion: with the one that runs, else with one opened
// here for as long as the chat lasts.
func chat(ctx context.Context, p *program) int {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	cfg, ok := p.settings()
	if !ok {
		return exitFailed
	}
	conn, leave, err := p.attach(ctx, cfg)
	if err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	err = p.talk(ctx, cfg, conn)
	if err := errors.Join(finish(ctx, conn), leave()); err != nil {
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	switch {
	case errors.Is(err, context.Canceled):
		return exitFailed // by a signal: whoever sent it knows
	case err != nil:
		p.complain(err.Error())
		return exitFailed
	}
	return exitOK
}

// finishWithin is how long the companion may take to note what was shown.
const finishWithin = 2 * time.Second

func finish(ctx context.Context, conn *control.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishWithin)
	defer cancel()
	return conn.Finish(ctx)
}

// attach connects to the companion that serves the home, opening one where
// there is none. leave ends what was opened.
func (p *program) attach(ctx context.Context, cfg config.Config) (conn *control.Conn, leave func() error, err error) {
	dial := func() (*control.Conn, error) {
		return control.Dial(ctx, app.RunDir(cfg.Home), "chat", nil)
	}
	leave = func() error { return nil }
	if conn, err = dial(); !errors.Is(err, control.ErrNoDaemon) {
		return conn, leave, err
	}
	a, log, err := open(ctx, cfg)
	if errors.Is(err, kv.ErrLocked) {
		// Another one was just starting: by now it can be reached.
		if conn, again := dial(); again == nil {
			return conn, leave, nil
		}
	}
	if err != nil {
		return nil, nil, err
	}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- a.Run(running) }()
	leave = func() error { end(); return errors.Join(<-ended, log.Close()) }
	if conn, err = dial(); err != nil {
		return nil, nil, errors.Join(err, leave())
	}
	return conn, leave, nil
}

// open opens the companion without its pages. It logs to a file: the screen
// belongs to the conversation.
func open(ctx context.Context, cfg config.Config) (*app.App, io.Closer, error) {
	log, file, err := logFile(cfg)
	if err != nil {
		return nil, nil, err
	}
	a, err := app.Open(ctx, cfg, app.Options{Log: log})
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return a, file, nil
}

// logFile is where commands log that a person looks at.
func logFile(cfg config.Config) (*slog.Logger, io.Closer, error) {
	if err := os.MkdirAll(app.RunDir(cfg.Home), 0o700); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(filepath.Join(app.RunDir(cfg.Home), "chat.log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, err
	}
	return slog.New(slog.NewTextHandler(file, nil)), file, nil
}

// talk runs the screen over a connection until the person or the input ends.
func (p *program) talk(ctx context.Context, cfg config.Config, conn *control.Conn) error {
	c := terminal.Chat{
		In: p.stdin, Out: p.stdout, Tty: isTerminal(p.stdin) && isTerminal(p.stdout),
		NewID: turn.NewIDs(time.Now).New,
	}
	name := p.companion(cfg).Name(p.lang)
	c.Words = terminal.Words{
		Prompt: p.say(catalog.YouPrompt), Name: p.say(catalog.ReplyPrompt, "name", name),
		Thinking: p.say(catalog.Thinking, "name", name), Again: p.say(catalog.Again), Lost: p.say(catalog.Lost),
		LongLine: p.say(catalog.LongLine),
		Offers:   map[turn.Offer]string{turn.OfferLater: p.say(catalog.OfferHow), turn.OfferSnooze: p.say(catalog.OfferHowReminder)},
	}
	if !c.Tty {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
		return c.Run(ctx, conn)
	}
	interrupt, stop := interrupts()
	defer stop()
	c.Interrupt = interrupt
	err := c.Run(ctx, conn)
	if err == nil {
		fmt.Fprintln(p.stdout, p.say(catalog.Bye, "name", name))
	}
	return err
}

// interrupts delivers Ctrl-C until stop.
func interrupts() (<-chan struct{}, func()) {
	signals, out, done := make(chan os.Signal, 1), make(chan struct{}), make(chan struct{})
	signal.Notify(signals, os.Interrupt)
	go func() {
		for {
			select {
			case <-signals:
				select {
				case out <- struct{}{}:
				case <-done:
					return
				}
			case <-done:
				return
			}
		}
	}()
	return out, func() { signal.Stop(signals); close(done) }
}

// companion is who answers; a persona file with mistakes has the built-in one
// answer.
func (p *program) companion(cfg config.Config) persona.Persona {
	if p.persona != nil {
		return *p.persona
	}
	s := persona.NewStore(func() ([]byte, error) { return config.ReadFile(filepath.Join(cfg.Home, config.PersonaFile)) })
	if err := s.Reload(); err != nil {
		p.complain(p.say(catalog.PersonaBroken, "detail", catalog.Words(p.lang, err)))
	}
	current := s.Current().WithOwner(cfg.Owner)
	p.persona = &current
	return current
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && terminal.IsTerminal(f)
}
