package calendar

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// noon is a Wednesday, 17 June 2026, twelve o'clock in Tokyo.
var noon = time.Date(2026, 6, 17, 12, 0, 0, 0, tokyo)

var tokyo = time.FixedZone("JST", 9*3600)

// show writes spans shortly: the words, then the days, or the times, that they
// mean. The last day stands behind a slash if there are several.
func show(words string, spans []Span) string {
	var out []string
	for _, s := range spans {
		said := words[s.Start:s.End]
		if midnight(s.From) && midnight(s.To) {
			last := s.To.AddDate(0, 0, -1)
			if last.Equal(s.From) {
				out = append(out, said+"="+s.From.Format("2006-01-02"))
			} else {
				out = append(out, said+"="+s.From.Format("2006-01-02")+"/"+last.Format("2006-01-02"))
			}
			continue
		}
		out = append(out, fmt.Sprintf("%s=%s+%s", said, s.From.Format("2006-01-02T15:04"), strings.TrimSuffix(s.To.Sub(s.From).String(), "0s")))
	}
	return strings.Join(out, "; ")
}

func midnight(t time.Time) bool { return t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 }

// said is what people say, and what it means to somebody who asks about the past.
var said = []struct{ words, want string }{
	// Japanese.
	{"今日は何の日？", "今日=2026-06-17"},
	{"昨日の話", "昨日=2026-06-16"},
	{"一昨日どこ行ったっけ", "一昨日=2026-06-15"},
	{"おととい食べたもの", "おととい=2026-06-15"},
	{"明日と明後日", "明日=2026-06-18; 明後日=2026-06-19"},
	{"三日前に言ったこと", "三日前=2026-06-14"},
	{"３日前", "３日前=2026-06-14"},
	{"2週間後に会おう", "2週間後=2026-07-01"},
	{"先週なにしてた？", "先週=2026-06-08/2026-06-14"},
	{"先週の金曜日の夜", "先週の金曜日の夜=2026-06-12T18:00+11h0m"},
	{"先週の金曜", "先週の金曜=2026-06-12"},
	{"来週の月曜に会議", "来週の月曜=2026-06-22"},
	{"今月と先月", "今月=2026-06-01/2026-06-30; 先月=2026-05-01/2026-05-31"},
	{"去年の夏", "去年の夏=2025-06-01/2025-08-31"},
	{"6月に何をした？", "6月=2026-06-01/2026-06-30"},
	{"12月に何をした？", "12月=2025-12-01/2025-12-31"},
	{"六月三日", "六月三日=2026-06-03"},
	{"6/3のこと", "6/3=2026-06-03"},
	{"７／３のこと", "７／３=2025-07-03"},
	{"2026年6月", "2026年6月=2026-06-01/2026-06-30"},
	{"２０２６年６月３日（水）の午後３時半", "２０２６年６月３日（水）の午後３時半=2026-06-03T15:30+1m"},
	{"2026-06-03の件", "2026-06-03=2026-06-03"},
	{"二〇二六年六月三日", "二〇二六年六月三日=2026-06-03"},
	{"令和8年8月6日", "令和8年8月6日=2026-08-06"},
	{"今朝の薬", "今朝=2026-06-17T05:00+7h0m"},
	{"昨夜は眠れた？", "昨夜=2026-06-16T18:00+11h0m"},
	{"ゆうべの夢", "ゆうべ=2026-06-16T18:00+11h0m"},
	{"昨日の夜8時", "昨日の夜8時=2026-06-16T20:00+1h0m"},
	{"午後3時半", "午後3時半=2026-06-16T15:30+1m"},
	{"15時に電話した", "15時=2026-06-16T15:00+1h0m"},
	{"明日の25時", "明日の25時=2026-06-19T01:00+1h0m"},
	{"きのう、あした", "きのう=2026-06-16; あした=2026-06-18"},
	{"またあした", "あした=2026-06-18"},
	{"月曜に言ってた本", "月曜=2026-06-15"},
	{"水曜に言ってた本", "水曜=2026-06-10"},
	{"この前の土曜に話した店", "この前の土曜=2026-06-13"},
	{"今度の土曜", "今度の土曜=2026-06-20"},
	{"先週末は楽しかった", "先週末=2026-06-13/2026-06-14"},
	{"2年前の冬", "2年前の冬=2024-12-01/2025-02-28"},
	{"半年前の話", "半年前=2025-12-17"},
	{"1年半前", "1年半前=2024-12-17"},
	{"2時間前に言った", "2時間前=2026-06-17T10:00+1h0m"},
	{"30分後に起こして", "30分後=2026-06-17T12:30+1m"},
	{"来月の4日", "来月の4日=2026-07-04"},
	{"先月末の話", "先月末=2026-05-21/2026-05-31"},
	{"6月上旬", "6月上旬=2026-06-01/2026-06-10"},
	{"去年のクリスマス", "去年のクリスマス=2025-12-25"},
	{"5日に会った人", "5日=2026-06-05"},
	{"1964年（昭和39年）10月10日（土）", "1964年（昭和39年）10月10日（土）=1964-10-10"},
	{"明日、15時に会議", "明日、15時=2026-06-18T15:00+1h0m"},
	{"6月3日から5日まで", "6月3日から5日=2026-06-03/2026-06-05"},
	{"6月3〜5日", "6月3〜5日=2026-06-03/2026-06-05"},
	{"午後3時から5時まで", "午後3時から5時=2026-06-16T15:00+3h0m"},
	{"8月から12月", "8月から12月=2025-08-01/2025-12-31"},
	{"6月の第2火曜", "6月の第2火曜=2026-06-09"},
	{"過去3日間", "過去3日間=2026-06-14/2026-06-17"},
	{"8時15分前", "8時15分前=2026-06-17T07:45+1m"},
	{"今夜の午後8時", "今夜の午後8時=2026-06-17T20:00+1h0m"},
	{"我们昨晚", "昨晚=2026-06-16T18:00+11h0m"},
	{"last Friday of May", "last Friday of May=2026-05-29"},
	{"half past three today", "half past three today=2026-06-17T03:30+1m"},
	{"a quarter to eight in the evening", "a quarter to eight in the evening=2026-06-16T19:45+1m"},
	{"from 3pm to 4pm yesterday", "3pm to 4pm yesterday=2026-06-16T15:00+2h0m"},
	{"June 3-5", "June 3-5=2026-06-03/2026-06-05"},
	{"一年前の今日", "一年前の今日=2025-06-17"},
	{"去年の今日", "去年の今日=2025-06-17"},
	{"去年的今天", "去年的今天=2025-06-17"},
	{"GWに何した？", "GW=2026-04-29/2026-05-05"},
	{"昨年末に決めた", "昨年末=2025-12-25/2025-12-31"},
	{"先月の終わり", "先月の終わり=2026-05-21/2026-05-31"},
	{"土日は何してた？", "土日=2026-06-13/2026-06-14"},
	{"two weekends ago", "two weekends ago=2026-06-06/2026-06-07"},
	{"the night before last", "night before last=2026-06-15T18:00+11h0m"},
	{"in early 2024", "2024=2024-01-01/2024-12-31"},
	{"25日の会議", "25日=2026-05-25"},
	// English.
	{"What did I eat yesterday?", "yesterday=2026-06-16"},
	{"last Friday", "last Friday=2026-06-12"},
	{"next Monday", "next Monday=2026-06-22"},
	{"last June", "last June=2025-06-01/2025-06-30"},
	{"Where were we in June?", "June=2026-06-01/2026-06-30"},
	{"in March we met", "March=2026-03-01/2026-03-31"},
	{"three days ago", "three days ago=2026-06-14"},
	{"a week ago", "a week ago=2026-06-10"},
	{"last week", "last week=2026-06-08/2026-06-14"},
	{"last month or last year", "last month=2026-05-01/2026-05-31; last year=2025-01-01/2025-12-31"},
	{"on June 3rd", "June 3rd=2026-06-03"},
	{"June third", "June third=2026-06-03"},
	{"3 June 2026 at 3pm", "3 June 2026 at 3pm=2026-06-03T15:00+1h0m"},
	{"the 3rd of June, 2026", "3rd of June, 2026=2026-06-03"},
	{"tonight and this morning", "tonight=2026-06-17T18:00+11h0m; this morning=2026-06-17T05:00+7h0m"},
	{"last night", "last night=2026-06-16T18:00+11h0m"},
	{"the day before yesterday", "day before yesterday=2026-06-15"},
	{"What happened on Monday evening?", "Monday evening=2026-06-15T16:00+5h0m"},
	{"in the summer of 2024", "summer of 2024=2024-06-01/2024-08-31"},
	{"last summer", "last summer=2025-06-01/2025-08-31"},
	{"in 2023", "2023=2023-01-01/2023-12-31"},
	{"Good morning! Yesterday was fun", "Yesterday=2026-06-16"},
	{"in three weeks", "in three weeks=2026-07-08"},
	{"the last three days", "last three days=2026-06-14/2026-06-17"},
	{"half an hour ago", "half an hour ago=2026-06-17T11:30+1h0m"},
	{"at 3:30 pm today", "3:30 pm today=2026-06-17T15:30+1m"},
	{"What did you say in May 2026?", "May 2026=2026-05-01/2026-05-31"},
	{"early June", "early June=2026-06-01/2026-06-10"},
	{"last Christmas", "last Christmas=2025-12-25"},
	// Chinese.
	{"昨天你说了什么", "昨天=2026-06-16"},
	{"前天和明天", "前天=2026-06-15; 明天=2026-06-18"},
	{"上周五下午三点", "上周五下午三点=2026-06-12T15:00+1h0m"},
	{"下周一开会", "下周一=2026-06-22"},
	{"三天前我说过", "三天前=2026-06-14"},
	{"六月三号", "六月三号=2026-06-03"},
	{"去年夏天我们去了哪里", "去年夏天=2025-06-01/2025-08-31"},
	{"上个月的事", "上个月=2026-05-01/2026-05-31"},
	{"今天晚上八点半", "今天晚上八点半=2026-06-17T20:30+1m"},
	{"昨天晚上", "昨天晚上=2026-06-16T18:00+11h0m"},
	{"上个星期天", "上个星期天=2026-06-14"},
	{"两个月前", "两个月前=2026-04-17"},
	{"2026年6月3日", "2026年6月3日=2026-06-03"},
	{"周五", "周五=2026-06-12"},
	{"两年前的六月", "两年前的六月=2024-06-01/2024-06-30"},
	{"上个月底", "上个月底=2026-05-21/2026-05-31"},
	{"半小时后", "半小时后=2026-06-17T12:30+1h0m"},
}

// traps only look like dates.
var traps = []string{
	"こんにちは", "今日は！", "この間の話", "先日はどうも", "最近どう？", "連休はどうする？", "一日中寝てた", "日本に行きたい", "月曜日生まれです", "6月生まれ",
	"三日坊主だね", "二日酔いでつらい", "3日間かかった", "明日香ちゃん", "説明日時", "ああした方がいい", "話したよね", "きょうだいは三人", "毎週月曜は会議",
	"五月病かも", "三時間寝た", "1日に3回飲む", "第3日", "もう3日も寝てない", "一時的なもの", "90点だった", "木の上",
	"夏が好き", "しかし後年の研究で", "Rome was not built in a day", "あと3日", "数日前", "歴史の年号", "7月号を買った",
	"You may go", "We march on", "wait a second", "this may take a while", "the other day", "recently", "a few days ago", "every Monday", "Mondays are hard",
	"1/2 cup of milk", "open 24/7", "the sun is hot", "I sat down", "leaves begin to fall", "for three days", "version 2.6.3", "call 090-1234-5678",
	"last time", "next time", "at last", "the second one", "June is my friend", "I had 2026 apples", "spring onion", "at 3 percent", "the 5th element",
	"in a minute", "three days before the exam", "may 3 people come",
	"最近好吗", "那天", "前几天", "连休", "以前天天跑步", "三点建议", "三号线", "每周一开会", "一天", "一周", "第三天", "以后天天",
	"", "。", "6月31日", "2026-02-30", "２月３０日",
}

func TestSaid(t *testing.T) {
	for _, c := range said {
		if got := show(c.words, Find(c.words, noon, tokyo, Back)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.words, got, c.want)
		}
	}
}

func TestTraps(t *testing.T) {
	for _, words := range traps {
		if got := Find(words, noon, tokyo, Back); len(got) > 0 {
			t.Errorf("%s: %s", words, show(words, got))
		}
	}
}

// TestLong: the work grows with the text and not faster.
func TestLong(t *testing.T) {
	for _, words := range []string{"今日は！", "6/3(", "every night at 9 ", "一二三四五六七八九", "3", "three weeks ", "(", "the 3rd of ", "\u3099", "から"} {
		long := strings.Repeat(words, 200_000/len(words))
		begun := time.Now()
		Find(long, noon, tokyo, Back)
		if took := time.Since(begun); took > 30*time.Second { // on any machine: a blow-up takes minutes
			t.Errorf("%q: %v for %d bytes", words, took, len(long))
		}
	}
}
