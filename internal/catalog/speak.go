package catalog

// Texts of /quiet, kokoron quiet and kokoron why-now.
const (
	QuietUntil   Key = "speak.quiet_until"   // {quiet} {until}: it is quiet now
	QuietForever Key = "speak.quiet_forever" // {quiet}: it is quiet now
	QuietLifted  Key = "speak.quiet_lifted"
	QuietNot     Key = "speak.quiet_not"     // {quiet}: status: it is not quiet
	QuietOff     Key = "speak.quiet_off"     // status: the owner's settings switch it off
	QuietClosed  Key = "speak.quiet_closed"  // {topics}
	QuietHeld    Key = "speak.quiet_held"    // {count}
	QuietOpened  Key = "speak.quiet_opened"  // {topic}
	QuietOpen    Key = "speak.quiet_open"    // {topic}: it was never closed
	QuietUnclear Key = "speak.quiet_unclear" // {quiet}: how it is written here, "/quiet" in a chat
	QuietPast    Key = "speak.quiet_past"    // {until}
	QuietNobody  Key = "speak.quiet_nobody"

	SpokenNone    Key = "speak.none"
	SpokenUnknown Key = "speak.unknown" // {about}
	SpokenMany    Key = "speak.many"    // {about} {known}
	SpokenErased  Key = "speak.erased"
	SpokenMade    Key = "speak.made"  // {at} {kind} {text}
	SpokenCause   Key = "speak.cause" // {cause}
	SpokenItem    Key = "speak.item"  // {at} {outcome} {reason}

	SpokenFigures Key = "speak.figures"  // {cap} {clock} {gap} {hour} {hours} {last} {most} {today} {topic} {unanswered} {weight} {zone}: what a decision stood on
	SpokenNever   Key = "speak.never"    // of a last message
	SpokenNoTopic Key = "speak.no_topic" // of a message
	SpokenNormal  Key = "speak.normal"   // of a weight
	SpokenUntil   Key = "speak.until"    // {until}
	SpokenWaits   Key = "speak.waits"    // held, and only the person can lift it
	SpokenSentOn  Key = "speak.sent_on"  // {state} {channel} {at}
)

// Of decisions, by what the governor and the store of what was said call them.
const (
	SpeakOutcomeMay       Key = "speak.outcome.may"
	SpeakOutcomeHeld      Key = "speak.outcome.held"
	SpeakOutcomeDropped   Key = "speak.outcome.dropped"
	SpeakStateHeld        Key = "speak.state.held"
	SpeakStateQueued      Key = "speak.state.queued"
	SpeakStateSending     Key = "speak.state.sending"
	SpeakStateSent        Key = "speak.state.sent"
	SpeakStateUnknown     Key = "speak.state.unknown"
	SpeakStateDropped     Key = "speak.state.dropped"
	SpeakKindThought      Key = "speak.kind.thought"
	SpeakKindFollowUp     Key = "speak.kind.follow_up"
	SpeakKindBriefing     Key = "speak.kind.briefing"
	SpeakKindReminder     Key = "speak.kind.reminder"
	SpeakKindWatchdog     Key = "speak.kind.watchdog"
	SpeakReasonFree       Key = "speak.reason.free"
	SpeakReasonAsked      Key = "speak.reason.asked"
	SpeakReasonBadPolicy  Key = "speak.reason.bad_policy"
	SpeakReasonBadWish    Key = "speak.reason.bad_wish"
	SpeakReasonStale      Key = "speak.reason.stale"
	SpeakReasonClosed     Key = "speak.reason.closed"
	SpeakReasonRepeat     Key = "speak.reason.repeat"
	SpeakReasonLost       Key = "speak.reason.lost"
	SpeakReasonQuiet      Key = "speak.reason.quiet"
	SpeakReasonEarly      Key = "speak.reason.early"
	SpeakReasonHours      Key = "speak.reason.hours"
	SpeakReasonLive       Key = "speak.reason.live"
	SpeakReasonUnanswered Key = "speak.reason.unanswered"
	SpeakReasonPerDay     Key = "speak.reason.per_day"
	SpeakReasonPer24h     Key = "speak.reason.per_24h"
	SpeakReasonGap        Key = "speak.reason.gap"
	SpeakReasonTopicLess  Key = "speak.reason.topic_less"
	SpeakReasonHourLess   Key = "speak.reason.hour_less"
	SpeakReasonOff        Key = "speak.reason.off"
	SpeakReasonNoChannel  Key = "speak.reason.no_channel"
	SpeakReasonNotPerson  Key = "speak.reason.not_person"
	SpeakReasonWithdrawn  Key = "speak.reason.withdrawn"
	SpeakReasonErased     Key = "speak.reason.erased"
	SpeakReasonUncertain  Key = "speak.reason.uncertain"
)

var speakTexts = map[Key]message{
	QuietUntil: {
		ja: "{until} まで、自分からは話しかけません。頼まれたリマインダーは届きます。{quiet} off で解除できます。",
		en: "I will not speak up on my own until {until}. Reminders you asked for still come. {quiet} off ends it.",
		zh: "在 {until} 之前我不会主动说话。你要求的提醒仍会送达。用 {quiet} off 解除。",
	},
	QuietForever: {
		ja: "解除されるまで、自分からは話しかけません。頼まれたリマインダーは届きます。{quiet} off で解除できます。",
		en: "I will not speak up on my own until you lift it. Reminders you asked for still come. {quiet} off ends it.",
		zh: "在你解除之前我不会主动说话。你要求的提醒仍会送达。用 {quiet} off 解除。",
	},
	QuietLifted: {ja: "静かにする設定を解除しました。", en: "Quiet is lifted.", zh: "已解除安静模式。"},
	QuietNot: {
		ja: "静かにする設定はありません。{quiet} 2時間、{quiet} 今日、{quiet} 8時まで、{quiet} ずっと で設定できます。",
		en: "It is not quiet now. Try {quiet} 2h, {quiet} today, {quiet} until 8:00 or {quiet} on.",
		zh: "目前没有开启安静模式。可用 {quiet} 2小时、{quiet} 今天、{quiet} 到8:00 或 {quiet} 一直。",
	},
	QuietOff:     {ja: "設定により、自分から話しかけることはありません。", en: "Speaking up on my own is switched off in the settings.", zh: "设置中已关闭主动说话。"},
	QuietClosed:  {ja: "もう話さない話題: {topics}（/quiet open 話題 で戻せます）", en: "Topics I never bring up: {topics} (/quiet open TOPIC brings one back)", zh: "不再提起的话题：{topics}（用 /quiet open 话题 恢复）"},
	QuietHeld:    {ja: "控えているメッセージ: {count}件", en: "Messages that are held: {count}", zh: "暂缓的消息：{count}条"},
	QuietOpened:  {ja: "「{topic}」の話題を、また話してよいことにしました。", en: "{topic} may be brought up again.", zh: "可以再次提起“{topic}”。"},
	QuietOpen:    {ja: "「{topic}」は、話さない話題に入っていません。", en: "{topic} is no topic that is closed.", zh: "“{topic}”不在不再提起的话题中。"},
	QuietUnclear: {ja: "いつまで静かにするか、わかりませんでした。例: {quiet} 2時間、{quiet} 明日まで、{quiet} 8時まで、{quiet} off", en: "I do not know until when. Try {quiet} 2h, {quiet} until 8:00, {quiet} today or {quiet} off.", zh: "不清楚要安静到什么时候。例如：{quiet} 2小时、{quiet} 到明天、{quiet} 到8:00、{quiet} off"},
	QuietPast:    {ja: "{until} はもう過ぎています。", en: "{until} is over already.", zh: "{until} 已经过了。"},
	QuietNobody:  {ja: "ここでは設定できません。", en: "This cannot be set here.", zh: "这里无法设置。"},

	SpokenNone:    {ja: "自分から話しかけようとしたことは、まだありません。", en: "Nothing was to be said unasked yet.", zh: "还没有主动想说的话。"},
	SpokenUnknown: {ja: "「{about}」というメッセージはありません。", en: "There is no message {about} that was said unasked.", zh: "没有主动发出的消息“{about}”。"},
	SpokenMany:    {ja: "「{about}」で始まるメッセージは複数あります: {known}", en: "Several messages begin with {about}: {known}", zh: "有多条消息以“{about}”开头：{known}"},
	SpokenErased:  {ja: "（消された言葉）", en: "(words that were erased)", zh: "（已删除的内容）"},
	SpokenMade:    {ja: "{at}　{kind}: {text}", en: "{at}  {kind}: {text}", zh: "{at}　{kind}：{text}"},
	SpokenCause:   {ja: "話したかった理由: {cause}", en: "Why it was to be said: {cause}", zh: "想说的原因：{cause}"},
	SpokenItem:    {ja: "{at}　{outcome}: {reason}", en: "{at}  {outcome}: {reason}", zh: "{at}　{outcome}：{reason}"},
	SpokenFigures: {
		ja: "  今日は{cap}件中{today}件、前回は{last}（間隔{gap}分以上）、{clock}（話してよい時間 {hours} {zone}）、返事のないもの{unanswered}件（{most}件まで）、話題 {topic}: {weight}、この時間帯: {hour}",
		en: "  sent {today} of {cap} today, last: {last} (at least {gap} min apart), {clock} with active hours {hours} {zone}, {unanswered} unanswered (at most {most}), topic {topic}: {weight}, this hour: {hour}",
		zh: "  今天已发{today}条（上限{cap}），上一条：{last}（至少相隔{gap}分钟），{clock}（活跃时段 {hours} {zone}），未回复{unanswered}条（上限{most}），话题 {topic}：{weight}，该时段：{hour}",
	},
	SpokenNever:   {ja: "なし", en: "never", zh: "无"},
	SpokenNoTopic: {ja: "なし", en: "none", zh: "无"},
	SpokenNormal:  {ja: "ふつう", en: "normal", zh: "正常"},
	SpokenUntil:   {ja: "  早くて {until}", en: "  not before {until}", zh: "  最早 {until}"},
	SpokenWaits:   {ja: "  あなたが書くか解除するまで", en: "  until you write, or lift it", zh: "  直到你发言或解除"},
	SpokenSentOn:  {ja: "{state}（{channel}、{at}）", en: "{state} ({channel}, {at})", zh: "{state}（{channel}，{at}）"},

	SpeakOutcomeMay:     {ja: "話す", en: "said", zh: "说出"},
	SpeakOutcomeHeld:    {ja: "控える", en: "held", zh: "暂缓"},
	SpeakOutcomeDropped: {ja: "やめる", en: "dropped", zh: "放弃"},

	SpeakStateHeld:    {ja: "控えています", en: "Held", zh: "暂缓中"},
	SpeakStateQueued:  {ja: "送信待ち", en: "Queued", zh: "等待发送"},
	SpeakStateSending: {ja: "送信中", en: "Being sent", zh: "发送中"},
	SpeakStateSent:    {ja: "送信済み", en: "Sent", zh: "已发送"},
	SpeakStateUnknown: {ja: "届いたか不明", en: "It may have arrived", zh: "不确定是否送达"},
	SpeakStateDropped: {ja: "送りませんでした", en: "Not sent", zh: "未发送"},

	SpeakKindThought:  {ja: "思いついたこと", en: "a thought", zh: "想法"},
	SpeakKindFollowUp: {ja: "その後の様子", en: "a follow-up", zh: "后续询问"},
	SpeakKindBriefing: {ja: "お知らせ", en: "a briefing", zh: "简报"},
	SpeakKindReminder: {ja: "リマインダー", en: "a reminder", zh: "提醒"},
	SpeakKindWatchdog: {ja: "異常の知らせ", en: "a warning", zh: "异常通知"},

	SpeakReasonFree:       {ja: "妨げるものがない", en: "nothing is in the way", zh: "没有妨碍"},
	SpeakReasonAsked:      {ja: "頼まれたリマインダー", en: "a reminder that was asked for", zh: "应要求的提醒"},
	SpeakReasonBadPolicy:  {ja: "設定が正しくない", en: "the settings make no sense", zh: "设置不正确"},
	SpeakReasonBadWish:    {ja: "内容が正しくない", en: "the message makes no sense", zh: "消息不正确"},
	SpeakReasonStale:      {ja: "時機を過ぎた", en: "its time is over", zh: "已过时"},
	SpeakReasonClosed:     {ja: "もう話さない話題", en: "never about this", zh: "不再提起的话题"},
	SpeakReasonRepeat:     {ja: "24時間以内にほぼ同じことを話した", en: "nearly the same was said within 24 hours", zh: "24小时内说过几乎相同的话"},
	SpeakReasonLost:       {ja: "最近何を送ったか、わからなくなった", en: "it is not known any more what was sent lately", zh: "不清楚最近发送过什么"},
	SpeakReasonQuiet:      {ja: "静かにしてほしいと言われている", en: "quiet is wanted", zh: "要求安静"},
	SpeakReasonEarly:      {ja: "まだその時ではない", en: "it is too early for it", zh: "时间未到"},
	SpeakReasonHours:      {ja: "話してよい時間帯の外", en: "outside the active hours", zh: "不在活跃时段"},
	SpeakReasonLive:       {ja: "会話の最中", en: "a talk is going on", zh: "正在对话"},
	SpeakReasonUnanswered: {ja: "返事のないメッセージが続いている", en: "too many in a row without an answer", zh: "连续多条未回复"},
	SpeakReasonPerDay:     {ja: "今日の上限に達した", en: "the cap of the day is reached", zh: "已达今日上限"},
	SpeakReasonPer24h:     {ja: "24時間の上限に達した", en: "the cap of 24 hours is reached", zh: "已达24小时上限"},
	SpeakReasonGap:        {ja: "前のメッセージから間がない", en: "too soon after the last one", zh: "距上一条太近"},
	SpeakReasonTopicLess:  {ja: "この話題は少なめにしている", en: "less about this topic is wanted", zh: "该话题需减少"},
	SpeakReasonHourLess:   {ja: "この時間帯は少なめにしている", en: "less in this hour of the day is wanted", zh: "该时段需减少"},
	SpeakReasonOff:        {ja: "設定で止められている", en: "it is switched off in the settings", zh: "设置中已关闭"},
	SpeakReasonNoChannel:  {ja: "届けられる先がない", en: "there is nowhere to deliver it now", zh: "没有可送达的渠道"},
	SpeakReasonNotPerson:  {ja: "話せる相手ではない", en: "nobody who is admitted", zh: "对方未获准"},
	SpeakReasonWithdrawn:  {ja: "送り先に断られた", en: "the channel refused it", zh: "渠道拒绝"},
	SpeakReasonErased:     {ja: "言葉が消された", en: "its words were erased", zh: "内容已删除"},
	SpeakReasonUncertain:  {ja: "届いたかわからず、もう送らない", en: "it may have arrived and is not sent again", zh: "可能已送达，不再重发"},
}
