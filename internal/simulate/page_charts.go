package simulate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// The size of a chart, in the units of its drawing.
const (
	chartWide = 900.0
	chartHigh = 220.0
)

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

// series is one line's label and values, a day each; days is how many came
// before it begins.
type series struct {
	label  string
	days   int
	values []float64
}

func (s sheet) charts() []chart {
	return []chart{
		s.chart(s.say(catalog.SimulateMemory), s.levels()),
		s.chart(s.say(catalog.SimulateSalience), s.curves()),
		s.chart(s.say(catalog.SimulateMessages, "cap", strconv.Itoa(s.Policy.PerDay)), s.spoken()),
	}
}

// levels are how many memories of each level there are.
func (s sheet) levels() (out []series) {
	found := map[memory.Level]bool{}
	for _, d := range s.Memory {
		for l := range d.ByLevel {
			found[l] = true
		}
	}
	for _, l := range slices.Sorted(maps.Keys(found)) {
		one := series{label: s.word(string(l))}
		for _, d := range s.Memory {
			one.values = append(one.values, float64(d.ByLevel[l]))
		}
		out = append(out, one)
	}
	return out
}

func (s sheet) curves() (out []series) {
	for _, c := range s.Salience {
		out = append(out, series{text.Excerpt(c.Text, 24), len(s.Memory) - len(c.Scores), c.Scores})
	}
	return out
}

// spoken is what was said unasked each day, and the cap of it.
func (s sheet) spoken() []series {
	sent, held, most := series{label: s.word(string(Unasked))}, series{label: s.word(string(Held))}, series{label: s.word("cap")}
	for _, d := range s.Memory {
		sent.values, held.values, most.values = append(sent.values, float64(d.Sends)), append(held.values, float64(d.Held)), append(most.values, float64(s.Policy.PerDay))
	}
	return []series{sent, held, most}
}

// chart draws series over the days of a report.
func (s sheet) chart(title string, all []series) chart {
	top := 0.0
	for _, one := range all {
		for _, v := range one.values {
			top = max(top, v)
		}
	}
	c := chart{Title: title, Top: strconv.FormatFloat(top, 'g', 3, 64), From: s.From.Format(time.DateOnly), To: s.To.Format(time.DateOnly)}
	for i, one := range all {
		var points strings.Builder
		for day, v := range one.values {
			x := chartWide * (float64(one.days+day) + 0.5) / float64(max(len(s.Memory), 1))
			fmt.Fprintf(&points, "%.1f,%.1f ", x, chartHigh-chartHigh*v/max(top, 1e-9))
		}
		if len(one.values) == 1 { // a day alone is a line across
			y := chartHigh - chartHigh*one.values[0]/max(top, 1e-9)
			fmt.Fprintf(&points, "%.1f,%.1f", chartWide, y)
		}
		c.Lines = append(c.Lines, line{one.label, points.String(), (210 + i*137) % 360})
	}
	return c
}

// sortedRows are counts by hour, told without its year; an empty cell is none.
func sortedRows(counts map[string]*[7]int, columns int) (rows [][]string) {
	for _, hour := range slices.Sorted(maps.Keys(counts)) {
		row := []string{hour[max(0, len(hour)-len("01-02 15:00")):]}
		for _, n := range counts[hour][:columns] {
			cell := ""
			if n > 0 {
				cell = strconv.Itoa(n)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}
