package memory

import (
	"strings"
	"testing"
)

func TestTelling(t *testing.T) {
	for question, want := range map[string]string{
		"猫の名前は何だったか覚えてる？":        "猫 名前 ？",
		"ねこの名前は？":                "ねこ 名前 ？",
		"ことりのえさはどこ？":             "ことりのえさ ？",
		"はなの種をどこで買ったっけ":          "はな 種 買った",
		"水泳は何曜日だったかな":            "水泳 曜日",
		"ルーターのパスワードを教えて":         "ルーター パスワード",
		"我的猫叫什么名字？":              "猫叫 名字？",
		"哪里":                     "哪里",
		"何だっけ？":                  "何だっけ？",
		"What is my cat called?": "What is my cat called?",
		"Mikanは何歳？":              "Mikan 歳？",
		"":                       "",
	} {
		if got := strings.Join(strings.Fields(Telling(question)), " "); got != want {
			t.Errorf("Telling(%q) = %q, want %q", question, got, want)
		}
	}
}

func FuzzTelling(f *testing.F) {
	f.Add("猫の名前は何？\xff")
	f.Fuzz(func(t *testing.T, s string) {
		if got := Telling(s); len(got) > len(s) {
			t.Errorf("%q became %q", s, got)
		}
	})
}
