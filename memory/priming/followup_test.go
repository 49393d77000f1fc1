package priming

import (
	"slices"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
)

// TestFollowUps: what a message leans on is searched for with it.
func TestFollowUps(t *testing.T) {
	e := embedder(t)
	ix, names := realIndex(t, e, life(t)...)
	p := New(ix, nil, clock.Real{}, quiet())
	p.Within = time.Minute
	for _, c := range []struct {
		before []string
		words  string
		want   string // "" for nothing
	}{
		{[]string{"妹へのお祝いのことなんだけど"}, "あれ、何にするって言ってたっけ？", "f05"},
		{[]string{"昨日は暑かったね", "ミカンがまたいたずらした"}, "あの子って何歳だっけ", "f01"},
		{[]string{"四国の写真を見ていた"}, "そこで渡った橋の名前、覚えてる？", "f17"},
		{[]string{"I met Kenji today"}, "How did I beat him at chess again?", "e08"},
		{[]string{"ギターをまた始めたい"}, "あれ、メーカーはどこだっけ", "f15"},
		{[]string{"My bike is still gone"}, "Did I report it?", "e14"},
		{[]string{"我想起王磊了"}, "他现在做什么？", "z04"},
		{[]string{"プリンターがまた詰まった"}, "それ、どうやって直すんだっけ", "f29"},
		{[]string{"ブラックホールって不思議だよね"}, "それはどうやってできるの？", ""},
		{[]string{"Tell me about the French Revolution"}, "And why did it start?", ""},
		{[]string{"量子力学是什么？"}, "它难吗？", ""},
	} {
		ask := asking(c.words)
		ask.Before = c.before
		got := p.Prime(t.Context(), ask)
		found := slices.ContainsFunc(got.Items, func(it Item) bool { return names[it.ID] == c.want })
		if c.want != "" && !found || c.want == "" && len(got.Items) > 0 {
			t.Errorf("%q after %q: %d items, %+v", c.words, c.before, len(got.Items), got.Trace.Gate)
		}
	}
}
