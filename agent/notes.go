package agent

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Notes is what the model is told of beside the words, because of the time
// that it is. internal/ops implements it. Neither method can fail a turn: what
// cannot be read is missing.
type Notes interface {
	// Upcoming is what stands in the calendar of whoever speaks for the next
	// days, in order.
	Upcoming(ctx context.Context, t turn.Turn) []Noted
	// Mused is what the companion thought of by itself of late and may tell
	// whoever speaks, the oldest first.
	Mused(ctx context.Context, t turn.Turn) []Noted
}

// Noted is one line of notes.
type Noted struct {
	At     time.Time
	AllDay bool // only the date of At counts
	Text   string
	Place  string // "" where none is known
}

// notes is the data block's contents for a turn.
func (r *run) notes(ctx context.Context) string {
	t, zone := r.t, r.t.Zone(r.cfg.Zone)
	now := r.texts.Now(r.Clock.Now(), zone)
	if s := t.Speaker; s.Role < person.Owner && s.Name != "" {
		now += "\n" + r.texts.Fill("speaker", "name", quote(s.Name))
	}
	if t.Late >= lateAfter {
		key := "late"
		if t.Opener != "" {
			key = "late_told"
		}
		now += "\n" + r.texts.Fill(key, "minutes", strconv.Itoa(int(t.Late.Minutes())))
	}
	return now + r.texts.noted("mused", r.Notes.Mused(ctx, t), zone) + r.texts.noted("upcoming", r.Notes.Upcoming(ctx, t), zone)
}

// noted is a section of the data block, behind what stands before it; "" for
// nothing.
func (t Texts) noted(head string, lines []Noted, zone *time.Location) string {
	if len(lines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\n" + t[head])
	for _, l := range lines {
		at := l.At.In(zone)
		key := "noted_at"
		if l.AllDay {
			key = "noted_on"
		}
		when := t.Fill(key, "date", at.Format(time.DateOnly), "weekday", strings.Fields(t["weekdays"])[at.Weekday()], "time", at.Format("15:04"))
		key = "noted_line"
		if l.Place != "" {
			key = "noted_place"
		}
		b.WriteString("\n" + t.Fill(key, "when", when, "text", oneLine(l.Text), "place", oneLine(l.Place)))
	}
	return b.String()
}

// oneLine is text from outside as one line of data.
func oneLine(s string) string { return quote(strings.Join(strings.Fields(s), " ")) }

// lateAfter is how long a message must have waited for a model before the
// reply mentions it.
const lateAfter = time.Minute
