package telegramtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The documented limits of a message.
const (
	MaxUTF16    = 4096
	MaxEntities = 100
)

// Entity lays a style over a range of a text, in UTF-16 units.
type Entity struct {
	Type     string `json:"type"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	URL      string `json:"url,omitempty"`
	Language string `json:"language,omitempty"`
}

func (e Entity) end() int { return e.Offset + e.Length }

// styles are the entity types a bot may send itself; others are ignored.
var styles = []string{
	"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote",
	"code", "pre", "text_link", "text_mention", "custom_emoji",
}

func badRequest(format string, args ...any) answer {
	return refuse(400, "Bad Request: "+fmt.Sprintf(format, args...))
}

// content reads and checks the text of a message; tooLong is what the method
// says of a text over the limit.
func content(p params, tooLong string) (text string, es []Entity, bad answer) {
	text = p["text"]
	switch {
	case text == "":
		return "", nil, badRequest("message text is empty")
	case !utf8.ValidString(text):
		return "", nil, badRequest("strings must be encoded in UTF-8")
	case len(text) > 1<<15:
		return "", nil, badRequest("text is too long")
	case p["parse_mode"] != "":
		return "", nil, badRequest("unsupported parse_mode")
	}
	if raw := p["entities"]; raw != "" {
		if err := json.Unmarshal([]byte(raw), &es); err != nil {
			return "", nil, badRequest("can't parse entities JSON object")
		}
	}
	slices.SortStableFunc(es, func(a, b Entity) int {
		return cmp.Or(a.Offset-b.Offset, b.Length-a.Length)
	})
	if bad := check(text, es); bad.code != 0 {
		return "", nil, bad
	}
	text, es = trim(text, es)
	switch {
	case blank(text):
		return "", nil, badRequest("text must be non-empty")
	case utf16Len(text) > MaxUTF16:
		return "", nil, badRequest("%s", tooLong)
	}
	return text, es[:min(len(es), MaxEntities)], answer{}
}

// check holds sorted entities against the text, with the server's own words.
func check(text string, es []Entity) answer {
	at := byteOffsets(text)
	units := len(at) - 1
	var open []Entity
	for _, e := range es {
		switch {
		case e.Offset < 0 || e.Offset > 1_000_000:
			return badRequest("receive an entity with incorrect offset %d", e.Offset)
		case e.Length < 0 || e.Length > 1_000_000:
			return badRequest("receive an entity with incorrect length %d", e.Length)
		case e.Length == 0:
			continue
		case e.Offset >= units:
			return badRequest("entity begins after the end of the text at UTF-16 offset %d", e.Offset)
		case e.end() > units:
			return badRequest("entity beginning at UTF-16 offset %d ends after the end of the text at UTF-16 offset %d", e.Offset, e.end())
		case at[e.Offset] < 0:
			return badRequest("entity begins in a middle of a UTF-16 symbol at byte offset %d", -at[e.Offset])
		case at[e.end()] < 0:
			return badRequest("entity beginning at UTF-16 offset %d ends in a middle of a UTF-16 symbol at byte offset %d", e.Offset, -at[e.end()])
		}
		for len(open) > 0 && open[len(open)-1].end() <= e.Offset {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && open[len(open)-1].end() < e.end() {
			// The real server cuts such entities apart; the documentation forbids them.
			return badRequest("can't parse entities: entities at UTF-16 offsets %d and %d cross", open[len(open)-1].Offset, e.Offset)
		}
		open = append(open, e)
	}
	return answer{}
}

// byteOffsets gives the byte at which each UTF-16 unit and the end stand; for
// the second half of a pair minus the byte behind it.
func byteOffsets(text string) []int {
	at := make([]int, 0, len(text)+1)
	for i, r := range text {
		at = append(at, i)
		if r > 0xffff {
			at = append(at, -(i + utf8.RuneLen(r)))
		}
	}
	return append(at, len(text))
}

// trim takes blanks off both ends, with the entities, and drops entities that
// cover nothing or have a type bots do not send.
func trim(text string, es []Entity) (string, []Entity) {
	left := strings.TrimLeftFunc(text, unicode.IsSpace)
	shift := utf16Len(text) - utf16Len(left)
	out := strings.TrimRightFunc(left, unicode.IsSpace)
	size := utf16Len(out)
	var kept []Entity
	for _, e := range es {
		from, to := max(e.Offset-shift, 0), min(e.end()-shift, size)
		if to > from && slices.Contains(styles, e.Type) {
			e.Offset, e.Length = from, to-from
			kept = append(kept, e)
		}
	}
	return out, kept
}

// blank reports whether a reader would see an empty bubble.
func blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !unicode.IsControl(r) && r != 'ㅤ'
	})
}

func utf16Len(s string) (n int) {
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
