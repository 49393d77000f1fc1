package calendar

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// The sets of other projects hold much that nobody plans with. What is chosen
// of them is said by rules: of each set the kinds that name a point, a day or a
// repetition, and of those what none of the rules in leftOut takes away.

// leftOut are the words of cases that a companion does not need, and why.
var leftOut = []struct {
	why   string
	words *regexp.Regexp
}{
	{"tells of the past", regexp.MustCompile(`(?i)\bago\b|\byesterday\b|\blast (week|day|month|year|yr|night|sunday|tuesday)\b|\bmonday of last|\bprevious\b|\bbefore\b|\bearlier\b|\bpast (week|friday)|\bback$|\bwas\b|\bwent\b|\bhad\b|\bmet\b|^-\d|\d(か月|ヶ月|日|年|分|時間|週|秒)前|昨|先週|先月|去年|前(日|週|月|の|1)|過去|直近|最後の1|おととい|きのう|せんしゅう|以来|ました|先の|先QTR`)},
	{"an open end", regexp.MustCompile(`(?i)\bwithin\b|\bless than\b|^(anytime|sometimes) |as soon|^through|^from 2 pm|^Connect back after|以降|以前|より|出来る限り|～$|まで$`)},
	{"another zone", regexp.MustCompile(`(?i)\b(gmt|pst|cet|bst|est|edt|jst|utc|xyz)\b|\d\dZ$`)},
	{"a feast", regexp.MustCompile(`(?i)holiday|easter|christmas|xmas|thanksgiving|\bides\b|クリスマス|元日|正月`)},
	{"a quarter, a numbered week or day of the year, a century, an era before ours", regexp.MustCompile(`(?i)\bquarter$|\bquarter 20|\bqtr|QTR|四半期|\bweeks? \d|^\d+(th|st|nd|rd) day|世紀|\bB\.C|\bA\.D|\b(BCE?|BE)\b|紀元前|旧暦|\byear on the \d+|the week of|week of (september|october|2018)`)},
	{"an exception, for which a reading has no place", regexp.MustCompile(`(?i)\bexcept\b`)},
	{"vague", regexp.MustCompile(`(?i)\bfew\b|\bseveral\b|数日|\d+ish|-ish|approximately|closest|around 1030`)},
	{"how long something takes", regexp.MustCompile(`\d(分|時間|週間?|ヶ月)間?で|から(二日|3週間)`)},
	{"a row of units", regexp.MustCompile(`(?i)upcoming (two|2)|(two|2) upcoming|\bnext (two|\d+) (days?|weeks?|quarters?)\b|\bcurrent (week|year)|当|この(1|ひと)|今1|現在の週`)},
	{"this moment or the day of another moment", regexp.MustCompile(`(?i)^(now|just now|atm|at this time|nowadays)$|back now$|end of (day|tomorrow)|一日の終わり|明日の終わり|次の日$|同年|^即$|今すぐ|ただちに|あと1時間は`)},
	{"seconds, or no hour", regexp.MustCompile(`(?i)秒|secs?\b|seconds?\b|^59分|^59:59`)},
	{"a number alone", regexp.MustCompile(`(?i)^\d+$|^in 15$|^at 3 15$|^7 - 8$`)},
	{"one character alone", regexp.MustCompile(`^[月火水木金土日]$|^[月火水木金土日][にはで]$`)},
}

// chosen says whether a case is for a companion; otherwise why not.
func chosen(c planCase) (why string, ok bool) {
	for _, l := range leftOut {
		if l.words.MatchString(c.words) {
			return l.why, false
		}
	}
	if day := dayOf(c.want); day != "" && !strings.Contains(day, "X") && day != "0001-01-01" && day < c.ref[:10] {
		return "lies in the past", false
	}
	if year := c.want[:min(4, len(c.want))]; year > "0001" && year < c.ref[:4] {
		return "lies in the past", false
	}
	return "", true
}

func dayOf(want string) string { return want[:min(len(want), len("2006-01-02"))] }

// planCase is one expression: the beginning of what it means, and its
// repetition. A part of the rule that is empty is not compared.
type planCase struct {
	set, lang, words, ref, want string
	repeat                      []string
	repeats                     bool
}

// right reports whether a case is read as wanted, and whether it is so at once,
// not only among the readings that would be asked about.
func (c planCase) right(t *testing.T) (right, first bool) {
	ref, err := time.Parse("2006-01-02T15:04:05", c.ref)
	if err != nil {
		t.Fatalf("%s: %v", c.words, err)
	}
	all := When(c.words, ref, time.UTC, c.lang)
	if c.want == "0001-01-01" { // no such day
		return len(all) == 0, len(all) == 0
	}
	for _, r := range all {
		if c.repeats != (r.Repeat != "") || !c.repeatsAs(r.Repeat) {
			continue
		}
		if c.means(r, r.From, ref) {
			return true, true
		}
		right = right || slices.ContainsFunc(r.Others, func(o time.Time) bool { return c.means(r, o, ref) })
	}
	return right, false
}

// means compares the beginning. The hours of a part of the day are a matter of
// taste, and an amount of days leads to a day here, to a moment there.
func (c planCase) means(r Reading, from, ref time.Time) bool {
	want := strings.ReplaceAll(c.want, "T", " ")
	part := !r.AllDay && r.To.Sub(r.From) > time.Hour
	if part || r.AllDay && len(want) > 13 && (want[11:13] == ref.Format("15") || strings.HasPrefix(want[11:], "12:00")) {
		want = dayOf(want)
	}
	return starts(from, want)
}

// repeatsAs compares the parts of the rule. The last day may lie one beside: a
// month that is the end is the day before it here.
func (c planCase) repeatsAs(rule string) bool {
	got := strings.Split(rule, ";")
	for _, want := range c.repeat {
		if until, ok := strings.CutPrefix(want, "UNTIL="); ok {
			day, _ := time.Parse("20060102", until)
			ok = slices.ContainsFunc(got, func(part string) bool {
				u, _ := strings.CutPrefix(part, "UNTIL=")
				last, err := time.Parse("20060102", u[:min(8, len(u))])
				return err == nil && last.Sub(day).Abs() <= 24*time.Hour
			})
			if !ok {
				return false
			}
			continue
		}
		if !slices.Contains(got, want) {
			return false
		}
	}
	return len(c.repeat) == 0 || len(got) == len(c.repeat) || strings.Contains(rule, "BYHOUR")
}

// planRecognizers are the cases of single dates, with the reading ahead, and of sets.
func planRecognizers(t *testing.T, lang string) []planCase {
	var out []planCase
	for _, kind := range []string{"DateParser", "DateTimeParser", "TimeParser", "SetParser"} {
		var cases []struct {
			Input   string
			Context struct{ ReferenceDateTime string }
			Results []struct {
				Value struct {
					Timex            string
					FutureResolution map[string]string
				}
			}
		}
		readJSON(t, filepath.Join("temporal_"+lang, "recognizers_"+kind+".json"), &cases)
		for _, c := range cases {
			if len(c.Results) != 1 {
				continue
			}
			p := planCase{set: lang + " recognizers", lang: lang, words: c.Input, ref: "2016-11-07T00:00:00"}
			if len(c.Context.ReferenceDateTime) >= 19 {
				p.ref = c.Context.ReferenceDateTime[:19]
			}
			v := c.Results[0].Value
			switch kind {
			case "SetParser":
				p.repeats, p.repeat, p.want = true, setRule(v.Timex), setClock(v.Timex)
			case "TimeParser":
				p.want = "XXXX-XX-XX " + minutes(v.FutureResolution["time"])
			default:
				p.want = v.FutureResolution["date"] + minutes(v.FutureResolution["dateTime"])
			}
			out = append(out, p)
		}
	}
	return out
}

// setRule is the rule of a set: P3W, XXXX-WXX-1T09, TMO.
func setRule(timex string) []string {
	units := map[byte]string{'D': "DAILY", 'W': "WEEKLY", 'M': "MONTHLY", 'Y': "YEARLY"}
	switch {
	case strings.HasPrefix(timex, "P"):
		rule := []string{"FREQ=" + units[timex[len(timex)-1]]}
		if n := timex[1 : len(timex)-1]; n != "1" {
			rule = append(rule, "INTERVAL="+n)
		}
		return rule
	case strings.HasPrefix(timex, "XXXX-WXX-"):
		return []string{"FREQ=WEEKLY", "BYDAY=" + codes[timex[len("XXXX-WXX-")]-'1']}
	}
	return []string{"FREQ=DAILY"}
}

func setClock(timex string) string {
	if _, hour, ok := strings.Cut(timex, "T"); ok && hour != "" && hour[0] <= '9' {
		return "XXXX-XX-XX " + hour
	}
	return ""
}

// planDuckling are single times of the grains that one plans in.
func planDuckling(t *testing.T, lang string) []planCase {
	var out []planCase
	for _, c := range duckling(t, lang) {
		if strings.HasSuffix(c.kind, "Year") {
			continue
		}
		want := c.want[Ahead].from
		if !strings.HasSuffix(c.kind, "Minute") && !strings.HasSuffix(c.kind, "Hour") && !strings.HasSuffix(c.kind, "Second") {
			want = dayOf(want)
		}
		out = append(out, planCase{set: lang + " duckling", lang: lang, words: c.words, ref: c.ref, want: want})
	}
	return out
}

var oneMoment = regexp.MustCompile(`(?i)^(this|next|last) (week|month|quarter|year|day)$`)

// planChrono are the cases of one time. A week is a row of days here and a
// moment there.
func planChrono(t *testing.T, lang string) []planCase {
	var out []planCase
	for _, c := range chrono(t, lang) {
		if !oneMoment.MatchString(c.words) {
			out = append(out, planCase{set: c.kind, lang: lang, words: c.words, ref: c.ref, want: c.want[Ahead].from})
		}
	}
	return out
}

// planRecurrent are rules and some dates; what they leave out is midnight of the
// first of January 2010, a Friday.
func planRecurrent(t *testing.T) []planCase {
	var cases []struct {
		Text   string
		Expect any
	}
	readJSON(t, filepath.Join("temporal_en", "recurrent.json"), &cases)
	var out []planCase
	for _, c := range cases {
		p := planCase{set: "en recurrent", lang: "en", words: c.Text, ref: "2010-01-01T00:00:00"}
		switch v := c.Expect.(type) {
		case string:
			p.want = strings.TrimSuffix(v, ":00")
		case map[string]any:
			p.repeats = true
			p.repeat, p.want = recurrentRule(v)
		}
		out = append(out, p)
	}
	return out
}

func recurrentRule(v map[string]any) (rule []string, want string) {
	for _, name := range []string{"freq", "interval", "count", "until", "bymonth", "bymonthday", "byday"} {
		value := strings.ToUpper(fmt.Sprint(v[name]))
		if v[name] == nil || name == "interval" && value == "1" {
			continue
		}
		rule = append(rule, strings.ToUpper(name)+"="+value)
	}
	if v["freq"] == nil {
		rule = nil // left out there
	}
	if h, ok := v["byhour"].(string); ok {
		want = fmt.Sprintf("XXXX-XX-XX %02s:%02s", h, v["byminute"])
	}
	return rule, want
}

// planTimex are absolute dates and times, and sets.
func planTimex(t *testing.T) []planCase {
	var cases []struct{ Tagger, Text, Field, Expect string }
	readJSON(t, filepath.Join("temporal_ja", "ja_timex.json"), &cases)
	var out []planCase
	for _, c := range cases {
		p := planCase{set: "ja timex", lang: "ja", words: c.Text, ref: "2021-01-01T12:00:00", want: c.Expect}
		switch {
		case c.Tagger == "set_tagger" && (c.Field == "quant" || c.Field == "freq"):
			p.repeats, p.want = true, ""
		case c.Tagger != "abstime_tagger" || c.Field != "value" || len(c.Expect) < 3 || strings.ContainsAny(c.Expect, "WQSFYB") || strings.HasSuffix(c.Expect, "-XX-XX") && c.Expect[0] != 'T':
			continue // no date, a year, or a part of one
		case strings.HasPrefix(c.Expect, "T"):
			p.want = clockOf(c.Expect[1:])
		}
		out = append(out, p)
	}
	return out
}

// clockOf is the time of day of T25-50-XX: hours past midnight are of the next
// day, and no minutes are none.
func clockOf(hms string) string {
	var h, m int
	fmt.Sscanf(strings.ReplaceAll(hms, "XX", "00"), "%d-%d", &h, &m)
	return fmt.Sprintf("XXXX-XX-XX %02d:%02d", h%24, m)
}

func TestPlansBench(t *testing.T) {
	if _, err := os.Stat(filepath.Join(benchDir(), "temporal_ja")); err != nil {
		t.Skip("date expressions: not there (KOKORON_BENCH_DATA names their folder)")
	}
	var all []planCase
	for _, lang := range []string{"en", "ja"} {
		all = append(all, planRecognizers(t, lang)...)
		all = append(all, planDuckling(t, lang)...)
		all = append(all, planChrono(t, lang)...)
	}
	all = append(append(all, planRecurrent(t)...), planTimex(t)...)
	type tally struct{ all, chosen, right, first int }
	sets := map[string]*tally{}
	left := map[string]int{}
	for _, c := range all {
		n := sets[c.set]
		if n == nil {
			n = &tally{}
			sets[c.set] = n
		}
		n.all++
		why, ok := chosen(c)
		if !ok {
			left[why]++
			continue
		}
		n.chosen++
		right, first := c.right(t)
		if first {
			n.first++
		}
		if right {
			n.right++
			continue
		}
		ref, _ := time.Parse("2006-01-02T15:04:05", c.ref)
		t.Logf("%s at %s: %q wants %s %v, is read %s", c.set, c.ref, c.words, c.want, c.repeat, told(c.words, When(c.words, ref, time.UTC, c.lang)))
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		t.Logf("left out: %3d %s", left[why], why)
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		n := sets[set]
		t.Logf("%-16s %3d cases, %3d chosen, %3d right (%.1f %%), %3d of them at once", set, n.all, n.chosen, n.right, 100*float64(n.right)/float64(n.chosen), n.first)
		if n.right*10 < n.chosen*9 {
			t.Errorf("%s: less than 90 %% are right", set)
		}
	}
}
