package ics

import (
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// written are the names that the fields of an event have in a file.
var written = map[event.Field]string{
	event.Title: "SUMMARY", event.Start: "DTSTART", event.End: "DTEND", event.Zone: "TZID", event.Repeat: "RRULE", event.Place: "LOCATION",
	event.Notes: "DESCRIPTION", event.Alarms: "VALARM", event.Single: "RECURRENCE-ID",
}

// In is in a language why a component was not taken.
func (s Skipped) In(lang text.Lang) string {
	keys := map[Why]catalog.Key{
		NotEvent: catalog.SkippedNotEvent, Broken: catalog.SkippedBroken, Cancelled: catalog.SkippedCancelled, TooMany: catalog.SkippedTooMany,
		Double: catalog.SkippedDouble, Future: catalog.SkippedFuture, Absolute: catalog.SkippedAbsolute,
	}
	if s.Fault != nil {
		return s.Fault.Under(lang, written[s.Fault.Field])
	}
	detail := s.Detail
	if s.How != nil {
		detail = s.How.In(lang)
	}
	if key := keys[s.Why]; key != "" {
		return catalog.Text(lang, key, "detail", detail)
	}
	return detail
}
