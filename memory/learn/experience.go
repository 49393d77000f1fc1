package learn

import (
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// Reaction is a thumb under a reply.
type Reaction string

// The reactions; "" takes one back.
const (
	Up   Reaction = "up"
	Down Reaction = "down"
)

// What of the looks of a reply may be why it was not welcome.
const (
	longReply = 350 // characters
	manyItems = 3
	manyEmoji = 3
)

var (
	item  = text.Lazy(`(?m)^\s*(?:[-*・•]|\d+[.)、])\s*\S`)
	emoji = text.Lazy(`[\x{1F300}-\x{1FAFF}\x{2600}-\x{27BF}]`)
)

// traits are the looks of a reply.
func traits(reply string) (out []string) {
	if utf8.RuneCountInString(reply) > longReply {
		out = append(out, "style_long")
	}
	if len(item.FindAllString(reply, -1)) >= manyItems {
		out = append(out, "style_list")
	}
	if len(emoji.FindAllString(reply, -1)) >= manyEmoji {
		out = append(out, "style_emoji")
	}
	if memory.Asks(reply) {
		out = append(out, "style_asks")
	}
	return out
}

// Reacted is what a reaction to a reply teaches. Only thumbs down on replies
// that look alike become a rule in the end.
func Reacted(r Reaction, reply string, line turnID, lang text.Lang) []Signal {
	lang = text.Guess(reply, lang)
	s := Signal{
		Kind: Feedback, Key: "reaction:" + string(r), Priority: Low, Evidence: []turnID{line}, Lang: lang,
		Text: oneLine(text.Excerpt(reply, maxWords)),
	}
	if r == Up {
		return []Signal{s}
	}
	s.Wrong = reply
	out := []Signal{s}
	for _, t := range traits(reply) {
		s.Key, s.Rule, s.Priority = "reaction:down:"+t, wordsOf(lang)[t], Normal
		out = append(out, s)
	}
	return out
}

// Failure is the kind of what went wrong with a tool.
type Failure string

// The kinds of failure; each has one fixed rule.
const (
	BadArguments Failure = "arguments"
	UnknownTool  Failure = "unknown"
	Missing      Failure = "missing" // what was pointed at is not there
	Slow         Failure = "slow"
	Denied       Failure = "denied"
	OtherFailure Failure = "other"
)

var failures = []struct {
	kind Failure
	is   *text.Pattern
}{
	{UnknownTool, text.Lazy(`という道具はありません|there is no tool|没有(?:叫|名为).{0,60}工具|没有.{0,60}这个工具`)},
	{BadArguments, text.Lazy(`直してください|\bcorrect (?:content|this)\b|请修改|argument|required`)},
	{Slow, text.Lazy(`時間内|in time|timed? ?out|规定时间`)},
	{Denied, text.Lazy(`この道具は使えません|not be used for|不能为这个人`)},
	{Missing, text.Lazy(`記憶はありません|使っていない|there is no memory|not in use|没有编号|不再使用`)},
}

// FailureOf is the kind of a failure by what the model was told. refused says
// that the call itself was not run.
func FailureOf(told string, refused bool) Failure {
	s := text.Fold(told)
	for _, f := range failures {
		if f.is.MatchString(s) && (!refused || f.kind == UnknownTool) {
			return f.kind
		}
	}
	if refused {
		return BadArguments
	}
	return OtherFailure
}

// Signal is what a failure teaches: which tool, and a rule whose text is fixed,
// as what tools say may be anybody's words.
func (f Failure) Signal(tool string, lang text.Lang, lines ...turnID) Signal {
	if f == UnknownTool || !declared.MatchString(tool) {
		tool = "?" // a made-up name may be anything
	}
	words := wordsOf(lang)
	rule := words["tool_"+string(f)]
	return Signal{
		Kind: Failed, Key: "tool:" + tool + ":" + string(f), Priority: Normal, Evidence: lines, Lang: lang,
		Text: strings.TrimSpace(tool + ": " + string(f)), Rule: rule,
	}
}

var declared = text.Lazy(`^[a-z][a-z0-9_]{0,60}$`)
