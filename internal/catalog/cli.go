package catalog

// Texts of the command line and of doctor's further findings.
const (
	CommandMeant     Key = "cli.command_meant"   // {command} {meant}
	UnknownFlag      Key = "cli.unknown_flag"    // {flag}
	FlagMeant        Key = "cli.flag_meant"      // {flag} {meant}
	FlagValue        Key = "cli.flag_value"      // {flag}
	FlagNoValue      Key = "cli.flag_no_value"   // {flag}
	FlagElsewhere    Key = "cli.flag_elsewhere"  // {flag} {command}
	ExtraArgument    Key = "cli.extra_argument"  // {argument}
	DatabaseBackup   Key = "cli.database_backup" // {path} {detail} {backup}
	DatabaseAlone    Key = "cli.database_alone"  // {path} {detail}: there is no backup
	PortRefused      Key = "cli.port_refused"    // {address} {detail}
	Failed           Key = "cli.failed"          // {detail}
	ReplyPrompt      Key = "cli.reply_prompt"    // {name}: before what the companion says
	OwnerLink        Key = "cli.owner_link"      // {link}: works once
	ClaimTelegram    Key = "cli.claim_telegram"  // {code}: to be sent to the bot
	NotRunning       Key = "cli.not_running"
	AdmitCode        Key = "cli.admit_code" // {code}
	AdmitNowhere     Key = "cli.admit_nowhere"
	DoctorPortFailed Key = "doctor.port_failed"   // {address} {detail}
	DoctorClockApart Key = "doctor.clock_apart"   // {time} {seen} {url}
	DoctorOpenMany   Key = "doctor.open_many"     // {count} {home}
	DoctorWindowMute Key = "doctor.window_unsaid" // {url} {window} {wanted}
	DoctorDatabaseOK Key = "doctor.database_ok"   // {path}

	DoctorTelegramOK       Key = "doctor.telegram_ok" // {bot} {waiting}
	DoctorTelegramToken    Key = "doctor.telegram_token"
	DoctorTelegramConflict Key = "doctor.telegram_conflict"
	DoctorTelegramWebhook  Key = "doctor.telegram_webhook" // {host}
	DoctorTelegramDown     Key = "doctor.telegram_down"    // {detail}
	DoctorOriginOK         Key = "doctor.origin_ok"        // {origin}
	DoctorOriginDown       Key = "doctor.origin_down"      // {origin} {detail}
	DoctorOriginHost       Key = "doctor.origin_host"      // {origin}
)

var cliTexts = map[Key]message{
	DoctorTelegramOK: {
		ja: "Telegram のボット {bot} は使えます（受け取り待ち {waiting} 件）。",
		en: "The Telegram bot {bot} can be used (updates waiting: {waiting}).",
		zh: "Telegram 机器人 {bot} 可以使用（等待接收 {waiting} 条）。",
	},
	DoctorTelegramToken: {
		ja: "Telegram がボットのトークンを受け付けません。BotFather の /token で新しいトークンを出し、KOKORON_TELEGRAM_TOKEN か config.toml の telegram.token_file に入れ直してください。",
		en: "Telegram does not accept the bot's token. Get a new one with /token from BotFather and put it into KOKORON_TELEGRAM_TOKEN or the file that telegram.token_file in config.toml names.",
		zh: "Telegram 不接受机器人的令牌。请用 BotFather 的 /token 获取新令牌，并填入 KOKORON_TELEGRAM_TOKEN 或 config.toml 中 telegram.token_file 指定的文件。",
	},
	DoctorTelegramConflict: {
		ja: "同じトークンで、ほかのプログラムが Telegram のメッセージを受け取っています。ほかの kokoron やボットを止めるか、BotFather の /revoke で新しいトークンに替えてください。",
		en: "Another program receives the Telegram messages with the same token. Stop the other kokoron or bot, or get a new token with /revoke from BotFather.",
		zh: "另一个程序正在用同一个令牌接收 Telegram 消息。请停止另一个 kokoron 或机器人，或用 BotFather 的 /revoke 换一个新令牌。",
	},
	DoctorTelegramWebhook: {
		ja: "ボットに以前の Webhook（{host}）が残っているので、メッセージを受け取れません。それを使っているプログラムで外すか、ブラウザーで Bot API の deleteWebhook を呼んでください。",
		en: "A webhook ({host}) is left over at the bot, so no messages arrive. Remove it in the program that set it, or call deleteWebhook of the Bot API.",
		zh: "机器人上还留有以前的 Webhook（{host}），因此收不到消息。请在设置它的程序中移除，或调用 Bot API 的 deleteWebhook。",
	},
	DoctorTelegramDown: {
		ja: "Telegram につながりません（{detail}）。ネットワークを確かめてください。届いたメッセージは Telegram 側に残り、つながり次第受け取ります。",
		en: "Telegram cannot be reached ({detail}). Check the network. Messages wait at Telegram and are taken as soon as it can be reached.",
		zh: "无法连接 Telegram（{detail}）。请检查网络。消息会留在 Telegram，恢复连接后接收。",
	},
	DoctorOriginOK: {
		ja: "{origin} からページを開けます。",
		en: "The page can be opened at {origin}.",
		zh: "可以通过 {origin} 打开页面。",
	},
	DoctorOriginDown: {
		ja: "{origin} からページを開けません（{detail}）。プロキシが動いていて、kokoron の待ち受け先に転送しているかを確かめてください。",
		en: "The page cannot be opened at {origin} ({detail}). Check that the proxy runs and passes requests on to where kokoron listens.",
		zh: "无法通过 {origin} 打开页面（{detail}）。请确认代理正在运行，并转发到 kokoron 的监听地址。",
	},
	DoctorOriginHost: {
		ja: "{origin} のプロキシが、元の Host を渡していません。プロキシで Host をそのまま渡すようにし（nginx なら proxy_set_header Host $host）、config.toml の origins と同じ名前か確かめてください。",
		en: "The proxy at {origin} does not pass the original Host on. Make it keep Host as it is (nginx: proxy_set_header Host $host) and check that the name is the one under origins in config.toml.",
		zh: "{origin} 的代理没有传递原来的 Host。请让代理保持 Host 不变（nginx：proxy_set_header Host $host），并确认名称与 config.toml 中的 origins 一致。",
	},
	OwnerLink: {
		ja: "ブラウザーで開く（一度だけ、15分間使えます）: {link}",
		en: "Open in your browser (works once, for 15 minutes): {link}",
		zh: "在浏览器中打开（只能用一次，15分钟内有效）: {link}",
	},
	ClaimTelegram: {
		ja: "Telegram のボットに、次の合言葉を送るとあなたがオーナーになります（一度だけ、15分間使えます）: {code}",
		en: "Send this code to the Telegram bot to become its owner (works once, for 15 minutes): {code}",
		zh: "把这个口令发给 Telegram 机器人，你就成为主人（只能用一次，15分钟内有效）: {code}",
	},
	AdmitCode: {
		ja: "話してほしい人に、次の合言葉を Telegram のボットへ送ってもらってください（一度だけ、15分間使えます）。その人の記憶はあなたの記憶とは別になります: {code}",
		en: "Have the person send this code to the Telegram bot (works once, for 15 minutes). Their memory is kept apart from yours: {code}",
		zh: "请让对方把这个口令发给 Telegram 机器人（只能用一次，15分钟内有效）。对方的记忆与你的记忆分开保存: {code}",
	},
	AdmitNowhere: {
		ja: "Telegram のボットが設定されていないので、ほかの人を招けません。KOKORON_TELEGRAM_TOKEN か kokoron init で設定してください。",
		en: "There is no Telegram bot, so nobody else can be let in. Set KOKORON_TELEGRAM_TOKEN or run kokoron init.",
		zh: "没有设置 Telegram 机器人，无法邀请他人。请设置 KOKORON_TELEGRAM_TOKEN 或运行 kokoron init。",
	},
	NotRunning: {
		ja: "kokoron が動いていません。先に kokoron serve を実行してください。",
		en: "kokoron is not running. Run kokoron serve first.",
		zh: "kokoron 没有运行。请先运行 kokoron serve。",
	},
	CommandMeant: {
		ja: "「{command}」というコマンドはありません。{meant} のことでしょうか。kokoron help で一覧を見られます。",
		en: "There is no command {command}; did you mean {meant}? kokoron help shows the list.",
		zh: "没有“{command}”这个命令。是不是 {meant}？运行 kokoron help 查看列表。",
	},
	UnknownFlag: {
		ja: "{flag} というオプションはありません。kokoron help で使い方を見られます。",
		en: "There is no option {flag}. kokoron help shows how to use it.",
		zh: "没有 {flag} 这个选项。运行 kokoron help 查看用法。",
	},
	FlagMeant: {
		ja: "{flag} というオプションはありません。{meant} のことでしょうか。",
		en: "There is no option {flag}; did you mean {meant}?",
		zh: "没有 {flag} 这个选项。是不是 {meant}？",
	},
	FlagValue: {
		ja: "{flag} には値が要ります。kokoron help で使い方を見られます。",
		en: "{flag} needs a value. kokoron help shows how to use it.",
		zh: "{flag} 需要一个值。运行 kokoron help 查看用法。",
	},
	FlagNoValue: {
		ja: "{flag} に値は付けられません。{flag} とだけ書いてください。",
		en: "{flag} takes no value. Write just {flag}.",
		zh: "{flag} 不能带值。只写 {flag} 即可。",
	},
	FlagElsewhere: {
		ja: "{flag} は kokoron {command} では使えません。kokoron help で使い方を見られます。",
		en: "{flag} does not belong to kokoron {command}. kokoron help shows how to use it.",
		zh: "{flag} 不能用于 kokoron {command}。运行 kokoron help 查看用法。",
	},
	ExtraArgument: {
		ja: "「{argument}」が余分です。kokoron help で使い方を見られます。",
		en: "{argument} is one word too many. kokoron help shows how to use it.",
		zh: "“{argument}”是多余的。运行 kokoron help 查看用法。",
	},
	DatabaseBackup: {
		ja: "データベース {path} が壊れています（{detail}）。このまま新しく作ることはしません。壊れたファイルを別の場所へ移し、いちばん新しいバックアップ {backup} を {path} にコピーしてから起動してください。",
		en: "The database {path} is damaged ({detail}). No new one is made in its place. Move the damaged file away, copy the newest backup {backup} to {path}, then start again.",
		zh: "数据库 {path} 已损坏（{detail}）。不会自动新建。请移走损坏的文件，把最新的备份 {backup} 复制为 {path}，然后重新启动。",
	},
	DatabaseAlone: {
		ja: "データベース {path} が壊れています（{detail}）。バックアップは見つかりません。このまま新しく作ることはしないので、ご自分で取ったコピーがあれば {path} に戻してください。",
		en: "The database {path} is damaged ({detail}), and no backup was found. No new one is made in its place: if you have a copy of your own, put it back as {path}.",
		zh: "数据库 {path} 已损坏（{detail}），也没有找到备份。不会自动新建；如果你自己留有副本，请恢复为 {path}。",
	},
	PortRefused: {
		ja: "{address} で待ち受けられません（{detail}）。--listen 127.0.0.1:0 で空いている番号を選ばせてください。",
		en: "{address} cannot be listened on ({detail}). Let a free port be chosen with --listen 127.0.0.1:0.",
		zh: "无法监听 {address}（{detail}）。请用 --listen 127.0.0.1:0 自动选择空闲端口。",
	},
	Failed: {
		ja: "エラーが起きて続けられません（{detail}）。kokoron doctor で原因を調べられます。",
		en: "An error stopped kokoron ({detail}). kokoron doctor can tell you why.",
		zh: "出现错误，无法继续（{detail}）。运行 kokoron doctor 可以查找原因。",
	},
	ReplyPrompt: {ja: "{name}> ", en: "{name}> ", zh: "{name}> "},
	DoctorPortFailed: {
		ja: "{address} で待ち受けられません（{detail}）。config.toml の listen を直してください（例 127.0.0.1:0 なら空いている番号を選びます）。",
		en: "{address} cannot be listened on ({detail}). Change listen in config.toml (127.0.0.1:0 picks a free port).",
		zh: "无法监听 {address}（{detail}）。请修改 config.toml 中的 listen（127.0.0.1:0 会自动选择空闲端口）。",
	},
	DoctorClockApart: {
		ja: "このマシンの時計は {time} ですが、{url} のサーバーの時計は {seen} です。ずれている方の時刻合わせ（NTP）を有効にしてください。",
		en: "The clock of this machine says {time}, that of the server at {url} says {seen}. Switch on time synchronisation (NTP) where it is wrong.",
		zh: "本机时钟为 {time}，而 {url} 服务器的时钟为 {seen}。请在不准的一方启用时间同步（NTP）。",
	},
	DoctorOpenMany: {
		ja: "データのうち{count}個のファイルやフォルダーの権限がゆるく、ほかの利用者にも許されています。chmod -R go= {home} を実行してください。",
		en: "The modes of {count} files and folders of the data allow others in. Run chmod -R go= {home}.",
		zh: "数据中有{count}个文件和文件夹的权限过宽，对其他用户也开放。请运行 chmod -R go= {home}。",
	},
	DoctorWindowMute: {
		ja: "{url} のサーバーは文脈の長さを教えないので、{window}トークンとみなします。サーバー側で{wanted}以上にしてあるか確かめてください（Ollama は OLLAMA_CONTEXT_LENGTH、LM Studio はモデルの読み込み設定）。",
		en: "The server at {url} does not say its context window, so {window} tokens are assumed. Check that it has {wanted} or more (Ollama: OLLAMA_CONTEXT_LENGTH, LM Studio: the model's load settings).",
		zh: "{url} 的服务器没有说明上下文长度，按{window}个词元处理。请确认服务器上已设为{wanted}以上（Ollama 用 OLLAMA_CONTEXT_LENGTH，LM Studio 在模型加载设置中）。",
	},
	DoctorDatabaseOK: {
		ja: "データベース {path} に壊れたところはありません。",
		en: "The database {path} is sound.",
		zh: "数据库 {path} 完好。",
	},
}
