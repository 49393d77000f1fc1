// Command casecheck runs acceptance cases through the packages that read model
// output. It reads one JSON case a line and writes one JSON result a line, in the
// same order:
//
//	go run ./internal/casecheck think|tools|msg|tg < in.jsonl > out.jsonl
//
// It stops at the first line it cannot read. It judges nothing: the expected
// results stay outside of it.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "casecheck:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	kinds := map[string]func(io.Reader, io.Writer) error{
		"think": runThink, "tools": runTools, "msg": runMsg, "tg": runTg,
	}
	if len(args) != 1 || kinds[args[0]] == nil {
		return errors.New("usage: casecheck think|tools|msg|tg < in.jsonl > out.jsonl")
	}
	return kinds[args[0]](in, out)
}

// eachLine decodes every value of in, runs it and encodes the result.
func eachLine[In, Out any](in io.Reader, out io.Writer, run func(In) (Out, error)) error {
	dec := json.NewDecoder(in)
	w := bufio.NewWriter(out)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for n := 1; ; n++ {
		var c In
		if err := dec.Decode(&c); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("read case %d: %w", n, err)
		}
		o, err := run(c)
		if err != nil {
			return fmt.Errorf("run case %d: %w", n, err)
		}
		if err := enc.Encode(o); err != nil {
			return fmt.Errorf("write case %d: %w", n, err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write cases: %w", err)
	}
	return nil
}
