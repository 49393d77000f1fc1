package llm

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Endpoint is one model server.
type Endpoint struct {
	// URL is the server's address with or without the trailing /v1.
	URL string
	// Model is the name to ask for; empty takes the first chat model the server
	// names.
	Model string
	// Key is sent as a bearer token; empty sends none.
	Key string
	// Window is the context window in tokens, for servers that do not say
	// theirs. Where the server does say, the smaller of the two counts.
	Window int
}

// Sampling says how a sampled answer is drawn. A zero field is left to the
// server, except Temperature: the library would send 0, which means greedy.
type Sampling struct {
	Temperature       float64 // (0,2]; 0 takes DefaultTemperature
	TopP              float64 // (0,1]
	TopK              int     // >= 1
	MinP              float64 // (0,1]
	RepetitionPenalty float64 // (0,2]
}

// DefaultTemperature is used where none is configured.
const DefaultTemperature = 0.7

// Config is what a Client is made of. Endpoints are tried in order; zero
// durations and counts take the defaults in brackets.
type Config struct {
	Endpoints []Endpoint
	Sampling  Sampling
	// DialTimeout bounds making a connection [3 s].
	DialTimeout time.Duration
	// HeaderTimeout bounds the time from sending a request to the first piece of
	// the answer [5 min]. A prompt adds a second for every 40 bytes, up to ten
	// minutes: a server on a CPU reads a long one for minutes.
	HeaderTimeout time.Duration
	// IdleTimeout bounds the silence between two pieces of an answer [60 s].
	IdleTimeout time.Duration
	// Attempts is how often the endpoints are tried in a row where the failure
	// may pass [3].
	Attempts int
	// Backoff is the wait before the second attempt, doubled for each further
	// one [250 ms]. A server's own Retry-After counts instead if it is longer;
	// one longer than MaxWait [20 s] is left to the caller.
	Backoff, MaxWait time.Duration
	// BreakAfter failures in a row rest an endpoint [3] for Rest [1 s], doubled
	// each time its next try fails too, up to MaxRest [15 s].
	BreakAfter    int
	Rest, MaxRest time.Duration
}

// Validate names the first field that cannot be used and how to mend it.
func (c Config) Validate() error {
	if len(c.Endpoints) == 0 {
		return errors.New("model: no endpoint is configured")
	}
	for i, e := range c.Endpoints {
		if err := e.validate(); err != nil {
			return fmt.Errorf("model endpoint %d: %w", i+1, err)
		}
	}
	return c.Sampling.validate()
}

func (e Endpoint) validate() error {
	u, err := url.Parse(e.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		// The text of the error would repeat the URL, and with it a secret.
		return errors.New("url: must look like http://host:port/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return errors.New("url: must hold no user, query or fragment; a key has its own field")
	case strings.ContainsAny(e.Key, "\r\n"):
		return errors.New("key: must be one line")
	case e.Window < 0:
		return errors.New("window: must not be negative")
	}
	return nil
}

func (s Sampling) validate() error {
	for _, f := range []struct {
		name   string
		v, max float64
	}{
		{"temperature", s.Temperature, 2}, {"top_p", s.TopP, 1},
		{"min_p", s.MinP, 1}, {"repetition_penalty", s.RepetitionPenalty, 2},
	} {
		if !(f.v >= 0 && f.v <= f.max) { // also refuses NaN
			return fmt.Errorf("model sampling: %s must be between 0 and %g", f.name, f.max)
		}
	}
	if s.TopK < 0 {
		return errors.New("model sampling: top_k must not be negative")
	}
	return nil
}

func (c Config) withDefaults() Config {
	if c.Sampling.Temperature == 0 {
		c.Sampling.Temperature = DefaultTemperature
	}
	for _, d := range []struct {
		v   *time.Duration
		def time.Duration
	}{
		{&c.DialTimeout, 3 * time.Second}, {&c.HeaderTimeout, 5 * time.Minute},
		{&c.IdleTimeout, time.Minute}, {&c.Backoff, 250 * time.Millisecond},
		{&c.MaxWait, 20 * time.Second}, {&c.Rest, time.Second}, {&c.MaxRest, 15 * time.Second},
	} {
		if *d.v <= 0 {
			*d.v = d.def
		}
	}
	if c.Attempts <= 0 {
		c.Attempts = 3
	}
	if c.BreakAfter <= 0 {
		c.BreakAfter = 3
	}
	return c
}
