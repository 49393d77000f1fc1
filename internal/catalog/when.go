package catalog

// Texts of kokoron when: how a date is understood.
const (
	WhenAt       Key = "when.at"       // {words} {from}
	WhenFromTo   Key = "when.fromto"   // {words} {from} {to}
	WhenAllDay   Key = "when.allday"   // {words} {from}
	WhenDays     Key = "when.days"     // {words} {from} {to}: whole days, the last one included
	WhenRepeats  Key = "when.repeats"  // {repeat} {rule}: in words and as RRULE
	WhenNext     Key = "when.next"     // {times}
	WhenRule     Key = "when.rule"     // {rule}
	WhenOthers   Key = "when.others"   // {others}
	WhenDoubt    Key = "when.doubt"    // it can be understood otherwise, but not in when it begins
	WhenNothing  Key = "when.nothing"  //
	WhenDay      Key = "when.day"      // {part}: the month has no such day
	WhenMonth    Key = "when.month"    // {part}
	WhenHour     Key = "when.hour"     // {part}
	WhenMinute   Key = "when.minute"   // {part}
	WhenYear     Key = "when.year"     // {part}
	WhenBadTime  Key = "when.badtime"  // {time}
	WhenBadZone  Key = "when.badzone"  // {zone}
	WhenBadLang  Key = "when.badlang"  // {lang}
	WhenWeekdays Key = "when.weekdays" // short names from Monday on, a tab between
	WhenDate     Key = "when.date"     // {date} {weekday}
	WhenTime     Key = "when.time"     // {date} {weekday} {time}
)

var whenTexts = map[Key]message{
	WhenAt:      {ja: "{words}：{from}", en: "{words}: {from}", zh: "{words}：{from}"},
	WhenFromTo:  {ja: "{words}：{from} から {to} まで", en: "{words}: {from} to {to}", zh: "{words}：{from} 至 {to}"},
	WhenAllDay:  {ja: "{words}：{from}（終日）", en: "{words}: {from}, all day", zh: "{words}：{from}（全天）"},
	WhenDays:    {ja: "{words}：{from} から {to} まで（終日）", en: "{words}: {from} to {to}, all day", zh: "{words}：{from} 至 {to}（全天）"},
	WhenRepeats: {ja: "  くり返し：{repeat}（{rule}）", en: "  repeats: {repeat} ({rule})", zh: "  重复：{repeat}（{rule}）"},
	WhenNext:    {ja: "  次の3回：{times}", en: "  the next three: {times}", zh: "  接下来三次：{times}"},
	WhenRule:    {ja: "  読み方の規則：{rule}", en: "  rule: {rule}", zh: "  所用规则：{rule}"},
	WhenOthers:  {ja: "  はっきりしません。ほかに {others} とも読めます。", en: "  Unsure: it could be {others} too.", zh: "  不确定：也可能是 {others}。"},
	WhenDoubt:   {ja: "  はっきりしません。ほかの意味にも読めます。", en: "  Unsure: it can be understood otherwise too.", zh: "  不确定：也可以有别的理解。"},
	WhenNothing: {ja: "日時は読み取れません。", en: "No date or time is read in this.", zh: "没有读出日期或时间。"},
	WhenDay:     {ja: "「{part}」という日はありません。", en: "There is no such day: {part}.", zh: "没有“{part}”这一天。"},
	WhenMonth:   {ja: "「{part}」：月は1から12までです。", en: "{part}: months go from 1 to 12.", zh: "“{part}”：月份是1到12。"},
	WhenHour:    {ja: "「{part}」という時刻はありません（翌朝は29時まで数えられます）。", en: "There is no such time of day: {part}.", zh: "没有“{part}”这个时间。"},
	WhenMinute:  {ja: "「{part}」：分は0から59までです。", en: "{part}: minutes go from 0 to 59.", zh: "“{part}”：分钟是0到59。"},
	WhenYear:    {ja: "「{part}」という年はありません。", en: "There is no such year: {part}.", zh: "没有“{part}”这一年。"},
	WhenBadTime: {ja: "--now の「{time}」は読めません。2026-06-17T12:00 のように書いてください。", en: "--now {time} cannot be read; write it like 2026-06-17T12:00.", zh: "无法读取 --now 的“{time}”。请写成 2026-06-17T12:00 的形式。"},
	WhenBadZone: {ja: "--zone の「{zone}」というタイムゾーンはありません。Asia/Tokyo のように書いてください。", en: "--zone {zone}: there is no such time zone; write it like Asia/Tokyo.", zh: "没有 --zone 指定的时区“{zone}”。请写成 Asia/Tokyo 的形式。"},
	WhenBadLang: {ja: "--lang は ja、en、zh のどれかです（「{lang}」ではありません）。", en: "--lang is ja, en or zh, not {lang}.", zh: "--lang 只能是 ja、en 或 zh，不能是“{lang}”。"},
	WhenWeekdays: {
		ja: "月\t火\t水\t木\t金\t土\t日",
		en: "Mon\tTue\tWed\tThu\tFri\tSat\tSun",
		zh: "周一\t周二\t周三\t周四\t周五\t周六\t周日",
	},
	WhenDate: {ja: "{date}（{weekday}）", en: "{weekday} {date}", zh: "{date}（{weekday}）"},
	WhenTime: {ja: "{date}（{weekday}）{time}", en: "{weekday} {date} {time}", zh: "{date}（{weekday}）{time}"},
}
