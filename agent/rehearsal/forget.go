package rehearsal

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// What is to be forgotten is what a request says besides the verb.
var (
	jaForgetVerb = text.Lazy(`(?:という|って|な)?(?:こと|事|話|件|記憶|の)?(?:について)?[をはも]?、?(?:もう|全部|すべて|ぜんぶ)?(?:忘れて|消して|削除して|消去して|覚えなくて(?:も)?いい).*$`)
	enForgetVerb = text.Lazy(`(?i)^(?:please )?(?:(?:can|could) you )?(?:please )?(?:forget|delete|erase|remove)(?: about)?(?: the fact)?(?: that)?\b`)
	enFromMemory = text.Lazy(`(?i)(?: from (?:your )?memory)?[.!?]*$`)
	zhForgetVerb = text.Lazy(`请|請|把|你|吧|忘掉|忘记|忘了|删掉|删除|别记|关于`)

	everything = text.Lazy(`(?i)全部|すべて|ぜんぶ|何もかも|全て|\beverything\b|\ball\b|所有|一切`)
	pointing   = text.Lazy(`(?i)^(?:それ|これ|あれ|その|この|さっき|今|いま|先ほど|いまの|今の|さっきの|その(?:こと|話)?|it|this|that|about (?:it|that|this)|what i (?:just )?(?:said|told you)|这件事|那件事|这个|那个|它|这|那|刚才|刚才的|刚才说的)*(?:の|こと|話|记忆|的|话|事)*$`)
)

// forgetting is a request to forget: what, or what was spoken of before.
func forgetting(phrase string, l text.Lang) intent {
	in := intent{kind: forget}
	all := everything.MatchString(phrase)
	switch l {
	case text.En:
		phrase = enFromMemory.ReplaceAllString(enForgetVerb.ReplaceAllString(phrase, ""), "")
	case text.Zh:
		phrase = zhForgetVerb.ReplaceAllString(phrase, "")
	default:
		phrase = jaForgetVerb.ReplaceAllString(phrase, "")
	}
	phrase = strings.TrimSpace(everything.ReplaceAllString(phrase, ""))
	if !pointing.MatchString(phrase) {
		in.topic = grammarOf(l).topic(phrase)
		in.topic.phrase = phrase
	}
	in.topic.all = all && in.topic.empty()
	return in
}

// forget looks for what is meant and takes it out of memory.
func (w writer) forget(in intent) Plan {
	switch {
	case !w.p.has(toolForget) || !w.p.has(toolSearch):
		return w.words(w.say.noMemory)
	case in.topic.all:
		return w.words(w.say.forgetOne)
	case in.topic.empty():
		return w.words(w.say.forgetWhat)
	}
	found := memos(w.p.Data)
	hits := w.meant(found, in)
	if r, ok := w.p.result(toolSearch); ok && !r.Error {
		found = memos(r.Text)
		hits = w.meant(found, in)
	} else if w.p.Rounds > 0 && len(hits) == 0 {
		return w.words(w.say.notSearched)
	}
	done, ok := w.p.result(toolForget)
	switch {
	case ok && done.Error:
		return w.words(w.say.notForgotten, text.Excerpt(done.Text, 200))
	case ok && len(hits) == 1:
		return w.words(w.say.forgot, hits[0].content)
	case len(hits) == 1:
		return Plan{Calls: []Call{{toolForget, Arguments{ID: hits[0].handle}}}}
	case w.p.Rounds == 0:
		return Plan{Calls: []Call{w.search(in.topic)}}
	case len(hits) == 0:
		return w.words(w.say.nothingToForget)
	}
	return w.words(w.say.forgetWhich, list(hits))
}

// meant are the memories that may be meant, of several the one that was just
// spoken of.
func (w writer) meant(found []memo, in intent) []memo {
	hits := matching(found, in.topic, w.g.owner)
	said := w.lastReply()
	spoken := slices.DeleteFunc(slices.Clone(hits), func(m memo) bool { return !strings.Contains(said, m.content) })
	if len(hits) > 1 && len(spoken) == 1 {
		return spoken
	}
	return hits
}
