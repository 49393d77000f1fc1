package ops_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/priming"
)

// patient is a clock on which nothing is ever late.
type patient struct{ *stepClock }

func (patient) Sleep(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() }

// primed are the texts that come to mind for words.
func (h *home) primed(p person.Person, words string) (out []string) {
	h.t.Helper()
	t := h.said(p, words)
	t.Conv = ops.ConversationOf(p)
	h.Primer = priming.New(h.index.Index, ops.NewSources(h.index.Index, h.Library), patient{h.Clock.(*stepClock)}, h.Log)
	got := h.Prime(h.t.Context(), t, agent.Priming{
		Room: 2000, Line: func(m agent.Memento) string { return m.Text }, Count: func(s string) int { return len([]rune(s)) },
	})
	for _, m := range got.Mementos {
		out = append(out, m.Text)
	}
	return out
}

// pass lets time go by.
func (h *home) pass(d time.Duration) { h.Clock.(*stepClock).pass(d) }

// notice keeps what the words of a turn say, by rules.
func (h *home) notice(p person.Person, words string) turn.Turn {
	h.t.Helper()
	t := h.said(p, words)
	if _, err := h.Notice(h.t.Context(), t, turn.OpOf(t.ID, 9, 9)); err != nil {
		h.t.Fatal(err)
	}
	return t
}

// active are the contents of the records in use.
func (h *home) active(s person.Scope) (out []string) {
	h.t.Helper()
	for _, r := range h.records(s) {
		if r.Status == memory.Active {
			out = append(out, r.Content)
		}
	}
	return out
}

// changes are lives in which something changed: what held first, what holds
// now, the question about it, and a part of each that tells them apart.
var changes = []struct{ name, before, after, ask, askBefore, old, new string }{
	{"name", "私の名前は佐藤健です", "名前を佐藤健から田中健に変えました", "私の名前は？", "前の名前は何だった？", "佐藤健です", "田中健"},
	{"name", "My name is Ken Sato", "I changed my name to Ken Tanaka", "What is my name?", "What was my name before?", "Sato", "Tanaka"},
	{"name", "我叫王伟", "我改名叫王强了", "我叫什么名字？", "我以前叫什么？", "王伟", "王强"},
	{"job", "トヨタに勤めている", "ホンダに転職した", "ホンダに転職したっけ？", "前はどこに勤めていた？", "トヨタ", "ホンダ"},
	{"job", "I work at Toyota", "I joined Honda", "Where do I work? Honda?", "Where did I work before?", "Toyota", "Honda"},
	{"job", "我在腾讯公司工作", "我跳槽到阿里巴巴了", "我在哪里工作？阿里巴巴？", "我以前在哪里工作？", "腾讯", "阿里巴巴"},
	{"address", "大阪に住んでいる", "京都に引っ越した", "いつ京都に引っ越した？", "前はどこに住んでいた？", "大阪", "京都"},
	{"address", "I live in Osaka", "I moved to Kyoto", "When was it that I moved to Kyoto?", "Where did I live before?", "Osaka", "Kyoto"},
	{"address", "我住在北京", "我搬到上海了", "我住在上海吗？", "我以前住在哪里？", "北京", "上海"},
	{"taste", "コーヒーが好き", "コーヒーはもう飲まない", "コーヒーは飲む？", "昔コーヒーは好きだった？", "好き", "飲まない"},
	{"taste", "I like coffee", "I don't drink coffee anymore", "Do I drink coffee?", "Did I like coffee once?", "I like", "anymore"},
	{"taste", "我喜欢喝咖啡", "我不喝咖啡了", "我喝咖啡吗？", "我以前喜欢咖啡吗？", "喜欢", "不喝"},
	{"pet", "猫を飼っている", "猫が死んだ", "猫は？", "前に猫を飼っていた？", "飼っている", "死んだ"},
	{"pet", "I have a cat", "My cat died", "What about my cat?", "Did I have a cat before?", "I have", "died"},
	{"pet", "我有一只猫", "我的猫死了", "我的猫呢？", "我以前有猫吗？", "一只", "死了"},
}

// TestOnlyTheCurrentIsTold: what has changed, by whatever way both were kept, is
// recalled as it is now; what was before is found when asked for.
func TestOnlyTheCurrentIsTold(t *testing.T) {
	ways := map[string]func(h *home, words string){
		"tool": func(h *home, words string) {
			said := h.said(owner, words)
			h.remember(said, ops.ToRemember{Content: words, Category: memory.AboutSensei, Stars: 4})
		},
		"rules": func(h *home, words string) {
			before := len(h.records(person.ScopeOwner))
			if h.notice(owner, words); len(h.records(person.ScopeOwner)) == before {
				h.notice(owner, remembered(words)) // a rule keeps it when it is asked to
			}
		},
		"encoding": func(h *home, words string) { h.encodes(owner, words) },
	}
	for first, keep := range ways {
		for second, change := range ways {
			if testing.Short() && first != second {
				continue
			}
			t.Run(first+" then "+second, func(t *testing.T) {
				for _, c := range changes {
					t.Run(c.name+" "+c.after, func(t *testing.T) {
						h := newHome(t)
						h.pass(-100 * 24 * time.Hour) // the index holds that to be of the future which is
						keep(h, c.before)
						h.pass(60 * 24 * time.Hour)
						change(h, c.after)
						h.pass(10 * 24 * time.Hour)
						h.current(c.ask, c.old, c.new)
						h.before(c.askBefore, c.old)
					})
				}
			})
		}
	}
}

// TestOldWordsLeadToWhatHolds: the line in which the old fact was told brings up
// what holds in its place.
func TestOldWordsLeadToWhatHolds(t *testing.T) {
	for _, c := range [][2]string{{"大阪の中之島に住んでいる", "京都の祇園に引っ越した"}, {"I live in Osaka Nakanoshima", "I moved to Kyoto Gion"}, {"我住在大阪中之岛", "我搬到京都祇园了"}} {
		h := newHome(t)
		h.pass(-100 * 24 * time.Hour)
		for _, words := range c {
			for range 5 {
				h.turns(owner, turn.Recalled{}, "まったく関係のない話", "something else entirely", "完全无关的话")
			}
			h.encodes(owner, words)
			h.pass(30 * 24 * time.Hour)
		}
		told := h.primed(owner, c[0])
		if slices.Contains(told, c[0]) || !slices.Contains(told, c[1]) {
			t.Errorf("%q brings to mind %q", c[0], told)
		}
	}
}

// remembered asks to remember something.
func remembered(words string) string {
	switch {
	case strings.ContainsAny(words, "aeiou"):
		return "Please remember: " + words
	case strings.ContainsAny(words, "我"):
		return "请记住：" + words
	}
	return words + "、覚えておいて"
}

// current checks that what holds now is told, and only that.
func (h *home) current(ask, old, now string) {
	h.t.Helper()
	active := strings.Join(h.active(person.ScopeOwner), "\n")
	if strings.Contains(active, old) && old != "Sato" || !strings.Contains(active, now) {
		h.t.Errorf("in use: %q", active)
	}
	if told := strings.Join(h.primed(owner, ask), "\n"); strings.Contains(told, old) || !strings.Contains(told, now) {
		h.t.Errorf("%q brings to mind %q", ask, told)
	}
}

// before checks that what held before is found, with its end.
func (h *home) before(ask, old string) {
	h.t.Helper()
	t := h.said(owner, ask)
	found, err := h.History(h.t.Context(), t, ask, memory.Query{Limit: 5})
	if err != nil || len(found) == 0 || !strings.Contains(found[0].Record.Content, old) || found[0].Handle == "" {
		h.t.Errorf("%q finds %+v, %v", ask, found, err)
		return
	}
	r := found[0].Record
	next, ok, err := h.Ledger.Get(person.Only(person.ScopeOwner), r.SupersededBy)
	if err != nil || !ok || !r.ValidUntil.Equal(next.OccurredAt) || r.Status != memory.Superseded {
		h.t.Errorf("ended at %s by %+v", r.ValidUntil, next)
	}
}

// TestAnothersFactEndsNothing: what is told of somebody else, in whatever scope.
func TestAnothersFactEndsNothing(t *testing.T) {
	h := newHome(t)
	h.notice(owner, "私は大阪に住んでいます")
	h.remember(h.said(owner, "x"), ops.ToRemember{Content: "Ren likes coffee"})
	h.remember(h.said(owner, "x"), ops.ToRemember{Content: "I work at Toyota"})
	for _, words := range []string{
		"妹は京都に住んでいる", "妹が京都に引っ越した", "アオイは京都に引っ越した", "Aoi moved to Kyoto", "Aoi lives in Kyoto", "Aoi hates coffee", "My sister hates coffee", "My husband works at Honda",
		"My sister joined Honda", "Aoi quit her job", "He moved to Kyoto", "母が京都に引っ越しました", "我妹妹搬到上海了", "小葵讨厌咖啡",
	} {
		h.remember(h.said(owner, words), ops.ToRemember{Content: words})
		h.notice(owner, words)
	}
	for _, words := range []string{"I moved to Kyoto", "I hate coffee", "I joined Honda", "The owner moved to Nara", "Ren likes coffee"} {
		h.notice(aoi, words)
		h.remember(h.said(aoi, words), ops.ToRemember{Content: words})
	}
	active := h.active(person.ScopeOwner)
	for _, want := range []string{"私は大阪に住んでいます", "Ren likes coffee", "I work at Toyota"} {
		if !slices.Contains(active, want) {
			t.Errorf("%q was ended; in use: %q", want, active)
		}
	}
	// In Aoi's memory what is told of the owner is not told of her.
	hers := h.active("person:aoi")
	for _, want := range []string{"I moved to Kyoto", "I hate coffee", "The owner moved to Nara", "Ren likes coffee"} {
		if !slices.Contains(hers, want) {
			t.Errorf("of Aoi %q was ended", want)
		}
	}
	if len(hers) != 5 {
		t.Errorf("of Aoi: %q", hers)
	}
}

// TestSaidAgain: a fact that is told again in other words is not kept twice,
// and gains by it.
func TestSaidAgain(t *testing.T) {
	h := newHome(t)
	first := h.said(owner, "大阪に住んでいる")
	h.remember(first, ops.ToRemember{Content: "大阪に住んでいる", Stars: 2})
	h.pass(24 * time.Hour)
	second := h.said(owner, "私は大阪に住んでいます")
	if told := h.remember(second, ops.ToRemember{Content: "私は大阪に住んでいます。", Stars: 4}); told != "#1 大阪に住んでいる, known" {
		t.Errorf("told %q", told)
	}
	list := h.records(person.ScopeOwner)
	if len(list) != 1 {
		t.Fatalf("records %+v", list)
	}
	r := list[0]
	if r.Stars != 4 || r.Strength != 0.8 || r.Salience.Importance != 0.8 || r.Used != 1 || r.LastAccessed.IsZero() ||
		!slices.Equal(r.Provenance, []turn.ID{first.Messages[0].ID, second.Messages[0].ID}) {
		t.Errorf("%+v", r)
	}
	for range 50 {
		h.remember(h.said(owner, "大阪に住んでいる"), ops.ToRemember{Content: "大阪に住んでいる"})
	}
	if r = h.records(person.ScopeOwner)[0]; len(r.Provenance) != 32 || r.Provenance[0] != first.Messages[0].ID || r.Used != 51 {
		t.Errorf("%d lines, used %d", len(r.Provenance), r.Used)
	}
}

// TestBackdated: what was true earlier and is told late ends nothing, and is no
// news.
func TestBackdated(t *testing.T) {
	h := newHome(t)
	h.remember(h.said(owner, "x"), ops.ToRemember{Content: "京都に住んでいる"})
	late := h.said(owner, "x")
	late.Messages[0].At = late.Messages[0].At.Add(-365 * 24 * time.Hour)
	if told := h.remember(late, ops.ToRemember{Content: "大阪に住んでいる"}); strings.Contains(told, "replaces") {
		t.Errorf("told %q", told)
	}
	list := h.records(person.ScopeOwner)
	if len(list) != 2 || list[0].Status != memory.Active || list[1].Status != memory.Superseded || list[1].SupersededBy != list[0].ID ||
		!list[1].ValidUntil.Equal(list[0].OccurredAt) {
		t.Errorf("%+v", list)
	}
	if told := h.primed(owner, "どこに住んでいる？"); slices.Contains(told, "大阪に住んでいる") {
		t.Errorf("brings to mind %q", told)
	}
}

// TestWhatEndsNothing: what holds for some days, what nobody vouches for, what
// only some may hear, and what is about one of several.
func TestWhatEndsNothing(t *testing.T) {
	h := newHome(t)
	put := func(content string, change func(*memory.Record)) {
		t.Helper()
		r := memory.Record{ID: h.IDs.New(), Content: content, Scope: person.ScopeOwner}
		if change != nil {
			change(&r)
		}
		r, err := r.Normalise(h.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := h.DB.Update(func(tx *kv.Tx) error { return h.Ledger.Put(tx, r) }); err != nil {
			t.Fatal(err)
		}
	}
	put("コーヒーが好き", func(r *memory.Record) { r.Audience = []person.ID{"aoi"} })
	put("妹は大阪に住んでいる", nil)
	put("妹は京都に住んでいる", nil)
	put("トヨタに勤めている", func(r *memory.Record) { r.ValidUntil = h.Clock.Now().Add(-time.Hour) })
	for _, words := range []string{"コーヒーは嫌い", "妹が東京に引っ越した", "ホンダに転職した", "トヨタに勤めている"} {
		if told := h.remember(h.said(owner, words), ops.ToRemember{Content: words}); strings.Contains(told, "known") ||
			strings.Contains(told, "replaces") && words != "トヨタに勤めている" {
			t.Errorf("%q: %s", words, told)
		}
	}
}
