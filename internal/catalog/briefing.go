package catalog

// Texts of the morning briefing.
const (
	Briefing      Key = "briefing"        // {date} {list}
	BriefingEvent Key = "briefing.event"  // {time} {title}
	BriefingPlace Key = "briefing.place"  // {time} {title} {place}
	BriefingDay   Key = "briefing.allday" // in place of the time
	BriefingMore  Key = "briefing.more"   // {count}
)

var briefingTexts = map[Key]message{
	Briefing: {
		ja: "おはようございます。今日（{date}）の予定です。\n{list}",
		en: "Good morning. This is your day ({date}):\n{list}",
		zh: "早上好。今天（{date}）的安排：\n{list}",
	},
	BriefingEvent: {ja: "・{time} {title}", en: "- {time} {title}", zh: "・{time} {title}"},
	BriefingPlace: {ja: "・{time} {title}（{place}）", en: "- {time} {title} ({place})", zh: "・{time} {title}（{place}）"},
	BriefingDay:   {ja: "終日", en: "all day", zh: "全天"},
	BriefingMore:  {ja: "ほかに{count}件", en: "and {count} more", zh: "另有{count}项"},
}
