package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/learn"
)

// thumbs keeps those of the owner under the replies it knows.
type thumbs struct {
	under  map[turn.ID]learn.Reaction
	broken error
}

func (f *thumbs) React(_ context.Context, p person.Person, id turn.ID, r learn.Reaction) error {
	_, known := f.under[id]
	switch {
	case f.broken != nil:
		return f.broken
	case p.Role != person.Owner:
		return ops.ErrNotOwner
	case !known:
		return &ops.Problem{Code: ops.UnknownMemory}
	}
	f.under[id] = r
	return nil
}

func (f *thumbs) Reactions(context.Context, person.Person, []turn.ID) (map[turn.ID]learn.Reaction, error) {
	return f.under, f.broken
}

func TestFeedback(t *testing.T) {
	ids := turn.NewIDs(time.Now)
	id, f := ids.New(), &thumbs{under: map[turn.ID]learn.Reaction{}}
	f.under[id] = ""
	h := newHome(t, func(s *Server) { s.Feedback = f })
	post := func(token, body string) (int, string) {
		resp := h.request("POST", "/api/v1/feedback", token, body, nil)
		var got problem
		if resp.StatusCode != http.StatusNoContent {
			if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
				t.Fatal(err)
			}
		}
		return resp.StatusCode, got.Error.Code
	}
	of := func(id, r string) string { return `{"reply":"` + id + `","reaction":"` + r + `"}` }
	for _, c := range []struct {
		token, body string
		broken      error
		status      int
		code        string
		then        learn.Reaction
	}{
		{"sensei", of(string(id), "up"), nil, 204, "", learn.Up},
		{"sensei", of(string(id), "down"), nil, 204, "", learn.Down},
		{"aoi", of(string(id), "up"), nil, 404, "not_found", learn.Down},
		{"", of(string(id), "up"), nil, 401, "signed_out", learn.Down},
		{"sensei", of(string(ids.New()), "up"), nil, 404, "not_found", learn.Down},
		{"sensei", of("x", "up"), nil, 400, "bad_request", learn.Down},
		{"sensei", of(string(id), "sideways"), nil, 400, "bad_request", learn.Down},
		{"sensei", "{", nil, 400, "bad_request", learn.Down},
		{"sensei", strings.Repeat(" ", maxBody) + of(string(id), "up"), nil, 400, "bad_request", learn.Down},
		{"sensei", of(string(id), "up"), errors.New("disk"), 503, "unavailable", learn.Down},
		{"sensei", of(string(id), ""), nil, 204, "", ""},
	} {
		f.broken = c.broken
		if status, code := post(c.token, c.body); status != c.status || code != c.code || f.under[id] != c.then {
			t.Errorf("%s posts %.60q: %d %s, then %q", c.token, c.body, status, code, f.under[id])
		}
	}
	resp := h.request("POST", "/api/v1/feedback", "sensei", of(string(id), "up"), func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	if resp.StatusCode != http.StatusForbidden || f.under[id] != "" {
		t.Errorf("another site: %s", resp.Status)
	}
}

// TestThumbsStandUnderReplies: a page that is opened again shows them, and is
// shown without them where they cannot be read.
func TestThumbsStandUnderReplies(t *testing.T) {
	id, f := turn.NewIDs(time.Now).New(), &thumbs{}
	h := newHome(t, func(s *Server) { s.Feedback = f })
	h.book.lines = []diary.Line{{ID: id, Conv: "owner", Role: diary.Companion, Text: "hi"}}
	for _, want := range []learn.Reaction{learn.Down, ""} {
		f.under = map[turn.ID]learn.Reaction{id: want}
		if want == "" {
			f.under, f.broken = nil, errors.New("disk")
		}
		var got page
		if err := json.NewDecoder(h.request("GET", "/api/v1/conversation", "sensei", "", nil).Body).Decode(&got); err != nil || len(got.Lines) != 1 || got.Lines[0].Reaction != want {
			t.Errorf("%+v, %v", got, err)
		}
	}
}
