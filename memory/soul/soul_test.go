package soul

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func lead(r memory.Record) (system, ask string) { return "You are Kokoron.", "What do you remember?" }

func TestExport(t *testing.T) {
	data, m, err := Export([]memory.Record{
		{ID: "2", Scope: "owner", Content: "She said \"<b>\" & left\nat dawn"},
		{ID: "1", Scope: "owner", Content: "先生は雨の日が好き", Subject: "rain", Tags: []string{"secret"}, Reason: "why"},
	}, lead)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"messages":[{"role":"system","content":"You are Kokoron."},{"role":"user","content":"What do you remember?"},{"role":"assistant","content":"先生は雨の日が好き"}]}
{"messages":[{"role":"system","content":"You are Kokoron."},{"role":"user","content":"What do you remember?"},{"role":"assistant","content":"She said \"<b>\" & left\nat dawn"}]}
`
	if string(data) != want {
		t.Errorf("%s", data)
	}
	sum := sha256.Sum256(data)
	if m.Format != "messages" || m.Examples != 2 || m.SHA256 != hex.EncodeToString(sum[:]) || len(m.Lines) != 2 ||
		m.Lines[0] != (Entry{1, "1"}) || m.Lines[1] != (Entry{2, "2"}) {
		t.Errorf("%+v", m)
	}
	if data, m, err := Export(nil, lead); len(data) != 0 || m.Examples != 0 || m.Lines == nil || err != nil {
		t.Errorf("of nothing: %q, %+v, %v", data, m, err)
	}
}

// Whatever is remembered can be exported, passes the check, comes back as it
// was, and is the same whatever the order.
func TestExportOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		contents := rapid.SliceOfN(rapid.StringMatching(`(?s)[a-z猫].{0,40}`), 0, 8).Draw(t, "contents")
		var records []memory.Record
		for i, c := range contents {
			records = append(records, memory.Record{ID: turn.ID('a' + rune(i)), Content: strings.ToValidUTF8(c, "")})
		}
		data, m, err := Export(records, lead)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := CheckAll(data); n != len(records) || err != nil {
			t.Fatalf("%d lines, %v in\n%s", n, err, data)
		}
		for i, line := range bytes.SplitAfter(data, []byte("\n"))[:len(records)] {
			var e Example
			if err := json.Unmarshal(line, &e); err != nil || e.Messages[2].Content != records[i].Content || m.Lines[i].ID != records[i].ID {
				t.Fatalf("%q of %+v: %v", line, records[i], err)
			}
		}
		rand.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		again, _, err := Export(records, lead)
		if err != nil || !bytes.Equal(data, again) {
			t.Fatal("another order gives other bytes", err)
		}
	})
}

func TestCheck(t *testing.T) {
	const system, user, answer = `{"role":"system","content":"s"}`, `{"role":"user","content":"u"}`, `{"role":"assistant","content":"a"}`
	of := func(messages ...string) string { return `{"messages":[` + strings.Join(messages, ",") + `]}` }
	for _, line := range []string{of(user, answer), of(system, user, answer), of(user, answer, user, answer), of(system, user, answer, user, answer)} {
		if err := Check([]byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for name, line := range map[string]string{
		"nothing": "", "no JSON": "x", "a list": "[]", "no messages": "{}", "none": of(), "the system alone": of(system),
		"no answer": of(user), "no question": of(answer), "the answer first": of(answer, user), "two questions": of(user, user),
		"the system later": of(user, system), "the system twice": of(system, system, user, answer), "no answer at the end": of(user, answer, user),
		"an empty answer": of(user, `{"role":"assistant","content":" \n"}`), "a content that is no text": of(user, `{"role":"assistant","content":null}`),
		"a role that is none": of(user, `{"role":"tool","content":"x"}`), "a field of its own": `{"id":"1","messages":[` + user + "," + answer + `]}`,
		"a field in a message": of(user, `{"role":"assistant","content":"a","id":"1"}`), "two objects": of(user, answer) + of(user, answer),
		"a line break": "{\n" + of(user, answer)[1:], "no UTF-8": of(user, "{\"role\":\"assistant\",\"content\":\"\xff\"}"),
	} {
		if err := Check([]byte(line)); !errors.Is(err, ErrExample) {
			t.Errorf("%s: %v", name, err)
		}
	}
	good := of(user, answer) + "\n"
	for data, lines := range map[string]int{"": 0, good: 1, good + good: 2} {
		if n, err := CheckAll([]byte(data)); n != lines || err != nil {
			t.Errorf("%q: %d, %v", data, n, err)
		}
	}
	for data, line := range map[string]string{good + "x\n": "line 2:", good + strings.TrimSpace(good): "line 2:", "\n" + good: "line 1:"} {
		if _, err := CheckAll([]byte(data)); !errors.Is(err, ErrExample) || !strings.HasPrefix(err.Error(), line) {
			t.Errorf("%q: %v", data, err)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"messages":[{"role":"user","content":"u"},{"role":"assistant","content":"a"}]}`))
	f.Add([]byte(`{"messages":[{"role":"system","content":"s"}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if Check(line) != nil {
			return
		}
		var e Example
		if err := json.Unmarshal(line, &e); err != nil || e.Messages[len(e.Messages)-1].Role != Assistant {
			t.Errorf("%q passes: %+v, %v", line, e, err)
		}
		again, err := json.Marshal(e)
		if err != nil || Check(again) != nil {
			t.Errorf("%q passes, and not when it is written again: %v", line, err)
		}
	})
}
