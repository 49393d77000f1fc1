package llm

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/kokoron/kokoron/internal/fault"
)

func TestKindsOfRefusal(t *testing.T) {
	for _, tc := range []struct {
		status int
		body   string
		want   string
	}{
		{400, `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your prompt contains at least 8193 input tokens, which exceeds this limit even without any output tokens. (parameter=input_tokens, value=8193)","type":"BadRequestError","param":"input_tokens","code":400}}`, "long 8192 0"},
		{400, `{"error":{"message":"max_tokens must be at least 1, got 0. (parameter=max_tokens, value=0)","type":"BadRequestError","param":"max_tokens","code":400}}`, "long 0 0"},
		{400, `{"error":{"message":"max_tokens=9000 cannot be greater than max_model_len=8192. Please request fewer output tokens. (parameter=max_tokens, value=9000)","type":"BadRequestError","param":"max_tokens","code":400}}`, "long 8192 9000"},
		{400, `{"error":{"code":400,"message":"request (16030 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":16030,"n_ctx":8192}}`, "long 8192 16030"},
		{400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4900 in the messages, 100 in the completion).","type":"BadRequestError","param":null,"code":400}`, "long 4096 5000"},
		{400, `{"error":{"message":"System message must be at the beginning.","type":"BadRequestError","param":null,"code":400}}`, "blocked"},
		{400, `{"error":"json: cannot unmarshal"}`, "blocked"},
		{401, `{"error":"Unauthorized"}`, "blocked"},
		{403, ``, "blocked"},
		{307, ``, "blocked"},
		{408, ``, "temporary"},
		{429, `{"object":"error","message":"slow down"}`, "temporary"},
		{500, `<html>oops</html>`, "temporary"},
		{503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, "temporary"},
		{0, `{"message":"EngineCore encountered an issue.","type":"InternalServerError","param":null}`, "temporary"},
	} {
		e := parseAPIError([]byte(tc.body), "")
		e.Status = tc.status
		var (
			long    *fault.TooLong
			blocked *fault.Blocked
			temp    *fault.Temporary
			got     string
		)
		switch err := e.kind(); {
		case errors.As(err, &long):
			got = fmt.Sprintf("long %d %d", long.Max, long.Used)
		case errors.As(err, &blocked):
			got = "blocked"
		case errors.As(err, &temp):
			got = "temporary"
		}
		if got != tc.want {
			t.Errorf("%d %s: %s, want %s", tc.status, tc.body, got, tc.want)
		}
	}
}

func TestErrorsAreShort(t *testing.T) {
	e := parseAPIError([]byte(strings.Repeat("長", 1000)), "")
	if n := len([]rune(e.Error())); n > 350 {
		t.Errorf("%d characters", n)
	}
}

// FuzzCutsDoNotMatter feeds the body of a stream whole and in pieces.
func FuzzCutsDoNotMatter(f *testing.F) {
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"あ\"}}]}\n\ndata: [DONE]\n\n"), 3)
	f.Add([]byte(": ping\r\n\r\ndata:{\"choices\":[{\"delta\":{\"reasoning\":\"x\",\"content\":\"y\"},\"finish_reason\":\"stop\"}]}\r\n"), 1)
	f.Add([]byte("data: {\"error\":{\"message\":\"dead\"}}\n\n"), 7)
	f.Add([]byte("error: {\"message\":\"dead\"}\n"), 2)
	f.Fuzz(func(t *testing.T, body []byte, n int) {
		read := func(src io.Reader) (string, exchangeEnd, string) {
			w := watch(time.Hour, time.Hour, time.Hour, func(error) {})
			defer w.stop()
			ex := &exchange{watch: w, left: boundsOf(100)}
			out, err := io.ReadAll(newSSEBody(io.NopCloser(src), ex, ""))
			end, text := ex.end(), ""
			if err != nil {
				text = err.Error()
			}
			end.err = nil
			return string(out), end, text
		}
		out, end, err := read(bytes.NewReader(body))
		out2, end2, err2 := read(&stutter{bytes.NewReader(body), 1 + max(0, n)%17})
		out3, end3, err3 := read(iotest.DataErrReader(bytes.NewReader(body)))
		if out != out2 || end != end2 || err != err2 || out != out3 || end != end3 || err != err3 {
			t.Fatalf("whole %q %+v %s\ncut %q %+v %s", out, end, err, out2, end2, err2)
		}
		if end.done == (err != "") {
			t.Fatalf("done %v with error %q", end.done, err)
		}
		for line := range strings.SplitSeq(out, "\n") {
			if len(line) > 64<<10-1 {
				t.Fatalf("a line of %d bytes", len(line))
			}
		}
	})
}

// stutter reads at most n bytes at a time.
type stutter struct {
	src io.Reader
	n   int
}

func (s *stutter) Read(p []byte) (int, error) { return s.src.Read(p[:min(len(p), s.n)]) }
