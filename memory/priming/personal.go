package priming

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// personal reports whether a folded message speaks of the person's own life or
// of what was said together. Japanese leaves its pronouns out; there the past
// and the endings of somebody who tries to remember say it.
func personal(folded string) bool {
	for _, w := range text.Tokens(folded) {
		if personalWords[w] {
			return true
		}
	}
	return slices.ContainsFunc(personalParts, func(part string) bool { return strings.Contains(folded, part) })
}

var (
	personalWords = wordSet(`i im ive id ill me my mine myself we us our ours you youre your yours remember told said mentioned recall
		mum mom mother dad father sister brother wife husband son daughter grandma grandpa grandmother grandfather`)
	personalParts = strings.Fields(`私 わたし 僕 ぼく 俺 うち 自分 先生 あなた 君 一緒に 覚え おぼえ 思い出 言って 言った 話し 話した っけ かな た? だった 前に この前 この間 こないだ 昔 次の 今の
		妹 姉 兄 弟 母 父 祖母 祖父 家族 妻 夫 息子 娘 我 咱 你 您 记得 記得 说过 說過 上次 之前 妈妈 媽媽 爸爸 姐姐 哥哥 妹妹 弟弟 奶奶 爷爷 爺爺`)
)
