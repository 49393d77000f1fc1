package ops

import (
	"context"
	"slices"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/autonomy/followup"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

// musing is what a thought begins with, and the follow-ups in it.
func (k *Ticking) musing(ctx context.Context, t turn.Turn, now time.Time) (m agent.Musing, open []FollowUp, err error) {
	p, err := k.pace()
	if err != nil {
		return m, nil, err
	}
	m.Pace = p.Every()
	r, err := k.Restraint(ctx, k.Owner.ID)
	if err != nil {
		return m, nil, err
	}
	f := r.Thought.Figures
	m.Left = max(f.PerDay-max(f.Today, f.Day24), 0)
	if !f.Heard.IsZero() {
		m.Silent = now.Sub(f.Heard)
	}
	if open, err = k.FollowUps(ctx, k.Owner, now); err != nil {
		return m, nil, err
	}
	open = open[:min(len(open), thinkOpen)]
	for _, f := range open {
		m.Open = append(m.Open, agent.Noted{At: f.Since, Text: f.Words})
	}
	newest, err := k.Newest(ctx, t, thinkReflect)
	if err != nil {
		return m, nil, err
	}
	for _, f := range slices.Backward(newest) {
		m.Reflect = append(m.Reflect, agent.Noted{At: f.Record.OccurredAt, AllDay: true, Text: f.Record.Content})
	}
	m.Spoken, err = k.spokenLately()
	return m, open, err
}

// spokenLately is what was said unasked of late, oldest first.
func (k *Ticking) spokenLately() (list []agent.Noted, err error) {
	var said []Spoken
	err = k.DB.View(func(tx *kv.Tx) error {
		said, err = speech.Last(tx, k.Owner.ID, thinkSpoken)
		return err
	})
	for _, m := range said {
		if !m.At.IsZero() && !m.Erased && m.State != state.SpokenDropped {
			list = append(list, agent.Noted{At: m.At, Text: m.Wish.Text})
		}
	}
	return list, err
}

// say puts what a thought wants to say on its way, as far as restraint allows.
// What asks about a follow-up raises it, so that it is not asked about again.
func (k *Ticking) say(ctx context.Context, th *state.Thought, message string, open []FollowUp) error {
	w := governor.Wish{
		ID: th.ID, Person: k.Owner.ID, Kind: governor.Thought, Text: message, Cause: th.Text, Until: th.At.Add(thoughtFresh),
	}
	for _, f := range open {
		if followup.Mentions(f.Followup, message, k.Lang) {
			w.ID, w.Kind, w.Topic, w.Words = f.ID, governor.FollowUp, string(f.Topic), []string{f.About}
			break
		}
	}
	m, err := k.Speak(ctx, w)
	if err != nil {
		return err
	}
	switch m.State {
	case state.SpokenHeld:
		th.Outcome = state.Held
	case state.SpokenDropped:
		th.Outcome = state.Withheld
	default:
		th.Outcome, th.Message = state.Spoke, m.ID
	}
	th.Why = string(m.Verdict.Reason)
	return nil
}
