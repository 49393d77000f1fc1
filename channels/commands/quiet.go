package commands

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Restraint is how quiet the companion is around those of a conversation. Its
// errors are ops.ErrNoScope where nobody has one of their own.
type Restraint interface {
	Quiet(ctx context.Context, conv turn.Conv, s ops.Silence) error
	Reopen(ctx context.Context, conv turn.Conv, topic string) (was bool, err error)
	Restraint(ctx context.Context, conv turn.Conv) (ops.Restraint, error)
	// Here is now, in the zone of the home.
	Here() time.Time
}

// quiet answers /quiet: it says how quiet it is, or makes it so.
func (s Set) quiet(ctx context.Context, conv turn.Conv, words string) string {
	if topic, is := QuietOpens(words); is {
		return s.reopen(ctx, conv, topic)
	}
	now := s.Restraint.Here()
	if words != "" {
		silence, clear := QuietWords(words, now, s.Lang)
		switch {
		case !clear:
			return s.say(catalog.QuietUnclear, "quiet", "/quiet")
		case silence.On && !silence.Until.IsZero() && !silence.Until.After(now):
			return s.say(catalog.QuietPast, "until", reminder.Moment(s.Lang, silence.Until.In(now.Location()), now))
		}
		if err := s.Restraint.Quiet(ctx, conv, silence); err != nil {
			return s.notQuiet(err)
		}
	}
	r, err := s.Restraint.Restraint(ctx, conv)
	if err != nil {
		return s.notQuiet(err)
	}
	if words != "" && !r.Quiet.On {
		return s.say(catalog.QuietLifted)
	}
	return strings.Join(QuietLines(r, now, s.Lang, "/quiet"), "\n")
}

// QuietOpens reads which topic may be brought up again: "open TOPIC".
func QuietOpens(words string) (topic string, is bool) {
	topic, is = strings.CutPrefix(strings.TrimSpace(words), "open ")
	return strings.TrimSpace(topic), is
}

// reopen lets a topic be brought up again.
func (s Set) reopen(ctx context.Context, conv turn.Conv, topic string) string {
	was, err := s.Restraint.Reopen(ctx, conv, topic)
	switch {
	case err != nil:
		return s.notQuiet(err)
	case !was:
		return s.say(catalog.QuietOpen, "topic", topic)
	}
	return s.say(catalog.QuietOpened, "topic", topic)
}

// QuietLines says how restrained the companion is; now is in the zone in which
// times are shown, command how quiet is written where they are read.
func QuietLines(r ops.Restraint, now time.Time, lang text.Lang, command string) (lines []string) {
	say := func(k catalog.Key, pairs ...string) { lines = append(lines, catalog.Text(lang, k, pairs...)) }
	switch {
	case r.Quiet.On && r.Quiet.Until.IsZero():
		say(catalog.QuietForever, "quiet", command)
	case r.Quiet.On:
		say(catalog.QuietUntil, "quiet", command, "until", reminder.Moment(lang, r.Quiet.Until.In(now.Location()), now))
	default:
		say(catalog.QuietNot, "quiet", command)
	}
	if !r.On {
		say(catalog.QuietOff)
	}
	if r.Held > 0 {
		say(catalog.QuietHeld, "count", strconv.Itoa(r.Held))
	}
	if len(r.Closed) > 0 {
		say(catalog.QuietClosed, "topics", strings.Join(r.Closed, ", "))
	}
	return lines
}

func (s Set) notQuiet(err error) string {
	if errors.Is(err, ops.ErrNoScope) {
		return s.say(catalog.QuietNobody)
	}
	return s.say(catalog.Failed, "detail", err.Error())
}

// The words that say how long, beside times and lengths.
var (
	quietOff   = text.Lazy(`^(off|stop|end|resume|解除|オフ|終わり|終了|やめ|やめて|关闭|關閉|取消|结束|解除安静)$`)
	quietOn    = text.Lazy(`^(on|forever|always|オン|ずっと|解除するまで|开启|一直)$`)
	quietToday = text.Lazy(`^(today|for today|今日|今日いっぱい|きょう|今天)$`)
	quietFor   = text.Lazy(`^(?:for )?(\d{1,4}) ?(m|mins?|minutes?|分|分間|分钟|h|hours?|時間|小时|d|days?|日|日間|天)$`)
	quietClock = text.Lazy(`^(\d{1,2})(?:[:：](\d{2})|[時时点](?:(\d{1,2})分|(半))?)$`)
	quietTill  = text.Lazy(`^(?:until|till|直到|到) ?(.+)$|^(.+?)(?:まで|为止)$`)
	quietSo    = text.Lazy(`まで(?:は|、)? ?(?:静かに|しずかに)(?:して|しておいて|していて|お願い)?[。、]?$`)
)

// QuietWords reads for how long somebody wants quiet, or that they want it no
// more (On is false): "2h", "until 8:00", 明日まで, 今天, "off". now is in their zone.
// clear is false where the words say no time, or can be read in two ways.
func QuietWords(words string, now time.Time, lang text.Lang) (s ops.Silence, clear bool) {
	words = strings.Join(strings.Fields(text.Fold(words)), " ")
	words = quietSo.ReplaceAllString(words, "まで")
	zone := now.Location()
	switch {
	case quietOff.MatchString(words):
		return ops.Silence{}, true
	case quietOn.MatchString(words):
		return ops.Silence{On: true}, true
	case quietToday.MatchString(words):
		y, m, d := now.Date()
		return ops.Silence{On: true, Until: clock.Resolve(time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC), zone)}, true
	}
	if d, ok := Length(words); ok {
		return ops.Silence{On: true, Until: now.Add(d)}, d > 0
	}
	through := strings.HasSuffix(words, "まで") // names the last of it, where the others name its end
	if m := quietTill.FindStringSubmatch(words); m != nil {
		words = strings.TrimSpace(m[1] + m[2])
	}
	if m := quietClock.FindStringSubmatch(words); m != nil {
		minute := m[2] + m[3]
		if m[4] != "" {
			minute = "30"
		}
		return nextClock(m[1], minute, now)
	}
	list := calendar.When(words, now, zone, string(lang))
	if len(list) != 1 || list[0].Unsure || list[0].Repeat != "" {
		return ops.Silence{}, false
	}
	until := list[0].From
	if list[0].AllDay && (through || !until.After(now)) {
		until = list[0].To
	}
	return ops.Silence{On: true, Until: until}, true
}

// Length reads a length of time as people write it: 30m, 2 hours, 10分, 3小时, 2日間.
func Length(words string) (d time.Duration, ok bool) {
	m := quietFor.FindStringSubmatch(strings.Join(strings.Fields(text.Fold(words)), " "))
	if m == nil {
		return 0, false
	}
	n, _ := strconv.Atoi(m[1]) // at most four digits
	unit := time.Minute
	switch r := m[2]; {
	case strings.HasPrefix(r, "h"), r == "時間", r == "小时":
		unit = time.Hour
	case strings.HasPrefix(r, "d"), strings.HasPrefix(r, "日"), r == "天":
		unit = 24 * time.Hour
	}
	return time.Duration(n) * unit, true
}

// nextClock is the next time at which clocks show this.
func nextClock(hour, minute string, now time.Time) (ops.Silence, bool) {
	h, _ := strconv.Atoi(hour)   // of two digits
	m, _ := strconv.Atoi(minute) // or none
	if h > 24 || m > 59 || h == 24 && m > 0 {
		return ops.Silence{}, false
	}
	y, mo, d := now.Date()
	at := clock.Resolve(time.Date(y, mo, d, h, m, 0, 0, time.UTC), now.Location())
	if !at.After(now) {
		at = clock.Resolve(time.Date(y, mo, d+1, h, m, 0, 0, time.UTC), now.Location())
	}
	return ops.Silence{On: true, Until: at}, true
}
