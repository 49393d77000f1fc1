package app

import (
	"errors"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/persona"
)

// voice says what is said without a model: the persona's own words where it
// has them, the catalog's otherwise, in the language of the person's message.
// It implements agent.Voice and channels.Voice.
type voice struct {
	persona *persona.Store
	owner   string    // how the owner wants to be called; "" leaves it to the persona
	lang    text.Lang // of the home
}

func (v voice) current() persona.Persona { return v.persona.Current().WithOwner(v.owner) }

func (v voice) of(t turn.Turn) text.Lang { return text.Guess(t.Text(), v.lang) }

func (v voice) System(channel string) string { return v.current().System(v.lang, channel) }
func (v voice) Away(t turn.Turn) string      { return v.current().Away(v.of(t)) }
func (v voice) Empty(t turn.Turn) string     { return v.current().Empty(v.of(t)) }
func (v voice) Stopped(t turn.Turn) string   { return catalog.Text(v.of(t), catalog.Stopped) }
func (v voice) Cut(t turn.Turn) string       { return catalog.Text(v.of(t), catalog.Cut) }

func (v voice) Trouble(t turn.Turn, err error) string {
	var long *fault.TooLong
	if errors.As(err, &long) {
		return catalog.Text(v.of(t), catalog.ContextTooLong)
	}
	return catalog.Text(v.of(t), catalog.Trouble)
}
