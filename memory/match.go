package memory

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/kokoron/kokoron/internal/text"
)

// Query narrows a search. The zero value asks for everything.
type Query struct {
	Limit    int      // most results; 0: no limit
	MinStars int      // 1–5; 0: any
	Category Category // "": any
}

// Scored is a record that answers a question, and how well: a sum of weights,
// comparable only within one search.
type Scored struct {
	Record Record
	Score  float64
}

// Match finds the records that share search terms with a question, best
// first, the newer one first among equals. A term counts the more the fewer
// records have it (the idf of BM25), once however often it stands in a record;
// of two records with the same terms the shorter one wins. Words that only
// glue a sentence together do not count, and a character out of the middle of
// a Han word does only beside another term, so a question about nothing that
// is known finds nothing. rs are all records that may be seen: the weights are
// made over them before the query narrows them.
func Match(question string, rs []Record, q Query) []Scored {
	terms := asked(question)
	docs := make([]map[string]bool, len(rs))
	with := map[string]int{}
	for i, r := range rs {
		docs[i] = told(r)
		for t := range terms {
			if docs[i][t] {
				with[t]++
			}
		}
	}
	var out []Scored
	for i, r := range rs {
		if r.Stars < q.MinStars || q.Category != "" && r.Category != q.Category {
			continue
		}
		score, answers := 0.0, false
		for t, alone := range terms {
			if docs[i][t] {
				n := float64(with[t])
				score += math.Log1p((float64(len(rs)) - n + 0.5) / (n + 0.5))
				answers = answers || alone
			}
		}
		if answers {
			out = append(out, Scored{r, score / (10 + float64(len(docs[i])))})
		}
	}
	slices.SortFunc(out, better)
	if q.Limit > 0 && len(out) > q.Limit {
		out = out[:q.Limit]
	}
	return out
}

// better sorts by score, then by age, then by id, so that the order is always
// the same. Scores are sums in no fixed order: their last bits mean nothing.
func better(a, b Scored) int {
	if math.Abs(a.Score-b.Score) > 1e-9 {
		return cmp.Compare(b.Score, a.Score)
	}
	return cmp.Or(b.Record.CreatedAt.Compare(a.Record.CreatedAt), cmp.Compare(b.Record.ID, a.Record.ID))
}

// told are the terms of a record.
func told(r Record) map[string]bool {
	set := map[string]bool{}
	for _, t := range text.Tokens(r.Content + "\n" + r.Subject + "\n" + strings.Join(r.Tags, "\n")) {
		set[plain(t)] = true
	}
	return set
}

// asked are the terms of a question that say what it is about: words, Han
// characters, pairs of neighbours. The value says whether the term is enough
// by itself to find a record. Pairs of hiragana are mostly endings and
// particles and count only where there is nothing else.
func asked(question string) map[string]bool {
	strong, weak := map[string]bool{}, map[string]bool{}
	tokens := text.Tokens(question)
	for i, t := range tokens {
		runes := []rune(t)
		switch {
		case glueWords[t] || all(runes, glueOrKana) && !all(runes, kana):
		case len(runes) == 1 && !han(runes[0]) && !unicode.IsNumber(runes[0]): // a letter or a lone kana
		case all(runes, kana):
			weak[plain(t)] = true
		case len(runes) == 1 && (hanPair(tokens, i-1, t) || hanPair(tokens, i+1, t)):
			if k := plain(t); !strong[k] {
				strong[k] = false // counts, but is not enough by itself
			}
		default:
			strong[plain(t)] = true
		}
	}
	if len(strong) > 0 {
		return strong
	}
	return weak
}

// hanPair reports whether the i-th token is a pair of Han characters, one of
// which is c.
func hanPair(tokens []string, i int, c string) bool {
	return i >= 0 && i < len(tokens) && strings.Contains(tokens[i], c) && tokens[i] != c && all([]rune(tokens[i]), han)
}

func han(r rune) bool        { return text.ScriptOf(r) == text.ScriptHan }
func kana(r rune) bool       { return text.ScriptOf(r) == text.ScriptHiragana }
func glueOrKana(r rune) bool { return kana(r) || strings.ContainsRune(glueChars, r) }

func all(runes []rune, is func(rune) bool) bool {
	return !slices.ContainsFunc(runes, func(r rune) bool { return !is(r) })
}

// plain makes kana of either kind and singular and plural of English words
// compare equal.
func plain(t string) string {
	if len(t) > 3 && t[len(t)-1] == 's' && t[len(t)-2] != 's' {
		t = t[:len(t)-1]
	}
	return text.Hiragana(t)
}

// glueChars are Han characters that stand in nearly every Chinese sentence or
// only ask.
const glueChars = "的了是我你他她它们們吗嗎呢吧在有不这這那什么麼何谁誰"

// glueWords are words and pairs that say nothing of what a sentence is about.
var glueWords = set(`a about all am an and any are as at be been but by can could did do does for from had
	has have he her him his how i if im in is it its just know like me my no not of on or our please remember
	she so some tell than that the their them then there these they this to too up us was we were what when
	where which who whom why will with would you your
	です ます した して する いる ある ない こと もの から まで って ので けど だっ たい たっ さん かな よね でし まし なに`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
