package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestTools: a call drafted in a thought does not run, a placeholder is text, an
// unknown tool is reported, numbers keep their digits.
func TestTools(t *testing.T) {
	in := `{"id":"a","output":"<think>maybe {\"tool\": \"memory_save\", \"arguments\": {\"content\": \"x\"}}</think>Ok. {\"tool\":\"weather_now\",\"arguments\":{\"city\":\"<Otaru>\",\"n\":1.50}}"}
{"id":"b","output":"<tool_call>{\"name\":\"open_door\",\"arguments\":{}}</tool_call>Hm."}
{"id":"c","output":"Hi {\"tool\":\"weather_now\",\"arguments\":{\"city\":\"a<b>\",\"n\":1.50}}"}
`
	var out bytes.Buffer
	if err := run([]string{"tools"}, strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`{"id":"a","calls":[],"visible":"Ok. {\"tool\":\"weather_now\",\"arguments\":{\"city\":\"<Otaru>\",\"n\":1.50}}"`,
		`{"id":"b","calls":[],"visible":"Hm.","unknown":["open_door"]`,
		`{"id":"c","calls":[{"tool":"weather_now","arguments":{"city":"a<b>","n":1.50}}],"visible":"Hi "`,
	} {
		if got := strings.Split(out.String(), "\n")[i]; !strings.HasPrefix(got, want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
