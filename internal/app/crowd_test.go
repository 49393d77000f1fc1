package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/ledger"
)

// embedder is an embedding server whose vectors of 384 dimensions depend on the
// text alone and mean nothing: the work of searching them is that of real ones.
func embedder(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"data": [{"id": "hashes", "owned_by": "test"}]}`)
			return
		}
		var q struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		out := bufio.NewWriter(w)
		defer out.Flush()
		out.WriteString(`{"data": [`)
		for i, text := range q.Input {
			h := fnv.New64a()
			h.Write([]byte(text))
			rnd := rand.New(rand.NewPCG(h.Sum64(), 1))
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString(`{"embedding": [0`)
			for range 383 {
				out.WriteByte(',')
				out.WriteString(strconv.Itoa(rnd.IntN(199) - 99))
			}
			out.WriteString(`]}`)
		}
		out.WriteString(`]}`)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

// sentence is one of a talk about many things.
func sentence(r *rand.Rand) string {
	word := func() string {
		n := int(r.ExpFloat64() * 400)
		return string([]rune{rune(0x4e00 + n%5000), rune(0x5200 + n*7%3000)})
	}
	return word() + "と" + word() + "の話をしていたら、" + word() + "が" + word() + "に似ていて、" + word() + "を思い出した。"
}

// crowd fills a home that no companion has open: nine tenths lines over
// three years, one tenth records. It gives sentences of it.
func crowd(t *testing.T, home string, n int) (said []string) {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.MkdirAll(home, 0o700))
	d, err := diary.Open(filepath.Join(home, "diary"), zone)
	must(err)
	at, rnd := time.Now().AddDate(-3, 0, 0), rand.New(rand.NewPCG(1, uint64(n)))
	ids := turn.NewIDs(func() time.Time { return at })
	step := 3 * 364 * 24 * time.Hour / time.Duration(n)
	var lines []diary.Line
	for i := range n - n/10 {
		at = at.Add(step)
		l := diary.Line{ID: ids.New(), At: at, Zone: "Asia/Tokyo", Conv: turn.Conv(person.OwnerID), Scope: person.ScopeOwner, Person: person.OwnerID,
			Role: []diary.Role{diary.Person, diary.Companion}[i%2], Text: sentence(rnd), Channel: "terminal"}
		if i%(n/50) == 0 {
			said = append(said, l.Text)
		}
		if lines = append(lines, l); len(lines) == 2000 {
			must(d.Append(lines...))
			lines = nil
		}
	}
	must(d.Append(lines...))
	db, err := kv.Open(filepath.Join(home, "kokoron.db"), kv.Options{})
	must(err)
	defer db.Close()
	l := ledger.New(db)
	must(db.Update(func(tx *kv.Tx) error {
		for range n / 10 {
			rec, err := memory.Record{ID: ids.New(), Scope: person.ScopeOwner, Content: sentence(rnd), OccurredAt: at, Trust: memory.TrustModel, Source: memory.FromTool}.Normalise(at)
			if err != nil {
				return err
			}
			if err := l.Put(tx, rec); err != nil {
				return err
			}
		}
		return nil
	}))
	return said
}

var asksToForget = regexp.MustCompile(`消して\((\d+)\)`)

// busy is scripted, and forgets what it is asked to forget: it saves and looks
// for what is to go in its first round, and forgets in the second. A turn may
// have several messages.
func busy(r vllmtest.Request) vllmtest.Script {
	words, rounds := wordsOf(r), 0
	for _, m := range r.Messages {
		if strings.HasPrefix(m.Content, "<tool_results>") {
			rounds++
		}
	}
	var look, forget string
	for _, m := range asksToForget.FindAllStringSubmatch(words, -1) {
		fact := "事実その" + m[1] + "番"
		look += fmt.Sprintf("\n{\"tool\": \"memory_search\", \"arguments\": {\"query\": %q}}", fact)
		if h := handle(r, fact); h != "" {
			forget += fmt.Sprintf("\n{\"tool\": \"memory_forget\", \"arguments\": {\"id\": %q, \"reason\": \"頼まれた\"}}", h)
		}
	}
	s := scripted(r)
	switch {
	case rounds == 0 && look != "" && saves(r, words) == nil:
		return vllmtest.Text("探すね。" + look)
	case rounds == 0 && look != "":
		s.Pieces = append(s.Pieces, vllmtest.Piece{Text: look})
	case rounds == 1 && forget != "":
		return vllmtest.Text("消すね。" + forget)
	}
	return s
}

// TestManyUnitsUnderLoad lets an owner on three channels and a guest talk with a
// companion of very many memories, while facts are saved and forgotten and
// files are edited. Nothing fails and nothing that was written is lost.
func TestManyUnitsUnderLoad(t *testing.T) {
	units, load := 5_000, 5*time.Second
	if os.Getenv("KOKORON_PROVE") != "" {
		units, load = 100_000, time.Minute
	} else {
		t.Parallel()
	}
	model := vllmtest.New(t)
	model.Respond(busy)
	s := newScene(t, model.URL(), "KOKORON_EMBED_URL="+embedder(t))
	s.v.kill(syscall.SIGTERM)
	said := crowd(t, s.v.home, units)
	began := time.Now()
	s.v.start()
	s.v.dial("ping").Close()
	var ix Indexed
	deskOf(t, s.v, "index", Ask{}, &ix)
	if ix.Lines+ix.Records < units || ix.Vectors < units || ix.Waiting > 0 {
		t.Fatalf("the index has %+v of %d", ix, units)
	}
	ready := time.Since(began)
	c := &pressure{scene: s, said: said, asked: model.Requests}
	const guest = 8
	s.admit(guest)
	traced := c.traces()
	online, offline := context.WithCancel(t.Context())
	var pages sync.WaitGroup
	pages.Go(func() { s.page.run(online) })
	c.run(load, guest)
	rss, peak := memoryOf(t, s.v.cmd.Process.Pid)
	c.checkFiles()
	offline()
	pages.Wait()
	s.v.kill(syscall.SIGTERM)
	c.checkWrites()
	var own []time.Duration
	failed := 0
	for _, tr := range c.traces()[len(traced):] {
		if tr.Error != "" {
			failed++
			t.Errorf("turn %s: %s", tr.Turn, tr.Error)
		}
		for _, ch := range tr.Recall.Channels {
			if ch.Error != "" {
				t.Errorf("turn %s, %s: %s", tr.Turn, ch.Name, ch.Error)
			}
		}
		if len(tr.Generations) > 0 {
			own = append(own, tr.Generations[0].Own)
		}
	}
	slices.Sort(own)
	if log := s.v.log.String(); len(own) < 5 || strings.Contains(log, "DATA RACE") || strings.Contains(log, "panic") || strings.Contains(log, "level=ERROR") {
		t.Errorf("%d turns; log of the companion:\n%.10000s", len(own), log)
		return
	}
	if t.Failed() {
		return
	}
	t.Logf("proof: %d lines and records (%d vectors, embedded and ready after %.1f s), %s of talk on three channels and of a guest: %d turns, %d facts saved and %d forgotten, %d files edited; %d failed, 0 lost; own time before the first model call p50 %.1f ms, p99 %.1f ms, worst %.1f ms; RSS %d MB, at most %d MB",
		ix.Lines+ix.Records, ix.Vectors, ready.Seconds(), load, len(own), len(c.saved), len(c.forgot), c.edits, failed,
		ms(own[len(own)/2]), ms(own[len(own)*99/100]), ms(own[len(own)-1]), rss, peak)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// pressure is what is done to the companion meanwhile.
type pressure struct {
	*scene
	asked func() []vllmtest.Request
	said  []string

	mu     sync.Mutex
	n      int
	words  int
	saved  []int
	forgot []int
	edits  int
}

// next are the next words, which save or forget a fact or only talk. A fact is
// to be forgotten only once the words that told it are answered: of words on
// two channels nobody knows which come first.
func (c *pressure) next(rnd *rand.Rand) string { return c.nextOf(rnd.IntN(3), rnd) }

// nextOf are those of a kind: 0 saves, 1 forgets where it can.
func (c *pressure) nextOf(kind int, rnd *rand.Rand) string {
	answered := c.answered()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.words++
	text := fmt.Sprintf("言葉(%d) %s", c.n, c.said[rnd.IntN(len(c.said))])
	switch {
	case kind == 0:
		c.saved = append(c.saved, c.n)
		text += fmt.Sprintf(" 覚えて(%d)", c.n)
	case kind == 1 && len(c.saved) > len(c.forgot) && answered[c.saved[len(c.forgot)]]:
		c.forgot = append(c.forgot, c.saved[len(c.forgot)])
		text = fmt.Sprintf("言葉(%d) 事実その%d番はもう要らない。消して(%d)", c.n, c.forgot[len(c.forgot)-1], c.forgot[len(c.forgot)-1])
	}
	return text
}

// run talks for a while, then waits until all is answered.
func (c *pressure) run(load time.Duration, guest int64) {
	t := c.t
	t.Helper()
	chat := c.v.dial("chat")
	defer chat.Close()
	go func(conn *control.Conn) {
		for {
			var d terminal.Down
			if conn.Recv(&d) != nil || d.Reply != nil && conn.Send(terminal.Up{Seen: d.Reply.ID}) != nil {
				return
			}
		}
	}(chat)
	ctx, stop := context.WithTimeout(t.Context(), load)
	defer stop()
	var talk sync.WaitGroup
	n := 0
	says := []func(string){c.page.say, c.sayOnTelegram, func(text string) {
		n++
		if err := chat.Send(terminal.Up{Text: text, Ext: fmt.Sprint("t", n)}); err != nil {
			t.Error(err)
		}
	}}
	for i, say := range says {
		talk.Go(func() {
			for rnd := rand.New(rand.NewPCG(c.seed, uint64(i))); ctx.Err() == nil; time.Sleep(time.Duration(500+rnd.IntN(600)) * time.Millisecond) {
				if c.waiting() < 12 {
					say(c.next(rnd))
				}
			}
		})
	}
	talk.Go(func() {
		for rnd := rand.New(rand.NewPCG(c.seed, 9)); ctx.Err() == nil; time.Sleep(time.Second) {
			there := len(c.fake.Messages(guest))
			c.fake.Say(guest, "やあ、"+c.said[rnd.IntN(len(c.said))])
			for began := time.Now(); len(c.fake.Messages(guest)) == there; time.Sleep(10 * time.Millisecond) {
				if time.Since(began) > time.Minute {
					t.Error("the guest got no answer")
					return
				}
			}
		}
	})
	talk.Go(func() {
		dir := filepath.Join(c.v.home, "memory", "owner", "knowledge")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Error(err)
		}
		for ; ctx.Err() == nil; time.Sleep(700 * time.Millisecond) {
			c.edits++
			text := fmt.Sprintf("## 覚え書き\n\n書き込み%dの合図はqwx%dです。\n", c.edits, c.edits)
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("w%d.md", c.edits%20)), []byte(text), 0o600); err != nil {
				t.Error(err)
			}
		}
	})
	talk.Wait()
	answered := func() bool { return c.waiting() == 0 }
	until(t, "all answers", answered)
	// However slow the machine, a fact was saved and a fact was forgotten.
	for _, k := range []int{0, 1} {
		c.page.say(c.nextOf(k, rand.New(rand.NewPCG(c.seed, 10))))
		until(t, "the last answers", answered)
	}
}

// answered are the words that are answered, as the page knows.
func (c *pressure) answered() map[int]bool {
	out := map[int]bool{}
	for _, l := range c.page.view() {
		for _, n := range answersIn(l.Text) {
			out[n] = true
		}
	}
	return out
}

// waiting is how many words are not answered yet.
func (c *pressure) waiting() int {
	n := len(c.answered())
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.words - n
}

// checkFiles looks for the last text of each file.
func (c *pressure) checkFiles() {
	t := c.t
	t.Helper()
	for n := max(1, c.edits-19); n <= c.edits; n++ {
		until(t, fmt.Sprintf("the edit %d", n), func() bool {
			var found MemoriesFound
			deskOf(t, c.v, "memory search", Ask{Text: fmt.Sprintf("qwx%d", n), Limit: 5}, &found)
			return slices.ContainsFunc(found.Hits, func(h ops.Hit) bool { return strings.Contains(h.Memory.Text, fmt.Sprintf("qwx%dです", n)) })
		})
	}
}

// checkWrites compares what was asked for with what the ledger and the diary
// have.
func (c *pressure) checkWrites() {
	t := c.t
	t.Helper()
	db, err := kv.Open(c.v.home+"/kokoron.db", kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list, err := ledger.New(db).List(person.Only(person.ScopeOwner), "")
	if err != nil {
		t.Fatal(err)
	}
	status := map[string][]memory.Status{}
	for _, r := range list {
		if fact, _, ok := strings.Cut(r.Content, "番"); ok && strings.HasPrefix(fact, "事実その") {
			status[fact] = append(status[fact], r.Status)
		}
	}
	for _, n := range c.saved {
		want := memory.Active
		if slices.Contains(c.forgot, n) {
			want = memory.Archived
		}
		if got := status[fmt.Sprintf("事実その%d", n)]; len(got) != 1 || got[0] != want {
			t.Errorf("fact %d is %v, want %s once", n, got, want)
			for i, r := range c.asked() {
				if strings.Contains(wordsOf(r), fmt.Sprintf("消して(%d)", n)) {
					t.Logf("REQ %d: words %q\nLAST %s", i, wordsOf(r), r.Last())
				}
			}
		}
	}
	there := map[int]int{}
	for _, l := range diaryOf(t, c.v.home) {
		if l.Role == diary.Person && strings.HasPrefix(l.Text, "言葉(") {
			there[numberIn(l.Text)]++
		}
	}
	for n := 1; n <= c.n; n++ {
		if there[n] != 1 {
			t.Errorf("言葉(%d) stands %d times in the diary", n, there[n])
		}
	}
}

// traces are those of all turns so far, oldest first.
func (c *pressure) traces() (all []agent.Trace) {
	c.t.Helper()
	names, err := filepath.Glob(filepath.Join(c.v.home, "traces", "*.jsonl"))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			c.t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			var tr agent.Trace
			if json.Unmarshal([]byte(line), &tr) == nil {
				all = append(all, tr)
			}
		}
	}
	return all
}

// memoryOf is what a process has in memory, now and at most, in MB.
func memoryOf(t *testing.T, pid int) (now, most int) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Log("no figures of memory: ", err)
		return 0, 0
	}
	for line := range strings.Lines(string(raw)) {
		var kb int
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kb); n == 1 {
			now = kb >> 10
		}
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kb); n == 1 {
			most = kb >> 10
		}
	}
	return now, most
}
