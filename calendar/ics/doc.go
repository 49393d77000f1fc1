// Package ics reads and writes calendars in the form of iCalendar (RFC 5545):
// bytes in, events out, and back.
//
// Whatever the bytes are, reading ends, in time and memory that their number
// bounds, and says of every component that it does not take why. Files are cut
// into components and lines here, with limits on size, depth and number; single
// lines are read and whole calendars written by golang-ical, which this package
// alone imports. What is written is read back as the same events. UIDs are kept,
// so that reading a calendar again changes events and does not double them.
//
// Times of a named zone stay in it; names that Windows and some programs give
// to zones are translated; times without a zone are those of the person; dates
// stay dates. The package reads no files, asks no server and keeps nothing.
package ics
