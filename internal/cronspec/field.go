package cronspec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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

// split cuts a line into its five fields.
func split(text string) ([]string, error) {
	values := strings.Fields(text)
	switch n := len(values); {
	case n == len(fields):
		return values, nil
	case n == 1 && shortcuts[strings.ToLower(values[0])] != "":
		return nil, fmt.Errorf("it must have five fields: write %s", shortcuts[strings.ToLower(values[0])])
	case n == len(fields)+1:
		return nil, fmt.Errorf("it has six fields: write five, without seconds and years: minute, hour, day of the month, month, weekday")
	default:
		return nil, fmt.Errorf("it has %d fields: write five: minute, hour, day of the month, month, weekday", n)
	}
}

// plain writes a field with numbers that the library takes.
func (f field) plain(value string) (string, error) {
	parts := strings.Split(value, ",")
	for i, part := range parts {
		plain, err := f.part(part)
		if err != nil {
			return "", fmt.Errorf("%s %q: %w", f.name, value, err)
		}
		parts[i] = plain
	}
	return strings.Join(parts, ","), nil
}

// part is one element of a list.
func (f field) part(text string) (string, error) {
	span, step, stepped := strings.Cut(text, "/")
	low, high, ranged := strings.Cut(span, "-")
	if span == "*" {
		if !stepped {
			return "*", nil
		}
		n, err := f.step(step, f.min, f.max)
		return fmt.Sprintf("*/%d", n), err
	}
	from, err := f.number(low)
	if err != nil {
		return "", err
	}
	to := from
	if ranged {
		if to, err = f.number(high); err != nil {
			return "", err
		}
	}
	if from, to, err = f.order(from, to); err != nil {
		return "", err
	}
	every := 1
	switch {
	case stepped && !ranged:
		return "", fmt.Errorf("a step needs a range: write %s-%d/%s", span, f.max, step)
	case stepped:
		if every, err = f.step(step, from, to); err != nil {
			return "", err
		}
	}
	return f.written(from, to, every), nil
}

// order takes Sunday as the end of a range that would run backwards, and as
// its beginning otherwise.
func (f field) order(from, to int) (int, int, error) {
	if f.max+1 == sunday {
		if from == sunday {
			from, to = 0, to%sunday
		}
		if to == 0 && from > 0 {
			to = sunday
		}
	}
	if from > to {
		return 0, 0, fmt.Errorf("the range runs backwards: write %d-%d,%d-%d", from, f.max, f.min, to)
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
func (f field) number(text string) (int, error) {
	if i := slices.Index(f.names, strings.ToLower(text)); i >= 0 {
		return f.min + i, nil
	}
	n, ok := digits(text)
	if !ok {
		return 0, fmt.Errorf("%q is no number: %s", text, f.choice())
	}
	if n < f.min || n > f.last() {
		return 0, fmt.Errorf("%d is out of range: %s", n, f.choice())
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
		return fmt.Sprintf("write * or %d to %d", f.min, f.last())
	}
	return fmt.Sprintf("write *, %d to %d, or %s to %s", f.min, f.last(), f.names[0], f.names[len(f.names)-1])
}

// step reads the step of a range. One that leaves only the beginning of the
// range is a mistake: */90 minutes would be every hour.
func (f field) step(text string, from, to int) (int, error) {
	n, ok := digits(text)
	switch {
	case !ok || n == 0:
		return 0, fmt.Errorf("step %q: write a number from 1 to %d", text, max(1, to-from))
	case n > to-from:
		return 0, fmt.Errorf("a step of %d leaves only %d: write %d, or a shorter step", n, from, from)
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
