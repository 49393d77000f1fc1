package journal

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
)

var errRollback = errors.New("roll back")

func openDB(t testing.TB) *kv.DB {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "x.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// within runs fn in a transaction that is rolled back.
func within(t testing.TB, fn func(tx *kv.Tx)) {
	t.Helper()
	err := openDB(t).Update(func(tx *kv.Tx) error {
		fn(tx)
		return errRollback
	})
	if !errors.Is(err, errRollback) {
		t.Fatal(err)
	}
}

func message(id, conv, channel, external string) turn.Message {
	return turn.Message{ID: turn.ID(id), Conv: turn.Conv(conv), Channel: channel, External: external,
		Person: "owner", Text: "text of " + id, At: time.Unix(1, 0).UTC(), Zone: "Asia/Tokyo"}
}

func TestAccept(t *testing.T) {
	within(t, func(tx *kv.Tx) {
		j := New()
		steps := []struct {
			m     turn.Message
			fresh bool
		}{
			{message("1", "owner", "telegram", "77"), true},
			{message("2", "owner", "telegram", "77"), false}, // delivered again
			{message("3", "owner", "web", "77"), true},       // another channel's id
			{message("1", "owner", "terminal", ""), false},   // the same id
			{message("4", "owner", "terminal", ""), true},
			{message("5", "owner", "terminal", ""), true}, // no external id: no repeat
			{message("6", "ann", "telegram", "78\x00a"), true},
			{message("7", "ann", "telegram", "78"), true},
		}
		for _, s := range steps {
			if fresh, err := j.Accept(tx, s.m); fresh != s.fresh || err != nil {
				t.Errorf("Accept(%s) = %v, %v", s.m.ID, fresh, err)
			}
		}
		if err := j.Close(tx, "1"); err != nil {
			t.Fatal(err)
		}
		if fresh, err := j.Accept(tx, message("8", "owner", "telegram", "77")); fresh || err != nil {
			t.Errorf("accepted again after it was answered: %v, %v", fresh, err)
		}
		for external, want := range map[string]turn.ID{"77": "1", "78": "7", "79": "", "": ""} {
			if id, ok, err := j.Seen(tx, "telegram", external); id != want || ok != (want != "") || err != nil {
				t.Errorf("Seen(%q) = %q, %v, %v", external, id, ok, err)
			}
		}
		for _, m := range []turn.Message{message("", "c", "x", ""), message("9", "", "x", ""), message("9", "c", "", "")} {
			if _, err := j.Accept(tx, m); err == nil {
				t.Errorf("accepted %+v", m)
			}
		}
		list, err := j.Open(tx, "owner")
		want := []Entry{{Message: steps[2].m}, {Message: steps[4].m}, {Message: steps[5].m}}
		if diff := cmp.Diff(want, list); err != nil || diff != "" {
			t.Error(err, diff)
		}
		convs, err := j.Convs(tx)
		if diff := cmp.Diff([]turn.Conv{"ann", "owner"}, convs); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

// TestSeenIsBounded: the rule of the package comment.
func TestSeenIsBounded(t *testing.T) {
	within(t, func(tx *kv.Tx) {
		j := New()
		accept := func(i, external int) bool {
			m := message(fmt.Sprintf("%06d", i), "owner", "web", fmt.Sprint(external))
			fresh, err := j.Accept(tx, m)
			if err == nil {
				err = j.Close(tx, m.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
			return fresh
		}
		for i := range rememberSeen {
			accept(i, i)
		}
		if accept(rememberSeen, 0) {
			t.Errorf("the first of %d is forgotten", rememberSeen)
		}
		accept(rememberSeen, rememberSeen)
		if !accept(rememberSeen+1, 0) {
			t.Errorf("the first of %d is still known", rememberSeen+1)
		}
		if n := j.seen.Count(tx, ""); n != rememberSeen {
			t.Errorf("%d external ids are kept", n)
		}
		if n := j.inbox.Count(tx, "") + j.open.Count(tx, ""); n != 0 {
			t.Errorf("%d traces of closed messages", n)
		}
	})
}

func TestTurns(t *testing.T) {
	within(t, func(tx *kv.Tx) {
		j := New()
		for _, id := range []string{"1", "2", "3"} {
			if _, err := j.Accept(tx, message(id, "owner", "terminal", "")); err != nil {
				t.Fatal(err)
			}
		}
		first := turn.Turn{ID: "t1", Conv: "owner", Started: time.Unix(2, 0).UTC(),
			Messages: []turn.Message{message("1", "owner", "terminal", ""), message("2", "owner", "terminal", "")}}
		second := turn.Turn{ID: "t2", Conv: "owner"}
		for name, step := range map[string]struct{ err, want error }{
			"take":            {j.Take(tx, "owner", "t1", "1", "2"), nil},
			"again":           {j.Take(tx, "owner", "t1", "2"), nil},
			"another turn":    {j.Take(tx, "owner", "t2", "3", "2"), ErrState},
			"another's":       {j.Take(tx, "ann", "t2", "3"), ErrUnknown},
			"unknown":         {j.Take(tx, "owner", "t1", "9"), ErrUnknown},
			"commit":          {j.PutTurn(tx, first), nil},
			"commit again":    {j.PutTurn(tx, turn.Turn{ID: "t1", Conv: "owner"}), nil},
			"a second turn":   {j.PutTurn(tx, second), ErrState},
			"elsewhere":       {j.PutTurn(tx, turn.Turn{ID: "t3", Conv: "ann"}), nil},
			"close unknown":   {j.Close(tx, "9"), nil},
			"close no longer": {errors.Join(j.Close(tx, "3"), j.Close(tx, "3")), nil},
		} {
			if !errors.Is(step.err, step.want) || step.want == nil && step.err != nil {
				t.Errorf("%s: %v, want %v", name, step.err, step.want)
			}
		}
		got, ok, err := j.OpenTurn(tx, "owner")
		if diff := cmp.Diff(first.Messages, got.Messages); !ok || err != nil || diff != "" {
			t.Error(ok, err, diff)
		}
		for i, c := range []struct {
			id   turn.ID
			want bool
		}{{"t2", false}, {"t1", true}, {"t1", false}} {
			if done, err := j.FinishTurn(tx, "owner", c.id); done != c.want || err != nil {
				t.Errorf("%d: FinishTurn(%s) = %v, %v", i, c.id, done, err)
			}
		}
		if _, ok, _ := j.OpenTurn(tx, "owner"); ok {
			t.Error("the turn is still open")
		}
		if err := j.PutTurn(tx, second); err != nil {
			t.Error(err)
		}
	})
}

// model is the journal as plain maps and slices.
type model struct {
	accepted map[string]bool // channel/external and ids ever
	open     []Entry         // in order of ids
	replies  []Reply         // those not finished, in order of ids
	finished int
}

// TestJournalAgainstModel runs any sequence of steps against the model.
func TestJournalAgainstModel(t *testing.T) {
	db := openDB(t)
	rapid.Check(t, func(t *rapid.T) {
		err := db.Update(func(tx *kv.Tx) error {
			j, m := New(), &model{accepted: map[string]bool{}}
			for i := range rapid.IntRange(0, 40).Draw(t, "steps") {
				if rapid.Bool().Draw(t, "in") {
					m.inbox(t, tx, j, i)
				} else {
					m.outbox(t, tx, j, i)
				}
				m.check(t, tx, j)
			}
			return errRollback
		})
		if !errors.Is(err, errRollback) {
			t.Fatal(err)
		}
	})
}

func (m *model) inbox(t *rapid.T, tx *kv.Tx, j *Journal, i int) {
	switch rapid.SampledFrom([]string{"accept", "take", "close"}).Draw(t, "step") {
	case "accept":
		external := rapid.SampledFrom([]string{"", "x", "y", "z"}).Draw(t, "external")
		msg := message(fmt.Sprintf("%03d", i), rapid.SampledFrom([]string{"a", "ab"}).Draw(t, "conv"), "web", external)
		fresh, err := j.Accept(tx, msg)
		if err != nil || fresh != (external == "" || !m.accepted[external]) {
			t.Fatalf("Accept(%q) = %v, %v", external, fresh, err)
		}
		if fresh {
			m.accepted[external] = true
			m.open = append(m.open, Entry{Message: msg})
		}
	case "take":
		if len(m.open) == 0 {
			return
		}
		e := &m.open[rapid.IntRange(0, len(m.open)-1).Draw(t, "which")]
		id := turn.ID(rapid.SampledFrom([]string{"t1", "t2"}).Draw(t, "turn"))
		err := j.Take(tx, e.Message.Conv, id, e.Message.ID)
		if taken := e.Turn != "" && e.Turn != id; taken != errors.Is(err, ErrState) || !taken && err != nil {
			t.Fatalf("Take(%s) of %+v: %v", id, e, err)
		}
		if e.Turn == "" {
			e.Turn = id
		}
	case "close":
		if len(m.open) == 0 {
			return
		}
		n := rapid.IntRange(0, len(m.open)-1).Draw(t, "which")
		if err := j.Close(tx, m.open[n].Message.ID); err != nil {
			t.Fatal(err)
		}
		m.open = slices.Delete(m.open, n, n+1)
	}
}

func (m *model) outbox(t *rapid.T, tx *kv.Tx, j *Journal, i int) {
	step := rapid.SampledFrom([]string{"put", "sending", "sent", "drop", "diarised", "crash"}).Draw(t, "step")
	if step == "put" {
		out := turn.Outgoing{ID: turn.ID(fmt.Sprintf("%03d", i)), Conv: "a", Channel: rapid.SampledFrom([]string{"web", "tg"}).Draw(t, "channel"), Text: "hi"}
		if fresh, err := j.Put(tx, out); !fresh || err != nil {
			t.Fatal(fresh, err)
		}
		if fresh, err := j.Put(tx, out); fresh || err != nil {
			t.Fatal(fresh, err)
		}
		m.replies = append(m.replies, Reply{Out: out, Parts: []Part{{State: Queued}}})
		return
	}
	if len(m.replies) == 0 {
		return
	}
	n := rapid.IntRange(0, len(m.replies)-1).Draw(t, "which")
	r := &m.replies[n]
	c, id := &r.Parts[0], r.Out.ID
	live := c.State == Queued || c.State == Sending || c.State == Unknown
	var err error
	allowed := true
	switch step {
	case "sending":
		if allowed = live; allowed {
			c.State = Sending
		}
		err = j.MarkSending(tx, id, 0)
	case "sent":
		if allowed = c.State == Sending; allowed {
			*c = Part{State: Sent, MessageID: "m"}
		}
		err = j.MarkSent(tx, id, 0, "m")
	case "drop":
		if live {
			c.State = Dropped
		}
		err = j.Drop(tx, id)
	case "diarised":
		r.Diarised = true
		err = j.MarkDiarised(tx, id)
	case "crash":
		var want []Reply
		for i := range m.replies {
			if c := &m.replies[i].Parts[0]; c.State == Sending || c.State == Unknown {
				c.State = Unknown
				want = append(want, m.replies[i])
			}
		}
		var got []Reply
		got, err = j.Interrupted(tx)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
	if errors.Is(err, ErrState) == allowed || allowed && err != nil {
		t.Fatalf("%s of %+v: %v", step, r, err)
	}
	if r.done() {
		m.finished++
		m.replies = slices.Delete(m.replies, n, n+1)
	}
}

func (m *model) check(t *rapid.T, tx *kv.Tx, j *Journal) {
	convs := map[turn.Conv][]Entry{}
	for _, e := range m.open {
		convs[e.Message.Conv] = append(convs[e.Message.Conv], e)
	}
	for _, conv := range []turn.Conv{"a", "ab"} {
		got, err := j.Open(tx, conv)
		if diff := cmp.Diff(convs[conv], got); err != nil || diff != "" {
			t.Fatal(conv, err, diff)
		}
	}
	got, err := j.Convs(tx)
	if want := slices.Sorted(maps.Keys(convs)); err != nil || !slices.Equal(want, got) {
		t.Fatalf("Convs = %v, want %v; %v", got, want, err)
	}
	var web, tg, undiarised []Reply
	for _, r := range m.replies {
		if r.in(Queued, Sending, Unknown) {
			if r.Out.Channel == "web" {
				web = append(web, r)
			} else {
				tg = append(tg, r)
			}
		}
		if !r.Diarised {
			undiarised = append(undiarised, r)
		}
	}
	gotWeb, err1 := j.Queued(tx, "web")
	gotTg, err2 := j.Queued(tx, "tg")
	gotUndiarised, err3 := j.Undiarised(tx)
	diff := cmp.Diff([][]Reply{web, tg, undiarised}, [][]Reply{gotWeb, gotTg, gotUndiarised})
	if err := errors.Join(err1, err2, err3); err != nil || diff != "" {
		t.Fatal(err, diff)
	}
	if n := j.out.Count(tx, ""); n != len(m.replies)+m.finished {
		t.Fatalf("%d entries, want %d and %d finished", n, len(m.replies), m.finished)
	}
}

func TestFinishedRepliesAreBounded(t *testing.T) {
	within(t, func(tx *kv.Tx) {
		j := New()
		const more = 5
		for i := range keepFinished + more {
			id := turn.ID(fmt.Sprintf("%06d", i))
			_, err := j.Put(tx, turn.Outgoing{ID: id, Conv: "a", Channel: "web"})
			// Twice: what is finished is counted once.
			err = errors.Join(err, j.MarkSending(tx, id, 0), j.MarkSent(tx, id, 0, "m"), j.MarkDiarised(tx, id), j.MarkDiarised(tx, id))
			if err != nil {
				t.Fatal(err)
			}
		}
		if n := j.out.Count(tx, ""); n != keepFinished {
			t.Errorf("%d replies are kept", n)
		}
		if _, ok, err := j.out.Get(tx, "000004"); ok || err != nil {
			t.Error("an old one is kept", err)
		}
		if r, ok, err := j.out.Get(tx, "000005"); !ok || err != nil || r.Parts[0].MessageID != "m" {
			t.Error("a newer one is not kept", r, err)
		}
		if err := j.MarkDiarised(tx, "000004"); !errors.Is(err, ErrUnknown) {
			t.Error(err)
		}
		for _, part := range []int{-1, 1} {
			if err := j.MarkSending(tx, "000005", part); !errors.Is(err, ErrUnknown) {
				t.Error(err)
			}
		}
	})
}
