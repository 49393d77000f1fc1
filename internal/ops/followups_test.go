package ops_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/followup"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// followed tells the follow-ups that somebody sees: what, how far, how it went.
func (h *home) followed(p person.Person) string {
	h.t.Helper()
	list, err := ops.Desk{Ops: h.Ops}.FollowUpList(h.t.Context(), ops.Viewer{As: string(p.ID), View: person.ViewOf(p)})
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, f := range list {
		out = append(out, strings.TrimSpace(fmt.Sprint(f.Key, " ", f.State, " ", f.Outcome)))
	}
	return strings.Join(out, ", ")
}

// due are the keys of what may be raised now.
func (h *home) due(p person.Person) (keys string, list []ops.FollowUp) {
	h.t.Helper()
	list, err := h.FollowUps(h.t.Context(), p, h.Clock.Now())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range list {
		keys = strings.TrimSpace(keys + " " + f.Key)
	}
	return keys, list
}

// TestFollowUp: what the owner says is kept once, is due afterwards, is gone when
// it was talked about, and survives the process.
func TestFollowUp(t *testing.T) {
	h := newHome(t)
	h.exchange(owner, "明日面接なんだ", "面接、応援しています。")
	h.exchange(owner, "明日の面接、緊張する", "大丈夫ですよ。")
	if got := h.followed(owner); got != "interview open" {
		t.Fatal(got)
	}
	if keys, _ := h.due(owner); keys != "" {
		t.Errorf("due before: %s", keys)
	}
	h.restart()
	h.pass(34 * time.Hour)
	keys, list := h.due(owner)
	if keys != "interview" {
		t.Fatalf("due afterwards: %q", keys)
	}
	f := list[0]
	if f.Words != "明日の面接、緊張する" || f.Channel == "" || f.Scope != person.ScopeOwner || f.Since.After(h.Clock.Now().Add(-33*time.Hour)) || f.Source == "" {
		t.Errorf("%+v", f)
	}
	h.exchange(owner, "面接、うまくいったよ！", "よかったですね。")
	if got := h.followed(owner); got != "interview closed good" {
		t.Error(got)
	}
	if keys, _ := h.due(owner); keys != "" {
		t.Errorf("due although it was told: %s", keys)
	}
}

// TestFollowUpMoves: a new date moves it, and calling off drops it.
func TestFollowUpMoves(t *testing.T) {
	h := newHome(t)
	h.exchange(owner, "明日面接なんだ", "はい。")
	h.exchange(owner, "面接、金曜に延びた", "はい。")
	_, list := h.due(owner)
	h.pass(40 * time.Hour)
	if keys, _ := h.due(owner); keys != "" || len(list) != 0 {
		t.Errorf("due at the old time: %s", keys)
	}
	h.pass(66 * time.Hour)
	if keys, _ := h.due(owner); keys != "interview" {
		t.Errorf("not due at the new time: %q %s", keys, h.Clock.Now())
	}
	h.exchange(owner, "面接はなくなった", "はい。")
	if got := h.followed(owner); got != "interview dropped off" {
		t.Error(got)
	}
}

// TestCompanionAsks: what the companion asks about of itself, when it is due, is
// not raised again.
func TestCompanionAsks(t *testing.T) {
	h := newHome(t)
	h.exchange(owner, "明日面接なんだ", "はい。")
	h.pass(34 * time.Hour)
	out := h.exchange(owner, "ただいま", "おかえりなさい。面接はどうでしたか？")
	if got := h.followed(owner); got != "interview raised" {
		t.Fatal(got)
	}
	h.exchange(owner, "面接だめだった", "残念です。")
	list, err := ops.Desk{Ops: h.Ops}.FollowUpList(t.Context(), ops.Viewer{As: "owner", View: person.ViewOf(owner)})
	if err != nil || len(list) != 1 || list[0].State != state.FollowUpClosed || list[0].Outcome != followup.Bad || list[0].Raised != out.ID {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestFollowUpsAreOnesOwn: visitors, strangers and groups have none, and one
// person's are not another's.
func TestFollowUpsAreOnesOwn(t *testing.T) {
	h := newHome(t)
	update := func(fn func(*kv.Tx) error) {
		t.Helper()
		if err := h.DB.Update(fn); err != nil {
			t.Fatal(err)
		}
	}
	update(func(tx *kv.Tx) error { return h.People.Put(tx, aoi) })
	h.exchange(owner, "明日面接なんだ", "はい。")
	h.exchange(aoi, "明日手術なんだ", "はい。")
	h.pass(36 * time.Hour)
	for _, c := range []struct {
		p    person.Person
		want string
	}{{owner, "interview"}, {aoi, "surgery"}, {guest, ""}, {person.Person{ID: "nobody"}, ""}} {
		if got, _ := h.due(c.p); got != c.want {
			t.Errorf("%s: due %q, want %q", c.p.ID, got, c.want)
		}
		if got := h.followed(c.p); (got != "") != (c.want != "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s sees %q", c.p.ID, got)
		}
		_, _, err := ops.Desk{Ops: h.Ops}.DropFollowUp(t.Context(), ops.Viewer{As: string(c.p.ID), View: person.ViewOf(c.p)}, string(h.IDs.New()))
		if err == nil {
			t.Error("an unknown one was dropped")
		}
	}
	_, list := h.due(aoi)
	if _, _, err := (ops.Desk{Ops: h.Ops}).DropFollowUp(t.Context(), ops.Viewer{As: "owner", View: person.ViewOf(owner)}, string(list[0].ID)); err == nil {
		t.Error("the owner's view dropped another's")
	}
	// In a group nothing is kept.
	h.accept(owner, "group", "来週、歯医者に行く")
	tn, ok, err := h.StartTurn(t.Context(), "owner")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	tn.Speaker, tn.View = owner, person.ViewOf(owner, aoi)
	if _, err := h.Finish(t.Context(), tn, turn.Reply{Text: "はい。"}); err != nil {
		t.Fatal(err)
	}
	if got := h.followed(owner); strings.Contains(got, "medical") {
		t.Errorf("kept what was said in a group: %s", got)
	}
}

// TestDroppedAndForgotten: the owner takes one back, and what a record was made
// of goes with the record.
func TestDroppedAndForgotten(t *testing.T) {
	h := newHome(t)
	d := ops.Desk{Ops: h.Ops}
	v := ops.Viewer{As: "owner", View: person.ViewOf(owner)}
	h.exchange(owner, "明日面接なんだ", "はい。")
	h.exchange(owner, "来週の水曜に健康診断を受ける", "はい。")
	list, err := d.FollowUpList(t.Context(), v)
	if err != nil || len(list) != 2 || list[0].Key != "interview" {
		t.Fatalf("%+v, %v", list, err)
	}
	f, changed, err := d.DropFollowUp(t.Context(), v, list[0].Short)
	if err != nil || !changed || f.State != state.FollowUpDropped {
		t.Errorf("%+v %v %v", f, changed, err)
	}
	if _, changed, err = d.DropFollowUp(t.Context(), v, list[0].Short); err != nil || changed {
		t.Errorf("dropped twice: %v %v", changed, err)
	}
	if got := h.followed(owner); got != "medical open, interview dropped" {
		t.Error(got)
	}
	err = h.DB.Update(func(tx *kv.Tx) error { return h.ForgetFollowUps(tx, person.ScopeOwner, []turn.ID{list[1].Source}) })
	if got := h.followed(owner); err != nil || strings.Contains(got, "open") {
		t.Error(got, err)
	}
}

// TestSpokenOnce: the message that raises a follow-up and the note that it was
// raised are one transaction, and it is not offered again.
func TestSpokenOnce(t *testing.T) {
	h := newHome(t)
	h.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
	h.exchange(owner, "明日面接なんだ", "はい。")
	h.pass(34*time.Hour + 30*time.Minute)
	_, list := h.due(owner)
	if len(list) != 1 {
		t.Fatal(list)
	}
	wish := governor.Wish{ID: list[0].ID, Person: owner.ID, Kind: governor.FollowUp, Topic: string(list[0].Topic), Text: "面接、どうでしたか？", Until: list[0].To}
	m, err := h.Speak(t.Context(), wish)
	if err != nil || m.State != state.SpokenQueued {
		t.Fatalf("%+v, %v", m, err)
	}
	if got := h.followed(owner); got != "interview raised" {
		t.Error(got)
	}
	if keys, _ := h.due(owner); keys != "" {
		t.Errorf("offered again: %s", keys)
	}
	if again, err := h.Speak(t.Context(), wish); err != nil || again.ID != m.ID {
		t.Errorf("spoken twice: %+v, %v", again, err)
	}
}

// TestTooMany: only so many are open, and the weakest go.
func TestTooMany(t *testing.T) {
	h := newHome(t)
	scope := person.ScopeOwner
	now := h.Clock.Now()
	err := h.DB.Update(func(tx *kv.Tx) error {
		var s state.FollowUps
		for i := range state.MaxOpenFollowUps + 5 {
			f := state.FollowUp{ID: h.IDs.New(), Scope: scope, State: state.FollowUpOpen, Changed: now,
				Followup: followup.Followup{Key: fmt.Sprint(i), Weight: float64(i%7+1) / 10, From: now, To: now.Add(time.Hour)}}
			if err := s.Put(tx, f); err != nil {
				return err
			}
		}
		return s.Tidy(tx, scope, now)
	})
	if err != nil {
		t.Fatal(err)
	}
	_, list := h.due(owner)
	if len(list) != state.MaxOpenFollowUps || list[0].Weight < list[len(list)-1].Weight {
		t.Errorf("%d open", len(list))
	}
	for _, f := range list {
		if f.Weight < 0.2 {
			t.Errorf("kept a weak one: %+v", f)
		}
	}
	h.pass(2 * time.Hour)
	err = h.DB.Update(func(tx *kv.Tx) error { return (state.FollowUps{}).Tidy(tx, scope, h.Clock.Now()) })
	if got := h.followed(owner); err != nil || strings.Contains(got, "open") || !strings.Contains(got, "expired") {
		t.Error(got, err)
	}
	h.pass(state.KeepFollowUps + time.Hour)
	err = h.DB.Update(func(tx *kv.Tx) error { return (state.FollowUps{}).Tidy(tx, scope, h.Clock.Now()) })
	if got := h.followed(owner); err != nil || got != "" {
		t.Error(got, err)
	}
}

// TestErasedFollowUp: nothing is left of words that are erased.
func TestErasedFollowUp(t *testing.T) {
	h := openErasable(t, t.TempDir(), hashed{}, nil, true)
	t.Cleanup(h.close)
	h.exchange(owner, "明日、黒猫商事の面接なんだ", "", "はい。", "", turn.Recalled{})
	h.exchange(owner, "来週の水曜に健康診断を受ける", "", "はい。", "", turn.Recalled{})
	list := func() (out []ops.FollowUpSeen) {
		t.Helper()
		out, err := h.desk.FollowUpList(t.Context(), ops.Viewer{As: "owner", View: person.ViewOf(owner)})
		h.must(err)
		return out
	}
	if got := list(); len(got) != 2 || !strings.Contains(got[0].Words, "黒猫商事") {
		t.Fatalf("%+v", got)
	}
	d, err := h.eraser.Doom(t.Context(), ops.Viewer{As: "owner", View: person.ViewOf(owner)}, ops.ToErase{Text: "黒猫商事"})
	h.must(err)
	erased, err := h.eraser.Erase(t.Context(), owner, d)
	h.must(err)
	if got := list(); len(got) != 1 || got[0].Key != "medical" {
		t.Errorf("%+v", got)
	}
	if len(erased.Left) > 0 {
		t.Errorf("left: %+v", erased.Left)
	}
}

// TestFollowUpsMeanwhile: what became of a follow-up after the words were read,
// and before they are kept, holds.
func TestFollowUpsMeanwhile(t *testing.T) {
	h := newHome(t)
	h.exchange(owner, "明日、面接なんだ", "はい。")
	asked := h.said(owner, "明後日、健康診断を受けるんだ。面接、うまくいったよ")
	drop := func() {
		if _, _, err := (ops.Desk{Ops: h.Ops}).DropFollowUp(t.Context(), ops.Viewer{As: "owner", View: person.ViewOf(owner)}, h.first(owner)); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.HeardMeanwhile(asked, drop); err != nil {
		t.Fatal(err)
	}
	if got := h.followed(owner); got != "medical open, interview dropped" {
		t.Error(got)
	}
}

// first is the id of the first follow-up that somebody sees.
func (h *home) first(p person.Person) string {
	h.t.Helper()
	list, err := ops.Desk{Ops: h.Ops}.FollowUpList(h.t.Context(), ops.Viewer{As: string(p.ID), View: person.ViewOf(p)})
	if err != nil || len(list) == 0 {
		h.t.Fatal(list, err)
	}
	return list[0].Short
}
