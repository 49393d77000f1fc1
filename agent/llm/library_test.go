package llm

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/openai"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
)

// The faults of langchaingo v0.1.14 that the shim is there for, shown on the
// bare library. When one of these tests fails, the library was mended and that
// part of the shim can go.

func bare(t *testing.T, s *vllmtest.Server) *openai.LLM {
	t.Helper()
	l, err := openai.New(openai.WithToken("x"), openai.WithModel("kokoron-test"), openai.WithBaseURL(s.URL()))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func bareCall(ctx context.Context, l *openai.LLM, opts ...llms.CallOption) (string, error) {
	var b strings.Builder
	opts = append(opts, llms.WithStreamingFunc(func(_ context.Context, p []byte) error { b.Write(p); return nil }))
	_, err := l.GenerateContent(ctx, []llms.MessageContent{llms.TextParts(llms.ChatMessageTypeHuman, "a")}, opts...)
	return b.String(), err
}

func TestLibraryHidesCancel(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Script{Silent: true})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := bareCall(ctx, bare(t, s)); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the library now says %v", err)
	}
}

func TestLibrarySwallowsErrors(t *testing.T) {
	for name, end := range map[string]vllmtest.End{"error in the stream": vllmtest.EndError, "no end mark": vllmtest.EndShort} {
		s := vllmtest.New(t)
		s.Enqueue(vllmtest.Say("half").Ending(end))
		if text, err := bareCall(t.Context(), bare(t, s)); err != nil || text != "half" {
			t.Errorf("%s: the library now says %q, %v", name, text, err)
		}
	}
}

func TestLibraryDropsReasoning(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Ponder("secret", "ok"))
	var thoughts string
	_, err := bare(t, s).GenerateContent(t.Context(), []llms.MessageContent{llms.TextParts(llms.ChatMessageTypeHuman, "a")},
		llms.WithStreamingReasoningFunc(func(_ context.Context, r, _ []byte) error { thoughts += string(r); return nil }))
	if err != nil || thoughts != "" {
		t.Errorf("the library now reads reasoning: %q, %v", thoughts, err)
	}
}

func TestLibraryDropsSampling(t *testing.T) {
	s := vllmtest.New(t)
	if _, err := bareCall(t.Context(), bare(t, s), llms.WithTopP(0.5), llms.WithTopK(5), llms.WithRepetitionPenalty(1.1)); err != nil {
		t.Fatal(err)
	}
	body := s.Requests()[0].Body
	for _, f := range []string{"top_p", "top_k", "repetition_penalty"} {
		if _, ok := body[f]; ok {
			t.Errorf("the library now sends %s", f)
		}
	}
	if string(body["temperature"]) != "0" {
		t.Errorf("the library now sends temperature %s where none was set", body["temperature"])
	}
}

func TestLibraryBreaksOnLongLines(t *testing.T) {
	s := vllmtest.New(t, vllmtest.Window(1<<20))
	s.Enqueue(vllmtest.Say(strings.Repeat("a", 70_000)))
	if _, err := bareCall(t.Context(), bare(t, s)); err == nil {
		t.Error("the library now reads long lines")
	}
}

func TestLibraryForgetsStatus(t *testing.T) {
	s := vllmtest.New(t)
	s.Enqueue(vllmtest.Script{Status: 429, RetryAfter: "7", Body: `{"object":"error","message":"slow down","code":429}`})
	_, err := bareCall(t.Context(), bare(t, s))
	if err == nil || strings.Contains(err.Error(), "slow down") || strings.Contains(err.Error(), "7") {
		t.Errorf("the library now says %v", err)
	}
}
