package memory

import (
	"errors"
	"fmt"
	"math"

	"github.com/kokoron/kokoron/internal/person"
)

// MaxChunks is how many chunks one unit may have.
const MaxChunks = 32

// lengthSlack is how far a vector's squared length may be from 1: what
// float32 loses over a few thousand dimensions, and no more.
const lengthSlack = 1e-3

// ErrPoint is what every error of Point.Check is, except a *DimensionError.
var ErrPoint = errors.New("unit cannot be indexed")

// Point is a unit as a semantic index holds it: a record, a chat turn or a
// piece of a file, in one or more chunks.
type Point struct {
	ID     string  // unique in its scope
	Chunks []Chunk // 1 to MaxChunks; the unit is as near as its nearest chunk
	Record string  // the record as JSON, "" for what is index-only
}

// Chunk is one piece of a unit's text and where it lies. Vectors have length 1
// and one dimension an index; nobody changes a vector once it is in one.
type Chunk struct {
	Text   string
	Vector []float32
}

// Near is a unit that a search by vector found.
type Near struct {
	Scope person.Scope
	ID    string
	Score float64 // cosine of the nearest chunk, -1 to 1
}

// DimensionError says that a vector comes from another embedding model than
// the index was made with.
type DimensionError struct{ Want, Got int }

func (e *DimensionError) Error() string {
	return fmt.Sprintf("vector of %d dimensions where the index has %d", e.Got, e.Want)
}

// Check says why the unit cannot stand in an index of dim dimensions (0: any).
func (p Point) Check(dim int) error {
	if p.ID == "" {
		return fmt.Errorf("%w: it has no id", ErrPoint)
	}
	if n := len(p.Chunks); n == 0 || n > MaxChunks {
		return fmt.Errorf("%w: %s has %d chunks, must be 1 to %d", ErrPoint, p.ID, n, MaxChunks)
	}
	for i, c := range p.Chunks {
		if dim == 0 {
			dim = len(c.Vector)
		}
		if err := CheckVector(c.Vector, dim); err != nil {
			return fmt.Errorf("chunk %d of %s: %w", i+1, p.ID, err)
		}
	}
	return nil
}

// CheckVector says why v is no vector of length 1 in dim dimensions. A zero
// vector and one with a part that is no number fail too.
func CheckVector(v []float32, dim int) error {
	if len(v) != dim || dim == 0 {
		return &DimensionError{Want: dim, Got: len(v)}
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if !(math.Abs(sum-1) <= lengthSlack) { // written so that NaN fails
		return fmt.Errorf("%w: a vector's squared length is %g, must be 1", ErrPoint, sum)
	}
	return nil
}
