package simulate

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

//go:embed page.html
var pageText string

// The page.
const (
	pageEvents = 3000 // that are shown
	dayCap     = 5    // messages sent unasked on a day
	chartWide  = 900.0
	chartHigh  = 220.0
)

// page is what the template is filled with.
type page struct {
	Lang, Title, Summary, More string
	Charts                     []chart
	AskedHead, EventHead       []string
	Asked                      []Answered
	Events                     []row
}

// row is one event as it is shown.
type row struct{ At, Kind, Name, Text, Why string }

// chart is lines over the days.
type chart struct {
	Title string
	Top   string // of the axis
	From  string
	To    string
	Lines []line
}

// line is one line of a chart.
type line struct {
	Label, Points string
	Color         int
}

// WritePage writes a report as one page that needs nothing else.
func WritePage(w io.Writer, r Report, lang text.Lang) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return fmt.Errorf("page of the simulation: %w", err)
	}
	say := func(k catalog.Key, pairs ...string) string { return catalog.Text(lang, k, pairs...) }
	p := page{Lang: string(lang), Title: say(catalog.SimulateTitle), Summary: r.Summary(lang), Asked: r.Questions,
		AskedHead: strings.Split(say(catalog.SimulateAsked), "\t"), EventHead: strings.Split(say(catalog.SimulateEvents), "\t")}
	p.Charts = []chart{
		r.chart(say(catalog.SimulateMemory), levels(r.Memory)),
		r.chart(say(catalog.SimulateSalience), curves(r)),
		r.chart(say(catalog.SimulateMessages, "cap", strconv.Itoa(dayCap)), sendsOf(r.Memory)),
	}
	for _, e := range r.Events[:min(len(r.Events), pageEvents)] {
		p.Events = append(p.Events, rowOf(e))
	}
	if n := len(r.Events) - pageEvents; n > 0 {
		p.More = say(catalog.SimulateMore, "count", strconv.Itoa(n))
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("page of the simulation: %w", err)
	}
	return nil
}

// Summary is a report in one sentence.
func (r Report) Summary(lang text.Lang) string {
	runs, failed := 0, 0
	for _, j := range r.Jobs {
		runs, failed = runs+j.Runs, failed+j.Failed
	}
	n := strconv.Itoa
	return catalog.Text(lang, catalog.SimulateDone, "days", n(r.Days), "said", n(r.Originals.Said), "records", n(r.Audit.Records),
		"jobs", n(runs), "failed", n(failed), "seconds", strconv.FormatFloat(float64(r.Took.WallMS)/1000, 'f', 1, 64))
}

func rowOf(e Entry) row {
	why := []string{}
	for _, s := range []string{e.Why, e.Error} {
		if s != "" {
			why = append(why, s)
		}
	}
	if e.Said+e.Replied > 0 {
		why = append(why, fmt.Sprintf("%d / %d", e.Said, e.Replied))
	}
	for _, k := range slices.Sorted(maps.Keys(e.Counts)) {
		if e.Counts[k] != 0 {
			why = append(why, fmt.Sprintf("%s %d", k, e.Counts[k]))
		}
	}
	return row{e.At.Format(timeForm), string(e.Kind), strings.TrimSpace(e.Name + " " + e.Channel), e.Text, strings.Join(why, " · ")}
}

// series is one line's label and values, a day each; days is how many came
// before it begins.
type series struct {
	label  string
	days   int
	values []float64
}

func levels(days []DayCount) (out []series) {
	found := map[memory.Level]bool{}
	for _, d := range days {
		for l := range d.ByLevel {
			found[l] = true
		}
	}
	for _, l := range slices.Sorted(maps.Keys(found)) {
		s := series{label: string(l)}
		for _, d := range days {
			s.values = append(s.values, float64(d.ByLevel[l]))
		}
		out = append(out, s)
	}
	return out
}

func curves(r Report) (out []series) {
	for _, c := range r.Salience {
		out = append(out, series{text.Excerpt(c.Text, 24), len(r.Memory) - len(c.Scores), c.Scores})
	}
	return out
}

func sendsOf(days []DayCount) []series {
	sent, most := series{label: "sent"}, series{label: "max"}
	for _, d := range days {
		sent.values, most.values = append(sent.values, float64(d.Sends)), append(most.values, dayCap)
	}
	return []series{sent, most}
}

// chart draws series over the days of a report.
func (r Report) chart(title string, all []series) chart {
	top := 0.0
	for _, s := range all {
		for _, v := range s.values {
			top = max(top, v)
		}
	}
	c := chart{Title: title, Top: strconv.FormatFloat(top, 'g', 3, 64), From: r.From.Format(time.DateOnly), To: r.To.Format(time.DateOnly)}
	for i, s := range all {
		var points strings.Builder
		for day, v := range s.values {
			x := chartWide * (float64(s.days+day) + 0.5) / float64(max(len(r.Memory), 1))
			fmt.Fprintf(&points, "%.1f,%.1f ", x, chartHigh-chartHigh*v/max(top, 1e-9))
		}
		c.Lines = append(c.Lines, line{s.label, points.String(), i * 137 % 360})
	}
	return c
}
