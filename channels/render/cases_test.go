package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// formatCase is a line of testdata/telegram_format.jsonl.
type formatCase struct {
	ID       string  `json:"id"`
	Why      string  `json:"why"`
	Markdown *string `json:"markdown"`
	Base64   []byte  `json:"markdown_b64"`
	Gen      [][]any `json:"markdown_gen"` // text, times
	Plain    *string `json:"want_plain"`
	Also     []string
	PlainCmp string  `json:"plain_cmp"`
	Checks   []check `json:"checks"`
	MaxMS    int     `json:"max_ms"`
}

// check is one thing to check; the fields that are set say what.
type check struct {
	Ent        Style   `json:"ent"`
	Text       string  `json:"text"`
	URL        *string `json:"url"`
	Lang       *string `json:"lang"`
	Offset     *int    `json:"offset"`
	NoEnt      Style   `json:"no_ent"`
	Msgs       []int   `json:"msgs"`
	PlainHas   string  `json:"plain_has"`
	PlainNot   string  `json:"plain_not"`
	PlainNotRE string  `json:"plain_not_re"`
	Whole      string  `json:"whole"`
	WholeAll   string  `json:"whole_all"`
	Concat     bool    `json:"concat"`
	ConcatCode bool    `json:"concat_code"`
	Covers     Style   `json:"covers"`
	NoOverlap  []Style `json:"no_overlap"`
	NoNest     Style   `json:"no_nest"`
	MaxEnts    int     `json:"max_entities"`
	MaxRaw     int     `json:"max_raw"` // of a parse mode, which is never used here
	Count      []any   `json:"count"`
	EndsRE     string  `json:"ends_re"`
	StartsRE   string  `json:"starts_re"`
	StartsNot  string  `json:"starts_not_re"`
}

func (c formatCase) source() string {
	var b strings.Builder
	switch {
	case c.Base64 != nil:
		return string(c.Base64)
	case c.Markdown != nil:
		return *c.Markdown
	}
	for _, g := range c.Gen {
		b.WriteString(strings.Repeat(g[0].(string), int(g[1].(float64))))
	}
	return b.String()
}

// TestCases renders every handed case, whatever its level.
func TestCases(t *testing.T) {
	f, err := os.Open("testdata/telegram_format.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for in := bufio.NewScanner(f); in.Scan(); n++ {
		var c formatCase
		dec := json.NewDecoder(strings.NewReader(strings.Replace(in.Text(), `"also_ok_plain"`, `"also"`, 1)))
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			began := time.Now()
			ms := Telegram(c.source())
			if d := time.Since(began); c.MaxMS > 0 && d > time.Duration(c.MaxMS)*time.Millisecond {
				t.Errorf("took %v", d)
			}
			for _, m := range ms {
				sound(t, m, telegramLimits())
			}
			for _, q := range c.Checks {
				if why := c.verdict(q, ms); why != "" {
					t.Errorf("%s: %s in %.300q", c.Why, why, lines(ms))
				}
			}
			if !c.plainOK(ms) {
				t.Errorf("%s: got %.300q, want %q", c.Why, lines(ms), *c.Plain)
			}
		})
	}
	if n != 113 {
		t.Errorf("%d cases", n)
	}
}

var (
	spaces  = regexp.MustCompile(`\s+`)
	listing = regexp.MustCompile(`(?m)^[ \t]*[-*+•◦▪][ \t]+`)
	hanging = regexp.MustCompile(`[ \t]+\n`)
)

func (c formatCase) plainOK(ms []Message) bool {
	norm := func(s string) string { return strings.TrimSpace(hanging.ReplaceAllString(s, "\n")) }
	if c.PlainCmp == "loose" {
		norm = func(s string) string {
			return strings.TrimSpace(spaces.ReplaceAllString(listing.ReplaceAllString(s, "• "), " "))
		}
	}
	if c.Plain == nil {
		return true
	}
	for _, want := range append(c.Also, *c.Plain) {
		if norm(lines(ms)) == norm(want) {
			return true
		}
	}
	return false
}

func lines(ms []Message) string {
	var parts []string
	for _, m := range ms {
		parts = append(parts, m.Text)
	}
	return strings.Join(parts, "\n")
}

func part(m Message, e Entity) string {
	return string(utf16.Decode(utf16.Encode([]rune(m.Text))[e.Offset:e.end()]))
}

// verdict says what is wrong, or "".
func (c formatCase) verdict(q check, ms []Message) string {
	all := lines(ms)
	bare := func(s string) string { return spaces.ReplaceAllString(s, "") }
	marks := regexp.MustCompile(`\*\*|\]\(https?://[^)]*\)|^> `)
	labels := strings.NewReplacer("[label]", "label]", "[w]", "w]")
	fences := regexp.MustCompile("```\\w*")
	switch {
	case q.Ent != "" && !c.hasEntity(q, ms):
		return fmt.Sprintf("no %s %q", q.Ent, q.Text)
	case q.Msgs != nil && (len(ms) < q.Msgs[0] || len(ms) > q.Msgs[1]):
		return fmt.Sprintf("%d messages", len(ms))
	case q.PlainHas != "" && !strings.Contains(all, q.PlainHas):
		return "lost " + q.PlainHas
	case q.PlainNot != "" && strings.Contains(all, q.PlainNot):
		return "shows " + q.PlainNot
	case q.PlainNotRE != "" && regexp.MustCompile(q.PlainNotRE).MatchString(all):
		return "shows " + q.PlainNotRE
	case q.Whole != "" && !strings.Contains(all, q.Whole):
		return "cut " + q.Whole
	case q.WholeAll != "" && strings.Count(all, q.WholeAll) != strings.Count(c.source(), q.WholeAll):
		return "cut one of " + q.WholeAll
	case q.Concat && bare(all) != bare(marks.ReplaceAllString(labels.Replace(c.source()), "")):
		return "text lost or added"
	case q.ConcatCode && bare(all) != bare(fences.ReplaceAllString(c.source(), "")):
		return "code lost or added"
	case q.Count != nil && strings.Count(all, q.Count[0].(string)) != int(q.Count[1].(float64)):
		return "wrong count of " + q.Count[0].(string)
	}
	for i, m := range ms {
		if why := q.message(m, i, len(ms)); why != "" {
			return why
		}
	}
	return ""
}

func (c formatCase) hasEntity(q check, ms []Message) bool {
	for _, m := range ms {
		for _, e := range m.Entities {
			if e.Type == q.Ent && strings.Trim(part(m, e), "\n ") == strings.Trim(q.Text, "\n ") &&
				(q.URL == nil || strings.TrimRight(e.URL, "/") == strings.TrimRight(*q.URL, "/")) &&
				(q.Lang == nil || e.Language == *q.Lang) && (q.Offset == nil || e.Offset == *q.Offset) {
				return true
			}
		}
	}
	return false
}

// message checks what must hold for each message.
func (q check) message(m Message, i, n int) string {
	covered := false
	for _, e := range m.Entities {
		covered = covered || e.Type == q.Covers && part(m, e) == m.Text
		if e.Type == q.NoEnt {
			return "has " + string(e.Type)
		}
		for _, f := range m.Entities {
			over := e != f && e.Offset < f.end() && f.Offset < e.end()
			if over && (q.NoOverlap != nil && e.Type == q.NoOverlap[0] && f.Type == q.NoOverlap[1] || q.NoNest != "" && e.Type == q.NoNest && f.Type == q.NoNest) {
				return fmt.Sprintf("%v overlaps %v", e, f)
			}
		}
	}
	fits := func(re string) bool { return regexp.MustCompile(re).MatchString(m.Text) }
	switch {
	case q.Covers != "" && !covered:
		return string(q.Covers) + " does not cover a part"
	case q.MaxEnts > 0 && len(m.Entities) > q.MaxEnts:
		return "too many entities"
	case q.EndsRE != "" && i < n-1 && !fits(q.EndsRE), q.StartsRE != "" && !fits(q.StartsRE), q.StartsNot != "" && i > 0 && fits(q.StartsNot):
		return "cut at a bad place"
	}
	return ""
}
