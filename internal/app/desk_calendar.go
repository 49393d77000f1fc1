package app

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/ics"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
)

// CalendarAsk is what an operation on the calendar may be given.
type CalendarAsk struct {
	Plan   ops.ToPlan    `json:"plan,omitzero"`
	Replan ops.Replan    `json:"replan,omitzero"`
	From   string        `json:"from,omitempty"`
	To     string        `json:"to,omitempty"`
	Days   int           `json:"days,omitempty"`
	Events []event.Event `json:"events,omitempty"`
	URL    string        `json:"url,omitempty"`
	Off    bool          `json:"off,omitempty"`
}

// CalendarList is the answer of "calendar list".
type CalendarList struct {
	Looked
	Events []ops.Entry `json:"events"`
}

// CalendarChanged is the answer of what changes one event.
type CalendarChanged struct {
	Looked
	ops.Planned
}

// CalendarTaken is the answer of "calendar import".
type CalendarTaken struct {
	Looked
	ops.Taken
	Name    string        `json:"name,omitempty"`
	Left    int           `json:"skipped_count"`
	Skipped []ics.Skipped `json:"skipped"`
}

// CalendarFile is the answer of "calendar export".
type CalendarFile struct {
	Looked
	Count int    `json:"count"`
	ICS   string `json:"ics"`
}

// CalendarFeeds is the answer of "calendar feeds", "subscribe" and
// "unsubscribe".
type CalendarFeeds struct {
	Looked
	Feeds []ops.FeedState `json:"feeds"`
}

// CalendarShared is the answer of "calendar feed".
type CalendarShared struct {
	Looked
	Path string `json:"path,omitempty"` // below the address of the pages; "": nothing is shared any more
	Addr string `json:"addr,omitempty"` // of the pages, if a companion serves some
	Was  bool   `json:"was,omitempty"`  // it was shared before
}

func (d *Desk) schedule(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	list, err := d.ops.Schedule(ctx, v, a.Calendar.From, a.Calendar.To, a.Calendar.Days)
	return CalendarList{own(v), list}, err
}

func (d *Desk) addEvent(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.ops.AddEvent(ctx, v, a.Calendar.Plan)
	return CalendarChanged{own(v), got}, err
}

func (d *Desk) changeEvent(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.ops.ChangeEvent(ctx, v, a.ID, a.Calendar.Replan)
	return CalendarChanged{own(v), got}, err
}

func (d *Desk) dropEvent(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.ops.DropEvent(ctx, v, a.ID, a.Calendar.Replan.Date)
	return CalendarChanged{own(v), got}, err
}

func (d *Desk) restoreEvent(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.ops.RestoreEvent(ctx, v, a.ID, a.Calendar.Replan.Date)
	return CalendarChanged{own(v), got}, err
}

func (d *Desk) importEvents(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.ops.ImportEvents(ctx, v, a.Calendar.Events)
	return CalendarTaken{Looked: own(v), Taken: got}, err
}

func (d *Desk) exportEvents(ctx context.Context, v ops.Viewer, _ Ask, _ func(Progress)) (any, error) {
	list, err := d.ops.OwnEvents(ctx, v)
	return CalendarFile{own(v), len(list), string(ics.Write("kokoron", list))}, err
}

func (d *Desk) subscribe(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.feeds.Subscribe(ctx, v, a.Calendar.URL)
	return CalendarFeeds{own(v), []ops.FeedState{got}}, err
}

func (d *Desk) unsubscribe(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	got, err := d.feeds.Unsubscribe(ctx, v, a.ID)
	return CalendarFeeds{own(v), []ops.FeedState{got}}, err
}

func (d *Desk) listFeeds(ctx context.Context, v ops.Viewer, _ Ask, _ func(Progress)) (any, error) {
	list, err := d.feeds.List(ctx, v)
	return CalendarFeeds{own(v), list}, err
}

// shareCalendar makes the address under which the own calendar can be read, or
// takes it back.
func (d *Desk) shareCalendar(ctx context.Context, v ops.Viewer, a Ask, _ func(Progress)) (any, error) {
	out := CalendarShared{Looked: own(v)}
	var err error
	if a.Calendar.Off {
		out.Was, err = d.ops.Unshare(ctx, v)
		return out, err
	}
	token, err := d.ops.Share(ctx, v)
	out.Path, out.Addr = "/calendar/"+token+".ics", d.addr
	return out, err
}

// batchBytes is how much of a calendar goes to the desk at once: a line of the
// control socket holds a megabyte.
const batchBytes = 500 << 10

// ImportCalendar reads a file and hands its events to the desk of a home, in
// parts. Each part is taken whole or not at all, and the same file again changes
// nothing. Errors are those of ics.Read and AskDesk.
func ImportCalendar(ctx context.Context, cfg config.Config, log *slog.Logger, as string, data []byte) (out CalendarTaken, err error) {
	got, err := ics.Read(data, cfg.Zone)
	if err != nil {
		return out, err
	}
	send := func(batch []event.Event) error {
		raw, err := AskDesk(ctx, cfg, log, "calendar import", Ask{As: as, Calendar: CalendarAsk{Events: batch}}, func(Progress) {})
		if err != nil {
			return err
		}
		var part CalendarTaken
		if err := json.Unmarshal(raw, &part); err != nil {
			return err
		}
		out.Looked, out.Added, out.Changed, out.Same = part.Looked, out.Added+part.Added, out.Changed+part.Changed, out.Same+part.Same
		return nil
	}
	var batch []event.Event
	size := 0
	for _, e := range got.Events {
		raw, err := json.Marshal(e)
		if err != nil {
			return out, err
		}
		if len(raw) > batchBytes {
			got.Left++
			got.Skipped = append(got.Skipped, ics.Skipped{Component: "VEVENT", Title: e.Title, Why: ics.Broken, Detail: "too large"})
			continue
		}
		if size += len(raw); size > batchBytes {
			if err := send(batch); err != nil {
				return out, err
			}
			batch, size = nil, len(raw)
		}
		batch = append(batch, e)
	}
	err = send(batch)
	out.Name, out.Left, out.Skipped = got.Name, got.Left, append([]ics.Skipped{}, got.Skipped...)
	return out, err
}
