package ops_test

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

const conv = turn.Conv(person.ScopeOwner)

func texts(lines []diary.Line) (out []string) {
	for _, l := range lines {
		out = append(out, string(l.Role)+": "+l.Text)
	}
	return out
}

func (h *home) start() turn.Turn {
	h.t.Helper()
	tn, ok, err := h.StartTurn(h.t.Context(), conv)
	if err != nil || !ok {
		h.t.Fatalf("start turn: %v, %v", ok, err)
	}
	return tn
}

func (h *home) queued() []turn.Outgoing {
	h.t.Helper()
	list, err := h.Queued(h.t.Context(), "terminal")
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// waiting returns once a goroutine that is in all of these functions waits for a
// lock.
func waiting(in ...string) {
	for buf := make([]byte, 1<<20); ; time.Sleep(time.Millisecond) {
		for g := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			other := slices.ContainsFunc(in, func(f string) bool { return !strings.Contains(g, f) })
			if !other && strings.Contains(g, "sync.(*Mutex).Lock") {
				return
			}
		}
	}
}

// Whoever waits for the database gets a later id than what is committed before.
func TestAcceptGivesIDsInOrderOfCommit(t *testing.T) {
	h := newHome(t)
	var before, after turn.ID
	done := make(chan struct{})
	err := h.DB.Update(func(*kv.Tx) error {
		go func() {
			defer close(done)
			m, _, err := h.Accept(t.Context(), turn.Message{Conv: conv, Channel: "web", Person: owner.ID, Text: "x"})
			if err != nil {
				t.Error(err)
			}
			after = m.ID
		}()
		waiting("ops.(*Ops).Accept", "bbolt.(*DB).beginRWTx")
		before = h.IDs.New()
		return nil
	})
	<-done
	if err != nil || after < before {
		t.Errorf("%s was committed after %s, %v", after, before, err)
	}
}

func TestAcceptOnce(t *testing.T) {
	h := newHome(t)
	first := h.accept(owner, "e1", "こんにちは")
	h.restart()
	again, fresh, err := h.Accept(t.Context(), turn.Message{Conv: conv, Channel: "terminal", External: "e1", Person: owner.ID, Text: "something else"})
	if err != nil || fresh || again.ID != first.ID {
		t.Errorf("again: %q, fresh %v, %v; first %q", again.ID, fresh, err, first.ID)
	}
	elsewhere, fresh, err := h.Accept(t.Context(), turn.Message{Conv: conv, Channel: "web", External: "e1", Person: owner.ID, Text: "x"})
	if err != nil || !fresh || elsewhere.ID == first.ID {
		t.Errorf("the same id on another channel: %q, fresh %v, %v", elsewhere.ID, fresh, err)
	}
	for range 2 {
		h.accept(owner, "", "without an id of the channel")
	}
	if _, _, err := h.Accept(t.Context(), turn.Message{Channel: "terminal", Text: "nowhere"}); err == nil {
		t.Error("a message without a conversation was accepted")
	}
}

func TestAcceptAtTheSameTime(t *testing.T) {
	h := newHome(t)
	ids := make([]turn.ID, 8)
	var wg sync.WaitGroup
	var mu sync.Mutex
	freshes := 0
	for i := range ids {
		wg.Go(func() {
			mu.Lock() // the clock of the test is for one at a time
			m, fresh, err := h.Accept(t.Context(), turn.Message{Conv: conv, Channel: "terminal", External: "e1", Person: owner.ID, Text: "x"})
			mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			ids[i] = m.ID
			if fresh {
				freshes++
			}
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("ids %q", ids)
		}
	}
	if freshes != 1 {
		t.Errorf("%d times fresh", freshes)
	}
}

func TestStartTurnAgain(t *testing.T) {
	h := newHome(t)
	if _, ok, err := h.StartTurn(t.Context(), conv); ok || err != nil {
		t.Errorf("a turn about nothing: %v, %v", ok, err)
	}
	m := h.accept(owner, "e1", "こんにちは")
	first := h.start()
	later := h.accept(owner, "e2", "あとから")
	for range 2 {
		if again := h.start(); !reflect.DeepEqual(ids(again), ids(first)) || again.ID != first.ID {
			t.Errorf("again %+v, first %+v", again, first)
		}
		h.restart()
	}
	if got := texts(h.lines(person.ScopeOwner)); !reflect.DeepEqual(got, []string{"person: こんにちは"}) {
		t.Errorf("diary %q", got)
	}
	if l := h.lines(person.ScopeOwner)[0]; l.ID != m.ID || l.Person != owner.ID || l.Channel != "terminal" {
		t.Errorf("line %+v", l)
	}
	if _, err := h.Finish(t.Context(), first, turn.Reply{Text: "はい"}); err != nil {
		t.Fatal(err)
	}
	if second := h.start(); second.ID == first.ID || !reflect.DeepEqual(ids(second), []turn.ID{later.ID}) {
		t.Errorf("second %+v", second)
	}
}

func ids(t turn.Turn) (out []turn.ID) {
	for _, m := range t.Messages {
		out = append(out, m.ID)
	}
	return out
}

// TestBurst: what one person sent on one channel is answered together.
func TestBurst(t *testing.T) {
	h := newHome(t)
	a, b := h.accept(owner, "e1", "ねえ"), h.accept(owner, "e2", "聞いて")
	web, _, err := h.Accept(t.Context(), turn.Message{Conv: conv, Channel: "web", Person: owner.ID, Text: "別の画面"})
	if err != nil {
		t.Fatal(err)
	}
	tn := h.start()
	if got := ids(tn); !reflect.DeepEqual(got, []turn.ID{a.ID, b.ID}) {
		t.Errorf("answers %q", got)
	}
	out, err := h.Finish(t.Context(), tn, turn.Reply{Text: "なあに"})
	if err != nil || !reflect.DeepEqual(out.Answers, []turn.ID{a.ID, b.ID}) {
		t.Errorf("%+v, %v", out, err)
	}
	if got := ids(h.start()); !reflect.DeepEqual(got, []turn.ID{web.ID}) {
		t.Errorf("then %q", got)
	}
}

// TestBurstIsBounded: what many messages say waits for the turns after this one,
// in order; one long message is a turn all the same.
func TestBurstIsBounded(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []int
	}{
		"many": {"x", []int{50, 2}},
		"long": {strings.Repeat("長", 10_000), []int{2, 2, 1}},
		"huge": {strings.Repeat("長", 30_000), []int{1, 1}},
	} {
		h := newHome(t)
		var all, answered []turn.ID
		count := 0
		for _, n := range tc.want {
			count += n
		}
		for i := range count {
			all = append(all, h.accept(owner, fmt.Sprint(i), tc.text).ID)
		}
		var sizes []int
		for len(answered) < len(all) {
			tn := h.start()
			sizes = append(sizes, len(tn.Messages))
			answered = append(answered, ids(tn)...)
			if _, err := h.Finish(t.Context(), tn, turn.Reply{}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(sizes, tc.want) || !reflect.DeepEqual(answered, all) {
			t.Errorf("%s: turns of %v messages, in order %v", name, sizes, reflect.DeepEqual(answered, all))
		}
	}
}

func TestFinishTwice(t *testing.T) {
	h := newHome(t)
	m := h.accept(owner, "e1", "こんにちは")
	tn := h.start()
	if err := h.SaveRound(t.Context(), tn.ID, 0, agent.Round{Visible: "待って"}); err != nil {
		t.Fatal(err)
	}
	first, err := h.Finish(t.Context(), tn, turn.Reply{Text: "はい"})
	if err != nil || first.ID == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	h.restart()
	if second, err := h.Finish(t.Context(), tn, turn.Reply{Text: "もう一度"}); err != nil || second.ID != "" {
		t.Errorf("finished twice: %+v, %v", second, err)
	}
	out := h.queued()
	if len(out) != 1 || out[0].Text != "はい" || !reflect.DeepEqual(out[0].Answers, []turn.ID{m.ID}) {
		t.Errorf("outbox %+v", out)
	}
	lines := h.lines(person.ScopeOwner)
	if got := texts(lines); !reflect.DeepEqual(got, []string{"person: こんにちは", "companion: はい"}) || lines[1].ID != out[0].ID || lines[1].Ref != m.ID {
		t.Errorf("diary %+v", lines)
	}
	s, err := h.Conversation(t.Context(), conv)
	if err != nil || len(s.Lines) != 2 || s.Lines[0].ID != m.ID || !s.Lines[1].Assistant {
		t.Errorf("session %+v, %v", s, err)
	}
	if rounds, err := h.Rounds(t.Context(), tn.ID); err != nil || len(rounds) != 0 {
		t.Errorf("rounds %+v, %v", rounds, err)
	}
	if convs, err := h.Waiting(t.Context()); err != nil || len(convs) != 0 {
		t.Errorf("waiting %q, %v", convs, err)
	}
}

// TestFinishWithoutAWord closes a turn: nothing is sent and nothing written.
func TestFinishWithoutAWord(t *testing.T) {
	h := newHome(t)
	h.accept(owner, "e1", "こんにちは")
	if out, err := h.Finish(t.Context(), h.start(), turn.Reply{}); err != nil || out.ID != "" || len(h.queued()) != 0 {
		t.Errorf("%+v, %v, outbox %+v", out, err, h.queued())
	}
	if _, ok, err := h.StartTurn(t.Context(), conv); ok || err != nil {
		t.Errorf("the message still waits: %v, %v", ok, err)
	}
}

// TestDiaryFails: the reply goes out all the same, and its line follows.
func TestDiaryFails(t *testing.T) {
	for _, how := range []string{"with the next reply", "with the next start"} {
		t.Run(how, func(t *testing.T) {
			h := newHome(t)
			h.accept(owner, "e1", "一")
			first := h.start()
			undo := h.blockDiary()
			if out, err := h.Finish(t.Context(), first, turn.Reply{Text: "はい"}); err != nil || out.ID == "" || len(h.queued()) != 1 {
				t.Errorf("%+v, %v, outbox %+v", out, err, h.queued())
			}
			want := []string{"person: 一", "companion: はい"}
			if how == "with the next start" {
				h.restart()
				if _, err := h.Waiting(t.Context()); err == nil {
					t.Error("the start did not notice")
				}
				undo()
				if _, err := h.Waiting(t.Context()); err != nil {
					t.Error(err)
				}
			} else {
				undo()
				h.accept(owner, "e2", "二")
				if _, err := h.Finish(t.Context(), h.start(), turn.Reply{Text: "ええ"}); err != nil {
					t.Fatal(err)
				}
				want = []string{"person: 一", "person: 二", "companion: はい", "companion: ええ"}
			}
			if got := texts(h.lines(person.ScopeOwner)); !reflect.DeepEqual(got, want) {
				t.Errorf("diary %q", got)
			}
		})
	}
}

// TestWordsCannotBeWritten: without a line of the person's words no turn
// begins; it is the same turn once they can be written.
func TestWordsCannotBeWritten(t *testing.T) {
	h := newHome(t)
	h.accept(owner, "e1", "一")
	undo := h.blockDiary()
	if _, ok, err := h.StartTurn(t.Context(), conv); err == nil || ok {
		t.Fatalf("started: %v, %v", ok, err)
	}
	undo()
	h.start()
	if got := texts(h.lines(person.ScopeOwner)); !reflect.DeepEqual(got, []string{"person: 一"}) {
		t.Errorf("diary %q", got)
	}
}

// TestWaiting: after a crash the conversations that wait are known, and a
// reply that may have been delivered is delivered again.
func TestWaiting(t *testing.T) {
	h := newHome(t)
	h.accept(owner, "e1", "一")
	out, err := h.Finish(t.Context(), h.start(), turn.Reply{Text: "はい"})
	if err != nil {
		t.Fatal(err)
	}
	if taken, err := h.Sending(t.Context(), out.ID, 0, 1); taken || err != nil {
		t.Fatal(taken, err)
	}
	h.accept(aoi, "e2", "hello")
	h.restart()
	convs, err := h.Waiting(t.Context())
	if err != nil || !reflect.DeepEqual(convs, []turn.Conv{"person:aoi"}) {
		t.Errorf("waiting %q, %v", convs, err)
	}
	if list := h.queued(); len(list) != 1 || list[0].ID != out.ID {
		t.Errorf("outbox %+v", list)
	}
	if taken, err := h.Sending(t.Context(), out.ID, 0, 1); taken || err != nil {
		t.Errorf("sending again: %v, %v", taken, err)
	}
	if err := h.Sent(t.Context(), out.ID, 0, "77"); err != nil || len(h.queued()) != 0 {
		t.Errorf("sent: %v, outbox %+v", err, h.queued())
	}
}

// TestScopesOfLines: what is said with an admitted person is theirs.
func TestScopesOfLines(t *testing.T) {
	h := newHome(t)
	h.accept(aoi, "e1", "hello")
	tn, ok, err := h.StartTurn(t.Context(), turn.Conv(aoi.Scope()))
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, err := h.Finish(t.Context(), tn, turn.Reply{Text: "hi Aoi"}); err != nil {
		t.Fatal(err)
	}
	if got := texts(h.lines("person:aoi")); len(got) != 2 {
		t.Errorf("Aoi's diary %q", got)
	}
	if got := texts(h.lines(person.ScopeOwner)); len(got) != 0 {
		t.Errorf("the owner's diary %q", got)
	}
}

func TestStepsAreStoredOnce(t *testing.T) {
	h := newHome(t)
	ctx := t.Context()
	for _, visible := range []string{"first", "second"} {
		if err := h.SaveRound(ctx, "t", 0, agent.Round{Visible: visible}); err != nil {
			t.Fatal(err)
		}
		if err := h.SaveResult(ctx, "op", tool.Result{Text: visible}); err != nil {
			t.Fatal(err)
		}
	}
	h.restart()
	rounds, err := h.Rounds(ctx, "t")
	if err != nil || len(rounds) != 1 || rounds[0].Visible != "first" {
		t.Errorf("rounds %+v, %v", rounds, err)
	}
	if r, ok, err := h.Result(ctx, "op"); err != nil || !ok || r.Text != "first" {
		t.Errorf("result %+v, %v, %v", r, ok, err)
	}
	if _, ok, err := h.Result(ctx, "another"); ok || err != nil {
		t.Errorf("a result of nothing: %v, %v", ok, err)
	}
}

func TestSummarised(t *testing.T) {
	h := newHome(t)
	h.accept(owner, "e1", "一")
	tn := h.start()
	if _, err := h.Finish(t.Context(), tn, turn.Reply{Text: "はい"}); err != nil {
		t.Fatal(err)
	}
	if err := h.Summarised(t.Context(), conv, "a talk", tn.Messages[0].ID); err != nil {
		t.Fatal(err)
	}
	s, err := h.Conversation(t.Context(), conv)
	if err != nil || s.Summary != "a talk" || len(s.Lines) != 1 || s.Lines[0].Text != "はい" {
		t.Errorf("session %+v, %v", s, err)
	}
}
