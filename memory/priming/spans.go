package priming

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/calendar"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// longestBare is how long, in bytes, the rest of a message is at most that asks
// for a time and nothing else.
const longestBare = 120

// bare reports whether the rest of a message, without the words that name a
// time, says nothing to search by: 「昨日は何を話したっけ？」.
func bare(rest string) bool {
	return len(rest) <= longestBare && madeOf(text.Hiragana(text.Fold(rest)), generic)
}

// generic are the parts of questions that ask what there was at a time, folded
// and with hiragana for katakana.
var generic = strings.Split(`何|何て|なんて|なに|なん|どんな|こと|事|話|はなし|話題|会話|ことを|を|は|が|に|の|で|と|も|って|についての|について|私たち|わたしたち|僕たち|僕ら|俺たち|二人|私|わたし|僕|ぼく|俺|君|あなた|`+
	`話した|話し|はなした|喋った|しゃべった|話してた|話していた|言った|言ってた|言っていた|した|してた|していた|やった|やってた|あった|起きた|起こった|食べた|`+
	`っけ|かな|の|か|ね|よ|んだ|んだっけ|だっけ|でしたっけ|ましたか|しました|しましたか|ましたっけ|まし|た|です|ですか|でした|覚えてる|覚えている|覚えてますか|覚えていますか|おぼえてる|思い出して|教えて|おしえて|ください|くれる|一緒に|`+
	`what|did|do|does|we|i|you|us|talk|talked|talking|about|chat|discuss|discussed|say|said|tell|told|me|happen|happened|was|were|is|on|in|at|the|of|that|day|do you remember|remember|can|could|please|up|to|been|doing|have|our|conversation|conversations|anything|everything|things|thing|recall|summary|summarize|sum|and|with|each|other|again|so|there|just|my|how|go|went|`+
	`我们|我們|咱们|我|你|您|和|跟|聊了|聊过|聊過|聊|谈了|談了|谈|談|说了|說了|说过|說過|说|說|讲了|講了|讲|讲过|做了|做过|做|干了|干|发生了|發生了|发生|發生|什么|什麼|啥|哪些|些|事情|事|话题|話題|话|話|过|過|了|的|吗|嗎|呢|吧|在|是|有|都|还|還|记得|記得|记不记得|记得吗|一起|告诉|告訴|一下|请|請|来着|来著|想|知道|过得|怎么样|怎麼樣|怎样`, "|")

// spans are the stretches of time that a message names, and the message
// without the words that name them.
func spans(words string, now time.Time, zone *time.Location) (found []calendar.Span, rest string) {
	found = calendar.Find(words, now, zone, calendar.Back)
	var left strings.Builder
	at := 0
	for _, s := range found {
		left.WriteString(words[at:s.Start] + " ")
		at = s.End
	}
	left.WriteString(words[at:])
	return found, left.String()
}

// within reports whether a moment may well be meant by a span.
func within(s calendar.Span, at time.Time) bool {
	return !at.Before(s.From.Add(-s.Slack)) && at.Before(s.To.Add(s.Slack))
}

// mostSpanned is how many units of a time that is asked for are candidates: of
// a year there are more than anybody tells.
const mostSpanned = 200

// telling are the units of a time that say most about it: records before lines,
// and what is long before what is short.
func telling(units []memory.Unit) []memory.Unit {
	slices.SortFunc(units, func(a, b memory.Unit) int {
		if a.Line() != b.Line() {
			if b.Line() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(len(b.Text), len(a.Text)), cmp.Compare(a.ID, b.ID))
	})
	return units[:min(len(units), mostSpanned)]
}
