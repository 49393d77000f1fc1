package toolcall

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"
)

// lineCap is how much of a line is remembered, in bytes from its end.
const lineCap = 240

// line holds the end of a line of shown text.
type line struct {
	b [2 * lineCap]byte
	n int
}

func (l *line) add(p []byte) {
	if len(p) > lineCap {
		p = p[len(p)-lineCap:]
	}
	if l.n+len(p) > len(l.b) {
		l.n = copy(l.b[:], l.b[l.n-lineCap:l.n])
	}
	l.n += copy(l.b[l.n:], p)
}

// text is the end of the line, at whole runes.
func (l *line) text() string {
	b := l.b[max(0, l.n-lineCap):l.n]
	for len(b) > 0 && !utf8.RuneStart(b[0]) {
		b = b[1:]
	}
	return string(b)
}

func (l *line) blank() bool { return len(bytes.TrimSpace(l.b[:l.n])) == 0 }

// lines is what was shown on this line and on the last one that was not blank.
type lines struct {
	both [2]line
	now  int
}

func (l *lines) add(p []byte) { l.both[l.now].add(p) }

func (l *lines) newline() {
	if now := &l.both[l.now]; now.n > 0 && (now.b[0] > ' ' || !now.blank()) {
		l.now = 1 - l.now
	}
	l.both[l.now].n = 0
}

func (l *lines) current() string { return l.both[l.now].text() }

func (l *lines) before() string { return l.both[1-l.now].text() }

// cues are phrases in English and in Japanese and Chinese.
type cues struct{ ascii, wide *regexp.Regexp }

// MatchString reports that a phrase of either list is in s.
func (c cues) MatchString(s string) bool {
	letters, wide := false, false
	for i := range len(s) {
		letters = letters || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z'
		wide = wide || s[i] >= utf8.RuneSelf
	}
	return letters && c.ascii.MatchString(s) || wide && c.wide.MatchString(s)
}

var (
	// examples announce that what follows only shows what a call looks like.
	// Each list is split by script, since most lines need only one half.
	examples = cues{regexp.MustCompile(`(?i)\b(?:for example|for instance|for illustration|e\.?g\.|an? example|examples?\s*(?:[:：]|of (?:a|the|how)|calls?\b|usage\b|format\b|json\b|only\b)|(?:looks?|looked|looking) (?:\w+ )?like|would (?:be|look|write|say|send|use|call|type)|you(?:'d| could| can| might| should| would)? (?:write|type|send|say|use)\b|(?:is|are) (?:written|formatted|called(?: (?:like|as|with|by|using|via|in|this|so)\b|\s*[:：]?\s*$))|the (?:format|syntax|form|shape|schema|template)(?: of| is|\s*[:：])|sample|template|hypothetically|(?:json|call|text|code) (?:that )?you (?:asked|wanted|requested))` +
		`|(?i)\b(?:like (?:this|so)|as follows|in this (?:form|format|way))\s*[:：.]?\s*$`), regexp.MustCompile(
		`例えば|たとえば|例[:：）)]|例\s*$|の例|例として|例を|こんな(?:形|感じ|ふう|風|かたち|具合|JSON)|こういう(?:形|感じ|ふう|風)|このような(?:形|JSON|書)|ような形|ように(?:書|呼|記述|なります|なるよ)|見本|サンプル|ひな形|雛形|テンプレート|書き方|呼び方|呼び出し方|使い方|書式|形式(?:は|で|です)|フォーマット|記法|こう書|こう呼|と書[くきけい]|という形` +
			`|例如|比如|譬如|举例|舉例|示例|范例|範例|例子|样例|樣例|示范|示範|[像长長](?:这样|這樣|这个样|這個樣)|格式(?:如下|是|为|為|[:：])|写法|寫法|用法|如下所示|(?:这样|這樣)(?:写|寫|调用|調用|呼叫)|模板|样本|樣本`)}

	// exampleAfter says the same behind the call.
	exampleAfter = cues{regexp.MustCompile(`(?i)^\W{0,4}(?:is (?:an example|how|what|just|only)|as an example|for example|would)`), regexp.MustCompile(`^\s*(?:のように|みたいに|みたいな|という(?:形|ふう|風|感じ)|って書|と書|が例|は例|は見本|这样|這樣|是示例|是例子|是一个例|就是例)`)}

	// refusals say, in the clause that holds the call, that it is not made.
	refusals = cues{regexp.MustCompile(`(?i)\b(?:will not|won[’']?t|can ?not|can[’']?t|could not|couldn[’']?t|do not|don[’']?t|did not|didn[’']?t|does not|doesn[’']?t|would not|wouldn[’']?t|should not|shouldn[’']?t|must not|mustn[’']?t|(?:am|are|is|was|were|be)(?: not|n[’']t)|i[’']m not|never|not going to|not allowed to|refuse to|refused to|decline to|instead of|rather than|without) (?:(?:going|able|allowed|willing|actually|ever|just|really|simply|be|to|blindly|have|please) ){0,4}(?:run|running|call|calling|execut(?:e|ing)|us(?:e|ing)|send|sending|invok(?:e|ing)|perform|performing|do|doing|issue|issuing|emit|trigger|triggering|write|writing|output|delete|deleting|type|typing)\b`), regexp.MustCompile(
		`(?:実行|呼び出し|呼出し|送信|削除|保存|起動)(?:は|を|も|し|でき|する|して|すること|するつもり|しては|は絶対に|は決して)*(?:しない|しません|できない|できません|ません|ない|いけない|だめ|ダメ|せず|しなかった|しませんでした)|(?:呼ば|使わ|使え|送ら|送れ|走ら|走らせ|動か|動かさ|消さ|出さ|やら|行わ|打た|呼び出さ|呼び出せ)(?:ない|ません|ず|れない|なかった)|お断り|断ります|断る` +
			`|(?:不会|不會|不能|不可以|不可|不要|不想|不该|不應該|不应该|不应|不再|不|没有|沒有|没|拒绝|拒絕|别|別|勿|无法|無法|禁止)(?:去|再|真的|实际|實際|随便|隨便|帮你|幫你|为你|為你)*(?:执行|執行|运行|運行|调用|調用|呼叫|使用|发送|發送|删除|刪除|这么做|這麼做|这样做|這樣做)`)}
)

// cued reports that the text before a candidate announces an example.
func (l *lines) cued() bool {
	now := l.current()
	if strings.TrimSpace(now) == "" {
		return examples.MatchString(lastSentence(l.before()))
	}
	if examples.MatchString(lastSentence(now)) {
		return true
	}
	before := strings.TrimSpace(l.before())
	return (strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：")) && examples.MatchString(lastSentence(before))
}

// refused reports that the clause before a candidate says that it is not made.
func (l *lines) refused() bool { return refusals.MatchString(lastClause(l.current())) }

// lastSentence cuts off all sentences but the last.
func lastSentence(s string) string {
	s = strings.TrimRight(s, " \t\r*_")
	return cutAfter(s, "。！？!?", ". ")
}

// lastClause cuts off all clauses but the last.
func lastClause(s string) string {
	s = strings.TrimRight(s, " \t\r*_:：")
	return cutAfter(s, "。！？!?；;", ". ", ", but ", ", so ", ", let ", ", I'll ", ", then ", "が、", "けど、", "から、", "ので、", "，但", "，所以", "，让", "，我来")
}

// cutAfter cuts s behind the last of the marks that has text behind it.
func cutAfter(s, runes string, marks ...string) string {
	at := 0
	for i, c := range s {
		if end := i + utf8.RuneLen(c); strings.ContainsRune(runes, c) && strings.TrimSpace(s[end:]) != "" {
			at = end
		}
	}
	for _, mark := range marks {
		if i := strings.LastIndex(s, mark); i >= 0 && i+len(mark) > at && strings.TrimSpace(s[i+len(mark):]) != "" {
			if mark == ". " && strings.HasSuffix(strings.ToLower(s[:i+1]), "e.g.") {
				continue
			}
			at = i + len(mark)
		}
	}
	return s[at:]
}

var quotePairs = [...][2]string{{"「", "」"}, {"『", "』"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"《", "》"}}

// quoting returns the mark that would close a quotation open at the end of a
// line, "" if none is open.
func quoting(before string) string {
	for _, q := range quotePairs {
		if open := strings.LastIndex(before, q[0]); open >= 0 && !strings.Contains(before[open:], q[1]) {
			return q[1]
		}
	}
	if strings.HasSuffix(before, "'") {
		return "'"
	}
	if strings.Count(before, `"`)%2 != 0 {
		return `"`
	}
	return ""
}

// maxRest is how much of the line behind a call is looked at, in bytes.
const maxRest = 240

// restOfLine returns the rest of the sentence behind a call, and whether it is
// decided by what is there.
func restOfLine(b []byte, final bool) (string, bool) {
	full := len(b) >= maxRest
	b = b[:min(len(b), maxRest)]
	for i, c := range string(b) {
		switch c {
		case '\n', '。', '！', '？', '!', '?', '{', '<', '`':
			return string(b[:i]), true
		case '.':
			if i+1 < len(b) && (b[i+1] == ' ' || b[i+1] == '\n') {
				return string(b[:i]), true
			}
		}
	}
	return string(b), final || full
}
