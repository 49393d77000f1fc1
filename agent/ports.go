package agent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Round is what one generation asked for: stored before the first of its
// calls runs and never changed afterwards.
type Round struct {
	Visible string  `json:"visible,omitempty"` // what the person saw of it
	Calls   []Asked `json:"calls"`
}

// Asked is one call of a round.
type Asked struct {
	Op   turn.Op         `json:"op"`
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args,omitempty"`
	// Refused, if set, is what the model is told instead of running the call.
	Refused string `json:"refused,omitempty"`
}

// Steps is the durable side of a turn. internal/ops implements it.
type Steps interface {
	// Rounds are the stored rounds of a turn, in order.
	Rounds(ctx context.Context, id turn.ID) ([]Round, error)
	// SaveRound commits the n-th round of a turn, unless it is stored already.
	SaveRound(ctx context.Context, id turn.ID, n int, r Round) error
	// Result is what a call gave, if it has run.
	Result(ctx context.Context, op turn.Op) (_ tool.Result, ok bool, err error)
	// SaveResult commits a result, unless one is stored already. A tool that
	// writes has stored its own together with its effect.
	SaveResult(ctx context.Context, op turn.Op, r tool.Result) error
}

// Line is one earlier line of a conversation.
type Line struct {
	ID        turn.ID   `json:"id"`
	Assistant bool      `json:"assistant,omitempty"`
	Text      string    `json:"text"`
	At        time.Time `json:"at"`
	// Recalled is what the model was told of memory together with this line.
	Recalled turn.Recalled `json:"recalled,omitzero"`
}

// Session is what is kept at hand of a conversation: a summary of its older
// part and the lines after it.
type Session struct {
	Summary string
	Lines   []Line
}

// Sessions keeps the sessions. internal/ops implements it.
type Sessions interface {
	// Conversation is what is at hand of a conversation; the caller owns it.
	// One never heard of is empty.
	Conversation(ctx context.Context, conv turn.Conv) (Session, error)
	// Summarised commits a summary that covers everything up to and with the
	// line upTo.
	Summarised(ctx context.Context, conv turn.Conv, summary string, upTo turn.ID) error
}

// Tools is what the model may ask for. agent/toolset implements it.
type Tools interface {
	// For lists the tools this person may use.
	For(p person.Person) []tool.Spec
	// Run runs one call for a turn. It returns within the tool's timeout and
	// turns every failure into a Result the model can act on.
	Run(ctx context.Context, t turn.Turn, c tool.Call) tool.Result
}

// Voice is the persona. Its texts are in the speaker's language where they
// are shown, and stable from turn to turn where they enter the prompt.
type Voice interface {
	// System is the persona's part of the system message, for the channel and
	// the view of a turn.
	System(t turn.Turn) string
	// Empty is said when the model gave nothing to show, Stopped when the
	// person stopped a reply before anything was shown.
	Empty(t turn.Turn) string
	Stopped(t turn.Turn) string
	// Cut is added to a reply that reached the longest length.
	Cut(t turn.Turn) string
}

// Traces keeps what happened in a turn, for the owner.
type Traces interface {
	// Trace keeps one turn. It cannot fail the turn: what cannot be kept is
	// lost.
	Trace(ctx context.Context, t Trace)
}

// Trace is what happened in one turn. Thoughts are here and nowhere else.
type Trace struct {
	Turn        turn.ID       `json:"turn"`
	Conv        turn.Conv     `json:"conv"`
	Answers     []turn.ID     `json:"answers,omitempty"` // the messages of the turn
	At          time.Time     `json:"at"`
	View        string        `json:"view"`
	Model       string        `json:"model,omitempty"`
	Recall      *memory.Trace `json:"recall,omitempty"` // how remembering went
	Generations []Generation  `json:"generations,omitempty"`
	Total       time.Duration `json:"total_ns"`
	Error       string        `json:"error,omitempty"`
}

// Generation is one call of the model.
type Generation struct {
	Usage      Usage         `json:"usage"`
	Estimated  int           `json:"estimated"`      // prompt tokens as we counted them
	Own        time.Duration `json:"own_ns"`         // from the turn's start to the request
	FirstShown time.Duration `json:"first_shown_ns"` // from the request to the first visible byte; 0 if none
	Took       time.Duration `json:"took_ns"`
	Finish     Finish        `json:"finish,omitempty"`
	Thought    string        `json:"thought,omitempty"`
	Calls      []string      `json:"calls,omitempty"`
	Retracted  bool          `json:"retracted,omitempty"`
	Error      string        `json:"error,omitempty"`
}
