// Package persona holds who the companion is: names, character, tone,
// boundaries and the few sentences said without a model.
//
// A Persona is read from one Markdown file that an owner copies and edits;
// Kokoron is the one built in. System renders the standing part of the system
// message: the same persona, language and channel always give the same bytes,
// so that a server's prefix cache holds. The package reads no file and no
// clock; Store keeps the last good Persona and is safe for concurrent use. It
// knows nothing of what is remembered about anybody.
package persona

import (
	"embed"
	"maps"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// texts is one text in several languages; the key "" serves those that have
// none of their own.
type texts map[text.Lang]string

// in is the text for lang: its own, else the one for all languages, else the
// first there is in the order English, Japanese, Chinese. A model reads a
// character written in another language well enough.
func (t texts) in(lang text.Lang) string {
	for _, l := range []text.Lang{lang, "", text.En, text.Ja, text.Zh} {
		if s := t[l]; s != "" {
			return s
		}
	}
	return ""
}

// Persona is a character. It is immutable and may be shared; the zero Persona
// says nothing, use Default or Parse.
type Persona struct {
	fields   map[string]texts // by the names in headFields and sectionFields
	channels map[string]texts // by channel
}

// Name is what the companion is called in lang.
func (p Persona) Name(lang text.Lang) string { return p.fields["name"].in(lang) }

// Owner is how the companion calls its owner in lang.
func (p Persona) Owner(lang text.Lang) string { return p.fields["owner"].in(lang) }

// Greeting is said to somebody new, or when a chat is opened.
func (p Persona) Greeting(lang text.Lang) string { return p.say("greeting", lang) }

// Away is said at once when no model can answer; the message is kept.
func (p Persona) Away(lang text.Lang) string { return p.say("away", lang) }

// Empty is said when the model had nothing to say even after a second try.
func (p Persona) Empty(lang text.Lang) string { return p.say("empty", lang) }

// WithOwner returns a copy of p that calls its owner name in every language;
// an empty name changes nothing.
func (p Persona) WithOwner(name string) Persona {
	if name == "" {
		return p
	}
	p.fields = maps.Clone(p.fields)
	p.fields["owner"] = texts{"": name}
	return p
}

// say is a text with the names filled in.
func (p Persona) say(field string, lang text.Lang) string {
	return p.fill(p.fields[field].in(lang), lang)
}

func (p Persona) fill(s string, lang text.Lang) string {
	return strings.NewReplacer("{name}", p.Name(lang), "{owner}", p.Owner(lang),
		"{i}", p.fields["first_person"].in(lang)).Replace(s)
}

//go:embed kokoron.md
var kokoron []byte

//go:embed prompts/*.md
var prompts embed.FS

// Default is Kokoron, the character that is built in.
func Default() Persona {
	p, err := parse(kokoron)
	if err != nil {
		panic("built-in persona: " + err.Error()) // a test parses it
	}
	return p
}

// Source is the file of the built-in character with its comments, for an
// owner to edit. The caller owns the slice.
func Source() []byte { return append([]byte(nil), kokoron...) }

// System renders the persona's part of the system message, names and rules of
// behaviour included, in lang (English where the product does not speak it)
// for a channel ("terminal", "telegram", "web"). It holds nothing that changes
// between two turns.
func (p Persona) System(lang text.Lang, channel string) string {
	frame, err := prompts.ReadFile("prompts/" + string(lang) + ".md")
	if err != nil {
		frame, _ = prompts.ReadFile("prompts/" + string(text.En) + ".md")
	}
	parts := map[string]string{
		"{character}": p.fields["character"].in(lang), "{tone}": p.fields["tone"].in(lang),
		"{boundaries}": p.fields["boundaries"].in(lang), "{channel}": p.channels[channel].in(lang),
	}
	var out []string
	for _, block := range strings.Split(strings.TrimSpace(string(frame)), "\n\n") {
		keep := true
		for slot, s := range parts {
			if strings.Contains(block, slot) {
				block = strings.Replace(block, slot, s, 1)
				keep = s != "" // a heading with nothing under it is left out
			}
		}
		if keep {
			out = append(out, p.fill(block, lang))
		}
	}
	return strings.Join(out, "\n\n")
}
