package catalog

// Texts of kokoron simulate.
const (
	SimulateDays     Key = "simulate.days" // {text}
	SimulateSeed     Key = "simulate.seed" // {text}
	SimulateFrom     Key = "simulate.from" // {text}
	SimulateModel    Key = "simulate.model"
	SimulateNoModel  Key = "simulate.no_model"
	SimulateDone     Key = "simulate.done"     // {days} {said} {records} {jobs} {failed} {seconds}
	SimulateQuestion Key = "simulate.question" // {question} {before} {after}
	SimulateFailed   Key = "simulate.failed"   // {detail}
	SimulateProgress Key = "simulate.progress" // {day} {days}
	SimulateTitle    Key = "simulate.title"
	SimulateMemory   Key = "simulate.memory"
	SimulateSalience Key = "simulate.salience"
	SimulateMessages Key = "simulate.messages" // {cap}
	SimulateAsked    Key = "simulate.asked"    // columns, a tab between
	SimulateEvents   Key = "simulate.events"   // columns, a tab between
	SimulateMore     Key = "simulate.more"     // {count}
)

var simulateTexts = map[Key]message{
	SimulateDays:     {ja: "--days「{text}」は読めません。1〜3660 の整数で指定してください。", en: "--days {text} cannot be read; give a whole number from 1 to 3660.", zh: "--days“{text}”无法读取，请给出 1 到 3660 的整数。"},
	SimulateSeed:     {ja: "--seed「{text}」は読めません。0 以上の整数で指定してください。", en: "--seed {text} cannot be read; give a whole number, 0 or more.", zh: "--seed“{text}”无法读取，请给出 0 或更大的整数。"},
	SimulateFrom:     {ja: "--from「{text}」は使えません。diary だけを、--script なしで指定できます。", en: "--from {text} cannot be used; only diary can, and without --script.", zh: "--from“{text}”不可用，只能是 diary，且不能与 --script 同用。"},
	SimulateModel:    {ja: "--model は scripted か live を指定してください。", en: "--model must be scripted or live.", zh: "--model 必须是 scripted 或 live。"},
	SimulateNoModel:  {ja: "--model live には、config.toml に書かれたモデルが必要です。", en: "--model live needs a model that config.toml names.", zh: "--model live 需要在 config.toml 中写明的模型。"},
	SimulateDone:     {ja: "{days}日、発言{said}、記憶{records}、ジョブ{jobs}回（失敗{failed}）、{seconds}秒でした。", en: "{days} days, {said} messages, {records} records, {jobs} runs of jobs ({failed} failed), in {seconds} s.", zh: "{days} 天，发言 {said} 条，记忆 {records} 条，任务 {jobs} 次（失败 {failed}），用时 {seconds} 秒。"},
	SimulateQuestion: {ja: "「{question}」：夜の前は{before}番目、最後は{after}番目（0 は見つからず）", en: "“{question}”: at rank {before} before the night, {after} at the end (0: not found)", zh: "“{question}”：夜间之前排第 {before}，最后排第 {after}（0 为未找到）"},
	SimulateFailed:   {ja: "シミュレーションできませんでした：{detail}", en: "The simulation did not succeed: {detail}", zh: "模拟没有成功：{detail}"},
	SimulateProgress: {ja: "{days}日中{day}日", en: "day {day} of {days}", zh: "第 {day} 天，共 {days} 天"},
	SimulateTitle:    {ja: "シミュレーションの記録", en: "What happened in the simulation", zh: "模拟记录"},
	SimulateMemory:   {ja: "記憶の数（段階ごと）", en: "Memories by level", zh: "各层级的记忆数"},
	SimulateSalience: {ja: "いくつかの記憶の重み", en: "How much a few memories matter", zh: "部分记忆的权重"},
	SimulateMessages: {ja: "自分からのメッセージ（上限は1日{cap}通）", en: "Messages sent unasked (at most {cap} a day)", zh: "主动发送的消息（每天最多 {cap} 条）"},
	SimulateAsked:    {ja: "質問\t夜の前\t最後", en: "question\tbefore\tat the end", zh: "问题\t夜间之前\t最后"},
	SimulateEvents:   {ja: "時刻\t種類\t名前\t内容\t理由と結果", en: "time\tkind\tname\ttext\twhy, and what came of it", zh: "时间\t种类\t名称\t内容\t原因与结果"},
	SimulateMore:     {ja: "ほかに{count}件あります。すべては --json にあります。", en: "{count} more; all of them are in --json.", zh: "另有 {count} 条，全部内容见 --json。"},
}
