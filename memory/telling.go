package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// Telling is a question without what only asks or glues: the words that a
// text must have to be about it. English glue is left out of every search by
// words; Japanese and Chinese have no blanks around theirs, and 「〜は何だったか
// 覚えてる？」 is found in any memory in which somebody asks something. A
// question that is nothing else stays as it is.
func Telling(question string) string {
	var b strings.Builder
	chinese := !strings.ContainsFunc(question, kana)
	before := rune(' ')
	for rest := question; rest != ""; {
		n := gluePhrase(rest, chinese)
		if n == 0 && !chinese {
			n = particle(before, rest)
		}
		if n > 0 {
			before, _ = utf8.DecodeLastRuneInString(rest[:n])
			b.WriteByte(' ')
		} else {
			before, n = utf8.DecodeRuneInString(rest)
			b.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	if out := b.String(); strings.ContainsFunc(out, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return out
	}
	return question
}

// gluePhrase is the length of the longest phrase that begins s and tells
// nothing.
func gluePhrase(s string, chinese bool) (n int) {
	list := askingJa
	if chinese {
		list = askingZh
	}
	for _, p := range list {
		if len(p) > n && strings.HasPrefix(s, p) {
			n = len(p)
		}
	}
	return n
}

// particle is the length of a particle that begins s: a lone kana of their
// kind at the edge of its run or before glue, so that no word in kana is cut.
func particle(before rune, s string) int {
	r, n := utf8.DecodeRuneInString(s)
	after, _ := utf8.DecodeRuneInString(s[n:])
	if strings.ContainsRune("はがをにでとものへやかよねな", r) && (!kana(before) || !kana(after) || gluePhrase(s[n:], false) > 0) && text.ScriptOf(before) != text.ScriptNone {
		return n
	}
	return 0
}

var (
	askingJa = strings.Fields(`何 なに なん 誰 だれ どこ いつ どれ どの どんな どう どうして なぜ どちら どっち いくつ いくら どれくらい どのくらい どれぐらい
		って という っていう について っけ かな かしら ですか ますか でしたか ましたか でしょうか でしょう だろう だろうか でしたっけ だったっけ だっけ だった でした です ます ました
		教えて おしえて 覚えてる 覚えている 覚えて 覚えてますか 知ってる 知ってますか ください ほしい くれる くれますか 言ってた 言っていた 言った 話した
		んだ のは のが のを には では とは での への からの まで から ので けど`)
	askingZh = strings.Fields(`什么 什麼 哪里 哪裡 哪儿 哪个 哪 谁 誰 怎么 怎麼 怎样 怎樣 为什么 為什麼 多少 几 吗 嗎 呢 吧 的 了 是 在 有 我 你 您 请 請 请问
		告诉 告訴 记得 記得 还 還 过 過 说过 說過 一下 现在 吗`)
)
