package chroma

import (
	"fmt"
	"strconv"
	"strings"

	api "github.com/amikos-tech/chroma-go/pkg/api/v2"
	"github.com/amikos-tech/chroma-go/pkg/embeddings"

	"github.com/kokoron/kokoron/memory"
)

// The metadata of a row. All values are strings: numbers come back from a
// query as floats and lose digits (chroma-go v0.4.0).
const (
	unitKey   = "unit"   // the unit's id, on every row
	chunksKey = "chunks" // how many rows the unit has, on its first
	recordKey = "record" // the record as JSON, on its first
)

// batch is what one upsert sends.
type batch struct {
	ids      []api.DocumentID
	texts    []string
	vectors  []embeddings.Embedding
	metadata []api.DocumentMetadata

	firsts []api.DocumentID // the first row of each unit
	chunks map[string]int   // unit → rows
}

func (b *batch) add(p memory.Point) {
	if b.chunks == nil {
		b.chunks = map[string]int{}
	}
	b.chunks[p.ID] = len(p.Chunks)
	b.firsts = append(b.firsts, rowID(p.ID, 0))
	for i, c := range p.Chunks {
		m := api.NewDocumentMetadata(api.NewStringAttribute(unitKey, p.ID))
		if i == 0 {
			m.SetString(chunksKey, strconv.Itoa(len(p.Chunks)))
			m.SetString(recordKey, p.Record)
		}
		b.ids = append(b.ids, rowID(p.ID, i))
		b.texts = append(b.texts, c.Text)
		b.vectors = append(b.vectors, embeddings.NewEmbeddingFromFloat32(c.Vector))
		b.metadata = append(b.metadata, m)
	}
}

// stale are the rows beyond the new ones of units whose first rows old are.
func (b *batch) stale(old api.GetResult) (ids []api.DocumentID) {
	for i, m := range old.GetMetadatas() {
		id, _ := unitOf(string(old.GetIDs()[i])) // the library gives as many ids as the server, in one order
		n, _ := strconv.Atoi(text(m, chunksKey)) // what is no number was not ours
		for c := b.chunks[id]; c < min(n, memory.MaxChunks); c++ {
			ids = append(ids, rowID(id, c))
		}
	}
	return ids
}

// rowID names the row of a chunk.
func rowID(unit string, chunk int) api.DocumentID {
	return api.DocumentID(fmt.Sprintf("%s#%d", unit, chunk))
}

// unitOf is the unit of a row, and whether the row is its first.
func unitOf(row string) (unit string, first bool) {
	i := strings.LastIndexByte(row, '#')
	if i < 0 {
		return row, false
	}
	return row[:i], row[i:] == "#0"
}

func firsts(units []string) []api.DocumentID {
	out := make([]api.DocumentID, len(units))
	for i, id := range units {
		out[i] = rowID(id, 0)
	}
	return out
}

// text is a string of a row's metadata, "" where there is none.
func text(m api.DocumentMetadata, key string) string {
	if m == nil {
		return ""
	}
	s, _ := m.GetString(key)
	return s
}
