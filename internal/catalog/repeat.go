package catalog

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
