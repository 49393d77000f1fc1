package facts

import "strings"

// kin are the words for those who are near to somebody, by the English one.
// Younger and older ones are apart.
var kin = words(map[string]string{
	"wife":            "妻 嫁 奥さん 家内 wife 老婆 妻子 太太",
	"husband":         "夫 旦那 旦那さん 主人 husband 老公 丈夫",
	"partner":         "partner パートナー 恋人 对象 爱人",
	"girlfriend":      "彼女 girlfriend 女朋友",
	"boyfriend":       "彼氏 boyfriend 男朋友",
	"mother":          "母 お母さん 母親 ママ mother mom mum 妈妈 母亲 妈",
	"father":          "父 お父さん 父親 パパ father dad 爸爸 父亲 爸",
	"parents":         "両親 親 parents 父母 爸妈",
	"sister":          "姉妹 sister 姐妹",
	"older sister":    "姉 お姉さん 姐姐 姐",
	"younger sister":  "妹 妹さん 妹妹",
	"brother":         "兄弟 brother",
	"older brother":   "兄 お兄さん 哥哥 哥",
	"younger brother": "弟 弟さん 弟弟",
	"son":             "息子 son 儿子",
	"daughter":        "娘 daughter 女儿",
	"child":           "子ども 子供 child kid 孩子",
	"grandmother":     "祖母 おばあちゃん grandmother grandma 奶奶 外婆 姥姥",
	"grandfather":     "祖父 おじいちゃん grandfather grandpa 爷爷 外公 姥爷",
	"uncle":           "おじ 叔父 uncle 叔叔 舅舅",
	"aunt":            "おば 叔母 aunt 阿姨 姑姑",
	"cousin":          "いとこ 従兄弟 cousin 表哥 表弟 表姐 表妹",
	"friend":          "友達 友人 親友 friend 朋友",
	"colleague":       "同僚 colleague coworker 同事",
	"boss":            "上司 boss 老板 上司",
	"neighbor":        "隣人 neighbor neighbour 邻居",
	"teacher":         "先生 teacher 老师",
	"doctor":          "主治医 doctor",
	"cat":             "猫 ネコ ねこ 愛猫 cat kitten 猫咪 小猫",
	"dog":             "犬 イヌ いぬ 愛犬 dog puppy 狗 小狗",
	"pet":             "ペット pet 宠物",
	"rabbit":          "うさぎ ウサギ 兎 rabbit bunny 兔子",
	"hamster":         "ハムスター hamster 仓鼠",
	"bird":            "鳥 インコ bird parrot 鸟 鹦鹉",
	"fish":            "金魚 goldfish fish 金鱼",
	"turtle":          "亀 カメ turtle tortoise 乌龟",
	Owner:             "オーナー ご主人様 ご主人 マスター 飼い主 owner",
	"company":         "会社 company 公司",
	"car":             "車 car 车",
})

// pets are the kin that one has as pets.
var pets = words(map[string]string{"+": "cat dog pet rabbit hamster bird fish turtle"})

// several are those of whom one may have more than one.
var several = words(map[string]string{
	"+": "sister brother son daughter child uncle aunt cousin friend colleague boss neighbor teacher doctor cat dog pet rabbit hamster bird fish turtle company car " +
		"grandmother grandfather",
})

// severalOfTwo are those of whom one may have more, in two words.
var severalOfTwo = []string{"older sister", "younger sister", "older brother", "younger brother"}

// near reports whether who is one of the kin.
func near(who string) bool {
	for _, k := range kin {
		if k == who {
			return true
		}
	}
	return false
}

func multiple(who string) bool {
	for _, w := range severalOfTwo {
		if w == who {
			return true
		}
	}
	return several[who] != ""
}

// words turns lists of words round: word → key.
func words(lists map[string]string) map[string]string {
	out := map[string]string{}
	for key, list := range lists {
		for _, w := range strings.Fields(list) {
			out[w] = key
		}
	}
	return out
}

// selves are words for the one whose memory it is.
var selves = words(map[string]string{
	"+": "私 わたし わたくし 僕 ぼく 俺 おれ あたし うち 自分 ユーザー ユーザ 我々 私たち 僕たち 俺たち i we user 我 我们 用户 本人 咱们",
})
