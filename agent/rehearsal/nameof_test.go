package rehearsal

import (
	"testing"

	"github.com/kokoron/kokoron/internal/text"
)

// TestNamesOfOthers: a name behind somebody who was brought in is not the
// owner's.
func TestNamesOfOthers(t *testing.T) {
	in := classify("犬を飼っています。名前はポチ。", text.Ja)
	if in.kind != save || len(in.facts) != 1 || in.facts[0].content != "先生は犬を飼っている、名前はポチ" {
		t.Errorf("%+v", in)
	}
}
