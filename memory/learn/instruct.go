package learn

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

type turnID = turn.ID

// Topics of behaviour that are known again whatever the words.
const (
	topicAddress = "address" // how the owner is called; the value is the name, "-name" where it must not be used
	not          = "-"
)

// Instruction is what the owner wants of the companion's behaviour.
type Instruction struct {
	Topic, Value string // two values of one topic contradict each other
	Lasting      bool   // they said that it is to hold from now on
	Words        string // in their own words
	Lang         text.Lang
}

// manner is one thing that can be wanted of one topic, by the language of the
// sentence in plain form.
type manner struct {
	topic, value string
	is           map[text.Lang]*text.Pattern
}

// Parts of patterns.
const (
	jaAsk  = `(?:ください|下さい|くださいね|ほしい(?:な|です|んだ|んだけど)?|欲しい(?:な|です)?|くれ(?:る|ない|ますか|ませんか)?|もらえる|もらえますか|いい(?:よ|です)?|ね|よ|よね|な|お願い(?:します|ね)?|します)*`
	jaThen = `^(?:(?:いや|だから|ねえ|あのさ|あのね|ごめん|すみません|そうじゃなくて|違う(?:よ)?|ちょっと|お願い|お願いだから|できれば|もう|もっと|普段|ふだん|普通に|いつも|必ず|絶対に?|毎回|常に|これから(?:は|も|ずっと)?|今後(?:は|も)?|今度から(?:は)?|次から(?:は)?|以後(?:は)?|ずっと|返事は|返事も|答えは|返信は|話すときは|私には|僕には|俺には|私に|僕に|俺に)[、,\s]*)*`
	enThen = `^(?:(?:please|pls|and|but|so|ok|okay|hey|well|no|actually|just|also|then|from now on|from here on|in (?:the )?future|going forward|always|in general|next time|can you|could you|would you|will you|i want you to|i'd like you to|i would like you to|i'd prefer (?:it )?if you|i'd prefer you to|you should|you must|you can|try to|make sure to|make sure you|remember to|next time)[,:]? )*`
	zhThen = `^(?:(?:请|麻烦|拜托|那|那么|不|好|以后|今后|从现在起|从现在开始|从今以后|从今天起|从今往后|每次|总是|一定要?|能不能|可以|可不可以|你|都|就|也|再|跟我|对我|和我|我希望你?|我想让你|回答|回复|说话|聊天)(?:的时候|时)?[,、\s]*)*`
)

// manners are all, tried in order.
var manners = []manner{
	{"politeness", "plain", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:(?:その|堅い)?敬語(?:を|は|で|で話すの(?:は|を)?|使うの(?:は|を)?)?(?:もう|全部)?(?:やめて|使わないで|話さないで|使わなくて|なし(?:で|にして)?|抜き(?:で)?|いらない|要らない|じゃなくて(?:いい|タメ口で)|禁止(?:で)?)|(?:ため口|タメ口)(?:で|に)(?:話して|して|お願い|答えて|なって)?|(?:もっと)?(?:くだけた|砕けた|気楽な|フランクな)(?:話し方|言葉|感じ)で(?:話して|お願い)?|です・?ます(?:は|を)(?:やめて|使わないで))` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:don't be|stop being|no need to be|do not be|never be) (?:so |too |that )?(?:formal|polite|stiff)|` + enThen + `(?:drop|skip|cut) the formalit(?:y|ies)|` + enThen + `(?:be|speak|talk|talk to me|speak to me)(?: to me)? (?:a bit |a little |more )*(?:casual|informal|casually|informally|relaxed)$`),
		text.Zh: text.Lazy(zhThen + `(?:(?:别|不要|不用|不必|少)(?:再)?(?:用|说|讲)敬语|(?:别|不要|不用|不必)(?:再)?(?:这么|那么|太)?(?:客气|正式|拘谨)|(?:说话|语气)?(?:随意|随便|轻松)(?:一?点|一些))` + zhEnd + `$`),
	}},
	{"politeness", "polite", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:やっぱり|やっぱ)?(?:敬語(?:で|を|に)(?:話して|使って|して|戻して|お願い|答えて)|丁寧(?:に|な言葉で|語で|な話し方で)(?:話して|お願い|して|答えて)?|です・?ます(?:で|調で)(?:話して|お願い)?|(?:ため口|タメ口)(?:は|を)(?:やめて|使わないで))` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:be|speak|talk|talk to me)(?: to me)? (?:a bit |a little |more )*(?:formal|polite|formally|politely)(?: again)?$|` + enThen + `(?:don't be|stop being) so (?:casual|informal)`),
		text.Zh: text.Lazy(zhThen + `(?:还是)?(?:(?:用|说|讲)敬语|(?:说话|语气)?(?:客气|礼貌|正式)(?:一?点|一些))` + zhEnd + `$`),
	}},
	{"length", "short", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:長い(?:よ|から)?、?|長すぎ(?:る|る(?:よ|から))?、?)?(?:もっと|もう少し|もうちょっと|なるべく|できるだけ)?(?:短く|短めに|簡潔に|手短に|簡単に|短い文で|一言で|一文で)(?:して|答えて|返事して|話して|返して|お願い|まとめて答えて|言って)` + jaAsk + `$|` + jaThen + `(?:返事|返信|答え|話)(?:が|は)(?:ちょっと|少し|いつも)?(?:長い|長すぎる|長すぎます)(?:よ|ね|です|かな)*$|` + jaThen + `(?:長い(?:返事|答え|話)|長文)(?:は|を)?(?:やめて|いらない|しないで)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:answer|reply|respond|talk|speak|write)(?: to me)? (?:me )?(?:more |a bit |much |in )*(?:short|shorter|brief|briefly|concise|concisely|(?:short|brief)(?:er)? (?:sentences|answers|replies)|(?:one|two) sentences?)$|` + enThen + `(?:be (?:more |a bit )?(?:brief|concise|briefer)|keep (?:it|your (?:answers|replies|messages)|answers|replies) (?:short|brief|concise|shorter)|give (?:me )?short(?:er)? (?:answers|replies)|(?:shorter|short) (?:answers|replies)(?:,? please)?|use (?:fewer|less) words|your (?:answers|replies|messages) are (?:way |a bit |much |a little )?too long|don't (?:write|be) so (?:much|long|long-winded|wordy|verbose))$`),
		text.Zh: text.Lazy(zhThen + `(?:回答|回复|说|讲|写)?(?:得|话)?(?:尽量)?(?:再|更)?(?:短|简短|简洁|精简|简单)(?:一?点|些|一些)(?:回答|回复|说)?` + zhEnd + `$|` + zhThen + `(?:用|请用)?(?:简短|简洁|短)的?(?:句子|话|语言)(?:来)?(?:回答|回复|说)(?:我)?$|` + zhThen + `(?:别|不要)(?:写|说|回)?(?:这么|那么|太)(?:长|啰嗦|多)` + zhEnd + `$`),
	}},
	{"length", "long", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:もっと|もう少し|なるべく)?(?:詳しく|長く|長めに|丁寧に長く)(?:答えて|返事して|返して|書いて)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:answer|reply|respond|write)(?: to me)? (?:in more detail|at more length|longer|in longer (?:sentences|answers|replies)|more)$|` + enThen + `(?:give (?:me )?longer (?:answers|replies)|be (?:more )?(?:detailed|verbose))$`),
		text.Zh: text.Lazy(zhThen + `(?:回答|回复)(?:得)?(?:再|更)?(?:长|详细)(?:一?点|些|一些)` + zhEnd + `$`),
	}},
	{"language", "japanese", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:必ず|全部)?日本語(?:だけ)?で(?:話して|答えて|返事して|お願い|返して)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:speak|answer|reply|talk|respond|write)(?: to me)?(?: only)? in japanese(?: only)?$|` + enThen + `speak japanese$`),
		text.Zh: text.Lazy(zhThen + `(?:都)?(?:用|说|讲)(?:日语|日文)(?:来)?(?:回答|回复|说|聊|说话|交流)?(?:我)?` + zhEnd + `$`),
	}},
	{"language", "english", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:必ず|全部)?英語(?:だけ)?で(?:話して|答えて|返事して|お願い|返して)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:speak|answer|reply|talk|respond|write)(?: to me)?(?: only)? in english(?: only)?$|` + enThen + `speak english$`),
		text.Zh: text.Lazy(zhThen + `(?:都)?(?:用|说|讲)(?:英语|英文)(?:来)?(?:回答|回复|说|聊|说话|交流)?(?:我)?` + zhEnd + `$`),
	}},
	{"language", "chinese", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:必ず|全部)?中国語(?:だけ)?で(?:話して|答えて|返事して|お願い|返して)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:speak|answer|reply|talk|respond|write)(?: to me)?(?: only)? in chinese(?: only)?$|` + enThen + `speak chinese$`),
		text.Zh: text.Lazy(zhThen + `(?:都)?(?:用|说|讲)(?:中文|汉语|普通话)(?:来)?(?:回答|回复|说|聊|说话|交流)?(?:我)?` + zhEnd + `$`),
	}},
	{"emoji", "none", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:絵文字|顔文字)(?:は|を)?(?:もう)?(?:使わないで|やめて|なし(?:で|にして)?|いらない|減らして|控えて|つけないで)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:(?:don't use|stop using|no|use no|without|never use|do not use|avoid|less|fewer|use fewer|use less)(?: any| so many| more)? emojis?)(?: please| anymore| any more)?$`),
		text.Zh: text.Lazy(zhThen + `(?:不要|别|少|不用)(?:再)?(?:用|发|加)(?:那么多|这么多)?(?:表情|表情符号|emoji)` + zhEnd + `$`),
	}},
	{"emoji", "some", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:もっと)?(?:絵文字|顔文字)(?:を|も)?(?:もっと)?(?:使って|つけて|入れて)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `use (?:more |some )?emojis?(?: please| again)?$`),
		text.Zh: text.Lazy(zhThen + `(?:多)?(?:用|发|加)(?:点|些|一些)?(?:表情|表情符号|emoji)` + zhEnd + `$`),
	}},
	{"questions", "fewer", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:(?:いちいち|毎回|そんなに)?、?(?:質問(?:は|を|ばかり|で返すの(?:は|を)?)?(?:しないで|やめて|減らして|で返さないで)|聞き返さないで|質問で返さないで))` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:(?:don't|stop|do not|never) (?:ask|asking|end with|ending with)(?: me)?(?: so many| too many| always)? (?:questions?|a question)|(?:ask fewer|fewer) questions)(?: all the time| please)?$`),
		text.Zh: text.Lazy(zhThen + `(?:别|不要|少)(?:再)?(?:总|老|总是|老是)?(?:问我?|提|反问)(?:这么多|那么多)?(?:问题)?` + zhEnd + `$`),
	}},
	{"apologies", "fewer", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:いちいち|毎回|そんなに)?、?(?:謝らないで|謝らなくて|謝るの(?:は|を)?やめて|謝罪(?:は|を)?(?:いらない|しないで))` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:stop apologi[sz]ing|don't apologi[sz]e|never apologi[sz]e|stop saying sorry|don't say sorry)(?: all the time| so much| so often| please)?$`),
		text.Zh: text.Lazy(zhThen + `(?:别|不要|不用)(?:再)?(?:总|老|总是|老是|一直)?(?:道歉|说对不起|说抱歉)` + zhEnd + `$`),
	}},
	{"lists", "none", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:箇条書き|リスト|見出し|マークダウン)(?:は|を|に|で)?(?:使わないで|やめて|なし(?:で|にして)?|しないで|いらない)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:don't use|stop using|no|use no|without|avoid|do not use|never use)(?: any)? (?:bullet points|bullets|lists|markdown|headings)(?: please| anymore)?$`),
		text.Zh: text.Lazy(zhThen + `(?:不要|别|少)(?:再)?(?:用|列|写)(?:列表|清单|要点|标题)` + zhEnd + `$`),
	}},
	{"lists", "some", map[text.Lang]*text.Pattern{
		text.Ja: text.Lazy(jaThen + `(?:箇条書き|リスト)(?:で|に|を)(?:答えて|して|使って|お願い|まとめて)` + jaAsk + `$`),
		text.En: text.Lazy(enThen + `(?:use|answer (?:in|with)|reply (?:in|with)) (?:bullet points|bullets|lists)(?: please)?$`),
		text.Zh: text.Lazy(zhThen + `用(?:列表|清单|要点)(?:来)?(?:回答|回复|写)?` + zhEnd + `$`),
	}},
}

// lasting is a sentence that says how long it holds.
var lasting = map[text.Lang]*text.Pattern{
	text.Ja: text.Lazy(`これから(?:は|も|ずっと|、)|今後(?:は|も|、)|今度から|次から|以後|いつも|必ず|絶対|毎回|常に|二度と|ずっと|普段`),
	text.En: text.Lazy(`\bfrom now on\b|\bfrom here on\b|\bin (?:the )?future\b|\bgoing forward\b|\balways\b|\bnever\b|\bevery time\b|\bany ?more\b`),
	text.Zh: text.Lazy(`以后|今后|从现在|从今|每次|总是|一定|永远|一直|再也`),
}

// general is any other lasting wish, its group what is wanted.
var general = map[text.Lang]*text.Pattern{
	text.Ja: text.Lazy(`^(?:いや|ねえ|あのね|そうじゃなくて|違う(?:よ)?|お願い(?:だから)?|じゃあ)?[、,]?(?:これから(?:は|も|ずっと)|今後(?:は|も)?|今度から(?:は)?|次から(?:は)?|以後(?:は)?|いつも|必ず|毎回|二度と)、?(.{2,80}?(?:して|しないで|やめて|話して|答えて|返事して|使って|使わないで|言って|言わないで|聞いて|聞かないで|教えて|教えないで|確認して|書いて|呼んで|見せて|始めて|[ぁ-ん]ないで))` + jaAsk + `$`),
	text.En: text.Lazy(`^(?:(?:please|no|ok|okay|so|and|actually|well)[,:]? )*(?:(?:from now on|from here on|in (?:the )?future|going forward)[,:]? (?:please |always |never |you should |you must |i want you to |i'd like you to )?((?:don't |do not |never |always |stop |no )?[a-z]+\b.{2,100})|((?:always|never) (?:answer|reply|respond|talk|speak|say|tell|mention|ask|use|write|start|begin|end|suggest|give|remind|call|greet|explain|repeat|bring up|assume|make|include|add|check|show)\b.{2,100})|((?:don't|do not) .{2,80} (?:ever again|any ?more)))$`),
	text.Zh: text.Lazy(`^(?:请|好|那|不)?[,、]?(?:以后|今后|从现在起|从现在开始|从今以后|从今天起|每次)[,、]?((?:请|你|都|就|别|不要|不用|用|跟我|对我|先|回答|回复).{2,60})$`),
}

var (
	// own is a plan of the writer's own, and no wish.
	own = text.Lazy(`^(?:i|i'm|i'll|i've|we|we'll|he|she|they|my|it|it's|there|things|life|everything|everyone|nothing|the|this|that)\b`)
	// joking takes the whole message with it.
	joking = text.Lazy(`なんちゃって|冗談だよ|冗談です|じょうだん|\b(?:just kidding|jk|i'm joking|only joking)\b|开玩笑|逗你`)
	// enTail is what stands behind a wish and is no part of it.
	enTail = text.Lazy(`(?:,? (?:please|pls|from now on|from here on|going forward|in (?:the )?future|thanks|thank you|ok|okay))+$`)
	// zhTail asks whether it may be, and is no part of what is wanted.
	zhTail = text.Lazy(`[,、，\s]*(?:好吗|好不好|行吗|可以吗)$`)
	// ordering is how a wish begins that has "from now on" behind it.
	ordering = text.Lazy(`^(?:please )?(?:(?:don't|do not|stop|never|always) )?(?:answer|reply|respond|keep (?:it|your|replies|answers)|tell|use|using|write|start|begin|ask|asking|call|calling|speak|talk|give|show|include|remind|mention|mentioning|greet|explain)\b`)
	// cheering is a saying, and no wish.
	cheering = text.Lazy(`^never (?:give up|say never|mind|change|look back|too|stop (?:dreaming|learning|believing|smiling))\b|^always (?:remember|look|be yourself)\b`)
	// supposed is a sentence that asks for nothing now.
	supposed = text.Lazy(`もし|だったら(?:いい|な)|たらいいのに|かもしれ|\bif i\b|\bif we\b|\bwould have\b|\bimagine\b|如果|要是|假如`)
	// callJa and others are how the owner wants to be called, the name in the
	// first group.
	calls = map[text.Lang][]*text.Pattern{
		text.Ja: {
			text.Lazy(jaThen + `(?:(?:私|僕|俺|わたし|ぼく|おれ)(?:の(?:こと|名前)(?:は|を)?|は|を|のことは)?、?)?(?:いつも|必ず)?(.{1,20}?)(?:って|と|で)(?:は)?呼んで` + jaAsk + `$`),
			text.Lazy(jaThen + `(?:(?:私|僕|俺|わたし|ぼく|おれ)(?:の(?:こと|名前)(?:は|を)?|は|を)?、?)?(.{1,20}?)(?:って|と)(?:は|か)?(呼ばないで|呼ぶのは(?:やめて|なし))` + jaAsk + `$`),
		},
		text.En: {
			text.Lazy(enThen + `call me ([a-z][a-z'〓. -]{0,24})$`),
			text.Lazy(enThen + `(?:stop calling|don't call|never call|do not call) me ([a-z〓][a-z'〓. -]{0,24}?)()(?: any ?more| again| ever| please)*$`),
		},
		text.Zh: {
			text.Lazy(zhThen + `(?:叫|称呼|喊)我([^\s,、]{1,8}?)` + zhEnd + `$`),
			text.Lazy(zhThen + `(?:别|不要|不许)(?:再)?(?:叫|称呼|喊)我([^\s,、]{1,8}?)()` + zhEnd + `$`),
		},
	}
	// noName is what stands behind "call me" and is no name.
	noName = text.Lazy(`^(?:back|later|when|if|at|on|tomorrow|today|tonight|maybe|crazy|old-?fashioned|a (?:cab|taxi|fool|liar|doctor)|an? .*|what you.*|anything|whatever.*|out|in the .*|names|that|this|it|あとで|後で|また|名前|下の名前|それ|これ|そう|ちゃんと|一緒|誰か|医者|タクシー)$`)
	// noNameZh are the verbs behind 叫我.
	noNameZh = text.Lazy(`^(?:去|来|帮|起床|做|干|回|过|先|怎么|别|不要|等|吃|起|上|下|走)`)
	named    = text.Lazy(`[「『“"«‘](.{1,24}?)[」』”"»’]`)
)

// Instructs are what a message wants of the companion's behaviour, at most
// three. words are the owner's own.
func Instructs(words string, lang text.Lang) (out []Instruction) {
	if joking.MatchString(text.Fold(words)) {
		return nil
	}
	for _, s := range sentences(words, lang) {
		if several := s.several(); len(several) > 0 {
			out = append(out, several[:min(len(several), maxOpening-len(out))]...)
			continue
		}
		for _, part := range s.parts() {
			if in, ok := part.instructs(); ok && len(out) < maxOpening {
				out = append(out, in)
				break
			}
		}
	}
	return out
}

// parts are the sentence, and what stands behind a correction in it.
func (s sentence) parts() []sentence {
	all := []sentence{s}
	for i, r := range s.words {
		if strings.ContainsRune("、，,", r) && i > 0 {
			before := strings.Trim(plain(s.words[:i]), " ")
			for _, re := range correctionsOf[s.lang].says {
				if re.MatchString(before) {
					rest := strings.TrimSpace(s.words[i+utf8.RuneLen(r):])
					all = append(all, sentence{words: rest, folded: plain(rest), lang: s.lang, asks: s.asks})
					return all
				}
			}
		}
	}
	return all
}

// instructs is what one sentence wants.
func (s sentence) instructs() (in Instruction, ok bool) {
	if s.folded == "" || cheering.MatchString(s.folded) || supposed.MatchString(s.folded) || s.asks && !strings.HasSuffix(s.folded, "くれる") && !request.MatchString(s.folded) {
		return in, false
	}
	in = Instruction{Words: oneLine(s.words), Lang: s.lang, Lasting: lasting[s.lang].MatchString(s.folded)}
	for i, re := range calls[s.lang] {
		m := re.FindStringSubmatch(s.folded)
		if m == nil {
			continue
		}
		name := strings.Trim(m[1], " .,")
		if strings.Contains(name, "〓") {
			q := named.FindStringSubmatch(s.words)
			if q == nil || name != "〓" {
				return in, false
			}
			name = text.Fold(q[1])
		}
		if name == "" || noName.MatchString(name) || s.lang == text.Zh && noNameZh.MatchString(name) {
			return in, false
		}
		in.Topic, in.Value, in.Lasting = topicAddress, name, true // a name is no matter of the moment
		if i == 1 {
			in.Value = not + name
		}
		return in, true
	}
	if strings.Contains(s.folded, "〓") {
		return in, false // quoted words may be the very wish
	}
	wanted := s.folded
	if tail := enTail.FindString(s.folded); s.lang == text.En && tail != "" {
		if wanted = strings.TrimSuffix(wanted, tail); lasting[text.En].MatchString(tail) && ordering.MatchString(wanted) {
			wanted = "from now on, " + wanted
		}
	}
	if s.lang == text.Zh {
		wanted = zhTail.ReplaceAllString(wanted, "")
	}
	for _, m := range manners {
		if re := m.is[s.lang]; re.MatchString(wanted) {
			in.Topic, in.Value = m.topic, m.value
			return in, true
		}
	}
	if m := general[s.lang].FindStringSubmatch(wanted); m != nil {
		wish := strings.TrimSpace(strings.Join(m[1:], ""))
		if about := terms(wish); about != "" && !own.MatchString(wish) {
			in.Topic, in.Value, in.Lasting = text.Excerpt("do:"+about, maxKey), "do"+pole(wish+s.folded), true
			return in, true
		}
	}
	return in, false
}

// request is a question that asks for it all the same.
var request = text.Lazy(`^(?:please|can you|could you|would you|will you|能不能|可不可以|可以)|(?:くれる|くれない|くれますか|もらえる|もらえますか|ください|好吗|好不好|行吗|可以吗)$`)

// Signal is what an instruction teaches: at once a rule where it is to last.
func (in Instruction) Signal(lines ...turnID) Signal {
	s := Signal{
		Kind: Learned, Key: in.Topic + "=" + in.Value, Topic: in.Topic, Value: in.Value, Priority: High, Evidence: lines,
		Lang: in.Lang, Text: in.Words, Rule: in.Words,
	}
	if in.Lasting {
		s.Priority = Critical
	}
	return s
}
