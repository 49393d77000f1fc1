// Package event is what stands in a calendar: an event with its wall times, how
// it repeats, what single occurrences have been changed to, and when it
// happens.
//
// Times are kept as people write them, as a date and a time of day with the
// name of a zone, or as dates alone. Repetitions are expanded in floating time
// and only then resolved by clock.Resolve, so that no occurrence is skipped,
// doubled or early where clocks change. Whatever rule is given, the work is
// bounded: rules that flood a day, never happen or could keep the expansion
// from ending are refused with the reason.
//
// All is pure: now and the zone of the person are arguments. The package stores
// nothing, reads no files and asks nobody. It alone imports rrule-go.
package event
