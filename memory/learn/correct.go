package learn

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// corrections are the ways to say in one language that the reply before was
// wrong. All read a sentence in plain form; the last group, if any, is what is
// right.
type corrections struct {
	// says is a sentence that does, whatever the reply was.
	says []*text.Pattern
	// unless are sentences with the words of a correction that are none.
	unless *text.Pattern
	// answers are sentences that correct a statement, but answer a question.
	answers []*text.Pattern
	// instead names what was wrong, which must stand in the reply, and what is
	// right.
	instead []*text.Pattern
}

// Parts of patterns.
const (
	jaLead = `^(?:(?:いや|いやいや|ううん|うーん|うん|えっと|えーと|え[ーっ]?|あれ|違う|ちがう|あ|ああ|あの|あのさ|ごめん|すみません|ごめんなさい|申し訳ないけど|でも|だから|おい|ちょっと|ちょっと待って|待って|残念|残念だけど|惜しい|ぶー|ノー)[、,.!\s]*)*`
	jaEnd  = `(?:だ|です|だよ|ですよ|よ|ね|な|って|ってば|んだ|んだよ|んです|んですよ|んですけど|んだけど|けど|から|わ|なあ|ぞ|の|と思う|と思います)*`
	enLead = `^(?:(?:no|nope|nah|um|uh|hmm|sorry|actually|well|but|wait|hey|hold on|hang on|i'm afraid|i think|oh|ah|ok|okay|yeah|hi|please|kokoron)[,.!;:]* )*`
	enThis = `(?:that's|that is|thats|that was|this is|it's|it is|you're|you are|your (?:answer|reply|last answer|last reply) (?:is|was)|what you (?:said|wrote) (?:is|was)|you've got (?:it|that|this|me)|you got (?:it|that|this|me)|you have (?:it|that|this))`
	enMuch = `(?: (?:just|simply|really|completely|totally|quite|actually|all|a bit|still|also|plain|just plain|entirely|factually))*`
	zhLead = `^(?:(?:不|不不|不不不|不是|嗯|哎|喂|等等|等一下|可是|但是|抱歉|不好意思|对不起|其实|呃|唉|啊|哎呀|不过|好像)[,、.!\s]*)*`
	zhEnd  = `(?:了|的|啦|啊|哦|呀|哟|喔|吧|就好|就行|就可以)*`
)

var correctionsOf = map[text.Lang]corrections{
	text.Ja: {
		says: []*text.Pattern{
			text.Lazy(jaLead + `(?:(?:それ|これ|あれ|そこ|さっきの(?:は|話は|答えは|返事は)?|今の(?:は|話は|答えは|返事は)?|その(?:話|答え|返事|名前|日付|日|説明|情報)|君の(?:答え|返事)|話が|答えが)(?:は|って|が|、)?)?(?:ぜんぜん|全然|ちょっと|少し|まったく|全く|完全に|たぶん|多分|やっぱり)?(?:(?:事実|実際|本当|言ったこと|言ったの)と(?:は)?)?、?(?:違う|違います|ちがう|ちがいます|違ってる|違っています|違ってます|間違い|まちがい|間違ってる|間違ってます|間違っている|間違っています|まちがってる|誤り|正しくない|正しくありません|合ってない|合っていない)` + jaEnd + `(?:$|[、,\s](.*)$)`),
			text.Lazy(jaLead + `(?:そう|そういうこと|そういう意味|そういうつもり|そんな意味|それ|そこ|その(?:こと|話|意味|人|日|店))(?:じゃ|では|でも)(?:なくて|なく|ない|ありません)` + jaEnd + `(?:$|[、,](.*)$)`),
			text.Lazy(jaLead + `(?:だから|さっき(?:も)?|前(?:に)?も?|昨日も?)?、?(.{1,40}って(?:さっき|前に)?(?:言った|教えた|話した|伝えた)(?:よね|じゃん|でしょ|でしょう|のに|じゃない|はずだ|はずだけど|はずだよ)(?:[、,].*)?)$`),
			text.Lazy(jaLead + `(?:それは|君は)?(?:完全に|ちょっと)?(?:勘違い|かんちがい|誤解)(?:してる|している|しています|してます|だ|です)` + jaEnd + `(?:$|[、,](.*)$)`),
			text.Lazy(jaLead + `(?:訂正|修正)(?:する(?:と|ね|よ)?|します|させて(?:ください)?)?(?:$|[:、,](.*)$)`),
			text.Lazy(jaLead + `(?:私|僕|俺|わたし|ぼく|おれ)?(?:は|、)?(?:そんな(?:こと|ふうに)?|そう|そんなの)(?:は|、)?(?:一言も)?(?:言ってない|言っていない|言ってません|言っていません|頼んでない|聞いてない)` + jaEnd + `(?:$|[、,](.*)$)`),
		},
		unless: text.Lazy(`違うかも|違うかな|違うなら|違ったら|間違い(?:ない|なし|なく|ありません)|違わない|間違ってない|間違っていない|自分が|私が(?:間違|勘違)|僕が(?:間違|勘違)|俺が(?:間違|勘違)|もし|だったら|かもしれ|んじゃない(?:か|の)|話は違うけど|話が違うけど`),
		instead: []*text.Pattern{
			text.Lazy(jaLead + `(?P<wrong>.{1,20}?)(?:じゃ|では)(?:なくて|なく)、?(?P<right>(?:.{1,40}?)(?:だ|です|だよ|ですよ|だってば|なの|なんだ|なんです|の方|のほう|って言ったんだ)?(?:よ|ね)*)$`),
		},
	},
	text.En: {
		says: []*text.Pattern{
			text.Lazy(enLead + enThis + enMuch + ` (?:wrong|incorrect|mistaken|false|untrue|inaccurate|a mistake|an error|not (?:right|correct|true|it|quite right|what i (?:said|meant|asked|asked for|told you|wanted)))(?:$| ?[,;:.!—–-]+ ?(.*)$| (?:about .*|because .*|again|there|now|actually)$)`),
			text.Lazy(enLead + `(?:that|this|it) (?:isn't|is not|wasn't|doesn't (?:sound|seem|look))(?: quite| really| entirely)? (?:right|correct|true|accurate|what i (?:said|meant|asked|asked for|told you|wanted))(?:$| ?[,;:!.—–-]+ ?(.*)$)`),
			text.Lazy(enLead + `(?:i (?:said|meant|told you|asked for|asked about)) (.+,? not .+)$`),
			text.Lazy(`^(?:(?:no|nope|nah)[,;.! ]+)+(i (?:said|meant|told you) .+)$`),
			text.Lazy(enLead + `(?:you(?:'ve|'re| have| are)? (?:misunderstood|misheard|misread|mistaken|mixed (?:.{1,30} )?up|mixing (?:.{1,30} )?up|mix(?:ed|ing) up .{1,40}|got .{1,30} (?:wrong|mixed up)|have .{1,30} wrong|confusing .{1,40}))(?:$|[,;:.—–-]+ ?(.*)$)`),
			text.Lazy(enLead + `i (?:didn't|never|did not) (?:say|said|mean|meant|asked|asked for|wanted|ask for|ask|tell you|want) (?:that|it|this|so)(?:$|[,;:.—–-]+ ?(.*)$)`),
			text.Lazy(enLead + `(?:correction|wrong|incorrect|not true|not correct|not right|that's not it|wrong answer|wrong again)(?:$|[,;:!.—–-]+ ?(.*)$)`),
		},
		unless: text.Lazy(`\bif\b|\bmaybe\b|\bperhaps\b|\bmight be\b|nothing wrong|what's wrong|not wrong|isn't wrong|wrong with|wrong (?:to|number|side|foot|way)|right or wrong`),
		answers: []*text.Pattern{
			text.Lazy(`^(?:no|nope|nah)[,;.! ]+((?:i (?:said|meant)|it's|it is|it was|my [a-z' ]+ (?:is|was)|the [a-z' ]+ (?:is|was)|(?:he|she|they|we) (?:is|are|was|were)|he's|she's|they're) (?:[a-z0-9〓' ]+))$`),
		},
		instead: []*text.Pattern{
			text.Lazy(enLead + `(?:it's |it is |it was |that's |he's |she's |i'm |he is |she is )?not (?P<wrong>.{2,30}?)[,;—–-]+ ?(?:but |it's |it is |it was |that's |he's |she's )?(?P<right>.{2,60})$`),
			text.Lazy(enLead + `(?:it's|it is|it was|that's|he's|she's|i'm) (?P<right>.{2,40}?),? not (?:a |an |the |on |in )?(?P<wrong>.{2,30})$`),
		},
	},
	text.Zh: {
		says: []*text.Pattern{
			text.Lazy(zhLead + `(?:这|那|这个|那个|这样|这话|这一点|(?:这个|那个)?(?:答案|回答|说法|日期|名字)|你的(?:回答|答案|说法)|你(?:刚才|刚刚)?(?:说|讲|记|搞|弄|理解)?的?|(?:刚才|刚刚)(?:说)?的)?(?:话)?(?:完全|根本|都|也|全|有点|就|又|可)?(?:不对|错了|是错的|不正确|说错了|讲错了|搞错了|记错了|弄错了|理解错了|误会了|误会我了|误解了|不是这样(?:的)?|不是那样(?:的)?|不是这个意思|不是那个意思|不是这么回事)` + zhEnd + `(?:$|[,、;:.](.*)$)`),
			text.Lazy(zhLead + `(我说的(?:不是.+[,、]是.+|是.+[,、]不是.+))$`),
			text.Lazy(zhLead + `我(?:可|从来|从|根本)?(?:没有|没|不是)(?:这么|这样|那么|那样)(?:说|讲)(?:过)?` + zhEnd + `(?:$|[,、;:](.*)$)`),
			text.Lazy(zhLead + `(?:更正|纠正)(?:一下)?(?:$|[:,、](.*)$)`),
			text.Lazy(zhLead + `你(?:误会|误解|搞错|弄错|记错)(?:我)?了(?:$|[,、;:](.*)$)`),
		},
		unless: text.Lazy(`如果|要是|可能|也许|是不是|对不对|没错|不错|吗$|吧$|不对劲|^我(?:说|记|搞|弄)?错了`),
		answers: []*text.Pattern{
			text.Lazy(`^(?:才)?不是(?:的|呢|啊|呀)[,、](.+)$`),
			text.Lazy(`^(?:不|不是|不对)[,、](我说的是.+|(?:它|他|她|那|这|我)(?:叫|是|住在|在).+)$`),
		},
		instead: []*text.Pattern{
			text.Lazy(zhLead + `(?:那|这|它|他|她)?不是(?P<wrong>.{1,15}?)[,、](?:而)?(?:应该)?是(?P<right>.{1,40})$`),
		},
	},
}

// Correction is what a message says of the reply before it.
type Correction struct {
	Right string // in the person's words what is right; "" where they do not say it
	Lang  text.Lang
}

// Corrects reports whether a message says that the reply before it was wrong.
// words are the owner's own; without a reply nothing is corrected.
func Corrects(words, reply string, lang text.Lang) (Correction, bool) {
	if strings.TrimSpace(reply) == "" {
		return Correction{}, false
	}
	for i, s := range sentences(words, lang) {
		if i == maxOpening {
			break
		}
		right, ok := s.corrects(reply)
		if !ok {
			continue
		}
		if strings.TrimSpace(right) == "" {
			right = s.rest
		}
		if right = bare(right); pointing.MatchString(text.Fold(right)) {
			right = bare(s.rest)
		}
		if text.Width(right) < minRight || len(sentences(right, lang)) == 0 {
			right = ""
		}
		return Correction{Right: text.Excerpt(right, maxWords), Lang: s.lang}, true
	}
	return Correction{}, false
}

// bare is words in one line, without the marks around them.
func bare(s string) string { return strings.Trim(oneLine(s), " 、。，,.!！;；:：—–-") }

const (
	maxOpening = 3 // sentences among which a correction must stand
	minRight   = 2 // columns that can say what is right
)

// pointing is what only says which words were wrong.
var pointing = text.Lazy(`^(?:さっき|今|いま|前|先ほど|それ|これ|あれ|その話|上)(?:の|のは|のやつ|のこと|の話|の返事|言ったの|言ったこと)?$|^(?:that|this|it|the (?:last|first) (?:one|part)|what you said|earlier|before)$|^(?:刚才|刚刚|前面|这个|那个)(?:的|那个|说的)?$`)

// corrects is Corrects for one sentence. What is right is given as it was
// written.
func (s sentence) corrects(reply string) (right string, ok bool) {
	r := correctionsOf[s.lang]
	if s.asks || r.unless.MatchString(s.folded) {
		return "", false
	}
	for _, re := range r.says {
		if m := re.FindStringSubmatch(s.folded); m != nil {
			return s.tail(m[len(m)-1]), true
		}
	}
	for _, re := range r.answers {
		if m := re.FindStringSubmatch(s.folded); m != nil && !memory.Asks(reply) && !pleasantry.MatchString(m[1]) {
			return s.tail(m[1]), true
		}
	}
	for _, re := range r.instead {
		m := re.FindStringSubmatch(s.folded)
		if m == nil {
			continue
		}
		wrong := strings.Trim(m[re.SubexpIndex("wrong")], "〓 ")
		if wrong != "" && strings.Contains(text.Fold(reply), wrong) {
			return s.tail(m[re.SubexpIndex("right")]), true
		}
	}
	return "", false
}

// pleasantry is what "no, it's …" says when nothing was wrong.
var pleasantry = text.Lazy(`\b(?:fine|ok|okay|alright|all right|good|great|nothing|cool|not|just|too|enough|easy|hard|perfect|lovely)\b`)

// tail is the end of the sentence that folds to some text, as it was written:
// at least what is behind the last mark before it.
func (s sentence) tail(folded string) string {
	folded = strings.TrimSpace(folded)
	if folded == "" {
		return ""
	}
	for i := range s.words {
		if plain(s.words[i:]) == folded {
			return s.words[i:]
		}
	}
	return folded
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Signal is what a correction teaches: what was wrong, and the person's words.
// A correction that does not say what is right never becomes a rule.
func (c Correction) Signal(reply string, lines ...turnID) Signal {
	s := Signal{
		Kind: Feedback, Key: "correction:" + terms(reply), Priority: Normal, Evidence: lines, Lang: c.Lang,
		Text: oneLine(text.Excerpt(reply, maxWords)), Wrong: reply, Right: c.Right,
	}
	if about := terms(c.Right); about != "" {
		s.Key, s.Text = "correction:"+pole(c.Right)+about, c.Right
		s.Rule = text.Fill(wordsOf(c.Lang)["corrected"], "right", c.Right)
	}
	s.Key = text.Excerpt(s.Key, maxKey)
	return s
}

// maxKey is the length of a pattern's key, in characters.
const maxKey = 120
