package ops

import (
	"context"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/priming"
)

// readyWithin is how long a turn just after the start waits for the index, so
// that its reply does not forget what is known.
const readyWithin = 2 * time.Second

// usualHandle stands for a handle where only the length of a line counts.
const usualHandle = "#100"

// Prime brings to mind what belongs to a turn, in the scopes of its view. It
// implements agent.Memory.
func (o *Ops) Prime(ctx context.Context, t turn.Turn, p agent.Priming) agent.Primed {
	o.ready(ctx)
	got := o.Primer.Prime(ctx, priming.Ask{
		View: t.View, Speaker: t.Speaker, Words: t.Text(), Before: p.Before, Own: own(t), Now: o.Clock.Now(), Zone: t.Zone(o.Zone),
		Shown: p.Shown, Room: p.Room, Count: p.Count,
		Line: func(i priming.Item) string { return p.Line(memento(i, usualHandle)) },
	})
	handles := o.handlesOf(t.Conv, got.Items)
	out := agent.Primed{Trace: &got.Trace}
	for _, i := range got.Items {
		out.Mementos = append(out.Mementos, memento(i, handles[i.ID]))
	}
	return out
}

// own are the lines that the words of a turn are.
func own(t turn.Turn) []string { return stringsOf(said(t)) }

// ready waits a little for the index.
func (o *Ops) ready(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if err := o.Index.Wait(ctx); err != nil {
		o.Log.Warn("memory is not ready yet", "err", err)
	}
}

// handlesOf are the short names of the records among items, so that the model
// can correct or forget what it is reminded of.
func (o *Ops) handlesOf(conv turn.Conv, items []priming.Item) map[string]string {
	var records []memory.Record
	for _, i := range items {
		if i.Origin == priming.OriginRecord {
			records = append(records, memory.Record{ID: turn.ID(i.ID)})
		}
	}
	out := map[string]string{}
	found, err := o.named(conv, records)
	if err != nil {
		o.Log.Warn("memories come without their short names", "err", err)
	}
	for _, f := range found {
		out[string(f.Record.ID)] = f.Handle
	}
	return out
}

// memento is an item as the prompt gets it.
func memento(i priming.Item, handle string) agent.Memento {
	m := agent.Memento{
		Unit: i.ID, Group: agent.Group(i.Group), Text: i.Text, Speaker: i.Speaker, At: i.At, Origin: agent.Origin(i.Origin),
	}
	if m.Origin == agent.OriginRecord {
		m.Handle = handle
	}
	return m
}
