package simulate

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

//go:embed page.html
var pageText string

// The sizes of the page.
const (
	pageRows  = 3000 // events that are shown
	hourlyFor = 14   // days of which each hour has a row; of more the hours of the day have
)

// page is what the template is filled with.
type page struct {
	Lang, Title, Summary, Policy string
	Charts                       []chart
	Hours, Asked                 table
	Lists                        []table // sent, held and dropped, to be asked about, everything
}

// table is rows under a title; More tells how many are left out.
type table struct {
	Title string
	Head  []string
	Rows  [][]string
	More  string
}

// sheet writes a report in a language.
type sheet struct {
	Report
	words
}

// WritePage writes a report as one page that needs nothing else.
func WritePage(w io.Writer, r Report, lang text.Lang) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return fmt.Errorf("page of the simulation: %w", err)
	}
	s := sheet{r, wordsIn(lang)}
	p := page{Lang: string(lang), Title: s.say(catalog.SimulateTitle), Summary: r.Summary(lang), Policy: s.policy(),
		Charts: s.charts(), Hours: s.hours(), Asked: s.asked(), Lists: []table{s.sends(), s.refusals(), s.matters(), s.events()}}
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

// policy says by which rules something was said unasked.
func (s sheet) policy() string {
	p, n := s.Policy, strconv.Itoa
	if !p.Enabled {
		return s.say(catalog.SimulateSilent)
	}
	return s.say(catalog.SimulatePolicy, "hours", p.From+"–"+p.To, "cap", n(p.PerDay), "gap", n(p.GapMinutes), "unanswered", n(p.Unanswered))
}

func (s sheet) head(title, columns catalog.Key) table {
	return table{Title: s.say(title), Head: strings.Split(s.say(columns), "\t")}
}

func (s sheet) asked() table {
	t := s.head(catalog.SimulateMemoryAsked, catalog.SimulateAsked)
	for _, q := range s.Questions {
		t.Rows = append(t.Rows, []string{q.Question + " → " + q.Want, strconv.Itoa(q.Before.Rank), strconv.Itoa(q.After.Rank)})
	}
	return t
}

// sends are the messages that answer nothing, each with why it was said.
func (s sheet) sends() table {
	t := s.head(catalog.SimulateSends, catalog.SimulateSendHead)
	for _, m := range s.Sends {
		why := []string{s.reason(m.Why), s.figures(m.Figures), m.Cause}
		if !m.Due.IsZero() {
			why = append(why, s.say(catalog.SimulateDue, "due", m.Due.Format(timeForm), "seconds", strconv.Itoa(m.LateS)))
		}
		t.Rows = append(t.Rows, []string{m.At.Format(timeForm), s.kind(m.Kind), joined(m.To, s.word(m.Channel)), m.Text, joined(why...)})
	}
	return t
}

// refusals are the decisions to say something later or not at all.
func (s sheet) refusals() table {
	t := s.head(catalog.SimulateRefusals, catalog.SimulateRefusalHead)
	for _, f := range s.Refusals {
		until := ""
		if !f.Until.IsZero() {
			until = f.Until.Format(timeForm)
		}
		t.Rows = append(t.Rows, []string{f.At.Format(timeForm), s.word(f.How), joined(s.kind(f.What), f.To), f.Text, joined(s.reason(f.Why), s.figures(f.Figures), f.Cause), until})
	}
	return t
}

func (s sheet) matters() table {
	t := s.head(catalog.SimulateMatters, catalog.SimulateMatterHead)
	for _, m := range s.FollowUps {
		came := []string{s.step(m.State)}
		for _, at := range []time.Time{m.Raised, m.Settled} {
			if !at.IsZero() {
				came = append(came, at.Format(timeForm))
			}
		}
		t.Rows = append(t.Rows, []string{m.Since.Format(timeForm), s.word(m.Kind), m.Person, m.Words, joined(came...), m.From.Format(timeForm) + " – " + m.To.Format(timeForm)})
	}
	return t
}

// hours counts what happened in each hour in which something did.
func (s sheet) hours() table {
	t := s.head(catalog.SimulateHours, catalog.SimulateHourHead)
	form := hourForm
	if s.Days > hourlyFor {
		form = "15"
	}
	const said, thoughts, sent, held, dropped, reminders, jobs, columns = 0, 1, 2, 3, 4, 5, 6, 7
	counts := map[string]*[columns]int{}
	count := func(at time.Time, column, n int) {
		k := at.Format(form) + ":00"
		if counts[k] == nil {
			counts[k] = new([columns]int)
		}
		counts[k][column] += n
	}
	for _, e := range s.Events {
		switch {
		case e.Kind == Talk:
			count(e.At, said, e.Said)
		case e.Kind == Job && e.Name != tick:
			count(e.At, jobs, 1)
		}
	}
	for _, m := range s.Sends {
		if m.Kind == string(governor.Reminder) {
			count(m.At, reminders, 1)
		} else {
			count(m.At, sent, 1)
		}
	}
	for _, f := range s.Refusals {
		if f.How == string(governor.Held) {
			count(f.At, held, 1)
		} else {
			count(f.At, dropped, 1)
		}
	}
	for _, th := range s.Thoughts {
		count(th.At, thoughts, 1)
	}
	t.Rows = sortedRows(counts, columns)
	return t
}

// events are everything, in the order of their times.
func (s sheet) events() table {
	t := s.head(catalog.SimulateEverything, catalog.SimulateEvents)
	left := 0
	for _, e := range s.Events {
		switch {
		case e.Kind == Job && e.Name == tick: // what was thought stands there itself
		case len(t.Rows) == pageRows:
			left++
		default:
			t.Rows = append(t.Rows, s.row(e))
		}
	}
	if left > 0 {
		t.More = s.say(catalog.SimulateMore, "count", strconv.Itoa(left))
	}
	return t
}
