package ops_test

import (
	"fmt"
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
		{"a change", "あおぞら社に転職しました。通勤が楽になったよ。", owner, "あおぞら社に転職しました", memory.TrustOwner},
		{"of kin", "妹は薬剤師になりました", aoi, "妹は薬剤師になりました", memory.TrustPerson},
		{"of others", "隣の席の田中さんは薬剤師になりました", owner, "", ""},
		{"a liking in passing", "Love the energy there!", owner, "", ""},
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

// TestNoticeWhatChanged: plain words alone end what was known before.
func TestNoticeWhatChanged(t *testing.T) {
	for _, c := range [][2]string{
		{"みなと出版に勤めています", "あおぞら社に転職しました"}, {"電話番号は090-1111-2222です", "電話番号は080-3333-4444に変わりました"},
		{"横浜に住んでいます", "仙台に引っ越しました"}, {"妹は看護師です", "妹は薬剤師になりました"}, {"コーヒーが好きです", "コーヒーはやめました"},
		{"My email is take@old.example", "My email address has changed to take@new.example"},
	} {
		h := newHome(t)
		for i, words := range c {
			if wrote, err := h.Notice(t.Context(), h.said(owner, words), turn.Op(fmt.Sprint("op", i))); err != nil || !wrote {
				t.Fatalf("%q: wrote %v, %v", words, wrote, err)
			}
		}
		for _, r := range h.records(person.ScopeOwner) {
			if (r.Status == memory.Active) != (r.Content == c[1]) {
				t.Errorf("%q is %s", r.Content, r.Status)
			}
		}
	}
}
