package ops_test

import (
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/ics"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// holding are the buckets of the database that have some words.
func (h *erasable) holding(words string) (names []string) {
	h.t.Helper()
	h.must(h.DB.View(func(tx *kv.Tx) (err error) {
		names, err = kv.Holding(tx, func(b []byte) bool { return has(b, words) })
		return err
	}))
	return names
}

// TestEraseWhatIsSaidUnasked: words that are erased are in none of the stores of
// what the companion does by itself, nor anywhere else in the home, while what
// does not have them stays.
func TestEraseWhatIsSaidUnasked(t *testing.T) {
	h := local(t)
	const words = "琥珀亭の面接"
	h.Ops.Speaking = ops.Speaking{On: true, Policy: governor.Usual()}
	h.Ops.Speaking.Policy.From, h.Ops.Speaking.Policy.To = 0, 24*60
	h.exchange(owner, "明日、"+words+"なんだ", "", "応援しています。", "", turn.Recalled{})
	other, _ := h.exchange(owner, "予定を入れて", "", "はい。", "", turn.Recalled{})
	wish := func(id string, k governor.Kind, text string) ops.Spoken {
		t.Helper()
		m, err := h.Speak(t.Context(), governor.Wish{
			ID: turn.ID(id), Person: person.OwnerID, Kind: k, Topic: words, Words: []string{words + "対策"}, Text: text, Cause: "明日は" + words,
		})
		h.must(err)
		return m
	}
	held := wish("held", governor.Thought, words+"、明日ですね。")
	said := wish("said", governor.Watchdog, words+"の準備はどうですか。")
	queued := wish("queued", governor.Watchdog, "明日は"+words+"でしたね。")
	if held.State != state.SpokenHeld || said.State != state.SpokenQueued || queued.State != state.SpokenQueued {
		t.Fatal(held.State, said.State, queued.State)
	}
	_, err := h.Sending(t.Context(), said.ID, 0, 1)
	h.must(err)
	h.must(h.Sent(t.Context(), said.ID, 0, "m"))
	_, err = h.Press(t.Context(), person.OwnerID, said.ID, turn.OfferLess)
	h.must(err)
	_, err = h.Press(t.Context(), person.OwnerID, said.ID, turn.OfferNever)
	h.must(err)

	for _, text := range []string{words + "の支度をする", "薬を飲む"} {
		_, err := h.SetReminder(t.Context(), owner, ops.ToRemind{Text: text, When: "in 2 minutes"})
		h.must(err)
	}
	_, err = ops.Reminding{Ops: h.Ops}.Fire(t.Context(), heart.Call{Now: h.Clock.Now().Add(5 * time.Minute)})
	h.must(err)
	_, err = h.SetReminder(t.Context(), owner, ops.ToRemind{Text: words + "のお礼", When: "in 2 days"})
	h.must(err)

	for op, in := range map[turn.Op]ops.ToPlan{
		"a": {Title: words, When: "2027-05-01"},
		"b": {Title: "外出", When: "2027-05-02", Place: words, Notes: words, Repeat: "weekly"},
	} {
		_, err := h.Plan(t.Context(), other, op, in, planned)
		h.must(err)
	}
	title := words
	rows, err := h.Agenda(t.Context(), other, "2027-05-09", "2027-05-09", "")
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	_, err = h.Replan(t.Context(), other, "c", rows[0].Handle, ops.Replan{Date: "2027-05-09", Title: &title}, planned)
	h.must(err)
	feed := ops.Feeds{Ops: h.Ops, From: &server{data: ics.Write(words, []event.Event{{UID: "x", Title: words, Start: event.Day(2027, 5, 3), AllDay: true}})}}
	_, err = feed.Subscribe(t.Context(), h.viewer(), "https://school.example/cal")
	h.must(err)

	h.update(func(tx *kv.Tx) error {
		for _, text := range []string{"明日は" + words + "だ。", "雨が続く。"} {
			th := state.Thought{ID: h.IDs.New(), Scope: owner.Scope(), At: h.Clock.Now(), Text: text, Outcome: state.Silent}
			if err := (state.Thoughts{}).Put(tx, th); err != nil {
				return err
			}
		}
		return nil
	})
	_, err = h.SetPace(t.Context(), other, "d", 30, words+"が近い", func(state.Pace) tool.Result { return tool.Result{Wrote: true} })
	h.must(err)

	// Every store has the words, or their absence would prove nothing.
	before := h.holding(words)
	for _, want := range []string{
		"speech/spoken", "speech/decisions", "speech/gates", "reminders/all", "calendar/events", "calendar/feeds", "state/thoughts", "state/followups", "state/pace",
		"journal/out", "session/lines",
	} {
		if !slices.Contains(before, want) {
			t.Errorf("%s never had the words: %v", want, before)
		}
	}
	done, err := h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{Text: words}))
	h.must(err)
	if left := h.bytesWith(words); len(left) > 0 || !done.Done || len(done.Left) > 0 {
		t.Errorf("left in %v, %v: %+v", left, h.holding(words), done.Left)
	}
	h.others(other)
}

// others are what does not have the words, and stays.
func (h *erasable) others(talk turn.Turn) {
	h.t.Helper()
	ctx := h.t.Context()
	list, err := h.RemindersOf(ctx, owner, true)
	if err != nil || len(list) != 1 || list[0].Text != "薬を飲む" {
		h.t.Errorf("reminders: %+v, %v", list, err)
	}
	events, err := h.Agenda(ctx, talk, "2027-05-01", "2027-05-10", "")
	if err != nil || len(events) != 2 || events[1].Title != "外出" || events[0].Place != "" {
		h.t.Errorf("events: %+v, %v", events, err)
	}
	thoughts, pace, err := h.desk.Thoughts(ctx, h.viewer(), 10)
	if err != nil || len(thoughts) != 1 || thoughts[0].Text != "雨が続く。" || pace.Minutes != 30 || pace.Reason != "" {
		h.t.Errorf("thoughts: %+v, %+v, %v", thoughts, pace, err)
	}
	spoken, err := h.Spoken(ctx, h.viewer(), 10)
	if err != nil || len(spoken) != 3 {
		h.t.Errorf("what was said counts on: %d, %v", len(spoken), err)
	}
}

func (h *erasable) viewer() ops.Viewer {
	return ops.Viewer{As: "owner", View: person.ViewOf(owner), Conv: ops.ConversationOf(owner)}
}
