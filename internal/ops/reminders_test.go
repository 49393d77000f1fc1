package ops_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// reminded is a home that counts the nudges of its heart.
type reminded struct {
	*home
	nudges int
	told   []string
}

func newReminded(t *testing.T) *reminded {
	h := &reminded{home: newHome(t)}
	h.Nudge = func() { h.nudges++ }
	h.Speaking.Tell = func(channel string) { h.told = append(h.told, channel) }
	h.Speaking.Reaches = func(channel string, who person.Person) bool { return channel == "telegram" }
	return h
}

func (h *reminded) set(who person.Person, text, when string) reminder.Reminder {
	h.t.Helper()
	got, err := h.SetReminder(h.t.Context(), who, ops.ToRemind{Text: text, When: when})
	if err != nil {
		h.t.Fatal(err)
	}
	return got.Reminder
}

// beat is one look of the heart at a time: it fires if something is due.
func (h *reminded) beat(at time.Time) (said int) {
	h.t.Helper()
	h.Clock.(*stepClock).set(at)
	alarm := ops.Reminding{Ops: h.Ops}
	next := alarm.Next(at, heart.State{})
	if next.IsZero() || next.After(at) {
		return 0
	}
	got, err := alarm.Fire(h.t.Context(), heart.Call{Due: next, Now: at})
	if err != nil {
		h.t.Fatal(err)
	}
	return got.Counts["said"]
}

func (h *reminded) queued(channel string) (texts []string) {
	h.t.Helper()
	list, err := h.Queued(h.t.Context(), channel)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, o := range list {
		texts = append(texts, o.Text)
	}
	return texts
}

func day(d, hour, minute int) time.Time { return time.Date(2026, 11, d, hour, minute, 0, 0, zone) }

// TestReminderIsSaid: without a model, once, as the companion's words in outbox,
// session and diary.
func TestReminderIsSaid(t *testing.T) {
	h := newReminded(t)
	h.set(owner, "薬を飲む", "2026-11-30 09:00")
	if h.nudges != 1 {
		t.Errorf("the heart was nudged %d times", h.nudges)
	}
	if h.beat(day(30, 8, 59)) != 0 {
		t.Error("said early")
	}
	if h.beat(day(30, 9, 0)) != 1 || h.beat(day(30, 9, 0)) != 0 {
		t.Error("not said once")
	}
	want := []string{"⏰ リマインダー：薬を飲む（09:00）"}
	if got := h.queued("terminal"); !slices.Equal(got, want) || !slices.Equal(h.told, []string{"terminal"}) {
		t.Errorf("queued %q, told %q", got, h.told)
	}
	if h.beat(day(30, 23, 0)) != 0 {
		t.Error("said again")
	}
	late := []string{"⏰ 14時間遅れですが、リマインダー：薬を飲む（09:00）"}
	if got := h.queued("terminal"); !slices.Equal(got, late) {
		t.Errorf("what waits until the evening says %q", got)
	}
	s, err := h.Session.Session(ops.ConversationOf(owner))
	if err != nil || len(s.Lines) != 1 || !s.Lines[0].Assistant || s.Lines[0].Text != want[0] {
		t.Errorf("session: %+v, %v", s.Lines, err)
	}
	lines := h.lines(person.ScopeOwner)
	if len(lines) != 1 || lines[0].Role != diary.Companion || lines[0].Text != want[0] {
		t.Errorf("diary: %+v", lines)
	}
	if waiting, err := h.Waiting(t.Context()); err != nil || len(waiting) != 0 {
		t.Errorf("a reminder is taken for a message: %v, %v", waiting, err)
	}
}

// TestReminderAfterDowntime: what was missed is said once, with how late it is
// and how often it was missed.
func TestReminderAfterDowntime(t *testing.T) {
	h := newReminded(t)
	h.set(owner, "薬を飲む", "2026-11-30 09:00")
	h.set(owner, "水を飲む", "0 * * * *")
	reaches := h.Speaking
	h.restart()
	h.Speaking = reaches
	if n := h.beat(day(30, 12, 30)); n != 2 {
		t.Errorf("said %d", n)
	}
	want := []string{"⏰ 3時間30分遅れですが、リマインダー：薬を飲む（09:00）", "⏰ 30分遅れですが、リマインダー：水を飲む（最後は12:00、4回分をまとめて）"}
	if got := h.queued("terminal"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if h.beat(day(30, 12, 31)) != 0 || h.beat(day(30, 13, 0)) != 1 {
		t.Error("it does not go on on time")
	}
}

// TestReminderBroken: a transaction that fails says nothing and loses nothing.
func TestReminderBroken(t *testing.T) {
	h := newReminded(t)
	h.set(owner, "薬を飲む", "2026-11-30 09:00")
	h.end()
	h.DB.Close()
	if _, err := (ops.Reminding{Ops: h.Ops}).Fire(t.Context(), heart.Call{Now: day(30, 9, 0)}); err == nil {
		t.Error("a closed database is no error")
	}
	reaches := h.Speaking
	h.open(h.Clock.(*stepClock))
	h.Speaking = reaches
	if h.beat(day(30, 9, 0)) != 1 || len(h.queued("terminal")) != 1 {
		t.Error("it is lost, or said twice")
	}
}

// TestAddReminderOnce: the model's call is done once per op, also at a time when
// its words would be refused.
func TestAddReminderOnce(t *testing.T) {
	h := newReminded(t)
	told := func(r ops.Reminded) tool.Result {
		return tool.Result{Wrote: true, Text: fmt.Sprint(r.Reminder.N, r.Reminder.Text, r.Same)}
	}
	ask := h.said(owner, "9時に薬")
	add := func(op turn.Op, text, when string) (tool.Result, error) {
		return h.AddReminder(t.Context(), ask, op, ops.ToRemind{Text: text, When: when}, told)
	}
	first, err := add("1", "薬", "2026-11-30 09:00")
	if err != nil || first.Text != "1薬false" {
		t.Fatal(first, err)
	}
	h.Clock.(*stepClock).set(day(30, 10, 0))
	if again, err := add("1", "薬", "2026-11-30 09:00"); err != nil || again != first {
		t.Errorf("the same op: %+v, %v", again, err)
	}
	var unclear *reminder.Unclear
	if _, err := add("2", "薬", "2026-11-30 09:00"); !errors.As(err, &unclear) || unclear.Why != reminder.Past {
		t.Errorf("a time that is past: %v", err)
	}
	if same, err := add("3", "水", "in 20 minutes"); err != nil || same.Text != "2水false" {
		t.Error(same, err)
	}
	if _, err := h.AddReminder(t.Context(), h.said(guest, "x"), "4", ops.ToRemind{Text: "x", When: "in 20 minutes"}, told); !errors.Is(err, ops.ErrNoScope) {
		t.Errorf("a visitor: %v", err)
	}
	list, err := h.RemindersOf(t.Context(), owner, false)
	if err != nil || len(list) != 2 || !slices.Equal(list[0].From, []turn.ID{ask.Messages[0].ID}) {
		t.Errorf("%+v, %v", list, err)
	}
}

func problemOf(err error) ops.ProblemCode {
	var p *ops.Problem
	if errors.As(err, &p) {
		return p.Code
	}
	return ""
}

// TestReminderChanges: by number and by the beginning of the id, and only one's
// own.
func TestReminderChanges(t *testing.T) {
	h := newReminded(t)
	alter := func(who person.Person, about string, c ops.Change) (ops.Reminded, error) {
		return h.AlterReminder(t.Context(), who, about, c)
	}
	r := h.set(owner, "薬", "2026-11-30 09:00")
	if same := h.set(owner, " 薬 ", "2026-11-30 09:00"); same.ID != r.ID {
		t.Error("the same reminder stands twice")
	}
	for about, want := range map[string]ops.ProblemCode{"7": ops.UnknownReminder, "": ops.UnknownReminder, "zzzz": ops.UnknownReminder, "0": ops.UnknownReminder} {
		if _, err := alter(owner, about, ops.Change{Cancel: true}); problemOf(err) != want {
			t.Errorf("%q: %v", about, err)
		}
	}
	if _, err := alter(aoi, "1", ops.Change{Cancel: true}); problemOf(err) != ops.UnknownReminder {
		t.Errorf("another's: %v", err)
	}
	got, err := alter(owner, string(r.ID)[:12], ops.Change{When: "2026-11-30 11:30", Text: "水"})
	if err != nil || got.Reminder.Text != "水" || !got.Reminder.Due().Equal(day(30, 11, 30)) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err = alter(owner, "#1", ops.Change{Text: "お茶"}); err != nil || got.Reminder.Text != "お茶" || !got.Reminder.Due().Equal(day(30, 11, 30)) {
		t.Errorf("the text alone: %+v, %v", got, err)
	}
	if _, err = alter(owner, "1", ops.Change{When: "2026-11-30 07:00"}); problemOf(err) != ops.UnclearReminder {
		t.Errorf("a time that is past: %v", err)
	}
	if got, err = alter(owner, "1", ops.Change{Snooze: 30 * time.Minute}); err != nil || !got.Reminder.Due().Equal(day(30, 12, 0)) {
		t.Errorf("put off: %+v, %v", got, err)
	}
	if got, err = alter(owner, "1", ops.Change{Cancel: true}); err != nil || got.Same || got.Reminder.State != reminder.Cancelled {
		t.Errorf("cancelled: %+v, %v", got, err)
	}
	if got, err = alter(owner, "1", ops.Change{Cancel: true}); err != nil || !got.Same {
		t.Errorf("cancelled again: %+v, %v", got, err)
	}
	if h.beat(day(30, 23, 0)) != 0 {
		t.Error("a cancelled one was said")
	}
}

// TestReminderAnswers: the buttons under a message, on Telegram and pages.
func TestReminderAnswers(t *testing.T) {
	h := newReminded(t)
	h.set(owner, "薬", "2026-11-30 09:00")
	h.beat(day(30, 9, 0))
	list, err := h.Queued(t.Context(), "terminal")
	if err != nil || len(list) != 1 || !slices.Equal(list[0].Offers, []turn.Offer{turn.OfferSnooze, turn.OfferDone}) {
		t.Fatalf("%+v, %v", list, err)
	}
	id := list[0].ID
	if _, err := h.Snooze(t.Context(), aoi, id, time.Hour); problemOf(err) != ops.UnknownReminder {
		t.Errorf("another's: %v", err)
	}
	if _, err := h.Done(t.Context(), owner, "x"); problemOf(err) != ops.UnknownReminder {
		t.Errorf("no reminder: %v", err)
	}
	if taken, err := h.Sending(t.Context(), id, 0, 1); err != nil || taken {
		t.Fatal(taken, err)
	}
	if err := h.Sent(t.Context(), id, 0, "5"); err != nil {
		t.Fatal(err)
	}
	if f := h.firing(id); f.Progress != reminder.Delivered || f.Count != 1 {
		t.Errorf("%+v", f)
	}
	r, err := h.Snooze(t.Context(), owner, id, 10*time.Minute)
	if err != nil || r.Due().Before(day(30, 9, 10)) || r.Due().After(day(30, 9, 11)) || h.firing(id).Progress != reminder.Snoozed {
		t.Errorf("%+v, %v", r, err)
	}
	if h.beat(day(30, 9, 11)) != 1 || h.beat(day(30, 10, 0)) != 0 {
		t.Error("it was not said once more")
	}
	if r, err = h.Done(t.Context(), owner, r.Last); err != nil {
		t.Fatal(err)
	}
	if r, err = h.Done(t.Context(), owner, id); err != nil || r.State != reminder.Done || h.firing(id).Progress != reminder.Seen {
		t.Errorf("%+v, %v", r, err)
	}
}

func (h *reminded) firing(id turn.ID) (f reminder.Firing) {
	h.t.Helper()
	err := h.DB.View(func(tx *kv.Tx) (err error) {
		f, err = ops.FiringOf(tx, id)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

// TestReminderFindsThePerson: on the channel where they wrote last; nobody
// hears another's; who is not admitted any more hears none.
func TestReminderFindsThePerson(t *testing.T) {
	h := newReminded(t)
	err := h.DB.Update(func(tx *kv.Tx) error {
		return errors.Join(h.People.Put(tx, aoi), h.People.Bind(tx, "telegram", "42", aoi.ID))
	})
	if err != nil {
		t.Fatal(err)
	}
	h.set(aoi, "電話", "2026-11-30 09:00")
	h.set(owner, "薬", "2026-11-30 09:00")
	h.accept(owner, "w1", "やあ")
	if n := h.beat(day(30, 9, 0)); n != 2 {
		t.Errorf("said %d", n)
	}
	if got := h.queued("telegram"); len(got) != 1 || !strings.Contains(got[0], "電話") {
		t.Errorf("telegram: %q", got)
	}
	if got := h.queued("terminal"); len(got) != 1 || !strings.Contains(got[0], "薬") {
		t.Errorf("terminal: %q", got)
	}
	for _, l := range h.lines(person.ScopeOwner) {
		if strings.Contains(l.Text, "電話") {
			t.Errorf("the owner hears %q", l.Text)
		}
	}
	if p := h.PersonOf(t.Context(), ops.ConversationOf(aoi)); p.ID != aoi.ID {
		t.Errorf("%+v", p)
	}
	if p := h.PersonOf(t.Context(), "group:7"); p.Scope() != "" {
		t.Errorf("%+v", p)
	}
	r := h.set(person.Person{ID: "gone", Role: person.Admitted}, "x", "2026-11-30 10:00")
	if h.beat(day(30, 10, 0)) != 0 {
		t.Error("said to somebody who is not admitted")
	}
	if list, _ := h.RemindersOf(t.Context(), person.Person{ID: "gone", Role: person.Admitted}, true); len(list) != 1 || list[0].ID != r.ID || list[0].State != reminder.Cancelled {
		t.Errorf("%+v", list)
	}
}

// TestRemindersAreCapped: nobody fills the database by asking.
func TestRemindersAreCapped(t *testing.T) {
	h := newReminded(t)
	for i := range reminder.MaxWaiting {
		h.set(owner, fmt.Sprint("薬 ", i), "2026-12-30 09:00")
	}
	if _, err := h.SetReminder(t.Context(), owner, ops.ToRemind{Text: "薬", When: "2026-12-30 09:00"}); problemOf(err) != ops.TooManyReminders {
		t.Error(err)
	}
	if n := h.beat(time.Date(2026, 12, 30, 9, 0, 0, 0, zone)); n != reminder.MaxWaiting {
		t.Errorf("said %d", n)
	}
}

// TestRemindersTogether: changes from many sides at once leave a true index.
func TestRemindersTogether(t *testing.T) {
	h := newReminded(t)
	h.Nudge, h.Speaking.Tell = nil, nil
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			got, err := h.SetReminder(t.Context(), owner, ops.ToRemind{Text: fmt.Sprint("薬", i), When: "2026-12-01 09:00"})
			if err == nil && i%2 == 0 {
				_, err = h.AlterReminder(t.Context(), owner, fmt.Sprint(got.Reminder.N), ops.Change{Cancel: true})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	list, err := h.RemindersOf(t.Context(), owner, true)
	var numbers []int
	for _, r := range list {
		numbers = append(numbers, r.N)
	}
	slices.Sort(numbers)
	if err != nil || !slices.Equal(numbers, []int{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("%v, %v", numbers, err)
	}
	if n := h.beat(time.Date(2026, 12, 1, 9, 0, 0, 0, zone)); n != 4 {
		t.Errorf("said %d", n)
	}
}
