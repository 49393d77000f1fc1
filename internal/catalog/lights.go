package catalog

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// Texts about what of the companion is away, and for how long.
const (
	Back        Key = "lights.back"         // {ago}: stands before a reply that was waited for long
	AgoMinutes  Key = "lights.minutes"      // {count}
	AgoHours    Key = "lights.hours"        // {count}
	AgoDays     Key = "lights.days"         // {count}
	StatusSince Key = "lights.status_since" // {ago}

	PartHeart    Key = "lights.heart"    // {ago}
	PartTelegram Key = "lights.telegram" // {ago}
	PartDatabase Key = "lights.database" // {ago}
	PartJob      Key = "lights.job"      // {name} {ago}
	PartFailing  Key = "lights.failing"  // {name}

	PartHeartWell    Key = "lights.heart_well"
	PartTelegramWell Key = "lights.telegram_well"
	PartDatabaseWell Key = "lights.database_well"
	PartJobWell      Key = "lights.job_well"     // {name}
	PartFailingWell  Key = "lights.failing_well" // {name}

	DoctorModelSince Key = "doctor.model_since" // {ago}
	DoctorPartIll    Key = "doctor.part_ill"    // {part}
)

var lightsTexts = map[Key]message{
	Back: {
		ja: "（{ago}お待たせしました。そのあいだ、返事ができない状態でした。）",
		en: "(You have waited {ago} for this: I was not able to answer.)",
		zh: "（让你等了{ago}，这段时间我无法回答。）",
	},
	AgoMinutes: {ja: "{count}分", en: "{count} min", zh: "{count}分钟"},
	AgoHours:   {ja: "{count}時間", en: "{count} h", zh: "{count}小时"},
	AgoDays:    {ja: "{count}日", en: "{count} d", zh: "{count}天"},
	StatusSince: {
		ja: "モデルが答えなくなってから{ago}たちます。",
		en: "The model has not answered for {ago}.",
		zh: "模型已经{ago}没有回应。",
	},
	PartHeart: {
		ja: "お知らせ：予定の見張りが{ago}動いていません。リマインダーや夜の作業が止まっています。会話はできます。kokoron を起動し直すと直ることが多いです。",
		en: "Notice: what watches the dates has not moved for {ago}. Reminders and nightly work stand still; we can still talk. Restarting kokoron usually helps.",
		zh: "通知：负责日程的部分已经{ago}没有动作。提醒和夜间任务都停着，但仍可以对话。重新启动 kokoron 通常可以恢复。",
	},
	PartTelegram: {
		ja: "お知らせ：Telegram から{ago}受け取れていません。あちらに送られた言葉はまだ届いていません。理由は kokoron doctor で分かります。",
		en: "Notice: nothing could be received from Telegram for {ago}. What was sent there has not arrived yet. kokoron doctor says why.",
		zh: "通知：已经{ago}无法从 Telegram 接收消息。发到那里的消息还没有收到。运行 kokoron doctor 可以查看原因。",
	},
	PartDatabase: {
		ja: "お知らせ：{ago}のあいだ、データベースに何も書けません。新しい言葉をお預かりできません。kokoron を起動し直してください。",
		en: "Notice: nothing could be written to the database for {ago}. New messages cannot be kept. Please restart kokoron.",
		zh: "通知：已经{ago}无法写入数据库，新消息无法保存。请重新启动 kokoron。",
	},
	PartJob: {
		ja: "お知らせ：作業「{name}」が{ago}進んでいません。様子は kokoron jobs で分かります。",
		en: "Notice: the job {name} has made no progress for {ago}. kokoron jobs shows how it stands.",
		zh: "通知：任务“{name}”已经{ago}没有进展。运行 kokoron jobs 可以查看情况。",
	},
	PartFailing: {
		ja: "お知らせ：作業「{name}」が失敗し続けています。理由は kokoron jobs で分かります。",
		en: "Notice: the job {name} keeps failing. kokoron jobs says why.",
		zh: "通知：任务“{name}”一直失败。运行 kokoron jobs 可以查看原因。",
	},
	PartHeartWell: {
		ja: "お知らせ：予定の見張りがまた動いています。",
		en: "Notice: what watches the dates moves again.",
		zh: "通知：负责日程的部分恢复了。",
	},
	PartTelegramWell: {
		ja: "お知らせ：Telegram からまた受け取れるようになりました。",
		en: "Notice: messages from Telegram can be received again.",
		zh: "通知：又可以从 Telegram 接收消息了。",
	},
	PartDatabaseWell: {
		ja: "お知らせ：データベースにまた書けるようになりました。",
		en: "Notice: the database can be written to again.",
		zh: "通知：数据库又可以写入了。",
	},
	PartJobWell: {
		ja: "お知らせ：作業「{name}」はもう止まっていません。",
		en: "Notice: the job {name} is no longer stuck.",
		zh: "通知：任务“{name}”不再卡住。",
	},
	PartFailingWell: {
		ja: "お知らせ：作業「{name}」がまたうまくいきました。",
		en: "Notice: the job {name} succeeds again.",
		zh: "通知：任务“{name}”恢复正常。",
	},
	DoctorModelSince: {
		ja: "動いている kokoron は、モデルから{ago}返事をもらえていません。預かった言葉には、つながり次第お返事します。",
		en: "The kokoron that runs has had no answer from its model for {ago}. What it was told is kept and answered as soon as the model is back.",
		zh: "正在运行的 kokoron 已经{ago}没有得到模型的回应。收到的消息已保存，恢复后立即回复。",
	},
	DoctorPartIll: {
		ja: "動いている kokoron の一部（{part}）が止まっているか、失敗し続けています。kokoron jobs とログを見て、起動し直してください。",
		en: "A part of the kokoron that runs ({part}) stands still or keeps failing. Look at kokoron jobs and the log, and restart it.",
		zh: "正在运行的 kokoron 的一部分（{part}）停住了，或一直失败。请查看 kokoron jobs 和日志，并重新启动。",
	},
}

// backs matches Back at the beginning of a line, in any language.
var backs = func() *regexp.Regexp {
	var all []string
	for _, lang := range Langs {
		before, after, _ := strings.Cut(lightsTexts[Back].in(lang), "{ago}")
		all = append(all, regexp.QuoteMeta(before)+`.{1,20}?`+regexp.QuoteMeta(after))
	}
	return regexp.MustCompile(`(?m)^(?:` + strings.Join(all, "|") + `)\n*`)
}()

// WithoutBack is what was said without the apologies that stand before late
// replies.
func WithoutBack(said string) string { return backs.ReplaceAllString(said, "") }

// Lasted is a length of time in words, in the largest unit that it fills:
// minutes (at least one), hours below two days, else days.
func Lasted(lang text.Lang, d time.Duration) string {
	switch {
	case d < time.Hour:
		return Text(lang, AgoMinutes, "count", strconv.Itoa(max(1, int(d.Minutes()))))
	case d < 48*time.Hour:
		return Text(lang, AgoHours, "count", strconv.Itoa(int(d.Hours())))
	}
	return Text(lang, AgoDays, "count", strconv.Itoa(int(d.Hours()/24)))
}

// The parts of the companion that are watched. A job's name follows the last
// two.
const (
	WatchHeart    = "heart"
	WatchTelegram = "telegram"
	WatchDatabase = "database"
	WatchJob      = "job/"
	WatchFailing  = "failing/"
)

// PartIll says that a watched part has been ill for d, or that it is well
// again.
func PartIll(lang text.Lang, part string, well bool, d time.Duration) string {
	ill, over, name := PartHeart, PartHeartWell, ""
	switch {
	case part == WatchTelegram:
		ill, over = PartTelegram, PartTelegramWell
	case part == WatchDatabase:
		ill, over = PartDatabase, PartDatabaseWell
	case strings.HasPrefix(part, WatchJob):
		ill, over, name = PartJob, PartJobWell, part[len(WatchJob):]
	case strings.HasPrefix(part, WatchFailing):
		ill, over, name = PartFailing, PartFailingWell, part[len(WatchFailing):]
	}
	if well {
		return Text(lang, over, "name", name)
	}
	return Text(lang, ill, "name", name, "ago", Lasted(lang, d))
}
