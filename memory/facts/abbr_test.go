package facts

import "testing"

// TestNoSentenceEndsBehindDr: nor behind other short forms.
func TestNoSentenceEndsBehindDr(t *testing.T) {
	if got := sentences("my dentist is dr. ito. my cat is mike."); len(got) != 2 || got[0] != "my dentist is dr. ito." {
		t.Errorf("cut into %q", got)
	}
}

// TestNamesOfOthers: a name behind somebody who was brought in is not the
// speaker's, whose own name it would end.
func TestNamesOfOthers(t *testing.T) {
	for content, self := range map[string]bool{
		"犬を飼っています。名前はポチ": false, "弟がいます。名前は健太です": false, "名前は健太です": true, "はじめまして。名前は健太です": true,
	} {
		named := false
		for _, f := range Read(content).Facts {
			named = named || f.Who == Self && f.Attribute == "name"
		}
		if named != self {
			t.Errorf("%s: named %v, %+v", content, named, Read(content))
		}
	}
}
