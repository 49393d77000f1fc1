package turn

import (
	"testing"
	"time"
)

func TestSaid(t *testing.T) {
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for sent, want := range map[time.Time]time.Time{
		{}: at, at.Add(-time.Hour): at.Add(-time.Hour), at.Add(time.Hour): at, // a clock that is ahead
	} {
		if got := (Message{At: at, Sent: sent}).Said(); !got.Equal(want) {
			t.Errorf("sent %v: said %v, want %v", sent, got, want)
		}
	}
}

func TestTextOfABurst(t *testing.T) {
	one, two := Message{Text: "a"}, Message{Text: "b"}
	if got := (Turn{Messages: []Message{one}}).Text(); got != "a" {
		t.Errorf("one message: %q", got)
	}
	if got := (Turn{Messages: []Message{one, two}}).Text(); got != "a\nb" {
		t.Errorf("two messages: %q", got)
	}
}

func TestZone(t *testing.T) {
	for name, want := range map[string]string{"Asia/Tokyo": "Asia/Tokyo", "": "UTC", "Mars/Base": "UTC"} {
		tn := Turn{Messages: []Message{{Zone: "America/New_York"}, {Zone: name}}}
		if got := tn.Zone(time.UTC).String(); got != want {
			t.Errorf("zone %q: %s, want %s", name, got, want)
		}
	}
}
