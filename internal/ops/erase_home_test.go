package ops_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/trace"
	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/chroma"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/memorytest"
	"github.com/kokoron/kokoron/memory/priming"
)

// hashed is an embedding server in the process whose vectors mean nothing.
type hashed struct{}

var hashModel = embed.Model{Name: "hashed", Prefix: embed.PrefixNone, Dim: 16}

func (hashed) About(context.Context) (embed.Model, error) { return hashModel, nil }
func (hashed) Anew(context.Context) (embed.Model, error)  { return hashModel, nil }
func (hashed) Embed(_ context.Context, _ embed.Kind, texts []string) (out [][]float32, err error) {
	for _, s := range texts {
		h := fnv.New64a()
		h.Write([]byte(s))
		out = append(out, memorytest.Unit(memorytest.Vectors(h.Sum64(), 1, hashModel.Dim)[0]))
	}
	return out, nil
}

// erasable is a whole home whose memories can be erased.
type erasable struct {
	*ops.Ops
	t      testing.TB
	dir    string
	desk   ops.Desk
	eraser *ops.Eraser
	index  *index.Index
	traces *trace.Store
	copy   index.Copy // the second copy, where there is one
	end    func()
}

// servers are the embeddings and the second copy of a home: real ones where
// the tests were given any.
func servers(t testing.TB, home string) (index.Embedder, func(space string, dim int) (index.Copy, error)) {
	url := os.Getenv("KOKORON_TEST_CHROMA_URL")
	if url == "" {
		fake := memorytest.NewFake(hashModel.Dim)
		return hashed{}, func(string, int) (index.Copy, error) { return fake, nil }
	}
	return hashed{}, func(space string, dim int) (index.Copy, error) {
		return chroma.New(chroma.Config{URL: url, Home: home, Space: space, Dim: dim})
	}
}

// openErasable opens the home in dir; run says that the index works, else the
// home is as it is before anything answers.
func openErasable(t testing.TB, dir string, e index.Embedder, mirror func(string, int) (index.Copy, error), run bool) *erasable {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := kv.Open(filepath.Join(dir, "kokoron.db"), kv.Options{})
	must(err)
	log := slog.New(slog.DiscardHandler)
	h := &erasable{t: t, dir: dir}
	l := ledger.New(db)
	d, err := diary.Open(filepath.Join(dir, "diary"), zone)
	must(err)
	d.Log = log
	lib, err := library.Open(filepath.Join(dir, "memory"), zone, clock.Real{}, log)
	must(err)
	h.traces, err = trace.Open(filepath.Join(dir, "traces"), zone)
	must(err)
	h.index, err = index.Open(index.Config{Dir: filepath.Join(dir, "index"), Retry: 20 * time.Millisecond, Check: 100 * time.Millisecond}, index.Deps{
		Ledger: l, Diary: d, DB: db, Embedder: e, Mirror: mirror, Clock: clock.Real{}, Log: log,
		Names: func(id person.ID, _ bool) string { return string(id) },
	})
	must(err)
	primer := priming.New(h.index, ops.NewSources(h.index, lib), clock.Real{}, log)
	h.Ops = ops.New(ops.Deps{
		DB: db, Journal: journal.New(), People: people.New(), Session: session.New(db), Ledger: l, Diary: d, Library: lib,
		Index: h.index, Primer: primer, IDs: turn.NewIDs(time.Now), Clock: clock.Real{}, Log: log, Owner: owner, Zone: zone, Lang: text.Ja,
	})
	h.desk = ops.Desk{Ops: h.Ops, Finder: primer, Traces: h.traces}
	h.eraser = ops.NewEraser(h.desk, dir, h.index, h.traces, false)
	if mirror != nil {
		h.copy, err = mirror(fmt.Sprintf("%s %d", hashModel.Space(), hashModel.Dim), hashModel.Dim)
		must(err)
	}
	h.end = func() {}
	if run {
		h.run()
	}
	return h
}

// run lets the index work.
func (h *erasable) run() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { h.index.Run(ctx); close(ended) }()
	h.end = func() { cancel(); <-ended }
	if err := h.index.Wait(ctx); err != nil {
		h.t.Fatal(err)
	}
}

func (h *erasable) close() {
	h.end()
	if err := h.DB.Close(); err != nil {
		h.t.Error(err)
	}
}

// leaveNothing takes the home's collections off the server.
func (h *erasable) leaveNothing() {
	scopes, err := h.copy.Scopes(context.Background())
	h.must(err)
	for _, s := range scopes {
		h.must(h.copy.Drop(context.Background(), s))
	}
}

func (h *erasable) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// update is a transaction that must succeed.
func (h *erasable) update(fn func(tx *kv.Tx) error) {
	h.t.Helper()
	h.must(h.DB.Update(fn))
}

// exchange is one turn of somebody's: told, saved if content says what, and
// answered with what is given. It gives the turn and the record.
func (h *erasable) exchange(p person.Person, told, content, reply, thought string, recalled turn.Recalled) (turn.Turn, memory.Record) {
	h.t.Helper()
	ctx := h.t.Context()
	conv := ops.ConversationOf(p)
	_, _, err := h.Accept(ctx, turn.Message{Conv: conv, Channel: "terminal", Person: p.ID, Text: told})
	h.must(err)
	t, ok, err := h.StartTurn(ctx, conv)
	if err != nil || !ok {
		h.t.Fatal(ok, err)
	}
	t.Speaker, t.View = p, person.ViewOf(p)
	var rec memory.Record
	if content != "" {
		op := turn.Op(string(t.ID) + "/0/0")
		args, _ := json.Marshal(map[string]string{"content": content})
		h.must(h.SaveRound(ctx, t.ID, 0, agent.Round{Calls: []agent.Asked{{Op: op, Tool: "memory_save", Args: args}}}))
		_, err := h.Remember(ctx, t, op, ops.ToRemember{Content: content, Category: memory.AboutSensei}, func(r ops.Remembered) tool.Result {
			rec = r.Record
			return tool.Result{Text: "saved " + r.Handle + ": " + r.Record.Content, Wrote: true}
		})
		h.must(err)
	}
	_, err = h.Finish(ctx, t, turn.Reply{Text: reply, Recalled: recalled})
	h.must(err)
	tr := agent.Trace{Turn: t.ID, Conv: conv, At: t.Started, Generations: []agent.Generation{{Thought: thought}}}
	for _, m := range t.Messages {
		tr.Answers = append(tr.Answers, m.ID)
	}
	h.must(h.traces.Append(tr))
	return t, rec
}

// appendTo writes behind a file of the home.
func (h *erasable) appendTo(name, words string) {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	h.must(os.MkdirAll(filepath.Dir(path), 0o700))
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	h.must(err)
	_, err = f.WriteString(words)
	h.must(err)
	h.must(f.Close())
}

// settled waits until the index has embedded and copied everything.
func (h *erasable) settled() {
	h.t.Helper()
	for range 1000 {
		if st := h.index.Status(); st.Unmade == 0 && st.Pending == 0 && st.Uncopied == 0 && st.Model != "" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.t.Fatalf("the index does not come to rest: %+v", h.index.Status())
}

// bytesWith are the files of the home, but for backups, that have some words in
// UTF-8 or in a form of JSON: a search of its own, to try the product's.
func (h *erasable) bytesWith(words string) (found []string) {
	h.t.Helper()
	err := filepath.WalkDir(h.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.Contains(path, "/backups/") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if has(data, words) {
			found = append(found, path)
		}
		return nil
	})
	h.must(err)
	return found
}

// has reports whether bytes have some words in UTF-8 or in a form of JSON.
func has(data []byte, words string) bool {
	var ascii strings.Builder
	for _, r := range words {
		if r < 0x80 {
			ascii.WriteRune(r)
		} else {
			fmt.Fprintf(&ascii, `\u%04x`, r) // no test uses characters beyond 16 bits
		}
	}
	plain, _ := json.Marshal(words)
	for _, form := range []string{words, strings.Trim(string(plain), `"`), ascii.String()} {
		if bytes.Contains(data, []byte(form)) {
			return true
		}
	}
	return bytes.Contains(bytes.ToUpper(data), []byte(strings.ToUpper(ascii.String())))
}
