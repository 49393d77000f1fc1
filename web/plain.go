package web

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Handler serves the pages and the health checks alone: nobody can sign in.
func Handler(ready Ready) http.Handler {
	s, err := New(Options{Doors: shut{}, Ready: ready, Lang: text.En, Clock: clock.Real{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err) // embedded files can be read and there are no origins
	}
	return s.Handler()
}

type shut struct{}

func (shut) Enter(context.Context, string) (string, error) { return "", people.ErrCode }
func (shut) Leave(context.Context, string) error           { return nil }
func (shut) Who(context.Context, string) (p person.Person, conv turn.Conv, ok bool) {
	return p, "", false
}
