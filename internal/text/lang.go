package text

import "strings"

// Lang is a language the product speaks.
type Lang string

// The languages.
const (
	Ja Lang = "ja"
	En Lang = "en"
	Zh Lang = "zh"
)

// Guess says which language s is written in, and def where s does not show it
// (a lone 「了解」, "ok", an emoji, another alphabet). It looks at the characters
// alone: kana mean Japanese, characters that only one of the two languages
// writes decide between Japanese and Chinese, several Latin words or one
// everyday English word mean English. A few foreign words inside a sentence
// do not change it.
func Guess(s string, def Lang) Lang {
	c := countChars(s)
	words, common := latinWords(s)
	switch {
	case common >= 2 && c.latin >= c.cjk():
		return En
	case c.kana > c.chinese:
		return Ja
	case c.chinese > c.japanese || c.kana == 0 && c.han >= 4 && c.particles >= 2:
		return Zh
	case c.japanese > 0:
		return Ja
	case c.cjk() == 0 && (words >= 2 || common >= 1):
		return En
	}
	return def
}

type charCount struct{ latin, kana, han, chinese, japanese, particles int }

func (c charCount) cjk() int { return c.kana + c.han }

func countChars(s string) (c charCount) {
	for _, r := range s {
		switch ScriptOf(r) {
		case ScriptLatin:
			c.latin++
		case ScriptHiragana, ScriptKatakana:
			c.kana++
		case ScriptHan:
			c.han++
			switch {
			case strings.ContainsRune(onlyChinese, r):
				c.chinese++
			case strings.ContainsRune(onlyJapanese, r):
				c.japanese++
			case strings.ContainsRune(chineseParticles, r):
				c.particles++
			}
		}
	}
	return c
}

// latinWords counts the words in Latin letters, and those of them that are
// everyday English. Addresses are no words.
func latinWords(s string) (words, common int) {
	for _, f := range strings.Fields(s) {
		if strings.Contains(f, "://") {
			continue
		}
		for _, w := range strings.FieldsFunc(f, func(r rune) bool {
			return ScriptOf(r) != ScriptLatin && r != '\'' && r != '’'
		}) {
			words++
			w = strings.ReplaceAll(strings.ToLower(w), "’", "'")
			if strings.Contains(englishWords, " "+w+" ") {
				common++
			}
		}
	}
	return words, common
}

const (
	// onlyChinese are frequent characters that Japanese does not write: the
	// simplified forms that differ from it, and pronouns and particles.
	onlyChinese = "我你您她它们們这這吗嗎呢吧啊哦呀么麼怎哪谁说說请谢很对时间问题见现进过还给让认识记忆语读书买卖东车马鸟鱼龙门开" +
		"关电脑话课业务师样总应该经济结红绿线络单欢歡乐习动劳为众个爱岁热饭钱银铁错长张难离头实妈爸谈论词试译调吃帮别刚" +
		"视频发变击边远运连选达适遗邮阳阴际陆陈险风飞饮饿馆验办厅历压华协卫严丢两丽举义乌亲亿仅仓优传伤伦伟侧储兴养净减" +
		"凤划则创删剧势"
	// onlyJapanese are characters simplified in Japan alone or made there.
	onlyJapanese = "働込峠畑辻匂枠駅気楽図帰歩毎読売続対応変発経済県検験険剣黒顔観覧撃渋竜両労価仮児従徳拝拡沢択訳釈駆隠鉄銭様権" +
		"歓団囲圧壊実広悪戦摂暁桜栄渇滞犠猟獣穏稲穂粋総緑縁縄繊聴脳臓芸蔵薬覚証誉豊転軽辺遅郷酔闘陥雑霊頼騒鶏麺黙齢円焼"
	// chineseParticles are written in both, but several of them without any
	// kana make a Chinese sentence.
	chineseParticles = "的了是在不有也就都和要去来没"
	englishWords     = " a an and are at be but can could did do does for from good hello help hey hi how i i'm if in is it it's " +
		"me my no not of on or please sorry thank thanks that the this to was we what what's when where which who why will with " +
		"would yes you your "
)
