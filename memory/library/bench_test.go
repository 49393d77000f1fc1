package library

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// document500k is half a megabyte of the usual mixture.
func document500k() string {
	var b strings.Builder
	for i := 0; b.Len() < 500<<10; i++ {
		fmt.Fprintf(&b, "## 見出し %d\n\n先生は京都に住んでいて、ラーメンが好き。 #food\n%s\n\n- one [[Kyoto|the city]]\n- two\n\n", i,
			strings.Repeat("Ren said that the tickets are on the table. ", 1+i%60))
	}
	return b.String()
}

func BenchmarkChunks(b *testing.B) {
	s := document500k()
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		if _, err := read("owner", "knowledge/a.md", s, saved, tokyo); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkScan looks through 5,000 files of 2 kB: first none of them is known,
// then none has changed.
func BenchmarkScan(b *testing.B) {
	s := open(b)
	old, content := time.Now().Add(-time.Hour), document500k()[:2000]
	for i := range 5000 {
		name := fmt.Sprintf("owner/knowledge/%d/%d.md", i%20, i)
		s.put(name, content)
		if err := os.Chtimes(filepath.Join(s.dir, name), old, old); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			fresh := *open(b)
			fresh.dir = s.dir
			fresh.scan("")
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		s.scan("")
		for b.Loop() {
			s.scan("")
		}
	})
}
