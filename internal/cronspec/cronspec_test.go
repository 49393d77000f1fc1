package cronspec

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func parsed(t interface{ Fatal(...any) }, line string) Line {
	l, err := Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// fires are the times of a line within a day of a zone, which may have 23 or
// 25 hours.
func fires(l Line, day string, z *time.Location) (list []string) {
	from, err := time.ParseInLocation("2006-01-02", day, z)
	if err != nil {
		return []string{err.Error()}
	}
	for t := l.Next(from.Add(-1), z); t.Format("2006-01-02") == day; t = l.Next(t, z) {
		list = append(list, t.Format("15:04Z07"))
	}
	return list
}

func TestNextWhereClocksAreSet(t *testing.T) {
	cases := []struct{ line, zone, day, want string }{
		{"30 2 * * *", "America/New_York", "2026-03-07", "02:30-05"},
		{"30 2 * * *", "America/New_York", "2026-03-08", "03:30-04"},
		{"30 2 * * *", "America/New_York", "2026-03-09", "02:30-04"},
		{"30 1 * * *", "America/New_York", "2026-11-01", "01:30-04"},
		{"30 1 * * *", "America/New_York", "2026-11-02", "01:30-05"},
		{"0 0 * * *", "America/Sao_Paulo", "2018-11-04", "01:00-02"},
		{"0 0 * * 0", "America/Sao_Paulo", "2018-11-04", "01:00-02"},
		// Fixed hours that share a gap or an overlap.
		{"0,30 2,3 * * *", "America/New_York", "2026-03-08", "03:00-04 03:30-04"},
		{"15,45 2 * * *", "America/New_York", "2026-03-08", "03:15-04 03:45-04"},
		{"45 2,3 * * *", "America/New_York", "2026-03-08", "03:45-04"},
		{"0 3 * * *", "America/New_York", "2026-03-08", "03:00-04"},
		{"30 2,3 8 3 *", "America/New_York", "2026-03-08", "03:30-04"},
		{"40 1,2,3 * * *", "America/New_York", "2026-03-08", "01:40-05 03:40-04"},
		{"15,30 2 * * *", "Australia/Lord_Howe", "2026-10-04", "02:30+11 02:45+11"},
		{"*/30 1 * * *", "America/New_York", "2026-11-01", "01:00-04 01:30-04"},
		{"0 1,2 * * *", "America/New_York", "2026-11-01", "01:00-04 02:00-05"},
		// Intervals follow what clocks show.
		{"30 * * * *", "America/New_York", "2026-03-08", "00:30-05 01:30-05 03:30-04 04:30-04 05:30-04 06:30-04 07:30-04 08:30-04 09:30-04 10:30-04 11:30-04 12:30-04 13:30-04 14:30-04 15:30-04 16:30-04 17:30-04 18:30-04 19:30-04 20:30-04 21:30-04 22:30-04 23:30-04"},
		{"0 */6 * * *", "America/New_York", "2026-11-01", "00:00-04 06:00-05 12:00-05 18:00-05"},
		{"*/30 0-3/1 * * *", "America/New_York", "2026-11-01", "00:00-04 00:30-04 01:00-04 01:30-04 01:00-05 01:30-05 02:00-05 02:30-05 03:00-05 03:30-05"},
		{"*/15 1-2/1 * * *", "Australia/Lord_Howe", "2026-10-04", "01:00+10 01:15+10 01:30+10 01:45+10 02:30+11 02:45+11"},
		{"30 2 * * *", "Asia/Tokyo", "2026-03-08", "02:30+09"},
	}
	for _, c := range cases {
		t.Run(c.line+" "+c.day, func(t *testing.T) {
			z := zone(t, c.zone)
			got := strings.Join(fires(parsed(t, c.line), c.day, z), " ")
			if got != c.want {
				t.Errorf("fires at %s, want %s", got, c.want)
			}
		})
	}
}

// TestEveryHour: all hours written out are an interval too.
func TestEveryHour(t *testing.T) {
	for _, hours := range []string{"*", "0-23", "*/1", "0-11,12-23"} {
		if n := len(fires(parsed(t, "0 "+hours+" * * *"), "2026-11-01", zone(t, "America/New_York"))); n != 25 {
			t.Errorf("hours %s: %d times on a day of 25 hours", hours, n)
		}
	}
}

// TestDays reads each kind of day of 2026, whose first of January is a
// Thursday.
func TestDays(t *testing.T) {
	cases := []struct {
		line string
		want string // the first days from 2026-01-01 on
	}{
		{"0 9 * * 0", "01-04 01-11 01-18"},
		{"0 9 * * 7", "01-04 01-11 01-18"},
		{"0 9 * * sun", "01-04 01-11 01-18"},
		{"0 9 * * SUN", "01-04 01-11 01-18"},
		{"0 9 * * 1-5", "01-01 01-02 01-05 01-06"},
		{"0 9 * * mon-fri", "01-01 01-02 01-05 01-06"},
		{"0 9 * * 6,7", "01-03 01-04 01-10"},
		{"0 9 * * 6-7", "01-03 01-04 01-10"},
		{"0 9 * * sat-sun", "01-03 01-04 01-10"},
		{"0 9 * * 7-1", "01-04 01-05 01-11 01-12"},
		{"0 9 * * 0-1", "01-04 01-05 01-11 01-12"},
		{"0 9 * * 1-7/2", "01-02 01-04 01-05 01-07"},
		{"0 9 * * 0-7", "01-01 01-02 01-03 01-04"},
		{"0 9 * * */2", "01-01 01-03 01-04 01-06"},
		{"0 9 13 * *", "01-13 02-13 03-13"},
		{"0 9 13 * 5", "01-02 01-09 01-13 01-16"}, // either kind of day
		{"0 9 31 * *", "01-31 03-31 05-31"},
		{"0 9 1-7/3 feb *", "02-01 02-04 02-07"},
		{"0 9 29 2 *", "02-29"}, // 2028
		{"0 9 1 JAN,jul *", "01-01 07-01 01-01"},
	}
	for _, c := range cases {
		t.Run(c.line, func(t *testing.T) {
			l := parsed(t, c.line)
			at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			var got []string
			for range strings.Fields(c.want) {
				at = l.Next(at, time.UTC)
				got = append(got, at.Format("01-02"))
			}
			if !slices.Equal(got, strings.Fields(c.want)) {
				t.Errorf("fires on %v, want %s", got, c.want)
			}
		})
	}
}

func TestLeapDayAcross2100(t *testing.T) {
	l := parsed(t, "0 0 29 2 *")
	got := l.Next(time.Date(2096, 3, 1, 0, 0, 0, 0, time.UTC), zone(t, "Asia/Tokyo"))
	if want := "2104-02-29T00:00:00+09:00"; got.Format(time.RFC3339) != want {
		t.Errorf("the leap day after that of 2096 is %v, want %s", got, want)
	}
}

func TestString(t *testing.T) {
	if got := parsed(t, "  0\t9 *  * Mon-Fri ").String(); got != "0 9 * * Mon-Fri" {
		t.Errorf("written %q", got)
	}
}

func TestErrors(t *testing.T) {
	cases := []struct{ line, want string }{
		{"", "it has 0 fields: write five: minute, hour, day of the month, month, weekday"},
		{"0 9 * *", "it has 4 fields"},
		{"0 0 9 * * *", "it has six fields: write five, without seconds and years"},
		{"@daily", "write 0 0 * * *"},
		{"@Weekly", "write 0 0 * * 0"},
		{"@every 5m", "it has 2 fields"},
		{"CRON_TZ=Asia/Tokyo 0 9 * * *", "it has six fields"},
		{"60 * * * *", `minute "60": 60 is out of range: write one of *, 0–59`},
		{"0 24 * * *", `hour "24": 24 is out of range: write one of *, 0–23`},
		{"0 9 0 * *", `day of the month "0": 0 is out of range: write one of *, 1–31`},
		{"0 9 * 13 *", `month "13": 13 is out of range: write one of *, 1–12, jan–dec`},
		{"0 9 * * 8", `weekday "8": 8 is out of range: write one of *, 0–7, sun–sat`},
		{"0 9 * * monday", `weekday "monday": "monday" is no number: write one of *, 0–7, sun–sat`},
		{"0 9am * * *", `hour "9am": "9am" is no number`},
		{"-5 * * * *", `minute "-5": "" is no number`},
		{"1,,2 * * * *", `minute "1,,2": "" is no number`},
		{"+5 * * * *", `"+5" is no number`},
		{"0 9 ? * 1", `day of the month "?": "?" is no number: write one of *, 1–31`},
		{"0 9 L * *", `"L" is no number`},
		{"0 22-6 * * *", `hour "22-6": the range runs backwards: write 22-23,0-6`},
		{"0 9 * * fri-mon", `weekday "fri-mon": the range runs backwards: write 5-6,0-1`},
		{"5/15 * * * *", `minute "5/15": a step needs a range: write 5-59/15`},
		{"*/90 * * * *", `minute "*/90": a step of 90 leaves only 0: write 0, or a shorter step`},
		{"0 */24 * * *", `hour "*/24": a step of 24 leaves only 0`},
		{"*/0 * * * *", `minute "*/0": step "0": write a number from 1 to 59`},
		{"*/x * * * *", `step "x": write a number`},
		{"*/2/2 * * * *", `step "2/2": write a number`},
		{"1-2-3 * * * *", `"2-3" is no number`},
		{"*-5 * * * *", `"*" is no number`},
		{"0 9 30 2 *", "it never fires: no month 2 has a day 30"},
		{"0 9 31 4,6,9,11 *", "it never fires: no month 4,6,9,11 has a day 31"},
	}
	for _, c := range cases {
		t.Run(c.line, func(t *testing.T) {
			_, err := Parse(c.line)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want %s", err, c.want)
			}
			if !strings.HasPrefix(err.Error(), "cron line \"") {
				t.Errorf("error %v does not name the line", err)
			}
		})
	}
}

func BenchmarkNext(b *testing.B) {
	z := zone(b, "America/New_York")
	for _, line := range []string{"30 3 * * *", "*/15 * * * *", "0 4 * * 0", "0 0 29 2 *"} {
		l := parsed(b, line)
		b.Run(line, func(b *testing.B) {
			at := time.Date(2026, 1, 1, 0, 0, 0, 0, z)
			for b.Loop() {
				l.Next(at, z)
			}
		})
	}
}
