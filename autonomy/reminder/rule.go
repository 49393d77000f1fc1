package reminder

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// errRule says that a rule cannot be followed.
var errRule = errors.New("a repetition that reminders do not have")

// rule is a repetition rule by its parts ("FREQ" → "WEEKLY").
type rule map[string]string

func parseRule(value string) rule {
	r := rule{}
	for part := range strings.SplitSeq(strings.ToUpper(strings.TrimPrefix(value, "RRULE:")), ";") {
		name, v, _ := strings.Cut(part, "=")
		r[strings.TrimSpace(name)] = strings.TrimSpace(v)
	}
	return r
}

// interval is how often a rule counts its unit; 0 where that is no number.
func (r rule) interval() int {
	if r["INTERVAL"] == "" {
		return 1
	}
	n, err := strconv.Atoi(r["INTERVAL"])
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// only reports whether a rule has no parts but these.
func (r rule) only(names ...string) bool {
	known := map[string]bool{}
	for _, n := range names {
		known[n] = true
	}
	for n := range r {
		if !known[n] {
			return false
		}
	}
	return true
}

// every is the interval of a rule that counts minutes or hours, if it is one
// without other conditions.
func (r rule) every() (time.Duration, bool) {
	n := time.Duration(r.interval())
	if n == 0 || n > 366*24*60 || !r.only("FREQ", "INTERVAL") {
		return 0, false
	}
	switch r["FREQ"] {
	case "MINUTELY":
		return n * time.Minute, true
	case "HOURLY":
		return n * time.Hour, true
	}
	return 0, false
}

// ruleLine is the cron line that a rule is from its first time on.
func ruleLine(value string, start time.Time) (string, error) {
	r := parseRule(value)
	days, ok := cronDays(r["BYDAY"])
	if !ok || r.interval() != 1 || !r.only("FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "WKST") {
		return "", fmt.Errorf("%w: %s", errRule, value)
	}
	day, month := r["BYMONTHDAY"], r["BYMONTH"]
	if strings.Contains(day, "-") || day != "" && days != "" {
		return "", fmt.Errorf("%w: %s", errRule, value)
	}
	switch r["FREQ"] {
	case "DAILY":
	case "WEEKLY":
		if day != "" {
			return "", fmt.Errorf("%w: %s", errRule, value)
		}
		if days == "" {
			days = strconv.Itoa(int(start.Weekday()))
		}
	case "YEARLY", "MONTHLY":
		if days != "" {
			return "", fmt.Errorf("%w: %s", errRule, value)
		}
		if r["FREQ"] == "YEARLY" && month == "" {
			month = strconv.Itoa(int(start.Month()))
		}
		if day == "" {
			day = strconv.Itoa(start.Day())
		}
	default:
		return "", fmt.Errorf("%w: %s", errRule, value)
	}
	free := func(s string) string {
		if s == "" {
			return "*"
		}
		return s
	}
	return fmt.Sprintf("%d %d %s %s %s", start.Minute(), start.Hour(), free(day), free(month), free(days)), nil
}

// cronDays are weekdays as cron lines have them; false for one with a number
// before it.
func cronDays(byday string) (days string, ok bool) {
	if byday == "" {
		return "", true
	}
	numbers := map[string]string{"SU": "0", "MO": "1", "TU": "2", "WE": "3", "TH": "4", "FR": "5", "SA": "6"}
	var out []string
	for d := range strings.SplitSeq(byday, ",") {
		n, known := numbers[d]
		if !known {
			return "", false
		}
		out = append(out, n)
	}
	return strings.Join(out, ","), true
}
