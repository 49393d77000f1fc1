package catalog

// Findings of kokoron doctor. Each says what is so and, where something is
// wrong, what to do.
const (
	DoctorAllGood       Key = "doctor.all_good"
	DoctorProblems      Key = "doctor.problems"       // {count}
	DoctorModelOK       Key = "doctor.model_ok"       // {model} {url}
	DoctorNoModel       Key = "doctor.no_model"       // {tried}
	DoctorModelDown     Key = "doctor.model_down"     // {url} {detail}
	DoctorModelOff      Key = "doctor.model_off"      // rehearsal was asked for
	DoctorWrongModel    Key = "doctor.wrong_model"    // {model} {url} {available}
	DoctorKeyRefused    Key = "doctor.key_refused"    // {url}
	DoctorParser        Key = "doctor.parser"         // {url}
	DoctorSmallWindow   Key = "doctor.small_window"   // {window} {wanted}
	DoctorWindowOK      Key = "doctor.window_ok"      // {window}
	DoctorPortOK        Key = "doctor.port_ok"        // {address}
	DoctorPortOwn       Key = "doctor.port_own"       // {address}: the running kokoron has it
	DoctorPortTaken     Key = "doctor.port_taken"     // {address}
	DoctorHomeOK        Key = "doctor.home_ok"        // {home}
	DoctorRunning       Key = "doctor.running"        // {home}
	DoctorHomeLocked    Key = "doctor.home_locked"    // {home}
	DoctorHomeUnwritten Key = "doctor.home_unwritten" // {home} {detail}
	DoctorClockOK       Key = "doctor.clock_ok"       // {time} {zone}
	DoctorClockWrong    Key = "doctor.clock_wrong"    // {time} {seen}
	DoctorZoneUnknown   Key = "doctor.zone_unknown"   // {zone}
	DoctorZoneUnset     Key = "doctor.zone_unset"     // {zone}: a guess
	DoctorOpen          Key = "doctor.open"           // {path} {mode} {want}
	DoctorModesOK       Key = "doctor.modes_ok"
	DoctorConfigOK      Key = "doctor.config_ok"      // {path}
	DoctorConfigNone    Key = "doctor.config_none"    // {path}
	DoctorPersonaOK     Key = "doctor.persona_ok"     // {name}
	DoctorPersonaBroken Key = "doctor.persona_broken" // {path} {detail}
	DoctorEmbedOK       Key = "doctor.embed_ok"       // {model} {url} {prefix} {dim}
	DoctorEmbedGuessed  Key = "doctor.embed_guessed"  // {model} {url} {prefix} {dim}: no setting says the prefix
	DoctorEmbedNone     Key = "doctor.embed_none"     // {url}: nothing there, nobody said there would be
	DoctorEmbedOff      Key = "doctor.embed_off"      // none is wanted
	DoctorEmbedDown     Key = "doctor.embed_down"     // {url} {detail}
	DoctorChromaOK      Key = "doctor.chroma_ok"      // {url}
	DoctorChromaOff     Key = "doctor.chroma_off"     // none
	DoctorChromaDown    Key = "doctor.chroma_down"    // {url} {detail}
)

var doctorTexts = map[Key]message{
	DoctorAllGood: {
		ja: "問題は見つかりませんでした。",
		en: "No problem was found.",
		zh: "没有发现问题。",
	},
	DoctorProblems: {
		ja: "直すところが{count}か所あります。",
		en: "Things to fix: {count}.",
		zh: "有{count}处需要修复。",
	},
	DoctorModelOK: {
		ja: "モデル {model} が {url} で答えます。",
		en: "The model {model} answers at {url}.",
		zh: "模型 {model} 在 {url} 正常响应。",
	},
	DoctorNoModel: {
		ja: "モデルのサーバーが見つかりません（探した場所：{tried}）。Ollama、llama.cpp、LM Studio、vLLM のどれかを起動するか、config.toml の [[model.endpoint]] に url を書いてください。それまではリハーサルで動きます。",
		en: "No model server was found (looked at {tried}). Start Ollama, llama.cpp, LM Studio or vLLM, or write its url under [[model.endpoint]] in config.toml. Until then the rehearsal answers.",
		zh: "没有找到模型服务器（已查找：{tried}）。请启动 Ollama、llama.cpp、LM Studio 或 vLLM，或在 config.toml 的 [[model.endpoint]] 中写入 url。在此之前以排练模式运行。",
	},
	DoctorModelDown: {
		ja: "{url} のモデルが答えません（{detail}）。サーバーが動いているか、URL が /v1 まで合っているかを確かめてください。",
		en: "The model at {url} does not answer ({detail}). Check that the server runs and that the URL is right up to /v1.",
		zh: "{url} 的模型没有响应（{detail}）。请确认服务器正在运行，且网址（直到 /v1）正确。",
	},
	DoctorModelOff: {
		ja: "モデルを使わない設定（KOKORON_MODEL_URL が空）なので、リハーサルで動きます。使うときはこの変数を消すか、URL を入れてください。",
		en: "Models are switched off (KOKORON_MODEL_URL is set but empty), so the rehearsal answers. Unset the variable or give it a URL to use one.",
		zh: "已关闭模型（KOKORON_MODEL_URL 为空），以排练模式运行。要使用模型，请删除该变量或填入网址。",
	},
	DoctorWrongModel: {
		ja: "{url} に {model} というモデルはありません。config.toml の model を、あるもの（{available}）のどれかに直すか、サーバーで {model} を読み込んでください。",
		en: "There is no model {model} at {url}. Change model in config.toml to one that is there ({available}), or load {model} on the server.",
		zh: "{url} 上没有名为 {model} 的模型。请把 config.toml 中的 model 改为已有的（{available}），或在服务器上加载 {model}。",
	},
	DoctorKeyRefused: {
		ja: "{url} が鍵を受け付けません。key_env か key_file が正しい鍵を指しているか確かめてください。",
		en: "{url} refuses the key. Check that key_env or key_file points to the right one.",
		zh: "{url} 拒绝了密钥。请检查 key_env 或 key_file 是否指向正确的密钥。",
	},
	DoctorParser: {
		ja: "{url} のサーバーが返事を丸ごと「思考」として隠しています。モデルが思考の印を書かないのに --reasoning-parser が付いています。サーバーをこのオプションなしで起動し直すか、config.toml で model.thinking = false にしてください。",
		en: "The server at {url} hides whole answers as \"reasoning\": it runs with --reasoning-parser although the model writes no thinking marks. Start the server without that flag, or set model.thinking = false in config.toml.",
		zh: "{url} 的服务器把整个回答都当作“思考”隐藏了：模型不写思考标记，却启用了 --reasoning-parser。请去掉该选项重新启动服务器，或在 config.toml 中设置 model.thinking = false。",
	},
	DoctorSmallWindow: {
		ja: "モデルの文脈が{window}トークンしかありません。会話と記憶には{wanted}以上が必要です。サーバーの設定（vLLM は --max-model-len、llama.cpp は -c、Ollama は num_ctx）を大きくしてください。",
		en: "The model's context window is only {window} tokens; conversation and memory need {wanted} or more. Raise it on the server (vLLM: --max-model-len, llama.cpp: -c, Ollama: num_ctx).",
		zh: "模型的上下文只有{window}个词元，对话和记忆需要{wanted}以上。请在服务器上调大（vLLM 用 --max-model-len，llama.cpp 用 -c，Ollama 用 num_ctx）。",
	},
	DoctorWindowOK: {
		ja: "モデルの文脈の長さは{window}トークンです。",
		en: "The model's context window is {window} tokens.",
		zh: "模型的上下文长度为{window}个词元。",
	},
	DoctorPortOK: {
		ja: "{address} で待ち受けられます。",
		en: "{address} is free to listen on.",
		zh: "可以在 {address} 监听。",
	},
	DoctorPortOwn: {
		ja: "{address} では動作中の kokoron が待ち受けています。",
		en: "The running kokoron listens on {address}.",
		zh: "正在运行的 kokoron 监听 {address}。",
	},
	DoctorPortTaken: {
		ja: "{address} はほかのプログラムが使っています。それを止めるか、config.toml の listen を別の番号にしてください（例 127.0.0.1:0 なら空いている番号を選びます）。",
		en: "{address} is in use by another program. Stop it, or change listen in config.toml (127.0.0.1:0 picks a free port).",
		zh: "{address} 已被其他程序占用。请停止该程序，或修改 config.toml 中的 listen（127.0.0.1:0 会自动选择空闲端口）。",
	},
	DoctorHomeOK: {
		ja: "データフォルダー {home} は使えます。",
		en: "The data folder {home} can be used.",
		zh: "数据文件夹 {home} 可以使用。",
	},
	DoctorRunning: {
		ja: "kokoron が {home} で動いています。",
		en: "kokoron is running on {home}.",
		zh: "kokoron 正在 {home} 上运行。",
	},
	DoctorHomeLocked: {
		ja: "データフォルダー {home} はロックされていますが、kokoron は答えません。止まりかけか、固まった kokoron が残っています。終わるのを待つか、そのプロセスを終了してから起動し直してください。",
		en: "The data folder {home} is locked, but no kokoron answers: one is still stopping or hangs. Wait for it to end, or end that process, then start again.",
		zh: "数据文件夹 {home} 已被锁定，但没有 kokoron 响应：它可能正在退出或已卡住。请等待其结束，或终止该进程后重新启动。",
	},
	DoctorHomeUnwritten: {
		ja: "データフォルダー {home} に書き込めません（{detail}）。持ち主と権限、ディスクの空きを確かめるか、--home で別のフォルダーを指定してください。",
		en: "The data folder {home} cannot be written ({detail}). Check its owner, permissions and free space, or name another folder with --home.",
		zh: "无法写入数据文件夹 {home}（{detail}）。请检查所有者、权限和磁盘空间，或用 --home 指定其他文件夹。",
	},
	DoctorClockOK: {
		ja: "時計は {time}（{zone}）です。",
		en: "The clock says {time} ({zone}).",
		zh: "时钟为 {time}（{zone}）。",
	},
	DoctorClockWrong: {
		ja: "時計が {time} を指していますが、これまでの記録には {seen} のものがあります。時計が戻っています。時刻合わせ（NTP）を有効にしてください。",
		en: "The clock says {time}, but there are records from {seen}: it has gone back. Switch on time synchronisation (NTP).",
		zh: "时钟为 {time}，但已有 {seen} 的记录：时钟倒退了。请启用时间同步（NTP）。",
	},
	DoctorZoneUnknown: {
		ja: "タイムゾーン「{zone}」が見つかりません。config.toml の zone を Asia/Tokyo のような名前にするか、システムに tzdata を入れてください。",
		en: "The time zone {zone} is not known. Set zone in config.toml to a name such as Asia/Tokyo, or install tzdata on the system.",
		zh: "找不到时区“{zone}”。请把 config.toml 中的 zone 设为 Asia/Tokyo 这样的名称，或在系统中安装 tzdata。",
	},
	DoctorZoneUnset: {
		ja: "タイムゾーンが決まっていないので {zone} を使っています。違うときは config.toml に zone = \"Asia/Tokyo\" のように書いてください。",
		en: "No time zone is set, so {zone} is used. If that is wrong, write for example zone = \"Asia/Tokyo\" in config.toml.",
		zh: "没有设置时区，因此使用 {zone}。如不正确，请在 config.toml 中写入例如 zone = \"Asia/Tokyo\"。",
	},
	DoctorOpen: {
		ja: "{path} の権限（{mode}）がゆるく、ほかの利用者にも許されています。chmod {want} {path} を実行してください。",
		en: "The mode of {path} ({mode}) allows others in. Run chmod {want} {path}.",
		zh: "{path} 的权限（{mode}）过宽，对其他用户也开放。请运行 chmod {want} {path}。",
	},
	DoctorModesOK: {
		ja: "データはあなただけが読めます。",
		en: "Only you can read the data.",
		zh: "数据只有你能读取。",
	},
	DoctorConfigOK: {
		ja: "設定 {path} に誤りはありません。",
		en: "The settings in {path} are fine.",
		zh: "设置文件 {path} 没有错误。",
	},
	DoctorConfigNone: {
		ja: "設定 {path} はまだないので、標準の設定で動きます。kokoron init で作れます。",
		en: "There is no {path} yet, so the defaults apply. kokoron init makes one.",
		zh: "还没有 {path}，因此使用默认设置。运行 kokoron init 可以创建。",
	},
	DoctorPersonaOK: {
		ja: "人格は{name}です。",
		en: "The persona is {name}.",
		zh: "人格是{name}。",
	},
	DoctorPersonaBroken: {
		ja: "人格ファイル {path} に誤りがあります。直すとすぐに使われます：{detail}",
		en: "The persona file {path} has a mistake. It is used as soon as it is corrected: {detail}",
		zh: "人格文件 {path} 有错误，改正后会立即生效：{detail}",
	},
	DoctorEmbedOK: {
		ja: "埋め込みモデル {model} が {url} で答えます（{dim}次元、prefix は {prefix}）。",
		en: "The embedding model {model} answers at {url} ({dim} dimensions, prefix {prefix}).",
		zh: "嵌入模型 {model} 在 {url} 正常响应（{dim}维，prefix 为 {prefix}）。",
	},
	DoctorEmbedGuessed: {
		ja: "埋め込みモデル {model} が {url} で答えます（{dim}次元）。質問と本文の区別は推測で prefix = \"{prefix}\" としました。違うときは config.toml の [embed] に prefix を書いてください。",
		en: "The embedding model {model} answers at {url} ({dim} dimensions). How it tells questions from passages is guessed: prefix = \"{prefix}\". If that is wrong, write prefix under [embed] in config.toml.",
		zh: "嵌入模型 {model} 在 {url} 正常响应（{dim}维）。区分问题和正文的方式是推测的：prefix = \"{prefix}\"。如不正确，请在 config.toml 的 [embed] 中写入 prefix。",
	},
	DoctorEmbedNone: {
		ja: "埋め込みサーバーが {url} にないので、記憶は言葉の一致だけで探します。make stack で入れるか、config.toml の [embed] に url を書いてください。",
		en: "There is no embedding server at {url}, so memories are found by their words alone. make stack installs one, or write its url under [embed] in config.toml.",
		zh: "{url} 没有嵌入服务器，因此只按词语查找记忆。可以用 make stack 安装，或在 config.toml 的 [embed] 中写入 url。",
	},
	DoctorEmbedOff: {
		ja: "埋め込みサーバーを使わない設定なので、記憶は言葉の一致だけで探します。",
		en: "No embedding server is wanted, so memories are found by their words alone.",
		zh: "设置为不使用嵌入服务器，因此只按词语查找记忆。",
	},
	DoctorEmbedDown: {
		ja: "{url} の埋め込みサーバーが答えません（{detail}）。それまで記憶は言葉の一致だけで探します。サーバーが動いているか、URL が /v1 まで合っているかを確かめてください。",
		en: "The embedding server at {url} does not answer ({detail}). Until it does, memories are found by their words alone. Check that it runs and that the URL is right up to /v1.",
		zh: "{url} 的嵌入服务器没有响应（{detail}）。在此之前只按词语查找记忆。请确认服务器正在运行，且网址（直到 /v1）正确。",
	},
	DoctorChromaOK: {
		ja: "記憶の写しは {url} の Chroma に置かれます。",
		en: "A second copy of the memories is kept on Chroma at {url}.",
		zh: "记忆的副本保存在 {url} 的 Chroma 上。",
	},
	DoctorChromaOff: {
		ja: "Chroma は使っていません。記憶はこのマシンのデータフォルダーだけにあります。",
		en: "Chroma is not used: the memories are in the data folder of this machine alone.",
		zh: "没有使用 Chroma：记忆只保存在本机的数据文件夹中。",
	},
	DoctorChromaDown: {
		ja: "{url} の Chroma が答えません（{detail}）。会話には影響せず、動き出したら写しを追いつかせます。サーバーを起動するか、config.toml の [chroma] の url を直してください。",
		en: "Chroma at {url} does not answer ({detail}). Conversations are not affected; the copy catches up when it is back. Start the server, or correct url under [chroma] in config.toml.",
		zh: "{url} 的 Chroma 没有响应（{detail}）。对话不受影响，恢复后会补齐副本。请启动服务器，或更正 config.toml 中 [chroma] 的 url。",
	},
}
