package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// leaked are two English words in a row, in small letters: a sentence that was
// left in another language's frame. Names, values and forms that a program
// reads have capitals, digits or marks between them.
var leaked = regexp.MustCompile(`(?:^|[^\w./=_\[<|-])[a-z]{2,} [a-z]{2,}(?:$|[^\w./=_-])`)

// quoted are words of the person, of commands and of the system in a row, which
// are shown as they are.
var quoted = strings.NewReplacer(
	"kokoron help", "", "kokoron memory list", "", "kokoron calendar list", "", "no such file or directory", "", "down model", "",
	"restart, kill", "", "outage DURATION", "", "clock ", "", "zone ", "", "run ", "", "start ", "",
)

// TestMistakesAreToldInTheirLanguage: what is wrong with what somebody wrote is
// told in their language alone, down to the detail.
func TestMistakesAreToldInTheirLanguage(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cases := [][]string{
		{"serve", "--listen", "foo"}, {"serve", "--listen", "0.0.0.0:80"},
		{"memory", "cues", "foo=bar"}, {"memory", "cues", "time=abc"}, {"memory", "cues", "stars=9"}, {"memory", "cues", "outcome=x"},
		{"memory", "cues", "foo"}, {"memory", "cues", "type=x"}, {"memory", "cues", "type="},
		{"remind", "x", "--when", "61 * * * *"}, {"remind", "x", "--when", "*/90 * * * *"}, {"remind", "x", "--when", "0 0 31 2 *"},
		{"remind", "x", "--when", "0 8 * * 5-1"}, {"remind", "x", "--when", "0 8 * 13 *"}, {"remind", "x", "--when", "5/15 * * * *"},
		{"calendar", "add", "x", "--when", "2026-02-30"}, {"calendar", "add", "x", "--when", "2026-02-03", "--repeat", "FREQ=FOO"},
		{"calendar", "add", "x", "--when", "2026-02-03", "--repeat", "FREQ=DAILY;FOO=1"},
		{"calendar", "add", "x", "--when", "2026-02-03", "--repeat", "FREQ=DAILY;FREQ=DAILY"},
		{"calendar", "import", file("none.ics", "foo")}, {"calendar", "import", file("part.ics", part)},
		{"calendar", "subscribe", "ftp://x"}, {"calendar", "subscribe", "http://127.0.0.1:1/x.ics"},
	}
	for i, s := range strings.Split(scripts, "\n") {
		cases = append(cases, []string{"simulate", "--script", file("scripts/"+string(rune('a'+i)), s)})
	}
	homes := map[string]string{"empty": ""}
	for i, s := range []string{"foo = 1", "listn = 1", "owner = \"{\"\nlisten = \"x\"", settingsWrong} {
		homes["settings"+string(rune('a'+i))] = s
	}
	for _, lang := range []string{"ja_JP.UTF-8", "zh_CN.UTF-8"} {
		env := func(name string) (string, bool) {
			switch name {
			case "LANG":
				return lang, true
			case "KOKORON_MODEL_URL", "KOKORON_EMBED_URL", "KOKORON_CHROMA_URL":
				return "", true
			}
			return "", false
		}
		told := func(home string, args ...string) {
			t.Helper()
			var out, wrong strings.Builder
			run(t.Context(), append(args, "--home", home), strings.NewReader(""), &out, &wrong, env)
			said := strings.ReplaceAll(out.String()+wrong.String(), dir, "")
			if said == "" {
				t.Errorf("%s: %q says nothing", lang, args)
			}
			if left := leaked.FindString(quoted.Replace(said)); left != "" {
				t.Errorf("%s: %q leaves %q in\n%s", lang, args, left, said)
			}
		}
		for _, args := range cases {
			told(filepath.Join(dir, "home-"+lang), args...)
		}
		for name, text := range homes {
			file(name+"/config.toml", text)
			if name != "empty" {
				told(filepath.Join(dir, name), "memory", "list")
			}
		}
	}
}

const part = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:2026\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20260101T100000Z\r\nRRULE:FREQ=FOO\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nUID:3\r\nEND:VTODO\r\n" +
	"BEGIN:VEVENT\r\nUID:4\r\nDTSTART;TZID=Foo/Bar:20260101T100000\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nUID:5\r\nDTSTART:20260105T100000Z\r\nDTEND:20260101T100000Z\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nUID:6\r\nDTSTART:20260105T100000Z\r\nBEGIN:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

const scripts = `foo
zone X
start x
seed -1
lang xx
zone
2026-01-05
2026-01-05 08:10
2026-01-05 08:10 !
2026-01-05 08:10 ! down x 3h
2026-01-05 08:10 ! down model x
2026-01-05 08:10 ! clock 3h
2026-01-05 08:10 ! zone X
2026-01-05 08:10 ~
2026-01-05 08:10 a b > x
< x
? x`

const settingsWrong = `language = "xx"
zone = "Foo"
listen = "x"
origins = "x"
owner = "{"
[model]
temperature = 9
top_k = "x"
thinking = "x"
[[model.endpoint]]
model = "x"
[autonomy]
active_hours = "x"
briefing = "x"
gap = 0
[embed]
prefix = "x"
url = "x"
key_env = "FOO"
key_file = "nofile"
[learning]
approval = "x"
[telegram]
owner = -1
api = "http://u:p@x"
`
