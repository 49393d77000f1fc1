package toolcall

import (
	"regexp"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
)

// standin is how a value stands in for the one that was to be put there.
type standin byte

const (
	real      standin = iota
	symbol            // "...", "<city>": the text explains the form of a call
	described         // "what to remember", or the prompt's own example: a call was meant
)

var (
	symbols = regexp.MustCompile(`^(?:\.{2,}|…+|。{3,}|・{3,}|〜+|～+|_{2,}|-{3,}|\*{3,}|<[^<>\n]{1,60}>|＜[^＜＞\n]{1,60}＞|〈[^〈〉\n]{1,60}〉|\{\{[^{}\n]{1,60}\}\}|\$\{[^{}\n]{1,60}\}|\[[a-z][a-z_ ]{1,30}\]|[xX]{3,}|[○〇◯]{2,})$`)

	// descriptions are values that name what belongs in their place, whole.
	descriptions = regexp.MustCompile(`^(?i:` +
		// English
		`(?:your|the|some|any|insert|enter|put) (?:\w+ ){0,3}(?:content|text|query|value|memory|message|string|here)(?: here| goes here| to (?:\w+ ?){1,3})?` +
		`|(?:content|text|query|value|memory|string|example|placeholder|city|name|id) (?:goes )?here|(?:content|text|what|thing|something|fact|information) to (?:remember|save|search(?: for)?|store|memori[sz]e)` +
		`|search (?:query|terms?|words?|keywords?)|placeholder|example (?:content|text|query|value)|(?:sample|dummy) (?:content|text|query)|todo|tbd|string|lorem ipsum` +
		// Japanese
		`|(?:覚える|覚えたい|覚えておく|覚えてほしい|記憶する|記憶したい|保存する|保存したい|記録する|書く|書きたい|残す)(?:べき)?(?:内容|こと|事|事実|文章?|テキスト)|ここに.{0,16}(?:内容|書く|書いて|入れる|入れて|入力|記入|入る)(?:する|して|ください|します)*|(?:内容|値|文字列|本文|テキスト|キーワード|クエリ|検索語句?|検索ワード|検索文字列|検索内容|サンプル|プレースホルダー?)` +
		`|(?:検索する|検索したい|探す|探したい|調べる|調べたい|思い出したい)(?:言葉|語|語句|内容|こと|もの|キーワード|ワード)` +
		// Chinese
		`|(?:要|需要|想要|想)(?:记住|記住|记忆|記憶|保存|存储|記錄|记录|搜索|搜尋|查找|查询|查詢|检索|檢索)的?(?:内容|內容|事情|信息|文本|关键词|關鍵詞)|(?:在)?(?:此处|此處|这里|這裡|此)(?:填写|填寫|输入|輸入|填入|写入|寫入|写|寫|放).{0,12}|内容|內容|搜索词|搜尋詞|搜索关键词|关键词|關鍵詞|查询内容|查詢內容|示例(?:内容|文本)?|占位符` +
		`)$`)
)

func symbolic(s string) bool { return symbols.MatchString(s) }

// placeholder looks for values that nobody can have meant.
func (j *judge) placeholder(spec tool.Spec, c tool.Call, args *node) standin {
	if j.examples[Canonical(c)] {
		return described
	}
	worst := real
	for i, v := range args.kids {
		worst = max(worst, j.standin(v))
		if p, ok := spec.Param(args.keys[i]); ok && p.Required && v.kind == text && v.text == p.Name {
			worst = max(worst, described)
		}
	}
	return worst
}

// standin judges one value and everything in it.
func (j *judge) standin(v *node) standin {
	if v.kind != text {
		worst := real
		for _, kid := range v.kids {
			worst = max(worst, j.standin(kid))
		}
		return worst
	}
	s := strings.TrimSpace(v.text)
	switch {
	case len(s) > 256:
		return real
	case j.contents[s]:
		return described
	case symbolic(s):
		return symbol
	case descriptions.MatchString(strings.Trim(s, "「」『』()（）[]【】<>＜＞。.…")):
		return described
	}
	return real
}
