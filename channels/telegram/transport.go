package telegram

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
	"strings"
	"sync"
	"time"
)

// How long calls may take: a poll waits on the server for pollFor, and counts
// as deaf grace later. callFor is for everything else, previewFor for what a
// reply may have to wait for.
const (
	pollFor    = 50 * time.Second
	grace      = 10 * time.Second
	callFor    = 20 * time.Second
	previewFor = 10 * time.Second
)

// maxBody bounds an answer of the server; 100 updates are far smaller.
const maxBody = 16 << 20

// longestWait is how long a server's wish to be left alone is followed; asking
// again then costs nothing, and a wrong number must not silence a chat for ever.
const longestWait = time.Hour

// apiError is a refusal by the server.
type apiError struct {
	Code  int    // HTTP status
	Text  string // the server's own words
	After time.Duration
}

func (e *apiError) Error() string { return fmt.Sprintf("telegram answered %d: %s", e.Code, e.Text) }

// transport carries the calls of the library and of the poll. It turns every
// refusal into *apiError, which the library passes on wrapped, and takes the
// address with the token out of every other error. It follows no redirect: the
// next server would be told the token.
type transport struct {
	token string
	dial  func(ctx context.Context, network, addr string) (net.Conn, error)

	mu     sync.Mutex
	client *http.Client
}

func newTransport(cfg Config, dial func(context.Context, string, string) (net.Conn, error)) *transport {
	if dial == nil {
		dial = (&net.Dialer{Timeout: grace}).DialContext
	}
	t := &transport{token: cfg.Token, dial: dial}
	t.client = t.fresh()
	return t
}

// fresh is a client without any connection. HTTP/1.1, so that a connection that
// died silently takes only one call with it.
func (t *transport) fresh() *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: t.dial,
			TLSHandshakeTimeout: grace, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 4,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// renew forgets every connection: one that nobody answers on looks alive.
func (t *transport) renew() {
	t.mu.Lock()
	old := t.client
	t.client = t.fresh()
	t.mu.Unlock()
	old.CloseIdleConnections()
}

func (t *transport) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.client.CloseIdleConnections()
}

// Do implements the library's HttpClient.
func (t *transport) Do(r *http.Request) (*http.Response, error) {
	t.mu.Lock()
	client := t.client
	t.mu.Unlock()
	resp, err := client.Do(r)
	if err != nil {
		return nil, t.clean(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody))
	if err != nil {
		return nil, t.clean(err)
	}
	if err := t.refusal(resp.StatusCode, body); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// refusal is what an answer refuses, or nil.
func (t *transport) refusal(status int, body []byte) error {
	var a struct {
		OK     bool   `json:"ok"`
		Code   int    `json:"error_code"`
		Text   string `json:"description"`
		Params struct {
			After int `json:"retry_after"`
		} `json:"parameters"`
	}
	if json.Unmarshal(body, &a) != nil || !a.OK && a.Code == 0 {
		// A page of a front server or a proxy: whatever it refuses, it does not
		// speak for the Bot API.
		return &apiError{Code: http.StatusBadGateway, Text: fmt.Sprintf("no answer of the Bot API, HTTP status %d", status)}
	}
	if a.OK {
		return nil
	}
	after := time.Duration(min(max(a.Params.After, 0), int(longestWait.Seconds()))) * time.Second
	return &apiError{Code: a.Code, Text: t.mask(a.Text), After: after}
}

// clean is an error of the network without the address.
func (t *transport) clean(err error) error {
	var named *url.Error
	if errors.As(err, &named) {
		err = named.Err
	}
	if strings.Contains(err.Error(), t.token) {
		return errors.New(t.mask(err.Error()))
	}
	return err
}

func (t *transport) mask(s string) string { return strings.ReplaceAll(s, t.token, "***") }
