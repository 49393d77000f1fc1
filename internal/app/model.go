package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/agent/rehearsal"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
)

// lookEvery is how often a home without a model looks for one again.
const lookEvery = 15 * time.Second

// rehearsalPause is the time between two tokens of a rehearsal: streaming can
// be seen and nobody waits.
const rehearsalPause = 8 * time.Millisecond

// model is the model in use. While the rehearsal answers because no server was
// found, it looks for one and changes over.
type model struct {
	cfg   config.Model
	ports []int
	clock clock.Clock
	log   *slog.Logger

	now    atomic.Pointer[inUse]
	lights lights
}

type inUse struct {
	client    *llm.Client
	rehearsal bool
}

// Generate implements agent.Model.
func (m *model) Generate(ctx context.Context, r agent.Request, s agent.Sink) (agent.Completion, error) {
	in := m.now.Load()
	if !in.rehearsal {
		r.Messages = spoken(r.Messages)
	}
	done, err := in.client.Generate(ctx, r, s)
	m.lights.saw(ctx, err)
	return done, err
}

// spoken is a prompt in which the companion has said only what is its own: not
// the labels of earlier rehearsals and not the apologies that the program puts
// before late answers. A language model would take up the habit: call itself the
// rehearsal, and be sorry for a wait that nobody had.
func spoken(messages []agent.Prompt) []agent.Prompt {
	out := slices.Clone(messages)
	for i, p := range out {
		if p.Role != agent.RoleAssistant {
			continue
		}
		lines := strings.Split(catalog.WithoutBack(p.Text), "\n") // more than one saying may be in it
		for i, line := range lines {
			lines[i] = rehearsal.Unlabel(line)
		}
		out[i].Text = strings.Join(lines, "\n")
	}
	return out
}

// Info implements agent.Model.
func (m *model) Info(ctx context.Context) (agent.ModelInfo, error) {
	in := m.now.Load()
	info, err := in.client.Info(ctx)
	if err != nil { // without one it may only be known from before
		m.lights.saw(ctx, err)
	}
	info.Rehearsal = in.rehearsal
	return info, err
}

// Count implements agent.Model.
func (m *model) Count(ctx context.Context, text string) (int, error) {
	return m.now.Load().client.Count(ctx, text)
}

// openModel chooses: the configured servers; else one that is found on this
// machine; else the rehearsal, served on a port of its own until ctx ends.
func openModel(ctx context.Context, cfg config.Model, ports []int, clk clock.Clock, log *slog.Logger) (*model, error) {
	m := &model{cfg: cfg, ports: ports, clock: clk, log: log, lights: lights{clock: clock.Real{}, log: log}}
	eps := cfg.Servers()
	if len(eps) == 0 && !cfg.Off {
		eps = m.look(ctx)
	}
	if len(eps) > 0 {
		return m, m.use(eps, false)
	}
	return m, m.rehearse(ctx)
}

// look finds servers on this machine.
func (m *model) look(ctx context.Context) (eps []llm.Endpoint) {
	for _, f := range llm.Discover(ctx, nil, m.ports...) {
		m.log.Info("model server found", "url", f.URL, "models", f.Models, "window", f.Window)
		eps = append(eps, llm.Endpoint{URL: f.URL, Model: m.cfg.Name}) // "": whatever it serves, also after it changed
	}
	return eps
}

func (m *model) use(eps []llm.Endpoint, rehearsal bool) error {
	c, err := llm.New(llm.Config{
		Endpoints: eps,
		Sampling: llm.Sampling{
			Temperature: m.cfg.Temperature, TopP: m.cfg.TopP, TopK: m.cfg.TopK, MinP: m.cfg.MinP,
			RepetitionPenalty: m.cfg.RepetitionPenalty,
		},
	}, m.clock, m.log)
	if err != nil {
		return fmt.Errorf("open model: %w", err)
	}
	if old := m.now.Swap(&inUse{client: c, rehearsal: rehearsal}); old != nil {
		old.client.Close()
	}
	return nil
}

// rehearse serves the built-in rules and uses them.
func (m *model) rehearse(ctx context.Context) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("open rehearsal: %w", err)
	}
	s := rehearsal.New(rehearsal.Config{Clock: m.clock, Pause: rehearsalPause})
	go func() {
		if err := s.Serve(ctx, ln); err != nil {
			m.log.Error("rehearsal ended", "err", err)
		}
	}()
	return m.use([]llm.Endpoint{{URL: "http://" + ln.Addr().String() + "/v1", Model: rehearsal.ModelName, Key: s.Key()}}, true)
}

// rehearsing reports whether the rehearsal answers.
func (m *model) rehearsing() bool { return m.now.Load().rehearsal }

// keepLooking changes over to a server that comes up later. It returns when
// one was found, when none is wanted, or when ctx ends.
func (m *model) keepLooking(ctx context.Context) {
	for m.rehearsing() && !m.cfg.Off && len(m.cfg.Endpoints) == 0 {
		if m.clock.Sleep(ctx, lookEvery) != nil {
			return
		}
		if eps := m.look(ctx); len(eps) > 0 {
			if err := m.use(eps, false); err != nil {
				m.log.Error("use the model server that was found", "err", err)
				return
			}
		}
	}
}
