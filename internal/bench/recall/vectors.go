package recall

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Embedder makes vectors of texts, of one length and in their order.
type Embedder interface {
	// Model names the weights; vectors of two models are never mixed.
	Model() string
	// Embed makes the vectors of queries, or of passages that are searched.
	Embed(ctx context.Context, query bool, texts []string) ([][]float32, error)
}

// batch is how many texts are embedded at once, so that what is done already
// is kept when a run is stopped.
const batch = 32

// cache keeps vectors in one file a model: a head, the dimension, and for each
// text the SHA-256 sum of its kind and words before its numbers. It only
// grows; what a stopped run left unfinished at its end is written over.
type cache struct {
	from Embedder
	path string
	dim  int
	have map[key][]float32
}

type key [sha256.Size]byte

const cacheHead = "KKVEC01\n"

func keyOf(query bool, text string) key {
	kind := "passage"
	if query {
		kind = "query"
	}
	return sha256.Sum256([]byte(kind + "\x00" + text))
}

// openCache reads the vectors of a model that lie in a folder.
func openCache(dir string, from Embedder) (*cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("vector cache: %w", err)
	}
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:`, r) {
			return '_'
		}
		return r
	}, from.Model())
	c := &cache{from: from, path: filepath.Join(dir, name+".vectors"), have: map[key][]float32{}}
	data, err := os.ReadFile(c.path)
	if errors.Is(err, os.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, fmt.Errorf("vector cache: %w", err)
	}
	if len(data) < len(cacheHead)+4 || !bytes.HasPrefix(data, []byte(cacheHead)) {
		return nil, fmt.Errorf("vector cache: %s is none: remove it", c.path)
	}
	data = data[len(cacheHead):]
	c.dim = int(binary.LittleEndian.Uint32(data))
	data = data[4:]
	for size := c.size(); len(data) >= size; data = data[size:] {
		v := make([]float32, c.dim)
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[sha256.Size+4*i:]))
		}
		c.have[key(data[:sha256.Size])] = v
	}
	return c, nil
}

// size is that of one entry of the file, in bytes.
func (c *cache) size() int { return sha256.Size + 4*c.dim }

// fill embeds what is missing of texts; progress hears how many are done.
func (c *cache) fill(ctx context.Context, query bool, texts []string, progress func(done, all int)) error {
	var todo []string
	seen := map[key]bool{}
	for _, t := range texts {
		if k := keyOf(query, t); c.have[k] == nil && !seen[k] {
			seen[k] = true
			todo = append(todo, t)
		}
	}
	// Texts of like length in one batch spare the model the padding.
	slices.SortStableFunc(todo, func(a, b string) int { return len(a) - len(b) })
	for done := 0; done < len(todo); {
		some := todo[done:min(done+batch, len(todo))]
		vectors, err := c.from.Embed(ctx, query, some)
		if err != nil {
			return fmt.Errorf("embed: %w", err)
		}
		if err := c.add(query, some, vectors); err != nil {
			return err
		}
		if done += len(some); done%(10*batch) == 0 || done == len(todo) {
			progress(done, len(todo))
		}
	}
	return nil
}

// add keeps vectors and appends them to the file.
func (c *cache) add(query bool, texts []string, vectors [][]float32) error {
	if len(vectors) != len(texts) {
		return fmt.Errorf("embed: %d vectors for %d texts", len(vectors), len(texts))
	}
	if c.dim == 0 {
		c.dim = len(vectors[0])
	}
	var out []byte
	for i, v := range vectors {
		if len(v) != c.dim {
			return fmt.Errorf("embed: a vector of %d numbers among those of %d", len(v), c.dim)
		}
		k := keyOf(query, texts[i])
		c.have[k] = v
		out = append(out, k[:]...)
		for _, x := range v {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
	}
	f, err := os.OpenFile(c.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("vector cache: %w", err)
	}
	end, err := f.Seek(0, io.SeekEnd)
	head := int64(len(cacheHead) + 4)
	if end < head {
		out = append(binary.LittleEndian.AppendUint32([]byte(cacheHead), uint32(c.dim)), out...)
		end = 0
	} else {
		end -= (end - head) % int64(c.size())
	}
	if err == nil {
		_, err = f.WriteAt(out, end)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("vector cache: %w", err)
	}
	return nil
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
