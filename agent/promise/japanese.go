package promise

import "regexp"

// Parts of Japanese patterns.
const (
	// jaEnd is what may follow a plain form that ends its clause; 「覚えておく
	// といい」 and 「覚えておくべき」 go on and are advice.
	jaEnd = `(?:[ねよわさぞ]|から|ので|$|[。！!…〜～♪、,）) ])`

	// jaMemory are the stems of verbs of remembering, before て, ます, た.
	jaMemory = `(?:覚え|憶え|おぼえ|(?:記憶|記録|メモ|保存)(?:に残し|し|いたし|させ)|(?:記憶|メモリー?|メモ|ノート|プロフィール)[にへ][^。！？]{0,8}?(?:留め|とどめ|刻み|残し|加え|入れ|反映し)|` +
		`(?:心|胸|頭)に(?:留め|とどめ|入れ)|(?:話|こと|内容|記録)[をもは、に]?残し|リストに(?:加え|入れ|(?:追加|登録)し)|(?:記憶|情報|ノート|プロフィール)[をに](?:追加|登録)(?:し|いたし)|(?:書き|かき)(?:留め|とめ)|書き残し|メモ(?:に残し|を(?:取|と)っ))`

	// jaForget takes something out of memory. 「忘れました」 alone is no claim:
	// who says so cannot remember.
	jaForget = `(?:(?:記憶|メモ|記録|ノート|プロフィール|データ|情報|覚えていたこと)[^。！？]{0,16}?(?:消し|(?:消去|削除)(?:し|いたし)|取り消し|外し|破棄し)|` +
		`(?:その(?:こと|話|件)|それ|これ)[をは](?:全部|すべて|もう)?(?:消し|(?:消去|削除)(?:し|いたし))|(?:記憶|メモ|ノート)から[^。！？]{0,10}?忘れ)`
	jaUpdate = `(?:記憶|情報|ノート|プロフィール)を(?:更新|修正|整理)(?:し|いたし)`

	jaPlan = `(?:予定|カレンダー|スケジュール|日程|手帳|会議|打ち合わせ|ミーティング|面談|アポ)[^。！？]{0,40}?`
	// jaCalendar is a calendar and a verb that changes it.
	jaCalendar = jaPlan + `(?:入れ|(?:追加|登録|記入|記録|設定|変更|更新|削除|保存|メモ)(?:し|いたし)|加え|押さえ|反映し|組み込み|移し|ずらし|取り消し|消し)`

	jaReminder = `(?:リマインド(?:し|いたし)|(?:リマインダー|アラーム|目覚まし|タイマー|通知)を?(?:に)?(?:(?:設定|セット|登録|予約)(?:し|いたし)|かけ|入れ|鳴らし))`
	// jaTimed says something at a time; without a time it is ordinary talk.
	jaTime  = `(?:[0-9０-９一二三四五六七八九十]+(?:時|分|日)|時間|明日|あした|明後日|あさって|朝|昼|夕方|夜|来週|曜|になったら|前に|後に|当日|前日)`
	jaTimed = jaTime + `[^。！？]{0,30}?(?:お?知らせ(?:し|いたし)|通知(?:し|いたし)|声を?(?:お)?かけ|起こし)`
)

// jaWill and jaDone put the endings behind a stem. The plain ます form is a
// promise only with ね: サーバーが保存します tells how something works.
func jaWill(stem string) string {
	return stem + `(?:て(?:おき|あげ|おいてあげ)ます|て(?:おく|あげる|おいてあげる)` + jaEnd + `|ときます|とく` + jaEnd +
		`|ますね|る(?:ね|よ)|ておく(?:ことに(?:します|する` + jaEnd + `)|ように(?:し|いたし)ます)|ておこうと思|ていただきます|てもらいます)`
}

func jaDone(stem string) string {
	return stem + `(?:て(?:おき|あげ|おいてあげ)ました|て(?:おいた|あげた)` + jaEnd + `|ときました|といた` + jaEnd +
		`|ました|た` + jaEnd + `|ていただきました|てもらいました|ちゃいました)`
}

var japanese = rules{
	cues: []string{
		"覚え", "憶え", "おぼえ", "記憶", "記録", "メモ", "保存", "心に", "胸に", "頭に", "留め", "とめ", "書き", "控え", "メモリ", "刻", "残し", "リスト", "忘れ", "消し", "削除", "消去", "外し", "破棄", "なかったこと", "情報",
		"ノート", "プロフィール", "予定", "カレンダー", "スケジュール", "日程", "手帳", "会議", "打ち合わせ", "ミーティング", "面談",
		"アポ", "リマイ", "アラーム", "目覚まし", "タイマー", "通知", "思い出させ", "知らせ", "教え", "声", "起こ", "伝え",
	},
	claims: []rule{
		{
			kind: Calendar,
			will: regexp.MustCompile(jaWill(jaCalendar) + `|` + jaPlan + `(?:(?:書き込|組)んで(?:おきます|おく` + jaEnd + `)|(?:作|書)(?:っ|い)て(?:おきます|おく` + jaEnd + `))`),
			done: regexp.MustCompile(jaDone(jaCalendar) + `|` + jaPlan + `(?:(?:書き込|組)(?:みました|んでおきました|んだ` + jaEnd + `)|作(?:りました|っておきました)|書(?:きました|いておきました)|(?:追加|登録|記入|設定|変更|更新|保存)済み(?:です|だ))`),
		},
		{
			kind: Reminder,
			// To speak at a time lies ahead: the plain ます is a promise here.
			will: regexp.MustCompile(jaWill(jaReminder) + `|` + jaWill(jaTimed) + `|` + jaWill(`思い出させ`) + `|(?:` + jaTimed + `|` + jaReminder + `)ます|` +
				jaTime + `?[^。！？]{0,30}リマインドする` + jaEnd + `|` + jaTime + `[^。！？]{0,20}(?:知らせる|起こす|声かける)` + jaEnd + `|[時間頃]になったら[^。]{0,10}伝え(?:し|いたし)ます|(?:[時間頃分]になったら|[前後]になったら|[分時間日]前に)[^。！？]{0,10}教えます|(?:^|[、 ])起こして(?:あげます|おきます)`),
			done: regexp.MustCompile(jaDone(jaReminder) + `|(?:リマインダー|アラーム|タイマー|通知)[^。！？]{0,8}(?:設定|セット|登録)済み`),
		},
		{
			kind: Forget,
			will: regexp.MustCompile(jaWill(jaForget) + `|忘れて(?:おきます|あげます|おく` + jaEnd + `)|忘れときます|忘れとくね|忘れることにします|忘れますね|忘れるね|なかったことに(?:します|しておきます|するね)`),
			done: regexp.MustCompile(jaDone(jaForget)),
		},
		{
			kind: Memory, also: changed,
			will: regexp.MustCompile(jaWill(jaUpdate)),
			done: regexp.MustCompile(jaDone(jaUpdate)),
		},
		{
			kind: Memory, also: remembered,
			will: regexp.MustCompile(jaWill(jaMemory) + `|(?:記憶|記録|メモ|保存)する(?:ね|よ)|` +
				`(?:^|[、。！ ]|ちゃんと|しっかり|きちんと|必ず|忘れずに|全部|ぜんぶ|こと[をもは]?)(?:覚え|おぼえ)ます|` +
				`(?:心|胸|記憶)に刻(?:んでおきます|んでおく` + jaEnd + `|みますね)|忘れないように(?:し(?:て(?:おき)?)?ます|しておく` + jaEnd + `|しとく|するね)`),
			done: regexp.MustCompile(jaDone(jaMemory) + `|(?:心|胸|記憶)に刻(?:みました|んでおきました)|(?:記憶|記録|メモ|保存)済み(?:です|だ)|控えておきました`),
		},
	},
	never: regexp.MustCompile(
		`[？?]|か[。！!]?$|かな[。！!…]?$` + // questions
			`|よかったら|よければ|良ければ|必要なら|必要であれば|もしも?[、 ]?|(?:くれ|もらえ|くださ|いただけ|下さ)(?:たら|れば|ったら|るなら)|(?:希望|お望み)(?:なら|でしたら)` + // offers
			`|(?:さん|くん|ちゃん|さま|様|彼|彼女|友達|友人|みんな)[はが][^、。]*(?:覚え|記録し|メモし|保存し|入れ|登録し|追加し|残し|書き)` + // somebody else
			`|(?:最高|最低|過去最|気温|[0-9０-９]度|[点円位人本票勝%％]|ドル)[^。]{0,6}を?記録し` + // records of another kind
			`|(?:ます|ました|おく|た)[、]?(?:とは|って(?:言|いう|約束|のは)|と(?:言っ|いって|約束し(?:た|まし)|お伝え|伝え))`), // spoken of
	before: regexp.MustCompile(`以前|先日|昨日|きのう|この前|前回|あのとき|あの時|先週|先月|去年|昔|ずっと前|前にも?[^、。]*(?:覚え|記録|メモ|保存|入れ|登録|追加|設定)`),
}
