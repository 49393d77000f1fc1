package channels

import "testing"

func TestCommand(t *testing.T) {
	for words, want := range map[string]string{
		"/help": "/help", " /stop\n": "/stop", "／ｈｅｌｐ": "/help", "/STATUS now": "/status now", "/": "/",
		"": "", "help": "", "/etc/passwd は何？": "", "/help\nと書いた": "", "// a comment": "", "1/2": "",
	} {
		if line, ok := Command(words); line != want || ok != (want != "") {
			t.Errorf("%q is %q, %v", words, line, ok)
		}
	}
}
