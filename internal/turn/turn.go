// Package turn is the vocabulary between a channel and the companion: a
// message in, events and one reply out, and the ids that tie them together.
//
// It holds data only. Nothing here is durable by itself; who commits what and
// when stands in docs/ARCHITECTURE.md ("What is durable when").
package turn

import (
	"errors"
	"time"

	"github.com/kokoron/kokoron/internal/person"
)

// Conv names a conversation. The owner has one over all channels.
type Conv string

// Message is what a person said. Its ID is also the id of its diary line.
type Message struct {
	ID       ID        `json:"id"`
	Conv     Conv      `json:"conv"`
	Channel  string    `json:"channel"`            // which channel it came on, and where the reply goes
	External string    `json:"external,omitempty"` // the channel's own id: the same (channel, external) is accepted once
	Person   person.ID `json:"person"`
	Text     string    `json:"text"`
	At       time.Time `json:"at"`   // when it was accepted
	Zone     string    `json:"zone"` // the person's IANA zone at that time
	// Sent is when the person sent it, where the channel says so and it came
	// late (it waited while the companion was off); else zero.
	Sent time.Time `json:"sent,omitzero"`
}

// Said is when the person said it, as far as is known.
func (m Message) Said() time.Time {
	if !m.Sent.IsZero() && m.Sent.Before(m.At) {
		return m.Sent
	}
	return m.At
}

// Turn is one exchange: the messages it answers, decided once and kept.
type Turn struct {
	ID       ID        `json:"id"`
	Conv     Conv      `json:"conv"`
	Messages []Message `json:"messages"` // never empty, in order of acceptance
	Started  time.Time `json:"started"`

	// Who speaks and what may be read, decided by the channels' access rules
	// each time the turn is run; not stored.
	Speaker person.Person `json:"-"`
	View    person.View   `json:"-"`
	// Late is how long the messages waited for a model that was down; zero in
	// the ordinary case. The reply mentions the gap.
	Late time.Duration `json:"-"`
	// Opener stands before the reply, whatever the model says: that the words
	// had to wait for long. "" in the ordinary case.
	Opener string `json:"-"`
	// Alone says that nobody has said anything: the companion thinks for
	// itself, and its one message has no words.
	Alone bool `json:"-"`
}

// Text is what the person said in this turn, a line break between merged
// messages.
func (t Turn) Text() string {
	if len(t.Messages) == 1 {
		return t.Messages[0].Text
	}
	var b []byte
	for i, m := range t.Messages {
		if i > 0 {
			b = append(b, '\n')
		}
		b = append(b, m.Text...)
	}
	return string(b)
}

// Zone is where the person is, as the newest message says: home where it does
// not say, or names a zone that is unknown here.
func (t Turn) Zone(home *time.Location) *time.Location {
	name := t.Messages[len(t.Messages)-1].Zone
	if z, err := time.LoadLocation(name); err == nil && name != "" {
		return z
	}
	return home
}

// ErrStopped is the cause of a turn's context when the person stops the reply
// (/stop). The turn then ends well, with what had been shown.
var ErrStopped = errors.New("stopped by the person")

// Reply is the one answer of a turn, as it was shown.
type Reply struct {
	Text string
	// Stopped says that the person cut it short; Text is what they had seen.
	Stopped bool
	// Recalled is what the model was told of memory for it.
	Recalled Recalled
}

// Recalled is what came to mind for a turn: the section of the prompt and the
// ids of the memories in it. It stays beside the words in the session and is
// never taken for something that was said.
type Recalled struct {
	Text  string   `json:"text,omitempty"`
	Units []string `json:"units,omitempty"`
}

// Outgoing is a reply on its way: an outbox entry. Its ID is also the id of
// its diary line.
type Outgoing struct {
	ID      ID        `json:"id"`
	Conv    Conv      `json:"conv"`
	Channel string    `json:"channel"`
	Turn    ID        `json:"turn"`
	Answers []ID      `json:"answers"` // the messages this reply answers
	Person  person.ID `json:"person"`  // to whom
	Text    string    `json:"text"`
	At      time.Time `json:"at"`
	Zone    string    `json:"zone"`
	// Offers are what the person can do about it with a button.
	Offers []Offer `json:"offers,omitempty"`
}

// Offer is a button under something that was said unasked.
type Offer string

// The offers. The first three stand under what the companion says of itself,
// the others under a reminder.
const (
	OfferLater  Offer = "later"  // say it again later
	OfferLess   Offer = "less"   // less like this
	OfferNever  Offer = "never"  // never about this
	OfferSnooze Offer = "snooze" // remind again in a while
	OfferDone   Offer = "done"   // it is done
)

// Kind says what an Event means.
type Kind string

// The kinds of event, in the order a turn sends them.
const (
	Said     Kind = "said"     // a person's message was accepted: ID, Text, At
	Thinking Kind = "thinking" // the model works; nothing to show yet
	Delta    Kind = "delta"    // Text is to be appended to the open reply
	Retract  Kind = "retract"  // forget the open reply; Text, if any, takes its place
	ToolUse  Kind = "tool"     // Text is the name of a tool that runs
	Done     Kind = "done"     // the whole reply, final: ID, Text, At, Answers
	Notice   Kind = "notice"   // Text is said outside of any reply (the model is down)
	Taken    Kind = "taken"    // the first of Offers was taken under a message: ID
)

// Event is one step of a conversation as a channel shows it. What Said, Done
// and Taken tell is durable before they are sent; all others may be lost with the
// process.
type Event struct {
	Conv    Conv      `json:"conv"`
	Channel string    `json:"channel,omitempty"` // which channel the turn came on
	Turn    ID        `json:"turn,omitempty"`
	Kind    Kind      `json:"kind"`
	Text    string    `json:"text,omitempty"`
	ID      ID        `json:"id,omitempty"` // of the message or reply, which is also its diary line's
	At      time.Time `json:"at,omitzero"`
	Answers []ID      `json:"answers,omitempty"`
	Offers  []Offer   `json:"offers,omitempty"`
}
