package simulate

import (
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory/diary"
)

// FromDiary makes a script of what the owner said on the last days of a diary
// folder, which is only read. It is in Japanese unless the caller says otherwise. What others said, and what was erased, is left
// out.
func FromDiary(dir string, zone *time.Location, days int) (Script, error) {
	d, err := diary.Open(dir, zone)
	if err != nil {
		return Script{}, err
	}
	all, err := d.Days()
	if err != nil {
		return Script{}, err
	}
	s := Script{Zone: zone, Lang: text.Ja}
	if len(all) == 0 {
		return s, fmt.Errorf("the diary in %s is empty", dir)
	}
	last, err := time.Parse(time.DateOnly, all[len(all)-1])
	if err != nil {
		return s, err
	}
	first := last.AddDate(0, 0, 1-days)
	s.Start = clock.Resolve(first, zone)
	for _, day := range all {
		if day < first.Format(time.DateOnly) {
			continue
		}
		for l, err := range d.All(day) {
			if err != nil {
				return s, err
			}
			at := l.At
			if l.Role != diary.Person || l.Person != person.OwnerID || l.Erased || at.Before(s.Start) {
				continue
			}
			if n := len(s.Steps); n > 0 && at.Before(s.Steps[n-1].At) {
				at = s.Steps[n-1].At // a clock was set back
			}
			s.Steps = append(s.Steps, Step{At: at, Words: l.Text})
		}
	}
	return s, nil
}
