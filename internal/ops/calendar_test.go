package ops_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/feed"
	"github.com/kokoron/kokoron/calendar/ics"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// planned says what was done in a form that is easy to compare.
func planned(got ops.Planned) tool.Result {
	s := got.Handle + " " + got.Next.From.Format("01-02 15:04") + " " + got.Next.Title
	if got.Same {
		s += ", same"
	}
	for _, c := range got.Conflicts {
		s += ", meets " + c.Title
	}
	return tool.Result{Wrote: true, Text: s}
}

// stands is what the calendar of somebody has in the next weeks.
func (h *home) stands(p person.Person) (out []string) {
	h.t.Helper()
	list, err := h.Agenda(h.t.Context(), h.said(p, "?"), "2026-11-30", "2026-12-31", "")
	if err != nil {
		h.t.Fatal(err)
	}
	for _, l := range list {
		out = append(out, l.From.Format("01-02 15:04")+" "+l.Title)
	}
	return out
}

// TestPlanOnce: an event and its result are one, also after a crash between the
// two, and the same op again does nothing.
func TestPlanOnce(t *testing.T) {
	h := newHome(t)
	said, in := h.said(owner, "明日の3時に歯医者"), ops.ToPlan{Title: "歯医者", When: "明日の午後3時", Place: "駅前"}
	func() {
		defer func() { _ = recover() }()
		_, _ = h.Plan(t.Context(), said, "op", in, func(ops.Planned) tool.Result { panic("killed") })
	}()
	if got := h.stands(owner); len(got) != 0 {
		t.Fatalf("a result was lost and an event kept: %v", got)
	}
	first, err := h.Plan(t.Context(), said, "op", in, planned)
	if err != nil || first.Text != "#1 12-01 15:00 歯医者" {
		t.Fatal(first, err)
	}
	h.restart()
	again, err := h.Plan(t.Context(), said, "op", ops.ToPlan{Title: "別のこと", When: "明日の午後4時"}, planned)
	if err != nil || again.Text != first.Text || !slices.Equal(h.stands(owner), []string{"12-01 15:00 歯医者"}) {
		t.Errorf("%v, %v, %v", again, err, h.stands(owner))
	}
	known, err := h.Plan(t.Context(), said, "other", in, planned)
	if err != nil || known.Text != first.Text+", same" {
		t.Errorf("the same again: %v, %v", known, err)
	}
	meets, err := h.Plan(t.Context(), said, "third", ops.ToPlan{Title: "会議", When: "2026-12-01T15:30"}, planned)
	if err != nil || meets.Text != "#2 12-01 15:30 会議, meets 歯医者" {
		t.Errorf("%v, %v", meets, err)
	}
}

// TestPlanUntil: an end that counts from today is not counted from the beginning.
func TestPlanUntil(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "?")
	for _, c := range []struct{ when, until, end string }{
		{"明日の午後3時", "明日の午後4時", "2026-12-01T16:00"},
		{"明日の午後3時", "午後4時", "2026-12-01T16:00"},
		{"明日の午後10時", "午前2時", "2026-12-02T02:00"},
		{"明日の午後3時", "明後日の正午", "2026-12-02T12:00"},
		{"明日", "明後日", "2026-12-03"},
		{"tomorrow at 3 pm", "tomorrow at 4 pm", "2026-12-01T16:00"},
		{"明天下午三点", "明天下午四点", "2026-12-01T16:00"},
	} {
		var got event.Event
		_, err := h.Plan(t.Context(), said, turn.Op(c.when+c.until), ops.ToPlan{Title: c.when + c.until, When: c.when, Until: c.until}, func(p ops.Planned) tool.Result {
			got = p.Event
			return tool.Result{Wrote: true}
		})
		if end := got.End.String(); err != nil || !strings.HasPrefix(end, c.end) {
			t.Errorf("%s to %s: ends %s, %v; want %s", c.when, c.until, end, err, c.end)
		}
	}
	var f *event.Fault
	if _, err := h.Plan(t.Context(), said, "before", ops.ToPlan{Title: "x", When: "明日の午後3時", Until: "明日の午後2時"}, planned); !errors.As(err, &f) || f.Why != event.EndFirst {
		t.Errorf("an end before the beginning: %v", err)
	}
}

// TestPlanRefuses: what is wrong or unclear writes nothing.
func TestPlanRefuses(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "?")
	var unclear *event.Unclear
	if _, err := h.Plan(t.Context(), said, "op", ops.ToPlan{Title: "x", When: "3時"}, planned); !errors.As(err, &unclear) || len(unclear.Readings) < 2 {
		t.Errorf("an hour of the morning or the afternoon: %v", err)
	}
	for when, want := range map[string]event.Why{"2026-02-30": event.NoDay, "2026-12-01T13:99": event.NoClock, "そのうち": event.NoDate, "": event.Missing} {
		var f *event.Fault
		if _, err := h.Plan(t.Context(), said, "op", ops.ToPlan{Title: "x", When: when}, planned); !errors.As(err, &f) || f.Why != want || f.Field != event.Start {
			t.Errorf("%q: %v", when, err)
		}
	}
	if _, err := h.Plan(t.Context(), h.said(person.Person{ID: "v", Role: person.Visitor}, "?"), "v", ops.ToPlan{Title: "x", When: "明日"}, planned); !errors.Is(err, ops.ErrNoScope) {
		t.Errorf("a visitor: %v", err)
	}
	if got := h.stands(owner); len(got) != 0 {
		t.Errorf("something was written: %v", got)
	}
}

// TestCalendarsAreApart: nobody sees or changes another one's calendar.
func TestCalendarsAreApart(t *testing.T) {
	h := newHome(t)
	mine := h.said(owner, "?")
	if _, err := h.Plan(t.Context(), mine, "op", ops.ToPlan{Title: "秘密の会議", When: "明日の午後3時"}, planned); err != nil {
		t.Fatal(err)
	}
	theirs := h.said(aoi, "?")
	if got, err := h.Plan(t.Context(), theirs, "theirs", ops.ToPlan{Title: "aoiの用事", When: "明日の午後3時"}, planned); err != nil || strings.Contains(got.Text, "meets") {
		t.Errorf("%v, %v", got, err)
	}
	title := "x"
	for _, handle := range []string{"#1", "#9"} {
		if _, err := h.Replan(t.Context(), theirs, turn.Op("r"+handle), handle, ops.Replan{Title: &title}, planned); !errors.Is(err, ops.ErrNoEvent) {
			t.Errorf("%s: %v", handle, err)
		}
		if _, err := h.Unplan(t.Context(), theirs, turn.Op("d"+handle), handle, "", planned); !errors.Is(err, ops.ErrNoEvent) {
			t.Errorf("%s: %v", handle, err)
		}
	}
	if got := h.stands(aoi); !slices.Equal(got, []string{"12-01 15:00 aoiの用事"}) {
		t.Error(got)
	}
	group := theirs
	group.View = person.ViewOf(owner, aoi)
	if got := h.Upcoming(t.Context(), group); len(got) != 0 {
		t.Errorf("a calendar is read out before others: %v", got)
	}
}

func TestReplan(t *testing.T) {
	h := newHome(t)
	said := h.said(owner, "?")
	do := func(res tool.Result, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return res.Text
	}
	do(h.Plan(t.Context(), said, "1", ops.ToPlan{Title: "掃除", When: "2026-12-01T09:00", Until: "10:00", Repeat: "FREQ=WEEKLY;COUNT=4", Place: "家"}, planned))
	when, empty := "2026-12-09", ""
	if got := do(h.Replan(t.Context(), said, "2", "#1", ops.Replan{Date: "2026-12-08", When: &when}, planned)); got != "#1 12-09 09:00 掃除" {
		t.Error(got)
	}
	do(h.Unplan(t.Context(), said, "3", "#1", "2026-12-15", planned))
	if got := h.stands(owner); !slices.Equal(got, []string{"12-01 09:00 掃除", "12-09 09:00 掃除", "12-22 09:00 掃除"}) {
		t.Error(got)
	}
	if got := do(h.PlanAgain(t.Context(), said, "4", "#1", "2026-12-15", planned)); got != "#1 12-15 09:00 掃除" {
		t.Error(got)
	}
	do(h.Replan(t.Context(), said, "5", "#1", ops.Replan{Place: &empty}, planned))
	if list, err := h.Agenda(t.Context(), said, "2026-12-15", "", ""); err != nil || len(list) != 1 || list[0].Place != "" {
		t.Errorf("%+v, %v", list, err)
	}
	do(h.Unplan(t.Context(), said, "6", "#1", "", planned))
	if got := h.stands(owner); len(got) != 0 {
		t.Error(got)
	}
	do(h.PlanAgain(t.Context(), said, "7", "#1", "", planned))
	if got := h.stands(owner); len(got) != 4 {
		t.Error(got)
	}
	var f *event.Fault
	if _, err := h.Unplan(t.Context(), said, "8", "#1", "2026-12-03", planned); !errors.As(err, &f) || f.Why != event.NotThen {
		t.Error(err)
	}
}

// TestUpcoming: what is on counts, what is over does not, five at most.
func TestUpcoming(t *testing.T) {
	h := newHome(t) // 8 in the morning of 30 November
	said := h.said(owner, "?")
	for i, in := range []ops.ToPlan{
		{Title: "終わった", When: "2026-11-30T05:00", Until: "2026-11-30T06:00"}, {Title: "続いている", When: "2026-11-30T07:00", Until: "2026-11-30T09:00", Place: "会議室"},
		{Title: "長さ不明", When: "2026-11-30T07:30"}, {Title: "三日後", When: "2026-12-03T07:00"}, {Title: "遠い", When: "2026-12-03T09:00"},
		{Title: "今日ずっと", When: "2026-11-30"}, {Title: "明日", When: "2026-12-01T10:00"}, {Title: "明後日", When: "2026-12-02T10:00"},
	} {
		if _, err := h.Plan(t.Context(), said, turn.Op(rune('a'+i)), in, planned); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, n := range h.Upcoming(t.Context(), said) {
		got = append(got, n.Text+n.Place)
	}
	if want := []string{"今日ずっと", "続いている会議室", "長さ不明", "明日", "明後日"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if day, err := h.DayOf(t.Context(), owner, h.Clock.Now()); err != nil || len(day) != 4 {
		t.Errorf("%v, %v", day, err)
	}
}

// TestEraseCalendar: an event with the words in its name goes, of others the
// text that has them; with a line what was made of it.
func TestEraseCalendar(t *testing.T) {
	h := local(t)
	const words = "瑠璃色の万年筆"
	add := func(said turn.Turn, op turn.Op, in ops.ToPlan) {
		t.Helper()
		_, err := h.Plan(t.Context(), said, op, in, planned)
		h.must(err)
	}
	said, _ := h.exchange(owner, "予定の話", "", "はい。", "", turn.Recalled{})
	add(said, "1", ops.ToPlan{Title: words + "を買う", When: "2027-05-01"})
	add(said, "2", ops.ToPlan{Title: "買い物", When: "2027-05-02", Notes: words, Place: "銀座"})
	told, _ := h.exchange(owner, "5月3日に例の場所へ行く", "", "はい。", "", turn.Recalled{})
	add(told, "3", ops.ToPlan{Title: "例の場所", When: "2027-05-03"})

	done, err := h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{Text: words}))
	h.must(err)
	if left := h.bytesWith(words); len(left) > 0 || !done.Done {
		t.Errorf("left in %v", left)
	}
	_, err = h.eraser.Erase(t.Context(), owner, h.doom(ops.ToErase{ID: string(told.Messages[0].ID)}))
	h.must(err)
	list, err := h.Agenda(t.Context(), said, "2027-05-01", "2027-05-31", "")
	if err != nil || len(list) != 1 || list[0].Title != "買い物" || list[0].Place != "銀座" || list[0].Notes != "" {
		t.Errorf("%+v, %v", list, err)
	}
}

// server is a calendar elsewhere.
type server struct {
	data  []byte
	err   error
	asked []feed.Version
}

func (s *server) Fetch(_ context.Context, _ string, known feed.Version) ([]byte, feed.Version, error) {
	s.asked = append(s.asked, known)
	if s.err != nil {
		return nil, known, s.err
	}
	return s.data, feed.Version{ETag: "e"}, nil
}

func TestFeeds(t *testing.T) {
	h := newHome(t)
	d := ops.Desk{Ops: h.Ops}
	v, err := d.Viewer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	event1 := event.Event{UID: "a", Title: "祝日", Start: event.Day(2026, 12, 2), AllDay: true}
	event2 := event.Event{UID: "b", Title: "行事", Start: event.Day(2026, 12, 3), AllDay: true}
	s := &server{data: ics.Write("学校", []event.Event{event1, event2})}
	f := &ops.Feeds{Ops: h.Ops, From: s}
	got, err := f.Subscribe(t.Context(), v, "https://me:secret@school.example/cal?key=123")
	if err != nil || got.Events != 2 || got.Name != "学校" || got.Server != "school.example" {
		t.Fatalf("%+v, %v", got, err)
	}
	if on := h.stands(owner); !slices.Equal(on, []string{"12-02 00:00 祝日", "12-03 00:00 行事"}) {
		t.Error(on)
	}
	title := "x"
	var bad *ops.Problem
	rows, _ := d.Schedule(t.Context(), v, "", "", 7)
	if _, err := d.ChangeEvent(t.Context(), v, rows[0].Short, ops.Replan{Title: &title}); !errors.As(err, &bad) || bad.Code != ops.BadEvent || bad.Known[0] != string(event.ReadOnly) {
		t.Errorf("an event of a feed was changed: %v", err)
	}
	if _, err := d.RestoreEvent(t.Context(), v, rows[0].Short, "2026-12-02"); !errors.As(err, &bad) || bad.Code != ops.BadEvent || bad.Known[0] != string(event.ReadOnly) {
		t.Errorf("an event of a feed was brought back: %v", err)
	}
	event2.Title = "運動会"
	s.data = ics.Write("学校", []event.Event{event2})
	res, err := f.Job(t.Context(), heart.Call{})
	if err != nil || res.Counts["changed"] != 2 || s.asked[1].ETag != "e" {
		t.Errorf("%+v, %v, %v", res, err, s.asked)
	}
	if on := h.stands(owner); !slices.Equal(on, []string{"12-03 00:00 運動会"}) {
		t.Error(on)
	}
	s.err = feed.ErrAway
	if res, err := f.Job(t.Context(), heart.Call{}); err != nil || res.Counts["failed"] != 1 {
		t.Errorf("%+v, %v", res, err)
	}
	list, err := f.List(t.Context(), v)
	if err != nil || len(list) != 1 || list[0].Error == "" || len(h.stands(owner)) != 1 {
		t.Errorf("a server that is away took its events with it: %+v, %v", list, err)
	}
	if _, err := f.Unsubscribe(t.Context(), v, "zz"); !errors.As(err, &bad) || bad.Code != ops.UnknownFeed {
		t.Error(err)
	}
	if _, err := f.Unsubscribe(t.Context(), v, list[0].Short); err != nil || len(h.stands(owner)) != 0 {
		t.Errorf("%v, %v", err, h.stands(owner))
	}
	for _, address := range []string{"file:///etc/passwd", "ftp://x/y", "school.example", ""} {
		if _, err := f.Subscribe(t.Context(), v, address); !errors.As(err, &bad) || bad.Code != ops.BadFeed {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// TestImportTwice: by its UID an event is changed and not doubled.
func TestImportTwice(t *testing.T) {
	h := newHome(t)
	d := ops.Desk{Ops: h.Ops}
	v, _ := d.Viewer(t.Context(), "")
	e := event.Event{UID: "a", Title: "講義", Start: event.WallOf(time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC)), Zone: "Asia/Tokyo", Repeat: "FREQ=WEEKLY;COUNT=2"}
	for i, want := range []ops.Taken{{Added: 1}, {Same: 1}, {Changed: 1}} {
		if i == 2 {
			e.Title = "ゼミ"
		}
		got, err := ics.Read(ics.Write("", []event.Event{e}), zone)
		if err != nil || got.Left > 0 {
			t.Fatal(got, err)
		}
		if taken, err := d.ImportEvents(t.Context(), v, got.Events); err != nil || taken != want {
			t.Errorf("import %d: %+v, %v", i+1, taken, err)
		}
	}
	if on := h.stands(owner); !slices.Equal(on, []string{"12-02 09:00 ゼミ", "12-09 09:00 ゼミ"}) {
		t.Error(on)
	}
}

// TestShared: a secret opens one calendar, until it is taken back or replaced.
func TestShared(t *testing.T) {
	h := newHome(t)
	d := ops.Desk{Ops: h.Ops}
	v, _ := d.Viewer(t.Context(), "")
	if _, err := d.AddEvent(t.Context(), v, ops.ToPlan{Title: "歯医者", When: "明日の午後3時"}); err != nil {
		t.Fatal(err)
	}
	opens := func(token string) bool {
		t.Helper()
		file, ok, err := h.Shared(t.Context(), token)
		if err != nil || ok != strings.Contains(string(file), "歯医者") {
			t.Fatalf("%s, %v, %v", file, ok, err)
		}
		return ok
	}
	first, err := d.Share(t.Context(), v)
	if err != nil || !opens(first) || opens("") || opens(first+"x") || opens(strings.Repeat("A", len(first))) {
		t.Fatal("who may read is wrong", err)
	}
	second, _ := d.Share(t.Context(), v)
	if opens(first) || !opens(second) {
		t.Error("the address before still works")
	}
	if was, err := d.Unshare(t.Context(), v); !was || err != nil || opens(second) {
		t.Error("it was not taken back", err)
	}
}
