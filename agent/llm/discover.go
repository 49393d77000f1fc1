package llm

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Found is a model server that answered a search.
type Found struct {
	URL    string // with /v1
	Kind   Kind
	Models []string // never empty: those that can chat
	Window int      // of the first model; 0 where the server does not say
}

// searchTimeout bounds one server's answer; they are all on this machine.
const searchTimeout = 300 * time.Millisecond

// Ports are where local servers listen by default, the preferred first: vLLM as
// kokoron deploys it, vLLM, Ollama, llama.cpp, LM Studio, and last the small
// model that "make stack" starts.
func Ports() []int { return []int{18800, 8000, 11434, 8080, 1234, 18801} }

// Discover looks for model servers on loopback at ports, all at once, and
// returns those that have a chat model, in the order of ports. It takes at most
// about a third of a second. A nil client takes a plain one.
func Discover(ctx context.Context, c *http.Client, ports ...int) []Found {
	if c == nil {
		c = newHTTP(searchTimeout)
		defer c.CloseIdleConnections()
	}
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	answers := make([]*Found, len(ports))
	var wg sync.WaitGroup
	for i, port := range ports {
		wg.Go(func() { answers[i] = look(ctx, c, fmt.Sprintf("http://127.0.0.1:%d", port)) })
	}
	wg.Wait()
	var out []Found
	for _, f := range answers {
		if f != nil {
			out = append(out, *f)
		}
	}
	return out
}

func look(ctx context.Context, c *http.Client, root string) *Found {
	s := newServer(root, "", c)
	l, err := s.list(ctx)
	if err != nil || len(l.models) == 0 {
		return nil
	}
	f := &Found{URL: root + "/v1", Kind: l.kind, Models: l.models, Window: l.windows[l.models[0]]}
	if f.Window == 0 && f.Kind == KindLlamaCpp {
		f.Window = s.props(ctx)
	}
	return f
}
