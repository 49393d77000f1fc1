package priming

import (
	"strings"
	"testing"
	"time"
)

func TestReadLeansOnWhatWasSaid(t *testing.T) {
	before := []string{"最初の話", "昨日ミカンを獣医に連れて行った", "体重が増えたって言われたよ"}
	for words, leans := range map[string]bool{
		"それで、どうすればいいの？":          true,
		"その獣医はどこだっけ":             true,
		"さっきの話の続き":               true,
		"なんで？":                   true,
		"いつ？":                    true,
		"what about it?":         true,
		"Why?":                   true,
		"and where did she go?":  true,
		"那个呢？":                   true,
		"他叫什么名字":                 true,
		"为什么？":                   true,
		"私の誕生日はいつ？":              false,
		"妹の名前は？":                 false,
		"What is my cat called?": false,
		"我的猫叫什么名字？":              false,
		"I think that the new flat by the river is far too expensive for the four of us, so let us keep looking": false,
	} {
		q := Read(words, before, now, tokyo)
		want := words
		if leans {
			want = before[1] + "\n" + before[2] + "\n" + words
		}
		if q.Words != want {
			t.Errorf("%q is searched for by %q", words, q.Words)
		}
		if alone := Read(words, nil, now, nil); alone.Words != words {
			t.Errorf("%q with nothing before it: %q", words, alone.Words)
		}
	}
}

func TestReadBareTimes(t *testing.T) {
	for words, bare := range map[string]bool{
		"昨日何を話したっけ？": true, "昨日は何した？": true, "先週の金曜に何があったか覚えてる？": true, "三日前の話を教えて": true, "おととい私は何て言った？": true,
		"What did we talk about yesterday?": true, "what happened last Friday?": true, "Do you remember what I did on June 3rd?": true,
		"昨天我们聊了什么？": true, "上周五发生了什么事？": true,
		"昨日の夕食は何だった？": false, "昨日ミカンの話をした？": false, "What did we say about the boiler yesterday?": false, "昨天我们说猫了吗": false,
		"何を話したっけ？": false, "what did we talk about?": false,
	} {
		if q := Read(words, nil, now, tokyo); q.Bare != bare {
			t.Errorf("%q: bare %v, spans %v", words, q.Bare, q.Spans)
		}
	}
}

func TestDates(t *testing.T) {
	at := func(s string) time.Time {
		day, err := time.ParseInLocation("2006-01-02 15:04", s, tokyo)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	for _, c := range []struct {
		words, at string
		want      int
	}{
		{"What did we do on 3 June?", "2026-06-03 12:00", 2},
		{"What did we do on 3 June?", "2026-06-04 12:00", 1},
		{"What did we do on 3 June?", "2026-07-03 12:00", 0},
		{"What did we do on 3 June?", "2024-06-03 12:00", 2}, // another year's day still is the day
		{"What may come in three weeks?", "2026-05-03 12:00", 0},
		{"六月三日に何をした？", "2026-06-03 23:59", 2},
		{"6月3日に何をした？", "2025-06-03 00:00", 2},
		{"6月に何をした？", "2026-06-30 23:00", 1},
		{"昨日食べたもの", "2026-10-11 23:59", 2},
		{"昨日食べたもの", "2026-10-12 00:00", 0},
		{"what did I eat yesterday", "2026-10-11 00:00", 2},
		{"我昨天吃了什么", "2026-10-11 08:00", 2},
		{"先月の出費", "2026-09-15 08:00", 1},
		{"猫の名前", "2026-10-11 08:00", 0},
	} {
		if got := Read(c.words, nil, now, tokyo).Dates(at(c.at), tokyo); got != c.want {
			t.Errorf("%q dates %s: %d, want %d", c.words, c.at, got, c.want)
		}
	}
	if got := Read("in October", nil, now, tokyo).Dates(time.Time{}, tokyo); got != 0 {
		t.Errorf("no time: %d", got)
	}
	// A day begins when it begins for the person.
	if got := Read("昨日", nil, now, tokyo).Dates(at("2026-10-11 00:30").UTC(), tokyo); got != 2 {
		t.Errorf("half past midnight: %d", got)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		words, speaker string
		want           bool
	}{
		{"What did Ren say?", "Ren", true}, {"what did ren's sister say?", "Ren", true}, {"The children came", "Ren", false}, {"Renate came", "Ren", false},
		{"children and Ren", "Ren", true}, {"あおいさんは何て言った？", "あおい", true}, {"ＲＥＮは？", "ren", true}, {"Renが言った", "Ren", true}, {"What?", "", false},
	} {
		if got := Read(c.words, nil, now, tokyo).Names(c.speaker); got != c.want {
			t.Errorf("%q names %q: %v", c.words, c.speaker, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("昨日何を話した？", "hello")
	f.Fuzz(func(t *testing.T, words, before string) {
		q := Read(words, []string{before}, now, tokyo)
		if !strings.HasSuffix(q.Words, words) {
			t.Errorf("%q became %q", words, q.Words)
		}
		q.Dates(now, tokyo)
		q.Names(before)
		KindOf(words)
	})
}
