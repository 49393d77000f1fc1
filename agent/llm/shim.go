package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// fields are the members of a request body that the library does not send, or
// sends wrongly.
type fields map[string]any

// exchange is one request on the wire: what it has to carry, and what was seen
// of the answer. The shim writes it from the library's reading goroutine, the
// caller reads it after the call.
type exchange struct {
	extra fields
	said  []string // what no error may repeat
	left  bounds   // of the stream; the reading goroutine's own
	watch *watchdog

	mu      sync.Mutex
	err     error // the first thing that went wrong, typed
	done    bool  // [DONE] arrived, or the answer was cut off at its bound
	finish  string
	model   string
	usage   wireUsage
	timings wireTimings
}

func (e *exchange) fail(err error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = err
	}
	return e.err
}

// end is how the exchange stands.
func (e *exchange) end() (seen exchangeEnd) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return exchangeEnd{err: e.err, done: e.done, finish: e.finish, model: e.model, usage: e.usage, timings: e.timings}
}

// exchangeEnd is a copy of what an exchange saw.
type exchangeEnd struct {
	err     error
	done    bool
	finish  string
	model   string
	usage   wireUsage
	timings wireTimings
}

type exchangeKey struct{}

// shim is the library's HTTP client (openai.WithHTTPClient).
type shim struct {
	http *http.Client
	key  string
}

// Do sends one request of the library. Failures are kept in the exchange: the
// library turns some of them into plain text (langchaingo v0.1.14).
func (s *shim) Do(req *http.Request) (*http.Response, error) {
	ex, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, fmt.Errorf("model request: no exchange in its context")
	}
	if err := merge(req, ex.extra); err != nil {
		return nil, ex.fail(fmt.Errorf("model request: %w", err))
	}
	authorize(req, s.key)
	resp, err := s.http.Do(req)
	if err != nil {
		return nil, ex.fail(err)
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		return nil, ex.fail(readAPIError(resp, s.key, ex.said))
	}
	resp.Body = newSSEBody(resp.Body, ex, s.key)
	return resp, nil
}

// authorize sets the key, or removes the placeholder the library insists on.
// It also removes the organisation the library takes from the environment.
func authorize(req *http.Request, key string) {
	req.Header.Del("OpenAI-Organization")
	req.Header.Del("Authorization")
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
}

// merge puts the extra fields into the JSON body, over those of the library.
func merge(req *http.Request, extra fields) error {
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	body := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &body); err != nil {
		return err
	}
	for name, v := range extra {
		if body[name], err = json.Marshal(v); err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
	}
	if raw, err = json.Marshal(body); err != nil {
		return err
	}
	req.Body = io.NopCloser(bytes.NewReader(raw))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
	req.ContentLength = int64(len(raw))
	return nil
}

// watchdog cancels a request that stays silent too long: from its sending to
// the first piece of the answer, between any two pieces, and until the whole is
// there. Other signs of life count only before the first piece, and do not put
// off its time: a server can send them for ever.
type watchdog struct {
	idle, whole time.Duration
	cancel      context.CancelCauseFunc

	mu    sync.Mutex
	end   *time.Timer // of the wait for the first piece, then for the whole
	pause *time.Timer // nil before the first byte
	begun bool        // a piece came
	over  bool
}

// silence is the cause of a request cancelled by its watchdog.
type silence struct {
	after time.Duration
	first bool // before the first piece
	whole bool // pieces came, but no end
}

func (s *silence) Error() string {
	if s.first {
		return fmt.Sprintf("no answer within %v", s.after)
	}
	if s.whole {
		return fmt.Sprintf("the answer did not end within %v", s.after)
	}
	return fmt.Sprintf("the answer stopped for %v", s.after)
}

func watch(first, idle, whole time.Duration, cancel context.CancelCauseFunc) *watchdog {
	w := &watchdog{idle: idle, whole: whole, cancel: cancel}
	w.end = time.AfterFunc(first, func() { cancel(&silence{after: first, first: true}) })
	return w
}

// byte says that something arrived.
func (w *watchdog) byte() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.begun {
		w.rest()
	}
}

// piece says that a piece of the answer arrived.
func (w *watchdog) piece() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest()
	if !w.begun && !w.over {
		w.begun = true
		w.end.Stop()
		w.end = time.AfterFunc(w.whole, func() { w.cancel(&silence{after: w.whole, whole: true}) })
	}
}

// rest begins the time of a pause. w.mu is held.
func (w *watchdog) rest() {
	if w.over {
		return
	}
	if w.pause != nil {
		w.pause.Stop()
	}
	w.pause = time.AfterFunc(w.idle, func() { w.cancel(&silence{after: w.idle}) })
}

func (w *watchdog) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.end.Stop()
	if w.pause != nil {
		w.pause.Stop()
	}
}

// mask removes the key from text that comes from a server.
func mask(text, key string) string {
	if key == "" {
		return text
	}
	return strings.ReplaceAll(text, key, "***")
}
