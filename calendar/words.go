package calendar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// entry is a word of the Japanese and Chinese lists.
type entry struct {
	reading
	kana      bool   // written in hiragana, so that its neighbours must show where it ends
	notAfter  string // characters it may not stand behind
	notBefore string // … and in front of
	third     bool   // only behind a month
	chinese   bool   // not in a text with kana, where it means something else
}

func relDay(n int) reading             { return reading{has: sRelDay, day: n} }
func relWeek(n int) reading            { return reading{has: sRelWeek, week: n} }
func relMonth(n int) reading           { return reading{has: sRelMonth, month: n} }
func relYear(n int) reading            { return reading{has: sRelYear, year: n} }
func partOf(n int, p part) reading     { return reading{has: sRelDay | sPart, day: n, part: p} }
func partOnly(p part) reading          { return reading{has: sPart, part: p} }
func weekdayOf(n int) reading          { return reading{has: sWeekday, weekday: n} }
func seasonNamed(n int) reading        { return reading{has: sSeason, season: n} }
func weekend(p pick) reading           { return reading{has: sWeekend, pick: p} }
func feastNamed(v ...int) reading      { return reading{has: sFeast, feast: feast{v[0], v[1], v[2], v[3]}} }
func (r reading) faint() reading       { r.weak = true; return r }
func (r reading) picks(p pick) reading { r.pick, r.weak = p, false; return r }

func yearEnd(n int) reading {
	return reading{has: sRelYear | sFeast, year: n, feast: feast{12, 25, 12, 31}}
}

// words are the Japanese and Chinese words of time by their folded form, and
// longest the length of the longest of them by its first character.
var words, longest = lists()

func lists() (map[string]entry, map[rune]int) {
	all := map[string]entry{}
	for _, add := range []func(map[string]entry){japanese, japaneseParts, chinese, chineseWeeks, chineseParts, common} {
		add(all)
	}
	most := map[rune]int{}
	for w := range all {
		first, _ := utf8.DecodeRuneInString(w)
		most[first] = max(most[first], len(w))
	}
	return all, most
}

// put lists words that mean the same.
func put(all map[string]entry, e entry, list string) {
	for w := range strings.FieldsSeq(list) {
		all[w] = e
	}
}

func japanese(all map[string]entry) {
	for list, r := range map[string]reading{
		"今日 本日": relDay(0), "昨日": relDay(-1), "一昨日": relDay(-2), "一昨昨日 一昨々日": relDay(-3),
		"明日": relDay(1), "明後日": relDay(2), "明明後日 明々後日": relDay(3),
		"今週": relWeek(0), "先週": relWeek(-1), "先々週 先先週": relWeek(-2), "来週": relWeek(1), "再来週 さ来週": relWeek(2),
		"今月": relMonth(0), "先月": relMonth(-1), "先々月 先先月": relMonth(-2), "来月": relMonth(1), "再来月 さ来月": relMonth(2),
		"去年 昨年": relYear(-1), "明年": relYear(1), "一昨年": relYear(-2), "今年 本年": relYear(0), "来年": relYear(1), "再来年 さ来年": relYear(2),
		"夏休み": seasonNamed(1), "冬休み": seasonNamed(3), "春休み": seasonNamed(0),
		"今週末": weekend(thisOne), "先週末": weekend(lastOne), "来週末": weekend(nextOne), "週末 土日": weekend(noPick),
	} {
		put(all, entry{reading: r, notAfter: "説証照", notBefore: "子香"}, list)
	}
	for list, r := range map[string]reading{
		"きょう": relDay(0), "きのう": relDay(-1), "おととい おとつい": relDay(-2), "さきおととい": relDay(-3), "あした あす": relDay(1),
		"あさって": relDay(2), "しあさって": relDay(3), "おととし": relYear(-2), "さらいしゅう": relWeek(2), "せんしゅう": relWeek(-1),
		"らいしゅう": relWeek(1), "せんげつ": relMonth(-1), "らいげつ": relMonth(1), "きょねん": relYear(-1), "らいねん": relYear(1), "ことし": relYear(0),
		"ゆうべ": partOf(-1, night), "けさ": partOf(0, morning), "こんや こんばん": partOf(0, night),
	} {
		put(all, entry{reading: r, kana: true}, list)
	}
	for n, c := range []string{"月", "火", "水", "木", "金", "土", "日"} {
		put(all, entry{reading: weekdayOf(n), notAfter: "毎"}, c+"曜日 "+c+"曜")
	}
	for n, list := range []string{"春", "夏", "秋", "冬"} {
		put(all, entry{reading: seasonNamed(n).faint(), notBefore: "日雨風眠巻分至目服物野子葉樹眠将瓜"}, list)
	}
}

func japaneseParts(all map[string]entry) {
	for list, r := range map[string]reading{
		"今朝": partOf(0, morning), "昨夜 昨晩 夕べ": partOf(-1, night), "今夜 今晩": partOf(0, night), "一昨夜 一昨晩": partOf(-2, night),
		"明朝": partOf(1, morning), "明晩": partOf(1, night), "昨夕": partOf(-1, evening), "今夕": partOf(0, evening),
	} {
		put(all, entry{reading: r}, list)
	}
	for list, p := range map[string]part{
		"未明": dawn, "早朝 明け方 朝方": early, "朝 午前中": morning, "午前": forenoon, "昼 お昼 昼間": midday, "午後 ごご": afternoon, "夕方 夕": evening,
		"夜 晩": night, "深夜 夜中 真夜中": late,
	} {
		put(all, entry{reading: partOnly(p)}, list)
	}
	for n, list := range []string{"上旬 初旬 初め はじめ 始め 頭", "中旬 半ば なかば", "下旬 末 終わり 終わりごろ"} {
		put(all, entry{reading: reading{has: sThird, third: n + 1}, third: true}, list)
	}
}

func chinese(all map[string]entry) {
	// Those with 前 and 後 are "the former" and "later" in Japanese.
	for list, r := range map[string]reading{
		"今天": relDay(0), "昨天 昨儿": relDay(-1), "前天": relDay(-2), "大前天": relDay(-3), "明天 明儿": relDay(1), "后天 後天": relDay(2), "大后天 大後天": relDay(3),
		"上个月 上個月 上月": relMonth(-1), "上上个月 上上個月 上上月": relMonth(-2), "这个月 這個月 本月": relMonth(0),
		"下个月 下個月 下月": relMonth(1), "下下个月 下下個月 下下月": relMonth(2),
		"前年": relYear(-2), "大前年": relYear(-3), "后年 後年": relYear(2),
		"暑假": seasonNamed(1), "寒假": seasonNamed(3),
	} {
		put(all, entry{reading: r, notAfter: "以之最而三两二四五六七八九十几多数半每", notBefore: "度", chinese: strings.ContainsAny(list, "前後")}, list)
	}
	for n, list := range []string{"春天 春季", "夏天 夏季", "秋天 秋季", "冬天 冬季"} {
		put(all, entry{reading: seasonNamed(n).faint()}, list)
	}
}

func chineseWeeks(all map[string]entry) {
	near := map[string]int{
		"上上": -2, "上上个": -2, "上": -1, "上个": -1, "上個": -1, "这": 0, "这个": 0, "這": 0, "這個": 0, "本": 0,
		"下": 1, "下个": 1, "下個": 1, "下下": 2, "下下个": 2,
	}
	for _, week := range []string{"周", "星期", "礼拜", "週", "禮拜"} {
		for n, days := range []string{"一", "二", "三", "四", "五", "六", "日 天"} {
			for d := range strings.FieldsSeq(days) {
				e := entry{reading: weekdayOf(n), notAfter: "每毎各隔一二三四五六七八九十几", notBefore: "天个個次年月周星刊"}
				if d == "天" || n == 6 {
					e.notBefore = "都本"
				}
				all[week+d] = e
				for word, weeks := range near {
					e.reading, e.notAfter = reading{has: sRelWeek | sWeekday, week: weeks, weekday: n}, ""
					all[word+week+d] = e
				}
			}
		}
		for word, weeks := range near {
			all[word+week] = entry{reading: relWeek(weeks), notBefore: "天刊年期"}
			all[word+week+"末"] = entry{reading: reading{has: sRelWeek | sWeekend, week: weeks}}
		}
		all[week+"末"] = entry{reading: weekend(noPick)}
	}
}

func chineseParts(all map[string]entry) {
	for list, r := range map[string]reading{
		"今早 今晨": partOf(0, morning), "昨晚": partOf(-1, night), "今晚": partOf(0, night), "明早 明晨": partOf(1, morning), "明晚": partOf(1, night),
		"前晚": partOf(-2, night), "今儿早上": partOf(0, morning), "后晚": partOf(2, night),
	} {
		put(all, entry{reading: r}, list)
	}
	for list, p := range map[string]part{
		"凌晨": dawn, "清晨 一大早": early, "早上 早晨 早": morning, "上午": forenoon, "中午": midday, "下午 午后 午後": afternoon, "傍晚": evening,
		"晚上 夜里 夜晚 晚 夜间": night, "半夜 深夜 午夜": late,
	} {
		put(all, entry{reading: partOnly(p)}, list)
	}
	for n, list := range []string{"初", "", "底"} {
		put(all, entry{reading: reading{has: sThird, third: n + 1}, third: true}, list)
	}
}

// common are times of the year with names of their own.
func common(all map[string]entry) {
	for list, r := range map[string]reading{
		"元日 元旦": feastNamed(1, 1, 1, 1), "正月 お正月": feastNamed(1, 1, 1, 3), "大晦日": feastNamed(12, 31, 12, 31),
		"クリスマス 圣诞节 聖誕節": feastNamed(12, 25, 12, 25), "クリスマスイブ クリスマスイヴ 平安夜 圣诞夜": feastNamed(12, 24, 12, 24),
		"お盆": feastNamed(8, 13, 8, 16), "ゴールデンウィーク ゴールデンウイーク gw": feastNamed(4, 29, 5, 5), "バレンタイン": feastNamed(2, 14, 2, 14),
		"ハロウィン ハロウィーン 万圣节": feastNamed(10, 31, 10, 31), "七夕": feastNamed(7, 7, 7, 7), "国庆节 国庆": feastNamed(10, 1, 10, 7), "劳动节": feastNamed(5, 1, 5, 5),
	} {
		put(all, entry{reading: r, notBefore: "ツプソケ"}, list)
	}
	for list, r := range map[string]reading{
		"年末": feastNamed(12, 25, 12, 31), "年末年始": feastNamed(12, 29, 1, 3), "年底": feastNamed(12, 16, 12, 31), "年初": feastNamed(1, 1, 1, 15), "年始": feastNamed(1, 1, 1, 3),
		"月初 月初め": {has: sRelMonth | sThird, third: 1}, "月末 月底": {has: sRelMonth | sThird, third: 3},
		"昨年末 去年末": yearEnd(-1), "今年末": yearEnd(0), "来年末": yearEnd(1), "五一": feastNamed(5, 1, 5, 5),
		"正午": {has: sClock, hour: 12},
	} {
		put(all, entry{reading: r}, list)
	}
}

// listed reads a word of the lists at i, the longest that its neighbours allow.
func (f folded) listed(i int, so reading) (reading, int, bool) {
	most, known := longest[f.after(i)]
	if !known {
		return reading{}, i, false
	}
	for n := min(most, len(f.s)-i); n > 0; n-- {
		e, ok := words[f.s[i:i+n]]
		if ok && f.allows(e, i, i+n, so) {
			return e.reading, i + n, true
		}
	}
	return reading{}, i, false
}

// allows reports whether the neighbours of a listed word let it be that word.
func (f folded) allows(e entry, i, end int, so reading) bool {
	before, after := f.before(i), f.after(end)
	if e.third {
		return so.has == sMonth || so.has == sRelMonth || so.has == sMonth|sYear || so.has == sMonth|sRelYear
	}
	switch {
	case so.has == 0 && strings.ContainsRune(e.notAfter, before), strings.ContainsRune(e.notBefore, after):
		return false
	case e.chinese && f.kana, letter(f.s[i]) && (!f.cjk || f.wordEnd(i) != end):
		return false
	case e.kana:
		return f.alone(i, end)
	case f.born(end):
		return false
	case e.has == sRelDay && e.day == 0 && f.greeting(i, end):
		return false
	case so.has&^sMonth == 0 && so.has != 0 && e.has == sRelMonth|sThird:
		return false
	case e.weak && so.has == 0 && unicode.In(before, unicode.Han) && before != '我':
		return false
	}
	return true
}

// born reports whether what stands before end is a birthday and no event.
func (f folded) born(end int) bool {
	next, ok := f.any(end, "生まれ", "日生まれ", "うまれ")
	return ok && !f.has(next, "た", "て", "る", "ま")
}

// greeting reports whether 今日は is all that is said.
func (f folded) greeting(i, end int) bool {
	next, ok := f.any(end, "は")
	rest := strings.TrimFunc(f.s[next:], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return ok && rest == "" && strings.TrimSpace(f.s[:i]) == ""
}

// alone reports whether a word of hiragana stands by itself: not inside
// another word (話した, ああした, きょうだい).
func (f folded) alone(i, end int) bool {
	before, after := f.before(i), f.after(end)
	if before != 0 && (unicode.IsLetter(before)) && !strings.ContainsRune("はもにのがを", before) &&
		!strings.HasSuffix(f.s[:i], "また") && !strings.HasSuffix(f.s[:i], "じゃ") {
		return false
	}
	if !unicode.In(after, unicode.Hiragana) {
		return true
	}
	return f.has(end, "は", "の", "も", "に", "で", "が", "を", "から", "まで", "ね", "よ", "こそ", "って", "だっ", "だよ", "だね", "かも", "かな", "あたり", "ごろ")
}

// picked reads a word that says which one is meant, with what it picks:
// この前の金曜, 今度の土曜, 这个夏天.
func (f folded) picked(i int) (reading, int, bool) {
	for _, p := range picking {
		j, ok := f.any(i, p.words...)
		if !ok {
			continue
		}
		r, end, ok := f.listed(j, reading{has: sAgo})
		if !ok {
			if m, e, found := f.numeric(j, reading{}); found && m.has == sMonth {
				r, end, ok = m, e, true
			}
		}
		if ok && r.pick == noPick && r.has&^(sWeekday|sWeekend|sSeason|sFeast|sMonth) == 0 {
			return r.picks(p.pick), end, true
		}
	}
	return reading{}, i, false
}

var picking = []struct {
	pick  pick
	words []string
}{
	{lastOne, []string{"この前の", "こないだの", "この間の", "前の", "前回の", "上个", "上個"}},
	{comingOne, []string{"今度の", "こんどの", "次の"}},
	{thisOne, []string{"この", "这个", "這個", "今"}},
	{nextOne, []string{"下个", "下個"}},
}
