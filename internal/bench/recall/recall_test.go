package recall

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bag is an embedder whose vectors count letters, so that texts with like
// words are near.
type bag struct {
	model  string
	texts  int // embedded so far
	broken bool
	short  bool // it forgets the last text
}

func (b *bag) Model() string { return b.model }

func (b *bag) Embed(_ context.Context, _ bool, texts []string) ([][]float32, error) {
	if b.broken {
		return nil, errors.New("out of order")
	}
	b.texts += len(texts)
	if b.short {
		texts = texts[1:]
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, 26)
		sum := 0.0
		for _, r := range strings.ToLower(t) {
			if r >= 'a' && r <= 'z' {
				sum += 2*float64(out[i][r-'a']) + 1
				out[i][r-'a']++
			}
		}
		for j := range out[i] {
			out[i][j] /= float32(math.Sqrt(sum))
		}
	}
	return out, nil
}

const talk = `{"id":"c","lang":"en","turns":[
{"id":"t1","session":"s1","speaker":"Anna","at":"2026-01-01T10:00:00Z","text":"What is your cat called?"},
{"id":"t2","session":"s1","speaker":"Ben","at":"2026-01-01T10:00:00Z","text":"Mikan, like the fruit."},
{"id":"t3","session":"s2","speaker":"Anna","at":"2026-02-01T10:00:00Z","text":"We moved the server to docker."}],
"questions":[
{"q":"What name has the cat?","category":"one","evidence":["t2"]},
{"q":"docker","category":"two","evidence":["t3","t1"]}]}`

// file writes talk as one line a conversation.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "talk.jsonl")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "\n", "")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func options(e Embedder) Options {
	return Options{Embedder: e, Progress: func(string, string, int, int) {}}
}

func TestRun(t *testing.T) {
	set, err := LoadFile(file(t, talk))
	if err != nil {
		t.Fatal(err)
	}
	o := options(&bag{model: "bag"})
	o.Arms, o.InSequence = Arms(), true
	r, err := Run(t.Context(), set, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Set != "talk" || r.Turns != 3 || r.Questions != 2 || r.Model != "bag" || len(r.Arms) != len(arms()) {
		t.Errorf("%+v", r)
	}
	all := map[string]Category{}
	for _, a := range r.Arms {
		if len(a.Categories) != 3 || a.Categories[2].Category != "all" || a.Categories[2].N != 2 {
			t.Errorf("%s: %+v", a.Arm, a.Categories)
		}
		all[a.Arm] = a.Categories[2]
	}
	// The words of the first question stand in the turn before its answer.
	if c := all["bm25"]; c.R5 != 0.25 || c.Hit10 != 0.5 || c.MRR != 0.5 {
		t.Errorf("bm25: %+v", c)
	}
	if c := all["bm25+neighbours"]; c.R5 != 0.75 || c.Hit10 != 1 {
		t.Errorf("bm25+neighbours: %+v", c)
	}
	var table bytes.Buffer
	r.Table(&table)
	if want := "| all | 2 | bm25 | 25.0 | 25.0 | 25.0 | 50.0 | 0.500 |"; !strings.Contains(table.String(), want) {
		t.Errorf("no line %q in\n%s", want, table.String())
	}
}

func TestRunTwiceIsTheSame(t *testing.T) {
	set, err := LoadFile(file(t, talk))
	if err != nil {
		t.Fatal(err)
	}
	embedder := &bag{model: "a/b"}
	o := options(embedder)
	var runs [2]string
	for i := range runs {
		r, err := Run(t.Context(), set, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range r.Arms {
			for j := range a.Categories {
				a.Categories[j].Millis = 0
			}
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		runs[i] = string(text)
	}
	if runs[0] != runs[1] {
		t.Errorf("two runs differ:\n%s\n%s", runs[0], runs[1])
	}
	if embedder.texts != 10 {
		t.Errorf("%d texts were embedded, want each of 5 once a run", embedder.texts)
	}
}

func TestWithoutEmbedder(t *testing.T) {
	set, err := LoadFile(file(t, talk))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), set, options(nil))
	if err != nil || len(r.Arms) != 3 || r.Model != "" {
		t.Errorf("%+v %v", r, err)
	}
	o := options(nil)
	o.Arms = []string{"vector"}
	if _, err := Run(t.Context(), set, o); err == nil {
		t.Error("an arm ran without its vectors")
	}
	o.Arms = []string{"bm52"}
	if _, err := Run(t.Context(), set, o); !errors.Is(err, ErrArm) {
		t.Error(err)
	}
	for _, b := range []*bag{{model: "m", broken: true}, {model: "m", short: true}} {
		if _, err := Run(t.Context(), set, options(b)); err == nil {
			t.Errorf("a broken embedder went unnoticed: %+v", *b)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, set, options(nil)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNothingAnswers: questions without evidence stand in no category, and
// their silence is told for itself.
func TestNothingAnswers(t *testing.T) {
	set, err := LoadFile(file(t, strings.Replace(talk, `["t3","t1"]`, `[]`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	set.Conversations[0].Questions = append(set.Conversations[0].Questions, Question{Text: "gulp wry fjords"})
	o := options(&bag{model: "bag"})
	o.Arms = []string{usual, "gated"}
	r, err := Run(t.Context(), set, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Abstention{{N: 2}, {N: 2, Silent: 0.5}} {
		a := r.Arms[i]
		if a.Abstention == nil || *a.Abstention != want || len(a.Categories) != 2 || a.Categories[1].N != 1 {
			t.Errorf("%s: %+v %+v", a.Arm, a.Abstention, a.Categories)
		}
	}
	var table bytes.Buffer
	r.Table(&table)
	if want := "| nothing answers | 2 | gated | silent: 50.0 |"; !strings.Contains(table.String(), want) {
		t.Errorf("no line %q in\n%s", want, table.String())
	}
}

// TestMeasureGate: strangers know nothing of the cat, and nothing is lost where
// the gate asks for little.
func TestMeasureGate(t *testing.T) {
	set, err := LoadFile(file(t, talk))
	if err != nil {
		t.Fatal(err)
	}
	other := Conversation{ID: "d", Turns: []Turn{{ID: "u1", Text: "Gulp, wry fjord."}, {ID: "u2", Text: "xxx"}}, Questions: []Question{{Text: "fjord", Evidence: []string{"u1"}}}}
	sets := []Set{set, {Name: "fjords", Conversations: []Conversation{other}}, {Name: "the same", Conversations: set.Conversations}}
	got, err := MeasureGate(t.Context(), sets, options(&bag{model: "bag"}))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Cost) != 3 || got.Cost[0].N != 2 || got.Cost[0].Shares[0] != 0 {
		t.Errorf("own questions: %+v", got.Cost)
	}
	// The same conversation under another name has the answers: it is not foreign.
	var rows []string
	for _, r := range got.Let {
		rows = append(rows, fmt.Sprint(r.Questions, ">", r.Memory, " ", r.N))
		for i := range r.Shares[1:] {
			if r.Shares[i+1] > r.Shares[i] {
				t.Errorf("asking for more lets more through: %+v", r)
			}
		}
	}
	if want := "talk>fjords 2,fjords>talk 1,fjords>the same 1,the same>fjords 2"; strings.Join(rows, ",") != want {
		t.Errorf("%v, want %s", rows, want)
	}
	var table bytes.Buffer
	got.Table(&table)
	if want := "| fjords asked of talk: let through | 1 |"; !strings.Contains(table.String(), want) {
		t.Errorf("no line %q in\n%s", want, table.String())
	}
}

func TestLimit(t *testing.T) {
	set := Set{Conversations: make([]Conversation, 3)}
	for i := range 100 {
		c := &set.Conversations[i%3]
		c.Questions = append(c.Questions, Question{Text: fmt.Sprint(i)})
	}
	for _, limit := range []int{0, 1, 7, 99, 100, 500} {
		want := limit
		if limit == 0 || limit > 100 {
			want = 100
		}
		some := set.limited(limit)
		if got := some.questions(); got != want || len(some.Conversations) != 3 {
			t.Errorf("limit %d leaves %d questions", limit, got)
		}
	}
}

// TestReference holds the keyword search to the rows of the reference: within a
// point for the chats. The row of the Japanese texts was made with other
// parameters and without folding katakana, which gives 1.4 points at five.
func TestReference(t *testing.T) {
	for name, want := range map[string]map[string][3]float64{
		"locomo": {
			"1 multi-hop": {27.2, 36.8, 45.3}, "2 temporal": {65.9, 71.0, 76.2}, "3 open-domain": {27.5, 33.3, 38.0},
			"4 single-hop": {64.0, 70.2, 75.7}, "5 adversarial": {64.5, 72.0, 77.7}, "all": {57.5, 64.3, 70.2},
		},
		"niilc": {"all": {69.7, 76.2, 81.6}},
	} {
		within := map[string]float64{"locomo": 1, "niilc": 1.5}[name]
		t.Run(name, func(t *testing.T) {
			set := loaded(t, name)
			o := options(nil)
			o.Arms = []string{"bm25"}
			r, err := Run(t.Context(), set, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Arms[0].Categories {
				w, ok := want[c.Category]
				for i, got := range []float64{c.R5, c.R10, c.R20} {
					if ok && math.Abs(100*got-w[i]) > within {
						t.Errorf("%s: recall %.1f, want %.1f", c.Category, 100*got, w[i])
					}
				}
			}
		})
	}
}
