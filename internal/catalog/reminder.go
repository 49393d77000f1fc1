package catalog

// Texts of reminders: what they say, and what is said about them.
const (
	ReminderSay       Key = "reminder.say"        // {text} {time}
	ReminderSayLate   Key = "reminder.say_late"   // {late} {text} {time}
	ReminderSayMany   Key = "reminder.say_many"   // {text} {time} {count}: several due times in one
	ReminderSayMissed Key = "reminder.say_missed" // {late} {text} {time} {count}

	ReminderWake Key = "reminder.wake" // the text where only to be woken was asked for
	ReminderBare Key = "reminder.bare" // the text where nothing but a time was said

	ReminderMoment     Key = "reminder.moment"      // {month} {day} {weekday} {time}
	ReminderMomentYear Key = "reminder.moment_year" // {year} {month} {day} {weekday} {time}
	ReminderWeekdays   Key = "reminder.weekdays"    // from Sunday on, a blank between
	ReminderMonths     Key = "reminder.months"      // from January on, a blank between
	ReminderMinute     Key = "reminder.minute"      // {count}
	ReminderMinutes    Key = "reminder.minutes"     // {count}
	ReminderHour       Key = "reminder.hour"        // {count}
	ReminderHours      Key = "reminder.hours"       // {count}

	ReminderHoursMinutes Key = "reminder.hours_minutes" // {count} {minutes}: hours, and the minutes over
	ReminderDays         Key = "reminder.days"          // {count}
	ReminderOr           Key = "reminder.or"            // between two times

	ReminderRow        Key = "reminder.row"         // {n} {text} {time}
	ReminderRowRepeats Key = "reminder.row_repeats" // {n} {text} {time} {when}
	ReminderRowOver    Key = "reminder.row_over"    // {n} {text}: it is not due any more
	ReminderSet        Key = "reminder.set"         // {row}
	ReminderAssumed    Key = "reminder.assumed"     // {time}: the hour was not named
	ReminderList       Key = "reminder.list"        // {rows}
	ReminderNone       Key = "reminder.none"
	ReminderCancelled  Key = "reminder.cancelled" // {row}
	ReminderDone       Key = "reminder.done"      // {row}
	ReminderSnoozed    Key = "reminder.snoozed"   // {row}
	ReminderSame       Key = "reminder.same"      // {row}: nothing to change
	ReminderHow        Key = "reminder.how"       // how the command is written
	ReminderHead       Key = "reminder.head"      // columns, a tab between: number, next time, state, text

	ReminderNoText     Key = "reminder.no_text"
	ReminderLong       Key = "reminder.long" // {max}
	ReminderNoTime     Key = "reminder.no_time"
	ReminderAmbiguous  Key = "reminder.ambiguous" // {times}
	ReminderVague      Key = "reminder.vague"
	ReminderSeveral    Key = "reminder.several"    // {times}
	ReminderPast       Key = "reminder.past"       // {times}
	ReminderImpossible Key = "reminder.impossible" // {part}
	ReminderTooOften   Key = "reminder.too_often"
	ReminderNoRepeat   Key = "reminder.no_repeat" // {part}
	ReminderBadCron    Key = "reminder.bad_cron"  // {part}
	ReminderUnknown    Key = "reminder.unknown"   // {about}
	ReminderMany       Key = "reminder.many"      // {about}
	ReminderTooMany    Key = "reminder.too_many"  // {max}
	ReminderNoScope    Key = "reminder.no_scope"  // for somebody without a memory of their own
	ReminderFor        Key = "reminder.for"       // {value}: --for is no length of time

	ReminderStateWaiting   Key = "reminder.state_waiting"
	ReminderStateSaid      Key = "reminder.state_said"
	ReminderStateDone      Key = "reminder.state_done"
	ReminderStateCancelled Key = "reminder.state_cancelled"
)

var reminderTexts = map[Key]message{
	ReminderSay: {ja: "⏰ リマインダー：{text}（{time}）", en: "⏰ Reminder: {text} ({time})", zh: "⏰ 提醒：{text}（{time}）"},
	ReminderSayLate: {
		ja: "⏰ {late}遅れですが、リマインダー：{text}（{time}）",
		en: "⏰ {late} late, sorry. Reminder: {text} ({time})",
		zh: "⏰ 晚了{late}，提醒：{text}（{time}）",
	},
	ReminderSayMany: {
		ja: "⏰ リマインダー：{text}（{time}、{count}回分をまとめて）",
		en: "⏰ Reminder: {text} ({time}, for {count} times at once)",
		zh: "⏰ 提醒：{text}（{time}，合并了{count}次）",
	},
	ReminderSayMissed: {
		ja: "⏰ {late}遅れですが、リマインダー：{text}（最後は{time}、{count}回分をまとめて）",
		en: "⏰ {late} late, sorry. Reminder: {text} (the last of {count} was for {time})",
		zh: "⏰ 晚了{late}，提醒：{text}（最后一次是{time}，合并了{count}次）",
	},
	ReminderWake: {ja: "起きる時間です", en: "Time to wake up", zh: "该起床了"},
	ReminderBare: {ja: "時間です", en: "It is time", zh: "时间到了"},

	ReminderMoment:       {ja: "{month}月{day}日（{weekday}）{time}", en: "{weekday}, {day} {month}, {time}", zh: "{month}月{day}日（{weekday}）{time}"},
	ReminderMomentYear:   {ja: "{year}年{month}月{day}日（{weekday}）{time}", en: "{weekday}, {day} {month} {year}, {time}", zh: "{year}年{month}月{day}日（{weekday}）{time}"},
	ReminderWeekdays:     {ja: "日 月 火 水 木 金 土", en: "Sun Mon Tue Wed Thu Fri Sat", zh: "周日 周一 周二 周三 周四 周五 周六"},
	ReminderMonths:       {ja: "1 2 3 4 5 6 7 8 9 10 11 12", en: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", zh: "1 2 3 4 5 6 7 8 9 10 11 12"},
	ReminderMinute:       {ja: "{count}分", en: "{count} minute", zh: "{count}分钟"},
	ReminderMinutes:      {ja: "{count}分", en: "{count} minutes", zh: "{count}分钟"},
	ReminderHour:         {ja: "{count}時間", en: "{count} hour", zh: "{count}小时"},
	ReminderHoursMinutes: {ja: "{count}時間{minutes}分", en: "{count} h {minutes} min", zh: "{count}小时{minutes}分钟"},
	ReminderHours:        {ja: "{count}時間", en: "{count} hours", zh: "{count}小时"},
	ReminderDays:         {ja: "{count}日", en: "{count} days", zh: "{count}天"},
	ReminderOr:           {ja: "、", en: ", or ", zh: "、"},

	ReminderRow:        {ja: "{n}. {text}：{time}", en: "{n}. {text}: {time}", zh: "{n}. {text}：{time}"},
	ReminderRowRepeats: {ja: "{n}. {text}：次は{time}（くり返し：{when}）", en: "{n}. {text}: next {time} (repeats: {when})", zh: "{n}. {text}：下一次{time}（重复：{when}）"},
	ReminderRowOver:    {ja: "{n}. {text}（終わり）", en: "{n}. {text} (over)", zh: "{n}. {text}（已结束）"},
	ReminderSet:        {ja: "リマインダーを設定しました。{row}", en: "The reminder is set. {row}", zh: "提醒已设好。{row}"},
	ReminderAssumed: {
		ja: "時刻の指定がなかったので{time}にしました。違うときは言ってください。",
		en: "No time of day was named, so it is {time}. Say so if that is wrong.",
		zh: "没有说几点，所以定在{time}。如果不对请告诉我。",
	},
	ReminderList:      {ja: "リマインダー:\n{rows}", en: "Reminders:\n{rows}", zh: "提醒：\n{rows}"},
	ReminderNone:      {ja: "待っているリマインダーはありません。", en: "No reminder is waiting.", zh: "没有等待中的提醒。"},
	ReminderCancelled: {ja: "取り消しました。{row}", en: "Cancelled. {row}", zh: "已取消。{row}"},
	ReminderDone:      {ja: "済みにしました。{row}", en: "Marked as done. {row}", zh: "已标记为完成。{row}"},
	ReminderSnoozed:   {ja: "あとでもう一度知らせます。{row}", en: "It comes again later. {row}", zh: "稍后会再次提醒。{row}"},
	ReminderSame:      {ja: "変わりはありません。{row}", en: "Nothing has changed. {row}", zh: "没有变化。{row}"},
	ReminderHow: {
		ja: "設定: /remind 明日の朝8時 薬を飲む　一覧: /remind　取り消し: /remind cancel 番号",
		en: "Set one: /remind in 20 minutes stretch   List: /remind   Cancel: /remind cancel NUMBER",
		zh: "设置：/remind 明天早上8点 吃药　列表：/remind　取消：/remind cancel 编号",
	},
	ReminderHead: {ja: "番号\t次の時刻\t状態\t内容", en: "No.\tNext\tState\tText", zh: "编号\t下一次\t状态\t内容"},

	ReminderNoText:     {ja: "何を知らせればいいですか。", en: "What should the reminder say?", zh: "要提醒什么呢？"},
	ReminderLong:       {ja: "リマインダーの文が長すぎます。{max}字以内にしてください。", en: "The text is too long for a reminder. Use at most {max} characters.", zh: "提醒的文字太长，请不超过{max}字。"},
	ReminderNoTime:     {ja: "いつ知らせればいいですか。「明日の朝8時」「20分後」のように書いてください。", en: "When should that be? Write for example \"tomorrow at 8 am\" or \"in 20 minutes\".", zh: "什么时候提醒呢？请写成“明天早上8点”或“20分钟后”。"},
	ReminderAmbiguous:  {ja: "どちらのことですか：{times}。まだ何も設定していません。", en: "Which one is meant: {times}? Nothing is set yet.", zh: "是指哪一个：{times}？还没有设置。"},
	ReminderVague:      {ja: "いつのことか、日付と時刻をはっきり書いてください。まだ何も設定していません。", en: "Which day and time exactly? Nothing is set yet.", zh: "请说清楚是哪一天几点。还没有设置。"},
	ReminderSeveral:    {ja: "時刻がいくつもあります（{times}）。ひとつずつ書いてください。まだ何も設定していません。", en: "Several times are named ({times}). Ask for one at a time. Nothing is set yet.", zh: "提到了几个时间（{times}）。请一次说一个。还没有设置。"},
	ReminderPast:       {ja: "{times}はもう過ぎています。設定していません。これからの時刻を書いてください。", en: "{times} is past already, so nothing is set. Name a time to come.", zh: "{times}已经过去了，没有设置。请说以后的时间。"},
	ReminderImpossible: {ja: "「{part}」という日時はありません。設定していません。", en: "There is no such date or time as \"{part}\". Nothing is set.", zh: "没有“{part}”这样的日期或时间。没有设置。"},
	ReminderTooOften:   {ja: "くり返しは1分おきより短くできません。", en: "A reminder repeats once a minute at most.", zh: "重复的间隔不能短于1分钟。"},
	ReminderNoRepeat:   {ja: "「{part}」というくり返しはまだできません。毎日、毎週、毎月、毎年か、何分・何時間ごとで書いてください。", en: "A reminder cannot repeat like \"{part}\" yet. Use every day, week, month or year, or every so many minutes or hours.", zh: "还不能按“{part}”重复。请用每天、每周、每月、每年，或每隔几分钟、几小时。"},
	ReminderBadCron:    {ja: "cron の行が正しくありません：{part}", en: "The cron line is wrong: {part}", zh: "cron 行不正确：{part}"},
	ReminderUnknown:    {ja: "「{about}」というリマインダーはありません。/remind か kokoron reminders で一覧を見られます。", en: "There is no reminder {about}. /remind or kokoron reminders shows the list.", zh: "没有“{about}”这个提醒。用 /remind 或 kokoron reminders 查看列表。"},
	ReminderMany:       {ja: "「{about}」で始まるものがいくつもあります。番号を書いてください。", en: "Several IDs begin with {about}. Use the number.", zh: "有多个以“{about}”开头的提醒，请写编号。"},
	ReminderTooMany:    {ja: "待っているリマインダーは{max}件までです。いらないものを取り消してください。", en: "At most {max} reminders can wait. Cancel some first.", zh: "等待中的提醒最多{max}个，请先取消一些。"},
	ReminderNoScope:    {ja: "この人のリマインダーは設定できません。", en: "Reminders cannot be set for this person.", zh: "不能为这个人设置提醒。"},
	ReminderFor:        {ja: "--for {value} は長さとして読めません。10m や 2h のように、1分から30日までで書いてください。", en: "--for {value} is no length of time. Write for example 10m or 2h, from a minute to 30 days.", zh: "--for {value} 不是时长。请写成 10m 或 2h，从1分钟到30天。"},

	ReminderStateWaiting:   {ja: "待ち", en: "waiting", zh: "等待"},
	ReminderStateSaid:      {ja: "お知らせ済み", en: "said", zh: "已提醒"},
	ReminderStateDone:      {ja: "完了", en: "done", zh: "完成"},
	ReminderStateCancelled: {ja: "取り消し", en: "cancelled", zh: "已取消"},
}
