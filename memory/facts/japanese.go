package facts

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// Parts of Japanese patterns.
const (
	jaTail   = `(?:(?:よ|ね|な|わ|ぞ|さ|から|けど|が|し|とのこと|そう))*$`
	jaBe     = `(?:だ|です|である|なんだ|なんです|なの|でして|で)?` + jaTail
	jaIsing  = `(?:で|て)(?:い|お)?(?:る|ます|り|て|)(?:んだ|んです|の|のだ|こと)?` + jaTail
	jaDid    = `(?:た|ました|たんだ|たんです|たの|たばかり(?:だ|です)?|たところ(?:だ|です)?|て|まして)` + jaTail
	jaCame   = `(?:て(?:き|来))?` + jaDid
	jaValue  = `(?P<v>[^はがをも、]{1,24}?)`
	jaNoun   = `(?P<v>[^はがをも、]{0,23}?[^\p{Hiragana}、])` // 「仕事が一段落した」 names none
	jaFrom   = `(?:(?P<from>[^はがをも、]{1,20}?)から)?`
	jaMore   = `(?P<more>[^はが、]{1,14}(?:で|と|と一緒に))?`
	jaNow    = `(?P<now>もう|今は|いまは|現在は|今では|今の|いまの|現在の|今|いま|現在)?`
	jaJob    = `[^はがをも、のに]{0,10}(?:師|士|員|医者|医|者|家|エンジニア|デザイナー|プログラマー?|学生|大学生|高校生|中学生|大学院生|主婦|主夫|社長|店長|部長|課長|フリーランス|フリーター|自営業|公務員|役者|俳優|歌手|パイロット|シェフ|ライター|コンサルタント|マネージャー|無職|パン屋|花屋|大工|漁師|警察官|消防士|カメラマン)`
	jaPetNow = `(?:飼っ|いっしょに暮らし|一緒に暮らし)` + jaIsing
	jaAnimal = `(?P<x>猫|ネコ|ねこ|犬|イヌ|いぬ|うさぎ|ウサギ|兎|ハムスター|鳥|インコ|金魚|亀|カメ|ペット)`
	jaNumber = `(?P<n>(?:[1-5一二三四五]|ひと|ふた)(?:匹|頭|羽|つ))?`
	jaOf     = `(?:が|は|も|の方が|のほうが)`
	jaVery   = `(?:一番|とても|すごく|本当に|ほんとに|やっぱり|大|今は|最近|ずっと|昔から|けっこう|かなり|めっちゃ|もう|あまり|そんなに|全然|まったく)*`
)

var japanese = grammar{
	never: text.Lazy(`[?？]|っけ$|かな|かしら|もし|仮に|としたら|だったら|たら(?:、|$|いい)|なら(?:、|ば|$)|れば|例えば|たとえば|かも|たぶん|多分|おそらく|きっと|気がする|でしょう|だろう|みたい|らしい|っぽい|だそう|(?:る|た|い)そう|` +
		`(?:と|って)(?:言っ|いっ|言わ|聞い|書い|書か|思っ|思う|考え)|によると|噂|ドラマ|映画の|小説|主人公|ゲームの|夢で|夢を|つもり|予定|たい(?:$|です|と|な|よ|けど)|たがって|ようと|(?:引っ越す|引越す|転職する|結婚する|離婚する|飼う|辞める|変える|行く)(?:$|こと|予|の|ん|か|つ|よ|け|、)|冗談|嘘|エイプリル|憧れ|検討|迷って|するかも|わけ(?:じゃ|では)|とは限`),
	past:    text.Lazy(`^(?:前|以前|昔|旧|元|かつて|子供の頃|子どもの頃|学生時代|当時|去年まで|先月まで|昨日まで)(?:の|は|も|に|、)|まで(?:は|、)|以前|かつて|昔は|(?:てい|で|だっ|かっ|て)た(?:の?だ?けど|が|んだ|んです|の|よ|ね)*$|でした(?:が|けど)?$|ていました(?:が|けど)?$|だった`),
	cut:     text.Lazy(`(?:けれども|けれど|けど|ので|のに|が|し|から)?、()|(?:けれども|けれど|だけど|けど)(?:今は|いまは|現在は)()`),
	opening: text.Lazy(`^(?:(?:あと|転職して|就職して|結婚して|離婚して|退職して|卒業して|引っ越して|それと|実は|ちなみに|そういえば|そうそう|えっと|ついに|やっと|とうとう|無事に?|正式に|また|つい|今日から|これから(?:は)?|今後(?:は)?|今度|今は|いまは|今では|現在は?|今|もう|最近(?:は)?|新しく|このたび|この度|(?:今日|昨日|一昨日|今朝|先日|先週|先月|去年|昨年|今年|今月|今週|来月|この前|この間|この春|春|夏|秋|冬|\d{1,4}年前?|\d{1,2}月|\d{1,2}日|\d+(?:か月|ヶ月|週間|年)前)(?:に|から|、|の)?)(?:は)?、?)+`),
	changed: text.Lazy(`転職|就職|今は|いまは|今では|現在|もう|最近|今日から|これから|今度|新し|ついに|やっと|とうとう|このたび|この度|今`),
	subject: subjectJa, named: namedJa, place: placeEastern,
	rules: []rule{
		{attr: Address, is: text.Lazy(`^(?P<now>新しい|今の|現在の)?住所` + jaOf + `(?P<v>[^はが]{3,40}?)(?:に(?P<now4>変わ[っり]|な[っり])` + jaDid + `|` + jaBe + `)`)},
		{attr: Home, change: true, is: text.Lazy(`^` + jaFrom + jaMore + jaValue + `(?:に|へ)` + jaMore2 + `(?:引っ越し|引越し|引っこし|ひっこし|越し|転居し|移住し|移り住ん|移[っり]|引越)` + jaCame)},
		{attr: Home, is: text.Lazy(`^` + jaNow + jaFrom + jaMore + jaValue + `(?:に|で)` + jaMore2 + `(?:住ん|暮らし|居住し)` + jaIsing)},
		{attr: Home, is: text.Lazy(`^` + jaNow + jaValue + `(?:在住|暮らし)` + jaBe)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^(?:(?:会社|仕事|勤め|職場|勤め先|勤務先)を(?:辞め|やめ|退職し|離職し|クビにな[っり]|首にな[っり])|(?:定年)?退職し|離職し|失業し|無職にな[っり]|リストラされ)` + jaDid)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^(?P<v>[^はがも、]{1,20})を(?:退職し|退社し|辞め)` + jaDid)},
		{attr: Employer, value: No, is: text.Lazy(`^` + jaNow + `(?:無職|働いていない|働いてない|求職中)` + jaBe)},
		{attr: Employer, change: true, is: text.Lazy(`^(?:(?P<from>[^はがをも、]{1,20}?)(?:から|を辞めて))?` + jaValue + `(?:に|へ)(?:転職し|就職し|入社し|移籍し|転籍し)` + jaDid)},
		{attr: Employer, is: text.Lazy(`^` + jaNow + jaValue + `(?:に|で)(?:勤め|勤務し)` + jaIsing)},
		{attr: Employer, is: text.Lazy(`^(?P<now>新しい|今の|現在の)?(?:勤務先|勤め先|職場|勤めている会社)` + jaOf + jaValue + jaBe)},
		{attr: Employer, unsure: true, is: text.Lazy(`^` + jaNow + jaValue + `で(?:働い|仕事をし|仕事し)` + jaIsing)},
		{attr: Occupation, is: text.Lazy(`^` + jaNow + `(?P<now2>新しい|今の|現在の)?(?:仕事|職業|本業)` + jaOf + jaNoun + jaBe)},
		{attr: Occupation, is: text.Lazy(`^` + jaNow + jaValue + `として(?:働い|勤め)` + jaIsing)},
		{attr: Occupation, is: text.Lazy(`^` + jaNow + `(?P<v>` + jaJob + `)(?:だ|です|である|なんだ|なんです|を(?:し|やっ)(?:ている|てる|ています|てます))` + jaTail)},
		{attr: Occupation, change: true, is: text.Lazy(`^(?P<v>` + jaJob + `)に(?:な[っり]|転身し)` + jaDid)},
		{attr: School, is: text.Lazy(`^` + jaNow + `(?P<v>[^はがをも、]{1,20}?(?:大学|高校|中学|中学校|小学校|学校|大学院|短大|高専))(?:(?:に|へ)通っ` + jaIsing + `|の(?:学生|生徒|院生)` + jaBe + `)`)},
		{attr: School, change: true, is: text.Lazy(`^` + jaFrom + `(?P<v>[^はがをも、]{1,20}?(?:大学|高校|中学|中学校|小学校|学校|大学院|短大|高専))(?:に|へ)(?:入学し|進学し|編入し|転校し)` + jaDid)},
		{attr: School, value: No, change: true, is: text.Lazy(`^(?:(?P<v>[^はがも、]{1,20}(?:大学|高校|中学|中学校|小学校|学校|大学院|短大|高専))を)?(?:卒業し|中退し)` + jaDid)},
		{attr: Age, is: text.Lazy(`^(?:年齢は|今年で?)?` + jaNow + `(?P<v>\d{1,3})(?:歳|才)(?:に(?P<now4>な[っり])` + jaDid + `|` + jaBe + `)`)},
		{attr: Birthday, is: text.Lazy(`^(?:誕生日|生年月日|バースデー)` + jaOf + `(?P<v>[0-9年月日/.-]{3,12})` + jaBe)},
		{attr: Birthday, is: text.Lazy(`^(?P<v>[0-9年月日/.-]{3,12})生まれ` + jaBe)},
		{attr: Name, object: "family", change: true, is: text.Lazy(`^(?:苗字|名字|姓)` + jaOf + jaFrom + jaValue + `(?:に|へ)(?:変わ[っり]|な[っり]|変え)` + jaDid)},
		{attr: Name, object: "family", is: text.Lazy(`^` + `(?:苗字|名字|姓)` + jaOf + jaNow + jaValue + jaBe)},
		{attr: Name, change: true, is: text.Lazy(`^(?:名前|本名|氏名)(?:が|を|は)` + jaFrom + jaValue + `(?:に|へ)(?:変え|変わ[っり]|な[っり]|改め|改名し)` + jaDid)},
		{attr: Name, change: true, is: text.Lazy(`^(?:(?P<from>[^はがをも、]{1,20}?)(?:から|を))?` + jaValue + `(?:に|へ|と)改名し` + jaDid)},
		{attr: Name, is: text.Lazy(`^(?P<now>新しい|今の)?(?:名前|なまえ|本名|氏名|フルネーム)` + jaOf + jaNow2 + jaValue + `(?:といい|という|と言い|と申し|っていう)?(?:ます|んだ|の)?` + jaBe)},
		{attr: Name, is: text.Lazy(`^` + jaValue + `(?:といい|と言い|と申し)ます` + jaTail)},
		{attr: Name, others: true, is: text.Lazy(`^` + jaValue + `(?:という名前(?:だ|です)|(?:という|っていう|って言う)(?:んだ|んです|の)?)` + jaTail)},
		{attr: Nickname, own: true, is: text.Lazy(`^(?P<now>これからは|今度からは|今後は|次からは)?` + jaValue + `(?:と|って|で)呼(?:んで(?:ください|ほしい|欲しい|ね|よ|くれ|いい)?(?:です)?|ばれたい(?:です)?|ばれて(?:いる|います|る))` + jaTail)},
		{attr: Nickname, is: text.Lazy(`^(?:あだ名|ニックネーム|愛称|呼び名|呼び方)` + jaOf + jaNow2 + jaValue + `(?:に(?P<now4>変わ[っり]|な[っり]|変え)` + jaDid + `|` + jaBe + `)`)},
		{attr: Marriage, value: Single, is: text.Lazy(`^` + jaNow + `(?:独身|未婚)` + jaBe)},
		{attr: Marriage, value: Married, is: text.Lazy(`^` + jaNow + `(?:既婚(?:者)?` + jaBe + `|結婚し` + jaIsing + `)`)},
		{attr: Marriage, value: Married, change: true, is: text.Lazy(`^(?P<more>[^はが、]{1,16}と)?(?:結婚し|入籍し|再婚し)` + jaDid)},
		{attr: Marriage, value: Divorced, change: true, is: text.Lazy(`^(?P<more>[^はが、]{1,16}と)?離婚し` + jaDid)},
		{attr: Marriage, value: Engaged, change: true, is: text.Lazy(`^(?P<more>[^はが、]{1,16}と)?婚約し` + jaDid)},
		{attr: Partner, value: No, change: true, is: text.Lazy(`^(?:彼女|彼氏|恋人|付き合っている人)(?:と|に)(?:別れ|振られ|ふられ)` + jaDid)},
		{attr: Partner, value: No, is: text.Lazy(`^` + jaNow + `(?:彼女|彼氏|恋人)(?:は|が)(?:いない|いません)` + jaTail)},
		{attr: Partner, value: Yes, is: text.Lazy(`^` + jaNow + `(?:彼女|彼氏|恋人)(?:は|が)(?:いる|います|いるんだ|いるんです|でき(?:た|ました)(?:んだ|んです)?)` + jaTail)},
		{attr: Phone, is: text.Lazy(`^(?P<now>新しい|今の)?(?P<x>会社|自宅|家|職場|携帯|仕事)?の?(?:電話番号|携帯番号|電話)` + jaOf + `(?P<v>[0-9+() -]{6,20})(?:に(?P<now4>変わ[っり]|な[っり]|変え)` + jaDid + `|` + jaBe + `)`)},
		{attr: Mail, is: text.Lazy(`^(?P<now>新しい|今の)?(?P<x>会社|仕事|個人)?の?(?:メールアドレス|メアド|メール|eメール)` + jaOf + `(?P<v>[^\s@はが]+@[^\s@はが]+?)(?:に(?P<now4>変わ[っり]|な[っり]|変え)` + jaDid + `|` + jaBe + `)`)},
		{attr: Favourite, is: text.Lazy(`^` + jaNow + `(?:一番|いちばん|最も)?(?:好きな|お気に入りの)(?P<x>[^はがをも、]{1,10})は(?:やっぱり|、)?` + jaNow2 + jaValue + `(?:に(?P<now4>変わ[っり]|な[っり])` + jaDid + `|` + jaBe + `)`)},
		{attr: Taste, value: No, is: text.Lazy(`^(?P<x>[^はがも、]{1,18}?)` + jaOf + jaVery + `(?:嫌い|大嫌い|きらい|苦手|好きじゃない|好きではない|好きじゃありません|好きではありません)` + jaBe)},
		{attr: Taste, value: No, change: true, is: text.Lazy(`^(?P<x>[^はがも、]{1,18}?)` + jaOf + jaVery + `(?:(?:嫌い|苦手)にな[っり]` + jaDid + `|好き(?:じゃ|では)なくな[っり]` + jaDid + `)`)},
		{attr: Taste, value: No, is: text.Lazy(`^(?P<x>[^はがもを、]{1,12}?)(?:は|が|を)(?P<now>もう|今は|一切|最近は)?(?:一切)?(?:飲まない|飲みません|食べない|食べません|吸わない|吸いません|飲まなくな[っり](?:た|ました)|食べなくな[っり](?:た|ました)|飲めない|飲めません|食べられない|食べられません)(?:んだ|んです|の|こと)?` + jaTail)},
		{attr: Taste, value: No, change: true, is: text.Lazy(`^(?P<x>タバコ|たばこ|煙草|お酒|酒|コーヒー|紅茶|甘いもの|肉|お肉|ビール|ワイン|砂糖|エナジードリンク|カフェイン)(?:は|を)(?:もう)?(?:やめ|止め|辞め|断[っり]|卒業し)` + jaDid)},
		{attr: Taste, value: No, object: "タバコ", change: true, is: text.Lazy(`^禁煙し(?:` + jaDid + `|` + jaIsing + `)`)},
		{attr: Taste, value: Yes, change: true, is: text.Lazy(`^(?P<x>[^はがも、]{1,18}?)` + jaOf + jaVery + `好きにな[っり]` + jaDid)},
		{attr: Taste, value: Yes, is: text.Lazy(`^(?P<x>[^はがも、]{1,18}?)` + jaOf + jaVery + `(?:好き|大好き|すき|お気に入り|大好物|好物)` + jaBe)},
		{attr: Taste, value: Yes, is: text.Lazy(`^(?P<x>タバコ|たばこ|煙草|お酒|酒|コーヒー|紅茶|肉|お肉|ビール|ワイン)(?:は|を)(?P<more>毎日|毎朝|よく|時々)?(?:飲む|飲みます|吸う|吸います|食べる|食べます|吸っている|飲んでいる)` + jaTail)},
		{attr: Pet, value: Died, change: true, is: text.Lazy(`^(?:` + jaAnimal + `?(?:が|は)?|(?P<more2>[^はが、]{1,10})(?:が|は))(?P<more>[^はが、]{1,8}で)?(?:死ん(?:だ|でしまった|じゃった|でしまいました|だんだ)|亡くな[っり](?:た|てしまった|ちゃった|ました|てしまいました)|虹の橋を渡[っり](?:た|ました))(?:んだ|んです)?` + jaTail)},
		{attr: Pet, value: No, is: text.Lazy(`^` + jaNow + jaAnimal + `(?:は|を)(?P<now2>もう|今は)?(?:飼って(?:い)?ない|飼って(?:い)?ません|いない|いません)` + jaTail)},
		{attr: Pet, change: true, is: text.Lazy(`^` + jaAnimal + `を` + jaNumber + `(?:飼い始め|迎え|引き取[っり]|飼うことにし)` + jaDid)},
		{attr: Pet, is: text.Lazy(`^` + jaNow + jaAnimal + `(?:を|が)` + jaNumber + `(?:` + jaPetNow + `|(?:いる|います|いるんだ|いるんです)` + jaTail + `)`)},
	},
}

const (
	jaMore2 = `(?P<more2>(?:一人で|家族で|妻と|夫と|家族と|両親と|彼女と|彼氏と|友達と|猫と|犬と|また))?`
	jaNow2  = `(?P<now3>もう|今は|今|現在は)?(?:、)?`
)

var (
	ofJa    = text.Lazy(`^([^、]{1,14}?)(さん|くん|君|ちゃん|様|氏)?(?:たち)?(?:って|には|は|が|の|も)、?(.+)$`)
	homesJa = text.Lazy(`^(?:うちの|私の|僕の|俺の|わたしの|自分の|我が家の|家の|うちには|家には|うちに|家に)`)
)

// subjectJa is the self or kin that a clause begins with.
func subjectJa(c string) (subject, bool) {
	bareOf := homesJa.ReplaceAllString(c, "")
	for at, r := range bareOf {
		if at > 0 && strings.ContainsRune("はがのも", r) {
			word, rest := bareOf[:at], strings.TrimLeft(bareOf[at+utf8.RuneLen(r):], "、")
			if k := kin[word]; k != "" && jaAttributable(k, r, rest) {
				return subject{k, rest}, true
			}
			if selves[word] != "" {
				return subjectOfSelf(rest), true
			}
		}
		if at > 24 {
			break
		}
	}
	return subject{Self, bareOf}, bareOf != c
}

// subjectOfSelf: 「私は妹が…」 is about the sister.
func subjectOfSelf(rest string) subject {
	if s, ok := subjectJa(rest); ok && s.who != Self {
		return s
	}
	return subject{Self, rest}
}

// jaAttributable keeps 「猫が好き」, 「彼女ができた」 and 「犬を…」 with who says it:
// the animal or person is the object there.
func jaAttributable(k string, particle rune, rest string) bool {
	if k == "girlfriend" || k == "boyfriend" || k == "partner" {
		return particle == 'の' || particle == 'は' && !strings.HasPrefix(rest, "い")
	}
	return !objectJa.MatchString(rest)
}

var objectJa = text.Lazy(`^(?:` + jaVery + `(?:好き|大好き|嫌い|大嫌い|苦手|すき|きらい)|[1-5一二三四五]?(?:匹|頭|羽)?(?:いる|います|いない|いません|飼っ|もう飼|今は飼|もういない)|食べ|飲)`)

// namedJa are the ones somebody may be called that a clause begins with.
func namedJa(c string) []subject {
	m := ofJa.FindStringSubmatch(c)
	if m == nil || m[1] == "" || utf8.RuneCountInString(m[1]) < 2 || genericJa.MatchString(m[1]) {
		return nil
	}
	return []subject{{bareName(m[1]), m[3]}}
}

var genericJa = text.Lazy(`^(?:みんな|みな|世間|誰|これ|それ|あれ|ここ|そこ|今日|昨日|明日|彼ら?|彼女たち|あいつ|あの人|あなた|君|名前|住所|仕事|職業|勤務先|職場|誕生日|電話|メール|年齢|苗字|好きな.*|一番.*|最近|普段|本当|.*(?:人|方|とき|時|頃|こと|もの))$`)

// placeEastern reports whether a name in Japanese or Chinese is that of a
// place: one works there, and for somebody else.
func placeEastern(v string) bool { return placesEastern.MatchString(v) }

var placesEastern = text.Lazy(`(?:[市県都府区町村州国島省]|駅前|駅|周辺|支店|本社|現場)$|^(?:東京|大阪|京都|神戸|横浜|名古屋|札幌|仙台|川崎|広島|福岡|千葉|埼玉|新潟|静岡|浜松|岡山|熊本|鹿児島|沖縄|那覇|北海道|青森|岩手|秋田|山形|福島|茨城|栃木|群馬|神奈川|富山|石川|金沢|福井|山梨|長野|岐阜|愛知|三重|滋賀|奈良|和歌山|鳥取|島根|山口|徳島|香川|愛媛|高知|佐賀|長崎|大分|宮崎|関西|関東|九州|四国|東北|渋谷|新宿|池袋|品川|銀座|梅田|難波|` +
	`日本|海外|外国|アメリカ|イギリス|フランス|ドイツ|イタリア|スペイン|カナダ|オーストラリア|タイ|シンガポール|台湾|韓国|香港|パリ|ロンドン|ニューヨーク|ベルリン|ソウル|バンコク|シドニー|ハワイ|美国|英国|法国|德国|国外|外地|北京|上海|广州|深圳|杭州|南京|苏州|成都|重庆|武汉|西安|天津|青岛|大连|厦门|长沙|郑州|宁波|无锡|济南|沈阳|哈尔滨|昆明|合肥|福州|台北|高雄|纽约|伦敦|巴黎|家|自宅|在宅|リモート|テレワーク|夜|朝|昼|週末|一人|みんな|チーム|ここ|そこ|シフト|フルタイム|パート|バイト|夜勤)$`)
