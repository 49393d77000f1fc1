package terminal

import (
	"fmt"
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
