package catalog

import (
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// Texts of how often something repeats. Lists have a tab between their entries.
const (
	RepeatEach        Key = "repeat.each"        // minute, hour, day, week, month, year
	RepeatStep        Key = "repeat.step"        // the same, every {n}
	RepeatOn          Key = "repeat.on"          // {every} {days}
	RepeatInMonth     Key = "repeat.month"       // {month} {days}
	RepeatDate        Key = "repeat.date"        // {n}
	RepeatLastDate    Key = "repeat.last"        // of the month
	RepeatNth         Key = "repeat.nth"         // {n} {day}
	RepeatLast        Key = "repeat.lastday"     // {day}
	RepeatFromEnd     Key = "repeat.fromend"     // {n} {day}
	RepeatDateFromEnd Key = "repeat.datefromend" // {n}
	RepeatHours       Key = "repeat.hours"       // {what} {hours}
	RepeatTimes       Key = "repeat.times"       // {what} {n}
	RepeatUntil       Key = "repeat.until"       // {what} {date}
	RepeatWeekdays    Key = "repeat.weekdays"
	RepeatMonths      Key = "repeat.months"
	RepeatOrdinals    Key = "repeat.ordinals"
	RepeatSeparator   Key = "repeat.separator"
)

var repeatTexts = map[Key]message{
	RepeatEach: {
		ja: "毎分\t毎時\t毎日\t毎週\t毎月\t毎年",
		en: "every minute\tevery hour\tevery day\tevery week\tevery month\tevery year",
		zh: "每分钟\t每小时\t每天\t每周\t每月\t每年",
	},
	RepeatStep: {
		ja: "{n}分ごと\t{n}時間ごと\t{n}日ごと\t{n}週間ごと\t{n}か月ごと\t{n}年ごと",
		en: "every {n} minutes\tevery {n} hours\tevery {n} days\tevery {n} weeks\tevery {n} months\tevery {n} years",
		zh: "每{n}分钟\t每{n}小时\t每{n}天\t每{n}周\t每{n}个月\t每{n}年",
	},
	RepeatOn:          {ja: "{every}の{days}", en: "{every} on {days}", zh: "{every}的{days}"},
	RepeatInMonth:     {ja: "{month}の{days}", en: "{days} of {month}", zh: "{month}的{days}"},
	RepeatDate:        {ja: "{n}日", en: "day {n}", zh: "{n}日"},
	RepeatLastDate:    {ja: "末日", en: "the last day", zh: "最后一天"},
	RepeatNth:         {ja: "第{n}{day}", en: "the {n} {day}", zh: "第{n}个{day}"},
	RepeatLast:        {ja: "最後の{day}", en: "the last {day}", zh: "最后一个{day}"},
	RepeatFromEnd:     {ja: "終わりから{n}番目の{day}", en: "the {day} that is number {n} from the end", zh: "倒数第{n}个{day}"},
	RepeatDateFromEnd: {ja: "終わりから{n}日目", en: "the day that is number {n} from the end", zh: "倒数第{n}天"},
	RepeatHours:       {ja: "{what}、{hours}時", en: "{what}, at the hours {hours}", zh: "{what}，{hours}点"},
	RepeatTimes:       {ja: "{what}、{n}回", en: "{what}, {n} times", zh: "{what}，共{n}次"},
	RepeatUntil:       {ja: "{what}、{date}まで", en: "{what}, until {date}", zh: "{what}，到{date}为止"},
	RepeatWeekdays:    {ja: "月曜\t火曜\t水曜\t木曜\t金曜\t土曜\t日曜", en: "Monday\tTuesday\tWednesday\tThursday\tFriday\tSaturday\tSunday", zh: "周一\t周二\t周三\t周四\t周五\t周六\t周日"},
	RepeatMonths:      {ja: "1月\t2月\t3月\t4月\t5月\t6月\t7月\t8月\t9月\t10月\t11月\t12月", en: "January\tFebruary\tMarch\tApril\tMay\tJune\tJuly\tAugust\tSeptember\tOctober\tNovember\tDecember", zh: "1月\t2月\t3月\t4月\t5月\t6月\t7月\t8月\t9月\t10月\t11月\t12月"},
	RepeatOrdinals:    {ja: "1\t2\t3\t4\t5", en: "first\tsecond\tthird\tfourth\tfifth", zh: "一\t二\t三\t四\t五"},
	RepeatSeparator:   {ja: "・", en: ", ", zh: "、"},
}

// Repetition says in words how often an RFC 5545 rule repeats, as far as rules
// are made of words here; what it does not know it gives as the rule itself.
// zone is that of the person, for the last day.
func Repetition(lang text.Lang, rule string, zone *time.Location) string {
	parts := map[string]string{}
	for part := range strings.SplitSeq(rule, ";") {
		name, value, _ := strings.Cut(part, "=")
		parts[name] = value
	}
	r := repetition{lang: lang, parts: parts}
	every, ok := r.every()
	if !ok {
		return rule
	}
	if days := r.days(); days != "" {
		every = Text(lang, RepeatOn, "every", every, "days", days)
	}
	if hours := parts["BYHOUR"]; hours != "" {
		every = Text(lang, RepeatHours, "what", every, "hours", r.join(strings.Split(hours, ",")))
	}
	if count := parts["COUNT"]; count != "" {
		every = Text(lang, RepeatTimes, "what", every, "n", count)
	}
	if until, ok := lastDay(parts["UNTIL"], zone); ok {
		every = Text(lang, RepeatUntil, "what", every, "date", until)
	}
	return every
}

// repetition is a rule in parts, for one language.
type repetition struct {
	lang  text.Lang
	parts map[string]string
}

// one is the n-th entry of a list of the catalog, from 1.
func (r repetition) one(list Key, n int) string {
	all := strings.Split(Text(r.lang, list), "\t")
	if n < 1 || n > len(all) {
		return strconv.Itoa(n)
	}
	return all[n-1]
}

func (r repetition) join(list []string) string {
	return strings.Join(list, Text(r.lang, RepeatSeparator))
}

func (r repetition) every() (string, bool) {
	n := 0
	for i, name := range []string{"MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"} {
		if r.parts["FREQ"] == name {
			n = i + 1
		}
	}
	if step := r.parts["INTERVAL"]; step != "" && step != "1" {
		return text.Fill(r.one(RepeatStep, n), "n", step), n > 0
	}
	return r.one(RepeatEach, n), n > 0
}

// days are the days of the month, the weekdays and the months of the rule.
func (r repetition) days() string {
	var days []string
	for _, d := range r.list("BYMONTHDAY") {
		n, _ := strconv.Atoi(d)
		if n < 0 {
			days = append(days, r.backwards(-n))
			continue
		}
		days = append(days, Text(r.lang, RepeatDate, "n", d))
	}
	for _, d := range r.list("BYDAY") {
		days = append(days, r.weekday(d))
	}
	var months []string
	for _, m := range r.list("BYMONTH") {
		n, _ := strconv.Atoi(m)
		months = append(months, r.one(RepeatMonths, n))
	}
	switch {
	case len(months) == 0:
		return r.join(days)
	case len(days) == 0:
		return r.join(months)
	}
	return Text(r.lang, RepeatInMonth, "month", r.join(months), "days", r.join(days))
}

func (r repetition) list(name string) []string {
	if r.parts[name] == "" {
		return nil
	}
	return strings.Split(r.parts[name], ",")
}

// backwards is a day of the month counted from its end.
func (r repetition) backwards(n int) string {
	if n == 1 {
		return Text(r.lang, RepeatLastDate)
	}
	return Text(r.lang, RepeatDateFromEnd, "n", strconv.Itoa(n))
}

// weekday is MO, 2TU, -1FR in words.
func (r repetition) weekday(code string) string {
	name := code[max(0, len(code)-2):]
	day := r.one(RepeatWeekdays, strings.Index("MO TU WE TH FR SA SU", name)/3+1)
	n, _ := strconv.Atoi(strings.TrimSuffix(code, name))
	switch {
	case n > 0:
		return Text(r.lang, RepeatNth, "n", r.one(RepeatOrdinals, n), "day", day)
	case n == -1:
		return Text(r.lang, RepeatLast, "day", day)
	case n < 0:
		return Text(r.lang, RepeatFromEnd, "n", strconv.Itoa(-n), "day", day)
	}
	return day
}

// lastDay is the date of UNTIL in the zone of the person.
func lastDay(until string, zone *time.Location) (string, bool) {
	if at, err := time.Parse("20060102T150405Z", until); err == nil {
		return at.In(zone).Format(time.DateOnly), true
	}
	at, err := time.Parse("20060102", until)
	return at.Format(time.DateOnly), err == nil
}
