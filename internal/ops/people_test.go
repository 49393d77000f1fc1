package ops_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

func (h *home) wait(d time.Duration) {
	clk := h.Clock.(*stepClock)
	clk.at = clk.at.Add(d)
}

func (h *home) admit(p person.Person) {
	h.t.Helper()
	if err := h.DB.Update(func(tx *kv.Tx) error { return h.People.Put(tx, p) }); err != nil {
		h.t.Fatal(err)
	}
}

func TestSpeaker(t *testing.T) {
	h := newHome(t)
	h.admit(aoi)
	h.admit(person.Person{ID: "turned away", Role: person.Stranger})
	for id, want := range map[person.ID]person.Person{owner.ID: owner, aoi.ID: aoi, "turned away": {}, "nobody": {}} {
		p, ok := h.Speaker(t.Context(), id)
		if ok != (want.ID != "") || ok && p != want {
			t.Errorf("%s: %+v, %v", id, p, ok)
		}
	}
}

// TestClaim: the code makes one user of a channel the owner, once.
func TestClaim(t *testing.T) {
	h := newHome(t)
	ctx := t.Context()
	if _, _, known, err := h.Identify(ctx, "telegram", "77"); known || err != nil {
		t.Errorf("a stranger is known: %v, %v", known, err)
	}
	code, err := h.ClaimCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := h.Claim(ctx, "telegram", "66", "", "guess"); ok || err != nil {
		t.Errorf("a guess: %v, %v", ok, err)
	}
	h.restart()
	if ok, err := h.Claim(ctx, "telegram", "77", "", code); !ok || err != nil {
		t.Errorf("the code: %v, %v", ok, err)
	}
	if ok, err := h.Claim(ctx, "telegram", "66", "", code); ok || err != nil {
		t.Errorf("the code again: %v, %v", ok, err)
	}
	p, conv, known, err := h.Identify(ctx, "telegram", "77")
	if err != nil || !known || p != owner || conv != ops.ConversationOf(owner) {
		t.Errorf("identified %+v in %q, %v, %v", p, conv, known, err)
	}
	if at, ok, err := h.Address(ctx, "telegram", owner.ID); at != "77" || !ok || err != nil {
		t.Errorf("address %q, %v, %v", at, ok, err)
	}
	if err := h.OwnerIs(ctx, "telegram", "88"); err != nil {
		t.Fatal(err)
	}
	if _, _, known, _ := h.Identify(ctx, "telegram", "77"); known {
		t.Error("the owner's former name is still the owner")
	}
}

// TestEnter: a link signs one browser in, once, and leaving voids it.
func TestEnter(t *testing.T) {
	h := newHome(t)
	ctx := t.Context()
	old, err := h.EnterCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	code, err := h.EnterCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{old, "", "guess"} {
		if token, err := h.Enter(ctx, bad); token != "" || !errors.Is(err, people.ErrCode) {
			t.Errorf("%q: %q, %v", bad, token, err)
		}
	}
	token, err := h.Enter(ctx, code)
	if err != nil || token == "" {
		t.Fatal(token, err)
	}
	if again, err := h.Enter(ctx, code); again != "" || !errors.Is(err, people.ErrCode) {
		t.Errorf("the code again: %q, %v", again, err)
	}
	h.restart()
	for range 3 { // used now and then it lasts
		h.wait(60 * 24 * time.Hour)
		if p, conv, ok := h.Who(ctx, token); !ok || p != owner || conv != ops.ConversationOf(owner) {
			t.Fatalf("%+v in %q, %v", p, conv, ok)
		}
	}
	for _, other := range []string{"", "guess", code} {
		if _, _, ok := h.Who(ctx, other); ok {
			t.Errorf("%q is somebody", other)
		}
	}
	if err := h.Leave(ctx, token); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := h.Who(ctx, token); ok {
		t.Error("still signed in")
	}
	late, err := h.EnterCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	h.wait(time.Hour)
	if _, err := h.Enter(ctx, late); !errors.Is(err, people.ErrCode) {
		t.Errorf("an old code: %v", err)
	}
}

// TestLines pages through a conversation, with what waits for its turn, and
// shows nobody another's.
func TestLines(t *testing.T) {
	h := newHome(t)
	for _, words := range []string{"一", "二", "三"} {
		h.accept(owner, "", words)
		if _, err := h.Finish(t.Context(), h.start(), turn.Reply{Text: "はい、" + words}); err != nil {
			t.Fatal(err)
		}
	}
	h.accept(owner, "", "四")
	h.start() // in the diary and waiting
	h.accept(owner, "", "五")
	last, more, err := h.Lines(t.Context(), owner, conv, "", 3)
	if want := []string{"person: 三", "companion: はい、三", "person: 四", "person: 五"}; err != nil || !more || !reflect.DeepEqual(texts(last), want) {
		t.Errorf("%q, more %v, %v", texts(last), more, err)
	}
	first, more, err := h.Lines(t.Context(), owner, conv, last[0].ID, 9)
	if want := []string{"person: 一", "companion: はい、一", "person: 二", "companion: はい、二"}; err != nil || more || !reflect.DeepEqual(texts(first), want) {
		t.Errorf("%q, more %v, %v", texts(first), more, err)
	}
	if other, _, err := h.Lines(t.Context(), aoi, conv, last[0].ID, 9); err != nil || len(other) != 0 {
		t.Errorf("Aoi sees %q, %v", texts(other), err)
	}
	if other, _, err := h.Lines(t.Context(), aoi, conv, "", 9); err != nil || len(other) != 0 {
		t.Errorf("Aoi sees what waits: %q, %v", texts(other), err)
	}
}

// TestParts: a reply in parts goes on where it stopped.
func TestParts(t *testing.T) {
	h := newHome(t)
	ctx := t.Context()
	h.accept(owner, "", "一")
	out, err := h.Finish(ctx, h.start(), turn.Reply{Text: "long"})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.SavePreview(ctx, out.Turn, "m7"); err != nil {
		t.Fatal(err)
	}
	if taken, err := h.Sending(ctx, out.ID, 0, 2); taken || err != nil {
		t.Fatal(taken, err)
	}
	if err := h.Sent(ctx, out.ID, 0, "m8"); err != nil {
		t.Fatal(err)
	}
	h.restart()
	if id, ok, err := h.Preview(ctx, out.Turn); id != "m7" || !ok || err != nil {
		t.Errorf("preview %q, %v, %v", id, ok, err)
	}
	if taken, err := h.Sending(ctx, out.ID, 0, 2); !taken || err != nil {
		t.Errorf("the first part: taken %v, %v", taken, err)
	}
	if taken, err := h.Sending(ctx, out.ID, 1, 2); taken || err != nil || len(h.queued()) != 1 {
		t.Errorf("the second part: taken %v, %v", taken, err)
	}
	h.restart()
	if _, err := h.Waiting(ctx); err != nil { // what was being sent is unknown now
		t.Fatal(err)
	}
	if err := h.Drop(ctx, out.ID); err != nil || len(h.queued()) != 0 {
		t.Errorf("dropped: %v, queued %+v", err, h.queued())
	}
	if got := texts(h.lines(person.ScopeOwner)); len(got) != 2 {
		t.Errorf("diary %q", got)
	}
}

// TestAdmit: the owner lets somebody in, who gets a conversation and a memory
// of their own and sees nothing of the owner's.
func TestAdmit(t *testing.T) {
	h := newHome(t)
	ctx := t.Context()
	code, err := h.AdmitCode(ctx, owner)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := h.Claim(ctx, "telegram", "66", "Aoi\u202e\n", code); !ok || err != nil {
		t.Fatalf("the code: %v, %v", ok, err)
	}
	h.restart()
	p, conv, known, err := h.Identify(ctx, "telegram", "66")
	if err != nil || !known || p.Role != person.Admitted || p.Name != "Aoi" || conv == ops.ConversationOf(owner) || conv != ops.ConversationOf(p) {
		t.Errorf("identified %+v in %q, %v, %v", p, conv, known, err)
	}
	if again, ok := h.Speaker(ctx, p.ID); !ok || again != p {
		t.Errorf("speaks as %+v, %v", again, ok)
	}
	if v := person.ViewOf(p); v.Can(person.ScopeOwner) {
		t.Error("sees the owner's memory")
	}
	if ok, err := h.Claim(ctx, "telegram", "67", "Ren", code); ok || err != nil {
		t.Errorf("the code again: %v, %v", ok, err)
	}
	if _, err := h.AdmitCode(ctx, p); !errors.Is(err, ops.ErrNotOwner) {
		t.Errorf("an admitted person may admit: %v", err)
	}
}
