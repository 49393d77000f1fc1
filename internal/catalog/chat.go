package catalog

// Texts of a conversation.
const (
	Hello           Key = "chat.hello"            // {name}
	RehearsalBanner Key = "chat.rehearsal"        // above everything while no model is there
	ModelAway       Key = "chat.model_away"       // above the greeting while no server answers
	Thinking        Key = "chat.thinking"         // {name}
	YouPrompt       Key = "chat.you"              // before what the person types
	Again           Key = "chat.again"            // before a reply that replaces what was shown
	Lost            Key = "chat.lost"             // the companion went away
	LongLine        Key = "chat.long_line"        // the terminal may have cut what was typed
	Bye             Key = "chat.bye"              // {name}; after /quit
	Stopped         Key = "chat.stopped"          // a reply stopped before a word of it was shown
	StopNothing     Key = "chat.stop_nothing"     // /stop when nothing runs
	StopDone        Key = "chat.stop_done"        // /stop took hold
	Cut             Key = "chat.cut"              // added to a reply of the longest length
	ContextTooLong  Key = "chat.context_too_long" // the words fit into no window
	Trouble         Key = "chat.trouble"          // the turn failed for a reason that repeats
	MessageTooLong  Key = "chat.message_too_long" // {max} {used}, in characters
	MessageEmpty    Key = "chat.message_empty"
	NotKept         Key = "chat.not_kept" // the message could not be written to disk
	NotAllowed      Key = "chat.not_allowed"
	NotRemembered   Key = "chat.not_remembered" // corrects "I'll remember that"
	NotForgotten    Key = "chat.not_forgotten"  // corrects "I've forgotten that"
	NotScheduled    Key = "chat.not_scheduled"  // corrects "it's in the calendar"
	NoReminder      Key = "chat.no_reminder"    // corrects "I'll remind you"
)

var chatTexts = map[Key]message{
	Hello: {
		ja: "{name}とつながりました。そのまま話しかけてください。使い方は /help、終わるときは /quit です。",
		en: "You are talking with {name}. Just write something. /help shows what else you can do, /quit ends the chat.",
		zh: "已连接到{name}。直接说话就可以。输入 /help 查看用法，输入 /quit 结束。",
	},
	RehearsalBanner: {
		ja: "━━ リハーサル中 ━━\nいま答えているのは言語モデルではなく、決まった規則で動く練習用の返事です。覚える・思い出す・直すを試せます。\n本物のモデルをつなぐには kokoron init を、つながらないときは kokoron doctor を実行してください。\n━━━━━━━━━━━━",
		en: "━━ REHEARSAL ━━\nNo language model is answering: these are practice replies made by fixed rules. You can try saving, recalling and correcting facts.\nRun kokoron init to connect a real model, or kokoron doctor to see why none was found.\n━━━━━━━━━━━━━━━",
		zh: "━━ 排练模式 ━━\n现在回答的不是语言模型，而是按固定规则生成的练习回复。可以试试记住、回忆和更正。\n要连接真正的模型，请运行 kokoron init；连不上时请运行 kokoron doctor。\n━━━━━━━━━━━━",
	},
	ModelAway: {
		ja: "いまはモデルにつながりません。話しかけた言葉は預かり、つながり次第お返事します。理由と直し方は kokoron doctor で分かります。",
		en: "The model cannot be reached right now. What you say is kept and answered as soon as it is back; kokoron doctor says why and what to do.",
		zh: "现在无法连接模型。你说的话会先保存，恢复后立即回复。原因和解决办法请运行 kokoron doctor 查看。",
	},
	Thinking:  {ja: "{name}が考えています…", en: "{name} is thinking…", zh: "{name}正在思考……"},
	YouPrompt: {ja: "あなた> ", en: "you> ", zh: "你> "},
	Again:     {ja: "（言い直します）", en: "(let me say that again)", zh: "（我重新说一遍）"},
	Lost: {
		ja: "kokoron との接続が切れました。送った言葉は預かっています。もう一度 kokoron chat を実行すると続きから話せます。",
		en: "The connection to kokoron was lost. What you sent is kept; run kokoron chat again to go on.",
		zh: "与 kokoron 的连接已断开。你发送的内容已保存，重新运行 kokoron chat 即可继续。",
	},
	LongLine: {
		ja: "一行が長すぎて、端末が途中で切ったかもしれません。届いたところまでをお預かりしました。残りは改行で分けて送ってください。",
		en: "That line is so long that the terminal may have cut its end. What arrived is taken; please send the rest in shorter lines.",
		zh: "这一行太长，终端可能截掉了后面的部分。收到的内容已接收，其余部分请分行发送。",
	},
	Bye:     {ja: "{name}：またね。", en: "{name}: See you soon.", zh: "{name}：回头见。"},
	Stopped: {ja: "（返事を止めました）", en: "(stopped)", zh: "（已停止回答）"},
	StopNothing: {
		ja: "いま止める返事はありません。",
		en: "There is no reply to stop right now.",
		zh: "现在没有正在进行的回答。",
	},
	StopDone: {ja: "返事を止めました。", en: "I have stopped the reply.", zh: "已停止回答。"},
	Cut: {
		ja: "（長くなったので、ここで切りました。続きは「続けて」と言ってくださいね。）",
		en: "(This got long, so I stopped here. Say \"go on\" for the rest.)",
		zh: "（内容太长，先说到这里。想听后面的话，请说“继续”。）",
	},
	ContextTooLong: {
		ja: "ごめんなさい、一度に読める長さを超えてしまいました。いくつかに分けて送ってもらえますか。",
		en: "I'm sorry, that is longer than I can read at once. Could you send it in several parts?",
		zh: "对不起，这段内容超过了我一次能读的长度。可以分几次发给我吗？",
	},
	Trouble: {
		ja: "ごめんなさい、うまくお返事できませんでした。くわしい理由は kokoron doctor で確かめられます。",
		en: "I'm sorry, I could not answer that. kokoron doctor can tell you why.",
		zh: "对不起，我没能回答。运行 kokoron doctor 可以查看原因。",
	},
	MessageTooLong: {
		ja: "メッセージが長すぎます（{used}文字、上限は{max}文字）。分けて送ってください。",
		en: "That message is too long ({used} characters, the limit is {max}). Please send it in parts.",
		zh: "消息太长（{used}个字符，上限为{max}）。请分开发送。",
	},
	MessageEmpty: {ja: "メッセージが空です。", en: "The message is empty.", zh: "消息是空的。"},
	NotKept: {
		ja: "メッセージを保存できなかったので、受け取っていません。ディスクの空きと権限を確かめて、もう一度送ってください。",
		en: "The message could not be saved and was not accepted. Check the disk's free space and permissions, then send it again.",
		zh: "消息未能保存，因此没有接收。请检查磁盘空间和权限，然后重新发送。",
	},
	NotRemembered: {
		ja: "まだ記憶には残せていません。大事なことなら「覚えておいて」と言ってください。",
		en: "It is not in my memory yet; say \"remember this\" if it matters.",
		zh: "这件事还没有存进记忆；如果重要，请对我说“记住这个”。",
	},
	NotForgotten: {
		ja: "まだ記憶から外せていません。",
		en: "It has not been taken out of my memory yet.",
		zh: "这件事还没有从记忆里拿掉。",
	},
	NotScheduled: {
		ja: "予定にはまだ反映できていません。",
		en: "Your calendar has not changed yet.",
		zh: "日历还没有改动。",
	},
	NoReminder: {
		ja: "お知らせの準備はまだできていません。",
		en: "There is no reminder for that yet.",
		zh: "这件事还没有提醒。",
	},
	NotAllowed: {
		ja: "この操作はオーナーだけが行えます。",
		en: "Only the owner may do that.",
		zh: "只有主人可以这样做。",
	},
}
