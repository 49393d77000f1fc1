package calendar

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// moment draws a time of this century in one of the zones, often near a change
// of the clocks or the end of a year.
func moment(t *rapid.T, tb testing.TB) (time.Time, *time.Location) {
	zone := zoneOf(tb, rapid.SampledFrom(zones).Draw(t, "zone"))
	at := time.Unix(rapid.Int64Range(946684800, 4102444800).Draw(t, "now"), 0).In(zone)
	switch rapid.IntRange(0, 2).Draw(t, "near") {
	case 0:
		at = time.Date(at.Year(), 12, 31, 23, 59, 59, 0, zone).Add(time.Duration(rapid.IntRange(-86400, 86400).Draw(t, "seconds")) * time.Second)
	case 1:
		if _, end := at.ZoneBounds(); !end.IsZero() {
			at = end.Add(time.Duration(rapid.IntRange(-100000, 100000).Draw(t, "seconds")) * time.Second)
		}
	}
	return at.In(zone), zone
}

// only is the one span of the words.
func only(t *rapid.T, words string, now time.Time, zone *time.Location, toward Toward) Span {
	spans := Find(words, now, zone, toward)
	if len(spans) != 1 || spans[0].Start != 0 || spans[0].End != len(words) {
		t.Fatalf("%s at %v: %s", words, now, show(words, spans))
	}
	return spans[0]
}

// begins reports whether t is the beginning of a day: midnight, or the first
// moment that the clocks show of it.
func begins(t time.Time) bool {
	y, m, d := t.Add(-time.Second).Date()
	return civil(t.Date()).After(civil(y, m, d))
}

// lacks reports whether a zone has left out the day n days from now, so that no
// span can be it.
func lacks(now time.Time, n int, zone *time.Location) bool {
	day := civil(now.Date()).AddDate(0, 0, n)
	return wall(day, 0, zone).Equal(wall(day.AddDate(0, 0, 1), 0, zone))
}

func TestDaysAgo(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		n := rapid.IntRange(1, 400).Draw(rt, "n")
		if lacks(now, -n, zone) {
			return
		}
		got := only(rt, fmt.Sprintf("%d日前", n), now, zone, Back)
		if want := civil(now.Date()).AddDate(0, 0, -n); !civil(got.From.Date()).Equal(want) || !begins(got.From) || !begins(got.To) {
			rt.Fatalf("%d days before %v: %v–%v", n, now, got.From, got.To)
		}
		for _, words := range []string{fmt.Sprintf("%d days ago", n), fmt.Sprintf("%d天前", n), fmt.Sprintf("%d日ほど前", n)} {
			if other := only(rt, words, now, zone, Ahead); !other.From.Equal(got.From) || !other.To.Equal(got.To) {
				rt.Fatalf("%s: %v–%v, not %v–%v", words, other.From, other.To, got.From, got.To)
			}
		}
	})
}

// TestSame: what means the same in the three languages is found the same.
func TestSame(t *testing.T) {
	same := [][]string{
		{"今日", "today", "今天", "きょう"}, {"昨日", "yesterday", "昨天", "きのう", "1日前", "a day ago", "一天前"}, {"明日", "tomorrow", "明天", "あした"},
		{"一昨日", "day before yesterday", "前天", "二日前", "two days ago", "两天前"}, {"明後日", "day after tomorrow", "后天", "2日後"},
		{"先週", "last week", "上周", "上个星期"}, {"来週", "next week", "下周", "下个礼拜"}, {"先月", "last month", "上个月"}, {"来月", "next month", "下个月"},
		{"去年", "last year", "昨年"}, {"来年", "next year", "明年"}, {"先週の金曜", "上周五", "先週の金曜日", "上个星期五"}, {"来週の月曜", "next Monday", "下周一"},
		{"一週間前", "a week ago", "一周前", "1週間前"}, {"三ヶ月前", "three months ago", "三个月前", "３か月前"}, {"2年前", "two years ago", "两年前"},
		{"6月3日", "June 3", "六月三号", "6/3", "六月三日", "3rd of June", "3 June"}, {"2026年6月", "June 2026", "二〇二六年六月", "2026/6"},
		{"2024-02-29", "29 February 2024", "2024年2月29日", "２０２４／２／２９", "令和6年2月29日"}, {"昨夜", "last night", "昨晚", "昨日の夜", "ゆうべ"},
		{"午後3時", "3pm", "下午三点", "15時"}, {"去年の夏", "去年夏天"}, {"金曜", "Friday", "周五", "星期五", "金曜日"}, {"過去3日間", "last three days", "过去三天"},
		{"6月の第2火曜", "second Tuesday of June", "六月第二个周二"}, {"先週末", "last weekend"}, {"30分前", "30 minutes ago", "30分钟前", "三十分前"},
	}
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		toward := rapid.SampledFrom([]Toward{Back, Ahead}).Draw(rt, "toward")
		group := rapid.SampledFrom(same).Draw(rt, "group")
		first := Find(group[0], now, zone, toward)
		for _, words := range group[1:] {
			got := Find(words, now, zone, toward)
			if len(got) != len(first) || len(got) == 1 && (!got[0].From.Equal(first[0].From) || !got[0].To.Equal(first[0].To) || got[0].Unit != first[0].Unit) {
				rt.Fatalf("at %v: %s, but %s", now, show(words, got), show(group[0], first))
			}
		}
	})
}

// TestNeighbours: days, weeks, months and years follow each other without a gap.
func TestNeighbours(t *testing.T) {
	rows := [][]string{
		{"3日前", "一昨日", "昨日", "今日", "明日", "明後日", "3日後"}, {"先々週", "先週", "今週", "来週", "再来週"},
		{"先々月", "先月", "今月", "来月", "再来月"}, {"一昨年", "去年", "今年", "来年", "再来年"},
		{"two weeks ago Monday", "two weeks ago Tuesday"}, {"今月上旬", "今月中旬", "今月下旬", "来月上旬"},
	}
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		row := rapid.SampledFrom(rows).Draw(rt, "row")
		for i, words := range row[1:] {
			before, after := Find(row[i], now, zone, Back), Find(words, now, zone, Back)
			if len(before) == 0 || len(after) == 0 {
				continue // a day that the zone has left out
			}
			if !before[0].To.Equal(after[0].From) {
				rt.Fatalf("at %v: %s ends %v, %s begins %v", now, row[i], before[0].To, words, after[0].From)
			}
		}
		if today := Find("今日", now, zone, Back); len(today) != 1 || today[0].From.After(now) || !today[0].To.After(now) {
			rt.Fatalf("today at %v: %v", now, today)
		}
	})
}

// TestToward: what is left open has begun where one looks back, and is not over
// where one looks ahead; it is always said to be unsure.
func TestToward(t *testing.T) {
	open := []string{"6月", "12月", "2月29日", "6月3日", "31日に", "金曜日", "in June", "July 4th", "on Sunday", "周三", "15時", "3:30", "元日", "summer of", "お正月", "週末"}
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		words := rapid.SampledFrom(open).Draw(rt, "words")
		for _, s := range Find(words, now, zone, Back) {
			if s.From.After(now) || !s.Unsure {
				rt.Fatalf("%s at %v looking back: %v, unsure %v", words, now, s.From, s.Unsure)
			}
		}
		for _, s := range Find(words, now, zone, Ahead) {
			if s.To.Before(now) || !s.Unsure {
				rt.Fatalf("%s at %v looking ahead: %v, unsure %v", words, now, s.To, s.Unsure)
			}
		}
	})
}

// TestAround: the words around a date do not change what it means.
func TestAround(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		words := rapid.SampledFrom([]string{"昨日", "three days ago", "上周五", "6月3日", "last June", "明天"}).Draw(rt, "words")
		before := rapid.SampledFrom([]string{"", "ねえ、", "Hey, ", "喂，", "🙂 ", "「", "(\n"}).Draw(rt, "before")
		after := rapid.SampledFrom([]string{"", "。", " was fun", "、楽しかった", "！", "」"}).Draw(rt, "after")
		alone, in := Find(words, now, zone, Back), Find(before+words+after, now, zone, Back)
		if len(alone) == 0 && len(in) == 0 {
			return
		}
		if len(in) != 1 || in[0].Start != len(before) || in[0].End != len(before)+len(words) || !in[0].From.Equal(alone[0].From) || !in[0].To.Equal(alone[0].To) {
			rt.Fatalf("%q: %s, alone %s", before+words+after, show(before+words+after, in), show(words, alone))
		}
	})
}

// TestWall: the clocks show what is asked; what they show twice is the first,
// and what they skip comes as much later as they skip.
func TestWall(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		minutes := rapid.IntRange(0, 29*60).Draw(rt, "minutes")
		day := civil(now.Date())
		got, want := wall(day, minutes, zone), day.Add(time.Duration(minutes)*time.Minute)
		shown := func(t time.Time) time.Time {
			_, offset := t.Zone()
			return t.Add(time.Duration(offset) * time.Second).UTC()
		}
		if s := shown(got); s.Before(want) {
			rt.Fatalf("%v in %v: %v shows less", want, zone, got)
		} else if s.After(want) {
			start, _ := got.ZoneBounds()
			if !shown(start.Add(-time.Second)).Before(want) || shown(start).Before(want) || got.Sub(start) != want.Sub(shown(start.Add(-time.Second)).Add(time.Second)) {
				rt.Fatalf("%v in %v: %v, but the clocks do not skip it there", want, zone, got)
			}
		}
		for _, earlier := range []time.Duration{30 * time.Minute, time.Hour, 2 * time.Hour} {
			if shown(got.Add(-earlier)).Equal(want) {
				rt.Fatalf("%v in %v: %v is the second time", want, zone, got)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for name, words := range map[string]string{
		"ja":   "ねえ、先週の金曜日の夜に話してた映画のタイトルって何だったっけ？駅前のカフェで3時くらいに見た気がするんだけど、どうしても思い出せないんだよね。",
		"en":   "Hey, do you remember the name of the film we talked about last Friday evening? I think I saw the poster at 3pm near the cafe but it will not come back to me.",
		"zh":   "喂，你还记得上周五晚上我们聊的那部电影叫什么吗？我好像下午三点在车站前的咖啡馆看到过海报，可是怎么也想不起来了。",
		"none": "それはよかった。じゃあ駅前の新しいラーメン屋さんにも行ってみようよ、きっと気に入ると思うから。",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Find(words, noon, tokyo, Back)
			}
		})
	}
}
