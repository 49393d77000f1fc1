package cronspec

import (
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// Fault says what is wrong with a line, and how to write it instead.
type Fault struct {
	Line  string
	Field string // the key of the field, as "weekday"; "" where the whole line is wrong
	Value string // what stands in the field
	Why   *catalog.Message
}

// In is the fault in a language.
func (f *Fault) In(lang text.Lang) string {
	if f.Field == "" {
		return catalog.Text(lang, catalog.CronLine, "line", f.Line, "why", f.Why.In(lang))
	}
	field := f.Field
	for i, name := range strings.Split(catalog.Text(lang, catalog.CronFields), "\t") {
		if fields[i].name == f.Field {
			field = name
		}
	}
	return catalog.Text(lang, catalog.CronField, "line", f.Line, "field", field, "value", f.Value, "why", f.Why.In(lang))
}

func (f *Fault) Error() string { return f.In(text.En) }
