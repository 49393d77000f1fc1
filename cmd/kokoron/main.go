// Command kokoron is the program: it serves by default, chats, makes the first
// settings and examines them.
//
// Results go to stdout, everything else to stderr, in the person's language.
// It exits with 0 when all went well, 1 when something failed and 2 when it
// was called wrongly. The commands hold no rule of their own: they read flags
// and settings, call internal/app or internal/doctor, and put errors into
// words.
package main

import (
	"context"
	"os"
	_ "time/tzdata" // zones must work on systems that have none
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.LookupEnv))
}
