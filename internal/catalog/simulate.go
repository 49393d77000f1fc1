package catalog

// Texts of kokoron simulate.
const (
	SimulateDays     Key = "simulate.days" // {text}
	SimulateSeed     Key = "simulate.seed" // {text}
	SimulateFrom     Key = "simulate.from" // {text}
	SimulateModel    Key = "simulate.model"
	SimulateNoModel  Key = "simulate.no_model"
	SimulateWith     Key = "simulate.with"     // {text}
	SimulateDone     Key = "simulate.done"     // {days} {said} {records} {jobs} {failed} {seconds}
	SimulateQuestion Key = "simulate.question" // {question} {before} {after}
	SimulateFailed   Key = "simulate.failed"   // {detail}
	SimulateEnded    Key = "simulate.ended"    // by a signal
	SimulateProgress Key = "simulate.progress" // {day} {days}
	SimulateTitle    Key = "simulate.title"
	SimulateMemory   Key = "simulate.memory"
	SimulateSalience Key = "simulate.salience"
	SimulateMessages Key = "simulate.messages" // {cap}
	SimulateAsked    Key = "simulate.asked"    // columns, a tab between
	SimulateEvents   Key = "simulate.events"   // columns, a tab between
	SimulateMore     Key = "simulate.more"     // {count}
	SimulateThoughts Key = "simulate.thoughts"
	SimulateCount    Key = "simulate.count" // {what} {count}

	SimulatePolicy      Key = "simulate.policy" // {hours} {cap} {gap} {unanswered}: when something is said unasked
	SimulateSilent      Key = "simulate.silent" // nothing is
	SimulateHours       Key = "simulate.hours"
	SimulateHourHead    Key = "simulate.hour_head" // columns, a tab between
	SimulateMemoryAsked Key = "simulate.memory_asked"
	SimulateSends       Key = "simulate.sends"
	SimulateSendHead    Key = "simulate.send_head" // columns, a tab between
	SimulateRefusals    Key = "simulate.refusals"
	SimulateRefusalHead Key = "simulate.refusal_head" // columns, a tab between
	SimulateMatters     Key = "simulate.matters"
	SimulateMatterHead  Key = "simulate.matter_head" // columns, a tab between
	SimulateEverything  Key = "simulate.everything"
	SimulateDue         Key = "simulate.due"   // {due} {seconds}
	SimulateTalk        Key = "simulate.talk"  // {said} {replied}
	SimulateWords       Key = "simulate.words" // what a report's codes are called, CODE=WORD with a bar between
)

var simulateTexts = map[Key]message{
	SimulateDays:     {ja: "--days「{text}」は読めません。1〜3660 の整数で指定してください。", en: "--days {text} cannot be read; give a whole number from 1 to 3660.", zh: "--days“{text}”无法读取，请给出 1 到 3660 的整数。"},
	SimulateSeed:     {ja: "--seed「{text}」は読めません。0 以上の整数で指定してください。", en: "--seed {text} cannot be read; give a whole number, 0 or more.", zh: "--seed“{text}”无法读取，请给出 0 或更大的整数。"},
	SimulateFrom:     {ja: "--from「{text}」は使えません。diary だけを、--script なしで指定できます。", en: "--from {text} cannot be used; only diary can, and without --script.", zh: "--from“{text}”不可用，只能是 diary，且不能与 --script 同用。"},
	SimulateModel:    {ja: "--model は scripted か live を指定してください。", en: "--model must be scripted or live.", zh: "--model 必须是 scripted 或 live。"},
	SimulateNoModel:  {ja: "--model live には、config.toml に書かれたモデルが必要です。", en: "--model live needs a model that config.toml names.", zh: "--model live 需要在 config.toml 中写明的模型。"},
	SimulateWith:     {ja: "--with「{text}」は使えません。embed と chroma をコンマで区切って指定でき、アドレスは config.toml のものです。", en: "--with {text} cannot be used; give embed and chroma, with a comma between, whose addresses stand in config.toml.", zh: "--with“{text}”不可用；可用逗号分隔 embed 和 chroma，其地址取自 config.toml。"},
	SimulateDone:     {ja: "{days}日、発言{said}、記憶{records}、ジョブ{jobs}回（失敗{failed}）、{seconds}秒でした。", en: "{days} days, {said} messages, {records} records, {jobs} runs of jobs ({failed} failed), in {seconds} s.", zh: "{days} 天，发言 {said} 条，记忆 {records} 条，任务 {jobs} 次（失败 {failed}），用时 {seconds} 秒。"},
	SimulateQuestion: {ja: "「{question}」：夜の前は{before}番目、最後は{after}番目（0 は見つからず）", en: "“{question}”: at rank {before} before the night, {after} at the end (0: not found)", zh: "“{question}”：夜间之前排第 {before}，最后排第 {after}（0 为未找到）"},
	SimulateEnded:    {ja: "シミュレーションを途中で終えました。", en: "The simulation was ended before its time.", zh: "模拟被中途结束了。"},
	SimulateFailed:   {ja: "シミュレーションできませんでした：{detail}", en: "The simulation did not succeed: {detail}", zh: "模拟没有成功：{detail}"},
	SimulateProgress: {ja: "{days}日中{day}日", en: "day {day} of {days}", zh: "第 {day} 天，共 {days} 天"},
	SimulateTitle:    {ja: "シミュレーションの記録", en: "What happened in the simulation", zh: "模拟记录"},
	SimulateMemory:   {ja: "記憶の数（段階ごと）", en: "Memories by level", zh: "各层级的记忆数"},
	SimulateSalience: {ja: "いくつかの記憶の重み", en: "How much a few memories matter", zh: "部分记忆的权重"},
	SimulateMessages: {ja: "自分からのメッセージ（上限は1日{cap}通）", en: "Messages sent unasked (at most {cap} a day)", zh: "主动发送的消息（每天最多 {cap} 条）"},
	SimulateAsked:    {ja: "質問\t夜の前\t最後", en: "question\tbefore\tat the end", zh: "问题\t夜间之前\t最后"},
	SimulateEvents:   {ja: "時刻\t種類\t名前\t内容\t理由と結果", en: "time\tkind\tname\ttext\twhy, and what came of it", zh: "时间\t种类\t名称\t内容\t原因与结果"},
	SimulateThoughts: {ja: "ひとりで考えたこと", en: "Thought on its own", zh: "独自想的事"},
	SimulateCount:    {ja: "{what}：{count}件", en: "{what}: {count}", zh: "{what}：{count}条"},
	SimulateMore:     {ja: "ほかに{count}件あります。すべては --json にあります。", en: "{count} more; all of them are in --json.", zh: "另有 {count} 条，全部内容见 --json。"},

	SimulatePolicy:      {ja: "話してよい時間 {hours}、1日{cap}通まで、間隔{gap}分以上、返事のないものは続けて{unanswered}通まで。リマインダーは別です。", en: "Speaks up unasked within {hours}, at most {cap} times a day, at least {gap} minutes apart, at most {unanswered} in a row without an answer. Reminders are apart.", zh: "主动说话的时段 {hours}，每天最多 {cap} 条，至少相隔 {gap} 分钟，未回复最多连续 {unanswered} 条。提醒不算在内。"},
	SimulateSilent:      {ja: "自分から話しかけることは設定で止められています。", en: "Speaking up unasked is switched off.", zh: "主动说话已关闭。"},
	SimulateHours:       {ja: "時間ごと", en: "Hour by hour", zh: "逐小时"},
	SimulateHourHead:    {ja: "時刻\t発言\t考え\t送信\t保留\t取りやめ\tリマインダー\tジョブ", en: "hour\tsaid\tthoughts\tsent\theld\tdropped\treminders\tjobs", zh: "时间\t发言\t思考\t发送\t暂缓\t放弃\t提醒\t任务"},
	SimulateMemoryAsked: {ja: "記憶への質問（見つかった順位、0 は見つからず）", en: "Asked of the memory (rank at which it was found; 0: not)", zh: "对记忆的提问（找到的名次，0 为未找到）"},
	SimulateSends:       {ja: "自分から送ったもの", en: "Said unasked", zh: "主动发送"},
	SimulateSendHead:    {ja: "時刻\t種類\t相手\t内容\t理由", en: "time\tkind\tto\ttext\twhy", zh: "时间\t种类\t对象\t内容\t理由"},
	SimulateRefusals:    {ja: "保留したもの、取りやめたもの", en: "Held and dropped", zh: "暂缓与放弃"},
	SimulateRefusalHead: {ja: "時刻\t結果\t種類\t内容\t理由\t早くて", en: "time\toutcome\tkind\ttext\twhy\tnot before", zh: "时间\t结果\t种类\t内容\t理由\t最早"},
	SimulateMatters:     {ja: "あとで聞くこと", en: "To be asked about", zh: "以后要问的事"},
	SimulateMatterHead:  {ja: "時刻\t種類\t相手\t言葉\t結果\t聞いてよい時", en: "time\tkind\twhose\twords\twhat came of it\twhen it may be asked", zh: "时间\t种类\t谁\t原话\t结果\t可以询问的时间"},
	SimulateEverything:  {ja: "起きたことすべて", en: "All that happened", zh: "全部经过"},
	SimulateDue:         {ja: "予定 {due}、遅れ{seconds}秒", en: "due {due}, {seconds} s late", zh: "预定 {due}，迟 {seconds} 秒"},
	SimulateTalk:        {ja: "発言{said}、返事{replied}", en: "{said} said, {replied} replies", zh: "发言 {said}，回复 {replied}"},
	SimulateWords: {
		ja: "talk=会話|job=ジョブ|saved=覚えた|archived=片付けた|replaced=置きかえた|sent=送信|held=保留|dropped=取りやめ|thought=ひとりの考え|follow_up=その後の様子|notice=お知らせ|back=復帰|down=停止|outage=プログラム停止|restart=再起動|kill=強制終了|clock=時計の変更|zone=時間帯の変更|run=手動実行|job.reminders=リマインダー|job.encode=会話のまとめ|job.nightly=夜の整理|job.promotion=要点の抽出|job.weekly=週の整理|job.sweep=忘却|job.backup=バックアップ|job.calendar=カレンダーの購読|job.tick=ひとりで考える|job.held=保留の見直し|job.briefing=朝のお知らせ|n.said=発言|n.episodes=エピソード|n.facts=事実|n.without_model=モデルなし|n.in=対象|n.kept=採用|n.merged=統合|n.archived=片付けた|n.refused=不採用|n.looked=確認|n.faded=薄れた|n.expired=期限切れ|n.feeds=購読|n.changed=変更|n.failed=失敗|n.stale=時機を過ぎた|n.events=予定|n.queued=送信待ち|n.held=保留|n.dropped=取りやめ|n.tools=道具|raw=そのまま|summary=要約|pattern=傾向|principle=原則|policy=方針|tool=自分で保存|heuristic=規則で記録|encode=会話から|consolidate=整理から|file=ファイル|import=取りこみ|about_sensei=先生について|conversation=会話|knowledge=知識|observation=気づき|self_reflection=自分のこと|faded=薄れた|expired=期限切れ|distilled=要点になった|undone=取り消された|terminal=端末|web=ウェブ|telegram=Telegram|model=モデル|embed=埋めこみサーバー|chroma=Chroma|event=予定|worry=心配ごと|plan=計画|travel=旅|health=体調|deadline=締め切り|birthday=誕生日|away=モデルが不在|open=途中で切れた|idle=黙ることにした|example=例文の写し|long=長すぎた|empty=中身がない|cap=上限",
		en: "talk=talk|job=job|saved=remembered|archived=archived|replaced=replaced|sent=sent|held=held|dropped=dropped|thought=thought|follow_up=follow-up|notice=notice|back=back|down=down|outage=program not running|restart=restart|kill=killed|clock=clock set|zone=zone|run=run by hand|job.reminders=reminders|job.encode=keeping a talk|job.nightly=nightly|job.promotion=promotion|job.weekly=weekly|job.sweep=sweep|job.backup=backup|job.calendar=calendars|job.tick=thinking|job.held=what is held|job.briefing=briefing|n.said=said|n.episodes=episodes|n.facts=facts|n.without_model=without the model|n.in=looked at|n.kept=kept|n.merged=merged|n.archived=archived|n.refused=refused|n.looked=looked at|n.faded=faded|n.expired=expired|n.feeds=feeds|n.changed=changed|n.failed=failed|n.stale=too late|n.events=events|n.queued=queued|n.held=held|n.dropped=dropped|n.tools=tools|raw=as told|summary=summary|pattern=pattern|principle=principle|policy=policy|tool=saved by tool|heuristic=by rule|encode=from a talk|consolidate=from consolidation|file=file|import=import|about_sensei=about the owner|conversation=the conversation|knowledge=knowledge|observation=observation|self_reflection=about itself|faded=faded|expired=expired|distilled=distilled|undone=undone|terminal=terminal|web=web|telegram=Telegram|model=model|embed=embedding server|chroma=Chroma|event=event|worry=worry|plan=plan|travel=journey|health=illness|deadline=deadline|birthday=birthday|away=the model was away|open=it was cut short|idle=it chose silence|example=a copy of the example|long=too long|empty=empty|cap=cap",
		zh: "talk=对话|job=任务|saved=记住|archived=归档|replaced=被取代|sent=发送|held=暂缓|dropped=放弃|thought=独自思考|follow_up=后续询问|notice=通知|back=恢复|down=不可用|outage=程序未运行|restart=重启|kill=强制结束|clock=调整时钟|zone=时区|run=手动运行|job.reminders=提醒|job.encode=整理对话|job.nightly=夜间整理|job.promotion=提炼|job.weekly=每周整理|job.sweep=遗忘|job.backup=备份|job.calendar=日历订阅|job.tick=独自思考|job.held=复查暂缓|job.briefing=早间简报|n.said=说出|n.episodes=片段|n.facts=事实|n.without_model=未用模型|n.in=处理|n.kept=保留|n.merged=合并|n.archived=归档|n.refused=拒绝|n.looked=查看|n.faded=淡忘|n.expired=过期|n.feeds=订阅|n.changed=变更|n.failed=失败|n.stale=已过时|n.events=日程|n.queued=等待发送|n.held=暂缓|n.dropped=放弃|n.tools=工具|raw=原样|summary=概要|pattern=规律|principle=原则|policy=方针|tool=主动保存|heuristic=按规则记录|encode=来自对话|consolidate=来自整理|file=文件|import=导入|about_sensei=关于主人|conversation=对话|knowledge=知识|observation=观察|self_reflection=自我反思|faded=淡忘|expired=过期|distilled=已提炼|undone=已撤销|terminal=终端|web=网页|telegram=Telegram|model=模型|embed=嵌入服务|chroma=Chroma|event=事件|worry=担心|plan=计划|travel=旅行|health=健康|deadline=截止日期|birthday=生日|away=模型不可用|open=被截断|idle=选择沉默|example=照抄示例|long=太长|empty=为空|cap=上限",
	},
}
