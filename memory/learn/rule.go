package learn

import (
	"cmp"
	"embed"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// Limits of what enters the prompt.
const (
	MaxRule   = 200 // characters of a rule
	MaxRules  = 10
	MaxTokens = 400 // of the whole section
)

//go:embed prompts/*.md
var prompts embed.FS

// wordsOf are the texts of a language, by key; English where there are none.
func wordsOf(lang text.Lang) map[string]string {
	raw, err := prompts.ReadFile("prompts/" + string(lang) + ".md")
	if err != nil {
		raw, _ = prompts.ReadFile("prompts/" + string(text.En) + ".md")
	}
	out := map[string]string{}
	for _, part := range strings.Split("\n"+string(raw), "\n## ")[1:] {
		key, body, _ := strings.Cut(part, "\n")
		out[key] = strings.TrimSpace(body)
	}
	return out
}

var (
	marks = strings.NewReplacer("<", "", ">", "", "＜", "", "＞", "", "﹤", "", "﹥", "", "‹", "", "›", "", "[", "(", "]", ")", "【", "「", "】", "」",
		"{", "", "}", "", "`", "", "*", "", "#", "", "|", " ", "~~", "", "\\", "")
	links = text.Lazy(`(?i)\b[a-z][a-z0-9+.-]{1,10}://\S*|\bwww\.\S*|\S+@\S+\.\S+|\b[a-z0-9-]+\.(?:com|net|org|io|jp|cn|dev|ai|co|xyz|app)\b\S*`)
	tools = text.Lazy(`[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)+|_+`)
	roles = text.Lazy(`(?i)^\s*(?:[-–—・•]+\s*|(?:system|assistant|user|tool|システム|系统)\s*[:：]\s*)+`)
)

// Sanitise makes one short line of a text that can do no harm in a prompt:
// without marks, links, addresses and names of tools, of at most MaxRule
// characters. It may be empty. Doing it again changes nothing.
func Sanitise(s string) string {
	for {
		t := text.CleanName(marks.Replace(s))
		t = tools.ReplaceAllString(links.ReplaceAllString(t, "…"), "…")
		t = strings.TrimSpace(text.Excerpt(text.CleanName(roles.ReplaceAllString(t, "")), MaxRule))
		if t == s {
			return t
		}
		s = t
	}
}

var weight = map[Priority]int{Critical: 3, High: 2, Normal: 1, Low: 0}

// Chosen are the entries whose rules stand in the prompt, in the order in which
// they came into force: of the active ones the weightiest and then the newest,
// as far as they fit, each rule once. count counts tokens.
func Chosen(all []Entry, lang text.Lang, owner string, count func(string) int) []Entry {
	active := slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return e.Status != Active || e.Rule == "" })
	slices.SortFunc(active, func(a, b Entry) int {
		return cmp.Or(weight[b.Priority]-weight[a.Priority], b.Changed.Compare(a.Changed), cmp.Compare(b.ID, a.ID))
	})
	room, told := MaxTokens-count(heading(lang, owner)), map[string]bool{}
	var out []Entry
	for _, e := range active {
		cost := count("\n- " + e.Rule)
		if told[e.Rule] || cost > room || len(out) == MaxRules {
			continue
		}
		told[e.Rule] = true
		room -= cost
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Or(a.Changed.Compare(b.Changed), cmp.Compare(a.ID, b.ID)) })
	return out
}

// Section is the part of the system message that the active entries make, ""
// where none is. It is the same for the same entries, whatever their order.
func Section(all []Entry, lang text.Lang, owner string, count func(string) int) string {
	chosen := Chosen(all, lang, owner, count)
	if len(chosen) == 0 {
		return ""
	}
	out := heading(lang, owner)
	for _, e := range chosen {
		out += "\n- " + e.Rule
	}
	return out
}

func heading(lang text.Lang, owner string) string {
	return text.Fill(wordsOf(lang)["section"], "owner", owner)
}
