package calendar

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/clock"
	"pgregory.net/rapid"
)

// plansSound checks what holds of every reading.
func plansSound(t interface {
	Helper()
	Fatalf(string, ...any)
}, words string, now time.Time, zone *time.Location, all []Reading) {
	t.Helper()
	last := 0
	for _, r := range all {
		switch {
		case r.Start < last || r.End <= r.Start || r.End > len(words):
			t.Fatalf("%q: reading %d–%d after %d", words, r.Start, r.End, last)
		case utf8.ValidString(words) && !utf8.ValidString(words[r.Start:r.End]):
			t.Fatalf("%q: reading %d–%d cuts a character", words, r.Start, r.End)
		case r.To.Before(r.From) || r.From.Location() != zone || r.To.Location() != zone || r.Rule == "":
			t.Fatalf("%q: %v–%v by %q", words, r.From, r.To, r.Rule)
		case r.Repeat != "" && (!strings.HasPrefix(r.Repeat, "FREQ=") || !r.To.After(now)):
			t.Fatalf("%q at %v: %s first at %v", words, now, r.Repeat, r.From)
		case r.Repeat == "" != r.First.IsZero(), r.Repeat != "" && !byClock(r.Repeat) && !clock.Resolve(r.First, zone).Equal(r.From):
			t.Fatalf("%q: first %v, from %v", words, r.First, r.From)
		case !r.Unsure && len(r.Others) > 0, slices.ContainsFunc(r.Others, r.From.Equal):
			t.Fatalf("%q: unsure %v, others %v than %v", words, r.Unsure, r.Others, r.From)
		}
		last = r.End
	}
}

// byClock reports whether a rule counts hours or minutes, so that its first
// occurrence is no wall time.
func byClock(rule string) bool {
	return strings.HasPrefix(rule, "FREQ=HOURLY") || strings.HasPrefix(rule, "FREQ=MINUTELY")
}

// ahead are plans whose words leave open when, or name what is to come.
var ahead = []string{
	"明日の午後3時", "tomorrow at 3pm", "明天下午三点", "金曜日", "on Friday", "周五", "来週の金曜", "next Friday", "下周五", "今度の土曜", "6月3日", "on July 4th", "八月六号",
	"15日に", "the 15th", "15号", "3時に", "at 3", "三点开会", "15:30", "30分後", "in 20 minutes", "半小时后", "3日後の朝9時", "in two weeks", "两天后", "毎朝8時", "every day at 7am",
	"每天早上七点", "毎週月水金の19時", "every other Tuesday at 9", "每周一三五", "毎月第2火曜", "on the last Friday of each month", "每月最后一天", "毎年2月29日", "every February 29", "20分おきに",
	"every two hours", "每隔两个小时", "平日の7時", "weekdays at 7:15", "工作日", "第2火曜", "2:30", "every day at 2:30am", "毎日2時30分", "月末", "毎月31日",
}

// TestPlansAhead: a plan is not over, and it is in the zone at the wall time
// that is said, whatever the clocks do.
func TestPlansAhead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		words := rapid.SampledFrom(ahead).Draw(rt, "words")
		all := When(words, now, zone, "")
		plansSound(rt, words, now, zone, all)
		if len(all) != 1 {
			rt.Fatalf("%s at %v: %s", words, now, told(words, all))
		}
		r := all[0]
		if over := r.To.Before(now); over || !r.AllDay && r.To.Sub(r.From) <= time.Minute && r.From.Before(now.Truncate(time.Second)) {
			rt.Fatalf("%s at %v: %s", words, now, told(words, all))
		}
		for _, o := range r.Others {
			if o.Before(civilDay(now, zone).AddDate(0, 0, -recent-1)) {
				rt.Fatalf("%s at %v may be %v", words, now, o)
			}
		}
	})
}

func civilDay(now time.Time, zone *time.Location) time.Time {
	y, m, d := now.In(zone).Date()
	return wall(civil(y, m, d), 0, zone)
}

// TestPlansAround: the words around a plan do not change what it means.
func TestPlansAround(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		words := rapid.SampledFrom([]string{"明日の午後3時", "tomorrow at 3pm", "下周五下午三点", "毎朝8時", "every other Tuesday at 9am", "每周一三五", "in 20 minutes", "30分後", "毎月第2火曜"}).Draw(rt, "words")
		before := rapid.SampledFrom([]string{"", "ねえ、", "Hey, ", "喂，", "🙂 ", "「", "(\n"}).Draw(rt, "before")
		after := rapid.SampledFrom([]string{"", "。", ", please", "、よろしく", "！", "」"}).Draw(rt, "after")
		lang := rapid.SampledFrom([]string{"ja", "en", "zh"}).Draw(rt, "lang")
		if strings.ContainsAny(words, "周") && (lang == "ja" || before == "ねえ、" || strings.Contains(after, "よ")) || strings.ContainsAny(words, "毎の分") && lang == "zh" {
			return // a text of two languages
		}
		alone, in := When(words, now, zone, lang), When(before+words+after, now, zone, lang)
		plansSound(rt, words, now, zone, alone)
		if len(alone) != 1 || len(in) != 1 || meaning(alone[0]) != meaning(in[0]) || in[0].Start != len(before) || in[0].End != len(before)+len(words) {
			rt.Fatalf("%q: %s, alone %s", before+words+after, told(before+words+after, in), told(words, alone))
		}
	})
}

// TestPlansClocks: what is said at an hour is at that hour wherever the clocks
// show it.
func TestPlansClocks(t *testing.T) {
	for _, c := range []struct{ zone, now, words, want string }{
		{"America/New_York", "2026-03-07T12:00:00", "tomorrow at 2:30 am", "2026-03-08T03:30:00-04:00"},
		{"America/New_York", "2026-03-07T12:00:00", "every day at 2:30am", "2026-03-08T03:30:00-04:00"},
		{"America/New_York", "2026-03-07T12:00:00", "tomorrow at 9am", "2026-03-08T09:00:00-04:00"},
		{"America/New_York", "2026-10-31T12:00:00", "tomorrow at 1:30am", "2026-11-01T01:30:00-04:00"},
		{"America/New_York", "2026-11-01T00:30:00", "in 2 hours", "2026-11-01T01:30:00-05:00"},
		{"America/New_York", "2026-03-07T12:00:00", "in 1 day and 2 hours", "2026-03-08T14:00:00-04:00"},
		{"Europe/London", "2026-03-28T12:00:00", "明日の1時半", "2026-03-29T13:30:00+01:00"},
		{"Europe/London", "2026-03-28T12:00:00", "明天凌晨1点30分", "2026-03-29T02:30:00+01:00"},
		{"Europe/London", "2026-10-24T12:00:00", "in 24 hours", "2026-10-25T11:00:00Z"},
		{"America/Sao_Paulo", "2018-11-03T12:00:00", "tomorrow", "2018-11-04T01:00:00-02:00"},
		{"America/Sao_Paulo", "2018-11-03T12:00:00", "every Sunday", "2018-11-04T01:00:00-02:00"},
		{"America/Sao_Paulo", "2018-11-03T23:30:00", "30分後", "2018-11-04T01:00:00-02:00"},
	} {
		zone := zoneOf(t, c.zone)
		now, err := time.ParseInLocation("2006-01-02T15:04:05", c.now, zone)
		if err != nil {
			t.Fatal(err)
		}
		all := When(c.words, now, zone, "")
		if len(all) != 1 || all[0].From.Format(time.RFC3339) != c.want {
			t.Errorf("%s in %s at %s: %s, want %s", c.words, c.zone, c.now, told(c.words, all), c.want)
		}
	}
}

// TestPlansUnsure: what can be read in two ways says so, in the language in
// which it can.
func TestPlansUnsure(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 6, day, hour, 0, 0, 0, tokyo) }
	for _, c := range []struct {
		words, lang string
		now         time.Time
		want        string
	}{
		{"3時", "ja", at(17, 20), "2026-06-18T15:00 ?2026-06-18T03:00"},
		{"8時", "ja", at(17, 12), "2026-06-17T20:00 ?2026-06-18T08:00"},
		{"8時", "ja", at(17, 6), "2026-06-17T08:00 ?2026-06-17T20:00"},
		{"今日の8時", "ja", at(17, 12), "2026-06-17T20:00"},
		{"08:00", "ja", at(17, 12), "2026-06-18T08:00"},
		{"12時", "ja", at(17, 9), "2026-06-17T12:00 ?2026-06-18T00:00"},
		{"next Friday", "en", at(15, 9), "2026-06-26 ?2026-06-19"},
		{"next Friday", "en", at(19, 9), "2026-06-26"},
		{"来週の日曜", "ja", at(17, 9), "2026-06-28 ?2026-06-21"},
		{"下周日", "zh", at(17, 9), "2026-06-28"},
		{"来週の金曜", "ja", at(21, 9), "2026-06-26 ?2026-07-03"},
		{"金曜", "ja", at(19, 9), "2026-06-26 ?2026-06-19"},
		{"3/4/2027", "en", at(17, 9), "2027-03-04 ?2027-04-03"},
		{"8/9", "en", at(17, 9), "2026-08-09 ?2026-09-08"},
		{"8/9", "ja", at(17, 9), "2026-08-09"},
		{"8/9", "zh", at(17, 9), "2026-08-09"},
		{"25/12", "en", at(17, 9), "2026-12-25"},
		{"明日", "ja", at(17, 2), "2026-06-18 ?2026-06-17"},
		{"明日の深夜1時", "ja", at(17, 12), "2026-06-19T01:00 ?2026-06-18T01:00"},
		{"今夜1時", "ja", at(17, 12), "2026-06-18T01:00"},
		{"毎月31日", "ja", at(17, 12), "2026-07-31 FREQ=MONTHLY;BYMONTHDAY=31 ?"},
		{"2日おき", "ja", at(17, 12), "2026-06-17 FREQ=DAILY;INTERVAL=3 ?"},
	} {
		all := When(c.words, c.now, tokyo, c.lang)
		if len(all) != 1 || meaning(all[0]) != c.want {
			t.Errorf("%s in %s at %v: %s, want %s", c.words, c.lang, c.now, told(c.words, all), c.want)
		}
	}
}

func TestImpossible(t *testing.T) {
	for words, want := range map[string]string{
		"2月30日に歯医者": "2月30日 day", "February 30th at 3pm": "February 30th at 3pm day", "on 2026-02-30": "2026-02-30 day", "2027年2月29日": "2027年2月29日 day",
		"31 June": "31 June day", "Feb 32nd": "Feb 32nd day", "the 32nd of June": "32nd of June day", "6月31号": "6月31号 day",
		"at 13:99": "13:99 minute", "26:00 tomorrow": "26:00 hour", "明日の30時": "30時 hour", "10時75分": "10時75分 minute", "下午26时": "26时 hour",
		"13月5日": "13月5日 month", "2026-13-01": "2026-13-01 month", "昭和99年の夏": "昭和99年 year", "平成0年": "平成0年 year",
		"明日の25時": "", "tomorrow at 3pm": "", "2月29日": "", "二月二十九号": "", "24時間": "", "90分後": "", "score 3:99:1": "", "13:59": "", "30 days": "",
	} {
		part, why, ok := Impossible(words)
		got := strings.TrimSpace(part + " " + string(why))
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
		if all := When(words, noon, tokyo, ""); ok && slices.ContainsFunc(all, func(r Reading) bool {
			return strings.Contains(words[r.Start:r.End], part) || strings.Contains(part, words[r.Start:r.End])
		}) {
			t.Errorf("%s is impossible, and read as %s", words, told(words, all))
		}
	}
}

// TestPlansOffset: so many minutes from now are so many minutes.
func TestPlansOffset(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now, zone := moment(rt, t)
		n := rapid.IntRange(1, 600).Draw(rt, "n")
		for _, words := range []string{fmt.Sprintf("%d分後", n), fmt.Sprintf("in %d minutes", n), fmt.Sprintf("%d分钟后", n), fmt.Sprintf("%d minutes from now", n)} {
			all := When(words, now, zone, "")
			if len(all) != 1 || !all[0].From.Equal(now.Add(time.Duration(n)*time.Minute)) || all[0].Unsure {
				rt.Fatalf("%s at %v: %s", words, now, told(words, all))
			}
		}
	})
}

// TestPlansLong: the work grows with the text and not faster.
func TestPlansLong(t *testing.T) {
	for _, words := range []string{"毎月第2・", "at 3 to ", "first and ", "3日から", "mon "} {
		long := strings.Repeat(words, 8_000/len(words))
		begun := time.Now()
		When(long, noon, tokyo, "")
		if took := time.Since(begun); took > 30*time.Second { // on any machine: a blow-up takes minutes
			t.Errorf("%q: %v for %d bytes", words, took, len(long))
		}
	}
}

func FuzzWhen(f *testing.F) {
	for _, words := range ahead {
		f.Add(words, int64(1781665200), uint8(2), uint8(0))
	}
	for _, words := range traps {
		f.Add(words, int64(1325376000), uint8(7), uint8(1))
	}
	f.Add("13:99 毎\xff every 3rd of 令和99/9/9 from 9 to 2月30日 until except", int64(-62135596800), uint8(4), uint8(3))
	f.Fuzz(func(t *testing.T, words string, unix int64, zone, lang uint8) {
		z := zoneOf(t, zones[int(zone)%len(zones)])
		now := time.Unix(unix%(1<<38), 0)
		plansSound(t, words, now, z, When(words, now, z, []string{"ja", "en", "zh", ""}[lang%4]))
		part, _, ok := Impossible(words)
		if ok != (part != "") || !strings.Contains(words, part) {
			t.Fatalf("%q: impossible %q", words, part)
		}
	})
}
