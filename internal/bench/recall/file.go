package recall

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrFile is what is wrong with a set of one's own; the message names line and
// field.
var ErrFile = errors.New("not a set of conversations")

// LoadFile reads a set of one's own, named after the file: a conversation as
// JSON a line,
//
//	{"id","lang","turns":[{"id","session","speaker","at","text"}],
//	 "questions":[{"q","category","at","evidence":[ids of turns]}]}
//
// Needed are a turn's id and text and a question's q; ids, session and
// category may be numbers; at is RFC 3339, or a date with or without a time,
// then in UTC. A question without evidence is one that nothing answers. Fields
// of other names are left alone. What cannot be read is ErrFile.
func LoadFile(path string) (Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return Set{}, fmt.Errorf("load a set: %w", err)
	}
	defer f.Close()
	set := Set{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))}
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			c, wrong := readConversation(line)
			if wrong != nil {
				return Set{}, fmt.Errorf("load a set: %s line %d: %w", path, n, wrong)
			}
			set.Conversations = append(set.Conversations, c)
		}
		if errors.Is(err, io.EOF) {
			return set, nil
		}
		if err != nil {
			return Set{}, fmt.Errorf("load a set: %w", err)
		}
	}
}

// fileConversation is a line of the file.
type fileConversation struct {
	ID    label `json:"id"`
	Lang  label `json:"lang"`
	Turns []struct {
		ID      label  `json:"id"`
		Session label  `json:"session"`
		Speaker label  `json:"speaker"`
		At      label  `json:"at"`
		Text    string `json:"text"`
	} `json:"turns"`
	Questions []struct {
		Text     string  `json:"q"`
		Category label   `json:"category"`
		At       label   `json:"at"`
		Evidence []label `json:"evidence"`
	} `json:"questions"`
}

// label is a text that may be written as a number. Nothing is "".
type label string

// UnmarshalJSON reads a text, a number or null.
func (l *label) UnmarshalJSON(data []byte) error {
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(data, &s) == nil:
		*l = label(s)
	case json.Unmarshal(data, &n) == nil:
		*l = label(n)
	default:
		return fmt.Errorf("%s stands where a text or a number is wanted", data)
	}
	return nil
}

func readConversation(line []byte) (Conversation, error) {
	var in fileConversation
	err := json.Unmarshal(line, &in)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return Conversation{}, fmt.Errorf("%w: field %q is a %s", ErrFile, kind.Field, kind.Value)
	case err != nil:
		return Conversation{}, fmt.Errorf("%w: %w", ErrFile, err)
	}
	out := Conversation{ID: string(in.ID), Lang: string(in.Lang)}
	ids := map[label]bool{}
	for i, t := range in.Turns {
		at, err := when(t.At)
		switch {
		case t.ID == "":
			return out, wrong("turns[%d].id", i, errors.New("is missing"))
		case ids[t.ID]:
			return out, wrong("turns[%d].id", i, fmt.Errorf("%q stands twice", t.ID))
		case t.Text == "":
			return out, wrong("turns[%d].text", i, errors.New("is missing"))
		case err != nil:
			return out, wrong("turns[%d].at", i, err)
		}
		ids[t.ID] = true
		out.Turns = append(out.Turns, Turn{ID: string(t.ID), Session: string(t.Session), Speaker: string(t.Speaker), At: at, Text: t.Text})
	}
	for i, q := range in.Questions {
		at, err := when(q.At)
		switch {
		case strings.TrimSpace(q.Text) == "":
			return out, wrong("questions[%d].q", i, errors.New("is missing"))
		case err != nil:
			return out, wrong("questions[%d].at", i, err)
		}
		question := Question{Text: q.Text, Category: string(q.Category), At: at}
		once := map[label]bool{}
		for _, e := range q.Evidence {
			if !ids[e] {
				return out, wrong("questions[%d].evidence", i, fmt.Errorf("%q is no turn of the conversation", e))
			}
			if !once[e] {
				once[e] = true
				question.Evidence = append(question.Evidence, string(e))
			}
		}
		out.Questions = append(out.Questions, question)
	}
	return out, nil
}

// wrong says what is wrong with the i-th of a list.
func wrong(field string, i int, err error) error {
	return fmt.Errorf("%w: %s: %w", ErrFile, fmt.Sprintf(field, i), err)
}

// when reads a time; none is the zero time.
func when(at label) (time.Time, error) {
	if at == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.Parse(layout, string(at)); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time like 2026-01-31T10:00:00Z", at)
}
