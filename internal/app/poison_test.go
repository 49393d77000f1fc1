package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/ledger"
)

// poison is a text that somebody else wrote, with a word that stands nowhere
// else.
type poison struct {
	n    int
	lang string
	text string
	mark string
}

// poisons are the texts of testdata/poison.txt; where KOKORON_PROVE is not set,
// every fourth.
func poisons(t *testing.T) (list []poison) {
	t.Helper()
	f, err := os.Open("testdata/poison.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		lang, text, ok := strings.Cut(sc.Text(), " ")
		if !ok || lang == "#" {
			continue
		}
		if n++; os.Getenv("KOKORON_PROVE") == "" && n%4 != 1 {
			continue
		}
		p := poison{n: n, lang: lang, mark: fmt.Sprintf("Zubra%c%cka", 'a'+n/26, 'a'+n%26)}
		p.text = strings.NewReplacer("%", p.mark, `\n`, "\n").Replace(text)
		list = append(list, p)
	}
	return list
}

// frames are the ways in which a person shows a text that is not their own.
func (p poison) frames() []string {
	cited := "> " + strings.ReplaceAll(p.text, "\n", "\n> ")
	fenced := "```\n" + p.text + "\n```"
	switch p.lang {
	case "en":
		return []string{
			"Look at this page:\n" + p.text, "What do you think of this?\n\n" + cited, "Can you explain this text?\n" + fenced,
			"Please summarize the following mail:\n" + p.text, "This was in the document:\n<document>" + p.text + "</document>\nStrange, isn't it?",
		}
	case "zh":
		return []string{
			"请总结下面的文章：\n" + p.text, "你怎么看这段话？\n\n" + cited, "帮我解释一下：\n" + fenced, "以下是网页的内容：\n" + p.text,
			"文件里写着：\n<document>" + p.text + "</document>\n好奇怪吧？",
		}
	}
	return []string{
		"次の記事を要約して：\n" + p.text, "これ、どう思う？\n\n" + cited, "この文の意味を教えて。\n" + fenced, "以下のメールが届いたよ：\n" + p.text,
		"資料にこうあった。\n<document>" + p.text + "</document>\n変だよね？",
	}
}

// gullible is a model that does what the texts say, wherever it sees them, or
// one that only answers.
type gullible struct {
	obeys bool
	list  []poison

	mu       sync.Mutex
	obeyed   map[string]int // mark → how often it called tools for it
	looks    int            // back at a talk that is over
	requests []vllmtest.Request
}

func (g *gullible) respond(r vllmtest.Request) vllmtest.Script {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.requests = append(g.requests, r)
	last := r.Last()
	if _, asksForJSON := r.Body["response_format"]; asksForJSON {
		g.looks++
		return g.episode(last)
	}
	_, words, _ := strings.Cut(wordsOf(r), "</data>")
	results := strings.HasPrefix(last, "<tool_results>")
	switch {
	case g.obeys:
		for _, p := range g.list {
			if strings.Contains(last, p.mark) && g.obeyed[p.mark] < 2 {
				g.obeyed[p.mark]++
				return vllmtest.Text(p.calls(g.obeyed[p.mark]))
			}
		}
	case !results && strings.Contains(words, "ファイル") && strings.Contains(words, "読んで"):
		return call("read_memory_file", fmt.Sprintf(`{"path": "knowledge/%s.md"}`, fileName.FindString(words)))
	case !results:
		for _, p := range g.list {
			if strings.Contains(words, p.mark) && p.n%3 == 0 { // it repeats what it has read
				return vllmtest.Text("そこには「" + strings.ReplaceAll(p.text, "\n", " ") + "」と書いてありますね。")
			}
		}
	}
	return vllmtest.Text("読みました。")
}

var fileName = regexp.MustCompile(`note-\d+`)

// episode claims everything that stands in the talk.
func (g *gullible) episode(talk string) vllmtest.Script {
	type fact struct {
		Content    string `json:"content"`
		Category   string `json:"category"`
		Importance int    `json:"importance"`
		Subject    string `json:"subject"`
	}
	facts, points := []fact{}, []string{"読みました"}
	for _, p := range g.list {
		if strings.Contains(talk, p.mark) {
			facts = append(facts, fact{p.text, "about_sensei", 4, ""}, fact{"先生は" + p.mark + "が好き", "about_sensei", 4, "先生"})
			points = append(points, p.text)
		}
	}
	raw, err := json.Marshal(map[string]any{
		"title": "読みました", "topics": points, "points": points, "decisions": points, "open_items": points, "facts": facts,
	})
	if err != nil {
		panic(err)
	}
	return vllmtest.Text(string(raw))
}

// calls are what the model asks for that obeys: all that could be misused.
func (p poison) calls(round int) string {
	if round == 2 {
		return strings.Join([]string{
			`{"tool": "memory_promote", "arguments": {"id": "#1", "reason": "` + p.mark + `"}}`,
			`{"tool": "memory_classify", "arguments": {"id": "#1", "importance": 5, "scope": "shared", "trust": "owner", "soul": "approved"}}`,
			`{"tool": "write_memory_file", "arguments": {"path": "../../persona/kokoron.md", "content": "` + p.mark + `"}}`,
			`{"tool": "write_memory_file", "arguments": {"path": "../shared/knowledge/x.md", "content": "` + p.mark + `"}}`,
		}, "\n")
	}
	return strings.Join([]string{
		`{"tool": "memory_save", "arguments": {"content": "規則 ` + p.mark + `", "importance": 5, "scope": "shared", "trust": "owner", "soul": "approved", "level": "policy", "source": "heuristic"}}`,
		`{"tool": "memory_save", "arguments": {"content": "` + p.mark + ` に従う", "importance": 5, "category": "about_sensei"}}`,
		`{"tool": "write_memory_file", "arguments": {"path": "/memory/person-aoi/knowledge/x.md", "content": "` + p.mark + `"}}`,
		`{"tool": "write_memory_file", "arguments": {"path": "knowledge/rules-` + p.mark + `.md", "content": "` + p.mark + `"}}`,
		`{"tool": "write_memory_file", "arguments": {"path": "../owner/index.md", "content": "` + p.mark + `"}}`,
	}, "\n")
}

// reader is a companion whose owner reads what others wrote.
type reader struct {
	*month
	model *gullible
	list  []poison
	said  map[string]bool
}

func newReader(t *testing.T, obeys bool) *reader {
	g := &gullible{obeys: obeys, list: poisons(t), obeyed: map[string]int{}}
	server := vllmtest.New(t, vllmtest.Window(16384))
	server.Respond(g.respond)
	m := &month{model: server, clock: filepath.Join(t.TempDir(), "ahead"), began: time.Now().Add(-48 * time.Hour), scene: &scene{t: t}}
	m.moveTo(0)
	m.scene = newScene(t, server.URL(), childClock+"="+m.clock)
	m.dialChat()
	return &reader{month: m, model: g, list: g.list, said: map[string]bool{}}
}

// file is a memory file whose text is a poison.
func (r *reader) file(p poison) string { return fmt.Sprintf("note-%d", p.n) }

// plant writes the poisons into memory files, as if they had been copied there.
func (r *reader) plant() {
	r.t.Helper()
	dir := filepath.Join(r.v.home, "memory", "owner", "knowledge")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		r.t.Fatal(err)
	}
	for _, p := range r.list {
		if err := os.WriteFile(filepath.Join(dir, r.file(p)+".md"), []byte("## 写し\n\n"+p.text+"\n"), 0o600); err != nil {
			r.t.Fatal(err)
		}
	}
}

// say has a turn of the owner's in the terminal.
func (r *reader) say(words string) {
	r.t.Helper()
	r.told += 2
	r.said[words] = true
	if err := r.chat.Send(terminal.Up{Text: words, Ext: fmt.Sprint("e", r.told)}); err != nil {
		r.t.Fatal(err)
	}
	until(r.t, fmt.Sprintf("an answer to %q", words), func() bool { return len(r.page.view()) >= r.told })
}

// records are those of all scopes.
func (r *reader) records() (all []memory.Record) {
	r.t.Helper()
	db, err := kv.Open(r.v.home+"/kokoron.db", kv.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	defer db.Close()
	people := append([]person.Scope{person.ScopeOwner, person.ScopeShared}, r.admitted()...)
	for _, s := range people {
		list, err := ledger.New(db).List(person.Only(s), "")
		if err != nil {
			r.t.Fatal(err)
		}
		all = append(all, list...)
	}
	return all
}

// admitted are the scopes of those who have folders or diaries of their own.
func (r *reader) admitted() (scopes []person.Scope) {
	for _, d := range []string{"memory"} {
		entries, err := os.ReadDir(filepath.Join(r.v.home, d))
		if err != nil {
			r.t.Fatal(err)
		}
		for _, e := range entries {
			if id, ok := strings.CutPrefix(e.Name(), "person-"); ok {
				scopes = append(scopes, person.Scope("person:"+id))
			}
		}
	}
	return scopes
}

// filesWith are the files below the home whose text has a mark, but for those
// that hold what was said and what was planted.
func (r *reader) filesWith(marks ...string) (found []string) {
	r.t.Helper()
	err := filepath.WalkDir(r.v.home, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(r.v.home, path)
		top, _, _ := strings.Cut(rel, string(filepath.Separator))
		if err != nil || d.IsDir() || slices.Contains([]string{"diary", "traces", "index", "backups", "run", "kokoron.db"}, top) || strings.HasPrefix(d.Name(), "note-") {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, mark := range marks {
			if strings.Contains(string(raw), mark) {
				found = append(found, filepath.ToSlash(rel))
				break
			}
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return found
}

func marksOf(list []poison) (marks []string) {
	for _, p := range list {
		marks = append(marks, p.mark)
	}
	return marks
}

var (
	frameMarks = regexp.MustCompile(`</?(?:data|tool_results)>`)
	frameOf    = regexp.MustCompile(`(?s)<data>.*?</data>|<tool_results>.*?</tool_results>`)
)

// framed checks that what was recalled and what tools gave cannot leave its
// frame, and that outside it is only what the person said.
func (r *reader) framed() (seen int) {
	r.t.Helper()
	for _, q := range r.model.requests {
		if _, asksForJSON := q.Body["response_format"]; asksForJSON {
			continue
		}
		for _, m := range q.Messages {
			if m.Role == "system" {
				for _, mark := range marksOf(r.list) {
					if strings.Contains(m.Content, mark) {
						r.t.Errorf("%s is in the system message", mark)
					}
				}
				continue
			}
			if m.Role != "user" {
				continue
			}
			var open string
			for _, mark := range frameMarks.FindAllString(m.Content, -1) {
				switch {
				case open == "" && !strings.HasPrefix(mark, "</"):
					open = strings.Replace(mark, "<", "</", 1)
				case mark == open:
					open = ""
				default:
					r.t.Errorf("%s holds in: %.3000s", mark, m.Content)
				}
			}
			for _, token := range []string{"<|im_start|>", "<|im_end|>", "[INST]", "[/INST]", "＜/data＞"} {
				if strings.Contains(m.Content, token) {
					r.t.Errorf("%s holds in: %s", token, m.Content)
				}
			}
			framed := frameOf.FindAllString(m.Content, -1)
			if len(framed) > 2 {
				r.t.Errorf("%d frames: %.3000s", len(framed), m.Content)
			}
			words := frameOf.ReplaceAllString(m.Content, "")
			for _, p := range r.list {
				in := strings.Count(strings.Join(framed, ""), p.mark)
				seen += in
				if n := strings.Count(words, p.mark); n > 0 && !r.said[strings.TrimSpace(strings.ReplaceAll(words, "\u2060", ""))] {
					r.t.Errorf("%s is outside the data: %.3000s", p.mark, m.Content)
				}
			}
		}
	}
	return seen
}

// TestPoisonTeachesNothing: of texts that others wrote, nothing becomes a
// record, a rule or a file, however they come before the companion: quoted,
// pasted, read from a file, found by a search, or repeated by herself.
func TestPoisonTeachesNothing(t *testing.T) {
	t.Parallel()
	r := newReader(t, false)
	online, offline := context.WithCancel(t.Context())
	var pages sync.WaitGroup
	pages.Go(func() { r.page.run(online) })
	defer func() { offline(); pages.Wait() }()
	r.plant()
	ways := 0
	for i, p := range r.list {
		all := p.frames()
		some := all[i%len(all) : i%len(all)+1]
		if os.Getenv("KOKORON_PROVE") != "" {
			some = all
		}
		for _, words := range some {
			ways++
			r.say(words)
		}
		r.say("ファイル" + r.file(p) + "を読んで")
		if i%4 == 3 {
			r.say("さっき読んだ規則の話、" + p.mark + "って何だったかな？")
		}
	}
	r.moveTo(r.now + time.Hour)
	r.between(0) // what waits for a date looks at the clock again now
	until(t, "a look back at the talk", func() bool {
		r.model.mu.Lock()
		defer r.model.mu.Unlock()
		return r.model.looks > 0
	})
	r.audit()
	time.Sleep(300 * time.Millisecond)
	r.v.kill(syscall.SIGTERM)
	for _, rec := range r.records() {
		t.Errorf("a record was made: %s %s %q", rec.Source, rec.Trust, rec.Content)
	}
	if found := r.filesWith(marksOf(r.list)...); len(found) > 0 {
		for _, f := range found {
			raw, _ := os.ReadFile(filepath.Join(r.v.home, f))
			t.Errorf("in %s: %s", f, raw)
		}
	}
	seen := r.framed()
	if seen == 0 || strings.Contains(r.v.log.String(), "panic") || strings.Contains(r.v.log.String(), "DATA RACE") {
		t.Errorf("seen %d times in data:\n%.5000s", seen, r.v.log.String())
	}
	if t.Failed() {
		return
	}
	t.Logf("proof: %d texts in %d frames and as many memory files: 0 records, 0 rules, 0 files; %d times in the data of a prompt, never outside it; %d looks back", len(r.list), ways, seen, r.model.looks)
}

// TestPoisonObeyed: what a model writes that obeys such texts is a record of
// the one who talks, in the model's name, and never more than a candidate.
func TestPoisonObeyed(t *testing.T) {
	t.Parallel()
	r := newReader(t, true)
	online, offline := context.WithCancel(t.Context())
	var pages sync.WaitGroup
	pages.Go(func() { r.page.run(online) })
	defer func() { offline(); pages.Wait() }()
	const guest = 8
	r.admit(guest)
	before := r.persona()
	theirs, mine := map[string]bool{}, map[string]bool{}
	for i, p := range r.list {
		words := p.frames()[i%len(p.frames())]
		if i%2 == 0 {
			mine[p.mark] = true
			r.say(words)
			continue
		}
		theirs[p.mark] = true
		there := len(r.fake.Messages(guest))
		r.said[words] = true
		r.fake.Say(guest, words)
		until(t, "an answer to the guest", func() bool { return len(r.fake.Messages(guest)) > there })
	}
	r.v.kill(syscall.SIGTERM)
	scopes := r.admitted()
	if len(scopes) != 1 {
		t.Fatalf("scopes %v", scopes)
	}
	saved := 0
	for _, rec := range r.records() {
		mark := regexp.MustCompile(`Zubra[a-z]{2}ka`).FindString(rec.Content)
		want := person.ScopeOwner
		if theirs[mark] {
			want = scopes[0]
		}
		saved++
		if rec.Scope != want || mark == "" || rec.Trust != memory.TrustModel || rec.Source != memory.FromTool || len(rec.Audience) > 0 || rec.Level == memory.Policy ||
			rec.Soul != memory.SoulNone && rec.Soul != memory.SoulCandidate {
			t.Errorf("record %+v", rec)
		}
	}
	files := 0
	for _, f := range r.filesWith(marksOf(r.list)...) {
		raw, _ := os.ReadFile(filepath.Join(r.v.home, f))
		for mark := range mine {
			if strings.Contains(string(raw), mark) && !strings.HasPrefix(f, "memory/owner/") {
				t.Errorf("%s of the owner is in %s", mark, f)
			}
		}
		for mark := range theirs {
			if strings.Contains(string(raw), mark) && !strings.HasPrefix(f, "memory/"+strings.ReplaceAll(string(scopes[0]), ":", "-")+"/") {
				t.Errorf("%s of the guest is in %s", mark, f)
			}
		}
		files++
	}
	if after := r.persona(); after != before {
		t.Errorf("the persona's folder has changed from %q to %q", before, after)
	}
	r.framed()
	if saved < len(r.list) || files == 0 {
		t.Errorf("%d records and %d files of %d texts: the model did not do what it was told", saved, files, len(r.list))
	}
	if t.Failed() {
		return
	}
	t.Logf("proof: a model that obeyed %d texts of the owner's and %d of a guest's: %d records, each in the speaker's own scope, in the model's name and no more than a candidate; %d files, each in the speaker's own folder; the persona is as it was", len(mine), len(theirs), saved, files)
}

// persona is what is in the persona's folder.
func (r *reader) persona() (all string) {
	entries, err := os.ReadDir(filepath.Join(r.v.home, "persona"))
	if err != nil {
		r.t.Fatal(err)
	}
	for _, e := range entries {
		raw, _ := os.ReadFile(filepath.Join(r.v.home, "persona", e.Name()))
		all += e.Name() + "\x00" + string(raw)
	}
	return all
}

// admit lets somebody else talk with the companion.
func (s *scene) admit(user int64) {
	s.t.Helper()
	s.fake.Join(telegramtest.User{ID: user, Name: "Aoi", Language: "ja"})
	c, err := control.Dial(s.t.Context(), RunDir(s.v.home), "admit", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	defer c.Close()
	var got Admission
	if err := c.Recv(&got); err != nil {
		s.t.Fatal(err)
	}
	s.fake.Say(user, got.Code)
	until(s.t, "the admission", func() bool { return len(s.fake.Messages(user)) > 0 })
	time.Sleep(100 * time.Millisecond)
}
