package rehearsal

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

var (
	zhLead       = text.Lazy(`^(?:那个|嗯|对了|其实|另外|还有|那么?|请问)[，,\s]+`)
	zhBareDenial = text.Lazy(`^(?:不对|不對|不是|错了|錯了|你错了|不|记错了)(?:啊|哦|呀|的)?$`)
	zhDenial     = text.Lazy(`^(?:不对|不對|不是的?|错了|錯了|你错了|不|记错了)(?:啊|哦|呀)?[，,\s]+(.+)$`)
	zhNotBut     = text.Lazy(`^(?:我的?(.{1,15}?))?(?:不是|不叫)(.{1,20}?)[，,\s]*(?:而是|应该是|應該是|是|叫)(.{1,20}?)(?:啊|哦|呀|的)?$`)
	zhButNot     = text.Lazy(`^(?:我的?(.{1,15}?))?(?:是|叫|应该是)(.{1,20}?)[，,\s]*(?:不是|而不是|不叫)(.{1,20}?)$`)
	zhValue      = text.Lazy(`^(?:它|他|她)?(?:应该|應該)?(?:是|叫)(.{1,20}?)(?:啊|哦|呀|的)?$`)
	zhChanged    = text.Lazy(`^我的?(.{1,15}?)(?:现在|已经)?(?:改成|改为|改叫|变成|换成|改名叫)了?(.{1,20}?)了?$`)
	zhRight      = text.Lazy(`^(?:其实|正确的是|更正|纠正一下)[，,：:\s]*(.+)$`)

	zhRemember = text.Lazy(`^(?:请|請)?(?:你)?(?:帮我)?(?:记住|記住|记得|记一下|记下来|别忘了)(?:[：:，,\s]*(.+))?$`)
	zhMine     = text.Lazy(`^我(?:的|家的?)?([^，,喜爱讨]{1,15}?)(?:的名字)?(是|叫做?|名叫|为)(.{1,30}?)$`)
	zhLikes    = text.Lazy(`^我也?((?:很|最|特别|特別|非常|真的|一直)*)(喜欢|喜歡|爱吃|爱喝|爱|讨厌|討厭|不喜欢|不喜歡)(.{1,30}?)(?:啊|哦|呀|了)?$`)
	zhNotLiked = text.Lazy(`^(?:你|您|这|那|它|他|她)`)
	zhName     = text.Lazy(`^我(叫|是|住在|来自|養了|养了|在)(.{1,20}?)$`)
	zhMood     = text.Lazy(`^(?:说|想|觉得|不|很|谁|什么|在|认真|开玩笑|意思|话|问题)`)

	zhAsking = text.Lazy(`什么|什麼|谁|誰|哪|几|多少|怎么|吗$|嗎$|呢$|为什么`)
	zhMe     = text.Lazy(`我`)
	zhAll    = text.Lazy(`(?:记得|記得|知道|记住了?|了解)(?:关于)?我?(?:的)?(?:什么|哪些|多少|事|吗|嗎|$)|关于我|還記得我|还记得我(?:吗|$)`)

	zhTime   = text.Lazy(`^(?:现在|現在|今天)(?:是)?(?:几点|幾點|几号|幾號|几月几[号日]|星期几|周几|什么时间|什么时候|礼拜几|的日期)`)
	zhForget = text.Lazy(`(?:忘掉|忘记(?:这|它|我|关)|忘了(?:这|它|我|吧)|删掉|删除|别记)`)
	zhHelp   = text.Lazy(`你(?:能|会|可以)(?:做|干)?(?:什么|些什么|哪些)|帮助|怎么用|你是谁|你是什么|使用方法|排练|怎么(?:连接|接入|换).*模型|^help$`)
	zhGreet  = text.Lazy(`^(?:你好|您好|早上好|早安|早$|下午好|晚上好|嗨|哈喽|大家好|初次见面)`)
	zhBye    = text.Lazy(`^(?:再见|再見|晚安|拜拜|明天见)`)
	zhThanks = text.Lazy(`^(?:谢谢|謝謝|多谢|感谢)`)
)

func zhClassify(s sentence) intent {
	s.text = zhLead.ReplaceAllString(s.text, "")
	asks := s.question || zhAsking.MatchString(s.text)
	if !asks {
		if in := zhCorrect(s.text); in.kind != other {
			return in
		}
	}
	m := zhRemember.FindStringSubmatch(s.text)
	switch {
	case zhHelp.MatchString(s.text):
		return intent{kind: help}
	case zhTime.MatchString(s.text):
		return intent{kind: askTime}
	case zhForget.MatchString(s.text):
		return forgetting(s.text, text.Zh)
	case m != nil && !asks && m[1] != "" && m[1] != "我":
		return saved(zhExplicit(m[1]))
	case m != nil && !asks:
		return intent{kind: saveWhat}
	case zhGreet.MatchString(s.text):
		return zhAfterComma(s, greet)
	case asks:
		return zhRecall(s.text)
	case zhBye.MatchString(s.text):
		return intent{kind: bye}
	case zhThanks.MatchString(s.text):
		return zhAfterComma(s, thanks)
	}
	if f, ok := zhStatement(s.text); ok {
		return saved(f)
	}
	return intent{kind: other}
}

func zhAfterComma(s sentence, first kind) intent {
	if at := strings.IndexAny(s.text, "，,"); at > 0 {
		if in := zhClassify(sentence{strings.TrimLeft(s.text[at:], "，, "), s.question}); in.kind > first {
			return in
		}
	}
	return intent{kind: first}
}

func zhCorrect(s string) intent {
	if zhBareDenial.MatchString(s) {
		if strings.ContainsAny(s, "对對错錯") {
			return intent{kind: unclear}
		}
		return intent{}
	}
	loose := true
	for _, re := range []*text.Pattern{zhDenial, zhRight} {
		if m := re.FindStringSubmatch(s); m != nil {
			s, loose = m[1], false
		}
	}
	if m := zhChanged.FindStringSubmatch(s); m != nil {
		f := zhFact(m[1], m[2])
		return intent{kind: correct, topic: zhTopic(m[1]), whole: &f}
	}
	old, now := 2, 3
	m := zhNotBut.FindStringSubmatch(s)
	if m == nil {
		m, old, now = zhButNot.FindStringSubmatch(s), 3, 2
	}
	if m != nil {
		in := intent{kind: correct, old: m[old], new: m[now], loose: loose}
		if m[1] != "" {
			in.topic, in.loose = zhTopic(m[1]), false
		}
		return in
	}
	if loose {
		return intent{}
	}
	if f, ok := zhStatement(s); ok && f.subject != "" {
		return intent{kind: correct, topic: zhTopic(f.subject), whole: &f}
	}
	if m := zhValue.FindStringSubmatch(s); m != nil {
		return intent{kind: correct, new: m[1], loose: true}
	}
	return intent{}
}

func zhExplicit(s string) fact {
	if f, ok := zhStatement(s); ok {
		f.importance = max(f.importance, 4)
		return f
	}
	if strings.Contains(s, "我") {
		return fact{strings.ReplaceAll(s, "我", "老师"), "", 4, aboutOwner}
	}
	return fact{s, "", 4, knowledge}
}

func zhStatement(s string) (fact, bool) {
	if m := zhLikes.FindStringSubmatch(s); m != nil {
		if zhNotLiked.MatchString(m[3]) {
			return fact{}, false
		}
		return fact{"老师" + m[1] + m[2] + m[3], strings.TrimPrefix(m[2], "不"), 3, aboutOwner}, true
	}
	if m := zhName.FindStringSubmatch(s); m != nil && !zhMood.MatchString(m[2]) {
		subject := map[string]string{"叫": "名字", "住在": "住", "养了": "养"}[m[1]]
		return fact{"老师" + m[1] + m[2], subject, 4, aboutOwner}, true
	}
	m := zhMine.FindStringSubmatch(s)
	if m == nil || zhMood.MatchString(m[1]) || strings.HasSuffix(m[1], "不") || strings.HasSuffix(m[1], "还") {
		return fact{}, false
	}
	return fact{strings.Replace("老师的"+m[1]+m[2]+m[3], "老师的的", "老师的", 1), m[1], 4, aboutOwner}, true
}

func zhFact(subject, value string) fact {
	switch subject {
	case "住":
		return fact{"老师住在" + value, subject, 4, aboutOwner}
	case "养":
		return fact{"老师养了" + value, subject, 4, aboutOwner}
	case "喜欢", "喜歡", "讨厌", "討厭", "爱", "爱吃", "爱喝":
		return fact{"老师" + subject + value, subject, 3, aboutOwner}
	}
	return fact{"老师的" + subject + "是" + value, subject, 4, aboutOwner}
}

func zhRecall(s string) intent {
	if !zhMe.MatchString(s) {
		return intent{kind: other}
	}
	t := zhTopic(s)
	if t.empty() {
		if !zhAll.MatchString(s) {
			return intent{kind: other}
		}
		t.all, t.many = true, true
	}
	return intent{kind: recall, topic: t}
}

var (
	zhAtoms    = text.Lazy(`不?喜欢|不?喜歡|讨厌|討厭`)
	zhScaffold = text.Lazy(`什么|什麼|哪些|哪里|哪儿|哪天|哪个|多少|几号|几月|几岁|几点|怎么|关于|还记得|記得|记得|知道|记住|告诉过?|说过|[我你您的是叫吗嗎呢谁誰哪几在了过最还都些吃喝有什么事]`)
)

// zhTopic takes the words that matter out of a phrase.
func zhTopic(s string) topic {
	t := topic{phrase: s}
	rest := zhAtoms.ReplaceAllStringFunc(s, func(w string) string {
		t.terms, t.phrase, t.many = append(t.terms, w), w, true
		return " "
	})
	name := strings.Contains(rest, "名字")
	rest = zhScaffold.ReplaceAllString(strings.ReplaceAll(rest, "名字", " "), " ")
	nouns := runs(rest)
	t.terms = append(t.terms, nouns...)
	if len(nouns) > 0 && !t.many {
		t.phrase = strings.Join(nouns, "的")
	}
	if name && len(t.terms) > 0 {
		t.soft = append(t.soft, "名字", "叫")
	} else if name {
		t.terms, t.phrase = []string{"名字"}, "名字"
	}
	return t
}
