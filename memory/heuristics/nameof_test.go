package heuristics

import (
	"testing"

	"github.com/kokoron/kokoron/internal/text"
)

// TestNamesOfOthers: whose name it is, the sentence before says.
func TestNamesOfOthers(t *testing.T) {
	for words, want := range map[string]string{
		"犬を飼っています。名前はポチ。": "犬を飼っています。名前はポチ",
		"我养了一只狗。名字叫波奇。":   "我养了一只狗。名字叫波奇",
		"はじめまして。名前は健太です。": "名前は健太です",
	} {
		notes := Read(words, text.Ja)
		if len(notes) != 1 || notes[0].Content != want {
			t.Errorf("%s: %+v", words, notes)
		}
	}
}
