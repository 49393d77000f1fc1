package main

import (
	"io"

	"github.com/kokoron/kokoron/agent/stream"
)

type msgIn struct {
	ID    string `json:"id"`
	Input string `json:"input"`
}

type msgOut struct {
	ID       string   `json:"id"`
	Found    bool     `json:"found"`
	Messages []string `json:"messages"`
	Text     string   `json:"text"`
	System   string   `json:"system"`
}

// runMsg reads the message blocks of each case.
func runMsg(in io.Reader, out io.Writer) error {
	return eachLine(in, out, func(c msgIn) (msgOut, error) {
		m := stream.ParseMessages(c.Input)
		return msgOut{c.ID, m.Found, m.Messages, m.Text, m.System}, nil
	})
}
