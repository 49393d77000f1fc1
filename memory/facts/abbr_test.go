package facts

import "testing"

// TestNoSentenceEndsBehindDr: nor behind other short forms.
func TestNoSentenceEndsBehindDr(t *testing.T) {
	if got := sentences("my dentist is dr. ito. my cat is mike."); len(got) != 2 || got[0] != "my dentist is dr. ito." {
		t.Errorf("cut into %q", got)
	}
}
