package toolcall_test

import (
	"testing"

	"github.com/kokoron/kokoron/agent/toolcall"
)

// TestCalledBefore: that somebody is called something announces no example;
// how a tool is called does.
func TestCalledBefore(t *testing.T) {
	const call = "\n" + `{"tool": "memory_search", "arguments": {"query": "plum jam"}}`
	for text, runs := range map[string]bool{
		"Nice, your cat is called Mikan!": true, "So they are called Mikan and Tama.": true, "Ah, your dog is called Rex.": true,
		"The tool is called like this:": false, "It is called with a query:": false, "This is how it is called": false,
	} {
		s := toolcall.New(toolcall.Options{Tools: builtin})
		if r := scan(s, bytewise(text+call), nil); (len(r.Calls) == 1) != runs {
			t.Errorf("%s: %+v", text, r)
		}
	}
}
