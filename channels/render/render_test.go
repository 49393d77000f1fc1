package render

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// sound checks what Message and Limits promise of a message to send.
func sound(t rapid.TB, m Message, l Limits) {
	t.Helper()
	units := utf16.Encode([]rune(m.Text))
	data := 0
	switch {
	case !utf8.ValidString(m.Text):
		t.Errorf("not UTF-8: %q", m.Text)
	case len(units) > l.UTF16:
		t.Errorf("%d units", len(units))
	case len(m.Entities) > l.Entities:
		t.Errorf("%d entities", len(m.Entities))
	case blank(m.Text):
		t.Errorf("blank message %q", m.Text)
	case strings.TrimRight(m.Text, " \t\n") != m.Text || m.Text[0] == '\n':
		t.Errorf("not trimmed: %q", m.Text)
	}
	for i, e := range m.Entities {
		data += len(e.URL) + len(e.Language)
		if e.Offset < 0 || e.Length <= 0 || e.end() > len(units) {
			t.Fatalf("entity %+v of %d units", e, len(units))
		}
		part := utf16.Decode(units[e.Offset:e.end()])
		if blank(string(part)) {
			t.Errorf("blank entity %+v", e)
		}
		if utf16.IsSurrogate(rune(units[e.Offset])) && units[e.Offset] >= 0xDC00 || e.end() < len(units) && units[e.end()] >= 0xDC00 && units[e.end()] < 0xE000 {
			t.Errorf("entity %+v cuts a surrogate pair", e)
		}
		for _, f := range m.Entities[i+1:] {
			pair(t, e, f)
		}
	}
	if data > l.Data && l.Data > 0 {
		t.Errorf("%d bytes of entity data", data)
	}
}

// pair checks two entities in order against Telegram's rules of nesting.
func pair(t rapid.TB, e, f Entity) {
	t.Helper()
	if f.Offset < e.Offset || f.Offset == e.Offset && f.Length > e.Length {
		t.Errorf("%+v before %+v", e, f)
	}
	if f.Offset >= e.end() {
		return
	}
	code := func(e Entity) bool { return e.Type == Code || e.Type == Pre }
	switch {
	case f.end() > e.end():
		t.Errorf("%+v crosses %+v", e, f)
	case e.Type == f.Type:
		t.Errorf("%+v within itself: %+v", e, f)
	case code(e), code(f) && e.Type != Quote:
		t.Errorf("code shares %+v and %+v", e, f)
	case f.Type == Quote:
		t.Errorf("quote %+v within %+v", f, e)
	}
}

// seen is s without what cannot be seen.
func seen(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !visible(r) {
			return -1
		}
		return r
	}, s)
}

func joined(ms []Message) string {
	var b strings.Builder
	for _, m := range ms {
		b.WriteString(m.Text)
	}
	return b.String()
}
