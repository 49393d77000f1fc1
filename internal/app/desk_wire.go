package app

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
)

// deskLine is one line of what the desk sends over the control socket: any
// number of progress lines, then the answer in parts, the last one with End,
// or a problem.
type deskLine struct {
	Progress *Progress    `json:"progress,omitempty"`
	Problem  *ops.Problem `json:"problem,omitempty"`
	Part     string       `json:"part,omitempty"` // of the answer's JSON
	End      bool         `json:"end,omitempty"`
}

// partSize is how much of an answer goes into one line, in bytes: quoted it
// may double, and a line holds a megabyte.
const partSize = 256 << 10

// handlers adds what the desk can do to those of the control socket.
func (d *Desk) handlers(all map[string]control.Handler) map[string]control.Handler {
	for op := range operations() {
		all[op] = func(ctx context.Context, args json.RawMessage, c *control.Conn) error {
			return d.serve(ctx, op, args, c)
		}
	}
	return all
}

// serve answers one connection.
func (d *Desk) serve(ctx context.Context, op string, args json.RawMessage, c *control.Conn) error {
	var a Ask
	if err := json.Unmarshal(args, &a); err != nil {
		return err
	}
	return respond(ctx, c, func(ctx context.Context, tell func(Progress)) (json.RawMessage, error) { return d.Do(ctx, op, a, tell) })
}

// respond does something and sends its answer. Whoever asked and went away
// ends it.
func respond(ctx context.Context, c *control.Conn, do func(context.Context, func(Progress)) (json.RawMessage, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answer, err := do(ctx, func(p Progress) {
		if c.Send(deskLine{Progress: &p}) != nil {
			cancel()
		}
	})
	var problem *ops.Problem
	if errors.As(err, &problem) {
		return c.Send(deskLine{Problem: problem, End: true})
	}
	if err != nil {
		return err
	}
	for len(answer) > partSize {
		n := partSize
		for !utf8.RuneStart(answer[n]) {
			n--
		}
		if err := c.Send(deskLine{Part: string(answer[:n])}); err != nil {
			return err
		}
		answer = answer[n:]
	}
	return c.Send(deskLine{Part: string(answer), End: true})
}

// receive reads what serve sends.
func receive(c *control.Conn, tell func(Progress)) (json.RawMessage, error) {
	var answer []byte
	for {
		var l deskLine
		if err := c.Recv(&l); errors.Is(err, io.EOF) {
			return nil, io.ErrUnexpectedEOF
		} else if err != nil {
			return nil, err
		}
		switch {
		case l.Problem != nil:
			return nil, l.Problem
		case l.Progress != nil:
			tell(*l.Progress)
		}
		answer = append(answer, l.Part...)
		if l.End {
			return answer, nil
		}
	}
}

// How often and how long to wait for a home that another process is just
// opening or closing.
const (
	deskAgain = 100 * time.Millisecond
	deskTries = 3
)

// AskDesk puts a question to the desk of a home: to that of the companion that
// serves it, else to one opened for this question. Errors are those of Do,
// OpenDesk and the control socket.
func AskDesk(ctx context.Context, cfg config.Config, log *slog.Logger, op string, a Ask, tell func(Progress)) (json.RawMessage, error) {
	for try := 1; ; try++ {
		answer, err := askRunning(ctx, cfg, op, a, tell)
		if !errors.Is(err, control.ErrNoDaemon) {
			return answer, err
		}
		d, err := OpenDesk(cfg, log)
		if errors.Is(err, kv.ErrLocked) && try < deskTries && ctx.Err() == nil {
			time.Sleep(deskAgain)
			continue
		}
		if err != nil {
			return nil, err
		}
		answer, err = d.Do(ctx, op, a, tell)
		return answer, errors.Join(err, d.Close())
	}
}

// askRunning asks the companion that runs; without one it errs with
// control.ErrNoDaemon.
func askRunning(ctx context.Context, cfg config.Config, op string, a Ask, tell func(Progress)) (json.RawMessage, error) {
	c, err := control.Dial(ctx, RunDir(cfg.Home), op, a)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	return receive(c, tell)
}
