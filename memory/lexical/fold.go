package lexical

import "strings"

// glue are English words that stand in any sentence.
var glue = words(`a an the and or but if of to in on at for with by from as is are was were be been being am do does did
	doing have has had having i you he she it we they me him her us them my your his its our their this that these those
	there here what which who whom whose when where why how not no so than then too very can could will would shall should
	may might must just about into over after before up down out off again once s t d ll m re ve
	don isn aren wasn weren doesn didn hasn haven hadn won wouldn couldn shouldn mustn ain im ive`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// newForm is the form of a character that is indexed: katakana as hiragana,
// old and traditional forms of Han characters as the ones in use in Japan.
func newForm(r rune) rune {
	switch {
	case r >= 'ァ' && r <= 'ヶ', r == 'ヽ', r == 'ヾ':
		return r - ('ァ' - 'ぁ')
	case r < 0x3400:
		return r
	}
	if n, ok := newForms[r]; ok {
		return n
	}
	return r
}

// newForms is the table of the 1949 list of Japanese character forms and of
// the additions of 1981 and 2010, where old and new are two characters.
var newForms = pairs("亞亜惡悪壓圧圍囲爲為醫医壹壱隱隠營営榮栄衞衛驛駅圓円鹽塩緣縁艷艶應応歐欧毆殴櫻桜奧奥橫横溫温穩穏假仮價価畫画會会壞壊懷懐繪絵擴拡殼殻覺覚學学嶽岳樂楽勸勧卷巻寬寛" +
	"歡歓罐缶觀観關関陷陥顏顔歸帰氣気龜亀僞偽戲戯犧犠舊旧據拠擧挙虛虚峽峡挾挟狹狭敎教鄕郷堯尭曉暁區区驅駆勳勲薰薫羣群徑径惠恵揭掲攜携溪渓經経繼継莖茎螢蛍輕軽雞鶏鷄鶏" +
	"藝芸擊撃缺欠儉倹劍剣圈圏檢検權権獻献縣県險険顯顕驗験嚴厳廣広恆恒鑛鉱號号國国黑黒濟済碎砕齋斎劑剤雜雑參参慘惨棧桟蠶蚕贊賛殘残絲糸齒歯兒児辭辞濕湿實実舍舎寫写釋釈" +
	"壽寿收収從従澁渋獸獣縱縦肅粛處処緖緒敍叙尙尚奬奨將将燒焼稱称證証乘乗剩剰壤壌孃嬢條条淨浄疊畳穰穣讓譲釀醸囑嘱觸触寢寝愼慎晉晋眞真盡尽圖図粹粋醉酔隨随髓髄數数樞枢" +
	"瀨瀬淸清靑青聲声靜静齊斉攝摂竊窃專専戰戦淺浅潛潜纖繊踐践錢銭禪禅雙双壯壮搜捜插挿爭争總総聰聡莊荘裝装騷騒增増臟臓藏蔵屬属續続墮堕體体對対帶帯滯滞臺台瀧滝擇択澤沢" +
	"單単擔担膽胆團団彈弾斷断癡痴遲遅晝昼蟲虫鑄鋳廳庁徵徴聽聴鎭鎮遞逓鐵鉄轉転點点傳伝黨党盜盗燈灯當当鬪闘德徳獨独讀読屆届繩縄貳弐惱悩腦脳霸覇廢廃拜拝賣売麥麦發発髮髪" +
	"拔抜蠻蛮祕秘濱浜甁瓶拂払佛仏竝並變変邊辺辯弁瓣弁辨弁舖舗穗穂寶宝豐豊沒没飜翻槪概萬万滿満默黙藥薬譯訳與与餘余豫予譽誉搖揺樣様謠謡遙遥來来賴頼亂乱覽覧畧略龍竜兩両" +
	"獵猟綠緑壘塁淚涙勵励禮礼隸隷靈霊齡齢曆暦歷歴戀恋爐炉勞労樓楼郞郎祿禄錄録灣湾冰氷步歩每毎內内戾戻鬭闘晚晩桝枡眾衆瘦痩剝剥頰頬塡填嚙噛啞唖俠侠搔掻瀆涜摑掴繫繋屢屡" +
	"蟬蝉驒騨鷗鴎麵麺麴麹萊莱蔣蒋醬醤蠟蝋顚顛迹跡强強")

// pairs reads old and new forms in turn.
func pairs(list string) map[rune]rune {
	out := map[rune]rune{}
	old := rune(0)
	for _, r := range list {
		switch {
		case old == 0:
			old = r
		default:
			if old != r {
				out[old] = r
			}
			old = 0
		}
	}
	return out
}
