package recall

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/kokoron/kokoron/internal/clock"
	vectorsof "github.com/kokoron/kokoron/memory/embed"
)

// server is the embedding server of the tests, as Embedder.
type server struct {
	client *vectorsof.Client
	file   *vectorsof.File
	model  vectorsof.Model
}

func (s *server) Model() string { return s.model.Space() }

func (s *server) Embed(ctx context.Context, query bool, texts []string) ([][]float32, error) {
	kind := vectorsof.Passage
	if query {
		kind = vectorsof.Query
	}
	return s.client.Cached(ctx, s.file, kind, texts)
}

// realServer is the one that KOKORON_TEST_EMBED_URL names. Vectors are kept
// where KOKORON_TEST_VECTORS says, or made again each time.
func realServer(t *testing.T) *server {
	url := os.Getenv("KOKORON_TEST_EMBED_URL")
	if url == "" {
		t.Skip("no embedding server: KOKORON_TEST_EMBED_URL is not set")
	}
	dir := os.Getenv("KOKORON_TEST_VECTORS")
	if dir == "" {
		dir = t.TempDir()
	}
	client, err := vectorsof.New(vectorsof.Config{URL: url}, clock.Real{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	s := &server{client: client}
	if s.model, err = client.About(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s.file, err = vectorsof.Open(dir, s.model); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.file.Close() })
	return s
}

// data is the folder of the benchmark data.
func data() string {
	if dir := os.Getenv("KOKORON_BENCH_DATA"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "..", "..", "shared", "bench")
}

func loaded(t *testing.T, name string) Set {
	set, err := Load(data(), name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("benchmark data: not there (KOKORON_BENCH_DATA names its folder)")
	}
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// all are the means of an arm over all categories.
func all(t *testing.T, r Report, arm string) Category {
	for _, a := range r.Arms {
		if a.Arm == arm {
			return a.Categories[len(a.Categories)-1]
		}
	}
	t.Fatalf("no arm %q", arm)
	return Category{}
}

// TestShare holds a twentieth of the questions to floors some points under what
// they reached, so that a ranking that got worse is seen before the whole
// benchmark is run: one chat of LoCoMo, one question after the other with
// recency and weight live, and Japanese questions among fewer distractors than
// the set has.
func TestShare(t *testing.T) {
	e := realServer(t)
	run := func(set Set, arms ...string) Report {
		o := options(e)
		o.Arms, o.Limit, o.InSequence = arms, 100, true
		r, err := Run(t.Context(), set, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	floors := func(name string, c Category, r5, r10, r20 float64) {
		t.Logf("%s: %d questions, recall %.1f / %.1f / %.1f", name, c.N, 100*c.R5, 100*c.R10, 100*c.R20)
		if 100*c.R5 < r5 || 100*c.R10 < r10 || 100*c.R20 < r20 {
			t.Errorf("%s: under %.0f / %.0f / %.0f", name, r5, r10, r20)
		}
	}
	chat := loaded(t, "locomo")
	chat.Conversations = chat.Conversations[:1]
	r := run(chat, "bm25", usual, "live")
	floors("chat, live", all(t, r, "live"), 66, 79, 85)
	if still, live, words := all(t, r, usual), all(t, r, "live"), all(t, r, "bm25"); live.R10 < still.R10-0.01 || live.R10 < words.R10 {
		t.Errorf("recall at ten: live %.3f, without what was asked before %.3f, by words alone %.3f", live.R10, still.R10, words.R10)
	}
	texts := loaded(t, "niilc").limited(100)
	texts.Conversations[0] = fewer(texts.Conversations[0], 600)
	floors("texts", all(t, run(texts, usual), usual), 92, 95, 97)
}

// fewer leaves the turns that answer something and some more.
func fewer(c Conversation, more int) Conversation {
	answers := map[string]bool{}
	for _, q := range c.Questions {
		for _, e := range q.Evidence {
			answers[e] = true
		}
	}
	var turns []Turn
	every := len(c.Turns)/more + 1
	for i, turn := range c.Turns {
		if answers[turn.ID] || i%every == 0 {
			turns = append(turns, turn)
		}
	}
	c.Turns = turns
	return c
}
