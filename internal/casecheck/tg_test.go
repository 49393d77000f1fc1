package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestTg(t *testing.T) {
	in := strings.NewReader(`{"id":"a","markdown":"**x** <b>","simulate":null}` + "\n" + `{"id":"b","markdown":" \n","simulate":"timeout_once"}` + "\n")
	var out bytes.Buffer
	if err := run([]string{"tg"}, in, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{
		`{"id":"a","messages":[{"text":"x <b>","parse_mode":"","entities":[{"type":"bold","offset":0,"length":1}]}],"ms":`,
		`{"id":"b","messages":[],"ms":`,
	} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("got %s, want %s…", lines[i], want)
		}
	}
}
