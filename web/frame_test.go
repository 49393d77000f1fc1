package web

import (
	"testing"
	"unicode/utf8"
)

// FuzzDecode reads anything at all: a frame is refused with a reason that fits
// into a close frame, or it is one that can be acted on.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"type":"hello","epoch":"e","n":17}`, `{"type":"say","ext":"e","text":"おはよう"}`, `{"type":"stop"}`, `{"type":"ping","later":[{}]}`,
		`{"type":"hello","n":1e9}`, `{"type":"hello","n":9223372036854775808}`, `{"type":"say","ext":"\ud800","text":"\u0000"}`,
		`null`, `[]`, `""`, `{"type":{}}`, `{"type":"say","ext":1}`, "{\"type\":\"say\",\"ext\":\"\xff\"}", `{"type":"say"}{"type":"stop"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		u, err := decode(raw)
		if err != nil {
			if n := len(misunderstood(err).reason); n == 0 || n > 123 || !utf8.ValidString(err.Error()) {
				t.Errorf("a reason of %d bytes: %q", n, err)
			}
			if u != (up{}) {
				t.Errorf("refused and given: %+v", u)
			}
			return
		}
		switch u.Type {
		case "say":
			if u.Ext == "" || !utf8.ValidString(u.Ext) || !utf8.ValidString(u.Text) || utf8.RuneCountInString(u.Ext) > maxExt {
				t.Errorf("%+v", u)
			}
		case "hello":
			if u.N < 0 {
				t.Errorf("%+v", u)
			}
		case "stop", "ping":
		default:
			t.Errorf("taken: %+v", u)
		}
		if again, err := decode(encode(u)); err != nil || again != u {
			t.Errorf("%+v became %+v, %v", u, again, err)
		}
	})
}
