package rehearsal

import (
	"strings"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/text"
)

// Prompt is what the rules look at: a prompt taken apart.
type Prompt struct {
	System  string         // the system message, which lists the tools
	History []agent.Prompt // earlier messages of both sides, oldest first
	Data    string         // the data blocks of the last message
	Message string         // the person's words, nothing else
	Rounds  int            // rounds of tools already run for this message
	Results []Result       // what they brought, in order
}

// Result is the answer of one tool.
type Result struct {
	Tool  string
	Text  string
	Error bool // the tool was not carried out
}

// Parse takes a prompt of package agent apart. The message that counts is the
// last one of the user's that closes a data block; where there is none, the
// last that is not a list of tool results.
func Parse(messages []agent.Prompt) Prompt {
	var p Prompt
	at := -1
	for i, m := range messages {
		switch {
		case m.Role == agent.RoleSystem:
			p.System += m.Text
		case m.Role != agent.RoleUser || isResults(m.Text):
		case at < 0, strings.Contains(m.Text, agent.DataClose), !strings.Contains(messages[at].Text, agent.DataClose):
			at = i
		}
	}
	if at < 0 {
		return p
	}
	for _, m := range messages[:at] {
		if m.Role != agent.RoleSystem {
			_, words := splitData(m.Text)
			p.History = append(p.History, agent.Prompt{Role: m.Role, Text: words})
		}
	}
	p.Data, p.Message = splitData(messages[at].Text)
	for _, m := range messages[at+1:] {
		if m.Role == agent.RoleUser && isResults(m.Text) {
			p.Rounds++
			p.Results = append(p.Results, parseResults(m.Text)...)
		}
	}
	return p
}

func isResults(s string) bool {
	return strings.HasPrefix(strings.TrimSpace(s), agent.ResultsOpen)
}

// splitData cuts a message at the last mark that closes data: there may be
// several blocks before the words, and the marks inside of anything else are
// made harmless by whoever wrote the prompt.
func splitData(s string) (data, words string) {
	at := strings.LastIndex(s, agent.DataClose)
	if at < 0 {
		return "", strings.TrimSpace(s)
	}
	return s[:at], strings.TrimSpace(s[at+len(agent.DataClose):])
}

var (
	resultElement = text.Lazy(`(?s)<result\b([^>]*)>(.*?)</result>[ \t]*(?:\n|$)`)
	attribute     = text.Lazy(`\b(tool|status)="([^"]*)"`)
)

func parseResults(s string) []Result {
	var out []Result
	for _, m := range resultElement.FindAllStringSubmatch(s, -1) {
		r := Result{Text: strings.TrimSpace(m[2]), Error: true} // of which nobody says that it went well
		for _, a := range attribute.FindAllStringSubmatch(m[1], -1) {
			if a[1] == "tool" {
				r.Tool = a[2]
			} else {
				r.Error = a[2] == string(tool.StatusError)
			}
		}
		out = append(out, r)
	}
	return out
}

// result is the last result of a tool.
func (p Prompt) result(tool string) (Result, bool) {
	for i := len(p.Results) - 1; i >= 0; i-- {
		if p.Results[i].Tool == tool {
			return p.Results[i], true
		}
	}
	return Result{}, false
}

// has reports whether the prompt offers a tool.
func (p Prompt) has(tool string) bool { return strings.Contains(p.System, tool) }

// lang is the speaker's language: that of the words; where they do not show it
// ("bye", 「晚安」) the usual one if its rules understand them, else whichever
// does. Usual is what was spoken last, else the language of the data block.
func (p Prompt) lang() text.Lang {
	const none = text.Lang("")
	if l := text.Guess(p.Message, none); l != none {
		return l
	}
	usual := text.Guess(p.Data, text.Ja)
	for _, m := range p.History {
		if m.Role == agent.RoleUser {
			usual = text.Guess(m.Text, usual)
		}
	}
	for _, l := range []text.Lang{usual, text.Ja, text.En, text.Zh} {
		if classify(p.Message, l).kind != other {
			return l
		}
	}
	return usual
}

// memo is one remembered thing, with its handle.
type memo struct {
	handle  string // "#1"
	content string
	date    string
}

var memoLine = text.Lazy(`^\W*?(#\d+)[\]:.、]?\s+(.*?)(?:\s*[(（]([^()（）]*\d[^()（）]*)[)）])?\s*$`)

var dateIn = text.Lazy(`\d{4}-\d\d-\d\d`)

// memos are the remembered things in the result of a search, or in the data of
// a prompt.
func memos(result string) []memo {
	var out []memo
	for line := range strings.Lines(result) {
		if m := memoLine.FindStringSubmatch(line); m != nil {
			date := dateIn.FindString(m[3]) // "2026-11-29", "memory of 2026-11-29"
			if date == "" {
				date = m[3]
			}
			out = append(out, memo{m[1], m[2], date})
		}
	}
	return out
}
