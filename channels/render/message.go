package render

import (
	"cmp"
	"slices"
)

// Style is what an Entity does to its range. The values are the entity types of
// the Telegram Bot API.
type Style string

// The styles.
const (
	Bold          Style = "bold"
	Italic        Style = "italic"
	Strikethrough Style = "strikethrough"
	Spoiler       Style = "spoiler"
	Quote         Style = "blockquote"
	Code          Style = "code"
	Pre           Style = "pre"
	Link          Style = "text_link"
)

// Entity lays a style over a range of a text.
type Entity struct {
	Type     Style  `json:"type"`
	Offset   int    `json:"offset"`             // first UTF-16 unit
	Length   int    `json:"length"`             // UTF-16 units, more than 0
	URL      string `json:"url,omitempty"`      // of a Link: http, https or tg
	Language string `json:"language,omitempty"` // of a Pre, may be unknown
}

func (e Entity) end() int { return e.Offset + e.Length }

// atomic reports whether cutting the range apart is worse than cutting beside it.
func (e Entity) atomic() bool { return e.Type == Code || e.Type == Pre || e.Type == Link }

// outer orders entities of the same range: a quote is around the others.
func (e Entity) outer() int {
	if e.Type == Quote {
		return 0
	}
	return 1
}

// Message is a text with its entities: ordered by offset, the longer one first,
// each within the text, none blank, none crossing another, no Code or Pre
// sharing a character with any other style but Quote, no Quote or Link inside
// another one. A Pre begins and ends where its lines do, unless it was cut.
type Message struct {
	Text     string   `json:"text"`
	Entities []Entity `json:"entities,omitempty"`
}

// Limits are what a channel accepts in one message.
type Limits struct {
	UTF16    int // units of text, at least 2
	Entities int // at least 1
	Data     int // bytes of addresses and languages in the entities; 0: any
}

// telegramLimits are the documented 4096 units and 100 entities (what is above
// is dropped silently), and less than the 9,500 bytes of entity data a server
// was seen to take.
func telegramLimits() Limits { return Limits{UTF16: 4096, Entities: 100, Data: 8000} }

// Telegram gives the messages in which Telegram takes a reply, in order. There
// are none for a reply that shows nothing. They are to be sent with their
// entities and no parse mode; without entities they say the same in plain text.
func Telegram(markdown string) []Message {
	m := Text(markdown)
	return Split(m.Text, m.Entities, telegramLimits())
}

// sortEntities puts entities in the order Message promises.
func sortEntities(es []Entity) {
	slices.SortStableFunc(es, func(a, b Entity) int {
		return cmp.Or(a.Offset-b.Offset, b.Length-a.Length, a.outer()-b.outer())
	})
}
