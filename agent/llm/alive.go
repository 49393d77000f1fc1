package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// aliveWithin bounds one look at whether a server is there.
const aliveWithin = 5 * time.Second

// Alive asks the endpoints in order whether they are there, resting ones too,
// and is nil once one is; else the error of the first. It costs a server
// nothing but the list of its models, and changes nothing.
func (c *Client) Alive(ctx context.Context) (err error) {
	for _, e := range c.endpoints {
		failed := e.alive(ctx)
		if failed == nil {
			return nil
		}
		if err == nil {
			err = fmt.Errorf("%s: %w", host(e.conf.URL), failed)
		}
	}
	return err
}

func (e *endpoint) alive(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, aliveWithin)
	defer cancel()
	_, err := e.list(ctx)
	var api *APIError
	if errors.As(err, &api) && api.Status < http.StatusInternalServerError {
		return nil // it refuses to list, or to list to us, but it is there
	}
	return err
}

// Again lets the next call try every endpoint, also those that rest. It is for
// when there is reason to believe that they are back.
func (c *Client) Again() {
	for _, e := range c.endpoints {
		e.again(c.clock.Now())
	}
}

// again ends a rest: the next call tries.
func (b *breaker) again(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Before(b.until) {
		b.until = now
	}
}
