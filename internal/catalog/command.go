package catalog

// Answers to /commands and texts of the command line.
const (
	Help            Key = "command.help"
	UnknownCommand  Key = "command.unknown"          // {command}
	StatusModel     Key = "command.status.model"     // {model} {window}
	StatusRehearsal Key = "command.status.rehearsal" // the rules answer
	StatusDown      Key = "command.status.down"      // {reason}
	StatusMemory    Key = "command.status.memory"    // {count}
	StatusPersona   Key = "command.status.persona"   // {name}
	PersonaBroken   Key = "command.persona_broken"   // {detail}: the last good persona stays
	Usage           Key = "cli.usage"
	BadCommand      Key = "cli.bad_command"   // {command}
	BadFlag         Key = "cli.bad_flag"      // {detail}
	BadConfig       Key = "cli.bad_config"    // {path} {detail}
	HomeLocked      Key = "cli.home_locked"   // {home}
	HomeUnusable    Key = "cli.home_unusable" // {home} {detail}
	PortTaken       Key = "cli.port_taken"    // {address}
	ShuttingDown    Key = "cli.shutting_down"
)

var commandTexts = map[Key]message{
	Help: {
		ja: "そのまま話しかけてください。\n/stop   いまの返事を止める\n/status 動いているモデルと記憶のようすを見る\n/forget 言葉で選んで忘れさせる（/undo で戻す）\n/calendar 7日先までの予定を見る\n/learned 直されて学んだことを見る（持ち主だけ）\n/thoughts ひとりのときに考えたことを見る（持ち主だけ）\n/remind リマインダーを設定する（例: /remind 明日の朝8時 薬を飲む）、一覧を見る\n/quiet  話しかけを控えさせる（例: /quiet 2h、/quiet 明日まで、/quiet off）\n/later、/less、/never 最後の話しかけを、あとでもう一度・控えめに・もうしない\n/snooze、/done 最後のリマインダーを、少しあとでもう一度・済みにする\n/erase  完全に消す（持ち主だけ、元に戻せない）\n/help   この説明を見る\n/quit   会話を終える（端末で）",
		en: "Just write what you want to say.\n/stop   stop the current reply\n/status show the model in use and what is remembered\n/forget forget what some words name (/undo brings it back)\n/calendar show your next 7 days\n/learned show what was learned from mistakes (the owner alone)\n/thoughts show what I thought of on my own (the owner alone)\n/remind set a reminder (/remind in 20 minutes stretch) or list them\n/quiet  let me not speak up on my own (/quiet 2h, /quiet until 8:00, /quiet off)\n/later /less /never  what I said last on my own: again later, less like it, never about it\n/snooze /done  the last reminder: again in a while, done\n/erase  take it back for good (the owner alone, no undo)\n/help   show this help\n/quit   end the chat (in the terminal)",
		zh: "直接说话就可以。\n/stop   停止当前回答\n/status 查看正在使用的模型和记忆\n/forget 忘记所述的事情（/undo 恢复）\n/calendar 查看今后7天的日程\n/learned 查看从错误中学到的内容（仅限主人）\n/thoughts 查看独自想过的事（仅限主人）\n/remind 设置提醒（例如 /remind 明天早上8点 吃药）或查看列表\n/quiet  让我暂时不主动说话（例如 /quiet 2h、/quiet 到8:00、/quiet off）\n/later、/less、/never 最近主动说的话：以后再说、少说这类、别再提\n/snooze、/done 最近的提醒：稍后再提醒、已完成\n/erase  彻底删除（仅限主人，无法恢复）\n/help   显示本说明\n/quit   结束对话（在终端中）",
	},
	UnknownCommand: {
		ja: "「{command}」というコマンドはありません。/help で一覧を見られます。",
		en: "There is no command {command}. /help shows the list.",
		zh: "没有“{command}”这个命令。输入 /help 查看列表。",
	},
	StatusModel: {
		ja: "モデルは {model} です（文脈の長さは{window}トークン）。",
		en: "The model is {model} (context window: {window} tokens).",
		zh: "当前模型是 {model}（上下文长度{window}个词元）。",
	},
	StatusRehearsal: {
		ja: "リハーサル中です。言語モデルはつながっておらず、決まった規則で答えています。",
		en: "This is a rehearsal: no language model is connected and fixed rules answer.",
		zh: "现在是排练模式：没有连接语言模型，由固定规则回答。",
	},
	StatusDown: {
		ja: "モデルにつながりません（{reason}）。メッセージは預かり、つながり次第お返事します。",
		en: "The model cannot be reached ({reason}). Messages are kept and answered as soon as it is back.",
		zh: "无法连接模型（{reason}）。消息会先保存，恢复后立即回复。",
	},
	StatusMemory: {
		ja: "覚えていることは{count}件です。",
		en: "Things remembered: {count}.",
		zh: "记住的事情有{count}件。",
	},
	StatusPersona: {
		ja: "人格は{name}です。",
		en: "The persona is {name}.",
		zh: "人格是{name}。",
	},
	PersonaBroken: {
		ja: "人格ファイルに誤りがあるため、前の内容を使い続けます：{detail}",
		en: "The persona file has a mistake, so the previous one stays in use: {detail}",
		zh: "人格文件有错误，继续使用之前的内容：{detail}",
	},
	Usage: {
		ja: "使い方: kokoron [コマンド] [--home フォルダー]\n\n  serve                起動して待ち受けます（コマンドを省くとこれです）  --listen 127.0.0.1:18790\n  chat                 端末で話します\n  link                 ブラウザーで開くための新しいリンクを出します\n  admit                ほかの人が Telegram で話せるようにします\n  init                 最初の設定をします（質問は3つまで）\n  doctor               設定と環境を調べ、直し方を示します  --json\n  memory list          覚えていることの一覧  --status active|superseded|archived|all --category --limit N\n  memory show ID       一つを、もとになった会話と一緒に見ます（ID は先頭だけでもよい）\n  memory search TEXT   会話と同じ探し方で探します  --category --limit N\n  memory forget ID     忘れさせます（あとで戻せます）\n  memory restore ID    忘れたことを戻します\n  memory erase ID      もとの会話や作られたものごと完全に消します（ID か --text 言葉） --yes --backups --json\n  memory audit         記憶におかしなところがないか調べます  --json\n  memory cues KEY=VALUE…  だれ・いつ・結果などの手がかりで探します（actor type time outcome tag stars） --limit N\n  soul list            人格に入れる候補の一覧  --status candidate|approved|rejected|exported --json\n  soul approve ID      人格に入れます（soul reject ID で入れません）  --json\n  soul export          認めた記憶を学習用のJSONLに書き出します  --out ファイル --json\n  learned              直されて学んだことと規則の一覧  --json\n  learned show ID      一つの規則、プロンプトの変わるところ、確かめた結果  --json\n  learned approve ID   規則を認めます（reject ID で断り、revoke ID で取り消し、edit ID --text 文 で直します）  --json\n  why [TURN]           その返事のときに何をなぜ思い出したか（省くと最新）\n                       memory と why では --json と、誰として見るかの --as が使えます\n  why-now [MESSAGE]    なぜいま話しかけたか、控えたか（省くと最新）  --json --as\n  quiet [WORDS]        話しかけを控えさせます（2h、明日まで、off）  --json\n  index                探せるものをそろえます  --full 作り直す  --from-chroma 失った記憶を Chroma から戻す  --json\n  thoughts             ひとりのときに考えたこと  --limit N --json\n  followups            あとで聞こうとしていること（followups drop ID で取りやめます）  --json\n  remind TEXT          リマインダーを設定します  --when 「明日の朝8時」 --json\n  reminders            リマインダーの一覧（reminders done ID で済み、cancel ID で取り消し）  --full --json\n  reminders snooze ID  少しあとでもう一度知らせます  --for 10m --json\n  calendar list        予定の一覧  --days N | --from --to\n  calendar add TITLE   予定を入れます  --when 「明日の午後3時」 --until --place --notes --repeat --all-day --alarms 分\n  calendar update ID   変えます（--date で繰り返しのその日だけ、--clear 項目 で空に）\n  calendar delete ID   消します  --date（calendar restore ID で戻します）\n  calendar import FILE iCalendar を読み込みます（calendar export [FILE] で書き出します）\n  calendar subscribe URL  ほかのカレンダーを購読します（feeds で一覧、unsubscribe ID でやめる）\n  calendar feed        ほかのアプリから読むためのアドレスを作ります（feed off で取り消す）\n  jobs                 時間で行う仕事とその結果（jobs run NAME でいま行います）  --json\n  consolidate          夜に記憶にすることをいま行います（consolidate undo RUN で元に戻します）  nightly|weekly --at 日時 --json\n  when TEXT            日時の言い方がどう読まれるか  --now 日時 --zone タイムゾーン --lang ja|en|zh --json\n  simulate             日々を別のホームで早回しに過ごしてみます  --days N --script FILE --from diary --model scripted|live --seed N --html FILE --with embed,chroma --keep DIR --json\n  version              バージョンを表示します\n  help                 この説明を表示します\n\nデータは ~/.local/share/kokoron に置きます（--home か KOKORON_HOME で変えられます）。",
		en: "Usage: kokoron [command] [--home DIR]\n\n  serve                start and listen (this is the default)  --listen 127.0.0.1:18790\n  chat                 talk in the terminal\n  link                 print a new link to open in a browser\n  admit                let another person talk on Telegram\n  init                 first settings (at most three questions)\n  doctor               check settings and surroundings and say how to fix them  --json\n  memory list          what is remembered  --status active|superseded|archived|all --category --limit N\n  memory show ID       one memory with what it came from (the beginning of an ID is enough)\n  memory search TEXT   find what is about a text, ranked as in a conversation  --category --limit N\n  memory forget ID     take it out of what is recalled; it can be restored\n  memory restore ID    bring it back\n  memory erase ID      take it back for good, with all that was made of it (ID or --text WORDS)  --yes --backups --json\n  memory audit         look whether something is wrong with what is remembered  --json\n  memory cues KEY=VALUE…  find by who, when, how it went (actor type time outcome tag stars)  --limit N\n  soul list            what is proposed for the character  --status candidate|approved|rejected|exported --json\n  soul approve ID      let it into the character (soul reject ID: do not)  --json\n  soul export          write what is approved as JSONL to train a model on  --out FILE --json\n  learned              what was learned from mistakes, and the rules  --json\n  learned show ID      one rule, how the prompt changes by it, what the replay has found  --json\n  learned approve ID   let it hold (reject ID: do not; revoke ID: take it back; edit ID --text TEXT)  --json\n  why [TURN]           what came to mind for a reply and why (the newest unless told)\n                       memory and why also take --json, and --as to say through whose eyes\n  why-now [MESSAGE]    why something was said unasked, or held (the newest unless told)  --json --as\n  quiet [WORDS]        let nothing be said unasked (2h, until 8:00, off)  --json\n  index                bring what can be found in step  --full anew  --from-chroma lost memories back from Chroma  --json\n  thoughts             what was thought on its own  --limit N --json\n  followups            what may be asked about later (followups drop ID: not)  --json\n  remind TEXT          set a reminder  --when \"tomorrow at 8 am\" --json\n  reminders            the reminders (reminders done ID: it is done; cancel ID: take it back)  --full --json\n  reminders snooze ID  be reminded again a little later  --for 10m --json\n  calendar list        what stands in the calendar  --days N | --from --to\n  calendar add TITLE   add an event  --when \"tomorrow at 3 pm\" --until --place --notes --repeat --all-day --alarms MINUTES\n  calendar update ID   change it (--date: one day of a series; --clear FIELDS)\n  calendar delete ID   delete it  --date (calendar restore ID brings it back)\n  calendar import FILE read an iCalendar file (calendar export [FILE] writes one)\n  calendar subscribe URL  follow another calendar (feeds lists them, unsubscribe ID ends it)\n  calendar feed        make an address for other calendar programs (feed off takes it back)\n  jobs                 what is done by time and what came of it (jobs run NAME does it now)  --json\n  consolidate          do now what the night does with what is remembered (consolidate undo RUN puts it back)  nightly|weekly --at TIME --json\n  when TEXT            how a date or a repetition is understood  --now TIME --zone ZONE --lang ja|en|zh --json\n  simulate             live days through in a home of its own, by a clock that jumps  --days N --script FILE --from diary --model scripted|live --seed N --html FILE --with embed,chroma --keep DIR --json\n  version              show the version\n  help                 show this text\n\nThe data is kept in ~/.local/share/kokoron (--home or KOKORON_HOME changes that).",
		zh: "用法: kokoron [命令] [--home 文件夹]\n\n  serve                启动并监听（省略命令时即为此项）  --listen 127.0.0.1:18790\n  chat                 在终端里对话\n  link                 显示一个在浏览器中打开的新链接\n  admit                让另一个人在 Telegram 上聊天\n  init                 初次设置（最多三个问题）\n  doctor               检查设置与环境并给出修复方法  --json\n  memory list          记住的事情  --status active|superseded|archived|all --category --limit N\n  memory show ID       查看一条记忆及其来源（只写 ID 的开头即可）\n  memory search TEXT   按对话中的方式查找  --category --limit N\n  memory forget ID     忘记它（以后可以恢复）\n  memory restore ID    恢复它\n  memory erase ID      彻底删除及由其产生的一切（ID 或 --text 文字）  --yes --backups --json\n  memory audit         检查记忆是否有问题  --json\n  memory cues KEY=VALUE…  按人物、时间、结果等线索查找（actor type time outcome tag stars） --limit N\n  soul list            候选加入人格的记忆  --status candidate|approved|rejected|exported --json\n  soul approve ID      加入人格（soul reject ID 则不加入）  --json\n  soul export          把批准的记忆导出为训练用的 JSONL  --out 文件 --json\n  learned              从错误中学到的内容与规则  --json\n  learned show ID      一条规则、提示词的变化与检查结果  --json\n  learned approve ID   批准规则（reject ID 拒绝，revoke ID 撤回，edit ID --text 文字 修改）  --json\n  why [TURN]           那次回答时想起了什么、为什么（省略则为最新一次）\n                       memory 和 why 还可以加 --json，并用 --as 选择以谁的身份查看\n  why-now [MESSAGE]    为什么主动说话或暂缓（省略则为最新一次）  --json --as\n  quiet [WORDS]        让它暂时不主动说话（2h、到8:00、off）  --json\n  index                更新索引  --full 重建  --from-chroma 从 Chroma 恢复丢失的记忆  --json\n  thoughts             独处时想过的事  --limit N --json\n  followups            打算以后问起的事（followups drop ID 则不问）  --json\n  remind TEXT          设置提醒  --when “明天早上八点” --json\n  reminders            提醒列表（reminders done ID 标为完成，cancel ID 取消）  --full --json\n  reminders snooze ID  稍后再提醒一次  --for 10m --json\n  calendar list        日程列表  --days N | --from --to\n  calendar add TITLE   添加日程  --when “明天下午三点” --until --place --notes --repeat --all-day --alarms 分钟\n  calendar update ID   修改（--date 只改重复中的这一天，--clear 清空项目）\n  calendar delete ID   删除  --date（calendar restore ID 恢复）\n  calendar import FILE 导入 iCalendar 文件（calendar export [FILE] 导出）\n  calendar subscribe URL  订阅其他日历（feeds 列表，unsubscribe ID 取消）\n  calendar feed        生成供其他程序读取的地址（feed off 撤销）\n  jobs                 按时间进行的任务及结果（jobs run NAME 立即执行）  --json\n  consolidate          现在就做夜里的记忆整理（consolidate undo RUN 撤回）  nightly|weekly --at 时间 --json\n  when TEXT            日期和重复的说法会被怎样理解  --now 时间 --zone 时区 --lang ja|en|zh --json\n  simulate             在单独的目录里快进地过若干天  --days N --script FILE --from diary --model scripted|live --seed N --html FILE --with embed,chroma --keep DIR --json\n  version              显示版本\n  help                 显示本说明\n\n数据保存在 ~/.local/share/kokoron（可用 --home 或 KOKORON_HOME 更改）。",
	},
	BadCommand: {
		ja: "「{command}」というコマンドはありません。kokoron help で一覧を見られます。",
		en: "There is no command {command}. kokoron help shows the list.",
		zh: "没有“{command}”这个命令。运行 kokoron help 查看列表。",
	},
	BadFlag: {
		ja: "オプションが正しくありません（{detail}）。kokoron help で使い方を見られます。",
		en: "An option is wrong ({detail}). kokoron help shows how to use it.",
		zh: "选项不正确（{detail}）。运行 kokoron help 查看用法。",
	},
	BadConfig: {
		ja: "設定 {path} に誤りがあります。次のところを直してください：\n{detail}",
		en: "The settings in {path} have mistakes. Please correct these:\n{detail}",
		zh: "设置文件 {path} 有错误，请修改以下内容：\n{detail}",
	},
	HomeLocked: {
		ja: "データフォルダー {home} は別の kokoron が使っています。話すだけなら kokoron chat を実行してください。もう一つ動かすには --home で別のフォルダーを指定します。",
		en: "The data folder {home} is in use by another kokoron. To talk with it, run kokoron chat. To run a second one, give it another folder with --home.",
		zh: "数据文件夹 {home} 正被另一个 kokoron 使用。只想对话请运行 kokoron chat；要再启动一个，请用 --home 指定其他文件夹。",
	},
	HomeUnusable: {
		ja: "データフォルダー {home} を使えません（{detail}）。自分が書き込めるフォルダーを --home で指定するか、権限を直してください。",
		en: "The data folder {home} cannot be used ({detail}). Name a folder you can write to with --home, or correct its permissions.",
		zh: "无法使用数据文件夹 {home}（{detail}）。请用 --home 指定可写的文件夹，或修正权限。",
	},
	PortTaken: {
		ja: "{address} はほかのプログラムが使っています。それを止めるか、--listen 127.0.0.1:0 で空いている番号を選ばせてください。",
		en: "{address} is in use by another program. Stop it, or let a free port be chosen with --listen 127.0.0.1:0.",
		zh: "{address} 已被其他程序占用。请停止该程序，或用 --listen 127.0.0.1:0 自动选择空闲端口。",
	},
	ShuttingDown: {
		ja: "終了します。書きかけの返事を仕上げるか、預かってから止まります。",
		en: "Shutting down: replies in progress are finished or kept for the next start.",
		zh: "正在退出：进行中的回答会先完成，或保存到下次启动。",
	},
}
