package vllmtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// recorded is an answer of a real server.
type recorded struct{ status, body string }

var head = regexp.MustCompile(`(?m)^## (.+)\n(\d{3})[^\n]*\n`)

// recordings reads the blocks of one file, and its "## GET path 200 body" lines.
func recordings(t *testing.T, file string) map[string]recorded {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]recorded{}
	text := string(raw)
	at := head.FindAllStringSubmatchIndex(text, -1)
	for _, m := range at {
		body := text[m[1]:]
		if end := strings.Index(body, "\n## "); end >= 0 {
			body = body[:end]
		}
		out[text[m[2]:m[3]]] = recorded{text[m[4]:m[5]], strings.TrimSpace(body)}
	}
	for _, l := range strings.Split(text, "\n") {
		if f := strings.SplitN(l, " ", 5); len(f) == 5 && f[0] == "##" && f[1] == "GET" {
			out["GET "+f[2]] = recorded{f[3], f[4]}
		}
	}
	return out
}

// skeleton keeps the keys of JSON in their order and the kinds of the values,
// and the first element of each list.
func skeleton(t *testing.T, text string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	var b strings.Builder
	bone(t, d, &b)
	return b.String()
}

func bone(t *testing.T, d *json.Decoder, b *strings.Builder) {
	t.Helper()
	tok, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch v := tok.(type) {
	case json.Delim:
		b.WriteString(v.String())
		for i := 0; d.More(); i++ {
			if v == '{' {
				key, _ := d.Token()
				fmt.Fprintf(b, "%v:", key)
				bone(t, d, b)
				b.WriteString(" ")
				continue
			}
			var rest strings.Builder
			bone(t, d, &rest)
			if i == 0 {
				b.WriteString(rest.String())
			}
		}
		end, _ := d.Token()
		fmt.Fprint(b, end)
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprintf(b, "%T", v)
	}
}

// events are the skeletons of a stream, a run of equal ones once.
func events(t *testing.T, body string) []string {
	t.Helper()
	var out []string
	for _, l := range strings.Split(body, "\n") {
		data, ok := strings.CutPrefix(l, "data: ")
		if !ok {
			continue
		}
		if data != "[DONE]" {
			data = skeleton(t, data)
		}
		if len(out) == 0 || out[len(out)-1] != data {
			out = append(out, data)
		}
	}
	return out
}

func do(t *testing.T, s *Server, path, body string) recorded {
	t.Helper()
	method, in := http.MethodPost, io.Reader(strings.NewReader(body))
	if body == "" {
		method, in = http.MethodGet, nil
	}
	req, err := http.NewRequest(method, "http://"+s.Addr()+path, in)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return recorded{fmt.Sprint(resp.StatusCode), string(bytes.TrimSpace(raw))}
}

const chatPath = "/v1/chat/completions"

// ask is a chat request of one user message.
func ask(text, more string) string {
	return fmt.Sprintf(`{"model":"kokoron-test","messages":[{"role":"user","content":%s}]%s}`, quote(text), more)
}

// shapes are the recorded blocks that are whole, and the request that gets the
// same from the fake.
func shapes(llama bool) map[string][2]string {
	long := strings.Repeat("長", 9000)
	m := map[string][2]string{
		"tokenize messages":   {"/tokenize", `{"model":"kokoron-test","messages":[{"role":"user","content":"猫"}],"add_generation_prompt":true}`},
		"tokenize content":    {"/tokenize", `{"content":"猫"}`},
		"ctx prompt too long": {chatPath, ask(long, "")},
		"ctx too long stream": {chatPath, ask(long, `,"stream":true`)},
		"continue assistant":  {chatPath, `{"model":"kokoron-test","messages":[{"role":"user","content":"a"},{"role":"assistant","content":"one two"}]}`},
		"surrogate":           {chatPath, `{"model":"kokoron-test","messages":[{"role":"user","content":"bad \ud83d "}]}`},
		"bad json":            {chatPath, `{"model":`},
		"wrong model":         {chatPath, strings.Replace(ask("a", ""), "kokoron-test", "nope", 1)},
		"stream emoji":        {chatPath, ask("a", `,"stream":true`)},
		"GET /v1/models":      {"/v1/models", ""},
	}
	if llama {
		m["max_tokens too large"] = [2]string{chatPath, ask("a", `,"max_tokens":9000`)}
		m["empty messages"] = [2]string{chatPath, `{"model":"kokoron-test","messages":[]}`}
		m["GET /health"] = [2]string{"/health", ""}
		m["GET /metrics"] = [2]string{"/metrics", ""}
		return m
	}
	m["GET /props"] = [2]string{"/props", ""}
	m["tokenize content"] = [2]string{"/tokenize", `{"model":"kokoron-test","prompt":"猫"}`}
	m["max_tokens too large"] = [2]string{chatPath, ask("a", `,"max_tokens":9000`)}
	m["empty messages"] = [2]string{chatPath, `{"model":"kokoron-test","messages":[]}`}
	return m
}

func TestShapes(t *testing.T) {
	for file, opts := range map[string][]Option{
		"vllm-0.32.txt":                  nil,
		"vllm-0.32-reasoning-parser.txt": {ReasoningParser()},
		"llama-server.txt":               {LlamaCpp()},
	} {
		t.Run(file, func(t *testing.T) {
			want := recordings(t, file)
			llama := file == "llama-server.txt"
			for name, r := range shapes(llama) {
				w, ok := want[name]
				if !ok {
					t.Errorf("%s is not in the recording", name)
					continue
				}
				s := New(t, opts...)
				s.Enqueue(Say("😊", "", "！"))
				got := do(t, s, r[0], r[1])
				if got.status != w.status {
					t.Errorf("%s: status %s, recorded %s", name, got.status, w.status)
				}
				compare(t, name, w.body, got.body)
			}
		})
	}
}

func TestStreamUsage(t *testing.T) {
	for file, opt := range map[string]Option{"vllm-0.32-usage.txt": PromptDetails(), "llama-server-usage.txt": LlamaCpp()} {
		s := New(t, opt)
		s.Enqueue(Say("Hello", "!"))
		got := do(t, s, chatPath, ask("hi", `,"stream":true,"stream_options":{"include_usage":true}`))
		compare(t, file, recordings(t, file)["stream usage"].body, got.body)
	}
}

func compare(t *testing.T, name, want, got string) {
	t.Helper()
	switch {
	case strings.HasPrefix(want, "data:"):
		if d := cmp.Diff(plain(events(t, want)), plain(events(t, got))); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	case !json.Valid([]byte(want)):
		// The recording was cut: what is there has to agree.
		if !agree(want, got) {
			t.Errorf("%s: %s\nrecorded %s", name, got, want)
		}
	default:
		if d := cmp.Diff(skeleton(t, want), skeleton(t, got)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// plain lets the two ways a vLLM ends its text pass for one: an empty content,
// or no delta.
func plain(events []string) []string {
	for i, e := range events {
		if strings.Contains(e, "stop_reason") {
			events[i] = strings.Replace(e, "delta:{content:string }", "delta:{}", 1)
		}
	}
	return events
}

var keys = regexp.MustCompile(`"[a-z_]+":`)

// agree says whether got begins with the keys of want, in their order.
func agree(want, got string) bool {
	w, g := keys.FindAllString(want, -1), keys.FindAllString(got, -1)
	if len(g) > len(w) {
		g = g[:len(w)]
	}
	n := min(len(w), len(g))
	return n > 1 && strings.Join(w[:n], "") == strings.Join(g[:n], "")
}
