package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/ledger"
)

// childHome, if set, makes this test binary the companion of that home.
const childHome = "KOKORON_TEST_CHILD"

func TestMain(m *testing.M) {
	if home := os.Getenv(childHome); home != "" {
		if err := companionUntilKilled(home); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func companionUntilKilled(home string) error {
	cfg, err := config.Load(home, os.LookupEnv)
	if err != nil {
		return err
	}
	ctx, cancel := signalContext()
	defer cancel()
	a, err := Open(ctx, cfg, Options{Log: slog.New(slog.NewTextHandler(os.Stderr, nil)), Web: os.Getenv("KOKORON_LISTEN") != ""})
	if err != nil {
		return err
	}
	return a.Run(ctx)
}

var asksToSave = regexp.MustCompile(`覚えて\((\d+)\)`)

// asked counts generations: a call that the model made twice has two contents.
var asked atomic.Int64

// scripted is a model that thinks, saves what it is asked to save, and answers.
func scripted(r vllmtest.Request) vllmtest.Script {
	last := r.Last()
	var words string
	for _, m := range r.Messages {
		if m.Role == "user" && !strings.HasPrefix(m.Content, "<tool_results>") {
			words = m.Content
		}
	}
	words = words[strings.LastIndex(words, "</data>"):]
	think := "<think>秘密の考え</think>"
	if saves := asksToSave.FindAllStringSubmatch(words, -1); saves != nil && !strings.HasPrefix(last, "<tool_results>") {
		answer := think + "書いておくね。"
		for _, save := range saves {
			answer += fmt.Sprintf("\n{\"tool\": \"memory_save\", \"arguments\": {\"content\": \"事実その%s番 %d\"}}", save[1], asked.Add(1))
		}
		return vllmtest.Text(answer).Every(time.Millisecond)
	}
	return vllmtest.Text(think + "返事です。").Every(time.Millisecond)
}

// victim is a companion in a process of its own.
type victim struct {
	t    *testing.T
	home string
	url  string
	env  []string // more of its environment; with KOKORON_LISTEN it serves pages
	seed uint64
	cmd  *exec.Cmd
	log  bytes.Buffer
}

func (v *victim) start() {
	v.t.Helper()
	v.cmd = exec.Command(os.Args[0])
	v.cmd.Env = append(os.Environ(), childHome+"="+v.home, "KOKORON_MODEL_URL="+v.url, "TZ=Asia/Tokyo")
	v.cmd.Env = append(v.cmd.Env, v.env...)
	v.cmd.Stderr = &v.log
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
}

func (v *victim) kill(sig syscall.Signal) {
	v.t.Helper()
	if err := v.cmd.Process.Signal(sig); err != nil {
		v.t.Fatal(err)
	}
	v.cmd.Wait() // killed: the error says so
}

// attach connects a terminal, waiting until the companion is up.
func (v *victim) attach() *control.Conn {
	v.t.Helper()
	for range 1000 {
		c, err := control.Dial(v.t.Context(), RunDir(v.home), "chat", nil)
		if err == nil {
			return c
		}
		if !errors.Is(err, control.ErrNoDaemon) {
			v.t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	v.t.Fatalf("the companion did not come up:\n%s", v.log.String())
	return nil
}

// person sends messages and notes what was acknowledged and shown.
type talker struct {
	acked map[turn.ID]string // message id → text
	shown map[turn.ID]turn.Outgoing
	twice int // replies delivered again: the process died before it could note them
}

// listen reads frames until the connection breaks.
func (p *talker) listen(c *control.Conn, texts map[string]string, done chan<- struct{}) {
	defer close(done)
	for {
		var d terminal.Down
		if c.Recv(&d) != nil {
			return
		}
		switch {
		case d.Ack != "":
			p.acked[d.Ack] = texts[d.Ext]
		case d.Reply != nil:
			if _, ok := p.shown[d.Reply.ID]; ok {
				p.twice++
			}
			p.shown[d.Reply.ID] = *d.Reply
			if c.Send(terminal.Up{Seen: d.Reply.ID}) != nil {
				return
			}
		case d.Event != nil && d.Event.Kind != turn.ToolUse && leaks(d.Event.Text):
			panic("a thought or a call was shown: " + d.Event.Text)
		}
	}
}

func leaks(s string) bool {
	return strings.Contains(s, "秘密") || strings.Contains(s, "memory_save") || strings.Contains(s, "think")
}

func signalContext() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// kills is how often the companion is killed: a few in every test run, a
// thousand where KOKORON_PROVE is set, or what KOKORON_KILLS says.
func kills(t *testing.T) int {
	var n int
	if _, err := fmt.Sscan(os.Getenv("KOKORON_KILLS"), &n); err == nil {
		return n
	}
	if os.Getenv("KOKORON_PROVE") != "" {
		return 1000
	}
	if testing.Short() {
		return 3
	}
	return 20
}

// TestKilledAtRandomPoints sends messages, some of which make the model call a
// tool, kills the companion at random moments, and at the end looks at what
// each acknowledged message came to.
func TestKilledAtRandomPoints(t *testing.T) {
	model, err := vllmtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer model.Close()
	model.Respond(scripted)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))

	v := &victim{t: t, home: t.TempDir(), url: model.URL(), seed: seed}
	p := &talker{acked: map[turn.ID]string{}, shown: map[turn.ID]turn.Outgoing{}}
	texts := map[string]string{} // ext → text
	n := 0
	for range kills(t) {
		v.start()
		c := v.attach()
		done := make(chan struct{})
		go p.listen(c, texts, done)
		for range 1 + rnd.IntN(3) {
			n++
			text := fmt.Sprintf("言葉(%d)", n)
			if rnd.IntN(2) == 0 {
				text += fmt.Sprintf(" 覚えて(%d)", n)
			}
			ext := fmt.Sprint("ext-", n)
			texts[ext] = text
			if c.Send(terminal.Up{Text: text, Ext: ext}) != nil {
				break
			}
			time.Sleep(time.Duration(rnd.IntN(40)) * time.Millisecond)
		}
		time.Sleep(time.Duration(rnd.IntN(700)) * time.Millisecond)
		v.kill(syscall.SIGKILL)
		c.Close()
		<-done
	}
	settle(t, v, p, texts)
	examine(t, v, p)
}

// settle lets the companion answer all that is owed, then ends it in peace.
func settle(t *testing.T, v *victim, p *talker, texts map[string]string) {
	t.Helper()
	v.start()
	c := v.attach()
	done := make(chan struct{})
	go p.listen(c, texts, done)
	quiet := time.Now()
	for last := -1; time.Since(quiet) < 3*time.Second; time.Sleep(100 * time.Millisecond) {
		if n := diaryLines(v.home); n != last {
			last, quiet = n, time.Now()
		}
	}
	v.kill(syscall.SIGTERM)
	c.Close()
	<-done
}

func diaryLines(home string) int {
	raw, err := exec.Command("sh", "-c", "cat '"+home+"'/diary/*/*.jsonl").Output()
	if err != nil {
		return 0
	}
	return bytes.Count(raw, []byte("\n"))
}

// examine compares what was acknowledged with what is on disk.
func examine(t *testing.T, v *victim, p *talker) {
	t.Helper()
	view := person.Only(person.ScopeOwner)
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	d, err := diary.Open(v.home+"/diary", tokyo)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := d.Recent(view, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	said, replied := map[turn.ID]int{}, map[turn.ID]int{}
	for _, l := range lines {
		if l.Role == diary.Person {
			said[l.ID]++
			continue
		}
		replied[l.ID]++
		if _, ok := p.shown[l.ID]; !ok {
			t.Errorf("a reply in the diary was never shown: %s", l.Text)
		}
		if leaks(l.Text) {
			t.Errorf("in the diary: %s", l.Text)
		}
	}
	answered := map[turn.ID]int{}
	for _, o := range p.shown {
		if replied[o.ID] != 1 {
			t.Errorf("reply %s: %d diary lines", o.ID, replied[o.ID])
		}
		for _, id := range o.Answers {
			answered[id]++
		}
	}
	for id, text := range p.acked {
		if said[id] != 1 || answered[id] != 1 {
			t.Errorf("%s %q: %d times in the diary, answered %d times", id, text, said[id], answered[id])
		}
	}
	for id, n := range said {
		if n != 1 || answered[id] != 1 {
			t.Errorf("message %s: %d lines, %d replies", id, n, answered[id])
		}
	}
	facts := factsOf(t, v.home, view)
	for _, l := range lines {
		if m := asksToSave.FindStringSubmatch(l.Text); m != nil && l.Role == diary.Person && facts["事実その"+m[1]+"番"] != 1 {
			t.Errorf("fact %s was stored %d times", m[1], facts["事実その"+m[1]+"番"])
		}
	}
	if len(p.acked) == 0 || len(facts) == 0 {
		t.Error("nothing was tried")
	}
	if !t.Failed() {
		t.Logf("proof: seed %d, %d kills: %d messages acknowledged, %d diary lines, %d effects; 0 lost, 0 answered twice, %d replies delivered again after a kill",
			v.seed, kills(t), len(p.acked), len(lines), len(facts), p.twice)
		return
	}
	t.Logf("log of the companion:\n%s", v.log.String())
}

func factsOf(t *testing.T, home string, view person.View) map[string]int {
	t.Helper()
	db, err := kv.Open(home+"/kokoron.db", kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	records, err := ledger.New(db).List(view, ledger.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, r := range records {
		fact, _, _ := strings.Cut(r.Content, " ")
		out[fact]++
	}
	return out
}
