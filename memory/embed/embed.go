// Package embed turns texts into vectors by an OpenAI-compatible embedding
// server, and keeps the vectors in a file by what they were made of.
//
// Guarantees. A vector belongs to the text at its place, whatever order the
// server answers in; it has length 1, the model's dimension and no part that
// is no number. An answer that is short, doubled or cut is an error and never
// a wrong vector. Errors are kinds of internal/fault, *memory.DimensionError,
// *TextError where one text is at fault, or the context's own. Everything is
// safe for concurrent use.
//
// The package speaks HTTP itself: langchaingo v0.1.14 cannot send input_type,
// ignores the index of an answer's vectors, and loses status and Retry-After.
// It never cuts a text to size and decides nothing about what is embedded.
package embed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/memory"
)

// Kind is what a text is embedded for. The models of the e5 family put
// questions and what answers them into one space only if told which is which.
type Kind string

// The kinds, in the words of the wire.
const (
	Query   Kind = "query"
	Passage Kind = "passage"
)

// Prefix is how the model is told the kind.
type Prefix string

// The ways; "" in a Config is guessed from the server's list of models.
const (
	PrefixText      Prefix = "text"       // "query: " or "passage: " before the text
	PrefixInputType Prefix = "input_type" // a field of the request; the server writes the prefix
	PrefixNone      Prefix = "none"       // the model knows no kinds
)

// Config says where the server is. Zero numbers take the defaults in brackets.
type Config struct {
	URL    string // with or without the trailing /v1
	Model  string // "": the first that the server names
	Key    string // sent as a bearer token; "" sends none
	Prefix Prefix // "": guessed
	Batch  int    // texts a request [16]: a query waits for one batch of the indexer's
	// Timeout is that of one request [60 s]: a server on a CPU takes its time.
	Timeout time.Duration
	// Attempts is how often a request is sent where the failure may pass [3],
	// after Backoff [250 ms], doubled each time, or the server's own
	// Retry-After where that is longer. One above MaxWait [20 s] is left to the
	// caller.
	Attempts         int
	Backoff, MaxWait time.Duration
}

// Model is what answers.
type Model struct {
	Name   string
	Prefix Prefix
	Dim    int
}

// Space names the space the vectors lie in. Vectors of different spaces must
// not be compared, and the way of the prefix moves them too.
func (m Model) Space() string { return m.Name + " " + string(m.Prefix) }

// TextError says that one of the texts cannot be embedded; the others can.
type TextError struct {
	Index int // in the texts of the call
	Err   error
}

func (e *TextError) Error() string { return fmt.Sprintf("text %d: %v", e.Index+1, e.Err) }
func (e *TextError) Unwrap() error { return e.Err }

// Client asks one server. Use New.
type Client struct {
	cfg   Config
	base  string
	clock clock.Clock
	http  *http.Client

	mu    sync.Mutex
	model Model // what is known; Name is "" before the server was asked
}

// New makes a client. It asks the server nothing.
func New(cfg Config, clk clock.Clock) (*Client, error) {
	u, err := url.Parse(cfg.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		// The text of the error would repeat the URL, and with it a secret.
		return nil, errors.New("embed url: must look like http://host:port/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("embed url: must hold no user, query or fragment; a key has its own field")
	case strings.ContainsAny(cfg.Key, "\r\n"):
		return nil, errors.New("embed key: must be one line")
	}
	switch cfg.Prefix {
	case "", PrefixText, PrefixInputType, PrefixNone:
	default:
		return nil, fmt.Errorf("embed prefix: %q is none of text, input_type, none", cfg.Prefix)
	}
	for _, n := range []struct {
		v   *int
		def int
	}{{&cfg.Batch, 16}, {&cfg.Attempts, 3}} {
		if *n.v <= 0 {
			*n.v = n.def
		}
	}
	for _, d := range []struct {
		v   *time.Duration
		def time.Duration
	}{{&cfg.Timeout, time.Minute}, {&cfg.Backoff, 250 * time.Millisecond}, {&cfg.MaxWait, 20 * time.Second}} {
		if *d.v <= 0 {
			*d.v = d.def
		}
	}
	hc := &http.Client{Transport: &http.Transport{
		Proxy:       http.ProxyFromEnvironment,
		DialContext: (&net.Dialer{Timeout: min(cfg.Timeout, 3*time.Second)}).DialContext, IdleConnTimeout: time.Minute,
	}, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a redirected POST would arrive as a GET, and the key elsewhere
	}}
	base := strings.TrimSuffix(strings.TrimRight(cfg.URL, "/"), "/v1") + "/v1"
	return &Client{cfg: cfg, base: base, clock: clk, http: hc}, nil
}

// Close drops idle connections. Calls in flight are not touched.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// About says what answers. The first call asks the server, also for a vector,
// to see its dimension.
func (c *Client) About(ctx context.Context) (Model, error) {
	m, err := c.named(ctx)
	if err == nil && m.Dim == 0 {
		if _, err = c.Embed(ctx, Query, []string{"?"}); err == nil {
			m, err = c.named(ctx)
		}
	}
	if err != nil {
		return Model{}, fmt.Errorf("ask the embedding server: %w", err)
	}
	return m, nil
}

// Anew is About without what is known: a server may have been started again
// with another model. What it says counts from then on; after an error all is
// as it was.
func (c *Client) Anew(ctx context.Context) (Model, error) {
	other := &Client{cfg: c.cfg, base: c.base, clock: c.clock, http: c.http}
	m, err := other.About(ctx)
	if err != nil {
		return Model{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.model = m
	return m, nil
}

// Embed gives one vector a text, in their order.
func (c *Client) Embed(ctx context.Context, kind Kind, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	for i, t := range texts {
		if strings.TrimSpace(t) == "" {
			return nil, &TextError{i, &fault.Blocked{Err: errors.New("it is empty")}}
		}
	}
	m, err := c.named(ctx)
	if err != nil {
		return nil, fmt.Errorf("embed: %w", err)
	}
	out := make([][]float32, 0, len(texts))
	for from := 0; from < len(texts); from += c.cfg.Batch {
		part, err := c.batch(ctx, m, kind, texts[from:min(from+c.cfg.Batch, len(texts))])
		var one *TextError
		if errors.As(err, &one) {
			one.Index += from
		}
		if err != nil {
			return nil, fmt.Errorf("embed: %w", err)
		}
		out = append(out, part...)
	}
	return out, nil
}

// batch embeds the texts of one request. Where the server refuses them
// together each goes alone, to find which one it is: one bad text must not
// keep its neighbours out for ever.
func (c *Client) batch(ctx context.Context, m Model, kind Kind, texts []string) ([][]float32, error) {
	out, err := c.again(ctx, m, kind, texts)
	if !ofTexts(err) {
		return out, err
	}
	out = nil
	for i, t := range texts {
		v, err := c.again(ctx, m, kind, []string{t})
		if ofTexts(err) {
			err = c.blame(ctx, m, kind, err)
		}
		var one *TextError
		if errors.As(err, &one) {
			one.Index = i
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v...)
	}
	return out, nil
}

// blame tells a text that is refused from a server that refuses all.
func (c *Client) blame(ctx context.Context, m Model, kind Kind, err error) error {
	if _, also := c.again(ctx, m, kind, []string{"?"}); also != nil {
		return also
	}
	return &TextError{0, err}
}

// again asks until there is an answer, or no hope of one.
func (c *Client) again(ctx context.Context, m Model, kind Kind, texts []string) ([][]float32, error) {
	for try := 0; ; try++ {
		raw, err := c.ask(ctx, m, kind, texts)
		if err == nil {
			return c.check(raw)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var (
			later *fault.Temporary
			cut   *fault.Incomplete
			wait  = c.cfg.Backoff << try
		)
		switch {
		case errors.As(err, &later):
			wait = max(wait, later.After)
		case !errors.As(err, &cut):
			return nil, err
		}
		if try+1 >= c.cfg.Attempts || wait > c.cfg.MaxWait {
			return nil, err
		}
		if err := c.clock.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// check makes vectors of one dimension and of length 1.
func (c *Client) check(vectors [][]float32) ([][]float32, error) {
	c.mu.Lock()
	if c.model.Dim == 0 {
		c.model.Dim = len(vectors[0])
	}
	dim := c.model.Dim
	c.mu.Unlock()
	for i, v := range vectors {
		if len(v) != dim {
			return nil, &memory.DimensionError{Want: dim, Got: len(v)}
		}
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		length := math.Sqrt(sum)
		if !(length > 1e-9) || math.IsInf(length, 0) { // written so that NaN fails
			return nil, &TextError{i, &fault.Blocked{Err: fmt.Errorf("its vector has the length %g", length)}}
		}
		for j := range v {
			v[j] = float32(float64(v[j]) / length)
		}
	}
	return vectors, nil
}
