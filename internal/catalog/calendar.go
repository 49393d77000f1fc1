package catalog

// Texts of the calendar.
const (
	CalendarWeekdays Key = "calendar.weekdays" // Sunday first, a blank between
	CalendarDay      Key = "calendar.day"      // {date} {weekday}
	CalendarAllDay   Key = "calendar.all_day"  // {day}
	CalendarDays     Key = "calendar.days"     // {from} {to}
	CalendarSpan     Key = "calendar.span"     // {day} {from} {to}
	CalendarLong     Key = "calendar.long"     // {day} {from} {last} {to}

	CalendarWeek    Key = "calendar.week" // {list}
	CalendarFree    Key = "calendar.free"
	CalendarMore    Key = "calendar.more"    // {count}
	CalendarItem    Key = "calendar.item"    // {when} {title}
	CalendarItemAt  Key = "calendar.item_at" // {when} {title} {place}
	CalendarTrouble Key = "calendar.trouble"

	CalendarHead     Key = "calendar.head" // columns, a tab between
	CalendarNone     Key = "calendar.none"
	CalendarAdded    Key = "calendar.added"    // {when} {title} {id}
	CalendarKnown    Key = "calendar.known"    // {when} {title} {id}
	CalendarChanged  Key = "calendar.changed"  // {when} {title} {id}
	CalendarSame     Key = "calendar.same"     // {when} {title} {id}
	CalendarDropped  Key = "calendar.dropped"  // {when} {title} {id}
	CalendarRestored Key = "calendar.restored" // {when} {title} {id}
	CalendarConflict Key = "calendar.conflict" // {when} {title}
	CalendarImported Key = "calendar.imported" // {added} {changed} {same} {skipped}
	CalendarSkipped  Key = "calendar.skipped"  // {component} {line} {title} {why}
	CalendarExported Key = "calendar.exported" // {count} {path}
	CalendarUnread   Key = "calendar.unread"   // {path} {detail}
	CalendarUnsaved  Key = "calendar.unsaved"  // {path} {detail}

	CalendarFeedHead  Key = "calendar.feed_head" // columns, a tab between
	CalendarFeedNone  Key = "calendar.feed_none"
	CalendarFeedFine  Key = "calendar.feed_fine"
	CalendarFeedBad   Key = "calendar.feed_bad"  // {detail}
	CalendarFeedAdded Key = "calendar.feed_new"  // {name} {count} {skipped} {id}
	CalendarFeedGone  Key = "calendar.feed_gone" // {name}
	CalendarShared    Key = "calendar.shared"    // {url}
	CalendarUnshared  Key = "calendar.unshared"
	CalendarUnsharedB Key = "calendar.unshared_before"

	UnknownEvent  Key = "calendar.unknown"      // {about}
	ManyEvents    Key = "calendar.many"         // {about} {known}
	UnclearTime   Key = "calendar.unclear"      // {about} {known}
	UnknownFeed   Key = "calendar.unknown_feed" // {known}
	BadFeed       Key = "calendar.bad_feed"     // {detail}
	FaultOf       Key = "calendar.fault"        // {field} {why}
	FaultMissing  Key = "calendar.fault.missing"
	FaultTooLong  Key = "calendar.fault.too_long" // {detail}
	FaultControl  Key = "calendar.fault.control"
	FaultNoDate   Key = "calendar.fault.no_date"  // {detail}
	FaultNoMonth  Key = "calendar.fault.no_month" // {detail}
	FaultNoDay    Key = "calendar.fault.no_day"   // {given} {detail}
	FaultNoClock  Key = "calendar.fault.no_clock" // {detail}
	FaultNotReal  Key = "calendar.fault.not_real" // {detail}
	FaultYear     Key = "calendar.fault.year"     // {detail}
	FaultEndFirst Key = "calendar.fault.end_first"
	FaultNoZone   Key = "calendar.fault.no_zone" // {detail}
	FaultNoRule   Key = "calendar.fault.no_rule" // {detail}
	FaultTooOften Key = "calendar.fault.too_often"
	FaultNever    Key = "calendar.fault.never"
	FaultRange    Key = "calendar.fault.range"    // {detail}
	FaultTooMany  Key = "calendar.fault.too_many" // {detail}
	FaultNotThen  Key = "calendar.fault.not_then" // {detail}
	FaultNoSeries Key = "calendar.fault.no_series"
	FaultReadOnly Key = "calendar.fault.read_only"
)

var calendarTexts = map[Key]message{
	CalendarWeekdays: {ja: "日 月 火 水 木 金 土", en: "Sun Mon Tue Wed Thu Fri Sat", zh: "日 一 二 三 四 五 六"},
	CalendarDay:      {ja: "{date}（{weekday}）", en: "{date} ({weekday})", zh: "{date}（周{weekday}）"},
	CalendarAllDay:   {ja: "{day} 終日", en: "{day}, all day", zh: "{day} 全天"},
	CalendarDays:     {ja: "{from}〜{to} 終日", en: "{from} to {to}, all day", zh: "{from}至{to} 全天"},
	CalendarSpan:     {ja: "{day} {from}〜{to}", en: "{day} {from}–{to}", zh: "{day} {from}～{to}"},
	CalendarLong:     {ja: "{day} {from}〜{last} {to}", en: "{day} {from} – {last} {to}", zh: "{day} {from}～{last} {to}"},

	CalendarWeek:    {ja: "7日先までの予定です。\n{list}", en: "Your next 7 days:\n{list}", zh: "今后7天的日程：\n{list}"},
	CalendarFree:    {ja: "7日先まで予定はありません。", en: "Nothing stands in your calendar for the next 7 days.", zh: "今后7天没有日程。"},
	CalendarMore:    {ja: "…ほかに{count}件", en: "… and {count} more", zh: "……还有{count}项"},
	CalendarItem:    {ja: "・{when} {title}", en: "• {when} {title}", zh: "・{when} {title}"},
	CalendarItemAt:  {ja: "・{when} {title}（{place}）", en: "• {when} {title} ({place})", zh: "・{when} {title}（{place}）"},
	CalendarTrouble: {ja: "カレンダーを読めませんでした。少ししてからもう一度試してください。", en: "The calendar could not be read. Please try again in a moment.", zh: "无法读取日历，请稍后再试。"},

	CalendarHead:     {ja: "ID\t日時\t予定\t場所", en: "ID\tWhen\tEvent\tPlace", zh: "ID\t时间\t日程\t地点"},
	CalendarNone:     {ja: "この期間の予定はありません。", en: "Nothing stands in the calendar for this time.", zh: "这段时间没有日程。"},
	CalendarAdded:    {ja: "予定に入れました：{when} {title}（{id}）", en: "Added to the calendar: {when} {title} ({id})", zh: "已加入日历：{when} {title}（{id}）"},
	CalendarKnown:    {ja: "同じ予定がもうあります：{when} {title}（{id}）", en: "The same stands in the calendar already: {when} {title} ({id})", zh: "日历里已有同样的日程：{when} {title}（{id}）"},
	CalendarChanged:  {ja: "変えました：{when} {title}（{id}）", en: "Changed: {when} {title} ({id})", zh: "已修改：{when} {title}（{id}）"},
	CalendarSame:     {ja: "何も変えませんでした：{when} {title}（{id}）", en: "Nothing was changed: {when} {title} ({id})", zh: "没有任何更改：{when} {title}（{id}）"},
	CalendarDropped:  {ja: "消しました：{when} {title}。戻すには: kokoron calendar restore {id}", en: "Deleted: {when} {title}. To bring it back: kokoron calendar restore {id}", zh: "已删除：{when} {title}。要恢复请运行: kokoron calendar restore {id}"},
	CalendarRestored: {ja: "戻しました：{when} {title}（{id}）", en: "Back in the calendar: {when} {title} ({id})", zh: "已恢复：{when} {title}（{id}）"},
	CalendarConflict: {ja: "同じ時間の予定があります：{when} {title}", en: "On at the same time: {when} {title}", zh: "同一时间还有：{when} {title}"},
	CalendarImported: {
		ja: "読み込みました：新しい予定{added}件、変わった予定{changed}件、同じ予定{same}件、読まなかったもの{skipped}件",
		en: "Imported: {added} new, {changed} changed, {same} the same, {skipped} skipped",
		zh: "已导入：新增{added}项，修改{changed}项，相同{same}项，跳过{skipped}项",
	},
	CalendarSkipped:  {ja: "  {line}行目の{component}「{title}」：{why}", en: "  {component} on line {line} \"{title}\": {why}", zh: "  第{line}行的{component}“{title}”：{why}"},
	CalendarExported: {ja: "{count}件の予定を {path} に書き出しました。", en: "{count} events are written to {path}.", zh: "已将{count}项日程写入 {path}。"},
	CalendarUnread: {
		ja: "{path} を読み込めません（{detail}）。10 MB までの iCalendar ファイル（.ics）を渡してください。",
		en: "{path} cannot be imported ({detail}). Give an iCalendar file (.ics) of at most 10 MB.",
		zh: "无法导入 {path}（{detail}）。请提供不超过 10 MB 的 iCalendar 文件（.ics）。",
	},
	CalendarUnsaved: {ja: "{path} に書き出せません（{detail}）。", en: "{path} cannot be written ({detail}).", zh: "无法写入 {path}（{detail}）。"},

	CalendarFeedHead:  {ja: "ID\t名前\tサーバー\t予定\t最後に読めた日時\t状態", en: "ID\tName\tServer\tEvents\tLast read\tState", zh: "ID\t名称\t服务器\t日程\t上次读取\t状态"},
	CalendarFeedNone:  {ja: "購読しているカレンダーはありません。kokoron calendar subscribe URL で加えられます。", en: "No calendar is subscribed to. kokoron calendar subscribe URL adds one.", zh: "没有订阅日历。运行 kokoron calendar subscribe URL 添加。"},
	CalendarFeedFine:  {ja: "正常", en: "fine", zh: "正常"},
	CalendarFeedBad:   {ja: "読めません：{detail}", en: "cannot be read: {detail}", zh: "无法读取：{detail}"},
	CalendarFeedAdded: {ja: "「{name}」を購読しました（{id}）：予定{count}件、読まなかったもの{skipped}件", en: "Subscribed to \"{name}\" ({id}): {count} events, {skipped} components skipped", zh: "已订阅“{name}”（{id}）：{count}项日程，跳过{skipped}项"},
	CalendarFeedGone:  {ja: "「{name}」の購読をやめ、その予定を消しました。", en: "No longer subscribed to \"{name}\"; its events are gone.", zh: "已取消订阅“{name}”，其日程已删除。"},
	CalendarShared: {
		ja: "ほかのカレンダーアプリから読むためのアドレスです。知っている人はだれでも読めます。前のアドレスがあれば、使えなくなりました。\n{url}",
		en: "This address lets other calendar programs read your calendar. Whoever knows it can read it. If there was one before, it works no longer.\n{url}",
		zh: "其他日历程序可用此地址读取您的日历。知道它的人都能读取。如有之前的地址，已失效。\n{url}",
	},
	CalendarUnshared:  {ja: "カレンダーを読むためのアドレスを取り消しました。", en: "The address of the calendar is taken back.", zh: "日历地址已撤销。"},
	CalendarUnsharedB: {ja: "取り消すアドレスはありません。", en: "There is no address to take back.", zh: "没有可撤销的地址。"},

	UnknownEvent: {
		ja: "「{about}」という ID の、変えられる予定はありません。kokoron calendar list で一覧を見られます。",
		en: "There is no event with the ID {about} that can be changed. kokoron calendar list shows them.",
		zh: "没有 ID 为“{about}”且可以更改的日程。运行 kokoron calendar list 查看列表。",
	},
	ManyEvents:  {ja: "「{about}」で始まる ID の予定はいくつもあります。もっと長く書いてください: {known}", en: "Several events have an ID that begins with {about}. Write more of it: {known}", zh: "有多项日程的 ID 以“{about}”开头。请写得更长一些: {known}"},
	UnclearTime: {ja: "「{about}」はいくつかに読めます。どれかを書いてください: {known}", en: "\"{about}\" can be read in several ways. Write one of them: {known}", zh: "“{about}”有多种理解。请写明其中之一: {known}"},
	UnknownFeed: {ja: "そのような購読はありません。あるのは次のものです: {known}", en: "There is no such subscription. These are known: {known}", zh: "没有这个订阅。现有: {known}"},
	BadFeed:     {ja: "このカレンダーは購読できません（{detail}）。", en: "This calendar cannot be subscribed to ({detail}).", zh: "无法订阅此日历（{detail}）。"},

	FaultOf:       {ja: "{field}：{why}", en: "{field}: {why}", zh: "{field}：{why}"},
	FaultMissing:  {ja: "書かれていません。書いてください", en: "is missing", zh: "缺少，请填写"},
	FaultTooLong:  {ja: "長すぎます。{detail}字までにしてください", en: "is too long: at most {detail} characters", zh: "太长，最多{detail}个字符"},
	FaultControl:  {ja: "制御文字が入っています。取り除いてください", en: "has control characters: take them out", zh: "含有控制字符，请去掉"},
	FaultNoDate:   {ja: "「{detail}」は日時として読めません。2026-12-01、2026-12-01T15:00、「明日の午後3時」のように書いてください", en: "\"{detail}\" is no date: write 2026-12-01, 2026-12-01T15:00 or words such as tomorrow at 3 pm", zh: "“{detail}”不是日期，请写成 2026-12-01、2026-12-01T15:00 或“明天下午三点”"},
	FaultNoMonth:  {ja: "「{detail}」の月はありません。月は12までです", en: "\"{detail}\" has a month that does not exist: a year has 12", zh: "“{detail}”的月份不存在，一年有12个月"},
	FaultNoDay:    {ja: "「{given}」という日はありません（{detail}日まで）", en: "\"{given}\" does not exist ({detail} days)", zh: "“{given}”不存在（{detail}天）"},
	FaultNoClock:  {ja: "「{detail}」という時刻はありません。時は0〜23、分は0〜59です", en: "\"{detail}\" has a time that does not exist: hours go from 0 to 23, minutes from 0 to 59", zh: "“{detail}”的时刻不存在，时为0～23，分为0～59"},
	FaultNotReal:  {ja: "「{detail}」という日時はありません", en: "\"{detail}\" does not exist", zh: "“{detail}”不存在"},
	FaultYear:     {ja: "{detail}年は扱えません。1900〜2199年にしてください", en: "the year {detail} is out of range: 1900 to 2199", zh: "年份{detail}超出范围：1900～2199"},
	FaultEndFirst: {ja: "終わりが始まりより前です", en: "the end is before the start", zh: "结束早于开始"},
	FaultNoZone:   {ja: "「{detail}」というタイムゾーンはありません。Asia/Tokyo のように書いてください", en: "\"{detail}\" is no IANA time zone such as Asia/Tokyo", zh: "没有“{detail}”这个时区，请写成 Asia/Tokyo 的形式"},
	FaultNoRule:   {ja: "繰り返しとして読めません（{detail}）。FREQ=WEEKLY;BYDAY=MO や「毎週月曜」のように書いてください", en: "is no repetition such as FREQ=WEEKLY;BYDAY=MO or every Monday ({detail})", zh: "无法识别的重复（{detail}），请写成 FREQ=WEEKLY;BYDAY=MO 或“每周一”"},
	FaultTooOften: {ja: "1日に24回より多く繰り返します", en: "repeats more than 24 times a day", zh: "每天重复超过24次"},
	FaultNever:    {ja: "この規則では一度も起こりません", en: "never happens by this rule", zh: "按此规则永远不会发生"},
	FaultRange:    {ja: "範囲の外です：{detail}", en: "is out of range: {detail}", zh: "超出范围：{detail}"},
	FaultTooMany:  {ja: "多すぎます。{detail}までにしてください", en: "has too many entries: at most {detail}", zh: "太多，最多{detail}"},
	FaultNotThen:  {ja: "{detail} にこの予定はありません", en: "there is no occurrence on {detail}", zh: "{detail} 没有这个日程"},
	FaultNoSeries: {ja: "一度だけの予定です。日付を省いてください", en: "the event happens once: leave the date out", zh: "这是一次性日程，请省略日期"},
	FaultReadOnly: {ja: "購読しているカレンダーの予定なので、ここでは変えられません", en: "the event belongs to a subscribed calendar and cannot be changed here", zh: "这是订阅的日历的日程，不能在此更改"},
}
