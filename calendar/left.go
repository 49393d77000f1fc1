package calendar

import (
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// hourlike are words that seem to name a time of day.
var hourlike = text.Lazy(`(?i)[0-9０-９]|[一二三四五六七八九十两兩〇零]+\s*(?:時|时|点|點)|[時点點]半|` +
	`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|midnight)(?:ish)?\b|正午`)

// HourLeft reports whether words beside a reading seem to name a time of day or
// another figure that was not read: "half 8 tomorrow", "tomorrow at 1900". It is for
// words that say when and nothing else: a day alone, or a part of one, is then
// not what they mean.
func HourLeft(words string, r Reading) bool {
	day := r.AllDay || r.To.Sub(r.From) > time.Hour
	return day && (hourlike.MatchString(words[:r.Start]) || hourlike.MatchString(words[r.End:]))
}
