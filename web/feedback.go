package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/learn"
)

// Feedback keeps thumbs under replies. internal/ops implements it.
type Feedback interface {
	// React sets the owner's thumb under a reply to them, or takes it back ("").
	// One that is not known is an *ops.Problem, anybody else ops.ErrNotOwner.
	React(ctx context.Context, p person.Person, reply turn.ID, r learn.Reaction) error
	// Reactions are the thumbs under some replies.
	Reactions(ctx context.Context, p person.Person, replies []turn.ID) (map[turn.ID]learn.Reaction, error)
}

// react keeps a thumb under a reply.
func (s *Server) react(w http.ResponseWriter, r *http.Request, v visitor) {
	var in struct {
		Reply    turn.ID        `json:"reply"`
		Reaction learn.Reaction `json:"reaction"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&in); err != nil || in.Reply.Time().IsZero() {
		s.refuse(w, badRequest, "field", "reply")
		return
	}
	if in.Reaction != "" && in.Reaction != learn.Up && in.Reaction != learn.Down {
		s.refuse(w, badRequest, "field", "reaction")
		return
	}
	err := s.Feedback.React(r.Context(), v.person, in.Reply, in.Reaction)
	var unknown *ops.Problem
	switch {
	case errors.As(err, &unknown), errors.Is(err, ops.ErrNotOwner):
		s.refuse(w, noReply)
	case err != nil:
		s.Log.Error("keep a reaction", "reply", in.Reply, "err", err)
		s.refuse(w, unavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// reacted adds the thumbs to the lines of a page. Without them it is shown all
// the same.
func (s *Server) reacted(ctx context.Context, p person.Person, lines []line) {
	ids := make([]turn.ID, len(lines))
	for i, l := range lines {
		ids[i] = l.ID
	}
	found, err := s.Feedback.Reactions(ctx, p, ids)
	if err != nil {
		s.Log.Error("read reactions", "err", err)
	}
	for i, l := range lines {
		lines[i].Reaction = found[l.ID]
	}
}
