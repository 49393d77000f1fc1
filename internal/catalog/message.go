package catalog

import (
	"errors"

	"github.com/kokoron/kokoron/internal/text"
)

// Message is a text with the values of its slots that is put into words only
// where somebody reads it: so an error can be told in the person's language,
// far from where it was found. As an error it is in English, for logs.
type Message struct {
	Key   Key      `json:"key"`
	Pairs []string `json:"pairs,omitempty"` // names and values, as for Text
}

// Say returns a message.
func Say(key Key, pairs ...string) *Message { return &Message{key, pairs} }

// In is the message in a language; none is "".
func (m *Message) In(lang text.Lang) string {
	if m == nil {
		return ""
	}
	return Text(lang, m.Key, m.Pairs...)
}

func (m *Message) Error() string { return m.In(text.En) }

// Words is an error as a person reads it: in their language where it has a
// method In, as a Message has; else what the system or a library says.
func Words(lang text.Lang, err error) string {
	var worded interface{ In(text.Lang) string }
	if errors.As(err, &worded) {
		return worded.In(lang)
	}
	return err.Error()
}
