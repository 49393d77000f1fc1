package followup

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// now is a Monday.
func at(t testing.TB) (time.Time, *time.Location) {
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2026, 11, 30, 15, 0, 0, 0, zone), zone
}

// TestFind reads the cases: language, words, and where there is something to
// ask about its kind, topic, date ("-": none, "?": any) and a part of its name.
// The held-out cases were written before the rules and never looked at for them.
func TestFind(t *testing.T) {
	for file, least := range map[string][2]float64{"cases.tsv": {1, 1}, "heldout.tsv": {0.9, 0.7}} {
		now, zone := at(t)
		hits, right, wanted, exact := 0, 0, 0, 0
		for _, c := range table(t, file) {
			found := Find(c[1], now, zone, text.Lang(c[0]))
			if len(c) > 2 {
				wanted++
			}
			hits += min(len(found), 1)
			if len(c) > 2 && len(found) > 0 {
				right++
			}
			ok := len(found) == 0 == (len(c) == 2)
			if ok && len(c) > 2 {
				f := found[0]
				on := "-"
				if !f.On.IsZero() {
					on = f.On.In(zone).Format(time.DateOnly)
				}
				ok = len(found) == 1 && string(f.Kind) == c[2] && string(f.Topic) == c[3] && (on == c[4] || c[4] == "?") && strings.Contains(f.About, c[5])
			}
			if ok {
				exact++
			} else if file == "cases.tsv" || os.Getenv("FOLLOWUP_SHOW") != "" {
				t.Logf("%v: %+v", c, found)
			}
		}
		precision, recall := float64(right)/float64(hits), float64(right)/float64(wanted)
		t.Logf("%s: precision %.3f, recall %.3f, all as wanted %d of %d", file, precision, recall, exact, len(table(t, file)))
		if precision < least[0] || recall < least[1] {
			t.Errorf("%s: precision %.3f, recall %.3f", file, precision, recall)
		}
	}
}

func table(t testing.TB, file string) (out [][]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if l != "" && l[0] != '#' {
			out = append(out, strings.Split(l, "\t"))
		}
	}
	return out
}
