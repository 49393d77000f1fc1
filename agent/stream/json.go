package stream

// jsonState says where in a JSON object of the visible text the scanner stands.
// A tool call may carry a tag as data ("what does <think> mean?"): in a string
// that is closed on its line and followed by what may follow a string, tags are
// text. Whatever cannot be JSON ends the object.
type jsonState uint8

const (
	jsonOff    jsonState = iota
	jsonOpen             // behind the first brace: a string must come
	jsonString           // in a string
	jsonAfter            // behind a string
	jsonGap              // elsewhere
)

func (f *Filter) inJSON() bool {
	c := f.d[f.at]
	switch f.json {
	case jsonString:
		return f.inString()
	case jsonOpen:
		if c == '"' {
			f.json = jsonString
		} else if !isBlank(c) {
			f.void()
			return true
		}
	case jsonAfter:
		switch c {
		case ',', ':', '}', ']':
			f.hold, f.json = -1, jsonGap
			return true
		default:
			if !isBlank(c) {
				f.void()
				return true
			}
		}
	default:
		if !f.inGap(c) {
			f.void()
			return true
		}
	}
	if c == '\n' {
		f.lines = lines{}
	} else if !isBlank(c) {
		f.line = lineMiddle
	}
	f.at++
	return true
}

// inGap reads a byte between strings and reports whether it may stand there.
func (f *Filter) inGap(c byte) bool {
	switch {
	case c == '"':
		f.json = jsonString
	case c == '{' || c == '[':
		f.nest++
	case c == '}' || c == ']':
		if f.nest--; f.nest == 0 {
			f.json = jsonOff
		}
	case c == ',' || c == ':' || c == '.' || c == '+' || c == '-' || isBlank(c):
	case '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z':
	default:
		return false
	}
	return true
}

func (f *Filter) inString() bool {
	if f.escaped {
		f.escaped = false
		if f.d[f.at] != '\n' {
			f.at++
			return true
		}
	}
	f.at = skip(f.d, f.at, stopString)
	if f.at == len(f.d) {
		return true
	}
	switch f.d[f.at] {
	case '"':
		f.json = jsonAfter
	case '\\':
		f.escaped = true
	case '\n':
		f.void()
		return true
	default:
		return f.mark()
	}
	f.at++
	return true
}
