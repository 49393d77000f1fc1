package cronspec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
)

// field is what may stand at one place of a line.
type field struct {
	name     string
	min, max int
	names    []string // of the numbers from min on, lower case
}

// sunday is the second number of Sunday, which only weekdays have.
const sunday = 7

// fields are the places of a line in their order.
var fields = [5]field{
	{name: "minute", max: 59},
	{name: "hour", max: 23},
	{name: "day of the month", min: 1, max: 31},
	{name: "month", min: 1, max: 12, names: []string{
		"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
	{name: "weekday", max: 6, names: []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}},
}

// shortcuts are what other programs accept instead of five fields.
var shortcuts = map[string]string{
	"@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
	"@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
}

// whole is a fault of the whole line.
func whole(why *catalog.Message) error { return &Fault{Why: why} }

// split cuts a line into its five fields.
func split(text string) ([]string, error) {
	values := strings.Fields(text)
	switch n := len(values); {
	case n == len(fields):
		return values, nil
	case n == 1 && shortcuts[strings.ToLower(values[0])] != "":
		return nil, whole(catalog.Say(catalog.CronShortcut, "fix", shortcuts[strings.ToLower(values[0])]))
	case n == len(fields)+1:
		return nil, whole(catalog.Say(catalog.CronSix))
	default:
		return nil, whole(catalog.Say(catalog.CronCount, "count", strconv.Itoa(n)))
	}
}

// plain writes a field with numbers that the library takes.
func (f field) plain(value string) (string, error) {
	parts := strings.Split(value, ",")
	for i, part := range parts {
		plain, why := f.part(part)
		if why != nil {
			return "", &Fault{Field: f.name, Value: value, Why: why}
		}
		parts[i] = plain
	}
	return strings.Join(parts, ","), nil
}

// part is one element of a list.
func (f field) part(text string) (string, *catalog.Message) {
	span, step, stepped := strings.Cut(text, "/")
	low, high, ranged := strings.Cut(span, "-")
	if span == "*" {
		if !stepped {
			return "*", nil
		}
		n, why := f.step(step, f.min, f.max)
		return fmt.Sprintf("*/%d", n), why
	}
	from, why := f.number(low)
	if why != nil {
		return "", why
	}
	to := from
	if ranged {
		if to, why = f.number(high); why != nil {
			return "", why
		}
	}
	if from, to, why = f.order(from, to); why != nil {
		return "", why
	}
	every := 1
	switch {
	case stepped && !ranged:
		return "", catalog.Say(catalog.CronStepAlone, "fix", fmt.Sprintf("%s-%d/%s", span, f.max, step))
	case stepped:
		if every, why = f.step(step, from, to); why != nil {
			return "", why
		}
	}
	return f.written(from, to, every), nil
}

// order takes Sunday as the end of a range that would run backwards, and as
// its beginning otherwise.
func (f field) order(from, to int) (int, int, *catalog.Message) {
	if f.max+1 == sunday {
		if from == sunday {
			from, to = 0, to%sunday
		}
		if to == 0 && from > 0 {
			to = sunday
		}
	}
	if from > to {
		return 0, 0, catalog.Say(catalog.CronBackwards, "fix", fmt.Sprintf("%d-%d,%d-%d", from, f.max, f.min, to))
	}
	return from, to, nil
}

// written is a range for the library, which knows Sunday as 0 only.
func (f field) written(from, to, every int) string {
	if to <= f.max {
		return fmt.Sprintf("%d-%d/%d", from, to, every)
	}
	var days []string
	for day := from; day <= to; day += every {
		days = append(days, strconv.Itoa(day%sunday))
	}
	return strings.Join(days, ",")
}

// number reads a number or a name.
func (f field) number(text string) (int, *catalog.Message) {
	if i := slices.Index(f.names, strings.ToLower(text)); i >= 0 {
		return f.min + i, nil
	}
	n, ok := digits(text)
	if !ok {
		return 0, catalog.Say(catalog.CronNoNumber, "value", text, "choice", f.choice())
	}
	if n < f.min || n > f.last() {
		return 0, catalog.Say(catalog.CronRange, "value", text, "choice", f.choice())
	}
	return n, nil
}

// last is the greatest number that may be written.
func (f field) last() int {
	if f.max+1 == sunday {
		return sunday
	}
	return f.max
}

// choice says what may be written.
func (f field) choice() string {
	if f.names == nil {
		return fmt.Sprintf("*, %d–%d", f.min, f.last())
	}
	return fmt.Sprintf("*, %d–%d, %s–%s", f.min, f.last(), f.names[0], f.names[len(f.names)-1])
}

// step reads the step of a range. One that leaves only the beginning of the
// range is a mistake: */90 minutes would be every hour.
func (f field) step(text string, from, to int) (int, *catalog.Message) {
	n, ok := digits(text)
	switch {
	case !ok || n == 0:
		return 0, catalog.Say(catalog.CronStep, "value", text, "most", strconv.Itoa(max(1, to-from)))
	case n > to-from:
		return 0, catalog.Say(catalog.CronStepLong, "value", text, "from", strconv.Itoa(from))
	}
	return n, nil
}

// digits reads a short number without a sign.
func digits(text string) (int, bool) {
	if len(text) > 4 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}
