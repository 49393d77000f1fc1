package main

import (
	"fmt"
	"io"
	"time"

	"github.com/kokoron/kokoron/agent/stream"
)

type thinkIn struct {
	ID     string   `json:"id"`
	Mode   string   `json:"mode"`
	Chunks [][]byte `json:"chunks_b64"`
}

type thinkOut struct {
	ID       string   `json:"id"`
	Visible  string   `json:"visible"`
	Thought  string   `json:"thought"`
	Progress []string `json:"progress,omitempty"` // visible text after each chunk

	Calls []caseCall `json:"calls"` // what the scanner finds in the visible text
	MS    int64      `json:"ms"`
}

// maxProgress bounds the chunks of a case whose progress is written: it grows
// with the square of their number.
const maxProgress = 1000

var thinkModes = map[string]stream.Mode{
	"auto": stream.Auto, "prefilled": stream.Prefilled, "held": stream.Held,
}

// runThink passes the chunks of each case through the filter and what is
// visible in the end through the scanner.
func runThink(in io.Reader, out io.Writer) error {
	specs, err := caseTools()
	if err != nil {
		return err
	}
	return eachLine(in, out, func(c thinkIn) (thinkOut, error) {
		mode, ok := thinkModes[c.Mode]
		if !ok {
			return thinkOut{}, fmt.Errorf("case %s: unknown mode %q", c.ID, c.Mode)
		}
		o := think(c, mode)
		o.Calls, _, _ = callsIn(specs, o.Visible)
		return o, nil
	})
}

func think(c thinkIn, mode stream.Mode) thinkOut {
	began := time.Now()
	f := stream.New(stream.Options{Mode: mode})
	var visible, thought []byte
	take := func(o stream.Out) {
		if o.Retracted {
			thought, visible = append(thought, visible...), visible[:0]
		}
		thought, visible = append(thought, o.Thought...), append(visible, o.Visible...)
	}
	o := thinkOut{ID: c.ID}
	for _, chunk := range c.Chunks {
		take(f.Write(chunk))
		if len(c.Chunks) <= maxProgress {
			o.Progress = append(o.Progress, string(visible))
		}
	}
	take(f.Close())
	o.Visible, o.Thought = string(visible), string(thought)
	o.MS = time.Since(began).Milliseconds()
	return o
}
