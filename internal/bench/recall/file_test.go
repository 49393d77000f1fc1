package recall

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestLoadFile reads what others may write: numbers for texts, dates without a
// time, fields of their own, and as little as is needed.
func TestLoadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.jsonl")
	text := "\ufeff" + `{"id":7,"lang":null,"version":2,"turns":[{"id":1,"session":3,"speaker":"Ren","at":"2026-01-31","text":"hello","mood":{}},{"id":"b","text":"bye"}],` +
		`"questions":[{"q":"who?","category":4,"at":"2026-02-01 10:30","evidence":[1,"1","b"]},{"q":"what?"}]}` + "\n\n" + `{"turns":[{"id":"b","text":"again"}]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := LoadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := Set{Name: "mine", Conversations: []Conversation{{
		ID: "7",
		Turns: []Turn{
			{ID: "1", Session: "3", Speaker: "Ren", At: time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC), Text: "hello"},
			{ID: "b", Text: "bye"},
		},
		Questions: []Question{
			{Text: "who?", Category: "4", At: time.Date(2026, 2, 1, 10, 30, 0, 0, time.UTC), Evidence: []string{"1", "b"}},
			{Text: "what?"},
		},
	}, {Turns: []Turn{{ID: "b", Text: "again"}}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func TestLoadFileErrors(t *testing.T) {
	for change, want := range map[string]string{
		`{`:                      "line 1: not a set of conversations",
		`"q":"docker" → "q":" "`: "questions[1].q: is missing",
		`["t2"] → ["t9"]`:        `questions[0].evidence: "t9" is no turn of the conversation`,
		`"id":"t2" → "id":"t1"`:  `turns[1].id: "t1" stands twice`,
		`"id":"t3" → "id":""`:    "turns[2].id: is missing",
		`"text":"Mikan, like the fruit." → "":0`:         "turns[1].text: is missing",
		`"at":"2026-02-01T10:00:00Z" → "at":"yesterday"`: `turns[2].at: "yesterday" is no time`,
		`["t2"] → "t2"`:                       `field "questions.evidence" is a string`,
		`"speaker":"Ben" → "speaker":["Ben"]`: `["Ben"] stands where a text or a number is wanted`,
	} {
		text := change
		if old, put, ok := strings.Cut(change, " → "); ok {
			text = strings.Replace(talk, old, put, 1)
		}
		_, err := LoadFile(file(t, text))
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), "line 1") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
	if _, err := LoadFile("nowhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Load(t.TempDir(), "locomo"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Load(t.TempDir(), "loco"); !errors.Is(err, ErrSet) {
		t.Error(err)
	}
}

func FuzzReadConversation(f *testing.F) {
	f.Add([]byte(strings.ReplaceAll(talk, "\n", "")))
	f.Add([]byte(`{"turns":[{"id":1e9,"text":"a","at":"2026-01-31"}],"questions":[{"q":"b","evidence":[1e9]}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		c, err := readConversation(line)
		if err != nil {
			if !errors.Is(err, ErrFile) {
				t.Fatal(err)
			}
			return
		}
		ids := map[string]bool{}
		for _, turn := range c.Turns {
			if turn.ID == "" || turn.Text == "" || ids[turn.ID] {
				t.Fatalf("%+v", turn)
			}
			ids[turn.ID] = true
		}
		for _, q := range c.Questions {
			for _, e := range q.Evidence {
				if !ids[e] {
					t.Fatalf("%q is no turn", e)
				}
			}
		}
	})
}
