package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Recollection tells what came to mind for a reply. internal/ops implements
// it.
type Recollection interface {
	// WhyReply is about a reply to that person, through their eyes alone; id is
	// that of the reply, of its turn or of a message that it answers. One that
	// is not known is an *ops.Problem.
	WhyReply(ctx context.Context, p person.Person, id turn.ID) (ops.Why, error)
}

// recollection is what a page is told about a reply: the memories that the
// model was given with the message, not those that were only looked at.
type recollection struct {
	Looked   bool       `json:"looked"`           // memory was looked into at all
	Reason   string     `json:"reason,omitempty"` // why related memories were let in, or not
	Memories []memorial `json:"memories"`
}

// memorial is one memory that was given.
type memorial struct {
	Text    string         `json:"text"` // "" where it is gone by now
	At      time.Time      `json:"at,omitzero"`
	From    ops.MemoryKind `json:"from,omitempty"`    // record, file or line; "" for what is gone and for skills
	Speaker string         `json:"speaker,omitempty"` // of a line: person or companion
	Channel string         `json:"channel"`           // profile, recent, related or skills
	Words   bool           `json:"words,omitempty"`   // it has words of the message
	Meaning bool           `json:"meaning,omitempty"` // it is near by meaning
}

// why answers what came to mind for a reply.
func (s *Server) why(w http.ResponseWriter, r *http.Request, v visitor) {
	id := turn.ID(r.FormValue("turn"))
	if id.Time().IsZero() {
		s.refuse(w, badRequest, "field", "turn")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), linesWithin)
	defer cancel()
	found, err := s.Recollection.WhyReply(ctx, v.person, id)
	var unknown *ops.Problem
	switch {
	case errors.As(err, &unknown):
		s.refuse(w, notFound)
	case err != nil:
		s.Log.Error("look up what came to mind", "turn", id, "err", err)
		s.refuse(w, unavailable)
	default:
		reply(w, http.StatusOK, recollectionOf(found))
	}
}

func recollectionOf(w ops.Why) recollection {
	out := recollection{Memories: []memorial{}}
	if w.Recall == nil {
		return out
	}
	out.Looked, out.Reason = true, w.Recall.Gate.Reason
	ways := map[string]ops.RecallCandidate{}
	for _, c := range w.Recall.Candidates {
		ways[c.ID] = c
	}
	for _, c := range w.Recall.Channels {
		for _, m := range c.Items {
			way := ways[m.ID]
			out.Memories = append(out.Memories, memorial{
				Text: m.Text, At: m.At, From: m.Kind, Speaker: m.Speaker, Channel: c.Name,
				Words: way.WordsRank > 0, Meaning: way.MeaningRank > 0,
			})
		}
	}
	return out
}
