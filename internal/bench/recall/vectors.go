package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/kokoron/kokoron/memory"
)

// Embedder makes vectors of texts, of one length and in their order. It is
// asked for the same texts by every run and should remember them.
type Embedder interface {
	// Model names what makes the vectors.
	Model() string
	// Embed makes the vectors of queries, or of passages that are searched.
	Embed(ctx context.Context, query bool, texts []string) ([][]float32, error)
}

// batch is how many texts are asked for at once: as often progress is heard.
const batch = 320

// embedded are the vectors of a set, by text.
type embedded struct {
	queries, passages map[string][]float32
	dim               int
}

// embed makes the vectors of a set.
func embed(ctx context.Context, set Set, o Options) (*embedded, error) {
	var passages, queries []string
	for _, c := range set.Conversations {
		for _, t := range c.Turns {
			passages = append(passages, memory.Unit{Speaker: t.Speaker, Text: t.Text}.Passage())
		}
		for _, q := range c.Questions {
			queries = append(queries, q.Text)
		}
	}
	tell := func(done, all int) { o.Progress(set.Name, "embed", done, all) }
	var e embedded
	var err error
	if e.queries, err = e.all(ctx, o.Embedder, true, queries, tell); err != nil {
		return nil, err
	}
	e.passages, err = e.all(ctx, o.Embedder, false, passages, tell)
	return &e, err
}

func (e *embedded) all(ctx context.Context, from Embedder, query bool, texts []string, tell func(done, all int)) (map[string][]float32, error) {
	out := make(map[string][]float32, len(texts))
	// Texts of like length in one batch spare the model the padding.
	texts = slices.Clone(texts)
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
	texts = slices.Compact(texts)
	for some := range slices.Chunk(texts, batch) {
		made, err := from.Embed(ctx, query, some)
		if err != nil {
			return nil, fmt.Errorf("embed: %w", err)
		}
		if len(made) != len(some) {
			return nil, fmt.Errorf("embed: %d vectors for %d texts", len(made), len(some))
		}
		for i, v := range made {
			if e.dim == 0 {
				e.dim = len(v)
			}
			if err := memory.CheckVector(v, e.dim); err != nil {
				return nil, fmt.Errorf("embed: %w", err)
			}
			out[some[i]] = v
		}
		tell(len(out), len(texts))
	}
	return out, nil
}
