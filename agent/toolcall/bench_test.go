package toolcall_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/stream"
	"github.com/kokoron/kokoron/agent/toolcall"
)

const (
	english  = "Good evening! The moon is lovely tonight, isn't it? I was just thinking of the plum jam you made.\n"
	japanese = "こんばんは、先生。今日は月がきれいですね。さっき梅ジャムのことを思い出していました。\n"
)

func BenchmarkProse(b *testing.B) {
	for _, c := range []struct {
		name, text string
		size       int
	}{
		{"en/4KiB", english, 4096}, {"ja/4KiB", japanese, 4095},
		{"en/4B", english, 4}, {"ja/3B", japanese, 3},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := toolcall.New(toolcall.Options{Tools: caseTools(b)})
			text := bytes.Repeat([]byte(c.text), 1+c.size*64/len(c.text))
			b.SetBytes(int64(c.size))
			b.ReportAllocs()
			at := 0
			for b.Loop() {
				if at+c.size > len(text) {
					at = 0
				}
				s.Write(text[at : at+c.size])
				at += c.size
			}
		})
	}
}

func BenchmarkCall(b *testing.B) {
	specs := caseTools(b)
	s := toolcall.New(toolcall.Options{Tools: specs})
	text := []byte("覚えておくね。\n" + `{"tool": "memory_save", "arguments": {"content": "誕生日は三月九日、好物は豆大福", "tags": ["誕生日"]}}` + "\n")
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.Reset()
		for i := 0; i < len(text); i += 4 {
			s.Write(text[i:min(len(text), i+4)])
		}
		s.Close()
	}
}

// BenchmarkAdversary shows that time grows with the length and not its square.
func BenchmarkAdversary(b *testing.B) {
	specs := caseTools(b)
	for _, a := range adversaries {
		for _, n := range []int{1 << 14, 1 << 17, 1 << 20} {
			text := []byte(strings.Repeat(a.text, n/len(a.text)))
			b.Run(a.name+"/"+sizeName(n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					s := toolcall.New(toolcall.Options{Tools: specs})
					s.Write(text)
					s.Close()
				}
			})
		}
	}
}

// BenchmarkBehindFilter is the whole way of a chunk: thought filter, then scanner.
func BenchmarkBehindFilter(b *testing.B) {
	for _, size := range []int{6, 4095} {
		b.Run(fmt.Sprintf("ja/%dB", size), func(b *testing.B) {
			f := stream.New(stream.Options{})
			s := toolcall.New(toolcall.Options{Tools: caseTools(b)})
			text := bytes.Repeat([]byte(japanese), 1+size*64/len(japanese))
			b.SetBytes(int64(size))
			b.ReportAllocs()
			at := 0
			for b.Loop() {
				if at+size > len(text) {
					at = 0
				}
				s.Write(f.Write(text[at : at+size]).Visible)
				at += size
			}
		})
	}
}
