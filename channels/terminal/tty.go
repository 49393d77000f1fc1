package terminal

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// IsTerminal reports whether a person sits at f.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// ReadHidden reads one line from the terminal f without showing it: a secret.
func ReadHidden(f *os.File) (string, error) {
	line, err := term.ReadPassword(int(f.Fd()))
	if err != nil {
		return "", fmt.Errorf("read hidden line: %w", err)
	}
	return string(line), nil
}

// raw takes the terminal's own line editing away, until restore. measure is nil
// where in and out are no terminal or one that cannot place its cursor.
func raw(in io.Reader, out io.Writer) (measure func() size, restore func()) {
	keyboard, isFile := in.(*os.File)
	screen, isFile2 := out.(*os.File)
	kind := os.Getenv("TERM")
	if !isFile || !isFile2 || kind == "" || kind == "dumb" || !IsTerminal(screen) {
		return nil, func() {}
	}
	before, err := term.MakeRaw(int(keyboard.Fd()))
	if err != nil {
		return nil, func() {}
	}
	// From here on pasted texts come between marks. A screen that cannot be
	// written to is noticed with the first line of the chat.
	_, _ = io.WriteString(screen, "\x1b[?2004h")
	measure = func() size {
		cols, rows, err := term.GetSize(int(screen.Fd()))
		if err != nil || cols < 1 || rows < 1 {
			return size{80, 24}
		}
		return size{cols, rows}
	}
	return measure, func() { // the chat is over: nobody is left to tell
		_, _ = io.WriteString(screen, "\x1b[?2004l")
		_ = term.Restore(int(keyboard.Fd()), before)
	}
}
