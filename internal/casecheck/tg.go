package main

import (
	"io"
	"time"

	"github.com/kokoron/kokoron/channels/render"
)

type tgIn struct {
	ID       string `json:"id"`
	Markdown string `json:"markdown"`
}

type tgOut struct {
	ID       string      `json:"id"`
	Messages []tgMessage `json:"messages"`
	Millis   int64       `json:"ms"`
}

// tgMessage is a message as a channel sends it.
type tgMessage struct {
	Text      string          `json:"text"`
	ParseMode string          `json:"parse_mode"`
	Entities  []render.Entity `json:"entities"`
}

// runTg renders each case for Telegram. What a server that refuses a message
// does to it is up to the channel: the same text without entities is plain text.
func runTg(in io.Reader, out io.Writer) error {
	return eachLine(in, out, func(c tgIn) (tgOut, error) {
		began := time.Now()
		got := render.Telegram(c.Markdown)
		o := tgOut{ID: c.ID, Messages: []tgMessage{}, Millis: time.Since(began).Milliseconds()}
		for _, m := range got {
			o.Messages = append(o.Messages, tgMessage{Text: m.Text, Entities: m.Entities})
		}
		return o, nil
	})
}
