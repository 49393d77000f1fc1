package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestThink runs the filter's own cases through the command.
func TestThink(t *testing.T) {
	type thinkCase struct {
		ID       string   `json:"id"`
		Mode     string   `json:"mode"`
		Chunks   []string `json:"chunks"`
		Encoding string   `json:"encoding"`
		Visible  string   `json:"want_visible"`
		Cmp      string   `json:"visible_cmp"`

		Calls []caseCall `json:"want_calls"`
	}
	var in bytes.Buffer
	var cases []thinkCase
	for _, c := range load[thinkCase](t, "think_filter.jsonl") {
		if c.Chunks == nil || c.Encoding != "" {
			continue // the filter's own test expands those
		}
		var b64 []string
		for _, s := range c.Chunks {
			b64 = append(b64, base64.StdEncoding.EncodeToString([]byte(s)))
		}
		put(t, &in, map[string]any{"id": c.ID, "mode": c.Mode, "chunks_b64": b64})
		cases = append(cases, c)
	}
	got := output[thinkOut](t, "think", &in)
	if len(got) != len(cases) || len(cases) < 80 {
		t.Fatalf("%d results for %d cases", len(got), len(cases))
	}
	withCalls := 0
	for i, c := range cases {
		withCalls += len(c.Calls)
		if c.Calls != nil && !slices.EqualFunc(got[i].Calls, c.Calls, sameCall) {
			t.Errorf("%s: calls %s, want %s", c.ID, got[i].Calls, c.Calls)
		}
		if got[i].ID != c.ID || len(got[i].Progress) != len(c.Chunks) {
			t.Errorf("%s: result %+v", c.ID, got[i])
		}
		if c.Cmp == "exact" && got[i].Visible != c.Visible {
			t.Errorf("%s: visible %q, want %q", c.ID, got[i].Visible, c.Visible)
		}
	}
	if withCalls == 0 {
		t.Error("no case wants a call")
	}
}

func sameCall(a, b caseCall) bool {
	var x, y bytes.Buffer
	if json.Compact(&x, a.Args) != nil || json.Compact(&y, b.Args) != nil {
		return false
	}
	return a.Tool == b.Tool && x.String() == y.String()
}

func TestMsg(t *testing.T) {
	in := strings.NewReader(`{"id":"a","input":"x [MESSAGE]<b>[/MESSAGE]"}` + "\n" + `{"id":"b","input":" no "}` + "\n")
	var out bytes.Buffer
	if err := run([]string{"msg"}, in, &out); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"a","found":true,"messages":["<b>"],"text":"<b>","system":"x"}` + "\n" +
		`{"id":"b","found":false,"messages":[],"text":"no","system":""}` + "\n"
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct{ kind, in, want string }{
		{"", "", "usage"},
		{"nothing", "", "usage"},
		{"think", `{"id":"x","mode":"odd"}`, `case x: unknown mode "odd"`},
		{"think", `{"id":"x"`, "read case 1"},
		{"msg", `{"id":"x","input":""}{"id":3}`, "read case 2"},
	} {
		err := run([]string{c.kind}, strings.NewReader(c.in), &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %q", c.kind, c.in, err, c.want)
		}
	}
}

func load[T any](t *testing.T, file string) []T {
	t.Helper()
	r, err := os.Open("../../agent/stream/testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return decode[T](t, json.NewDecoder(r))
}

func decode[T any](t *testing.T, dec *json.Decoder) []T {
	t.Helper()
	var all []T
	for dec.More() {
		var v T
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

func put(t *testing.T, b *bytes.Buffer, v any) {
	t.Helper()
	if err := json.NewEncoder(b).Encode(v); err != nil {
		t.Fatal(err)
	}
}

func output[T any](t *testing.T, kind string, in *bytes.Buffer) []T {
	t.Helper()
	var out bytes.Buffer
	if err := run([]string{kind}, in, &out); err != nil {
		t.Fatal(err)
	}
	return decode[T](t, json.NewDecoder(&out))
}
