// Package tool is the vocabulary of the tools a model may ask for: what a tool
// is called and takes, who may use it, what it does to the world, one call of
// it and what came back.
//
// It holds plain values only: it runs nothing, reads nothing and decides
// nothing. How a call is found in a text and how a tool is described to the
// model is agent/toolcall's job; what a tool does is its owner's.
package tool

import (
	"encoding/json"
	"time"
)

// Effect says what running a tool does to the world outside the reply.
type Effect int

const (
	Read  Effect = iota // looks something up; may be repeated freely
	Write               // changes what is remembered; repeated only under the same Call.Op
	Send                // reaches a person; never repeated on doubt
)

// Permission is the least standing a person needs for a tool to run on their words.
type Permission int

const (
	Visitor Permission = iota // anyone who may talk at all
	Person                    // a known person, on their own data
	Owner                     // the owner alone
)

// Promise is what a sentence of the companion's may claim was written down, and
// what a write of a tool makes true.
type Promise string

const (
	Memory   Promise = "memory"   // something is remembered
	Update   Promise = "update"   // what was remembered already is filed otherwise
	Forget   Promise = "forget"   // something is not remembered any more
	Calendar Promise = "calendar" // something stands in the calendar
	Reminder Promise = "reminder" // the person will be reminded
)

// Type is the JSON type of a parameter.
type Type string

const (
	String  Type = "string"
	Integer Type = "integer"
	Number  Type = "number"
	Boolean Type = "boolean"
	Array   Type = "array"
	Object  Type = "object"
)

// Param is one parameter of a tool.
type Param struct {
	Name     string
	Type     Type
	Items    Type     // type of an Array's elements; empty = any
	Required bool     // a call without it is refused
	Enum     []string // allowed values of a String; empty = any
	MaxLen   int      // most characters of a String, or elements of an Array; 0 = no limit
}

// Spec declares one tool.
type Spec struct {
	Name       string // lower_snake_case, unique among the registered tools
	Params     []Param
	Effect     Effect
	Permission Permission
	Timeout    time.Duration // how long one run may take; 0 = the caller's default

	Keeps Promise // what a run that wrote (Result.Wrote) keeps; empty = no promise
	// Content names the one parameter, a string, with which the tool keeps a
	// promise by itself: all it needs is what the promise is about. Empty where
	// it needs more.
	Content string
}

// Param returns the parameter of that name.
func (s Spec) Param(name string) (Param, bool) {
	for _, p := range s.Params {
		if p.Name == name {
			return p, true
		}
	}
	return Param{}, false
}

// Unasked reports whether the companion may use the tool where nobody has
// spoken: it may look, remember, and choose its own pace. Calendars, reminders
// and what is to be forgotten are for people to ask for: a text from outside
// that is looked at must not be able to.
func (s Spec) Unasked() bool {
	return s.Effect == Read || s.Effect == Write && s.Keeps != Calendar && s.Keeps != Reminder && s.Keeps != Forget
}

// schema is the part of JSON Schema (draft 2020-12) that a Spec can say.
type schema struct {
	Type                 Type              `json:"type"`
	Properties           map[string]schema `json:"properties,omitempty"`
	Required             []string          `json:"required,omitempty"`
	Items                *schema           `json:"items,omitempty"`
	Enum                 []string          `json:"enum,omitempty"`
	MaxLength            int               `json:"maxLength,omitempty"`
	MaxItems             int               `json:"maxItems,omitempty"`
	AdditionalProperties *bool             `json:"additionalProperties,omitempty"`
}

// Schema returns the JSON Schema of the tool's arguments: an object with the
// declared parameters and nothing else.
func (s Spec) Schema() json.RawMessage {
	closed := false
	root := schema{Type: Object, Properties: map[string]schema{}, AdditionalProperties: &closed}
	for _, p := range s.Params {
		one := schema{Type: p.Type, Enum: p.Enum}
		switch p.Type {
		case Array:
			one.MaxItems = p.MaxLen
			if p.Items != "" {
				one.Items = &schema{Type: p.Items}
			}
		case String:
			one.MaxLength = p.MaxLen
		}
		root.Properties[p.Name] = one
		if p.Required {
			root.Required = append(root.Required, p.Name)
		}
	}
	raw, err := json.Marshal(root)
	if err != nil {
		panic(err) // strings, ints and a bool always marshal
	}
	return raw
}

// Call is one request of the model to run a tool.
type Call struct {
	Name string
	Args json.RawMessage // a JSON object
	Op   string          // identity of the effect (turn/round/index); empty until the turn numbers it
}

// Result is what came of a call, as it goes back to the model.
type Result struct {
	Text  string
	Err   bool // Text tells the model what went wrong and how to mend the call
	Empty bool `json:",omitempty"` // it was looked for and there is nothing; Text says so
	Wrote bool // what the call asks for is so now: a promise ("saved it") is kept

	Also Promise `json:",omitempty"` // another promise that this run kept, besides its tool's
}

// Status is a result in one word: what a reader of prompts goes by, as the
// texts change with language and time.
type Status string

const (
	StatusOK    Status = "ok"
	StatusError Status = "error" // nothing was done
	StatusEmpty Status = "empty" // nothing was found
)

// Status says how the call went.
func (r Result) Status() Status {
	switch {
	case r.Err:
		return StatusError
	case r.Empty:
		return StatusEmpty
	default:
		return StatusOK
	}
}

// Kept are the promises that a result of this tool has kept: none where it
// wrote nothing, or failed.
func (s Spec) Kept(r Result) (kept []Promise) {
	if !r.Wrote || r.Err {
		return nil
	}
	for _, p := range []Promise{s.Keeps, r.Also} {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}
