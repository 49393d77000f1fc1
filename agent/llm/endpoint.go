package llm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tmc/langchaingo/llms/openai"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/fault"
)

// endpoint is one configured server and what is known of it.
type endpoint struct {
	server
	conf Endpoint
	llm  *openai.LLM
	breaker

	learning chan struct{} // held by the one call that asks the server
	fmu      sync.Mutex
	known    *facts // nil: nothing is known, or it may have changed
}

// facts are what a server said or showed of itself. A copy is never changed.
type facts struct {
	id     *facts // which learning they come from
	kind   Kind
	model  string
	models []string
	window int
	said   bool // the server itself said the window

	prefill map[bool]agent.Prefill // by NoThinking
	splits  bool                   // it parts thoughts from the answer itself
	swallow bool                   // it once took a whole answer for a thought
	dumb    bool                   // it cannot count
}

func (f *facts) setPrefill(noThinking bool, p agent.Prefill) {
	f.prefill = maps.Clone(f.prefill)
	if f.prefill == nil {
		f.prefill = map[bool]agent.Prefill{}
	}
	f.prefill[noThinking] = p
}

func newEndpoint(conf Endpoint, c Config, s server) (*endpoint, error) {
	e := &endpoint{
		server:   s,
		conf:     conf,
		breaker:  breaker{after: c.BreakAfter, rest: c.Rest, max: c.MaxRest},
		learning: make(chan struct{}, 1),
	}
	var err error
	// The token and the model are placeholders: without them the library reads
	// the environment. The shim sets the true key, each call its model.
	e.llm, err = openai.New(openai.WithToken("none"), openai.WithModel("none"),
		openai.WithBaseURL(s.root+"/v1"), openai.WithHTTPClient(&shim{http: s.http, key: conf.Key}))
	if err != nil {
		return nil, fmt.Errorf("model endpoint %s: %w", host(conf.URL), err)
	}
	return e, nil
}

func (e *endpoint) cached() (facts, bool) {
	e.fmu.Lock()
	defer e.fmu.Unlock()
	if e.known == nil {
		return facts{}, false
	}
	return *e.known, true
}

// update changes what is known, unless it was forgotten since f was read.
func (e *endpoint) update(f facts, change func(*facts)) {
	e.fmu.Lock()
	defer e.fmu.Unlock()
	if e.known != nil && e.known.id == f.id {
		next := *e.known
		change(&next)
		e.known = &next
	}
}

// forget makes the next call ask again: the server was away and may come back
// as another.
func (e *endpoint) forget() {
	e.fmu.Lock()
	defer e.fmu.Unlock()
	e.known = nil
}

// learn is what is known of the server; the first caller asks, others wait.
func (e *endpoint) learn(ctx context.Context) (facts, error) {
	if f, ok := e.cached(); ok {
		return f, nil
	}
	select {
	case e.learning <- struct{}{}:
		defer func() { <-e.learning }()
	case <-ctx.Done():
		return facts{}, ctx.Err()
	}
	if f, ok := e.cached(); ok {
		return f, nil
	}
	f, err := e.inquire(ctx)
	if err != nil {
		return facts{}, err
	}
	f.id = &f
	e.fmu.Lock()
	defer e.fmu.Unlock()
	e.known = &f
	return f, nil
}

func (e *endpoint) inquire(ctx context.Context) (facts, error) {
	l, err := e.list(ctx)
	if err != nil && (e.conf.Model == "" || !unlisted(err)) {
		return facts{}, err
	}
	f := facts{kind: l.kind, models: l.models, model: e.conf.Model}
	if f.model == "" {
		if len(l.models) == 0 {
			return facts{}, errNoModel
		}
		f.model = l.models[0]
	}
	f.window = l.windows[f.model]
	if f.window == 0 && f.kind == KindLlamaCpp {
		f.window = e.props(ctx)
	}
	f.said = f.window > 0
	switch {
	case f.window == 0 && e.conf.Window > 0:
		f.window = e.conf.Window
	case f.window == 0:
		f.window = DefaultWindow
	case e.conf.Window > 0:
		f.window = min(f.window, e.conf.Window)
	}
	return f, nil
}

var errNoModel = errors.New("the server has no chat model loaded")

// unlisted says that a server answers but does not list its models.
func unlisted(err error) bool {
	var api *APIError
	return errors.As(err, &api) && (api.Status == 404 || api.Status == 405 || api.Status == 501)
}

// notFound explains an unknown model by the names the server does know. A name
// that was learned is gone because the server changed: asking again helps.
func (e *endpoint) notFound(api *APIError, f facts) error {
	if e.conf.Model == "" {
		return &fault.Temporary{Err: api}
	}
	if len(f.models) == 0 || slices.ContainsFunc(f.models, func(m string) bool { return strings.Contains(api.Message, m) }) {
		return &fault.Blocked{Err: api}
	}
	return &fault.Blocked{Err: fmt.Errorf("%w; the server has: %s", api, strings.Join(f.models, ", "))}
}
