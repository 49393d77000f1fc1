package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/turn"
)

// Frames of the protocol, as docs/PROTOCOL.md describes them.

const (
	protocol = "kokoron.v1"
	maxFrame = 128 << 10 // bytes
	maxExt   = 100       // characters
)

// up is a frame from a client.
type up struct {
	Type  string `json:"type"`
	Epoch string `json:"epoch"`
	N     int64  `json:"n"`
	Ext   string `json:"ext"`
	Text  string `json:"text"`

	ID    turn.ID    `json:"id"` // of the message under which Offer stands
	Offer turn.Offer `json:"offer"`
}

// decode reads a client's frame. The error says, for the client's maker, what
// is wrong with it.
func decode(raw []byte) (u up, err error) {
	if !utf8.Valid(raw) {
		return up{}, errors.New("the frame is not UTF-8")
	}
	if err := json.Unmarshal(raw, &u); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) && kind.Field != "" {
			return up{}, fmt.Errorf("%s has the wrong type", kind.Field)
		}
		return up{}, errors.New("the frame is not a JSON object")
	}
	switch u.Type {
	case "hello":
		if u.N < 0 {
			err = errors.New("n is negative")
		}
	case "say", "take":
		if n := utf8.RuneCountInString(u.Ext); n == 0 || n > maxExt {
			err = fmt.Errorf("ext has %d characters, want 1 to %d", n, maxExt)
		} else if u.Type == "take" && (u.ID == "" || u.Offer == "") {
			err = errors.New("id or offer is missing")
		}
	case "stop", "ping":
	case "":
		err = errors.New("the frame has no type")
	default:
		err = errors.New("the frame's type is unknown")
	}
	if err != nil {
		return up{}, err
	}
	return u, nil
}

type welcome struct {
	Type    string `json:"type"`
	V       int    `json:"v"`
	Epoch   string `json:"epoch"`
	N       int64  `json:"n"`
	Resumed bool   `json:"resumed"`
	Open    *open  `json:"open,omitempty"`
}

type open struct {
	Turn turn.ID `json:"turn"`
	Text string  `json:"text"`
}

type event struct {
	Type    string     `json:"type"`
	N       int64      `json:"n"`
	Kind    turn.Kind  `json:"kind"`
	Turn    turn.ID    `json:"turn,omitempty"`
	ID      turn.ID    `json:"id,omitempty"`
	Text    string     `json:"text,omitempty"`
	HTML    string     `json:"html,omitempty"`
	At      *time.Time `json:"at,omitempty"`
	Channel string     `json:"channel,omitempty"`
	Ext     string     `json:"ext,omitempty"`
	Answers []turn.ID  `json:"answers,omitempty"`

	Offers []turn.Offer `json:"offers,omitempty"` // under a reply
	Offer  turn.Offer   `json:"offer,omitempty"`  // that was taken
}

// answer is what one client is told about its own frame: ack, refused, answer
// or pong.
type answer struct {
	Type    string  `json:"type"`
	Ext     string  `json:"ext,omitempty"`
	ID      turn.ID `json:"id,omitempty"`
	Code    string  `json:"code,omitempty"`
	Message string  `json:"message,omitempty"`
	Text    string  `json:"text,omitempty"`
}

// parting is how a socket ends.
type parting struct {
	code   int
	reason string
}

var (
	goingAway  = parting{1001, "the server goes away"}
	silent     = parting{1001, "nothing was heard from you"}
	signedAway = parting{4401, "the session is void"}
	tooSlow    = parting{4408, "you read too slowly"}
	flood      = parting{4429, "too many frames"}
)

// misunderstood closes the socket of a client that speaks wrongly.
func misunderstood(err error) parting { return parting{1008, err.Error()} }
