package calendar

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The sets are expressions of other projects' tests with what they mean
// (KOKORON_BENCH_DATA, or a folder beside the checkout). Much in them is no part
// of this grammar on purpose or not yet: quarters, centuries and numbered weeks,
// "within", "before" and open ends, what is vague, a moment of the day for a
// part of it, dates counted from other dates, zones, seconds, a bare number. So
// what is held is that no kind gets worse than its floor, and that where no
// date is meant none is found.

// bench is one expression: what is asked and what the answer must be. A wanted
// part that is empty is not compared.
type bench struct {
	kind, words, ref string
	want             map[Toward]answer
	silent           bool // there is no date in it
	either           bool // one direction is enough
}

// answer is the beginning and the end as far as the set says them.
type answer struct{ from, to string }

func benchDir() string {
	if dir := os.Getenv("KOKORON_BENCH_DATA"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "shared", "bench")
}

// right reports whether one of the spans says what is wanted.
func (b bench) right(t *testing.T) bool {
	ref, err := time.Parse("2006-01-02T15:04:05", b.ref)
	if err != nil {
		t.Fatalf("%s: %v", b.words, err)
	}
	if b.silent {
		return len(Find(b.words, ref, time.UTC, Ahead)) == 0
	}
	rights := 0
	for toward, want := range b.want {
		found := false
		for _, s := range Find(b.words, ref, time.UTC, toward) {
			// The last day of a range is in it here, and behind it there.
			found = found || starts(s.From, want.from) && (starts(s.To, want.to) || starts(s.To.AddDate(0, 0, -1), want.to))
		}
		if found {
			rights++
		}
	}
	return rights == len(b.want) || b.either && rights > 0
}

// starts reports whether a time is written with what is wanted at its
// beginning; X and . stand for any digit.
func starts(at time.Time, want string) bool {
	got := at.Format("2006-01-02 15:04:05")
	want = strings.ReplaceAll(want, "T", " ")
	if len(want) > len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && want[i] != 'X' {
			return false
		}
	}
	return true
}

// recognizers are the cases of one file of that kind: past and future are said.
func recognizers(t *testing.T, lang, kind string) []bench {
	var cases []struct {
		Input   string
		Context struct{ ReferenceDateTime string }
		Results []struct {
			Value struct {
				FutureResolution, PastResolution map[string]string
			}
		}
	}
	readJSON(t, filepath.Join("temporal_"+lang, "recognizers_"+kind+".json"), &cases)
	var out []bench
	for _, c := range cases {
		if len(c.Results) == 0 != (kind == "DateTimeModel") {
			continue // of the model's cases, those in which there is no date
		}
		b := bench{kind: lang + " recognizers " + kind, words: c.Input, ref: c.Context.ReferenceDateTime[:min(19, len(c.Context.ReferenceDateTime))]}
		if b.ref == "" {
			b.ref = "2016-11-07T12:00:00"
		}
		b.silent = kind == "DateTimeModel" || kind == "DurationParser" || kind == "SetParser"
		if !b.silent {
			v := c.Results[0].Value
			b.want = map[Toward]answer{Back: resolved(kind, v.PastResolution), Ahead: resolved(kind, v.FutureResolution)}
		}
		out = append(out, b)
	}
	return out
}

func resolved(kind string, r map[string]string) answer {
	switch kind {
	case "TimeParser":
		return answer{from: "XXXX-XX-XX " + minutes(r["time"])}
	case "DateTimePeriodParser": // the hours of a morning are a matter of taste
		return answer{from: r["startDateTime"][:min(10, len(r["startDateTime"]))]}
	}
	return answer{from: r["date"] + minutes(r["dateTime"]) + r["startDate"], to: r["endDate"]}
}

// minutes leaves out the seconds, which the grammar does not know.
func minutes(s string) string { return strings.TrimSuffix(s[:strings.LastIndexByte(s, ':')+1], ":") }

var inBrackets = regexp.MustCompile(`\((\d+), (\d+), (\d+), (\d+), (\d+), ([\d.]+)\)`)

// duckling are single times, with the reading ahead.
func duckling(t *testing.T, lang string) []bench {
	file, err := os.Open(filepath.Join(benchDir(), "temporal_"+lang, "duckling_time.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []bench
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words, value, ok := strings.Cut(lines.Text(), "\t")
		all := inBrackets.FindAllStringSubmatch(value, -1)
		if !ok || strings.HasPrefix(words, "#") || len(all) == 0 || strings.Contains(value, "Open") || strings.Contains(value, "Quarter") {
			continue
		}
		grain := value[strings.LastIndexByte(value, ' ')+1:]
		out = append(out, bench{kind: lang + " duckling " + grain, words: words, ref: "2013-02-12T04:30:00", want: map[Toward]answer{Ahead: {from: datetime(all[0])}}})
	}
	return out
}

func datetime(m []string) string {
	var n [5]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1])
	}
	return fmt.Sprintf("%04d-%02d-%02d %02d:%02d", n[0], n[1], n[2], n[3], n[4])
}

// chrono are cases of a single time; either direction is taken.
func chrono(t *testing.T, lang string) []bench {
	var cases []struct {
		Text, Ref, File string
		Start, End      map[string]any
	}
	readJSON(t, filepath.Join("temporal_"+lang, "chrono.json"), &cases)
	var out []bench
	for _, c := range cases {
		if len(c.Ref) < 19 || c.Ref[4] != '-' { // a line of code, not a time
			continue
		}
		var want strings.Builder
		for _, field := range []struct{ name, before string }{{"year", ""}, {"month", "-"}, {"day", "-"}, {"hour", " "}, {"minute", ":"}} {
			digits := 2
			if field.name == "year" {
				digits = 4
			}
			if n, ok := c.Start[field.name].(float64); ok {
				fmt.Fprintf(&want, "%s%0*d", field.before, digits, int(n))
			} else {
				want.WriteString(field.before + strings.Repeat("X", digits))
			}
		}
		both := answer{from: want.String()}
		out = append(out, bench{kind: lang + " chrono", words: c.Text, ref: c.Ref[:19], want: map[Toward]answer{Back: both, Ahead: both}, either: true})
	}
	return out
}

// timex are absolute dates and times.
func timex(t *testing.T) []bench {
	var cases []struct{ Tagger, Text, Field, Expect string }
	readJSON(t, filepath.Join("temporal_ja", "ja_timex.json"), &cases)
	var out []bench
	for _, c := range cases {
		if c.Tagger != "abstime_tagger" || c.Field != "value" || len(c.Expect) < 3 || strings.ContainsAny(c.Expect, "WQSFY") {
			continue
		}
		want := c.Expect
		if strings.HasPrefix(want, "T") {
			want = "XXXX-XX-XXT" + strings.ReplaceAll(want[1:], "-", ":")[:len("15:04")]
		}
		out = append(out, bench{kind: "ja timex", words: c.Text, ref: "2026-06-17T12:00:00", want: map[Toward]answer{Back: {from: want}}})
	}
	return out
}

func readJSON(t *testing.T, name string, to any) {
	data, err := os.ReadFile(filepath.Join(benchDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestBench(t *testing.T) {
	if _, err := os.Stat(filepath.Join(benchDir(), "temporal_ja")); err != nil {
		t.Skip("date expressions: not there (KOKORON_BENCH_DATA names their folder)")
	}
	var all []bench
	for _, lang := range []string{"ja", "en"} {
		for _, kind := range []string{"DateParser", "DatePeriodParser", "DateTimeParser", "DateTimePeriodParser", "TimeParser", "DurationParser", "SetParser", "DateTimeModel"} {
			all = append(all, recognizers(t, lang, kind)...)
		}
		all = append(all, duckling(t, lang)...)
		all = append(all, chrono(t, lang)...)
	}
	all = append(all, timex(t)...)
	rights, counts := map[string]int{}, map[string]int{}
	for _, b := range all {
		counts[b.kind]++
		if b.right(t) {
			rights[b.kind]++
		} else if os.Getenv("KOKORON_TEST_SHOW") != "" {
			ref, _ := time.Parse("2006-01-02T15:04:05", b.ref)
			t.Logf("%s | %s | want %v | back %s | ahead %s", b.kind, b.words, b.want, show(b.words, Find(b.words, ref, time.UTC, Back)), show(b.words, Find(b.words, ref, time.UTC, Ahead)))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-38s %3d of %3d (%3d %%)", kind, rights[kind], counts[kind], 100*rights[kind]/counts[kind])
		if floor, ok := floors[kind]; !ok || rights[kind] < floor {
			t.Errorf("%s: %d are right, %d were", kind, rights[kind], floor)
		}
	}
}

// floors are how many of each kind have been right.
var floors = map[string]int{
	"en chrono":                           87,
	"en duckling Day":                     49,
	"en duckling Hour":                    23,
	"en duckling Minute":                  22,
	"en duckling Month":                   5,
	"en duckling Second":                  5,
	"en duckling Week":                    4,
	"en duckling Year":                    5,
	"en recognizers DateParser":           38,
	"en recognizers DatePeriodParser":     26,
	"en recognizers DateTimeModel":        31,
	"en recognizers DateTimeParser":       20,
	"en recognizers DateTimePeriodParser": 41,
	"en recognizers DurationParser":       28,
	"en recognizers SetParser":            16,
	"en recognizers TimeParser":           22,
	"ja chrono":                           20,
	"ja duckling Day":                     23,
	"ja duckling Hour":                    3,
	"ja duckling Minute":                  9,
	"ja duckling Month":                   32,
	"ja duckling Second":                  1,
	"ja duckling Week":                    3,
	"ja duckling Year":                    6,
	"ja recognizers DateParser":           63,
	"ja recognizers DatePeriodParser":     53,
	"ja recognizers DateTimeModel":        16,
	"ja recognizers DateTimeParser":       37,
	"ja recognizers DateTimePeriodParser": 39,
	"ja recognizers DurationParser":       20,
	"ja recognizers SetParser":            17,
	"ja recognizers TimeParser":           39,
	"ja timex":                            37,
}
