package llm

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/fault"
)

// hostile is a server that answers each chat with chat, and lists models.
func hostile(t *testing.T, models string, chat http.HandlerFunc) *Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/models", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, models) })
	mux.HandleFunc("/v1/chat/completions", chat)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	c, _ := client(t, func(c *Config) {
		c.Endpoints = []Endpoint{{URL: s.URL}}
		c.HeaderTimeout, c.IdleTimeout, c.Attempts = 2*time.Second, time.Second, 1
	})
	return c
}

const oneModel = `{"data":[{"id":"m","owned_by":"vllm","max_model_len":8192}]}`

// TestEndlessStreams: whatever a server sends for ever, the call ends.
func TestEndlessStreams(t *testing.T) {
	piece := `data: {"choices":[{"delta":{%q:"something new %d"}}]}` + "\n\n"
	for name, tc := range map[string]struct {
		line  func(i int) string
		pause time.Duration
		cut   bool // counts as an answer that was cut off
	}{
		"text":         {line: func(i int) string { return fmt.Sprintf(piece, "content", i) }, cut: true},
		"thoughts":     {line: func(i int) string { return fmt.Sprintf(piece, "reasoning", i) }, cut: true},
		"one line":     {line: func(int) string { return strings.Repeat("x", 1<<10) }},
		"blank lines":  {line: func(int) string { return strings.Repeat("\n", 1<<10) }},
		"comments":     {line: func(int) string { return ": still there\n\n" }, pause: 20 * time.Millisecond},
		"empty events": {line: func(int) string { return `data: {"choices":[{"delta":{}}]}` + "\n\n" }, pause: 20 * time.Millisecond},
		"a late silence": {line: func(i int) string {
			if i > 0 {
				return ": still there\n\n"
			}
			return fmt.Sprintf(piece, "content", i)
		}, pause: 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := hostile(t, oneModel, func(w http.ResponseWriter, r *http.Request) {
				for i := 0; r.Context().Err() == nil; i++ {
					if _, err := io.WriteString(w, tc.line(i)); err != nil {
						return
					}
					if tc.pause > 0 {
						w.(http.Flusher).Flush()
						time.Sleep(tc.pause)
					}
				}
			})
			var rec record
			comp, err := c.Generate(t.Context(), ask("a"), &rec)
			if got := err == nil && comp.Finish == agent.FinishLength; got != tc.cut {
				t.Errorf("%q, %v", comp.Finish, err)
			}
			if n, most := rec.text.Len()+rec.thought.Len(), boundsOf(100).text; n > most {
				t.Errorf("%d bytes came through, at most %d may", n, most)
			}
		})
	}
}

// TestADripEnds: pieces that keep coming slowly do not hold a call for ever.
func TestADripEnds(t *testing.T) {
	var cause error
	done := make(chan struct{})
	w := watch(time.Hour, time.Hour, 20*time.Millisecond, func(err error) { cause = err; close(done) })
	defer w.stop()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for range 5000 {
		select {
		case <-tick.C:
			w.piece()
		case <-done:
			var s *silence
			if !errors.As(cause, &s) || !s.whole {
				t.Errorf("%v", cause)
			}
			return
		}
	}
	t.Error("never ended")
}

// TestErrorsRepeatNoConversation: what a server throws back of the request is
// not in the error, wherever the server puts it.
func TestErrorsRepeatNoConversation(t *testing.T) {
	const words = "明日、母の手術があるの。 Please don't tell <anybody>.\nOK?"
	for name, body := range map[string]string{
		"message": `{"error":{"message":%q,"type":"BadRequestError"}}`,
		"detail":  `{"detail":[{"msg":"bad","input":%q}]}`,
		"plain":   `cannot use %q`,
		"cut off": `{"messages":[{"content":%q},`,
		"stream":  `data: {"error":{"message":%q,"code":400}}` + "\n\n",
	} {
		c := hostile(t, oneModel, func(w http.ResponseWriter, _ *http.Request) {
			if name != "stream" {
				w.WriteHeader(http.StatusBadRequest)
			}
			fmt.Fprintf(w, body, "\x1b[2Junfit: "+words)
		})
		_, err := c.Generate(t.Context(), ask(words), &record{})
		if err == nil {
			t.Fatalf("%s: no error", name)
		}
		for _, part := range []string{"手術が", "Please don", "<anybody>", "\x1b"} {
			if strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q is in %q", name, part, err)
			}
		}
	}
	// What the server says itself stays, also where a person talks about it.
	c := hostile(t, oneModel, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":{"message":"This model's maximum context length is 4096 tokens."}}`)
	})
	_, err := c.Generate(t.Context(), ask("It said: maximum context length is 4096 tokens."), &record{})
	var long *fault.TooLong
	if !errors.As(err, &long) || long.Max != 4096 || !strings.Contains(err.Error(), "This model's") {
		t.Errorf("%v", err)
	}
}

// TestStrangeModelNames: names that are no names are passed over, and there is
// an end to their number.
func TestStrangeModelNames(t *testing.T) {
	var names []string
	for i := range 3 * maxModels {
		names = append(names, fmt.Sprintf(`{"id":"m%d"}`, i))
	}
	list := `{"data":[{"id":"\u001b]0;x\u0007"},{"id":"a\nb"},{"id":"` + strings.Repeat("x", maxModel+1) + `"},` + strings.Join(names, ",") + `]}`
	c := hostile(t, list, http.NotFound)
	info, err := c.Info(t.Context())
	if err != nil || info.Name != "m0" {
		t.Errorf("%q, %v", info.Name, err)
	}
	if f, _ := c.endpoints[0].cached(); len(f.models) != maxModels {
		t.Errorf("%d names are kept", len(f.models))
	}
}

// TestRetryAfterIsBounded: no number silences a conversation for long.
func TestRetryAfterIsBounded(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"90": 90 * time.Second, "86400": longestWait, "1e300": longestWait, "+Inf": longestWait,
		"0": 0, "-1": 0, "NaN": 0, "": 0, "Wed, 21 Oct 2026 07:28:00 GMT": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}
