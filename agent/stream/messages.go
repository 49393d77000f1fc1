package stream

import (
	"regexp"
	"strings"
)

// messageTag is [MESSAGE] or [/MESSAGE]: ASCII case is free (spelled out, because
// (?i) would also fold U+017F to s), blanks are allowed inside, and full-width
// brackets count, since input methods and models print them.
var messageTag = regexp.MustCompile(`[\[［][ \t]*([/／]?)[ \t]*[Mm][Ee][Ss][Ss][Aa][Gg][Ee][ \t]*[\]］]`)

// Messages is what ParseMessages found.
type Messages struct {
	// Found says that there is a tag; without one Text is the whole input.
	Found bool
	// Messages are the contents of the blocks in order, outer blanks trimmed.
	Messages []string
	// Text is the messages joined by a newline.
	Text string
	// System is what stands before the first opening and after the last closing
	// tag: the only places a person who types tags cannot reach. A part whose
	// tag is missing, or stands on the wrong side, is left out.
	System string
	// Closed says that every message stands between an opening and a closing
	// tag of its own. Only then may a text be sent without being asked for.
	Closed bool
}

// bracket is one tag that counts.
type bracket struct {
	start, end int
	closing    bool
}

// ParseMessages reads the [MESSAGE]…[/MESSAGE] blocks of a finished text in
// linear time. Tags in inline code, in fences outside of a block and in quoted
// lines are mentions. Blocks may nest: only the outermost one is a message. Where
// closing tags outnumber opening ones, the message reaches from the first opening
// to the last closing tag, because a person typed the rest. A block that is not
// closed ends at the last closing tag in it or else at the end; a closing tag
// alone ends a message that starts with the text. Text between blocks is dropped.
func ParseMessages(text string) Messages {
	tags, openers := brackets(text)
	if len(tags) == 0 {
		return Messages{Messages: []string{}, Text: strings.TrimSpace(text)}
	}
	m := Messages{Found: true, Closed: true}
	var before, after string
	if final := tags[len(tags)-1]; final.closing {
		after = text[final.end:]
	}
	if openers == 0 {
		m.add(text[:tags[len(tags)-1].start], false)
		after = "" // the whole envelope is in doubt
	} else {
		if tags[0].closing {
			m.Closed = false
			for tags[0].closing {
				tags = tags[1:]
			}
		} else {
			before = text[:tags[0].start]
		}
		m.blocks(text, tags)
	}
	m.Text = strings.Join(m.Messages, "\n")
	m.System = strings.TrimSpace(strings.TrimSpace(before) + "\n" + strings.TrimSpace(after))
	return m
}

// blocks adds the messages. tags starts with an opening tag.
func (m *Messages) blocks(text string, tags []bracket) {
	if final, closers := tags[len(tags)-1], count(tags); closers > len(tags)-closers {
		m.add(text[tags[0].end:final.start], false)
		return
	}
	depth := 0
	var open, closer bracket // of the current block
	for _, t := range tags {
		switch {
		case !t.closing:
			if depth++; depth == 1 {
				open, closer = t, bracket{start: len(text)}
			}
		case depth > 0:
			closer = t
			if depth--; depth == 0 {
				m.add(text[open.end:t.start], true)
			}
		default:
			m.Closed = false
		}
	}
	if depth > 0 {
		m.add(text[open.end:closer.start], false)
	}
}

// count returns how many tags close.
func count(tags []bracket) (closers int) {
	for _, t := range tags {
		if t.closing {
			closers++
		}
	}
	return closers
}

func (m *Messages) add(text string, closed bool) {
	m.Messages = append(m.Messages, strings.TrimSpace(text))
	m.Closed = m.Closed && closed
}

// brackets returns the tags that are no mentions and how many of them open.
func brackets(text string) (tags []bracket, openers int) {
	depth := 0
	var fence string // run that opened the fence
	var fenced int   // len(tags) where it was opened
	var saved [2]int // openers and depth there
	for pos := 0; pos < len(text); {
		end := pos + len(text[pos:])
		if i := strings.IndexByte(text[pos:], '\n'); i >= 0 {
			end = pos + i + 1
		}
		line := text[pos:end]
		run, rest := headRun(line)
		switch {
		case fence != "" && strings.HasPrefix(run, fence) && strings.TrimSpace(rest) == "":
			// The fence is closed: what stands in it is an example.
			tags, openers, depth = tags[:fenced], saved[0], saved[1]
			fence = ""
		case fence == "" && depth == 0 && run != "" && !(run[0] == '`' && strings.Contains(rest, "`")):
			fence, fenced, saved = run, len(tags), [2]int{openers, depth}
		case strings.HasPrefix(strings.TrimLeft(line, " \t"), ">"):
		default:
			for _, t := range lineBrackets(line, pos) {
				tags = append(tags, t)
				if !t.closing {
					openers++
					depth++
				} else if depth > 0 {
					depth--
				}
			}
		}
		pos = end
	}
	return tags, openers
}

// lineBrackets returns the tags of one line that do not stand in inline code.
func lineBrackets(line string, offset int) []bracket {
	var tags []bracket
	var spans [][2]int
	if strings.Contains(line, "`") {
		spans = codeSpans(line)
	}
	for _, m := range messageTag.FindAllStringSubmatchIndex(line, -1) {
		for len(spans) > 0 && spans[0][1] <= m[0] {
			spans = spans[1:]
		}
		if len(spans) > 0 && spans[0][0] < m[0] {
			continue
		}
		tags = append(tags, bracket{offset + m[0], offset + m[1], m[2] < m[3]})
	}
	return tags
}

// codeSpans returns the inline code of a line: from a backtick run to the next
// run of the same length.
func codeSpans(line string) [][2]int {
	type run struct{ at, size int }
	var runs []run
	for i := 0; i < len(line); i++ {
		start := i
		for i < len(line) && line[i] == '`' {
			i++
		}
		if i > start {
			runs = append(runs, run{start, i - start})
		}
	}
	// next[i] is the run that closes run i, found from the back so that
	// unmatched runs cost no second look.
	next := make([]int, len(runs))
	latest := map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		next[i] = latest[runs[i].size]
		latest[runs[i].size] = i
	}
	var spans [][2]int
	for i := 0; i < len(runs); i++ {
		if n := next[i]; n > 0 {
			spans = append(spans, [2]int{runs[i].at, runs[n].at + runs[n].size})
			i = n
		}
	}
	return spans
}

// headRun splits a line that starts with a run of at least three backticks or
// tildes.
func headRun(line string) (run, rest string) {
	line = strings.TrimLeft(line, " \t")
	for _, mark := range []string{"`", "~"} {
		if rest := strings.TrimLeft(line, mark); len(line)-len(rest) >= 3 {
			return line[:len(line)-len(rest)], rest
		}
	}
	return "", ""
}

// Neutralise makes the tags in a person's text harmless and keeps them readable:
// "[MESSAGE]" becomes "\[MESSAGE\]". It is for text put into a prompt or between
// tags, and changes nothing the second time.
func Neutralise(text string) string {
	return messageTag.ReplaceAllStringFunc(text, func(tag string) string {
		size := 1
		if strings.HasSuffix(tag, "］") {
			size = len("］")
		}
		return `\` + tag[:len(tag)-size] + `\` + tag[len(tag)-size:]
	})
}
