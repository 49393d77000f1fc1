// Package soul turns the memories that an owner has approved for the character
// into examples that a model can be trained on.
//
// The format is the one that trainers call "messages" or chat format (OpenAI's
// fine-tuning, Hugging Face TRL and what reads their data sets): one JSON object
// a line, {"messages":[{"role":"system","content":"…"},{"role":"user","content":
// "…"},{"role":"assistant","content":"…"}]}, and no other field, as strict
// trainers refuse any. Which memory a line came from therefore stands in a
// manifest of its own.
//
// Everything here is pure: the same memories give the same bytes, whatever
// their order. The package reads nothing, decides nothing about what is
// approved, and takes over nothing but the content of the records it is given.
package soul

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Format is what the format of the examples is called.
const Format = "messages"

// The roles of a conversation.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
)

// Message is what one side says.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Example is a conversation to learn from.
type Example struct {
	Messages []Message `json:"messages"`
}

// Manifest says which memory each line of the examples came from.
type Manifest struct {
	Format   string  `json:"format"`
	Examples int     `json:"examples"`
	SHA256   string  `json:"sha256"` // of the file of examples, in hex
	Lines    []Entry `json:"lines"`
}

// Entry is the memory of one line, counted from 1.
type Entry struct {
	Line int     `json:"line"`
	ID   turn.ID `json:"id"`
}

// Lead is what stands before a memory in its example: who the companion is, and
// what it is asked.
type Lead func(r memory.Record) (system, ask string)

// Export gives the examples of records, one a line, in the order of their ids,
// and the manifest of them.
func Export(records []memory.Record, lead Lead) ([]byte, Manifest, error) {
	records = slices.Clone(records)
	slices.SortFunc(records, func(a, b memory.Record) int { return cmp.Compare(a.ID, b.ID) })
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	m := Manifest{Format: Format, Examples: len(records), Lines: []Entry{}}
	for i, r := range records {
		system, ask := lead(r)
		if err := enc.Encode(Example{[]Message{{System, system}, {User, ask}, {Assistant, r.Content}}}); err != nil {
			return nil, m, err
		}
		m.Lines = append(m.Lines, Entry{Line: i + 1, ID: r.ID})
	}
	sum := sha256.Sum256(out.Bytes())
	m.SHA256 = hex.EncodeToString(sum[:])
	return out.Bytes(), m, nil
}
