package simulate

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
)

// maxFor is how long an event may last.
const maxFor = 366 * 24 * time.Hour

// event reads what stands behind the exclamation mark.
func (in *reader) event(words []string) (e Event, err error) {
	if len(words) == 0 {
		return e, in.wrong("event", catalog.Say(catalog.ScriptEvents, "forms", eventForms))
	}
	e.Kind, words = EventKind(words[0]), words[1:]
	need := map[EventKind]int{Down: 2, Outage: 1, Restart: 0, Kill: 0, Clock: 1, Zone: 1, Run: 1}
	if n, known := need[e.Kind]; !known || n != len(words) {
		return e, in.wrong("event", catalog.Say(catalog.ScriptEvents, "forms", eventForms))
	}
	switch e.Kind {
	case Down:
		e.What = words[0]
		if !slices.Contains([]string{"model", embed, chroma, "telegram"}, e.What) {
			return e, in.wrong("event", catalog.Say(catalog.ScriptDown))
		}
		e.For, err = in.length(words[1])
	case Outage:
		e.For, err = in.length(words[0])
	case Clock:
		sign := words[0][:1]
		if sign != "+" && sign != "-" {
			return e, in.wrong("event", catalog.Say(catalog.ScriptClock))
		}
		if e.For, err = in.length(words[0][1:]); sign == "-" {
			e.For = -e.For
		}
	case Zone:
		e.What = words[0]
		if e.Zone, err = zoneOf(e.What); err != nil {
			return e, in.wrong("event", catalog.Say(catalog.ScriptZone))
		}
		in.zone = e.Zone
	case Run:
		e.What = words[0]
	}
	return e, err
}

const eventForms = "down model|embed|chroma|telegram DURATION, outage DURATION, restart, kill, clock +DURATION, clock -DURATION, zone ZONE, run JOB"

// length is a duration of at least a second: 30m, 2h, 72h, 3d.
func (in *reader) length(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if days, ok := strings.CutSuffix(s, "d"); ok {
		var n int
		if n, err = strconv.Atoi(days); err == nil && n <= 366 {
			d = time.Duration(n) * 24 * time.Hour
		}
	}
	if err != nil || d < time.Second || d > maxFor {
		return 0, in.wrong("event", catalog.Say(catalog.ScriptLength))
	}
	return d, nil
}
