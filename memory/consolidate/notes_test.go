package consolidate

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/text"
)

func bookOf(files map[string]string) *book {
	var list []File
	for _, k := range sortedKeys(files) {
		list = append(list, File{Path: k, Data: []byte(files[k])})
	}
	return newBook(list, text.Ja, []string{"Ren"})
}

// TestNote: where a note goes, and what becomes of one that is known or holds no
// longer.
func TestNote(t *testing.T) {
	ours := "# 住まい\n\n[AUTO-CONSOLIDATED] 2026-11-01\n\n- Renは大阪に住んでいる（2026-11-01）\n"
	for name, c := range map[string]struct {
		files                map[string]string
		topic, content, path string
		want, not            string
		fresh                bool
	}{
		"a new file": {nil, "猫", "Renは猫を飼っている", "knowledge/猫.md", "# 猫\n\n[AUTO-CONSOLIDATED] 2026-11-20\n\n- Renは猫を飼っている（2026-11-20）\n", "", true},
		"a file of that name": {map[string]string{"knowledge/猫.md": "白い猫。\n"}, "猫", "Renは猫を飼っている", "knowledge/猫.md",
			"白い猫。\n\n## 猫\n\n[AUTO-CONSOLIDATED] 2026-11-20\n\n- Renは猫を飼っている（2026-11-20）\n", "", true},
		"a heading": {map[string]string{"knowledge/家.md": "# 家\n\n## 庭\n\n柿の木。\n"}, "庭", "庭に椅子を置いた", "knowledge/家.md", "柿の木。\n\n## 庭\n", "", true},
		"spoken of": {map[string]string{"knowledge/家.md": "庭に柿の木がある。\n"}, "柿の木", "柿の木に実がなった", "knowledge/家.md", "## 柿の木", "", true},
		"known":     {map[string]string{"knowledge/住まい.md": ours}, "家", "Renは大阪に住んでいる", "knowledge/住まい.md", "- Renは大阪に住んでいる（2026-11-01, 2026-11-20）", "", false},
		"holds no longer": {map[string]string{"knowledge/住まい.md": ours}, "家", "Renは京都に引っ越した", "knowledge/住まい.md",
			"[AUTO-CONSOLIDATED] 2026-11-01, 2026-11-20\n\n- Renは京都に引っ越した（2026-11-20）", "大阪", true},
		"by hand, and stays": {map[string]string{"knowledge/住まい.md": "- Renは大阪に住んでいる\n"}, "住まい", "Renは京都に引っ越した", "knowledge/住まい.md", "- Renは大阪に住んでいる\n\n## 住まい", "", true},
		"another's":          {map[string]string{"knowledge/住まい.md": ours}, "住まい", "Aoiは京都に引っ越した", "knowledge/住まい.md", "- Renは大阪に住んでいる（2026-11-01）\n- Aoiは京都に引っ越した（2026-11-20）\n", "", true},
	} {
		b := bookOf(c.files)
		if _, fresh := b.note(c.topic, c.content, "2026-11-20"); fresh != c.fresh {
			t.Errorf("%s: fresh %v", name, fresh)
		}
		edits := b.edits()
		if len(edits) != 1 || edits[0].Path != c.path || !strings.Contains(string(edits[0].After), c.want) || c.not != "" && strings.Contains(string(edits[0].After), c.not) {
			t.Errorf("%s: %s", name, edits)
		}
	}
}

// TestNoteTwice: whatever is noted, noting it again changes nothing, and no line
// that was there by hand is lost.
func TestNoteTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hand := rapid.SliceOf(rapid.SampledFrom([]string{"白い猫。", "# 猫", "## 庭", "- 柿の木", "", "---", "- Renは大阪に住んでいる"})).Draw(t, "hand")
		b := bookOf(map[string]string{"knowledge/猫.md": strings.Join(hand, "\n") + "\n"})
		topic := rapid.SampledFrom([]string{"猫", "庭", "a/b", "..", "住まい"}).Draw(t, "topic")
		content := rapid.SampledFrom([]string{"Renは猫を飼っている", "Renは京都に引っ越した", "It rains", "柿の木"}).Draw(t, "content")
		b.note(topic, content, "2026-11-20")
		files := map[string]string{"knowledge/猫.md": strings.Join(hand, "\n") + "\n"}
		for _, e := range b.edits() {
			files[e.Path] = string(e.After)
		}
		for _, l := range hand {
			if !slices.Contains(strings.Split(files["knowledge/猫.md"], "\n"), l) {
				t.Fatalf("%q is gone", l)
			}
		}
		again := bookOf(files)
		again.note(topic, content, "2026-11-20")
		for _, e := range again.edits() {
			if string(e.After) != files[e.Path] {
				t.Fatalf("%s\n%s", files[e.Path], e.After)
			}
		}
	})
}

// TestCondensed: told shorter once, with what is important, decided and open.
func TestCondensed(t *testing.T) {
	long := strings.Repeat("駅前の店で長く話した。", 20)
	s := "---\nby: companion\n---\n# 2026-09-01\n\n## 20:00 — 旅\n\n" + long + "\n\n- 一つ\n- 京都の宿は八千円\n- 切符を取った\n\n決まったこと：\n- 四月に行く\n- 二泊する\n- 犬は預ける\n\n## 21:00 — 薬 [IMPORTANT]\n\n" + long + "\n"
	got, n, ok := condensed(s, "2026-11-20")
	if !ok || n != 1 || len(got) >= len(s) {
		t.Fatalf("%d, %v\n%s", n, ok, got)
	}
	for _, want := range []string{"condensed: 2026-11-20\n---\n", "by: companion", "## 20:00 — 旅", "- 京都の宿は八千円", "- 犬は預ける", "- 四月に行く", "## 21:00 — 薬 [IMPORTANT]\n\n" + long} {
		if !strings.Contains(got, want) {
			t.Errorf("without %q\n%s", want, got)
		}
	}
	if again, _, ok := condensed(got, "2026-11-27"); ok || again != got {
		t.Errorf("again:\n%s", again)
	}
	for _, stays := range []string{"", "## 20:00 — 短い\n\n話した。\n", "[IMPORTANT]\n## 20:00 — 旅\n\n" + long, "## 20:00 — 旅\n\n```\n" + long + "\n```\n"} {
		if got, _, ok := condensed(stays, "2026-11-20"); ok || got != stays {
			t.Errorf("%q became %q", stays, got)
		}
	}
}

// FuzzCondensed: whatever stands in a file, it gets no longer but for the mark,
// loses no heading, and is done once.
func FuzzCondensed(f *testing.F) {
	f.Add("## 20:00 — x\n\n" + strings.Repeat("あいう。", 60) + "\n\n- a\n- b\n- c\n")
	f.Add("---\nby: companion\n---\n## a\n\n## b")
	f.Add("\n## \n\n\n- \n\n\n")
	f.Fuzz(func(t *testing.T, s string) {
		got, _, ok := condensed(s, "2026-11-20")
		if !ok {
			return
		}
		if len(got) > len(s)+len("---\ncondensed: 2026-11-20\n---\n\n") {
			t.Errorf("longer: %q became %q", s, got)
		}
		if strings.Count("\n"+got, "\n## ") != strings.Count("\n"+s, "\n## ") {
			t.Errorf("%q became %q", s, got)
		}
		if _, _, ok := condensed(got, "2026-11-27"); ok {
			t.Errorf("%q is told shorter again", got)
		}
	})
}
