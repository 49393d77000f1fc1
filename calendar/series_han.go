package calendar

import (
	"slices"
	"strings"
)

// jaTable is the table of Japanese. Weekdays, dates, counted units and times of
// day are read beside it.
func jaTable() []token {
	return []token{
		{"daily", "毎日 まいにち 1日1回 一日一回 日に一度", often(freqDay, 0)},
		{"daily", "毎朝 まいあさ", dayIn(morning)}, {"daily", "毎晩 毎夜 まいばん", dayIn(night)}, {"daily", "毎夕", dayIn(evening)},
		{"daily", "毎昼", dayIn(midday)}, {"daily", "毎午前", dayIn(forenoon)}, {"daily", "毎午後", dayIn(afternoon)},
		{"weekly", "毎週 まいしゅう 各週 週1回 週一 週一回 週に1回 週に一回 週に一度 週に1度", often(freqWeek, 0)},
		{"every-other", "隔週 1週おき 一週おき 1週間おき 一週間おき", often(freqWeek, 2)},
		{"every-other", "隔日 一日おき 1日おき", often(freqDay, 2)}, {"every-other", "隔月 ひと月おき", often(freqMonth, 2)}, {"every-other", "隔年", often(freqYear, 2)},
		{"monthly", "毎月 まいつき 各月 月1回 月一 月一回 月に1回 月に一回 月に一度 月に1度", often(freqMonth, 0)},
		{"yearly", "毎年 まいとし 各年 年1回 年一回 年に1回 年に一回 年に一度 年に1度", often(freqYear, 0)},
		{"hourly", "毎時 毎時間", often(freqHour, 0)}, {"minutely", "毎分", often(freqMinute, 0)}, {"every-so-many", "半時間ごと 半時間おき 半時間毎", often(freqMinute, 30)},
		{"weekends", "毎週末 毎土日", weekOn(daysOff)}, {"workdays", "平日 ウィークデー 平日毎日 毎平日 ウイークデー", onDays(workdays)},
		{"month-end", "毎月末 毎月末日", monthOn(-1)}, {"month-start", "毎月初め 毎月頭", monthOn(1)},
	}
}

// zhTable is the table of Chinese.
func zhTable() []token {
	return inTraditional([]token{
		{"every-so-many", "每半小时 每半个小时 每隔半小时 每隔半个小时 每半个钟头", often(freqMinute, 30)},
		{"daily", "每天 每日 每一天 每天都", often(freqDay, 0)},
		{"daily", "每早 每天早上 每天早晨 每个早上", dayIn(morning)}, {"daily", "每晚 每夜 每天晚上 每个晚上", dayIn(night)}, {"daily", "每天中午", dayIn(midday)},
		{"daily", "每天下午", dayIn(afternoon)}, {"daily", "每天上午", dayIn(forenoon)}, {"daily", "每天傍晚", dayIn(evening)}, {"daily", "每天凌晨", dayIn(dawn)},
		{"weekly", "每周 每週 每星期 每个星期 每個星期 每礼拜 每个礼拜 每一周 一周一次 每周一次 每星期一次", often(freqWeek, 0)},
		{"every-other", "隔周 隔週 每隔一周 每两周 每兩週 每两个星期 隔一周 每隔一个星期", often(freqWeek, 2)},
		{"every-other", "隔天 隔日 每隔一天 每两天", often(freqDay, 2)}, {"every-other", "隔月 每隔一个月 每两个月", often(freqMonth, 2)}, {"every-other", "隔年 每两年 每隔一年", often(freqYear, 2)},
		{"monthly", "每月 每个月 每個月 每月一次 一个月一次 每个月一次", often(freqMonth, 0)},
		{"yearly", "每年 每一年 一年一次 每年一次", often(freqYear, 0)},
		{"hourly", "每小时 每小時 每个小时 每個小時 每个钟头", often(freqHour, 0)}, {"minutely", "每分钟 每分鐘", often(freqMinute, 0)},
		{"weekends", "每周末 每週末 每个周末 每個週末 每逢周末", weekOn(daysOff)}, {"workdays", "工作日 每个工作日 每個工作日 平日", onDays(workdays)},
		{"month-end", "每月底 每个月底 每月月底 每月最后一天 每个月最后一天 每個月底", monthOn(-1)}, {"month-start", "每月初 每个月初 每月月初", monthOn(1)},
		{"weekly", "每逢 每到 逢", every(1)},
	})
}

// inTraditional adds to the rows their words in traditional characters, so that
// none is known in one script alone. In Taiwan 周 is written as 週.
func inTraditional(rows []token) []token {
	traditional := strings.NewReplacer("个", "個", "礼", "禮", "两", "兩", "时", "時", "钟", "鐘", "头", "頭")
	for n, row := range rows {
		other := traditional.Replace(row.words)
		rows[n].words = strings.Join([]string{row.words, other, strings.ReplaceAll(other, "周", "週")}, " ")
	}
	return rows
}

// hanToken reads a part of a repetition that begins with no letter.
func (p planner) hanToken(i int, s *series) (int, bool) {
	if end, ok := p.hanStep(i, s); ok {
		return end, true
	}
	for _, lang := range []string{p.lang, "ja", "zh"} { // each knows words that the other writes too
		if end, ok := p.listedToken(lang, i, s); ok {
			s.doubt = s.doubt || p.has(end, "が", "楽", "忙") // 毎日が楽しい
			return end, true
		}
	}
	if stop, ok := p.any(i, "毎", "每个", "每"); ok { // 毎火曜, 每周二
		if end, ok := p.weekdayToken(stop, s, p.hanWeekday); ok {
			s.marks("weekly")
			return end, true
		}
		if end, ok := p.hanOrdinal(stop, s); ok {
			s.marks("monthly")
			return end, true
		}
	}
	if end, ok := p.hanOrdinal(i, s); ok {
		return end, true
	}
	if end, ok := p.weekdayToken(i, s, p.hanWeekday); ok {
		return end, true
	}
	if s.freq == freqWeek || s.days != 0 && s.rule != "" {
		if end, ok := p.shortWeekdays(i, s); ok {
			return end, true
		}
	}
	return p.hanDate(i, s)
}

// hanWeekday reads 火曜日, 周二.
func (p planner) hanWeekday(i int) (n, end int, plural, ok bool) {
	r, end, ok := p.listed(i, reading{has: sRelDay})
	if ok && r.has == sWeekday {
		return r.weekday, end, false, true
	}
	return 0, i, false, false
}

// shortWeekdays reads the weekdays behind 毎週 that are one character each: 月水金,
// 一、三、五.
func (p planner) shortWeekdays(i int, s *series) (int, bool) {
	const ja, zh = "月火水木金土日", "一二三四五六日"
	of := ja
	if !p.kana && p.has(i, "一", "二", "三", "四", "五", "六", "天") || !p.kana && p.lang == "zh" {
		of = zh
	}
	days, end := weekdays(0), i
	for j := i; ; {
		at := strings.Index(of, string(p.after(j)))
		if p.has(j, "天") && of == zh {
			at = strings.Index(of, "日")
		}
		if j >= len(p.s) || at < 0 {
			break
		}
		days, j = days.with(at/len("月")), j+len("月")
		j = p.optional(p.optional(j, "曜日", "曜"), "・", "、", "と", "/", ",", "和")
		end = j
	}
	if days == 0 || p.has(end, "次", "回", "度", "点", "個", "个") {
		return i, false
	}
	for _, w := range []string{"・", "、", "と", "/", ",", "和"} { // one that nothing follows
		if strings.HasSuffix(p.s[i:end], w) {
			end -= len(w)
		}
	}
	s.on(days)
	return end, true
}

// steps are the units that おき, ごと and 每隔 count. A longer word stands before
// one that it begins with.
var steps = []struct {
	freq  freq
	words []string
}{
	{freqMinute, []string{"分間", "分钟", "分鐘", "分"}},
	{freqHour, []string{"時間", "个小时", "個小時", "小时", "小時", "个钟头"}},
	{freqWeek, []string{"週間", "週", "个星期", "個星期", "星期", "个礼拜", "周"}},
	{freqMonth, []string{"か月", "ヶ月", "ヵ月", "カ月", "ケ月", "箇月", "个月", "個月"}},
	{freqDay, []string{"日間", "日", "天"}},
	{freqYear, []string{"年間", "年"}},
}

// hanStep reads a count of units that it repeats after: 20分おき, 3日ごと, 三日に一度,
// 每隔两个小时, 每三天. Between days, weeks, months and years as many lie as おき and
// 隔 count.
func (p planner) hanStep(i int, s *series) (int, bool) {
	j, each := p.any(i, "每隔", "隔", "每", "毎")
	between := each && (p.has(i, "每隔") || p.has(i, "隔"))
	n, end, _, ok := p.number(j)
	if !ok || n < 1 || n > 999 {
		return i, false
	}
	for _, u := range steps {
		stop, is := p.any(end, u.words...)
		if !is {
			continue
		}
		last, tail := p.any(stop, "おきに", "おき", "置きに", "置き", "ごとに", "ごと", "毎に", "毎", "に一度", "に一回", "に1度", "に1回", "一次", "1次")
		switch {
		case tail:
			between = between || p.has(stop, "お", "置")
		case !each || u.freq == freqDay && p.has(i, "毎"), each && !between && p.has(stop, "前", "后", "後"):
			return i, false
		default:
			last = stop
		}
		if between && u.freq >= freqDay {
			s.doubt = s.doubt || n > 1 || u.freq > freqDay && p.kana
			n++
		}
		s.marks("every-so-many")
		s.often(u.freq, n)
		return last, true
	}
	return i, false
}

// hanOrdinal reads 第2・第4火曜, 最後の金曜, 第二个周二, 最后一个周五.
func (p planner) hanOrdinal(i int, s *series) (int, bool) {
	j, ords := i, []int(nil)
	for range 5 {
		stop, ok := p.any(j, "最終", "最後の", "最后一个", "最後一個", "最后")
		n := -1
		if !ok {
			if stop, ok = p.any(j, "最初の", "第1の"); ok {
				n = 1
			} else if stop, ok = p.any(j, "第"); ok {
				var number bool
				n, stop, _, number = p.number(stop)
				ok = number && n >= 1 && n <= 5
			}
		}
		if !ok {
			break
		}
		ords = append(ords, n)
		j = p.optional(stop, "・", "、", "と", "和", "个", "個", "の")
	}
	if len(ords) == 0 {
		return i, false
	}
	if end, ok := p.any(j, "日", "天"); ok && slices.Equal(ords, []int{-1}) && s.freq == freqMonth {
		s.dates = append(s.dates, -1)
		return end, true
	}
	n, end, _, ok := p.hanWeekday(j)
	if !ok {
		return i, false
	}
	s.ords = append(s.ords, ords...)
	s.on(dayBit(n))
	return end, true
}

// hanDate reads the days and months of 毎月25日, 毎年8月6日, 每月十五号.
func (p planner) hanDate(i int, s *series) (int, bool) {
	if s.freq < freqMonth {
		return i, false
	}
	if end, ok := p.any(i, "月末日", "月末", "末日", "最終日", "末", "月底", "最后一天", "最後の日"); ok && s.freq == freqMonth {
		s.dates = append(s.dates, -1)
		return end, true
	}
	if end, ok := p.any(i, "月初め", "月初", "初日", "一号"); ok && s.freq == freqMonth {
		s.dates = append(s.dates, 1)
		return end, true
	}
	n, end, _, ok := p.number(i)
	if !ok || n < 1 || n > 31 {
		return i, false
	}
	if stop, is := p.any(end, "日", "号", "號"); is && !p.has(stop, "間", "间", "前", "後", "后") {
		s.dates = append(s.dates, n)
		return stop, true
	}
	if stop, is := p.any(end, "月"); is && n <= 12 && s.freq == freqYear {
		s.months = append(s.months, n)
		return stop, true
	}
	return i, false
}
