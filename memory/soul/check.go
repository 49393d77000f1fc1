package soul

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// ErrExample is what every error of Check is.
var ErrExample = errors.New("not an example that a trainer accepts")

// Check reports what a trainer would refuse in one line, its line break left
// out: it is one JSON object in UTF-8 with messages and nothing else; each
// message has a role and a content and nothing else; a system message may come
// first, then user and assistant take turns, the user first and the assistant
// last; and nothing is empty. Errors are ErrExample and say what is wrong where.
func Check(line []byte) error {
	if !utf8.Valid(line) {
		return fmt.Errorf("%w: it is not UTF-8", ErrExample)
	}
	if bytes.ContainsAny(line, "\r\n") {
		return fmt.Errorf("%w: it has a line break", ErrExample)
	}
	var e Example
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return fmt.Errorf("%w: %w", ErrExample, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("%w: something stands behind the object", ErrExample)
	}
	return e.check()
}

func (e Example) check() error {
	talk := e.Messages
	if len(talk) > 0 && talk[0].Role == System {
		talk = talk[1:]
	}
	if len(talk) == 0 || len(talk)%2 != 0 {
		return fmt.Errorf("%w: user and assistant do not take turns up to an answer", ErrExample)
	}
	for i, m := range talk {
		want := User
		if i%2 == 1 {
			want = Assistant
		}
		if m.Role != want {
			return fmt.Errorf("%w: a message of %q stands where %s speaks", ErrExample, m.Role, want)
		}
	}
	for _, m := range e.Messages {
		if strings.TrimSpace(m.Content) == "" {
			return fmt.Errorf("%w: a message of %s is empty", ErrExample, m.Role)
		}
	}
	return nil
}

// CheckAll checks a whole file and gives the number of its lines. Each ends
// with a line break.
func CheckAll(data []byte) (lines int, err error) {
	for len(data) > 0 {
		line, rest, ended := bytes.Cut(data, []byte("\n"))
		lines++
		if err = Check(line); err == nil && !ended {
			err = fmt.Errorf("%w: the line does not end", ErrExample)
		}
		if err != nil {
			return lines, fmt.Errorf("line %d: %w", lines, err)
		}
		data = rest
	}
	return lines, nil
}
