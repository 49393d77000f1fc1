package app

import (
	"errors"

	"github.com/kokoron/kokoron/agent/budget"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/learn"
	"github.com/kokoron/kokoron/persona"
)

// voice says what is said without a model: the persona's own words where it
// has them, the catalog's otherwise, in the language of the person's message.
// It implements agent.Voice and channels.Voice.
type voice struct {
	persona *persona.Store
	owner   string    // how the owner wants to be called; "" leaves it to the persona
	lang    text.Lang // of the home
	soul    func(person.View) []memory.Unit
	rules   func(person.View) []learn.Entry
}

// voice is that of a home.
func (s *stores) voice(cfg config.Config) voice {
	return voice{persona: s.persona, owner: cfg.Owner, lang: cfg.Language, soul: s.sources.Soul, rules: s.rules}
}

func (v voice) current() persona.Persona { return v.persona.Current().WithOwner(v.owner) }

func (v voice) of(t turn.Turn) text.Lang { return text.Guess(t.Text(), v.lang) }

// System is the persona with what the owner has let into the character and what
// was learned, where it is the owner alone who hears it.
func (v voice) System(t turn.Turn) string {
	system := v.current().System(v.lang, t.Messages[0].Channel)
	var lines []string
	for _, u := range v.soul(t.View) {
		lines = append(lines, u.Text)
	}
	if soul := v.current().Soul(v.lang, lines, budget.Estimate); soul != "" {
		system += "\n\n" + soul
	}
	if learned := v.section(v.rules(t.View)); learned != "" {
		system += "\n\n" + learned
	}
	return system
}

// section is the part of the prompt that what was learned makes.
func (v voice) section(rules []learn.Entry) string {
	return learn.Section(rules, v.lang, v.current().Owner(v.lang), budget.Estimate)
}

func (v voice) Away(t turn.Turn) string { return v.current().Away(v.of(t)) }
func (v voice) Back(t turn.Turn) string {
	return catalog.Text(v.of(t), catalog.Back, "ago", catalog.Lasted(v.of(t), t.Late))
}
func (v voice) Empty(t turn.Turn) string   { return v.current().Empty(v.of(t)) }
func (v voice) Stopped(t turn.Turn) string { return catalog.Text(v.of(t), catalog.Stopped) }
func (v voice) Cut(t turn.Turn) string     { return catalog.Text(v.of(t), catalog.Cut) }

func (v voice) Trouble(t turn.Turn, err error) string {
	var long *fault.TooLong
	if errors.As(err, &long) {
		return catalog.Text(v.of(t), catalog.ContextTooLong)
	}
	return catalog.Text(v.of(t), catalog.Trouble)
}
