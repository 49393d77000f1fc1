package rehearsal

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
)

// alike are words of which one stands for another in a memory.
var alike = map[string][]string{
	"名前": {"名前", "と呼ばれ", "という"}, "名字": {"名字", "老师叫"}, "name": {"name", "called", "named"},
	"birthday": {"birthday", "born"}, "誕生日": {"誕生日", "生まれ"}, "生まれ": {"生まれ", "誕生日"},
	"like": liking, "love": liking, "enjoy": liking, "prefer": liking, "favourite": liking,
	"hate": {"hate", "dislike", "don't like", "doesn't like", "can't stand"}, "dislike": {"hate", "dislike", "don't like", "doesn't like", "can't stand"},
	"job": {"job", "work"}, "work": {"work", "job"}, "live": {"live", "home", "from"}, "喜欢": {"喜欢", "喜歡", "爱"}, "喜歡": {"喜欢", "喜歡", "爱"},
}

var liking = []string{"like", "love", "enjoy", "prefer", "adore", "favourite", "favorite"}

var negated = text.Lazy(`不喜|n't like|not like|not love|好きじゃない|好きではない`)

// matching are the memories that are about a topic, the best first. A memory
// has to have every term of the topic; a lone term that somebody else's thing
// is called by ("the wife's birthday" for "my birthday") does not count.
func matching(found []memo, t topic, owner string) []memo {
	if t.all {
		return found
	}
	score := map[string]int{}
	var hits []memo
	for _, m := range found {
		if !about(m.content, t, owner) {
			continue
		}
		for _, s := range t.soft {
			if has(m.content, s) {
				score[m.handle]++
			}
		}
		hits = append(hits, m)
	}
	slices.SortStableFunc(hits, func(a, b memo) int { return score[b.handle] - score[a.handle] })
	return hits
}

func about(content string, t topic, owner string) bool {
	if len(t.terms) == 0 {
		return false
	}
	for _, term := range t.terms {
		if !has(content, term) {
			return false
		}
		if slices.Contains(liking, term) || term == "好き" || term == "喜欢" || term == "喜歡" {
			if negated.MatchString(content) && len(t.terms) == 1 {
				return false
			}
		}
	}
	return len(t.terms) > 1 || ownersOwn(content, t.terms[0], owner)
}

// ownersOwn reports whether what content calls by term is not marked as
// belonging to anybody but the owner.
func ownersOwn(content, term, owner string) bool {
	content, term = text.Fold(content), text.Fold(term)
	before, _, found := strings.Cut(content, term)
	if !found {
		return true
	}
	for _, link := range []string{"の", "的", "'s "} {
		if whose, ok := strings.CutSuffix(before, link); ok {
			return strings.HasSuffix(whose, text.Fold(owner)) || strings.HasSuffix(whose, "私") || strings.HasSuffix(whose, "我")
		}
	}
	return true
}

// has reports whether content has term or a word alike.
func has(content, term string) bool {
	words := alike[term]
	if words == nil {
		words = []string{term}
	}
	return slices.ContainsFunc(words, func(w string) bool { return contains(content, w) })
}

// contains compares folded, kana alike; a word of an alphabet has to begin a
// word, and the plural or the -s of a verb may be missing on either side.
func contains(content, term string) bool {
	content, term = text.Hiragana(text.Fold(content)), text.Hiragana(text.Fold(term))
	if first, _ := utf8.DecodeRuneInString(term); !text.ScriptOf(first).CJK() && first >= 'a' {
		content = " " + strings.NewReplacer(`"`, " ", "(", " ", "「", " ", ",", " ").Replace(content)
		if len(term) > 3 {
			term = strings.TrimSuffix(term, "s")
		}
		term = " " + term
	}
	return term != "" && strings.Contains(content, term)
}

// replaceFold puts now in the place of the first old, whatever its case.
func replaceFold(s, old, now string) string {
	at := regexp.MustCompile(`(?i)` + regexp.QuoteMeta(old)).FindStringIndex(s)
	if at == nil {
		return now
	}
	return s[:at[0]] + now + s[at[1]:]
}
