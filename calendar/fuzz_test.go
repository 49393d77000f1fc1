package calendar

import (
	"testing"
	"time"
	"unicode/utf8"
)

// zones are places whose clocks change in many ways: both halves of the earth,
// at midnight, by half an hour, and with a day that is left out.
var zones = []string{
	"UTC", "Asia/Tokyo", "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Beirut", "Pacific/Apia", "Asia/Kathmandu", "America/Havana",
}

func zoneOf(t testing.TB, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Skipf("no time zone data: %v", err)
	}
	return z
}

// sound checks what holds of every answer.
func sound(t interface {
	Helper()
	Fatalf(string, ...any)
}, words string, zone *time.Location, spans []Span) {
	t.Helper()
	last := 0
	for _, s := range spans {
		switch {
		case s.Start < last || s.End <= s.Start || s.End > len(words):
			t.Fatalf("%q: span %d–%d after %d", words, s.Start, s.End, last)
		case utf8.ValidString(words) && !utf8.ValidString(words[s.Start:s.End]):
			t.Fatalf("%q: span %d–%d cuts a character", words, s.Start, s.End)
		case !s.From.Before(s.To) || s.Slack < 0 || s.Unit < Minute || s.Unit > Year:
			t.Fatalf("%q: %v–%v, slack %v, unit %d", words, s.From, s.To, s.Slack, s.Unit)
		case s.From.Location() != zone || s.To.Location() != zone:
			t.Fatalf("%q: not in the zone of the person", words)
		}
		last = s.End
	}
}

func FuzzFind(f *testing.F) {
	for _, c := range said {
		f.Add(c.words, int64(1781665200), uint8(2))
	}
	for _, words := range traps {
		f.Add(words, int64(1325376000), uint8(7))
	}
	f.Add("㋅㏢ ㋅\ufe00３日\xff三日\u3099前 ｷﾉｳ ㏰2026年99999月", int64(-62135596800), uint8(4))
	f.Fuzz(func(t *testing.T, words string, unix int64, zone uint8) {
		z := zoneOf(t, zones[int(zone)%len(zones)])
		now := time.Unix(unix%(1<<38), 0)
		for _, toward := range []Toward{Back, Ahead} {
			sound(t, words, z, Find(words, now, z, toward))
		}
	})
}
