package render

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestBombs renders replies built to be slow, also ones whose time was seen to
// grow with the square of their length in the parser underneath.
func TestBombs(t *testing.T) {
	const size, most = 100_000, 3 * time.Second // measured: below 0.8 s each on a busy machine
	var nested strings.Builder
	for i := 0; nested.Len() < size; i++ {
		nested.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	bombs := []string{nested.String()}
	for _, s := range []string{
		"*", "_", "**", "[", "]", "![", "*a ", "*a_ ", "a*_ ", "_a*", "**a *b ", "*a**", "a**b", "||a", "~~a",
		"`", "` `` ", "```\n", "> ", ">", "- ", "1. ", "\n> - ", "- a\n", "# ", "a\n\n", "|a|\n|-|\n", "| a ",
		"[a](", "[](", "![[](", "[[]", "[a]", "*[", "[*a](b)_", "[x]: https://e.jp\n", "<", "<!--", "<a ",
		`<a href="`, "<?", "&", "&amp", `\`, `\\a`, `C:\`, "$a", `\(`, "(*", "(^", "http://", ":", "\t", "  ", "é", "あ。", "👨‍👩‍👧‍👦", "a\u0301",
	} {
		bombs = append(bombs, strings.Repeat(s, size/len(s)))
	}
	for _, s := range bombs {
		began := worked(t)
		for _, m := range Telegram(s) {
			sound(t, m, telegramLimits())
		}
		page := HTML(s)
		if d := worked(t) - began; d > most || len(page) > 60*size {
			t.Errorf("%q…: %v, page of %d bytes", s[:min(len(s), 12)], d, len(page))
		} else if d > most/20 {
			t.Logf("%q…: %v", s[:min(len(s), 12)], d)
		}
	}
}

// worked is the processor time of the process: what others do on the machine
// does not count.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var reply = strings.Repeat("# 今日のお茶\n\n**「重要」**です。*そっと* `go test` を [見て](https://e.jp/x)。Plain words follow here, quite a few of them.\n\n- one\n- two (*^_^*)\n\n```go\nx := 1\n```\n\n", 22)

func BenchmarkText(b *testing.B) {
	src := reply[:4000]
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Text(src)
	}
}

func BenchmarkTelegram(b *testing.B) {
	src := reply[:4000]
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Telegram(src)
	}
}

func BenchmarkTelegramLong(b *testing.B) {
	src := strings.Repeat(reply[:4000], 25)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Telegram(src)
	}
}

func BenchmarkHTML(b *testing.B) {
	src := reply[:4000]
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		HTML(src)
	}
}
