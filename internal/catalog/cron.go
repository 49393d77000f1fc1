package catalog

// What is wrong with a cron line.
const (
	CronLine      Key = "cron.line"     // {line} {why}
	CronField     Key = "cron.field"    // {line} {field} {value} {why}
	CronFields    Key = "cron.fields"   // the names of the five, a tab between
	CronShortcut  Key = "cron.shortcut" // {fix}
	CronSix       Key = "cron.six"
	CronCount     Key = "cron.count"      // {count}
	CronNever     Key = "cron.never"      // {month} {day}
	CronNoNumber  Key = "cron.no_number"  // {value} {choice}
	CronRange     Key = "cron.range"      // {value} {choice}
	CronStep      Key = "cron.step"       // {value} {most}
	CronStepLong  Key = "cron.step_long"  // {value} {from}
	CronStepAlone Key = "cron.step_alone" // {fix}
	CronBackwards Key = "cron.backwards"  // {fix}
)

var cronTexts = map[Key]message{
	CronLine:      {ja: "「{line}」：{why}", en: "cron line \"{line}\": {why}", zh: "“{line}”：{why}"},
	CronField:     {ja: "「{line}」の{field}「{value}」：{why}", en: "cron line \"{line}\": {field} \"{value}\": {why}", zh: "“{line}”的{field}“{value}”：{why}"},
	CronFields:    {ja: "分\t時\t日\t月\t曜日", en: "minute\thour\tday of the month\tmonth\tweekday", zh: "分\t时\t日\t月\t星期"},
	CronShortcut:  {ja: "5つの欄が要ります。{fix} と書いてください", en: "it must have five fields: write {fix}", zh: "必须有5个字段，请写成 {fix}"},
	CronSix:       {ja: "欄が6つあります。秒と年を除いて、分・時・日・月・曜日の5つを書いてください", en: "it has six fields: write five, without seconds and years: minute, hour, day of the month, month, weekday", zh: "有6个字段，请去掉秒和年，写分、时、日、月、星期5个"},
	CronCount:     {ja: "欄が{count}つあります。分・時・日・月・曜日の5つを書いてください", en: "it has {count} fields: write five: minute, hour, day of the month, month, weekday", zh: "有{count}个字段，请写分、时、日、月、星期5个"},
	CronNever:     {ja: "{month}月に{day}日はないので、一度も来ません", en: "it never fires: no month {month} has a day {day}", zh: "{month}月没有{day}日，永远不会触发"},
	CronNoNumber:  {ja: "「{value}」は数ではありません。{choice} のどれかを書いてください", en: "\"{value}\" is no number: write one of {choice}", zh: "“{value}”不是数字，请写 {choice} 之一"},
	CronRange:     {ja: "{value}は範囲の外です。{choice} のどれかを書いてください", en: "{value} is out of range: write one of {choice}", zh: "{value}超出范围，请写 {choice} 之一"},
	CronStep:      {ja: "間隔「{value}」には、1から{most}までの数を書いてください", en: "step \"{value}\": write a number from 1 to {most}", zh: "间隔“{value}”请写1到{most}的数字"},
	CronStepLong:  {ja: "間隔が{value}では{from}しか残りません。{from} と書くか、間隔を短くしてください", en: "a step of {value} leaves only {from}: write {from}, or a shorter step", zh: "间隔{value}只剩下{from}，请写 {from} 或更短的间隔"},
	CronStepAlone: {ja: "間隔には範囲が要ります。{fix} と書いてください", en: "a step needs a range: write {fix}", zh: "间隔需要范围，请写成 {fix}"},
	CronBackwards: {ja: "範囲が逆です。{fix} と書いてください", en: "the range runs backwards: write {fix}", zh: "范围颠倒了，请写成 {fix}"},
}
