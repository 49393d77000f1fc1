package main

import (
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/ledger"
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
			"await": await, "occupy": occupy, "truncate": truncate, "pick": pick, "know": know,
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

// pick FIELD VARIABLE sets the variable to the first value of a field in the
// JSON that was printed last; FIELD@N takes the N-th.
func pick(ts *testscript.TestScript, _ bool, args []string) {
	field, n, _ := strings.Cut(args[0], "@")
	nth, _ := strconv.Atoi(n)
	found := regexp.MustCompile(`"`+field+`": "([^"]*)"`).FindAllStringSubmatch(ts.ReadFile("stdout"), -1)
	if len(found) < max(nth, 1) {
		ts.Fatalf("%s is not there so often", field)
	}
	ts.Setenv(args[1], found[max(nth, 1)-1][1])
}

// know ID NAME FACT... admits a person to the home that nobody has open and
// lets them have told some facts. One that begins with a minus is superseded by
// the next, one that begins with a star matters most.
func know(ts *testscript.TestScript, _ bool, args []string) {
	db, err := kv.Open(ts.Getenv("KOKORON_HOME")+"/kokoron.db", kv.Options{})
	ts.Check(err)
	defer db.Close()
	ids, records := turn.NewIDs(time.Now), ledger.New(db)
	p := person.Person{ID: person.ID(args[0]), Name: args[1], Role: person.Admitted}
	if p.ID == person.OwnerID {
		p.Role = person.Owner
	}
	ts.Check(db.Update(func(tx *kv.Tx) error {
		if p.Role != person.Owner {
			ts.Check(people.New().Put(tx, p))
		}
		old := turn.ID("")
		for _, fact := range args[2:] {
			content, over := strings.CutPrefix(fact, "-")
			content, most := strings.CutPrefix(content, "*")
			r := memory.Record{ID: ids.New(), Scope: p.Scope(), Content: content, Category: memory.AboutSensei}
			if most {
				r.Stars = memory.MaxStars
			}
			r, err := r.Normalise(time.Now())
			ts.Check(err)
			ts.Check(records.Put(tx, r))
			if old != "" {
				ts.Check(records.Supersede(tx, p.Scope(), old, r.ID, time.Now()))
			}
			if old = ""; over {
				old = r.ID
			}
		}
		return nil
	}))
}

// truncate FILE BYTES cuts a file short.
func truncate(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}
