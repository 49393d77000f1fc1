package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// load is how many pages follow replies at once, and how fast those come.
type load struct {
	sockets int
	shared  bool // all pages follow one conversation; else each its own
	deltas  int  // to each page
	every   time.Duration
}

// figures are what was seen.
type figures struct {
	Count           int           // deltas that arrived, in order
	P50, P99, Worst time.Duration // from Show to the page
	rss             int           // kB, of the server alone
}

func (f figures) String() string {
	return fmt.Sprintf("p50 %.2f ms, p99 %.2f ms, worst %.1f ms; RSS of the server %d MB",
		f.P50.Seconds()*1e3, f.P99.Seconds()*1e3, f.Worst.Seconds()*1e3, f.rss>>10)
}

// run streams and fails the test unless every page got every delta in order.
// The pages live in a process of their own, so that the memory is the
// server's.
func (l load) run(t testing.TB) figures {
	h := newHome(t, nil)
	convs := make([]turn.Conv, l.sockets)
	for i := range convs {
		convs[i] = "shared"
		if !l.shared {
			convs[i] = turn.Conv(fmt.Sprint("conv", i))
		}
		h.doors.admit(fmt.Sprint("token", i), visitor{person: person.Person{ID: "p"}, conv: convs[i]})
	}
	debug.FreeOSMemory() // what earlier runs have left
	pages := exec.Command(os.Args[0])
	pages.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %d", pagesJob, h.http.URL, l.sockets, l.deltas))
	pages.Stderr = os.Stderr
	out, err := pages.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := pages.Start(); err != nil {
		t.Fatal(err)
	}
	said := json.NewDecoder(out)
	var ready bool
	if err := said.Decode(&ready); err != nil {
		t.Fatalf("the pages did not open: %v", err)
	}
	if l.shared {
		convs = convs[:1]
	}
	var producers sync.WaitGroup
	for _, conv := range convs {
		producers.Go(func() { l.produce(h, conv) })
	}
	producers.Wait()
	f := figures{rss: resident(t)}
	if err := errors.Join(said.Decode(&f), pages.Wait()); err != nil || f.Count != l.sockets*l.deltas {
		t.Fatalf("%d deltas arrived in order, want %d: %v", f.Count, l.sockets*l.deltas, err)
	}
	return f
}

// produce shows deltas that tell when they were shown.
func (l load) produce(h *home, conv turn.Conv) {
	time.Sleep(time.Duration(rand.Int64N(int64(l.every)))) // not all at the same instant
	tick := time.NewTicker(l.every)
	defer tick.Stop()
	for range l.deltas {
		<-tick.C
		h.Hub.Show(turn.Event{Conv: conv, Turn: "0193a000-0000-7000-8000-000000000000", Kind: turn.Delta,
			Text: strconv.FormatInt(time.Now().UnixNano(), 10)})
	}
}

// pagesJob is the environment variable that makes the test's program be pages:
// "URL SOCKETS DELTAS".
const pagesJob = "KOKORON_TEST_PAGES"

// bePages opens sockets, says so, and tells at the end what arrived.
func bePages(job string) {
	var url string
	var sockets, deltas int
	if _, err := fmt.Sscan(job, &url, &sockets, &deltas); err != nil {
		panic(err)
	}
	conns := make([]*websocket.Conn, sockets)
	for i := range conns {
		head := http.Header{"Origin": {url}, "Cookie": {fmt.Sprintf("%s=token%d", cookieName, i)}}
		d := websocket.Dialer{Subprotocols: []string{protocol}}
		conn, _, err := d.Dial("ws"+strings.TrimPrefix(url, "http")+"/ws", head)
		if err == nil {
			err = conn.WriteJSON(up{Type: "hello"})
		}
		if err == nil {
			_, _, err = conn.ReadMessage() // the welcome
		}
		if err != nil {
			panic(err)
		}
		conns[i] = conn
	}
	fmt.Println(true)
	taken := make([][]time.Duration, sockets)
	var readers sync.WaitGroup
	for i, conn := range conns {
		readers.Go(func() { taken[i] = follow(conn, deltas) })
	}
	readers.Wait()
	all := slices.Concat(taken...)
	slices.Sort(all)
	f := figures{Count: len(all)}
	if len(all) > 0 {
		f.P50, f.P99, f.Worst = all[len(all)/2], all[len(all)*99/100], all[len(all)-1]
	}
	fmt.Println(string(encode(f)))
}

// follow reads deltas and gives how long each took; it stops at the first that
// is out of order.
func follow(conn *websocket.Conn, deltas int) (took []time.Duration) {
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	for n := range deltas {
		_, raw, err := conn.ReadMessage()
		now := time.Now().UnixNano()
		if err != nil || !bytes.HasPrefix(raw, fmt.Appendf(nil, `{"type":"event","n":%d,"kind":"delta"`, n+1)) {
			return took
		}
		_, text, _ := bytes.Cut(raw, []byte(`"text":"`))
		text, _, _ = bytes.Cut(text, []byte(`"`))
		shown, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			return took
		}
		took = append(took, time.Duration(now-shown))
	}
	return took
}

// resident is the memory the process occupies, in kB; 0 where the system does
// not tell.
func resident(t testing.TB) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func loads(sockets, deltas int) []load {
	return []load{
		{sockets: sockets, deltas: deltas, every: 50 * time.Millisecond},
		{sockets: sockets, deltas: deltas, every: 50 * time.Millisecond, shared: true},
	}
}

// TestManySockets: every page gets every delta, in order, while many stream.
func TestManySockets(t *testing.T) {
	all := loads(50, 20)
	if os.Getenv("KOKORON_PROVE") != "" {
		all = append(loads(200, 200), loads(1000, 200)...)
	}
	for _, l := range all {
		f := l.run(t)
		t.Logf("proof: %s: %d deltas, none lost or out of order; %v", l, l.sockets*l.deltas, f)
	}
}

func (l load) String() string {
	if l.shared {
		return fmt.Sprintf("%d sockets in one conversation", l.sockets)
	}
	return fmt.Sprintf("%d sockets in as many conversations", l.sockets)
}

// BenchmarkSockets measures a delta's way to the page while 200 and 1,000 pages
// are streamed to, 20 deltas a second each.
func BenchmarkSockets(b *testing.B) {
	for _, l := range append(loads(200, 100), loads(1000, 100)...) {
		b.Run(l.String(), func(b *testing.B) {
			var f figures
			for b.Loop() {
				f = l.run(b)
			}
			b.ReportMetric(f.P50.Seconds()*1e3, "p50-ms")
			b.ReportMetric(f.P99.Seconds()*1e3, "p99-ms")
			b.ReportMetric(float64(f.rss)/1024, "RSS-MB")
		})
	}
}
