package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/ledger"
)

// childHome, if set, makes this test binary the companion of that home;
// childWeb lets it serve pages too, childClock is the file of its ahead clock.
const (
	childHome  = "KOKORON_TEST_CHILD"
	childWeb   = "KOKORON_TEST_CHILD_WEB"
	childClock = "KOKORON_TEST_CHILD_CLOCK"
)

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
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	o := Options{Web: os.Getenv(childWeb) != "", Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	open := Open
	if file := os.Getenv(childClock); file != "" {
		open = ahead{file: file}.open
	}
	a, err := open(ctx, cfg, o)
	if err != nil {
		return err
	}
	return a.Run(ctx)
}

var (
	asksToSave = regexp.MustCompile(`覚えて\((\d+)\)`)
	numbered   = regexp.MustCompile(`言葉\((\d+)\)`)
)

// asked counts generations: a call that the model made twice has two contents.
var asked atomic.Int64

// wordsOf is what the person says in the turn that a request is about.
func wordsOf(r vllmtest.Request) (words string) {
	for _, m := range r.Messages {
		if m.Role == "user" && !strings.HasPrefix(m.Content, "<tool_results>") {
			words = m.Content
		}
	}
	return words[max(0, strings.LastIndex(words, "</data>")):]
}

// saves are the numbers that a request's turn asks to be remembered and that
// no call was made for yet.
func saves(r vllmtest.Request, words string) (numbers []string) {
	if strings.HasPrefix(r.Last(), "<tool_results>") {
		return nil
	}
	for _, m := range asksToSave.FindAllStringSubmatch(words, -1) {
		numbers = append(numbers, m[1])
	}
	return numbers
}

// scripted is a model that thinks, saves what it is asked to save, and answers
// with the numbers of the words it answers.
func scripted(r vllmtest.Request) vllmtest.Script {
	words := wordsOf(r)
	answer := "<think>秘密の考え</think>"
	if numbers := saves(r, words); numbers != nil {
		answer += "書いておくね。"
		for _, n := range numbers {
			answer += fmt.Sprintf("\n{\"tool\": \"memory_save\", \"arguments\": {\"content\": \"事実その%s番 %d\"}}", n, asked.Add(1))
		}
		return vllmtest.Text(answer).Every(time.Millisecond)
	}
	answer += "返事です"
	for _, n := range numbered.FindAllStringSubmatch(words, -1) {
		answer += "(" + n[1] + ")"
	}
	return vllmtest.Text(answer + "。").Every(time.Millisecond)
}

// victim is a companion in a process of its own.
type victim struct {
	t    *testing.T
	home string
	env  []string
	cmd  *exec.Cmd
	log  bytes.Buffer
}

// newVictim is a companion with a model server and other settings. It gets
// nothing of the settings that whoever runs the tests has.
func newVictim(t *testing.T, url string, settings ...string) *victim {
	v := &victim{t: t, home: t.TempDir()}
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "KOKORON_") {
			v.env = append(v.env, e)
		}
	}
	v.env = append(v.env, childHome+"="+v.home, "KOKORON_MODEL_URL="+url, "KOKORON_EMBED_URL=", "KOKORON_CHROMA_URL=", "TZ=Asia/Tokyo", "LANG=ja_JP.UTF-8")
	v.env = append(v.env, settings...)
	return v
}

func (v *victim) start() {
	v.t.Helper()
	v.cmd = exec.Command(os.Args[0])
	v.cmd.Env, v.cmd.Stderr = v.env, &v.log
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

// dial asks the companion for an operation, waiting until it is up.
func (v *victim) dial(op string) *control.Conn {
	v.t.Helper()
	for range 2000 {
		c, err := control.Dial(v.t.Context(), RunDir(v.home), op, nil)
		if err == nil {
			return c
		}
		if !errors.Is(err, control.ErrNoDaemon) {
			v.t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	v.kill(syscall.SIGKILL)
	v.t.Fatalf("the companion did not come up:\n%s", v.log.String())
	return nil
}

func leaks(s string) bool {
	return strings.Contains(s, "秘密") || strings.Contains(s, "memory_save") || strings.Contains(s, "think")
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
	return 10
}

// diaryOf is the owner's diary in the order in which it was written.
func diaryOf(t *testing.T, home string) []diary.Line {
	t.Helper()
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	d, err := diary.Open(home+"/diary", tokyo)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := d.Recent(person.Only(person.ScopeOwner), 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// factsOf counts what the owner's companion remembers, each by its first word.
func factsOf(t *testing.T, home string) map[string]int {
	t.Helper()
	db, err := kv.Open(home+"/kokoron.db", kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	records, err := ledger.New(db).List(person.Only(person.ScopeOwner), "")
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
