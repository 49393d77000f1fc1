package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	// maxLine bounds one line of a stream; nothing a model says in one piece
	// comes near it.
	maxLine = 4 << 20
	// maxPiece bounds the text of one line given to the library, whose scanner
	// breaks at 64 KiB; JSON may write a byte as six.
	maxPiece = 8 << 10
)

var errNoDone = errors.New("the stream ended without its end mark")

// wireChunk is one event of a stream, as vLLM and llama.cpp write it.
type wireChunk struct {
	Model   string          `json:"model"`
	Choices []wireChoice    `json:"choices"`
	Usage   *wireUsage      `json:"usage"`
	Timings *wireTimings    `json:"timings"`
	Error   json.RawMessage `json:"error"`
	Object  string          `json:"object"`
	Message string          `json:"message"` // of an old vLLM error
}

type wireChoice struct {
	Delta struct {
		Content          string `json:"content"`
		Reasoning        string `json:"reasoning"`         // vLLM since 0.12, Ollama
		ReasoningContent string `json:"reasoning_content"` // older vLLM, llama.cpp
	} `json:"delta"`
	FinishReason string `json:"finish_reason"`
}

type wireUsage struct {
	PromptTokens        int `json:"prompt_tokens"`
	CompletionTokens    int `json:"completion_tokens"`
	PromptTokensDetails struct {
		CachedTokens int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionTokensDetails struct {
		ReasoningTokens int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// wireTimings are llama.cpp's own counts, sent even where usage is not.
type wireTimings struct {
	CacheN     int `json:"cache_n"`
	PromptN    int `json:"prompt_n"` // without those from the cache
	PredictedN int `json:"predicted_n"`
}

// sseBody reads a server's event stream and gives the library one it cannot
// misread: short lines, one name for thoughts, loud errors, a sure end.
type sseBody struct {
	src io.ReadCloser
	in  *bufio.Reader
	ex  *exchange
	key string
	out bytes.Buffer
	err error
}

func newSSEBody(src io.ReadCloser, ex *exchange, key string) *sseBody {
	b := &sseBody{src: src, ex: ex, key: key}
	b.in = bufio.NewReaderSize(touchReader{src, ex.watch}, 16<<10)
	return b
}

// touchReader tells the watchdog of every byte.
type touchReader struct {
	src   io.Reader
	watch *watchdog
}

func (t touchReader) Read(p []byte) (int, error) {
	n, err := t.src.Read(p)
	if n > 0 {
		t.watch.byte()
	}
	return n, err
}

func (b *sseBody) Read(p []byte) (int, error) {
	for b.out.Len() == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.err = b.next()
		if b.err != nil && b.err != io.EOF {
			b.err = b.ex.fail(b.err)
		}
	}
	b.ex.watch.piece() // how long the library takes over a long line is not the server's silence
	return b.out.Read(p)
}

func (b *sseBody) Close() error { return b.src.Close() }

// next reads one line and writes what the library is to see of it. It returns
// io.EOF after the end mark only.
func (b *sseBody) next() error {
	line, err := readLine(b.in)
	if err != nil && len(line) == 0 {
		if err == io.EOF {
			return errNoDone
		}
		return err
	}
	if b.ex.left.wire -= len(line); b.ex.left.wire < 0 {
		return errEndless
	}
	data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
	if !ok {
		// llama.cpp once wrote its errors as "error: {…}" lines.
		if text, bad := bytes.CutPrefix(line, []byte("error:")); bad {
			return b.refusal(text)
		}
		return nil // blank line, comment, event name
	}
	if data = bytes.TrimSpace(data); string(data) == "[DONE]" {
		return b.finish("")
	}
	var c wireChunk
	if err := json.Unmarshal(data, &c); err != nil {
		return fmt.Errorf("unreadable event in the stream: %w", err)
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return b.refusal(c.Error)
	}
	if c.Object == "error" {
		return b.refusal(data)
	}
	b.note(c)
	if len(c.Choices) > 0 {
		d := c.Choices[0].Delta
		if d.ReasoningContent == "" {
			d.ReasoningContent = d.Reasoning
		}
		if b.ex.left.text -= len(d.ReasoningContent) + len(d.Content); b.ex.left.text < 0 {
			return b.finish("length")
		}
		b.emit("reasoning_content", d.ReasoningContent)
		b.emit("content", d.Content)
	}
	return nil
}

// finish ends the stream for the library; reason, if any, is why here already.
func (b *sseBody) finish(reason string) error {
	b.ex.mu.Lock()
	b.ex.done = true
	if reason != "" {
		b.ex.finish = reason
	}
	b.ex.mu.Unlock()
	b.out.WriteString("data: [DONE]\n\n")
	return io.EOF
}

// refusal is an error inside the stream.
func (b *sseBody) refusal(raw []byte) *APIError {
	e := parseAPIError(raw, b.key)
	e.hide(b.ex.said)
	return e
}

// note keeps what an event says beside its text. A later event does not
// overwrite a finish reason with none.
func (b *sseBody) note(c wireChunk) {
	b.ex.mu.Lock()
	defer b.ex.mu.Unlock()
	if c.Model != "" {
		b.ex.model = c.Model
	}
	if c.Usage != nil {
		b.ex.usage = *c.Usage
	}
	if c.Timings != nil {
		b.ex.timings = *c.Timings
	}
	if len(c.Choices) > 0 && c.Choices[0].FinishReason != "" {
		b.ex.finish = c.Choices[0].FinishReason
	}
}

// emit writes text as events of one field, cut at rune borders.
func (b *sseBody) emit(field, text string) {
	for text != "" {
		n := min(len(text), maxPiece)
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n--
		}
		quoted, _ := json.Marshal(text[:n]) // a string always marshals
		fmt.Fprintf(&b.out, "data: {\"choices\":[{\"delta\":{%q:%s}}]}\n\n", field, quoted)
		text = text[n:]
	}
}

// readLine reads to the next newline, however long the line.
func readLine(in *bufio.Reader) ([]byte, error) {
	var whole []byte
	for {
		part, err := in.ReadSlice('\n')
		whole = append(whole, part...)
		if err != bufio.ErrBufferFull {
			return whole, err
		}
		if len(whole) > maxLine {
			return nil, fmt.Errorf("a line of the stream is longer than %d bytes", maxLine)
		}
	}
}
