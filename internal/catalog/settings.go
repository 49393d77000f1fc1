package catalog

// What is wrong with a setting, and what to write instead. Each stands behind
// the name of the setting.
const (
	SettingAt    Key = "setting.at"    // {key} {fix}
	SettingIs    Key = "setting.is"    // {key} {value} {fix}
	SettingNone  Key = "setting.none"  // {known}
	SettingMeant Key = "setting.meant" // {meant}

	SettingUnread   Key = "setting.unread" // {detail}
	SettingNoFile   Key = "setting.no_file"
	SettingHuge     Key = "setting.huge"
	SettingText     Key = "setting.text"
	SettingNumber   Key = "setting.number"  // {from} {to}
	SettingWhole    Key = "setting.whole"   // {from} {to}
	SettingMinutes  Key = "setting.minutes" // {from} {to}
	SettingYesNo    Key = "setting.yes_no"
	SettingChoice   Key = "setting.choice" // {known}
	SettingPrefix   Key = "setting.prefix"
	SettingApproval Key = "setting.approval"
	SettingHours    Key = "setting.hours"
	SettingNoHours  Key = "setting.no_hours"
	SettingBriefing Key = "setting.briefing"
	SettingUser     Key = "setting.user"
	SettingToken    Key = "setting.token"
	SettingWindow   Key = "setting.window"
	SettingOrigins  Key = "setting.origins"
	SettingTables   Key = "setting.tables"
	SettingMissing  Key = "setting.missing" // {example}
	SettingTwice    Key = "setting.twice"
	SettingEnv      Key = "setting.env"
	SettingSecret   Key = "setting.secret"
	SettingZone     Key = "setting.zone"
	SettingOwner    Key = "setting.owner" // {max} {marks}
	SettingURL      Key = "setting.url"
	SettingURLUser  Key = "setting.url_user"
	SettingURLQuery Key = "setting.url_query"
	SettingListen   Key = "setting.listen"
	SettingOpen     Key = "setting.open" // {port}
)

var settingTexts = map[Key]message{
	SettingAt:    {ja: "{key}：{fix}", en: "{key}: {fix}", zh: "{key}：{fix}"},
	SettingIs:    {ja: "{key} = {value}：{fix}", en: "{key} = {value}: {fix}", zh: "{key} = {value}：{fix}"},
	SettingNone:  {ja: "そのような設定はありません。あるのは {known} です", en: "there is no such setting; there are {known}", zh: "没有这个设置，现有 {known}"},
	SettingMeant: {ja: "そのような設定はありません。{meant} のことでしょうか", en: "there is no such setting; did you mean {meant}?", zh: "没有这个设置，是不是 {meant}？"},

	SettingUnread:   {ja: "読めません（{detail}）。文字列は引用符で囲み、同じキーは一度だけ書いてください", en: "cannot be read ({detail}); texts need quotes, and each key stands once", zh: "无法读取（{detail}）。文本要加引号，每个键只能写一次"},
	SettingNoFile:   {ja: "ふつうのファイルではないので読めません", en: "cannot be read: it is no regular file", zh: "不是普通文件，无法读取"},
	SettingHuge:     {ja: "1 MiB を超えているので読みません。手で書くファイルはそこまで大きくなりません", en: "cannot be read: it has more than 1 MiB; no such file is written by hand", zh: "超过 1 MiB，不予读取；手写的文件不会这么大"},
	SettingText:     {ja: "引用符で囲んだ文字列にしてください", en: "must be a text in quotes", zh: "必须是加引号的文本"},
	SettingNumber:   {ja: "{from}から{to}までの数にしてください", en: "must be a number from {from} to {to}", zh: "必须是{from}到{to}的数字"},
	SettingWhole:    {ja: "{from}から{to}までの整数にしてください", en: "must be a whole number from {from} to {to}", zh: "必须是{from}到{to}的整数"},
	SettingMinutes:  {ja: "分の数を、{from}から{to}までの整数で書いてください", en: "must be minutes, a whole number from {from} to {to}", zh: "必须是分钟数，{from}到{to}的整数"},
	SettingYesNo:    {ja: "引用符なしの true か false にしてください", en: "must be true or false, without quotes", zh: "必须是不加引号的 true 或 false"},
	SettingChoice:   {ja: "{known} のどれかにしてください", en: "must be one of {known}", zh: "必须是 {known} 之一"},
	SettingPrefix:   {ja: "text、input_type、none のどれかにしてください。この行がなければ推測します", en: "must be text, input_type or none; without this line it is guessed", zh: "必须是 text、input_type、none 之一；没有这一行时自动推测"},
	SettingApproval: {ja: "owner（ふるまいの規則はあなたの承認を待ちます）か automatic にしてください", en: "must be owner (rules about behaviour wait for you) or automatic", zh: "必须是 owner（行为规则等您批准）或 automatic"},
	SettingHours:    {ja: "\"08:00-23:00\" や \"20:00-02:00\" のように二つの時刻を書いてください。\"00:00-24:00\" なら常にです", en: "must be two times of day, such as \"08:00-23:00\" or \"20:00-02:00\"; \"00:00-24:00\" is always", zh: "必须是两个时刻，如 \"08:00-23:00\" 或 \"20:00-02:00\"；\"00:00-24:00\" 表示全天"},
	SettingNoHours:  {ja: "始まりと終わりが同じです。常になら \"00:00-24:00\"、決してなら enabled = false と書いてください", en: "must have time between its beginning and its end; for always write \"00:00-24:00\", for never enabled = false", zh: "开始与结束相同；全天请写 \"00:00-24:00\"，从不请写 enabled = false"},
	SettingBriefing: {ja: "\"07:30\" のように、0時より後の時刻を書いてください。この行がなければお知らせはありません", en: "must be a time of day after midnight, such as \"07:30\"; without this line there is no briefing", zh: "必须是零点之后的时刻，如 \"07:30\"；没有这一行则不播报"},
	SettingUser:     {ja: "あなたの Telegram のユーザー ID（整数）を書いてください", en: "must be your Telegram user id, a whole number", zh: "必须是您的 Telegram 用户 ID（整数）"},
	SettingToken:    {ja: "BotFather がくれる 123456789:AA… の形のトークンにしてください", en: "must be a token as BotFather gives it, such as 123456789:AA…", zh: "必须是 BotFather 给出的令牌，形如 123456789:AA…"},
	SettingWindow:   {ja: "モデルの文脈の長さを、512以上のトークン数（整数）で書いてください", en: "must be the model's context in tokens, a whole number from 512", zh: "必须是模型上下文的词元数，512 以上的整数"},
	SettingOrigins:  {ja: "[\"https://kokoron.example\"] のように、パスのないアドレスの一覧にしてください", en: "must be a list of addresses without a path, such as [\"https://kokoron.example\"]", zh: "必须是不带路径的地址列表，如 [\"https://kokoron.example\"]"},
	SettingTables:   {ja: "[[model.endpoint]] で始まる表を一つ以上書いてください", en: "must be one or more tables that begin with [[model.endpoint]]", zh: "必须是一个或多个以 [[model.endpoint]] 开头的表"},
	SettingMissing:  {ja: "書かれていません。たとえば {example} と書いてください", en: "is missing; write for example {example}", zh: "缺少，例如写 {example}"},
	SettingTwice:    {ja: "秘密は、環境変数かファイルのどちらか一つで指定してください", en: "name the secret once, by its variable or by its file", zh: "密钥请只用环境变量或文件之一指定"},
	SettingEnv:      {ja: "この名前の環境変数に値がありません。値を入れるか、この行を消してください（秘密そのものはここに書きません）", en: "the environment variable it names is not set; set it, or delete this line (the secret itself does not belong here)", zh: "所指的环境变量没有设置；请设置，或删除这一行（密钥本身不要写在这里）"},
	SettingSecret:   {ja: "指定されたファイルが空か、読めません。秘密をそこに入れるか、この行を消してください", en: "the file it names is empty or cannot be read; put the secret into it, or delete this line", zh: "所指的文件为空或无法读取；请放入密钥，或删除这一行"},
	SettingZone:     {ja: "知らないタイムゾーンです。Asia/Tokyo のように書いてください", en: "is no known time zone; write for example Asia/Tokyo", zh: "未知的时区，请写成 Asia/Tokyo 的形式"},
	SettingOwner:    {ja: "{marks} を含まない、{max}字までの1行にしてください", en: "must be one line of at most {max} characters, without {marks}", zh: "必须是不超过{max}个字符的一行，不含 {marks}"},
	SettingURL:      {ja: "http:// か https:// で始まるアドレスにしてください", en: "must be an address that begins with http:// or https://", zh: "必须是以 http:// 或 https:// 开头的地址"},
	SettingURLUser:  {ja: "名前やパスワードを入れないでください。鍵は key_env か key_file で指定します", en: "must not hold a name or password; put the key into key_env or key_file", zh: "不能含用户名或密码；密钥请用 key_env 或 key_file 指定"},
	SettingURLQuery: {ja: "/v1 のようなパスで終わるようにし、? や # は付けないでください", en: "must end with the path, such as /v1, without ? or #", zh: "必须以 /v1 这样的路径结尾，不带 ? 或 #"},
	SettingListen:   {ja: "127.0.0.1:18790 のように、アドレスとポートを書いてください（ポート0なら空いている番号を選びます）", en: "must be an address and a port, such as 127.0.0.1:18790 (port 0 picks a free one)", zh: "必须是地址和端口，如 127.0.0.1:18790（端口 0 会自动选择空闲端口）"},
	SettingOpen:     {ja: "暗号化なしでほかのマシンに開いてしまいます。127.0.0.1:{port} にして、暗号化するプロキシを前に置いてください（origins）", en: "would open kokoron to other machines without encryption; use 127.0.0.1:{port}, with a proxy in front that has it (origins)", zh: "会在没有加密的情况下对其他机器开放；请用 127.0.0.1:{port}，并在前面放置加密的代理（origins）"},
}
