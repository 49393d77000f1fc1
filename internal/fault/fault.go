// Package fault names the kinds of failure the core switches on.
//
// Adapters translate what their library or server says into one of these
// kinds and keep the original as the wrapped error; engines use errors.As and
// never look at texts. The package holds no policy: how long to wait, whether
// to retry and what to tell the person is decided by the caller.
package fault

import (
	"fmt"
	"time"
)

// Temporary means the same call may succeed later. After is the wait the
// other side asked for; zero where it named none.
type Temporary struct {
	After time.Duration
	Err   error
}

func (e *Temporary) Error() string { return fmt.Sprintf("temporary: %v", e.Err) }
func (e *Temporary) Unwrap() error { return e.Err }

// TooLong means the input or the output does not fit. Max is the limit and
// Used what was asked for, both in the unit of the call (tokens for models,
// characters for messages); zero where the other side did not say.
type TooLong struct {
	Max, Used int
	Err       error
}

func (e *TooLong) Error() string { return fmt.Sprintf("too long: %v", e.Err) }
func (e *TooLong) Unwrap() error { return e.Err }

// Blocked means the other side refuses us for good (banned, forbidden, wrong
// key): repeating the call cannot help until a person changes something.
type Blocked struct{ Err error }

func (e *Blocked) Error() string { return fmt.Sprintf("blocked: %v", e.Err) }
func (e *Blocked) Unwrap() error { return e.Err }

// Unavailable means nobody answers: connection refused, no server configured,
// still loading, or every endpoint is down.
type Unavailable struct{ Err error }

func (e *Unavailable) Error() string { return fmt.Sprintf("unavailable: %v", e.Err) }
func (e *Unavailable) Unwrap() error { return e.Err }

// Incomplete means an answer began and then broke off: what arrived must not
// be taken for the whole.
type Incomplete struct{ Err error }

func (e *Incomplete) Error() string { return fmt.Sprintf("incomplete: %v", e.Err) }
func (e *Incomplete) Unwrap() error { return e.Err }
