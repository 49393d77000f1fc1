package ops

import (
	"strings"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// tellable reports whether those who look through a view may be told a record.
func tellable(v person.View, r memory.Record) bool { return v.Can(r.Scope) && v.MayHear(r.Audience) }

// discreet is what those in a conversation may be told of what was stored. In a
// group the speaker's own memory is not everybody's: what was known there in
// other words, and what no longer holds, is not told.
func discreet(v person.View, said memory.Record, got Remembered) Remembered {
	if !tellable(v, got.Record) {
		got.Record, got.Known = said, false
	}
	if !tellable(v, got.Old) {
		got.Old, got.OldHandle = memory.Record{}, ""
	}
	return got
}

// Privately is the speaker of a turn where nobody else reads along, else a
// person who has nothing of their own: what is somebody's own is neither told
// nor changed before others.
func Privately(t turn.Turn) person.Person {
	if !t.View.Can(t.Speaker.Scope()) {
		return person.Person{}
	}
	return t.Speaker
}

// ownView is what somebody alone with the companion may hear of their own
// memory.
func ownView(conv turn.Conv) person.View {
	p := person.Person{ID: person.ID(strings.TrimPrefix(string(conv), "person:")), Role: person.Admitted}
	if p.ID == person.OwnerID {
		p.Role = person.Owner
	}
	return person.ViewOf(p).In(person.Scope(conv))
}
