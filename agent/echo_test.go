package agent

import (
	"testing"

	"github.com/kokoron/kokoron/agent/toolcall"
	"github.com/kokoron/kokoron/internal/turn"
)

// TestAnEchoedFrameIsNotShown: a small model sometimes begins its reply with
// the prompt's own data. The scanner has to know the frames by their names.
func TestAnEchoedFrameIsNotShown(t *testing.T) {
	for _, frame := range [][2]string{{DataOpen, DataClose}, {ResultsOpen, ResultsClose}} {
		s := toolcall.New(toolcall.Options{})
		text := "\n" + frame[0] + "\nいま：2026-11-30\n" + frame[1] + "\nおはよう。"
		got := string(s.Write([]byte(text)).Visible)
		got += string(s.Close().Visible)
		if want := "おはよう。"; trim(got) != want {
			t.Errorf("%q shows %q", text, got)
		}
	}
}

func trim(s string) string {
	d := newDisplay(turn.Turn{}, func(turn.Event) {})
	d.add(s)
	d.end()
	return d.text.String()
}
