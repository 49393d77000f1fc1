package main

import (
	"net"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the program: scripts run it as kokoron.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"kokoron": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("KOKORON_HOME", e.WorkDir+"/home")
			e.Setenv("KOKORON_LISTEN", "127.0.0.1:0")
			e.Setenv("KOKORON_MODEL_URL", "")
			e.Setenv("KOKORON_EMBED_URL", "")
			e.Setenv("KOKORON_CHROMA_URL", "")
			e.Setenv("LANG", "en_US.UTF-8")
			e.Setenv("TZ", "Asia/Tokyo")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"await": await, "occupy": occupy, "truncate": truncate,
		},
	})
}

// await FILE waits until a file, or a socket, is there.
func await(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	for range 200 {
		if _, err := os.Lstat(path); err == nil {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	ts.Fatalf("%s does not appear", path)
}

// occupy VARIABLE listens on a port until the script ends and sets the
// variable to its address.
func occupy(ts *testscript.TestScript, _ bool, args []string) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { ln.Close() })
	ts.Setenv(args[0], ln.Addr().String())
}

// truncate FILE BYTES cuts a file short.
func truncate(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}
