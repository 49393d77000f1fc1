package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/learn"
)

// refusal is a way to say no over HTTP.
type refusal struct {
	status int
	code   string
	text   catalog.Key
}

var (
	badRequest  = refusal{http.StatusBadRequest, "bad_request", catalog.WebBadRequest}
	signedOut   = refusal{http.StatusUnauthorized, "signed_out", catalog.WebSignedOut}
	badCode     = refusal{http.StatusUnauthorized, "bad_code", catalog.WebBadCode}
	badOrigin   = refusal{http.StatusForbidden, "bad_origin", catalog.WebBadOrigin}
	notFound    = refusal{http.StatusNotFound, "not_found", catalog.WebNotKept}
	noReply     = refusal{http.StatusNotFound, "not_found", catalog.WebNoReply}
	badHost     = refusal{http.StatusMisdirectedRequest, "bad_host", catalog.WebBadHost}
	tooFast     = refusal{http.StatusTooManyRequests, "too_fast", catalog.WebTooFast}
	unavailable = refusal{http.StatusServiceUnavailable, "unavailable", catalog.WebUnavailable}
)

type problem struct {
	Error problemDetail `json:"error"`
}

type problemDetail struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// refuse answers with a code for programs and a sentence for people. slots are
// those of the sentence.
func (s *Server) refuse(w http.ResponseWriter, no refusal, slots ...string) {
	reply(w, no.status, problem{problemDetail{Code: no.code, Message: catalog.Text(s.Lang, no.text, slots...)}})
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client left
}

// visitor is who a request comes from.
type visitor struct {
	token  string
	person person.Person
	conv   turn.Conv
}

// signedIn lets only requests with a valid session through.
func (s *Server) signedIn(next func(http.ResponseWriter, *http.Request, visitor)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := tokenOf(r)
		if token == "" {
			s.refuse(w, signedOut)
			return
		}
		p, conv, ok := s.Doors.Who(r.Context(), token)
		if !ok {
			s.refuse(w, signedOut)
			return
		}
		next(w, r, visitor{token: token, person: p, conv: conv})
	}
}

func (s *Server) me(w http.ResponseWriter, r *http.Request, v visitor) {
	s.setCookie(w, r, v.token, sessionFor) // every visit gives the session its whole life back
	reply(w, http.StatusOK, s.Me(r.Context(), v.person))
}

// How many lines a page of the conversation has.
const (
	usualLines = 50
	mostLines  = 200
)

// line is a line of the conversation as a page shows it.
type line struct {
	ID      turn.ID    `json:"id"`
	At      time.Time  `json:"at"`
	Role    diary.Role `json:"role"`
	Text    string     `json:"text"`
	HTML    string     `json:"html"`
	Channel string     `json:"channel,omitempty"`
	Ref     turn.ID    `json:"ref,omitempty"`

	Reaction learn.Reaction `json:"reaction,omitempty"` // the owner's thumb under a reply

	Offers []turn.Offer `json:"offers,omitempty"` // that can be taken under what was said unasked
	Taken  turn.Offer   `json:"taken,omitempty"`  // the one that was
}

type page struct {
	Lines []line `json:"lines"`
	More  bool   `json:"more"`
}

// linesWithin bounds how long reading the conversation may take.
const linesWithin = 10 * time.Second

func (s *Server) lines(w http.ResponseWriter, r *http.Request, v visitor) {
	limit, before := usualLines, turn.ID(r.FormValue("before"))
	if raw := r.FormValue("limit"); raw != "" {
		n, err := strconv.Atoi(raw)
		if err != nil || n < 1 || n > mostLines {
			s.refuse(w, badRequest, "field", "limit")
			return
		}
		limit = n
	}
	if before != "" && before.Time().IsZero() {
		s.refuse(w, badRequest, "field", "before")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), linesWithin)
	defer cancel()
	found, more, err := s.Conversation.Lines(ctx, v.person, v.conv, before, limit)
	if err != nil {
		s.Log.Error("read conversation", "conv", v.conv, "err", err)
		s.refuse(w, unavailable)
		return
	}
	out := page{Lines: make([]line, len(found)), More: more}
	for i, l := range found {
		out.Lines[i] = line{ID: l.ID, At: l.At, Role: l.Role, Text: l.Text, HTML: s.Hub.render(l.Text), Channel: l.Channel, Ref: l.Ref}
	}
	s.reacted(ctx, v.person, out.Lines)
	s.offered(ctx, v.person, out.Lines)
	reply(w, http.StatusOK, out)
}
