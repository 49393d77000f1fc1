package calendar

import "strings"

// rowOf reports whether a time or a date in digits, from i to end, is the
// beginning of a row with a hyphen in it: 14:00-15:30, 8/10-8/12. mark is what
// stands within both ends. Behind the T of a timestamp a hyphen is that of its
// offset.
func (f folded) rowOf(i, end int, mark byte) bool {
	if !f.plan || f.before(i) == 't' || !f.has(end, "-") {
		return false
	}
	_, j, ok := f.small(end + 1)
	if !ok || j >= len(f.s) || f.s[j] != mark {
		return false
	}
	_, j, ok = f.small(j + 1)
	return ok && (j >= len(f.s) || strings.IndexByte("-/.:%", f.s[j]) < 0 && !digit(f.s[j]))
}

// endOfRow reads behind a hyphen what only the beginning of the row makes a
// date or a time: 15:30, 8/12, 12日, -4pm, 到五点.
func (p planner) endOfRow(i int, r reading) (reading, int, bool) {
	if r.has&sClock != 0 {
		if last, end, ok := p.numeric(i, reading{has: sPart}); ok && last.has&timeless == 0 {
			return last, end, true
		}
		return p.bareHour(i)
	}
	if r.has&(sDay|sMonth) != sDay|sMonth || p.before(i) != '-' {
		return reading{}, i, false
	}
	for _, so := range []reading{{has: sYear}, {has: sMonth}} {
		if last, end, ok := p.numeric(i, so); ok && last.has&^(sMonth|sDay) == 0 && last.has&sDay != 0 {
			return last, end, true
		}
	}
	return reading{}, i, false
}

// ofOneDay gives both ends of a stretch of hours the day that English names
// behind the second one: "2 to 4 pm tomorrow", "9 to 5 on Monday". stop is
// where the second one ends.
func (p planner) ofOneDay(r, last reading, stop int) (reading, reading, int) {
	if r.has&timeless != 0 || r.has&sClock == 0 || last.has&sClock == 0 {
		return r, last, stop
	}
	overnight := r.has&last.has&sPart != 0 && r.part == afternoon && last.part == forenoon // 10 pm to 6 am tomorrow
	if last.has&timeless != 0 && (overnight || !letter(p.s[stop-1])) {
		return r, last, stop
	}
	if last.has&timeless == 0 {
		day, end, ok := p.phrase(p.connect(stop, last))
		if !ok || !letter(p.s[end-1]) || day.has&timeless == 0 || day.has&(sClock|sAgo|sPast) != 0 || day.has&last.has&sPart != 0 {
			return r, last, stop
		}
		whole, fits := last.join(day)
		if !fits {
			return r, last, stop
		}
		last, stop = whole, end
	}
	clocks := sClock | sPart
	first := last
	first.has = last.has&^clocks | r.has&clocks
	first.part, first.hour, first.minute, first.fine, first.bare = r.part, r.hour, r.minute, r.fine, r.bare
	return first, reading{has: last.has & clocks, part: last.part, hour: last.hour, minute: last.minute, fine: last.fine, bare: last.bare}, stop
}

// tailMinutes reports whether the number from i to end that stands behind an
// hour is its minutes, as in 六点四十 and 3点05: it has two digits, and counts
// nothing.
func (f folded) tailMinutes(i, end, n int) bool {
	zero := f.has(i, "0", "零", "〇")
	if zero == (n >= 10) || zero && f.has(i, "0") && end != i+2 || !f.ends(end) {
		return false
	}
	return !f.has(end, "人", "个", "個", "名", "位", "分", "秒", "度", "元", "块", "塊", "円", "岁", "歳", "才", "歲", "米", "公", "千", "百", "万", "倍", "天", "日", "号", "號", "月",
		"年", "次", "回", "本", "枚", "件", "台", "匹", "页", "頁", "页", "种", "種", "条", "條", "张", "張", "杯", "家", "字", "斤", "時", "点", "點", "时", "至", "到", "%", "割", "周", "週", "小")
}
