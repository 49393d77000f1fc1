package ops

import (
	"context"
	"errors"
	"fmt"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/ledger"
)

// Accept commits a message to the inbox: from here on it cannot be lost and
// may be acknowledged. It implements channels.Journal.
func (o *Ops) Accept(_ context.Context, m turn.Message) (turn.Message, bool, error) {
	var fresh bool
	err := o.DB.Update(func(tx *kv.Tx) error {
		// Made in here, ids have the order in which messages are committed, also
		// of those that come on two channels at once.
		m.ID, m.At, m.Zone = o.IDs.New(), o.Clock.Now(), o.Zone.String()
		id, known, err := o.Journal.Seen(tx, m.Channel, m.External)
		if err != nil || known {
			m.ID = id
			return err
		}
		if fresh, err = o.Journal.Accept(tx, m); err != nil || !fresh {
			return err
		}
		return o.heard(tx, m)
	})
	if fresh && err == nil {
		o.alone.over(m.Person)
	}
	return m, fresh, err
}

// StartTurn gives the conversation's unfinished turn, or commits one over its
// oldest waiting messages; their words are in the diary when it returns. It
// implements channels.Journal.
func (o *Ops) StartTurn(_ context.Context, conv turn.Conv) (t turn.Turn, ok bool, err error) {
	var again bool
	err = o.DB.Update(func(tx *kv.Tx) error {
		t, again, err = o.Journal.OpenTurn(tx, conv)
		if err != nil || again {
			return err
		}
		waiting, err := o.Journal.Open(tx, conv)
		if err != nil || len(waiting) == 0 {
			return err
		}
		t = turn.Turn{ID: o.IDs.New(), Conv: conv, Messages: burst(waiting), Started: o.Clock.Now()}
		ok = true
		if err := o.Journal.Take(tx, conv, t.ID, said(t)...); err != nil {
			return err
		}
		if err := o.Ledger.Mark(tx, ledger.OfLine, scopeOf(t.Messages[0].Person), own(t)...); err != nil {
			return err
		}
		return o.Journal.PutTurn(tx, t)
	})
	if err != nil || !ok && !again {
		return turn.Turn{}, false, err
	}
	o.begun.Add(1)
	for _, m := range t.Messages {
		if err := o.diarise(o.lineOf(m), again); err != nil {
			return turn.Turn{}, false, err
		}
	}
	return t, true, nil
}

// How much one turn answers at most, in messages and bytes: what comes together
// while the model is away must fit into its window, or its middle is not read.
const (
	burstMessages = 50
	burstBytes    = 64 << 10
)

// burst is what one turn answers of the waiting messages: those at the front
// that the same person sent on the same channel, at least one and not too many.
func burst(waiting []journal.Entry) (out []turn.Message) {
	first, size := waiting[0].Message, 0
	for _, e := range waiting {
		m := e.Message
		size += len(m.Text)
		if m.Person != first.Person || m.Channel != first.Channel ||
			len(out) > 0 && size > burstBytes || len(out) == burstMessages {
			break
		}
		out = append(out, m)
	}
	return out
}

// scopeOf is the scope of what a person and the companion say to each other.
func scopeOf(id person.ID) person.Scope {
	role := person.Admitted
	if id == person.OwnerID {
		role = person.Owner
	}
	return person.Person{ID: id, Role: role}.Scope()
}

// lineOf is the diary line of a person's message.
func (o *Ops) lineOf(m turn.Message) diary.Line {
	return diary.Line{
		ID: m.ID, At: m.At, Zone: m.Zone, Conv: m.Conv, Scope: scopeOf(m.Person), Person: m.Person,
		Role: diary.Person, Text: m.Text, Channel: m.Channel,
	}
}

// shown is the diary line of a reply, or of what the companion said unasked.
func (o *Ops) shown(out turn.Outgoing) diary.Line {
	l := diary.Line{
		ID: out.ID, At: out.At, Zone: out.Zone, Conv: out.Conv, Scope: scopeOf(out.Person), Person: out.Person,
		Role: diary.Companion, Text: out.Text, Channel: out.Channel,
	}
	if len(out.Answers) > 0 { // else nobody asked
		l.Ref = out.Answers[0]
	}
	return l
}

// diarise writes a line; where an earlier process may have done so already it
// looks first.
func (o *Ops) diarise(l diary.Line, look bool) error {
	if look {
		there, err := o.Diary.Has(l.ID)
		if err != nil || there {
			return err
		}
	}
	if err := o.Diary.Append(l); err != nil {
		return err
	}
	o.Index.Said(l)
	return nil
}

// Finish commits the reply to the outbox and closes the turn, its messages and
// its rounds, in one transaction; the reply's diary line follows. An empty
// reply closes the turn without a word. Finishing twice changes nothing. It
// implements channels.Journal.
func (o *Ops) Finish(_ context.Context, t turn.Turn, r turn.Reply) (turn.Outgoing, error) {
	last := t.Messages[len(t.Messages)-1]
	out := turn.Outgoing{
		ID: o.IDs.New(), Conv: t.Conv, Channel: last.Channel, Turn: t.ID, Person: last.Person,
		Text: r.Text, At: o.Clock.Now(), Zone: last.Zone,
	}
	var lines []agent.Line
	for _, m := range t.Messages {
		out.Answers = append(out.Answers, m.ID)
		lines = append(lines, agent.Line{ID: m.ID, Text: m.Text, At: m.At})
	}
	lines[0].Recalled = r.Recalled
	taught, err := o.lessons(t)
	if err != nil {
		return turn.Outgoing{}, err
	}
	heard, err := o.hear(t, out)
	if err != nil {
		return turn.Outgoing{}, err
	}
	var queued bool
	var touched []memory.Record
	err = o.DB.Update(func(tx *kv.Tx) error {
		open, err := o.Journal.FinishTurn(tx, t.Conv, t.ID)
		if err != nil || !open {
			return err
		}
		if touched, err = o.access(tx, t, r); err != nil {
			return err
		}
		if r.Text != "" {
			queued = true
			lines = append(lines, agent.Line{ID: out.ID, Assistant: true, Text: r.Text, At: out.At})
			if err := o.putReply(tx, out); err != nil {
				return err
			}
		}
		if err := o.Session.AddLines(tx, t.Conv, lines...); err != nil {
			return err
		}
		if err := o.Session.DropRounds(tx, t.ID); err != nil {
			return err
		}
		return errors.Join(o.spoke(tx, t, out), o.learn(tx, taught), o.followUp(tx, t, out, heard), o.Journal.Close(tx, out.Answers...))
	})
	if err != nil {
		return turn.Outgoing{}, err
	}
	o.Index.Touched(touched...)
	if !queued {
		return turn.Outgoing{}, nil
	}
	if err := o.settle(out.ID); err != nil {
		// The outbox has it: the next reply, or the next start, tries again.
		o.Log.Error("write reply to diary", "reply", out.ID, "err", err)
	}
	return out, nil
}

// putReply puts the reply of a turn into the outbox.
func (o *Ops) putReply(tx *kv.Tx, out turn.Outgoing) error {
	if _, err := o.Journal.Put(tx, out); err != nil {
		return err
	}
	if err := o.Ledger.Mark(tx, ledger.OfLine, scopeOf(out.Person), string(out.ID)); err != nil {
		return err
	}
	return o.replied(tx, out)
}

// settle brings the lines of all replies to disk that are not known to be
// there. Only for the reply that was put just now need the diary not be asked.
// Of two at once the second sees what the first has done: a line that was
// written and erased meanwhile must not be written again.
func (o *Ops) settle(fresh turn.ID) error {
	o.settling.Lock()
	defer o.settling.Unlock()
	var open []journal.Reply
	err := o.DB.View(func(tx *kv.Tx) (err error) {
		if open, err = o.Journal.Undiarised(tx); err == nil {
			open, err = o.said(tx, open)
		}
		return err
	})
	for _, r := range open {
		if err == nil {
			err = o.diarise(o.shown(r.Out), r.Out.ID != fresh)
		}
		if err == nil {
			err = o.DB.Update(func(tx *kv.Tx) error { return o.Journal.MarkDiarised(tx, r.Out.ID) })
		}
	}
	return err
}

// Waiting completes what a crash left half written and lists the
// conversations in which somebody waits for a reply. It is called once, before
// the lanes and the deliveries begin. It implements channels.Journal.
func (o *Ops) Waiting(context.Context) (convs []turn.Conv, err error) {
	var unknown []journal.Reply
	err = o.DB.Update(func(tx *kv.Tx) error {
		if unknown, err = o.Journal.Interrupted(tx); err != nil {
			return err
		}
		if err := o.interrupted(tx, unknown); err != nil {
			return err
		}
		convs, err = o.Journal.Convs(tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := o.settle(""); err != nil {
		return nil, fmt.Errorf("complete diary: %w", err)
	}
	if err := o.repaired(); err != nil {
		o.Log.Error("repair reminders", "err", err)
	}
	if err := o.restored(); err != nil {
		o.Log.Error("compare database and diary", "err", err)
	}
	if len(unknown) > 0 {
		o.Log.Warn("replies may have been delivered before the last stop and are sent again", "count", len(unknown))
	}
	return convs, nil
}
