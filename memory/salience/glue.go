package salience

import "strings"

// glueHan are Han characters that stand in nearly every Chinese sentence, and
// those of Japanese words for "I", "you" and "say".
const glueHan = "的了是我你他她它们們吗嗎呢吧啊呀在有不没沒也都很就和跟与與会會能要想说說这這那什么麼何谁誰个個把被给給对對为為嗯哦私僕俺貴言思"

// particles are the hiragana at which a text without Han characters is cut.
const particles = "はがをにでともへの"

// glue are words that show in replies whatever was recalled, or that stand for
// the person in records.
var glue = words(`a about after again all also always am an and any are as at be because been before being but by can
	could did do does doing don't for from get go going got had has have he her here him his how i i'd i'll i'm i've if
	in into is it it's its just know let like me more most much my no not now of oh ok okay on one or our out over
	please really remember said say says she should so some something tell than that that's the their them then
	there these they thing think this those time to too up us very want was we well were what when where which who
	whom why will with would yes you you'll you're your
	owner user sensei
	先生 主人 今日 明日 昨日 自分 本当 時間 今天 明天 昨天 我们 你们 他们 可以 知道 觉得 一下 什么 怎么 ユーザー オーナー`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[singular(w)] = true
	}
	return set
}
