package event

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// vectors are where recurrence vectors lie beside the project.
const vectors = "../../../shared/bench/rrule"

// TestVectors expands published recurrence rules. Those that are refused or
// come out otherwise are listed; of all at least 95 % must be right.
func TestVectors(t *testing.T) {
	right, all := 0, 0
	raw, err := os.ReadFile(filepath.Join(vectors, "icalrecur_test.txt"))
	if err != nil {
		t.Skip("skipped: there are no vectors:", err)
	}
	for block := range strings.SplitSeq(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n\n") {
		v := map[string]string{}
		for line := range strings.SplitSeq(block, "\n") {
			if key, value, ok := strings.Cut(strings.Replace(line, "DTSTART;VALUE=DATE:", "DTSTART:", 1), ":"); ok && !strings.HasPrefix(line, "#") {
				v[key] = value
			}
		}
		if v["RRULE"] == "" || strings.Contains(v["INSTANCES"], "UNIMPLEMENTED") {
			continue
		}
		all++
		got, err := expanded(v["RRULE"], v["DTSTART"], "", v["INSTANCES"])
		if at := v["START-AT"]; at != "" { // from there on it is the rest of them
			rest, err := expanded(v["RRULE"], v["DTSTART"], at, v["INSTANCES"])
			if err != nil || !strings.HasSuffix(got, rest) || rest[:15] < at || strings.TrimSuffix(got, rest) >= at && len(got) == len(rest) {
				t.Errorf("%s from %s on: %v, %s", v["RRULE"], at, err, rest)
			}
		}
		switch want := v["INSTANCES"]; {
		case v["ERROR"] != "" && err != nil, err == nil && want == got:
			right++
		default:
			t.Logf("left: %s from %s: %v\n got %.200s\nwant %.200s", v["RRULE"], v["DTSTART"], err, got, want)
		}
	}
	t.Logf("%d of %d vectors are right; %d of them are by the second, which no event may be", right, all, strings.Count(string(raw), "FREQ=SECONDLY"))
	if float64(right) < 0.95*float64(all) {
		t.Errorf("%d of %d vectors are right", right, all)
	}
}

// expanded are the starts of a rule in the form of the vectors, as many as are
// wanted.
func expanded(rule, start, at, want string) (string, error) {
	r, err := parseRule(rule)
	if err != nil {
		return "", err
	}
	first, day, err := ParseWall(strings.TrimSuffix(start, "Z"))
	if err == nil {
		err = r.ends(first)
	}
	if err != nil {
		return "", err
	}
	if day {
		if r, err = r.dated(); err != nil {
			return "", err
		}
	}
	lo := first
	if at != "" {
		if lo, _, err = ParseWall(at); err != nil {
			return "", err
		}
	}
	form := "20060102T150405"
	if strings.HasSuffix(start, "Z") {
		form += "Z"
	}
	if day {
		form = "20060102"
	}
	var out []string
	limit := strings.Count(want, ",") + 1
	work := mostWork
	r.starts(first, lo, r.last(day, first.floating.Location()), &work, func(w Wall) bool {
		out = append(out, w.Format(form))
		return len(out) < limit+1 && len(out) < 500
	})
	if len(out) > limit && r.options.Count == 0 && r.until.IsZero() {
		out = out[:limit] // the vectors show the beginning of what has no end
	}
	return strings.Join(out, ","), nil
}
