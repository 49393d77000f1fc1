package ops

import (
	"context"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/encode"
	"github.com/kokoron/kokoron/memory/learn"
)

// lessons are what a turn teaches: of the owner's own words alone, where the
// owner is alone with the companion, and of the tools that failed in it.
func (o *Ops) lessons(t turn.Turn) (out []learn.Signal, err error) {
	if t.Speaker.Role != person.Owner || !t.View.Can(person.ScopeOwner) {
		return nil, nil
	}
	s, err := o.Session.Session(t.Conv)
	if err != nil {
		return nil, err
	}
	reply := lastReply(s)
	for _, m := range t.Messages {
		words := encode.Spoken(m.Text)
		wishes := learn.Instructs(words, o.Lang)
		for _, in := range wishes {
			out = append(out, in.Signal(m.ID))
		}
		if c, ok := learn.Corrects(words, reply.Text, o.Lang); ok {
			one := c.Signal(reply.Text, reply.ID, m.ID)
			if len(wishes) > 0 {
				one.Rule = "" // what is right is a wish, and a rule as such
			}
			out = append(out, one)
		}
	}
	failed, err := o.failures(t)
	return append(out, failed...), err
}

// lastReply is what the companion said last.
func lastReply(s agent.Session) agent.Line {
	for _, l := range slices.Backward(s.Lines) {
		if l.Assistant {
			return l
		}
	}
	return agent.Line{}
}

// failures are the tools that failed in a turn, each kind of each once. A call
// that was only asked for twice is none.
func (o *Ops) failures(t turn.Turn) (out []learn.Signal, err error) {
	rounds, err := o.Session.Rounds(t.ID)
	if err != nil {
		return nil, err
	}
	ran := map[string]bool{}
	for _, round := range rounds {
		for _, c := range round.Calls {
			call := c.Tool + string(c.Args)
			told, refused := c.Refused, c.Refused != ""
			if refused && ran[call] {
				continue
			}
			ran[call] = true
			if !refused {
				res, _, err := o.Session.Result(c.Op)
				if err != nil {
					return nil, err
				}
				if !res.Err {
					continue
				}
				told = res.Text
			}
			out = append(out, learn.FailureOf(told, refused).Signal(c.Tool, o.Lang, said(t)...))
		}
	}
	return out, nil
}

// learn commits what signals teach, in the transaction of what taught it.
func (o *Ops) learn(tx *kv.Tx, signals []learn.Signal) error {
	if len(signals) == 0 {
		return nil
	}
	const scope = person.ScopeOwner
	all, err := o.Lessons.List(tx, scope)
	if err != nil {
		return err
	}
	for _, s := range signals {
		changed := learn.Take(all, s, scope, o.IDs.New(), o.Clock.Now(), o.AutoLearn)
		for i, e := range changed {
			// Without the owner nothing comes into force that the checks refuse.
			if e.Status == learn.Active && o.replayed(all, e).Blocked() {
				changed[i].Status = learn.Proposed
			}
		}
		if err := o.Lessons.Put(tx, changed...); err != nil {
			return err
		}
		all = withEntries(all, changed...)
	}
	return nil
}

// withEntries is a list with some entries in place of those of the same id.
func withEntries(all []learn.Entry, changed ...learn.Entry) []learn.Entry {
	all = slices.Clone(all)
	for _, e := range changed {
		if i := slices.IndexFunc(all, func(o learn.Entry) bool { return o.ID == e.ID }); i >= 0 {
			all[i] = e
		} else {
			all = append(all, e)
		}
	}
	return all
}

// unlearn takes the rules and the follow-ups back that were made of some lines,
// as a record of them is forgotten.
func (o *Ops) unlearn(tx *kv.Tx, scope person.Scope, lines []turn.ID) error {
	all, err := o.Lessons.List(tx, scope)
	if err != nil {
		return err
	}
	for _, e := range all {
		of := slices.ContainsFunc(e.Evidence, func(id turn.ID) bool { return slices.Contains(lines, id) })
		if of && (e.Status == learn.Active || e.Status == learn.Proposed) {
			if err := o.Lessons.Put(tx, learn.Settle(all, e, learn.Revoked, "", o.Clock.Now())...); err != nil {
				return err
			}
		}
	}
	return o.forgetFollowUps(tx, scope, lines)
}

// React keeps the owner's thumb under one of the replies to them; "" takes it
// back. Errors are ErrNotOwner, or a *Problem where there is no such reply.
func (o *Ops) React(ctx context.Context, actor person.Person, id turn.ID, r learn.Reaction) error {
	if actor.Role != person.Owner {
		return ErrNotOwner
	}
	found, err := Desk{Ops: o}.lines(ctx, person.ViewOf(actor).In(person.ScopeOwner), string(id))
	if err != nil {
		return err
	}
	if len(found) != 1 || found[0].ID != string(id) || found[0].Speaker != string(diary.Companion) || found[0].Gone {
		return &Problem{Code: UnknownMemory, About: string(id)}
	}
	return o.DB.Update(func(tx *kv.Tx) error {
		before, err := o.Lessons.Reaction(tx, person.ScopeOwner, id)
		if err != nil || before == r {
			return err
		}
		if before != "" {
			if err := o.withdraw(tx, before, id); err != nil {
				return err
			}
		}
		if err := o.Lessons.React(tx, person.ScopeOwner, id, r); err != nil || r == "" {
			return err
		}
		return o.learn(tx, learn.Reacted(r, found[0].Text, id, o.Lang))
	})
}

// withdraw takes a reply out of what reactions to it have taught.
func (o *Ops) withdraw(tx *kv.Tx, r learn.Reaction, id turn.ID) error {
	all, err := o.Lessons.List(tx, person.ScopeOwner)
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Kind != learn.Feedback || !strings.HasPrefix(e.Key, "reaction:"+string(r)) || !slices.Contains(e.Evidence, id) {
			continue
		}
		if err := o.Lessons.Put(tx, e.Without(id)); err != nil {
			return err
		}
	}
	return nil
}

// Reactions are the thumbs under some replies to a person: under none but the
// owner's.
func (o *Ops) Reactions(_ context.Context, p person.Person, ids []turn.ID) (map[turn.ID]learn.Reaction, error) {
	out := map[turn.ID]learn.Reaction{}
	if p.Role != person.Owner {
		return out, nil
	}
	err := o.DB.View(func(tx *kv.Tx) error {
		for _, id := range ids {
			r, err := o.Lessons.Reaction(tx, person.ScopeOwner, id)
			if err != nil {
				return err
			}
			if r != "" {
				out[id] = r
			}
		}
		return nil
	})
	return out, err
}
