package calendar

import "strings"

// counted reads what Japanese and Chinese say with a number and a unit: 三日前,
// 2026年, 6月, 3日, 六月三号, 15時半, 三点一刻.
func (f folded) counted(i int, so reading) (reading, int, bool) {
	n, end, digits, ok := f.number(i)
	if !ok && !f.has(i, "半") {
		return f.prefixed(i)
	}
	r := reading{amount: n}
	if half, is := f.any(i, "半"); is {
		r.amount, r.half, end = 0, 1, half
	}
	j := f.blank(end)
	for _, u := range counters {
		if stop, is := f.any(j, u.words...); is {
			if r, stop, ok := f.ago(stop, r, u.unit); ok {
				return r, stop, true
			}
		}
	}
	if r.half != 0 {
		return reading{}, i, false
	}
	switch {
	case f.has(j, "年"):
		return f.yearNumber(j+len("年"), n, digits)
	case f.has(j, "月"):
		return f.monthNumber(j+len("月"), n, digits)
	case f.has(j, "日", "号", "號"):
		return f.dayNumber(i, j, n, digits, so)
	case f.has(j, "-", "~", "〜", "–") && digits > 0:
		return f.dayRow(i, n, so)
	case f.has(j, "時", "时", "点", "點"):
		return f.hourNumber(i, j, n, digits, so)
	}
	return reading{}, i, false
}

// prefixed reads what begins with a word before the number.
func (f folded) prefixed(i int) (reading, int, bool) {
	if r, end, ok := f.era(i); ok {
		return r, end, true
	}
	if r, end, ok := f.nth(i); ok {
		return r, end, true
	}
	return f.row(i)
}

// counters are the units of amounts. A longer one stands before a shorter one
// that it begins with.
var counters = []struct {
	unit  Unit
	words []string
}{
	{Week, []string{"週間", "週", "个星期", "個星期", "星期", "个礼拜", "個禮拜", "礼拜", "周"}},
	{Month, []string{"か月", "ヶ月", "ヵ月", "カ月", "ケ月", "ヵ月", "箇月", "个月", "個月", "月"}},
	{Hour, []string{"時間", "个小时", "個小時", "小时", "小時", "个钟头", "个钟"}},
	{Minute, []string{"分钟", "分鐘", "分間", "分"}},
	{Day, []string{"日", "天"}},
	{Year, []string{"年"}},
}

// ago reads the rest of an amount before or after now, or of a row of units:
// ほど前, 以后.
func (f folded) ago(i int, r reading, unit Unit) (reading, int, bool) {
	r.has, r.unit = sAgo, unit
	if unit == Month && f.before(i) == '月' && r.half == 0 && f.plainMonth(i) {
		return r, i, false
	}
	if end, ok := f.any(i, "半"); ok && r.half == 0 {
		i, r.half = end, 1
	}
	i = f.optional(f.blank(i), "ほど", "くらい", "ぐらい", "程度", "以上", "多", "左右")
	if end, ok := f.any(i, "以前", "之前", "前", "まえ"); ok && !f.has(end, "半", "期", "後", "后", "列", "面", "回", "年") {
		r.amount, r.half = -r.amount, -r.half
		return r, end, true
	}
	if end, ok := f.any(i, "以后", "之后", "以後", "之後", "後", "后", "あと"); ok && !f.has(end, "半", "面", "期", "悔") {
		return r, end, true
	}
	return r, i, false
}

// plainMonth reports whether the 月 that ends at i has no counter before it:
// 6月 is June, 6か月 are six months.
func (f folded) plainMonth(i int) bool {
	before := f.before(i - len("月"))
	return !strings.ContainsRune("かヶヵカケ箇个個", before)
}

// eras are the first years of the Japanese reigns, less one.
var eras = []struct {
	name string
	year int
	last int
}{{"令和", 2018, 99}, {"平成", 1988, 40}, {"昭和", 1925, 64}, {"大正", 1911, 15}, {"明治", 1867, 45}}

// era reads 令和8年.
func (f folded) era(i int) (reading, int, bool) {
	for _, e := range eras {
		j, ok := f.any(i, e.name)
		if !ok {
			continue
		}
		n, end, _, ok := f.number(j)
		if first, is := f.any(j, "元"); is {
			n, end, ok = 1, first, true
		}
		stop, year := f.any(end, "年")
		return reading{has: sYear, year: e.year + n}, stop, ok && year && n >= 1 && n <= e.last
	}
	return reading{}, i, false
}

// rowsBack and rowsAhead are the words before a row of units.
var (
	rowsBack  = []string{"過去", "ここ", "この", "直近", "最近", "过去", "這", "这", "近"}
	rowsAhead = []string{"今後", "これから", "向こう", "未来", "接下来"}
)

// row reads 過去3日間, ここ一週間, 最近三天: a row of units up to now.
func (f folded) row(i int) (reading, int, bool) {
	j, ok := f.any(i, rowsBack...)
	next, ahead := f.any(i, rowsAhead...)
	if ahead {
		j, ok = next, true
	}
	n, end, _, number := f.number(f.optional(j, "の", "的"))
	if !ok || !number {
		return reading{}, i, false
	}
	for _, u := range counters {
		stop, is := f.any(end, u.words...)
		if !is || u.unit == Month && f.plainMonth(stop) {
			continue
		}
		if !ahead {
			n = -n
		}
		stop = f.optional(stop, "間", "间")
		return reading{has: sPast, amount: n, unit: u.unit}, stop, max(n, -n) < 1000 && !f.has(stop, "前", "後", "以", "之", "后") && (u.unit != Day || f.before(stop) != '日')
	}
	return reading{}, i, false
}

// nth reads 第2火曜, 第三个周一: a weekday of a month that is said before.
func (f folded) nth(i int) (reading, int, bool) {
	j, ok := f.any(i, "第")
	n, end, _, number := f.number(j)
	if !ok || !number || n < 1 || n > 5 {
		return reading{}, i, false
	}
	r, end, ok := f.listed(f.optional(end, "个", "個", "の"), reading{has: sNth})
	ok = ok && r.has == sWeekday
	r.has, r.nth, r.weak = sNth|sWeekday, n, true
	return r, end, ok
}

// yearNumber reads what stands behind 年.
func (f folded) yearNumber(i, n, digits int) (reading, int, bool) {
	if n < 1000 || n > 2999 || digits != 0 && digits != 4 || f.has(i, "度", "代", "間", "间", "級", "级", "版", "型", "産", "製", "前", "以") {
		return reading{}, i, false
	}
	return reading{has: sYear, year: n}, i, true
}

// monthNumber reads what stands behind 月.
func (f folded) monthNumber(i, n, digits int) (reading, int, bool) {
	if n < 1 || n > 12 || digits > 2 || f.born(i) || f.has(i, "号", "間", "间") {
		return reading{}, i, false
	}
	if digits == 0 && f.has(i, "雨", "病", "蝿", "晴", "馬鹿", "前", "後", "半", "ほど", "余", "光") {
		return reading{}, i, false
	}
	return reading{has: sMonth, month: n}, f.optional(i, "份"), true
}

// dayNumber reads a day of the month. Alone, 三日 is as often three days, so
// what stands around it must show that it is a date.
func (f folded) dayNumber(i, j, n, digits int, so reading) (reading, int, bool) {
	japanese := f.has(j, "日")
	end := j + len("日")
	if n < 1 || n > 31 || digits > 2 || f.has(end, "間", "间", "目", "中", "連", "连") || f.born(end) {
		return reading{}, i, false
	}
	r := reading{has: sDay, day: n}
	switch {
	case so.has&(sMonth|sRelMonth) != 0, so.has&sAgo != 0:
		return r, end, true
	case so.has != 0, !japanese && f.kana:
		return r, i, false
	case !japanese:
		return r, end, !strings.ContainsRune("线線楼店机門门馆館院口车車位码碼室棟駅选選手文", f.after(end)) || f.after(end) == 0
	}
	for _, w := range []string{"あと", "残り", "たった", "約", "丸", "まる", "もう", "ここ", "この", "ほぼ", "毎月"} {
		if strings.HasSuffix(f.s[:i], w) {
			return r, i, false
		}
	}
	after := []string{"に", "から", "まで"}
	if digits > 0 {
		after = append(after, "月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜", "の", "は", "、", "。", "?", "!", "朝", "夜", "晩", "午", "夕", "頃", "ごろ", "が", "(")
	}
	if n == 1 {
		after = after[1:]
	}
	stop, ok := f.any(end, after...)
	if ok && f.has(end, "に") {
		_, _, _, counts := f.number(stop)
		ok = !counts
	}
	return r, end, ok || digits > 0 && end == len(f.s)
}

// dayRow reads 3〜5日.
func (f folded) dayRow(i, first int, so reading) (reading, int, bool) {
	_, j, _, _ := f.number(i)
	j = f.optional(f.blank(j), "-", "~", "〜", "–")
	n, end, digits, ok := f.number(j)
	if !ok || first < 1 || n <= first || digits > 2 || !f.has(end, "日", "号", "號") {
		return reading{}, i, false
	}
	r, end, ok := f.dayNumber(i, end, n, digits, so)
	r.day, r.lastDay = first, n
	return r, end, ok
}

// hourNumber reads 15時, 3時半, 三点一刻, 八点二十分.
func (f folded) hourNumber(start, j, n, digits int, so reading) (reading, int, bool) {
	chinese := f.has(j, "点", "點")
	end := j + len("時")
	if n > lastHour || digits > 2 || f.plan && f.lang != "ja" && n > 24 || chinese && (f.kana || n > 24) || f.has(end, "間", "间", "代", "期", "差", "速", "限", "短", "計", "給", "候", "刻") {
		return reading{}, j, false
	}
	r := reading{has: sClock, hour: n, bare: n <= 12}
	said := so.has&(sPart|sRelDay|sDay|sWeekday) != 0
	if chinese {
		if stop, ok := f.any(end, "钟", "鐘", "整"); ok {
			end, said = stop, true
		}
	}
	if stop, ok := f.any(end, "半", "一刻", "三刻"); ok {
		r.minute, r.fine, said = map[string]int{"半": 30, "一刻": 15, "三刻": 45}[f.s[end:stop]], true, true
		return r, stop, true
	}
	if m, stop, _, ok := f.number(f.blank(end)); ok && m < 60 {
		after, minutes := f.any(stop, "分")
		fraction := f.has(after, "の", "之") && han(f.after(after+len("の")))
		if before, is := f.any(after, "前"); minutes && is && m <= 15 {
			r.minute, r.fine = -m, true
			return r, before, true
		}
		if minutes && !fraction && !f.has(after, "前", "後", "后") {
			r.minute, r.fine = m, true
			return r, after, true
		}
		if f.plan && !minutes && f.tailMinutes(end, stop, m) {
			r.minute, r.fine = m, true
			return r, stop, true
		}
	}
	once := digits == 0 && n == 1 && !chinese // 一時 is also "for a while"
	return r, end, said || f.plan && chinese && f.pointHour(start, end) || !chinese && !once && (digits > 0 || !f.has(j, "时"))
}
