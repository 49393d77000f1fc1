package recall

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
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

// vectors are those of a set, by text.
type vectors struct{ queries, passages map[string][]float32 }

// embed makes the vectors of a set.
func embed(ctx context.Context, set Set, o Options) (*vectors, error) {
	var passages, queries []string
	for _, c := range set.Conversations {
		for _, t := range c.Turns {
			passages = append(passages, t.passage())
		}
		for _, q := range c.Questions {
			queries = append(queries, q.Text)
		}
	}
	tell := func(done, all int) { o.Progress(set.Name, "embed", done, all) }
	var v vectors
	var err error
	if v.queries, err = embedAll(ctx, o.Embedder, true, queries, tell); err != nil {
		return nil, err
	}
	v.passages, err = embedAll(ctx, o.Embedder, false, passages, tell)
	return &v, err
}

func embedAll(ctx context.Context, e Embedder, query bool, texts []string, tell func(done, all int)) (map[string][]float32, error) {
	out := make(map[string][]float32, len(texts))
	// Texts of like length in one batch spare the model the padding.
	texts = slices.Clone(texts)
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
	texts = slices.Compact(texts)
	dim := 0
	for some := range slices.Chunk(texts, batch) {
		made, err := e.Embed(ctx, query, some)
		if err != nil {
			return nil, fmt.Errorf("embed: %w", err)
		}
		if len(made) != len(some) {
			return nil, fmt.Errorf("embed: %d vectors for %d texts", len(made), len(some))
		}
		for i, v := range made {
			if dim == 0 {
				dim = len(v)
			}
			if len(v) != dim {
				return nil, fmt.Errorf("embed: a vector of %d numbers among those of %d", len(v), dim)
			}
			out[some[i]] = v
		}
		tell(len(out), len(texts))
	}
	return out, nil
}

// cosine is the cosine of two vectors, 0 where one is all zero.
func cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i, x := range a {
		y := b[i]
		dot += float64(x) * float64(y)
		aa += float64(x) * float64(x)
		bb += float64(y) * float64(y)
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}
