package ops

import (
	"context"
	"errors"
	"strings"

	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// ErrNotOwner says that only the owner may do that.
var ErrNotOwner = errors.New("only the owner may do that")

// Speaker says who somebody is; ok is false for strangers. It implements
// channels.Access.
func (o *Ops) Speaker(_ context.Context, id person.ID) (p person.Person, ok bool) {
	if id == o.Owner.ID {
		return o.Owner, true
	}
	err := o.DB.View(func(tx *kv.Tx) (err error) {
		p, ok, err = o.People.Person(tx, id)
		return err
	})
	if err != nil {
		o.Log.Error("look up person", "err", err)
		return person.Person{}, false
	}
	return p, ok && p.Role >= person.Visitor
}

// ConversationOf is the conversation of a person alone with the companion, the
// same over all channels.
func ConversationOf(p person.Person) turn.Conv {
	return turn.Conv(p.Scope())
}

// PersonOf is who is alone with the companion in a conversation: nobody, who may
// do nothing, where that is another kind of conversation.
func (o *Ops) PersonOf(ctx context.Context, conv turn.Conv) person.Person {
	if conv == ConversationOf(o.Owner) {
		return o.Owner
	}
	_, id, _ := strings.Cut(string(conv), ":")
	if p, ok := o.Speaker(ctx, person.ID(id)); ok && ConversationOf(p) == conv {
		return p
	}
	return person.Person{}
}

// Identify is who a channel's user is; known is false for strangers.
func (o *Ops) Identify(ctx context.Context, channel, external string) (p person.Person, conv turn.Conv, known bool, err error) {
	var id person.ID
	err = o.DB.View(func(tx *kv.Tx) (err error) {
		id, known, err = o.People.Identify(tx, channel, external)
		return err
	})
	if err != nil || !known {
		return person.Person{}, "", false, err
	}
	p, known = o.Speaker(ctx, id)
	return p, ConversationOf(p), known, nil
}

// Address is what a channel calls a person.
func (o *Ops) Address(_ context.Context, channel string, id person.ID) (external string, ok bool, err error) {
	err = o.DB.View(func(tx *kv.Tx) (err error) {
		external, ok, err = o.People.Address(tx, channel, id)
		return err
	})
	return external, ok, err
}

// ClaimCode makes the one-time code by which a channel's user becomes the
// owner. The last one stops working.
func (o *Ops) ClaimCode(context.Context) (code string, err error) {
	err = o.DB.Update(func(tx *kv.Tx) (err error) {
		code, err = o.People.Issue(tx, people.Claim, o.Clock.Now())
		return err
	})
	return code, err
}

// AdmitCode makes the one-time code by which a channel's user is admitted, as
// a person with a memory of their own. Only the owner may ask for one. The
// last one stops working.
func (o *Ops) AdmitCode(_ context.Context, actor person.Person) (code string, err error) {
	if actor.Role != person.Owner {
		return "", ErrNotOwner
	}
	err = o.DB.Update(func(tx *kv.Tx) (err error) {
		code, err = o.People.Issue(tx, people.Admit, o.Clock.Now())
		return err
	})
	return code, err
}

// Claim lets a channel's user in by a code: as the owner, or as a person of
// their own under the name the channel knows them by. ok is false where the
// code is neither; that counts as a try of both.
func (o *Ops) Claim(_ context.Context, channel, external, name, code string) (ok bool, err error) {
	now := o.Clock.Now()
	err = o.DB.Update(func(tx *kv.Tx) (err error) {
		id := o.Owner.ID
		if ok, err = o.People.Redeem(tx, people.Claim, code, now); err != nil {
			return err
		}
		if !ok {
			id = person.ID(o.IDs.New())
			if ok, err = o.People.Redeem(tx, people.Admit, code, now); err != nil || !ok {
				return err
			}
			if err := o.People.Put(tx, person.Person{ID: id, Name: text.CleanName(name), Role: person.Admitted}); err != nil {
				return err
			}
		}
		return o.People.Bind(tx, channel, external, id)
	})
	return ok && err == nil, err
}

// OwnerIs says that a channel's user is the owner, by the owner's own settings.
func (o *Ops) OwnerIs(_ context.Context, channel, external string) error {
	return o.DB.Update(func(tx *kv.Tx) error { return o.People.Bind(tx, channel, external, o.Owner.ID) })
}

// EnterCode makes the one-time code of the owner's link. The last one stops
// working.
func (o *Ops) EnterCode(context.Context) (code string, err error) {
	err = o.DB.Update(func(tx *kv.Tx) (err error) {
		code, err = o.People.Issue(tx, people.Enter, o.Clock.Now())
		return err
	})
	return code, err
}

// Enter signs the owner's browser in with the code of a link. A code that does
// not work is people.ErrCode.
func (o *Ops) Enter(_ context.Context, code string) (token string, err error) {
	now := o.Clock.Now()
	err = o.DB.Update(func(tx *kv.Tx) error {
		ok, err := o.People.Redeem(tx, people.Enter, code, now)
		if err != nil || !ok {
			return err
		}
		token, err = o.People.OpenSession(tx, o.Owner.ID, now)
		return err
	})
	if err == nil && token == "" {
		err = people.ErrCode
	}
	return token, err
}

// Who is whose a browser's token is, and their conversation.
func (o *Ops) Who(ctx context.Context, token string) (p person.Person, conv turn.Conv, ok bool) {
	now := o.Clock.Now()
	var id person.ID
	var stale bool
	err := o.DB.View(func(tx *kv.Tx) (err error) {
		id, stale, ok, err = o.People.Session(tx, token, now)
		return err
	})
	if err == nil && stale {
		err = o.DB.Update(func(tx *kv.Tx) error { return o.People.Touch(tx, token, now) })
	}
	if err != nil {
		o.Log.Error("look up session", "err", err)
		return p, "", false
	}
	if !ok {
		return p, "", false
	}
	p, ok = o.Speaker(ctx, id)
	return p, ConversationOf(p), ok
}

// Leave voids a browser's token.
func (o *Ops) Leave(_ context.Context, token string) error {
	return o.DB.Update(func(tx *kv.Tx) error { return o.People.CloseSession(tx, token) })
}
