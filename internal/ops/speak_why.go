package ops

import (
	"context"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
)

// The codes of what WhyNow is asked for and is not there.
const (
	UnknownSpoken ProblemCode = "unknown_spoken"
	ManySpoken    ProblemCode = "many_spoken"
)

// WhyNow is why something was said unasked, or not. Its JSON fields are stable.
type WhyNow struct {
	Message   *Spoken          `json:"message"`   // nil where there was nothing yet
	Decisions []state.Decision `json:"decisions"` // about it, oldest first
}

// Spoken lists what was said unasked, or held or dropped, to those whose own
// scopes a viewer may see, newest first; at most limit, 0 is all.
func (o *Ops) Spoken(_ context.Context, v Viewer, limit int) (list []Spoken, err error) {
	list = []Spoken{}
	err = o.DB.View(func(tx *kv.Tx) error {
		list, err = o.spokenTo(tx, v.View)
		return err
	})
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	return list, err
}

func (o *Ops) spokenTo(tx *kv.Tx, view person.View) ([]Spoken, error) {
	list := []Spoken{}
	for _, scope := range view.Scopes() {
		who, own := personOfScope(scope)
		if !own {
			continue
		}
		some, err := speech.All(tx, who)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	slices.SortStableFunc(list, func(a, b Spoken) int { return b.Made.Compare(a.Made) })
	return list, nil
}

// personOfScope is whose own a scope is.
func personOfScope(s person.Scope) (id person.ID, own bool) {
	if s == person.ScopeOwner {
		return person.OwnerID, true
	}
	rest, own := strings.CutPrefix(string(s), "person:")
	return person.ID(rest), own
}

// WhyNow says why a message was said unasked, or not: the newest one, or the one
// that the beginning of an id names, its own or that of its wish. Without an id
// it may find nothing; an id that names none, or more than one, is a *Problem.
func (o *Ops) WhyNow(_ context.Context, v Viewer, id string) (w WhyNow, err error) {
	id = strings.ToLower(strings.TrimSpace(id))
	w.Decisions = []state.Decision{}
	err = o.DB.View(func(tx *kv.Tx) error {
		list, err := o.spokenTo(tx, v.View)
		if err != nil || len(list) == 0 && id == "" {
			return err
		}
		var found []Spoken
		for _, m := range list {
			wish := strings.ToLower(string(m.Wish.ID))
			if id == string(m.ID) && id != "" || id == wish {
				found = []Spoken{m}
				break
			}
			if strings.HasPrefix(string(m.ID), id) || strings.HasPrefix(wish, id) {
				found = append(found, m)
			}
		}
		if id == "" && len(found) > 1 {
			found = found[:1]
		}
		m, err := oneSpoken(found, id)
		if err != nil {
			return err
		}
		w.Message = &m
		w.Decisions, err = o.decisionsOn(tx, m)
		return err
	})
	return w, err
}

func oneSpoken(found []Spoken, id string) (Spoken, error) {
	switch len(found) {
	case 0:
		return Spoken{}, &Problem{Code: UnknownSpoken, About: id}
	case 1:
		return found[0], nil
	}
	p := &Problem{Code: ManySpoken, About: id}
	for _, m := range found {
		p.Known = append(p.Known, string(m.Wish.ID))
	}
	return Spoken{}, p
}

func (o *Ops) decisionsOn(tx *kv.Tx, m Spoken) ([]state.Decision, error) {
	all, err := speech.Decisions(tx, m.Wish.Person)
	return slices.DeleteFunc(all, func(d state.Decision) bool { return d.Wish != m.Wish.ID }), err
}
