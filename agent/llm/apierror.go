package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/kokoron/kokoron/internal/fault"
)

const (
	// maxErrorBody bounds what is read and kept of an error's body, in bytes.
	maxErrorBody = 32 << 10
	// maxErrorText bounds what an error says of it, in characters.
	maxErrorText = 300
)

// APIError is a server's refusal: a status other than 200, or an error object
// inside a stream (Status then is its code, or 0). It holds no key.
type APIError struct {
	Status     int
	Type       string // the server's word, such as BadRequestError
	Message    string
	RetryAfter time.Duration // zero where the server named none
	Body       string        // as it came, at most 32 KiB

	shown     string // what Error says of it, where that is not the same
	max, used int    // exact counts, where the body has them as numbers
}

// text is what the server says, "" where it says nothing that can be read: a
// JSON text that broke off may hold anything.
func (e *APIError) text() string {
	body := strings.TrimSpace(e.Body)
	switch {
	case e.Message != "":
		return e.Message
	case strings.HasPrefix(body, "{") && !json.Valid([]byte(body)):
		return ""
	}
	return body
}

// hide keeps what some servers repeat of the request out of Error and Body.
// Message stays as it is: kind reads it.
func (e *APIError) hide(said []string) {
	e.shown, e.Body = withoutEcho(e.text(), said), withoutEcho(e.Body, said)
}

func (e *APIError) Error() string {
	text := e.shown
	if text == "" {
		text = e.text()
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' ' // it is printed to terminals
		}
		return r
	}, text)
	if r := []rune(text); len(r) > maxErrorText {
		text = string(r[:maxErrorText]) + "…"
	}
	if e.Status == 0 {
		return "model server: " + text
	}
	return fmt.Sprintf("model server says %d: %s", e.Status, text)
}

// wireError is an error body: {"error":{…}} of vLLM and llama.cpp,
// {"error":"…"} of Ollama, {"object":"error",…} of old vLLM, {"detail":…} of
// its web framework.
type wireError struct {
	Error   json.RawMessage `json:"error"`
	Detail  json.RawMessage `json:"detail"`
	Message string          `json:"message"`
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"`
	Used    int             `json:"n_prompt_tokens"`
	Max     int             `json:"n_ctx"`
}

func readAPIError(resp *http.Response, key string, said []string) *APIError {
	raw, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody)) // what came of it is enough
	e := parseAPIError(raw, key)
	e.Status = resp.StatusCode
	e.RetryAfter = retryAfter(resp.Header)
	e.hide(said)
	return e
}

// parseAPIError reads an error object, of a body or inside a stream.
func parseAPIError(raw []byte, key string) *APIError {
	raw = bytes.TrimSpace(raw)
	e := &APIError{Body: mask(string(raw), key)}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		e.Message = mask(text, key)
		return e
	}
	var w wireError
	if json.Unmarshal(raw, &w) != nil {
		return e
	}
	if len(w.Error) > 0 && string(w.Error) != "null" {
		inner := parseAPIError(w.Error, key)
		inner.Body = e.Body
		return inner
	}
	e.Type, e.Message, e.max, e.used = w.Type, mask(w.Message, key), w.Max, w.Used
	e.Status, _ = strconv.Atoi(strings.Trim(string(w.Code), `"`)) // 0 where it is a word
	if e.Message == "" {
		e.Message = mask(strings.Trim(string(w.Detail), `"`), key)
	}
	return e
}

// longestWait is how long a server's wish to be left alone is followed: a person
// waits, and asking again then costs nothing.
const longestWait = 10 * time.Minute

// retryAfter reads Retry-After in seconds. The date form is not used by model
// servers and would need the server's clock.
func retryAfter(h http.Header) time.Duration {
	s, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil || !(s > 0) {
		return 0
	}
	return time.Duration(min(s, longestWait.Seconds()) * float64(time.Second))
}

var (
	// contextWords marks a 400 that is about the window, by the words of vLLM
	// (old and new), llama.cpp and LM Studio.
	contextWords = regexp.MustCompile(`(?i)context (length|size|window)|max_model_len|max_tokens must be at least 1`)
	contextMax   = regexp.MustCompile(`(?:context length is|max_model_len=|context size \(?)\s*(\d+)`)
	// contextUsed is the size where it is the true one. vLLM's "at least N" is
	// not: it stops counting at the limit.
	contextUsed = regexp.MustCompile(`(?:you requested|max_tokens=|request \()\s*(\d+)`)
)

// kind translates the refusal for the core.
func (e *APIError) kind() error {
	switch {
	case e.Type == "exceed_context_size_error", e.Status == http.StatusRequestEntityTooLarge,
		(e.Status == http.StatusBadRequest || e.Status == 0) && contextWords.MatchString(e.Message):
		return &fault.TooLong{Max: either(e.max, number(contextMax, e.Message)), Used: either(e.used, number(contextUsed, e.Message)), Err: e}
	case e.Status == 0, e.Status == http.StatusTooManyRequests, e.Status == http.StatusRequestTimeout, e.Status >= 500:
		return &fault.Temporary{After: e.RetryAfter, Err: e}
	}
	return &fault.Blocked{Err: e}
}

func either(a, b int) int {
	if a != 0 {
		return a
	}
	return b
}

func number(re *regexp.Regexp, text string) int {
	m := re.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // digits; too many of them are as good as none
	return n
}
