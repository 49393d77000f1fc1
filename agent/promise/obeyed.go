package promise

import (
	"cmp"
	"slices"

	"github.com/kokoron/kokoron/internal/text"
)

// told are requests to forget, and no reports of somebody who forgot.
var told = text.Lazy(`(?i)(?:忘れて|消して|削除して|消去して)(?:[ねよ]|くだ|くれ|ちょうだい|ほし|欲し|もら|いい|おいて|しま|あげて|お願い|[\s。！!？?、…]|$)|^(?:(?:please|no|ok|okay|hey|actually|just|can you|could you|would you|will you)[, ]+)*(?:forget|delete|erase|remove)\b|\bplease (?:forget|delete|erase|remove)\b|忘掉|(?:请|把|给我|你).{0,12}忘|忘记(?:我|这|那|它|吧)|忘了(?:它|这|那|吧)|删掉|删除`)

// obeyed are, by language, sentences that claim to have forgotten where that
// was asked for. By themselves they claim nothing: who says so may just not
// remember.
var obeyed = map[text.Lang]*text.Pattern{
	text.Ja: text.Lazy(`(?:忘れ|消し|消去し)(?:まし)?(?:た|ちゃいました|ておきました|てしまいました)(?:[ねよわ]|から|ので|[。！!…〜～♪、\s]|$)`),
	text.En: text.Lazy(`(?i)\b(?:i(?:'ve|’ve| have)? (?:just |already |now )?(?:forgot(?:ten)?|deleted|erased|removed)|(?:it|that)(?:'s|’s| is| has been) (?:all |now )?(?:gone|forgotten|deleted|erased|removed))\b`),
	text.Zh: text.Lazy(`(?:忘了|忘记了|忘掉了|删了|删掉了)(?:[。！!，,～~\s哦啦]|$)`),
}

// UnkeptTo is Unkept for a reply to a person's words. Where they ask to forget,
// a reply that says it forgot claims so.
func UnkeptTo(words, reply string, wrote ...Kind) []Claim {
	found := Unkept(reply, wrote...)
	words = text.Normal(words)
	if slices.Contains(wrote, Forget) || !told.MatchString(words) || kept.MatchString(words) {
		return found
	}
	masked := mask(reply)
	for _, span := range sentences(masked) {
		s := masked[span[0]:span[1]]
		lang := languageOf(s)
		claimed := slices.ContainsFunc(found, func(c Claim) bool { return c.Start == span[0] })
		if !claimed && obeyed[lang].MatchString(s) && !rulesOf[lang].never.MatchString(s) {
			found = append(found, Claim{Kind: Forget, Lang: lang, Start: span[0], End: span[1]})
		}
	}
	slices.SortFunc(found, func(a, b Claim) int { return cmp.Compare(a.Start, b.Start) })
	return found
}
