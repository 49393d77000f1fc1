package chroma

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	chhttp "github.com/amikos-tech/chroma-go/pkg/commons/http"

	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/memory"
)

var (
	// errGone says that the server has no such collection.
	errGone = errors.New("the collection is not there")
	// errStays says that deleted rows are still found.
	errStays = errors.New("deleted, but still there")
	// dimension is how the server says that vectors do not fit a collection.
	dimension = regexp.MustCompile(`dimension of (\d+), got (\d+)`)
)

// maxErrorText bounds what an error repeats of the server's words, in bytes.
const maxErrorText = 300

// call runs one step with the time limit of a request and translates its
// error.
func (s *Store) call(ctx context.Context, step func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	err := step(limited)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil: // the library hides it
		return ctx.Err()
	case limited.Err() != nil:
		return &fault.Temporary{Err: fmt.Errorf("no answer within %v", s.cfg.Timeout)}
	}
	return kind(err)
}

// kind translates an error of the library. It says ErrorCode 0 where no answer
// came; everything that is no *ChromaError is an answer it could not read.
func kind(err error) error {
	var said *chhttp.ChromaError
	if errors.Is(err, errStays) {
		return &fault.Temporary{Err: err}
	}
	if !errors.As(err, &said) {
		return incomplete(err)
	}
	err = fmt.Errorf("chroma says %d: %.*s", said.ErrorCode, maxErrorText, said.Message)
	if m := dimension.FindStringSubmatch(said.Message); m != nil {
		want, _ := strconv.Atoi(m[1]) // digits
		got, _ := strconv.Atoi(m[2])
		return &memory.DimensionError{Want: want, Got: got}
	}
	switch code := said.ErrorCode; {
	case code == 0:
		return &fault.Unavailable{Err: fmt.Errorf("chroma does not answer: %.*s", maxErrorText, said.Message)}
	case code == http.StatusNotFound:
		return errGone
	case code == http.StatusRequestEntityTooLarge:
		return &fault.TooLong{Err: err}
	case code == http.StatusTooManyRequests, code == http.StatusRequestTimeout, code >= 500:
		return &fault.Temporary{Err: err}
	}
	return &fault.Blocked{Err: err}
}

func incomplete(err error) error { return &fault.Incomplete{Err: err} }
