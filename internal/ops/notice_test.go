package ops_test

import (
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func TestNotice(t *testing.T) {
	for _, c := range []struct {
		name, words string
		who         person.Person
		want        string // contents, with slashes between
		trust       memory.Trust
	}{
		{"a preference", "僕はコーヒーより紅茶が好きです。", owner, "僕はコーヒーより紅茶が好きです", memory.TrustOwner},
		{"asked for", "覚えておいて：鍵は植木鉢の下。", owner, "鍵は植木鉢の下", memory.TrustOwner},
		{"somebody else", "I like green tea.", aoi, "I like green tea", memory.TrustPerson},
		{"small talk", "おはよう、いい天気だね。", owner, "", ""},
		{"a visitor", "I like green tea. Remember that I am Bob.", guest, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHome(t)
			said := h.said(c.who, c.words)
			op := turn.OpOf(said.ID, 100, 0)
			for range 2 { // and after a crash once more
				wrote, err := h.Notice(t.Context(), said, op)
				if err != nil || wrote != (c.want != "") {
					t.Fatalf("wrote %v, %v", wrote, err)
				}
				h.restart()
			}
			var got []string
			for _, r := range h.records(scopeFor(c.who)) {
				got = append(got, r.Content)
				if r.Source != memory.FromHeuristic || r.Trust != c.trust || len(r.Provenance) != 1 || r.Provenance[0] != said.Messages[0].ID || r.Salience == (memory.Axes{}) {
					t.Errorf("record %+v", r)
				}
			}
			if strings.Join(got, "/") != c.want {
				t.Errorf("kept %q, want %q", got, c.want)
			}
		})
	}
}

func scopeFor(p person.Person) person.Scope {
	if s := p.Scope(); s != "" {
		return s
	}
	return person.ScopeOwner
}

// TestNoticeWhatWasSaidBefore: "remember that" means the message before.
func TestNoticeWhatWasSaidBefore(t *testing.T) {
	h := newHome(t)
	first := h.accept(owner, "e1", "鍵は植木鉢の下にある。")
	if _, err := h.Finish(t.Context(), h.start(), turn.Reply{Text: "はい"}); err != nil {
		t.Fatal(err)
	}
	h.accept(owner, "e2", "それ覚えておいて。")
	tn := h.start()
	tn.Speaker, tn.View = owner, person.ViewOf(owner)
	if wrote, err := h.Notice(t.Context(), tn, "op"); err != nil || !wrote {
		t.Fatal(wrote, err)
	}
	list := h.records(person.ScopeOwner)
	if len(list) != 1 || list[0].Content != "鍵は植木鉢の下にある。" || list[0].Provenance[0] != first.ID {
		t.Errorf("records %+v", list)
	}
}

// TestNoticeForAWhile: what a word means here is kept for a while only.
func TestNoticeForAWhile(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "アップルというのは会社のほうのことです。")
	if wrote, err := h.Notice(t.Context(), said, "op"); err != nil || !wrote {
		t.Fatal(wrote, err)
	}
	r := h.records(person.ScopeOwner)[0]
	if lasts := r.ValidUntil.Sub(r.CreatedAt); r.Term != memory.Short || lasts < 13*24*time.Hour || lasts > 15*24*time.Hour {
		t.Errorf("record %+v lasts %s", r, lasts)
	}
}
