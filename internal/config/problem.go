package config

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

// Problem is one thing wrong with the settings.
type Problem struct {
	Key   string           // as in the file, "model.top_p", or an environment variable
	Value string           // what stands there, "" where it is not to be shown
	Fix   *catalog.Message // what is wrong and what to write instead
}

// In is the problem in a language.
func (p Problem) In(lang text.Lang) string {
	if p.Value == "" {
		return catalog.Text(lang, catalog.SettingAt, "key", p.Key, "fix", p.Fix.In(lang))
	}
	return catalog.Text(lang, catalog.SettingIs, "key", p.Key, "value", p.Value, "fix", p.Fix.In(lang))
}

// Invalid is everything wrong with the settings.
type Invalid struct {
	Path     string
	Lang     text.Lang // that they set, else that of the environment
	Problems []Problem // never empty
}

func (e *Invalid) Error() string { return "settings in " + e.Path + ":\n" + e.In(text.En) }

// In lists the problems in a language, one a line.
func (e *Invalid) In(lang text.Lang) string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.In(lang)
	}
	return strings.Join(lines, "\n")
}

// Suggest finds the known key that was probably meant by an unknown one: the
// same name (or its beginning) in another section, or the nearest by edit distance.
func Suggest(unknown string, known []string) (string, bool) {
	name := last(unknown)
	for _, k := range known {
		if last(k) == name || strings.HasPrefix(last(k), name+"_") {
			return k, true
		}
	}
	best, bestAt := "", 0
	for _, k := range known {
		d := min(distance(unknown, k), distance(name, last(k)))
		if best == "" || d < bestAt {
			best, bestAt = k, d
		}
	}
	// A third of the letters may be wrong: more is another word.
	return best, best != "" && bestAt <= max(1, len(name)/3)
}

func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// distance is the edit distance between two keys, where exchanging two
// neighbours counts once (Damerau, restricted).
func distance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// unknownKey is the problem of a key that does not exist. Its value is not
// shown: it may be a secret put in the wrong place.
func unknownKey(key string, known []string) Problem {
	if k, ok := Suggest(key, known); ok {
		return Problem{Key: key, Fix: catalog.Say(catalog.SettingMeant, "meant", k)}
	}
	sorted := slices.Clone(known)
	slices.Sort(sorted)
	return Problem{Key: key, Fix: catalog.Say(catalog.SettingNone, "known", strings.Join(sorted, ", "))}
}
