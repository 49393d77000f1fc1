package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// ahead is the machine's clock, set ahead by what a file says in nanoseconds:
// so a test moves the time of a companion that runs.
type ahead struct {
	clock.Real
	file string
}

// Now returns the time; a file that is not there is a mistake of the test.
func (a ahead) Now() time.Time {
	raw, err := os.ReadFile(a.file)
	if err != nil {
		panic(err)
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		panic(err)
	}
	return time.Now().Add(time.Duration(n))
}

// open is Open with this clock.
func (c ahead) open(ctx context.Context, cfg config.Config, o Options) (*App, error) {
	a := &App{cfg: cfg, log: o.Log, clock: c}
	a.ctx, a.end = context.WithCancel(context.WithoutCancel(ctx))
	return a, a.open(o)
}

// entry is a line of the script with what belongs to it; testdata/month.txt
// tells the format.
type entry struct {
	at      time.Duration // since the first midnight
	channel string
	kind    byte // '>', '/', '?', '~', '0'
	words   string
	answer  string
	calls   []scriptedCall
	key     string // of the fact that is told, forgotten or asked for
	value   string // "" where it is forgotten
	gone    bool
}

type scriptedCall struct {
	tool string
	args map[string]string
}

// readMonth reads the script: the days, then the questions at the end.
func readMonth(t *testing.T) (days, end []entry) {
	t.Helper()
	f, err := os.Open("testdata/month.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var at time.Duration
	var channel string
	list := &days
	last := func() *entry { return &(*list)[len(*list)-1] }
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		sign, rest, _ := strings.Cut(line, " ")
		head, tail, _ := strings.Cut(rest, " ")
		switch sign {
		case "", "#":
		case "==":
			list = &end
		case "=":
			var day, hour, minute int
			if _, err := fmt.Sscanf(rest, "%d %d:%d %s", &day, &hour, &minute, &channel); err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			at = time.Duration(day-1)*24*time.Hour + time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
		case ">", "/", "0":
			*list = append(*list, entry{at: at, channel: channel, kind: sign[0], words: rest})
		case "?", "~":
			*list = append(*list, entry{at: at, channel: channel, kind: sign[0], key: head, words: tail})
		case "<":
			last().answer = rest
		case "+":
			last().key, last().value = head, tail
		case "-":
			last().key, last().gone = rest, true
		case "!":
			c := scriptedCall{tool: head, args: map[string]string{}}
			var args map[string]json.RawMessage
			if err := json.Unmarshal([]byte(tail), &args); err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			for k, raw := range args {
				c.args[k] = string(raw)
			}
			last().calls = append(last().calls, c)
		default:
			t.Fatalf("line %d: %q", n, line)
		}
	}
	return days, end
}

// usualAnswers are what the model says where the script says nothing.
var usualAnswers = []string{"うん、聞いているよ。", "そうなんですね。", "なるほど。", "いいですね。", "それはそれは。"}

// player is a model that plays the script: it finds the entry by the words it
// is asked.
type player struct {
	entries map[string]entry

	mu      sync.Mutex
	lookups int      // of handles that the prompt did not show
	lost    []string // words of memories that were not found for a call
	looks   int      // back at a talk that is over
}

var handleOf = regexp.MustCompile(`(#\d+)[ 　]+([^\n]*)`)

// handle is the short name of the memory with a word, as a request shows it.
func handle(r vllmtest.Request, word string) (h string) {
	for _, m := range r.Messages[1:] {
		for _, f := range handleOf.FindAllStringSubmatch(m.Content, -1) {
			if strings.Contains(f[2], word) {
				h = f[1]
			}
		}
	}
	return h
}

func (p *player) respond(r vllmtest.Request) vllmtest.Script {
	_, words, _ := strings.Cut(wordsOf(r), "</data>")
	e, ok := p.entries[strings.TrimSpace(words)]
	if _, asksForJSON := r.Body["response_format"]; asksForJSON {
		return p.episode(r.Last())
	} else if !ok {
		return vllmtest.Text("あらまし。")
	}
	results := 0
	for _, m := range r.Messages {
		if strings.HasPrefix(m.Content, "<tool_results>") {
			results++
		}
	}
	out, missing := "", ""
	for _, c := range e.calls {
		call := "{"
		for k, v := range c.args {
			if word, ok := strings.CutPrefix(v, `"@`); ok {
				word = strings.TrimSuffix(word, `"`)
				h := handle(r, word)
				if h == "" {
					missing = word
					continue
				}
				v = strconv.Quote(h)
			}
			call += strconv.Quote(k) + ": " + v + ", "
		}
		out += fmt.Sprintf("\n{\"tool\": %q, \"arguments\": %s}", c.tool, strings.TrimSuffix(call, ", ")+"}")
	}
	switch {
	case missing != "" && results == 0: // as a model would: it looks for it first
		p.mu.Lock()
		p.lookups++
		p.mu.Unlock()
		return vllmtest.Text(fmt.Sprintf(`{"tool": "memory_search", "arguments": {"query": %q}}`, missing))
	case missing != "" && results == 1:
		p.mu.Lock()
		p.lost = append(p.lost, missing)
		p.mu.Unlock()
	}
	done := results
	if missing == "" && results > 0 && !strings.Contains(r.Last(), "覚え") && len(e.calls) > 0 && searched(r) {
		done = 0 // what came back is what was looked for
	}
	if len(e.calls) > 0 && done == 0 || missing != "" && results == 1 {
		return vllmtest.Text(out)
	}
	if e.answer != "" {
		return vllmtest.Text(e.answer)
	}
	return vllmtest.Text(usualAnswers[len(words)%len(usualAnswers)])
}

// episode is what the model makes of a talk that is over: of what was said in
// passing the episode, and the facts once more in the person's words.
func (p *player) episode(talk string) vllmtest.Script {
	type fact struct {
		Content    string `json:"content"`
		Category   string `json:"category"`
		Importance int    `json:"importance"`
		Subject    string `json:"subject"`
	}
	out := struct {
		Title     string   `json:"title"`
		Topics    []string `json:"topics"`
		Points    []string `json:"points"`
		Decisions []string `json:"decisions"`
		Open      []string `json:"open_items"`
		Facts     []fact   `json:"facts"`
	}{Topics: []string{}, Points: []string{}, Decisions: []string{}, Open: []string{}, Facts: []fact{}}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.looks++
	for words, e := range p.entries {
		switch {
		case e.kind != '>' || !regexp.MustCompile(`(?m)(?:[:：] ?|^)`+regexp.QuoteMeta(words)+`$`).MatchString(talk):
		case e.key == "":
			out.Title, out.Points = words, append(out.Points, words)
		case e.value != "":
			out.Facts = append(out.Facts, fact{words, "about_sensei", 3, ""})
		}
	}
	slices.Sort(out.Points)
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err)
	}
	return vllmtest.Text(string(raw))
}

// searched reports whether the last thing that ran was a search.
func searched(r vllmtest.Request) bool { return strings.Contains(r.Last(), `tool="memory_search"`) }

// month is the companion that lives through the script.
type month struct {
	*scene
	model  *vllmtest.Server
	script *player
	clock  string
	now    time.Duration // of the script
	began  time.Time     // when its first midnight is
	chat   *control.Conn
	shown  atomic.Int64 // replies that the terminal has shown
	told   int          // lines that the diary must have

	facts    map[string][]string // key → values, the newest last; "" is forgotten
	asked    int
	late     int      // questions whose answer stood in the window already
	mentions []string // older values that came in other words than those that told them
}

// TestAMonthOfTalk lives through a month of talk with facts that change, over
// terminal, page and Telegram, with restarts and kills between the weeks. In
// the end what comes to mind for a question is what holds now.
func TestAMonthOfTalk(t *testing.T) {
	days, end := readMonth(t)
	if os.Getenv("KOKORON_PROVE") == "" {
		days, end = aTenth(days, end)
	}
	m := newMonth(t, append(slices.Clone(days), end...))
	online, offline := context.WithCancel(t.Context())
	var pages sync.WaitGroup
	pages.Go(func() { m.page.run(online) })
	defer func() { offline(); pages.Wait() }()
	m.dialChat()
	for i, e := range days {
		week, before := int(e.at/(7*24*time.Hour)), int(m.now/(7*24*time.Hour))
		m.moveTo(e.at)
		if i > 0 && week > before {
			m.between(week)
		}
		m.live(e)
	}
	m.moveTo(m.now + 72*time.Hour)
	m.between(0)
	for _, e := range end {
		e.channel = []string{"terminal", "page", "telegram"}[m.told/2%3]
		m.moveTo(m.now + 10*time.Minute)
		m.live(e)
	}
	m.judge(len(days), len(end))
}

// aTenth is a part of the script, for every test run: the first three days, and
// of the questions at the end those that these days can answer.
func aTenth(days, end []entry) (some, questions []entry) {
	known := map[string]bool{}
	for _, e := range days {
		if e.at < 3*24*time.Hour {
			some = append(some, e)
			known[e.key] = true
		}
	}
	foreign := 0
	for _, e := range end {
		if e.kind == '0' {
			foreign++
		}
		if e.kind != '0' && known[e.key] && e.key != "project" || e.kind == '0' && foreign <= 3 {
			questions = append(questions, e)
		}
	}
	return some, questions
}

func newMonth(t *testing.T, all []entry) *month {
	embed, chroma := os.Getenv("KOKORON_TEST_EMBED_URL"), os.Getenv("KOKORON_TEST_CHROMA_URL")
	if embed == "" || chroma == "" {
		t.Log("by words alone: KOKORON_TEST_EMBED_URL and KOKORON_TEST_CHROMA_URL are not set")
	}
	p := &player{entries: map[string]entry{}}
	for _, e := range all {
		if _, twice := p.entries[e.words]; twice && (len(e.calls) > 0 || e.answer != "") {
			t.Fatalf("%q stands twice in the script", e.words)
		}
		if _, known := p.entries[e.words]; !known {
			p.entries[e.words] = e
		}
	}
	model := vllmtest.New(t, vllmtest.Window(6144))
	model.Respond(p.respond)
	file := filepath.Join(t.TempDir(), "ahead")
	m := &month{model: model, script: p, clock: file, facts: map[string][]string{}}
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	today := time.Now().In(zone)
	m.began = time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, zone).AddDate(0, 0, -40)
	m.scene = &scene{t: t}
	m.moveTo(all[0].at)
	m.scene = newScene(t, model.URL(), "KOKORON_EMBED_URL="+embed, "KOKORON_CHROMA_URL="+chroma, childClock+"="+file)
	return m
}

// moveTo sets the companion's clock; never back.
func (m *month) moveTo(at time.Duration) {
	m.t.Helper()
	if at < m.now {
		return
	}
	m.now = at
	by := time.Until(m.began.Add(at))
	tmp := m.clock + ".new"
	if err := os.WriteFile(tmp, []byte(strconv.FormatInt(int64(by), 10)), 0o600); err != nil {
		m.t.Fatal(err)
	}
	if err := os.Rename(tmp, m.clock); err != nil {
		m.t.Fatal(err)
	}
}

// dialChat opens the terminal, which shows every reply and says so.
func (m *month) dialChat() {
	m.chat = m.v.dial("chat")
	go func(c *control.Conn) {
		for {
			var d terminal.Down
			if c.Recv(&d) != nil {
				return
			}
			if d.Reply != nil {
				m.shown.Add(1)
				if c.Send(terminal.Up{Seen: d.Reply.ID}) != nil {
					return
				}
			}
		}
	}(m.chat)
}

// between is the end of a week: the companion is stopped, or killed.
func (m *month) between(week int) {
	m.chat.Close()
	sig := syscall.SIGTERM
	if week%2 == 1 {
		sig = syscall.SIGKILL
	}
	m.v.kill(sig)
	m.v.start()
	m.dialChat()
}

// live plays one entry and waits until it is answered.
func (m *month) live(e entry) {
	m.t.Helper()
	if e.kind == '/' {
		m.command(e)
		return
	}
	before := len(m.model.Requests())
	switch m.told += 2; e.channel {
	case "terminal":
		if err := m.chat.Send(terminal.Up{Text: e.words, Ext: fmt.Sprint("e", m.told)}); err != nil {
			m.t.Fatal(err)
		}
	case "page":
		m.page.say(e.words)
	case "telegram":
		m.fake.Say(telegramOwner, e.words)
	default:
		m.t.Fatalf("no channel %q", e.channel)
	}
	until(m.t, fmt.Sprintf("an answer to %q on %s", e.words, e.channel), func() bool { return len(m.page.view()) >= m.told })
	request := m.requestOf(before, e.words)
	m.check(e, request)
	if e.key != "" && e.kind == '>' {
		m.facts[e.key] = append(m.facts[e.key], e.value)
	}
}

// command gives a command on Telegram and waits for the answer, which enters no
// conversation.
func (m *month) command(e entry) {
	m.t.Helper()
	m.fake.Say(telegramOwner, e.words)
	until(m.t, "an answer to "+e.words, func() bool {
		return slices.ContainsFunc(m.fake.Messages(telegramOwner), func(a telegramtest.Message) bool { return strings.Contains(a.Text, "/undo") })
	})
	m.facts[e.key] = append(m.facts[e.key], "")
}

// requestOf is the first request of the turn with these words.
func (m *month) requestOf(from int, words string) vllmtest.Request {
	m.t.Helper()
	for _, r := range m.model.Requests()[from:] {
		if strings.Contains(r.Last(), words) {
			return r
		}
	}
	m.t.Fatalf("the model was never asked %q", words)
	return vllmtest.Request{}
}

// check looks at what came to mind for a question.
func (m *month) check(e entry, r vllmtest.Request) {
	m.t.Helper()
	last := r.Last()
	brought := last[:max(0, strings.LastIndex(last, "</data>"))]
	values := m.facts[e.key]
	switch e.kind {
	case '?':
		m.asked++
		current, whole := values[len(values)-1], ""
		for _, other := range r.Messages[1:] {
			whole += other.Content + "\n"
		}
		switch {
		case current == "" || strings.Contains(brought, current):
		case strings.Contains(whole[:len(whole)-len(last)-1], current):
			m.late++
		default:
			m.t.Errorf("%q brings nothing of %q:\n%s", e.words, current, brought)
		}
		m.older(e, brought, current)
	case '~':
		m.asked++
		for _, v := range values[:len(values)-1] {
			old := m.list(memory.Superseded).Memories
			if !slices.ContainsFunc(old, func(o ops.Memory) bool { return strings.Contains(o.Text, v) && !o.ValidUntil.IsZero() }) {
				m.t.Errorf("%q: %q is not kept as what was before", e.words, v)
			}
		}
	case '0':
		m.asked++
		for _, c := range whyOf(m.t, m.v).Recall.Channels {
			if c.Name == "related" && len(c.Items) > 0 {
				m.t.Errorf("%q brings %s", e.words, brought)
			}
		}
	}
}

// older looks for what does not hold any more in what was brought: not in a
// memory and not in the words that told it. What only mentions it in passing is
// counted.
func (m *month) older(e entry, brought, current string) {
	m.t.Helper()
	for _, v := range m.facts[e.key] {
		if v == "" || v == current {
			continue
		}
		for line := range strings.Lines(brought) {
			switch {
			case !strings.Contains(line, v):
			case current == "" || !strings.Contains(line, current):
				m.t.Errorf("%q brings %q, which is over: %s", e.words, v, line)
			default:
				m.mentions = append(m.mentions, line)
			}
		}
	}
}

// judge looks at what the month has left behind.
func (m *month) judge(days, end int) {
	t := m.t
	t.Helper()
	a := m.audit()
	if raw, _ := json.MarshalIndent(a, "", " "); !a.Clean || a.JunkShare > 0 {
		t.Errorf("the audit is not clean: %s", raw)
	}
	for _, c := range a.Index.Copy {
		if c.Have != c.Want {
			t.Errorf("Chroma has %d of %d in %s", c.Have, c.Want, c.Scope)
		}
	}
	changed := 0
	for _, values := range m.facts {
		changed += len(values) - 1
	}
	list := m.list(memory.Superseded)
	if m.chat.Close(); len(m.script.lost) > 0 {
		t.Errorf("not found for a call: %q", m.script.lost)
	}
	if t.Failed() {
		for _, status := range []memory.Status{memory.Active, memory.Superseded, memory.Archived} {
			for _, r := range m.list(status).Memories {
				t.Logf("%s: %+v", status, r)
			}
		}
	}
	m.v.kill(syscall.SIGTERM)
	lines := diaryOf(t, m.v.home)
	var last turn.ID
	said := map[string]int{}
	for _, l := range lines {
		if l.Role == diary.Person {
			if l.ID <= last {
				t.Errorf("%q stands behind what was said later", l.Text)
			}
			last = l.ID
			said[l.Text]++
		}
		if leaks(l.Text) {
			t.Errorf("in the diary: %s", l.Text)
		}
	}
	if len(lines) != m.told {
		t.Errorf("the diary has %d lines, %d were said", len(lines), m.told)
	}
	for words := range m.script.entries {
		if e := m.script.entries[words]; said[words] == 0 && e.kind != '/' {
			t.Errorf("%q is not in the diary", words)
		}
	}
	if what := m.left(); what != "" {
		t.Errorf("left in the journal: %s", what)
	}
	if strings.Contains(m.v.log.String(), "panic") || strings.Contains(m.v.log.String(), "DATA RACE") || t.Failed() {
		t.Errorf("log of the companion:\n%.20000s", m.v.log.String())
		return
	}
	t.Logf("proof: %d messages of a month and %d questions at the end over three channels, %d facts of which %d changes were told, %d questions (%d answered from the window) bring what holds and nothing that is over; %d superseded records; %d handles were looked for; %d looks back at a talk; audit clean over %d records, %d of Chroma's scopes equal; %d mentions in passing",
		days, end, len(m.facts), changed, m.asked, m.late, len(list.Memories), m.script.lookups, m.script.looks, a.Records, len(a.Index.Copy), len(m.mentions))
}

// desk asks the running companion.
func (m *month) desk(op string, a Ask, out any) {
	m.t.Helper()
	deskOf(m.t, m.v, op, a, out)
}

// deskOf asks a running companion's desk.
func deskOf(t *testing.T, v *victim, op string, a Ask, out any) {
	t.Helper()
	cfg, err := config.Load(v.home, func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	answer, err := AskDesk(t.Context(), cfg, slog.New(slog.DiscardHandler), op, a, func(Progress) {})
	if err == nil {
		err = json.Unmarshal(answer, out)
	}
	if err != nil {
		t.Fatalf("%s: %s, %v", op, answer, err)
	}
}

// audit is the audit once nothing is on its way to the index any more.
func (m *month) audit() (a MemoryAudited) {
	m.t.Helper()
	until(m.t, "the end of what is on its way to the index", func() bool {
		a = MemoryAudited{}
		m.desk("memory audit", Ask{}, &a)
		return a.Index.Waiting == 0 && a.Index.Pending == 0
	})
	return a
}

func (m *month) list(s memory.Status) (l MemoryList) {
	m.t.Helper()
	m.desk("memory list", Ask{Status: s}, &l)
	return l
}
