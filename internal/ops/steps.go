package ops

import (
	"context"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// Rounds are the stored rounds of a turn. It implements agent.Steps, with
// SaveRound, Result and SaveResult.
func (o *Ops) Rounds(_ context.Context, id turn.ID) ([]agent.Round, error) {
	return o.Session.Rounds(id)
}

// SaveRound commits the n-th round of a turn unless it is stored already.
func (o *Ops) SaveRound(_ context.Context, id turn.ID, n int, r agent.Round) error {
	return o.DB.Update(func(tx *kv.Tx) error {
		_, err := o.Session.PutRound(tx, id, n, r)
		return err
	})
}

// Result is what a call gave, if it has run.
func (o *Ops) Result(_ context.Context, op turn.Op) (tool.Result, bool, error) {
	return o.Session.Result(op)
}

// SaveResult commits what a call gave unless something is stored already.
func (o *Ops) SaveResult(_ context.Context, op turn.Op, r tool.Result) error {
	return o.DB.Update(func(tx *kv.Tx) error {
		_, err := o.Session.PutResult(tx, op, r)
		return err
	})
}

// Conversation is what is at hand of a conversation. It implements
// agent.Sessions, with Summarised.
func (o *Ops) Conversation(_ context.Context, conv turn.Conv) (agent.Session, error) {
	return o.Session.Session(conv)
}

// Summarised commits a summary of everything up to a line.
func (o *Ops) Summarised(_ context.Context, conv turn.Conv, summary string, upTo turn.ID) error {
	return o.DB.Update(func(tx *kv.Tx) error {
		_, err := o.Session.Summarise(tx, conv, summary, upTo)
		return err
	})
}
