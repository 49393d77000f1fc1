package terminal

import (
	"context"
	"strings"
)

// This file is the screen on which the chat edits the line itself. The prompt
// and the line stand below everything else: what the companion says is printed
// above, and they are hidden while a reply comes.

// readKeys passes on what the terminal sends; the channel is closed at the end.
func (c Chat) readKeys(ctx context.Context, pieces chan<- []byte) {
	defer close(pieces)
	for {
		piece := make([]byte, 4096)
		n, err := c.In.Read(piece)
		select {
		case pieces <- piece[:n]:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// keys takes what was typed.
func (s *screen) keys(piece []byte) {
	for _, k := range s.decoder.keys(piece) {
		switch {
		case s.over:
			return
		case k.op == opInterrupt:
			s.interrupt()
		case s.ended:
		case k.op == opDeleteOrEnd && len(s.editor.line) == 0:
			s.endTyping()
		case k.op == opEnter:
			s.enter()
		case k.op == opRedraw && s.visible():
			s.write("\x1b[H\x1b[2J")
			s.area = nil
		default:
			s.editor.key(k)
		}
	}
	if s.visible() && !s.over {
		s.repaint()
	}
}

// enter sends the line, which from then on is a part of what was said.
func (s *screen) enter() {
	blank := strings.TrimSpace(s.editor.text()) == ""
	words := s.editor.take()
	switch {
	case blank:
		return
	case s.open != "":
		s.late = append(s.late, words)
	default:
		s.clearLine()
		s.print(s.Words.Prompt + words + "\n")
	}
	s.line(words, true)
}

// showLate shows what was sent during a reply, as soon as the reply leaves room.
func (s *screen) showLate() {
	for _, words := range s.late {
		s.print(s.Words.Prompt + words + "\n")
	}
	s.late = nil
}

func (s *screen) endTyping() {
	if !s.ended {
		s.leaveLine()
		s.line("", false)
	}
}

// closeTyping leaves the cursor at the beginning of a row.
func (s *screen) closeTyping() {
	if s.open != "" || s.visible() {
		s.leaveLine()
		s.print("\n")
		s.showLate()
	}
}

// leaveLine turns what is being typed into a line that was printed, with the
// cursor at its end.
func (s *screen) leaveLine() {
	if s.visible() {
		s.clearLine()
		s.print(s.Words.Prompt + s.editor.text())
	}
}

// visible reports whether the prompt, or the word that she thinks, is shown.
func (s *screen) visible() bool { return s.prompted || s.thinking }

// repaint shows the prompt and the line in the place of those shown before.
func (s *screen) repaint() {
	prompt := s.Words.Prompt
	switch {
	case s.ended:
		prompt = s.Words.Thinking
	case s.thinking:
		prompt = s.Words.Thinking + "\n" + prompt
	}
	now := s.size()
	taken := s.area.erase(now)
	var shown string
	shown, s.area = paint(prompt, s.editor.line, s.editor.at, now)
	s.write(taken + shown)
}
