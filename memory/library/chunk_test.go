package library

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

var update = flag.Bool("update", false, "write the golden files anew")

var (
	tokyo = time.FixedZone("JST", 9*60*60)
	saved = time.Date(2026, 6, 7, 1, 2, 3, 0, time.UTC)
)

// TestGolden cuts the files of the archives; what they become stands in the
// file "chunks" of each.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			var want []byte
			out := &txtar.Archive{Comment: a.Comment}
			for _, f := range a.Files {
				if f.Name == "chunks" {
					want = f.Data
					continue
				}
				out.Files = append(out.Files, f)
				folder, path, _ := strings.Cut(f.Name, "/")
				scope, ok := scopeOf(folder)
				if !ok {
					t.Fatalf("%s is below no scope", f.Name)
				}
				n, err := read(scope, path, string(f.Data), saved, tokyo)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&got, "= %s: %q %q\n", f.Name, n.title, n.tags)
				for _, c := range n.chunks {
					fmt.Fprintf(&got, "%s %s/%s %d* %s %q %s from %s %q\n\t%s\n", c.ID[:5], c.Type, c.Category, c.Stars, c.Trust, c.Language,
						c.OccurredAt.In(tokyo).Format("2006-01-02T15:04"), c.ValidFrom.In(tokyo).Format("2006-01-02T15:04"), c.Tags,
						strings.ReplaceAll(c.Content, "\n", "\n\t"))
				}
			}
			if *update {
				out.Files = append(out.Files, txtar.File{Name: "chunks", Data: got.Bytes()})
				if err := os.WriteFile(name, txtar.Format(out), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got.String() != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got.String(), want)
			}
		})
	}
}

// bare is s without blanks, by which texts are compared that were cut anywhere.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// saying joins what chunks say below their subjects.
func saying(cs []memory.Record) string {
	var b strings.Builder
	for _, c := range cs {
		rest := strings.TrimPrefix(c.Content, c.Subject)
		b.WriteString(bare(rest))
	}
	return b.String()
}

// paragraph is text that has no heading in it, but may have one inside code.
func paragraph() *rapid.Generator[string] {
	word := rapid.SampledFrom([]string{"ramen", "ラーメンが好き。", "今天很热。", "a", "#tag", "[[Kyoto|the city]]", "👩‍👩‍👧", "が\u3099", "x. ", "[IMPORTANT]",
		strings.Repeat("long", 700), strings.Repeat("長い文。", 300), "### deeper", "\n```\n## not a heading\n```\n", "～"})
	return rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(word, 1, 12).Draw(t, "words")
		sep := rapid.SampledFrom([]string{" ", "\n", "\n\n"}).Draw(t, "sep")
		return strings.Join(words, sep)
	})
}

type part struct{ heading, body string }

func document(title string, parts []part) string {
	var b strings.Builder
	if title != "" {
		b.WriteString("# " + title + "\n\n")
	}
	for _, p := range parts {
		if p.heading != "" {
			b.WriteString("## " + p.heading + "\n")
		}
		b.WriteString(p.body + "\n\n")
	}
	return b.String()
}

// TestWhole: the chunks of a file hold all its text in order, each below its
// heading and within the limit, and an edit of one section changes no other.
func TestWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.SampledFrom([]string{"", "Food", "食べ物", strings.Repeat("題", 300)}).Draw(t, "title")
		heading := rapid.SampledFrom([]string{"Shops", "店", "Shops", "08:15 — Morning", strings.Repeat("heading ", 60)})
		parts := []part{{"", paragraph().Draw(t, "before")}}
		for range rapid.IntRange(0, 5).Draw(t, "sections") {
			parts = append(parts, part{heading.Draw(t, "heading"), paragraph().Draw(t, "body")})
		}
		name := rapid.SampledFrom([]string{"knowledge/a.md", "episodes/2026-06-05.md"}).Draw(t, "path")
		cut := func(parts []part) []memory.Record {
			n, err := read("owner", name, document(title, parts), saved, tokyo)
			if err != nil {
				t.Fatal(err)
			}
			return n.chunks
		}
		chunks := cut(parts)
		want := ""
		if strings.HasPrefix(title, "題") {
			want = "#" + title // too long for a subject
		}
		for _, p := range parts {
			if strings.HasPrefix(p.heading, "heading") {
				want += bare(p.heading) // too long for a subject
			}
			want += bare(p.body)
		}
		if got := saying(chunks); got != want {
			t.Fatalf("the chunks say\n%q, the file\n%q", got, want)
		}
		ids := map[turn.ID]memory.Record{}
		for _, c := range chunks {
			if n := utf8.RuneCountInString(c.Content); n > memory.MaxContent {
				t.Fatalf("chunk of %d characters", n)
			}
			if _, twice := ids[c.ID]; twice {
				t.Fatalf("two chunks with id %s", c.ID)
			}
			ids[c.ID] = c
		}
		// Sections before and after an edited one stay what they were.
		edited := rapid.IntRange(0, len(parts)-1).Draw(t, "edited")
		from, to := 0, len(cut(parts[:edited+1]))
		if edited > 0 {
			from = len(cut(parts[:edited]))
		}
		parts[edited].body = "changed"
		now := cut(parts)
		if !reflect.DeepEqual(now[:from], chunks[:from]) || !reflect.DeepEqual(now[from+1:], chunks[to:]) {
			t.Fatalf("an edit of section %d changed others:\n%+v\n%+v", edited, chunks, now)
		}
	})
}

// FuzzChunks: whatever bytes a file has, cutting ends, every chunk is a record
// that can be stored, no two share an id, and nothing of a file that is kept
// whole is lost.
func FuzzChunks(f *testing.F) {
	for _, s := range []string{"", "# t\n\n## a\nb\n", "---\ntitle: x\ntags: [a, b]\ndate: 2026-01-02\n---\n# y\n## 10:00 — z\n#t [[l|m]] [IMPORTANT]",
		"\uFEFF# b\r\n\r\nc\rd", "```\n## no\n~~~\n", strings.Repeat("あ", 5000), "## \n## \n##\n", "---\n" + strings.Repeat("a: b\n", 200), "##  ##\n#\n",
		"---\ntags: a b c d e f g h i j k l m n o p q r s t u v w x y z\n---\n# t"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := decode(data)
		if err != nil {
			if !errors.Is(err, ErrText) {
				t.Fatal(err)
			}
			return
		}
		for _, name := range []string{"knowledge/a.md", "episodes/2026-06-05.md", "skills/a.md", "index.md"} {
			n, err := read("owner", name, s, saved, tokyo)
			if errors.Is(err, ErrTooLarge) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(n.tags) > memory.MaxTags {
				t.Fatalf("%d tags", len(n.tags))
			}
			ids := map[turn.ID]bool{}
			for _, c := range n.chunks {
				again, err := c.Normalise(saved.Add(time.Hour))
				again.Soul = memory.SoulNone
				if err != nil || ids[c.ID] || !reflect.DeepEqual(again, c) {
					t.Fatalf("%q: chunk %+v is not one to store: %v", name, c, err)
				}
				ids[c.ID] = true
			}
			_, body := matter(s)
			rest, ok := strings.CutSuffix(bare(body), saying(n.chunks))
			if name == "skills/a.md" && (!ok || rest != "" && rest[0] != '#') {
				t.Fatalf("chunks %q lose something of %q", saying(n.chunks), bare(body))
			}
		}
		stamped := stamp(s)
		if m, _ := frontMatter(stamped, tokyo); !m.companion || stamp(stamped) != stamped {
			t.Fatalf("%q does not name the companion once", stamped)
		}
	})
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		s    string
		most int
		want []string
	}{
		{"", 3, nil},
		{" \n ", 9, nil},
		{"abc", 3, []string{"abc"}},
		{"abc\n", 3, []string{"abc"}},
		{"abc\n\ndef", 3, []string{"abc", "def"}},
		{"abcd\n\ne", 4, []string{"abcd", "e"}},
		{"abcd\ne", 3, []string{"abc", "d\ne"}},
		{"a\n\nb\nc d", 6, []string{"a", "b\nc d"}},
		{"a\nb. c d", 7, []string{"a", "b. c d"}},
		{"Bb. Cc! D d", 9, []string{"Bb. Cc!", " D d"}},
		{"1.5 of it", 7, []string{"1.5 of", " it"}},
		{"終わり。次は明日", 6, []string{"終わり。", "次は明日"}},
		{"one two", 5, []string{"one", " two"}},
		{"abcdefg", 3, []string{"abc", "def", "g"}},
		{"a👩\u200d👩\u200d👧b", 3, []string{"a", "👩\u200d👩", "\u200d👧b"}},
		{"abe\u0301f", 3, []string{"ab", "e\u0301f"}},
		{"  code\n  more", 7, []string{"  code", "  more"}},
	} {
		if got := split(c.s, c.most); !reflect.DeepEqual(got, c.want) {
			t.Errorf("split(%q, %d) = %q, want %q", c.s, c.most, got, c.want)
		}
	}
}

// TestMatter tries front matter at its limits.
func TestMatter(t *testing.T) {
	for _, c := range []struct {
		name, s string
		lines   int
		body    string
	}{
		{"none", "a\n---\nb\n---\n", 0, "a\n---\nb\n---\n"},
		{"empty", "---\n---\nb", 0, "b"},
		{"ends with dots", "---\na: b\n...\nc", 1, "c"},
		{"ends the file", "---\na: b\n---", 1, ""},
		{"never ends", "---\na: b\n", 0, "---\na: b\n"},
		{"many lines", "---\n" + strings.Repeat("a\n", maxMetaLines) + "---\nb", maxMetaLines, "b"},
		{"too many", "---\n" + strings.Repeat("a\n", maxMetaLines+1) + "---\n", 0, "---\n" + strings.Repeat("a\n", maxMetaLines+1) + "---\n"},
		{"too long", "---\n" + strings.Repeat("a", maxMetaBytes+1) + "\n---\n", 0, "---\n" + strings.Repeat("a", maxMetaBytes+1) + "\n---\n"},
	} {
		lines, body := matter(c.s)
		if len(lines) != c.lines || body != c.body {
			t.Errorf("%s: %d lines, body %q", c.name, len(lines), body)
		}
		if m, _ := frontMatter(stamp(c.s), tokyo); !m.companion {
			t.Errorf("%s: does not name the companion: %q", c.name, stamp(c.s))
		}
		if got, _ := strings.CutPrefix(stamp(c.s), "---\n"+byCompanion); !strings.HasSuffix(got, c.body) {
			t.Errorf("%s: lost the body: %q", c.name, got)
		}
	}
}

// TestBombs: text made to take long takes no longer than other text, as measured
// on the same machine. Were it looked through again and again, each would take
// thousands of times as long.
func TestBombs(t *testing.T) {
	size := 1 << 17
	if os.Getenv("KOKORON_PROVE") != "" {
		size = 1 << 20
	}
	timed := func(content string) (time.Duration, error) {
		begin := time.Now()
		_, err := read("owner", "knowledge/a.md", content, saved, tokyo)
		return time.Since(begin), err
	}
	plain, err := timed(strings.Repeat("plain words of no length\n\n", size/26))
	if err != nil {
		t.Fatal(err)
	}
	limit := 50*plain + 5*time.Second
	for _, bomb := range []string{"[[", "#", "[[a|", "# ", "`", "```\n", "a\n\n", " ", "\n", "---\n", "- a\n", "(#a", "。", "\u200d", "[IMPORTANT]"} {
		for _, start := range []string{"", "---\ntags: [", "---\ntags:\n", "## ", "# "} {
			took, err := timed(start + strings.Repeat(bomb, size/len(bomb)))
			if err != nil && !errors.Is(err, ErrTooLarge) {
				t.Error(err)
			}
			if took > limit {
				t.Errorf("%q after %q took %v, plain words %v", bomb, start, took, plain)
			}
		}
	}
}
