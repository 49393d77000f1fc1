package rehearsal

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

const (
	jaSelf   = `(?:私|わたし|わたくし|僕|ぼく|俺|おれ|あたし)`
	jaTail   = `(?:よね|よ|ね|わ|な|ぞ)?`
	jaCopula = `(?:(?:です|だ|である|なの|なん(?:だ|です)|っす|(?:と|って)(?:い|言)(?:います|う)|と申します)(?:の|んだ|んです)?` + jaTail + `)`
	// jaOwn are things one has: a sentence about them is about the speaker
	// even where it does not say "my".
	jaOwn = `(?:名前|誕生日|生年月日|年齢|趣味|仕事|職業|出身地?|住所|電話番号|会社|学校|家族|好物|(?:好き|嫌い|苦手|得意)な[^はが]{1,10}|血液型|星座|身長|体重|夢|目標|アレルギー|` +
		`(?:結婚)?記念日|猫|ねこ|ネコ|犬|いぬ|イヌ|ペット|妻|嫁|奥さん|夫|旦那|彼女|彼氏|息子|娘|子供|子ども|母|父|両親|兄|姉|弟|妹|祖母|祖父|友達|友人|親友|同僚|上司|車)`
)

var (
	jaLead       = text.Lazy(`^(?:ねえ|ねぇ|あのね?|えっと|ええと|そういえば|ちなみに|じゃあ|あと|それと|ところで|先生|うん|はい|ココロン|こころん)[、,\s]+`)
	jaBareDenial = text.Lazy(`^(?:それは|そこ)?(?:(?:違う|違います|ちがう|ちがいます|いや|いえ)+|いいえ|ううん|間違い|間違って(?:い)?(?:る|ます)|そうじゃない|そうではない)(?:よ|ね|わ|って|です|の)*$`)
	jaDenial     = text.Lazy(`^(?:それは|そこ)?(?:(?:違う|違います|ちがう|ちがいます|いや|いえ)+|いいえ|ううん|間違い|間違って(?:い)?(?:る|ます)|そうじゃなくて|そうじゃない|そうではなくて?)(?:よ|ね|わ|って|です|の)*[、,\s]+(.+)$`)
	jaNotBut     = text.Lazy(`^(?:([^、,]{1,20}?)(?:は、?|、))?([^は、,]{1,30}?)(?:(?:じゃなく|ではなく|でなく)て?[、,\s]*|(?:じゃ|では)(?:ない|ありません)(?:です)?(?:よ)?[、,]\s*)(.{1,30}?)(?:` + jaCopula + `|でした|だった)?$`)
	jaValue      = text.Lazy(`^(?:正しくは|本当は)?(.{1,20}?)(` + jaCopula + `)?$`)
	jaNoValue    = text.Lazy(`^(?:結構|大丈夫|平気|いい|無理|だめ|ダメ|何でも|なんでも|別に|まだ|そんな|そう|嫌|いや|嘘|冗談|それ|これ|本当|いらな)|たい$|ない$|ます$`)
	jaChanged    = text.Lazy(`^(?:` + jaSelf + `の|うちの)?(.{1,20}?)(?:は|が)、?(?:もう)?(.{1,30}?)に(?:変わ(?:った|りました)|変え(?:た|ました)|な(?:った|りました)|する|します|した|しました|変更(?:した|しました|になりました)?)(?:んだ|んです|の)?` + jaTail + `$`)
	jaRight      = text.Lazy(`^(?:本当は|ほんとは|正しくは|実は|訂正|やっぱり|やっぱ|間違えた|今は)[、,:\s]*(.+)$`)
	jaNoMore     = text.Lazy(`^(?:` + jaSelf + `は、?)?(?:もう)?(.{1,30}?)(?:は|が)?(?:もう)(好き|嫌い|苦手|得意)(?:じゃない|ではない|じゃありません|ではありません|でなくなった|じゃなくなった)(?:んだ|です|んです)?` + jaTail + `$`)

	jaRemember    = text.Lazy(`^(?:これ|これを)?(?:覚えて(?:おいて|て)?|覚えといて|おぼえて(?:おいて)?|おぼえといて|忘れないで|メモ(?:して(?:おいて)?)?|記憶して(?:おいて)?)(?:ください|下さい|くれる|ほしい)?` + jaTail + `(?:[、,:\s]+(.+))?$`)
	jaRememberEnd = text.Lazy(`^(.+?)(?:だ|です)?(?:という(?:の|こと)|ってこと|こと|と|って|から|ので)?を?[、,\s]*(?:覚えておいて|覚えといて|おぼえておいて|おぼえといて|覚えて|メモしておいて|メモして|忘れないで)(?:ください|下さい|くれる|ほしい)?` + jaTail + `$`)
	jaMine        = text.Lazy(`^(?:` + jaSelf + `の|うちの)(.{1,20}?)(?:は|って)、?(.{1,40}?)(` + jaCopula + `)?$`)
	jaOwnIs       = text.Lazy(`^(?:飼って(?:い)?る)?(` + jaOwn + `(?:の[^はが]{1,10}?)?)(?:は|って)、?(.{1,40}?)(` + jaCopula + `)?$`)
	jaLikes       = text.Lazy(`^(?:` + jaSelf + `(?:は|も|って)、?)?(.{1,30}?)(?:が|は|も)、?(?:とても|とっても|すごく|本当に|一番|いちばん|めっちゃ|けっこう|結構)?(大?好き(?:じゃない|ではない|だった)?|大?嫌い|苦手|得意)` + jaCopula + `?` + jaTail + `$`)
	jaIAm         = text.Lazy(`^` + jaSelf + `は、?([^、,はが]{1,20}?)(?:です|だ(?:よ|ね)?|といいます|と言います|と申します)` + jaTail + `$`)
	jaNamed       = text.Lazy(`^(?:` + jaSelf + `(?:は|、|,))?([^、,はがをに]{1,12}?)(?:と(?:い|言)います|と申します|って(?:い|言)(?:うの|うんだ|うんです|います))` + jaTail + `$`)
	jaHave        = text.Lazy(`^(?:(?:` + jaSelf + `|うち)には?)?(` + jaOwn + `が(?:[0-9一二三四五]+(?:匹|人|頭|羽))?)い(?:る|ます)(?:んだ|んです|の)?` + jaTail + `$`)
	jaCallMe      = text.Lazy(`^(?:` + jaSelf + `(?:のこと)?(?:は|を)、?)?(.{1,15}?)(?:と|って)呼んで(?:ください|ほしい|くれる)?` + jaTail + `$`)
	jaLife        = text.Lazy(`^(?:` + jaSelf + `は、?)?([^、,は]{1,30}?)(に住んで|で働いて|を(?:[0-9一二三四五]+[匹頭羽])?飼って|に勤めて|に通って|を習って)(?:い)?(?:る|ます)(?:んだ|んです|の)?` + jaTail + `$`)
	jaAllergy     = text.Lazy(`^(?:` + jaSelf + `は、?)?([^、,は]{1,15}?)(?:の)?アレルギー(?:が)?(?:です|だ|ある|あります|持ち)(?:んだ|んです|です)?` + jaTail + `$`)
	jaYou         = text.Lazy(`あなた|^君|きみ|お前|おまえ|ココロン|こころん|先生の?こと|そういう|そんな|こういう|それ|これ|あれ|その|この|あの|ここ|貴方`)
	jaMood        = text.Lazy(`^(?:元気|大丈夫|平気|無理|幸せ|暇|ひま|反対|賛成|同じ|初めて|はじめて|本当|残念|心配|満足|不満|秘密|内緒|終わり|最高|最悪|微妙|まあまあ|お?休み)|(?:[たさいなりて]|そ)そう$`)
	jaAdjective   = text.Lazy(`(?:い|ます|ました|たい|ない|てる|ている|てた|った)$`)

	jaAsking    = text.Lazy(`(?:です|ます|でした|ました|だった|の|る|た|い|う|だ|好き|嫌い|何|誰)(?:か|かな|かい|かしら)$|っけ$|(?:は|って)$|(?:教えて|おしえて)(?:ください|下さい|くれる|ほしい|よ|ね)*$|(?:覚えて|おぼえて|知って)(?:い)?(?:る|ます)(?:の|か)?$|でしょうか?$`)
	jaSomething = text.Lazy(`いつも|いつか|どこか|[何誰]か|なにか|だれか|何でも|なんでも|誰でも|何も|誰も|何とか`)
	jaWh        = text.Lazy(`何|なに|いつ|どこ|誰|だれ|どんな|どれ|どっち|いくつ|いくら|なぜ|どうして`)
	jaPersonal  = text.Lazy(jaSelf + `|うちの|っけ$|覚えて|おぼえて|^` + jaOwn + `|^(?:何|なに|誰|だれ|どこ|どんな.{1,8})[がをはに]、?(?:一番)?(?:好き|嫌い|苦手|得意)`)
	jaYours     = text.Lazy(`あなた|貴方|君[のはが]|きみ[のはが]|お前|ココロン|こころん`)

	jaTimeAsk = text.Lazy(`^(?:今|いま|現在)?(?:は|って|の)?、?(?:何時|なんじ)(?:何分)?(?:(?:です|なの|だ|になった)?(?:か|かな|の|ろう|っけ)?(?:わか(?:る|ります)か?|教えて.*)?|になる)?$|^今日(?:は|って|の)?、?(?:何日|なんにち|何月何日|何曜日?|なんようび|日付|曜日)|(?:今|いま|現在)の?(?:時間|時刻|日時)|^(?:日付|時刻|日時)(?:は|を|教えて)`)
	jaForget  = text.Lazy(`(?:忘れて|消して|削除して|消去して)(?:ください|下さい|ほしい|くれる|いい)?(?:よ|ね)?$|覚えなくて(?:も)?いい|記憶を(?:消|削除)`)
	jaHelp    = text.Lazy(`(?:何|なに)が(?:でき|出来)|できること|出来ること|使い方|ヘルプ|^help$|(?:あなた|君|きみ|お前)(?:は|って)、?(?:誰|だれ|何|なに|AI|人間|ロボット)|何者|自己紹介|リハーサル(?:って|とは|モード)|(?:本物|本当)の(?:モデル|AI)|モデル(?:を|に|の|は)?(?:つな|繋|接続|設定|切り替)`)
	jaGreet   = text.Lazy(`^(?:おはよう|こんにち[はわ]|こんばん[はわ]|はじめまして|初めまして|ただいま|やあ|やっほ|ハロー|もしもし|どうも$|よろしく|ひさしぶり|久しぶり|お疲れ)`)
	jaBye     = text.Lazy(`^(?:おやすみ|お休みなさい|またね|また明日|さようなら|さよなら|バイバイ|ばいばい|じゃあね|行ってきます|いってきます)`)
	jaThanks  = text.Lazy(`^(?:本当に)?(?:ありがとう|有難う|サンキュー|感謝|助かっ?(?:た|りました|る))`)
)

func jaClassify(s sentence) intent {
	s.text = jaLead.ReplaceAllString(s.text, "")
	asks := s.question || jaAsking.MatchString(s.text) || jaWh.MatchString(jaSomething.ReplaceAllString(s.text, ""))
	if !asks {
		if in := jaCorrect(s.text); in.kind != other {
			return in
		}
	}
	switch {
	case jaHelp.MatchString(s.text):
		return intent{kind: help}
	case jaGreet.MatchString(s.text):
		return jaAfterComma(s, greet)
	case jaTimeAsk.MatchString(s.text):
		return intent{kind: askTime}
	case jaForget.MatchString(s.text):
		return forgetting(s.text, text.Ja)
	case jaRemember.MatchString(s.text):
		if what := jaRemember.FindStringSubmatch(s.text)[1]; what != "" {
			return saved(jaExplicit(what))
		}
		return intent{kind: saveWhat}
	case asks:
		return jaRecall(s.text)
	case jaBye.MatchString(s.text):
		return intent{kind: bye}
	case jaThanks.MatchString(s.text):
		return jaAfterComma(s, thanks)
	}
	if m := jaRememberEnd.FindStringSubmatch(s.text); m != nil {
		return saved(jaExplicit(m[1]))
	}
	if f, ok := jaStatement(s.text); ok {
		return saved(f)
	}
	return intent{kind: other}
}

func saved(f fact) intent { return intent{kind: save, facts: []fact{f}} }

// jaAfterComma understands 「こんにちは、ラーメンが好きです」: what follows the
// greeting weighs more.
func jaAfterComma(s sentence, first kind) intent {
	_, rest, found := strings.Cut(s.text, "、")
	if found && rest != "" {
		if in := jaClassify(sentence{rest, s.question}); in.kind > first {
			return in
		}
	}
	return intent{kind: first}
}

func jaCorrect(s string) intent {
	if jaBareDenial.MatchString(s) {
		if strings.Contains(s, "違") || strings.Contains(s, "ちが") {
			return intent{kind: unclear}
		}
		return intent{} // 「いいえ」 alone may mean anything
	}
	loose, strong := true, strings.HasPrefix(s, "違") || strings.HasPrefix(s, "ちが") || strings.HasPrefix(s, "間違")
	if m := jaDenial.FindStringSubmatch(s); m != nil {
		s, loose = m[1], false
	}
	if m := jaRight.FindStringSubmatch(s); m != nil {
		s, loose = m[1], false
	}
	if m := jaNoMore.FindStringSubmatch(s); m != nil {
		f := fact{"先生はもう" + m[1] + "が" + m[2] + "ではない", m[1], 3, aboutOwner}
		return intent{kind: correct, topic: topic{phrase: m[1], terms: []string{m[1], m[2]}}, whole: &f}
	}
	if m := jaNotBut.FindStringSubmatch(s); m != nil && !jaNoValue.MatchString(m[3]) && !strings.HasSuffix(m[3], "い") {
		in := intent{kind: correct, old: jaBare(m[2]), new: jaBare(m[3]), loose: loose}
		if m[1] != "" {
			in.topic, in.loose = jaTopic(m[1]), false
		}
		return in
	}
	if m := jaChanged.FindStringSubmatch(s); m != nil && (jaOwned(s) || !loose) {
		return intent{kind: correct, topic: jaTopic(m[1]), new: m[2]}
	}
	if loose {
		return intent{}
	}
	if f, ok := jaStatement(s); ok && f.subject != "" {
		f.content = strings.TrimSuffix(f.content, "だった") // "it was March 10th, I meant"
		return intent{kind: correct, topic: jaTopic(f.subject), whole: &f}
	}
	if m := jaValue.FindStringSubmatch(s); m != nil && (m[2] != "" || strong && !jaAdjective.MatchString(m[1])) && !jaNoValue.MatchString(m[1]) && !jaMood.MatchString(m[1]) && !strings.ContainsAny(m[1], "はがを") {
		return intent{kind: correct, new: m[1], loose: !strong}
	}
	return intent{}
}

// jaBare takes quotation marks off.
func jaBare(s string) string { return strings.Trim(s, "「」『』\" ") }

var jaOwnedStart = text.Lazy(`^(?:` + jaSelf + `の|うちの|` + jaOwn + `)`)

func jaOwned(s string) bool { return jaOwnedStart.MatchString(s) }

var jaMe = text.Lazy(jaSelf)

var jaEnding = text.Lazy(`(?:です|だ)(?:よ|ね)?$`)

// jaExplicit is what somebody asked to remember; the rules for plain
// statements word it where they can.
func jaExplicit(s string) fact {
	if f, ok := jaStatement(s); ok {
		f.importance = max(f.importance, 4)
		return f
	}
	if strings.Contains(s, "は") {
		s = jaEnding.ReplaceAllString(s, "")
	}
	f := fact{content: s, importance: 4, category: knowledge}
	if jaMe.MatchString(s) {
		f.content, f.category = jaMe.ReplaceAllString(s, "先生"), aboutOwner
	}
	return f
}

func jaStatement(s string) (fact, bool) {
	if m := jaLikes.FindStringSubmatch(s); m != nil && !jaYou.MatchString(m[1]) {
		if who, what, found := strings.Cut(m[1], "は"); found {
			return fact{jaWho(who) + "は" + what + "が" + m[2], "", 3, aboutOwner}, true
		}
		return fact{"先生は" + m[1] + "が" + m[2], jaLikeSubject(m[2]), 3, aboutOwner}, true
	}
	if m := jaLife.FindStringSubmatch(s); m != nil {
		return fact{"先生は" + m[1] + m[2] + "いる", jaLifeSubject(m[2]), 4, aboutOwner}, true
	}
	if m := jaAllergy.FindStringSubmatch(s); m != nil && m[1] != "" {
		return fact{"先生は" + strings.TrimSuffix(m[1], "の") + "アレルギーがある", "アレルギー", 5, aboutOwner}, true
	}
	if m := jaNamed.FindStringSubmatch(s); m != nil {
		return jaFact("名前", jaBare(m[1])), true
	}
	if m := jaHave.FindStringSubmatch(s); m != nil {
		return fact{"先生には" + m[1] + "いる", "", 4, aboutOwner}, true
	}
	if m := jaCallMe.FindStringSubmatch(s); m != nil {
		return fact{"先生は「" + m[1] + "」と呼ばれたい", "名前", 4, aboutOwner}, true
	}
	for _, re := range []*text.Pattern{jaMine, jaOwnIs} {
		m := re.FindStringSubmatch(s)
		if m == nil || jaYou.MatchString(m[2]) || jaMood.MatchString(m[2]) {
			continue
		}
		noun := strings.HasPrefix(m[3], "だ") || strings.HasPrefix(m[3], "な") || // no adjective takes 「だ」
			strings.HasSuffix(m[1], "名前") || strings.HasSuffix(m[2], "だった")
		if !noun && jaAdjective.MatchString(m[2]) {
			continue
		}
		return jaFact(m[1], jaBare(m[2])), true
	}
	if m := jaIAm.FindStringSubmatch(s); m != nil && !jaMood.MatchString(m[1]) && !jaAdjective.MatchString(m[1]) && !jaYou.MatchString(m[1]) {
		return fact{"先生は" + m[1], "", 4, aboutOwner}, true
	}
	return fact{}, false
}

// jaWho says whose relative or pet it is.
func jaWho(who string) string {
	if jaOwned(who) {
		return "先生の" + who
	}
	return who
}

func jaLikeSubject(like string) string {
	for _, w := range []string{"好き", "嫌い", "苦手", "得意"} {
		if strings.Contains(like, w) {
			return w
		}
	}
	return ""
}

// jaLifeSubject is the verb of a phrase like 「を2匹飼って」.
func jaLifeSubject(phrase string) string {
	if strings.HasSuffix(phrase, "飼って") {
		return "飼って"
	}
	return strings.TrimLeft(phrase, "にでを")
}

func jaFact(subject, value string) fact {
	switch subject {
	case "好き", "嫌い", "苦手", "得意":
		return fact{"先生は" + value + "が" + subject, subject, 3, aboutOwner}
	}
	if strings.HasSuffix(subject, "て") || strings.HasSuffix(subject, "で") {
		particle := map[string]string{"住んで": "に", "働いて": "で", "飼って": "を", "勤めて": "に", "通って": "に", "習って": "を"}[subject]
		return fact{"先生は" + value + particle + subject + "いる", subject, 4, aboutOwner}
	}
	return fact{"先生の" + subject + "は" + value, subject, 4, aboutOwner}
}

func jaRecall(s string) intent {
	if jaYours.MatchString(s) && !strings.Contains(s, "私") || !jaPersonal.MatchString(s) {
		return intent{kind: other}
	}
	t := jaTopic(s)
	if head, _, found := strings.Cut(s, "は"); found {
		if h := jaTopic(head); !h.empty() {
			h.many = t.many
			t = h
		}
	}
	if t.empty() {
		if !jaEverything.MatchString(s) {
			return intent{kind: other}
		}
		t.all, t.many = true, true
	}
	return intent{kind: recall, topic: t}
}

var (
	jaEverything = text.Lazy(`覚えて|おぼえて|知って|(?:私|僕|俺|わたし|ぼく|おれ)(?:について|のこと)`)
	jaAtoms      = text.Lazy(`大?(好き|嫌い|苦手|得意)(?:な|だった|だ|です)?|(住んで|飼って|働いて|勤めて|通って|習って|生まれ)[ぁ-ん]*`)
	jaKinds      = text.Lazy(`食べ物|たべもの|飲み物|動物|場所|料理|音楽|映画|季節|色|スポーツ`)
	jaScaffold   = text.Lazy(jaSelf + `|うちの|教えて(?:ください|くれる|ほしい)?|おしえて|(?:覚えて|おぼえて|知って)(?:い)?(?:る|ます)?|覚え|いる|いた|います|何時|何歳|何人|何匹|何日|何|なに|いつ|どこ|誰|だれ|どんな|どれ|いくつ|なんて|なん|でしたっけ|だったっけ|だっけ|っけ|だった|でした|です|ます|ました|言った|言って|話した|もの|こと|について|かな|か$|今|一番|全部|すべて`)
	jaParticles  = "のはがをにでともって、"
)

// jaTopic takes the words that matter out of a phrase.
func jaTopic(s string) topic {
	t := topic{phrase: s}
	for _, m := range jaAtoms.FindAllStringSubmatch(s, -1) {
		t.terms = append(t.terms, m[1]+m[2])
	}
	rest := jaAtoms.ReplaceAllString(s, " ")
	if len(t.terms) > 0 {
		t.phrase, t.many = t.terms[0], true
		t.soft = jaKinds.FindAllString(rest, -1)
		rest = jaKinds.ReplaceAllString(rest, " ")
	}
	rest = jaScaffold.ReplaceAllString(rest, " ")
	var nouns []string
	for _, run := range runs(rest) {
		if text.ScriptOf([]rune(run)[0]) == text.ScriptHiragana {
			run = strings.Trim(run, jaParticles)
			if len([]rune(run)) < 2 {
				continue
			}
		}
		nouns = append(nouns, run)
	}
	// 名前 beside a thing is only a hint: 「猫はミカン」 answers 「猫の名前は？」.
	for _, n := range nouns {
		if n == "名前" && len(nouns) > 1 {
			t.soft = append(t.soft, n)
		} else {
			t.terms = append(t.terms, n)
		}
	}
	if len(nouns) > 0 && !t.many {
		t.phrase = strings.Join(nouns, "の")
	}
	return t
}

// runs cuts s where hiragana meets anything else and at everything that is no
// letter or digit.
func runs(s string) []string {
	var out []string
	var last text.Script
	open := false
	for _, r := range s {
		script := text.ScriptOf(r)
		if script == text.ScriptNone && (r < '0' || r > '9') {
			open = false
			continue
		}
		if open && (script == text.ScriptHiragana) == (last == text.ScriptHiragana) {
			out[len(out)-1] += string(r)
		} else {
			out = append(out, string(r))
		}
		open, last = true, script
	}
	return out
}
