package clock

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestResolve(t *testing.T) {
	const wall = "2006-01-02 15:04"
	cases := []struct{ name, zone, wall, want string }{
		{"an ordinary day", "America/New_York", "2026-07-01 02:30", "2026-07-01T02:30:00-04:00"},
		{"before a gap", "America/New_York", "2026-03-08 01:59", "2026-03-08T01:59:00-05:00"},
		{"where a gap begins", "America/New_York", "2026-03-08 02:00", "2026-03-08T03:00:00-04:00"},
		{"in a gap", "America/New_York", "2026-03-08 02:30", "2026-03-08T03:30:00-04:00"},
		{"where a gap ends", "America/New_York", "2026-03-08 03:00", "2026-03-08T03:00:00-04:00"},
		{"before an overlap", "America/New_York", "2026-11-01 00:59", "2026-11-01T00:59:00-04:00"},
		{"where an overlap begins", "America/New_York", "2026-11-01 01:00", "2026-11-01T01:00:00-04:00"},
		{"in an overlap", "America/New_York", "2026-11-01 01:30", "2026-11-01T01:30:00-04:00"},
		{"where an overlap ends", "America/New_York", "2026-11-01 02:00", "2026-11-01T02:00:00-05:00"},
		{"a midnight that is left out", "America/Sao_Paulo", "2018-11-04 00:00", "2018-11-04T01:00:00-02:00"},
		{"half an hour only", "Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-04T02:45:00+11:00"},
		{"half an hour twice", "Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-05T01:45:00+11:00"},
		{"winter time that is the lesser one", "Europe/Dublin", "2026-03-29 01:30", "2026-03-29T02:30:00+01:00"},
		{"a whole day that is left out", "Pacific/Apia", "2011-12-30 09:00", "2011-12-31T09:00:00+14:00"},
		{"no changes", "Asia/Tokyo", "2026-03-08 02:30", "2026-03-08T02:30:00+09:00"},
		{"UTC", "UTC", "2026-03-08 02:30", "2026-03-08T02:30:00Z"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			floating, err := time.Parse(wall, c.wall)
			if err != nil {
				t.Fatal(err)
			}
			if got := Resolve(floating, zone(t, c.zone)).Format(time.RFC3339); got != c.want {
				t.Errorf("%s in %s is %s, want %s", c.wall, c.zone, got, c.want)
			}
		})
	}
}

var zones = []string{"America/New_York", "Europe/Dublin", "America/Sao_Paulo", "Australia/Lord_Howe",
	"Africa/Casablanca", "America/Nuuk", "Pacific/Apia", "Asia/Tokyo", "Africa/Monrovia"}

// TestResolveAgainstSearch compares with the plain definition: the first
// instant of the days around that a clock shows as asked, and if there is none
// the instant at the offset that held a day and a bit before.
func TestResolveAgainstSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		floating := time.Unix(rapid.Int64Range(0, 2_200_000_000).Draw(t, "second"), 0).UTC()
		if rapid.Bool().Draw(t, "near a change") {
			if _, end := floating.In(z).ZoneBounds(); !end.IsZero() {
				minutes := rapid.IntRange(-200, 200).Draw(t, "minutes")
				floating = Wall(end).Add(time.Duration(minutes) * time.Minute)
			}
		}
		want, before := time.Time{}, floating.Add(-offset(floating.Add(-26*time.Hour), z))
		for _, sample := range []time.Duration{-26, 26} {
			at := floating.Add(-offset(floating.Add(sample*time.Hour), z))
			if Wall(at.In(z)).Equal(floating) && (want.IsZero() || at.Before(want)) {
				want = at
			}
		}
		if want.IsZero() {
			want = before
		}
		if got := Resolve(floating, z); !got.Equal(want) {
			t.Fatalf("%v in %v is %v, want %v", floating, z, got, want.In(z))
		}
	})
}

// TestResolveWall: every instant that is the first to be shown so is found
// again from what the clock shows.
func TestResolveWall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		at := time.Unix(rapid.Int64Range(0, 2_200_000_000).Draw(t, "second"), 0).In(z)
		got := Resolve(Wall(at), z)
		if got.After(at) || !Wall(got).Equal(Wall(at)) {
			t.Fatalf("%v is shown as %v, which is read as %v", at, Wall(at), got)
		}
	})
}

func TestGap(t *testing.T) {
	for _, c := range []struct {
		zone, at string
		by       time.Duration
	}{
		{"America/New_York", "2026-07-01T00:00:00Z", time.Hour},
		{"America/New_York", "2026-12-01T00:00:00Z", 0},
		{"Australia/Lord_Howe", "2026-12-01T00:00:00Z", 30 * time.Minute},
		{"UTC", "2026-12-01T00:00:00Z", 0},
	} {
		at, _ := time.Parse(time.RFC3339, c.at)
		if change, by := Gap(at, zone(t, c.zone)); by != c.by || change.After(at) {
			t.Errorf("%s in %s: a gap of %v at %v, want %v", c.at, c.zone, by, change, c.by)
		}
	}
}

func BenchmarkResolve(b *testing.B) {
	z := zone(b, "America/New_York")
	floating := time.Date(2026, 3, 8, 2, 30, 0, 0, time.UTC)
	for b.Loop() {
		Resolve(floating, z)
	}
}
