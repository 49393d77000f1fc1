package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
)

// minutes reads a length of time as a whole number of minutes.
func minutes(from, to int64, at func(*Config) *time.Duration) func(*loader, *Config, any) *catalog.Message {
	return func(_ *loader, c *Config, v any) *catalog.Message {
		n, ok := v.(int64)
		if !ok || n < from || n > to {
			return catalog.Say(catalog.SettingMinutes, "from", fmt.Sprint(from), "to", fmt.Sprint(to))
		}
		*at(c) = time.Duration(n) * time.Minute
		return nil
	}
}

// setHours reads the active hours, such as "08:00-23:00". They may go over
// midnight. Without any hour between them they would be never, which the
// setting for that says more plainly.
func setHours(c *Config, s string) *catalog.Message {
	begins, ends, two := strings.Cut(s, "-")
	from, okFrom := minuteOf(begins)
	to, okTo := minuteOf(ends)
	switch {
	case !two || !okFrom || !okTo || from == 24*60:
		return catalog.Say(catalog.SettingHours)
	case from == to:
		return catalog.Say(catalog.SettingNoHours)
	}
	c.Autonomy.Policy.From, c.Autonomy.Policy.To = from, to
	return nil
}

// setBriefing reads when the day's events are told, such as "07:30".
func setBriefing(c *Config, s string) *catalog.Message {
	m, ok := minuteOf(s)
	if s != "" && (!ok || m == 0 || m == 24*60) {
		return catalog.Say(catalog.SettingBriefing)
	}
	c.Autonomy.Briefing = m
	return nil
}

// minuteOf reads a time of day, from 0:00 to 24:00.
func minuteOf(s string) (minute int, ok bool) {
	hour, rest, colon := strings.Cut(strings.TrimSpace(s), ":")
	h, errH := strconv.ParseUint(hour, 10, 8)
	m, errM := strconv.ParseUint(rest, 10, 8)
	if !colon || errH != nil || errM != nil || len(hour) > 2 || len(rest) != 2 || m > 59 || h > 24 || h == 24 && m > 0 {
		return 0, false
	}
	return int(h*60 + m), true
}
