package index

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/embed"
)

// longestPassage is how many runes are embedded together. Small models read
// 512 tokens, which is about as many Japanese characters, and leave out the
// rest without a word.
const longestPassage = 600

// passages are the texts by which a unit is found by meaning: the speaker with
// what is said, in pieces where it is long. What goes beyond the pieces that a
// unit may have is found by its words alone.
func passages(u memory.Unit) []string {
	whole := u.Passage()
	if len(whole) <= longestPassage || utf8.RuneCountInString(whole) <= longestPassage {
		return []string{whole}
	}
	var out []string
	for rest := u.Text; rest != "" && len(out) < memory.MaxChunks; {
		piece := rest[:cut(rest)]
		rest = rest[len(piece):]
		if strings.TrimSpace(piece) == "" {
			continue
		}
		part := u
		part.Text = strings.TrimSpace(piece)
		out = append(out, part.Passage())
	}
	return out
}

// cut is where a piece of a long text ends, in bytes: behind the last line,
// else sentence, else word of its second half.
func cut(s string) int {
	end := 0
	for range longestPassage {
		if end == len(s) {
			return end
		}
		_, n := utf8.DecodeRuneInString(s[end:])
		end += n
	}
	piece := s[:end]
	for _, ends := range []string{"\n", "。！？!?.", " 　、，,"} {
		if i := strings.LastIndexAny(piece, ends); i > end/2 {
			_, n := utf8.DecodeRuneInString(piece[i:])
			return i + n
		}
	}
	return end
}

// hashes name the vectors of texts.
func hashes(texts []string) []embed.Hash {
	out := make([]embed.Hash, len(texts))
	for i, t := range texts {
		out[i] = embed.HashOf(embed.Passage, t)
	}
	return out
}
