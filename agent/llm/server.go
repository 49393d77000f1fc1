package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/kokoron/kokoron/agent"
)

// Kind is what a server is, as far as it shows.
type Kind string

// The kinds of server.
const (
	KindVLLM     Kind = "vLLM"
	KindLlamaCpp Kind = "llama.cpp"
	KindOllama   Kind = "Ollama"
	KindLMStudio Kind = "LM Studio"
	KindOther    Kind = "other"
)

// DefaultWindow is assumed where neither the server nor the configuration says
// it: the documented default of Ollama and LM Studio, which both cut a longer
// prompt without a word. Endpoint.Window tells the true one.
const DefaultWindow = 4096

const (
	// sideTimeout bounds a question about the server itself; one that is busy
	// reading a long prompt on a CPU answers slowly.
	sideTimeout = 10 * time.Second
	maxSideBody = 8 << 20 // a token list is about ten bytes a token
	maxModels   = 100     // names kept of a server
	maxModel    = 200     // bytes of one
)

// server asks one server about itself.
type server struct {
	root string // without /v1
	key  string
	http *http.Client
}

func newServer(rawURL, key string, c *http.Client) server {
	root := strings.TrimSuffix(strings.TrimRight(rawURL, "/"), "/v1")
	return server{root: root, key: key, http: c}
}

// newHTTP is the transport under everything: no redirects (they would carry
// the key elsewhere), no proxy for what is nearly always loopback or a LAN.
func newHTTP(dial time.Duration) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: dial}).DialContext,
			TLSHandshakeTimeout: 2 * dial,
			MaxIdleConnsPerHost: 8,
			IdleConnTimeout:     time.Minute,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// ask sends a side request and decodes the JSON answer into out. in == nil
// asks with GET. A status other than 200 is an *APIError.
func (s server) ask(ctx context.Context, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, sideTimeout)
	defer cancel()
	method, body := http.MethodGet, io.Reader(nil)
	var sent []string
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("ask %s: %w", path, err)
		}
		sent = []string{string(raw)}
		method, body = http.MethodPost, bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, s.root+path, body)
	if err != nil {
		return fmt.Errorf("ask %s: %w", path, err)
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	authorize(req, s.key)
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return readAPIError(resp, s.key, sent)
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxSideBody)).Decode(out); err != nil {
		return fmt.Errorf("ask %s: %w", path, err)
	}
	return nil
}

// wireModels is /v1/models.
type wireModels struct {
	Data []struct {
		ID          string `json:"id"`
		OwnedBy     string `json:"owned_by"`
		MaxModelLen int    `json:"max_model_len"` // vLLM
		Meta        *struct {
			NCtx int `json:"n_ctx"` // llama.cpp, per slot
		} `json:"meta"`
	} `json:"data"`
}

// listing is what /v1/models says, understood.
type listing struct {
	kind    Kind
	models  []string // those that can chat, by their names
	windows map[string]int
}

// embedName marks models that only embed or rank, by the names in use.
var embedName = regexp.MustCompile(`(?i)embed|rerank|nomic|(^|[-_/])(e5|bge|gte|minilm)([-_:.]|$)`)

func (s server) list(ctx context.Context) (listing, error) {
	var w wireModels
	if err := s.ask(ctx, "/v1/models", nil, &w); err != nil {
		return listing{kind: KindOther}, err
	}
	l := listing{kind: KindOther, windows: map[string]int{}}
	for i, m := range w.Data {
		if i == 0 {
			l.kind = kindOf(m.OwnedBy, m.MaxModelLen > 0, m.Meta != nil)
		}
		if !plainName(m.ID) || embedName.MatchString(m.ID) || len(l.models) == maxModels {
			continue
		}
		l.models = append(l.models, m.ID)
		if m.MaxModelLen > 0 {
			l.windows[m.ID] = m.MaxModelLen
		} else if m.Meta != nil && m.Meta.NCtx > 0 {
			l.windows[m.ID] = m.Meta.NCtx
		}
	}
	return l, nil
}

// plainName reports whether a model's name is fit for logs and terminals.
func plainName(s string) bool {
	return s != "" && len(s) <= maxModel && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

func kindOf(owner string, maxLen, meta bool) Kind {
	switch {
	case owner == "vllm" || maxLen:
		return KindVLLM
	case owner == "llamacpp" || meta:
		return KindLlamaCpp
	case owner == "library":
		return KindOllama
	case owner == "organization_owner" || owner == "organization-owner":
		return KindLMStudio
	}
	return KindOther
}

// props is the window of one slot by llama.cpp's /props; zero if it cannot be
// seen.
func (s server) props(ctx context.Context) int {
	var w struct {
		Settings struct {
			NCtx int `json:"n_ctx"`
		} `json:"default_generation_settings"`
	}
	if s.ask(ctx, "/props", nil, &w) != nil {
		return 0
	}
	return w.Settings.NCtx
}

// ErrCannotCount says that the server has no way to count tokens.
var ErrCannotCount = errors.New("the model server cannot count tokens")

// count is the number of tokens in text by the server's own tokenizer.
func (s server) count(ctx context.Context, kind Kind, model, text string) (int, error) {
	switch kind {
	case KindVLLM:
		var w struct {
			Count int `json:"count"`
		}
		err := s.ask(ctx, "/tokenize", map[string]any{"model": model, "prompt": text, "add_special_tokens": false}, &w)
		return w.Count, err
	case KindLlamaCpp:
		var w struct {
			Tokens []json.RawMessage `json:"tokens"`
		}
		err := s.ask(ctx, "/tokenize", map[string]string{"content": text}, &w)
		return len(w.Tokens), err
	}
	return 0, ErrCannotCount
}

// unsupported says that a server will never answer this question, as opposed
// to not now.
func unsupported(err error) bool {
	var api *APIError
	return errors.As(err, &api) && api.Status >= 400 && api.Status != http.StatusTooManyRequests &&
		(api.Status < 500 || api.Status == http.StatusNotImplemented)
}

// templatePrompt is the conversation whose rendered tail is looked at. What
// the messages say does not change the tail.
func templatePrompt() []wirePrompt {
	return []wirePrompt{{Role: string(agent.RoleSystem), Content: "a"}, {Role: string(agent.RoleUser), Content: "b"}}
}

type wirePrompt struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// host is the endpoint as it may stand in logs and errors.
func host(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return "model server"
	}
	return u.Host
}
