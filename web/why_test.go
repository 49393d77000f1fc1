package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func TestWhy(t *testing.T) {
	h := newHome(t, nil)
	id := turn.NewIDs(time.Now).New()
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	kept := ops.Memory{ID: "r", Kind: ops.InLedger, Text: "猫の名前はタマ", At: at}
	said := ops.Memory{ID: "l", Kind: ops.InDiary, Text: "タマが来た", At: at, Speaker: "person"}
	h.mind.of = map[person.ID]map[turn.ID]ops.Why{sensei.ID: {id: {
		Turn: id, Model: "secret model", Error: "http://10.0.0.1 is down",
		Recall: &ops.Recall{
			Gate: memory.GateTrace{Open: true, Reason: "coverage"},
			Channels: []ops.RecallChannel{
				{Name: "profile", Items: []ops.Memory{{ID: "gone", Gone: true}}},
				{Name: "related", Items: []ops.Memory{kept, said}},
				{Name: "skills", Items: []ops.Memory{{ID: "skill:tea", Text: "tea"}}},
			},
			Candidates: []ops.RecallCandidate{
				{Candidate: memory.Candidate{ID: "r", WordsRank: 1, MeaningRank: 2, Injected: true}, Memory: kept},
				{Candidate: memory.Candidate{ID: "l", MeaningRank: 1, Injected: true}, Memory: said},
				{Candidate: memory.Candidate{ID: "x", WordsRank: 3, Dropped: "weak"}, Memory: ops.Memory{ID: "x", Text: "not given"}},
			},
		},
	}}}
	resp := h.request("GET", "/api/v1/why?turn="+string(id), "sensei", "", nil)
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status, err)
	}
	// Nothing of the server, and nothing that was only looked at.
	want := `{"looked":true,"reason":"coverage","memories":[{"text":"","channel":"profile"},` +
		`{"text":"猫の名前はタマ","at":"2026-11-28T09:00:00Z","from":"record","channel":"related","words":true,"meaning":true},` +
		`{"text":"タマが来た","at":"2026-11-28T09:00:00Z","from":"line","speaker":"person","channel":"related","meaning":true},` +
		`{"text":"tea","channel":"skills"}]}` + "\n"
	if diff := cmp.Diff(want, string(body)); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		token, query string
		broken       error
		status       int
		code         string
	}{
		{"", string(id), nil, http.StatusUnauthorized, "signed_out"},
		{"aoi", string(id), nil, http.StatusNotFound, "not_found"}, // another's reply
		{"sensei", string(turn.NewIDs(time.Now).New()), nil, http.StatusNotFound, "not_found"},
		{"sensei", "", nil, http.StatusBadRequest, "bad_request"},
		{"sensei", "01a22a4d", nil, http.StatusBadRequest, "bad_request"},
		{"sensei", string(id), errors.New("disk"), http.StatusServiceUnavailable, "unavailable"},
	} {
		h.mind.broken = c.broken
		resp := h.request("GET", "/api/v1/why?turn="+c.query, c.token, "", nil)
		var got problem
		if err := json.NewDecoder(resp.Body).Decode(&got); err != nil || resp.StatusCode != c.status || got.Error.Code != c.code {
			t.Errorf("%s asks about %q: %s, %+v, %v", c.token, c.query, resp.Status, got, err)
		}
	}
}

func TestWhyOfATurnThatLookedForNothing(t *testing.T) {
	if diff := cmp.Diff(recollection{Memories: []memorial{}}, recollectionOf(ops.Why{})); diff != "" {
		t.Error(diff)
	}
}
