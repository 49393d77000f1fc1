package catalog

// Texts of kokoron why.
const (
	WhyNoTurn      Key = "why.no_turn"      // {about}
	WhyUnknownTurn Key = "why.unknown_turn" // {about}
	WhyManyTurns   Key = "why.many_turns"   // {about} {known}
	WhyNoReply     Key = "why.no_reply"     // {detail}
	WhyNothing     Key = "why.nothing"      // nothing was looked for
	WhySpent       Key = "why.spent"        // {kind} {spent} {budget} {took}
	WhyGreeting    Key = "why.greeting"     // a kind of message
	WhyUsual       Key = "why.usual"
	WhyComplex     Key = "why.complex"
	WhyTick        Key = "why.tick"
	WhyProfile     Key = "why.profile" // {count} {tokens} {took}
	WhyRecent      Key = "why.recent"  // {count} {tokens} {took}
	WhyRelated     Key = "why.related" // {count} {tokens} {took}
	WhySkills      Key = "why.skills"  // {count} {tokens} {took}
	WhyFailed      Key = "why.failed"  // {detail}

	WhyGateWords    Key = "why.gate_words"    // {coverage} {distance} {relevance} {wanted}
	WhyGateMeaning  Key = "why.gate_meaning"  // {coverage} {distance} {relevance} {wanted}
	WhyGateTime     Key = "why.gate_time"     // {coverage} {distance} {relevance} {wanted}
	WhyGateFar      Key = "why.gate_far"      // {coverage} {distance} {relevance} {wanted}
	WhyGateNothing  Key = "why.gate_nothing"  // nothing was found
	WhyGateGreeting Key = "why.gate_greeting" // the message asks nothing

	WhyHead          Key = "why.head" // columns, a tab between: use, words, meaning, score, tokens, date, text
	WhyUsed          Key = "why.used"
	WhyDroppedGate   Key = "why.dropped_gate"
	WhyDroppedShown  Key = "why.dropped_shown"
	WhyDroppedSame   Key = "why.dropped_same"
	WhyDroppedBudget Key = "why.dropped_budget"
	WhyDroppedWeak   Key = "why.dropped_weak"
	WhyDroppedGone   Key = "why.dropped_gone"
	WhyDropped       Key = "why.dropped" // {reason}: another one
)

var whyTexts = map[Key]message{
	WhyNoTurn: {
		ja: "{about} との会話の記録はまだありません。",
		en: "There is no turn with {about} yet.",
		zh: "还没有与 {about} 的对话记录。",
	},
	WhyUnknownTurn: {
		ja: "「{about}」という ID のやり取りの記録はありません（90日分だけ残しています）。kokoron why だけなら、いちばん新しいものが出ます。",
		en: "There is no trace of a turn, a message or a reply with the ID {about} (they are kept for 90 days). kokoron why alone shows the newest.",
		zh: "没有 ID 为“{about}”的对话记录（只保留90天）。只运行 kokoron why 会显示最新的一次。",
	},
	WhyManyTurns: {
		ja: "「{about}」で始まる ID のやり取りはいくつもあります。もっと長く書いてください: {known}",
		en: "Several turns have an ID that begins with {about}. Write more of it: {known}",
		zh: "有多次对话的 ID 以“{about}”开头。请写得更长一些: {known}",
	},
	WhyNoReply: {
		ja: "返事はできませんでした（{detail}）。",
		en: "There was no reply ({detail}).",
		zh: "没有回答（{detail}）。",
	},
	WhyNothing: {
		ja: "このときは、記憶を探していません。",
		en: "Nothing was looked for in memory then.",
		zh: "当时没有查找记忆。",
	},
	WhySpent: {
		ja: "{kind}とみて、{budget}トークンのうち{spent}を記憶に使いました（{took}ミリ秒）。",
		en: "Taken as {kind}: {spent} of {budget} tokens went to memories, in {took} ms.",
		zh: "视为{kind}：{budget}个词元中有{spent}个用于记忆（{took}毫秒）。",
	},
	WhyGreeting: {ja: "あいさつ", en: "a greeting", zh: "问候"},
	WhyUsual:    {ja: "ふつうの発言", en: "an ordinary message", zh: "普通消息"},
	WhyComplex:  {ja: "込み入った発言", en: "a complex message", zh: "复杂消息"},
	WhyTick:     {ja: "自分からの考え", en: "a thought of its own", zh: "自发的思考"},
	WhyProfile: {
		ja: "相手について知っていること: {count}件、{tokens}トークン、{took}ミリ秒",
		en: "What is known of the person: {count}, {tokens} tokens, {took} ms",
		zh: "对这个人的了解: {count}条，{tokens}个词元，{took}毫秒",
	},
	WhyRecent: {
		ja: "昨日と今日のこと: {count}件、{tokens}トークン、{took}ミリ秒",
		en: "Yesterday and today: {count}, {tokens} tokens, {took} ms",
		zh: "昨天和今天的事: {count}条，{tokens}个词元，{took}毫秒",
	},
	WhyRelated: {
		ja: "関係のある記憶: {count}件、{tokens}トークン、{took}ミリ秒",
		en: "Related memories: {count}, {tokens} tokens, {took} ms",
		zh: "相关的记忆: {count}条，{tokens}个词元，{took}毫秒",
	},
	WhySkills: {
		ja: "合いそうな手順の名前: {count}件、{tokens}トークン、{took}ミリ秒",
		en: "Names of skills that fit: {count}, {tokens} tokens, {took} ms",
		zh: "合适的技能名称: {count}个，{tokens}个词元，{took}毫秒",
	},
	WhyFailed: {
		ja: "うまく探せませんでした（{detail}）。",
		en: "This went wrong ({detail}).",
		zh: "查找出错（{detail}）。",
	},
	WhyGateWords: {
		ja: "発言の言葉が見つかったので使いました（言葉の一致 {coverage}、意味の近さ {distance}、合わせて {relevance}、必要なのは {wanted}）。",
		en: "Let in, because words of the message were found (words {coverage}, meaning {distance}; together {relevance}, wanted {wanted}).",
		zh: "因为找到了消息中的词语，所以采用（词语 {coverage}，语义 {distance}，合计 {relevance}，需要 {wanted}）。",
	},
	WhyGateMeaning: {
		ja: "意味の近いものがあったので使いました（言葉の一致 {coverage}、意味の近さ {distance}、合わせて {relevance}、必要なのは {wanted}）。",
		en: "Let in, because something is near by meaning (words {coverage}, meaning {distance}; together {relevance}, wanted {wanted}).",
		zh: "因为有语义相近的内容，所以采用（词语 {coverage}，语义 {distance}，合计 {relevance}，需要 {wanted}）。",
	},
	WhyGateTime: {
		ja: "たずねられた時のことがあったので使いました（言葉の一致 {coverage}、意味の近さ {distance}、合わせて {relevance}、必要なのは {wanted}）。",
		en: "Let in, because there is something of the time that was asked for (words {coverage}, meaning {distance}; together {relevance}, wanted {wanted}).",
		zh: "因为有所问时间的内容，所以采用（词语 {coverage}，语义 {distance}，合计 {relevance}，需要 {wanted}）。",
	},
	WhyGateFar: {
		ja: "関係のあるものがなかったので使いませんでした（言葉の一致 {coverage}、意味の近さ {distance}、合わせて {relevance}、必要なのは {wanted}）。",
		en: "Left out, because nothing that was found is about it (words {coverage}, meaning {distance}; together {relevance}, wanted {wanted}).",
		zh: "找到的内容都与此无关，所以没有采用（词语 {coverage}，语义 {distance}，合计 {relevance}，需要 {wanted}）。",
	},
	WhyGateNothing: {
		ja: "何も見つかりませんでした。",
		en: "Nothing was found.",
		zh: "没有找到任何内容。",
	},
	WhyGateGreeting: {
		ja: "記憶をたずねる発言ではないので、探しませんでした。",
		en: "The message asks nothing of memory, so nothing was looked for.",
		zh: "这条消息不需要记忆，所以没有查找。",
	},
	WhyHead: {
		ja: "使ったか\t言葉\t意味\t点\tトークン\t日付\t内容",
		en: "Use\tWords\tMeaning\tScore\tTokens\tDate\tMemory",
		zh: "采用\t词语\t语义\t得分\t词元\t日期\t内容",
	},
	WhyUsed:          {ja: "使った", en: "used", zh: "采用"},
	WhyDroppedGate:   {ja: "関係なし", en: "not about it", zh: "无关"},
	WhyDroppedShown:  {ja: "すでに見えている", en: "in sight already", zh: "已在上下文中"},
	WhyDroppedSame:   {ja: "同じ内容", en: "says the same", zh: "内容相同"},
	WhyDroppedBudget: {ja: "入りきらない", en: "no room", zh: "放不下"},
	WhyDroppedWeak:   {ja: "関係が弱い", en: "too weak", zh: "关联太弱"},
	WhyDroppedGone:   {ja: "忘れたところ", en: "just forgotten", zh: "刚被忘记"},
	WhyDropped:       {ja: "使わず（{reason}）", en: "left out ({reason})", zh: "未采用（{reason}）"},
}
