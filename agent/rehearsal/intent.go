package rehearsal

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/promise"
	"github.com/kokoron/kokoron/internal/text"
)

// kind is what a message wants. Of several sentences the one with the highest
// kind decides.
type kind int

const (
	other kind = iota
	thanks
	bye
	greet
	help
	askTime
	saveWhat // "remember this" without anything to remember
	recall
	save
	forget
	remind  // the words name what and when
	unclear // "no, wrong" without saying what is right
	correct
)

// intent is a message understood.
type intent struct {
	kind  kind
	facts []fact // save
	topic topic  // recall, forget; correct: what the new value belongs to
	old   string // correct: the value that was wrong, if named
	new   string // correct: the right one
	whole *fact  // correct: the new memory, if it is not just a value of the topic
	// guessed says that the topic is what was spoken of before, not named.
	guessed bool
	loose   bool // correct only if the talk was about memory just before
}

// fact is something worth remembering.
type fact struct {
	content    string
	subject    string // what it is about, in the speaker's words ("猫の名前")
	importance int
	category   string
}

// topic is what a question is about.
type topic struct {
	phrase string   // in the speaker's words
	terms  []string // a memory has to have all of them
	soft   []string // better if it has these too
	all    bool     // everything that is remembered
	many   bool     // several answers are welcome
}

func (t topic) empty() bool { return len(t.terms) == 0 && !t.all }

// query names the words that matter and, as the search may know nothing of
// meaning, those that say the same.
func (t topic) query() string {
	var words []string
	for _, w := range slices.Concat(t.terms, t.soft) {
		words = append(words, w)
		for _, like := range alike[w] {
			words = append(words, like)
			if third, ok := enThird[like]; ok {
				words = append(words, third)
			}
		}
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// sentence is one sentence without its end mark.
type sentence struct {
	text     string
	question bool // it ended with a question mark
}

// grammar is what differs from language to language.
type grammar struct {
	owner    string // how a memory calls the owner
	denial   *text.Pattern
	joint    string // joins a denial to the sentence after it
	classify func(sentence) intent
	topic    func(phrase string) topic
	fact     func(subject, value string) fact
}

func grammarOf(l text.Lang) grammar {
	switch l {
	case text.En:
		return grammar{"Sensei", enBareDenial, ", ", enClassify, enTopic, enFact}
	case text.Zh:
		return grammar{"老师", zhBareDenial, "，", zhClassify, zhTopic, zhFact}
	default:
		return grammar{"先生", jaBareDenial, "、", jaClassify, jaTopic, jaFact}
	}
}

// understand finds what a message wants. history is used for corrections and
// to forget: "no, Tama" and "forget that" say nothing without what was said
// before.
func understand(message string, history []agent.Prompt, l text.Lang) intent {
	if promise.AsksReminder(message) {
		return intent{kind: remind}
	}
	in := classify(message, l)
	if in.kind == forget && in.topic.empty() {
		in.topic, in.guessed = lastTopic(history)
		return in
	}
	if in.kind != correct || !in.loose && !in.topic.empty() {
		return in
	}
	about, ok := lastTopic(history)
	switch {
	case ok && in.topic.empty():
		in.topic, in.guessed = about, true
	case !ok && in.loose:
		return intent{kind: other}
	case !ok && in.old == "":
		return intent{kind: unclear}
	}
	return in
}

// classify understands a message by itself.
func classify(message string, l text.Lang) intent {
	g := grammarOf(l)
	var best intent
	before := ""
	for _, s := range sentences(message, g) {
		in := g.classify(s)
		others := in.kind == save && text.NameOf(before, text.Fold(s.text))
		before = text.Fold(s.text)
		if others && best.kind == save {
			best.facts[len(best.facts)-1].content += g.joint + s.text
		} else if others {
			continue // it is not the owner's, and nothing says whose
		} else if in.kind == save && best.kind == save {
			best.facts = append(best.facts, in.facts...)
		} else if in.kind > best.kind {
			best = in
		}
	}
	return best
}

// lastTopic is what one of the person's last three messages saved, asked for
// or corrected.
func lastTopic(history []agent.Prompt) (topic, bool) {
	seen := 0
	for i := len(history) - 1; i >= 0 && seen < 3; i-- {
		if history[i].Role != agent.RoleUser {
			continue
		}
		seen++
		l := text.Guess(history[i].Text, text.Ja)
		switch in := classify(history[i].Text, l); {
		case in.kind == save:
			f := in.facts[len(in.facts)-1]
			if f.subject == "" {
				return topic{terms: []string{f.content}}, true
			}
			return grammarOf(l).topic(f.subject), true
		case (in.kind == recall || in.kind == correct || in.kind == forget) && !in.topic.empty() && !in.topic.all:
			return in.topic, true
		}
	}
	return topic{}, false
}

var sentenceEnd = text.Lazy(`[。！!？?\n]+|だ?け(?:れ)?ど[、,]|\.+(?:\s|$)`)
var decoration = text.Lazy(`^[\s、,，・…~〜♪☆★]+|[\s、,，・…~〜♪☆★]+$|[\x{1F300}-\x{1FAFF}\x{2600}-\x{27BF}\x{FE0F}]`)

// sentences cuts a message at its end marks and joins a bare "no" to what
// comes after it.
func sentences(message string, g grammar) []sentence {
	message = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`).Replace(text.Normal(message))
	var out []sentence
	add := func(s, end string) {
		if s = decoration.ReplaceAllString(decoration.ReplaceAllString(s, ""), ""); s == "" {
			return
		}
		one := sentence{s, strings.Contains(end, "?")}
		if n := len(out); n > 0 && g.denial.MatchString(out[n-1].text) && !out[n-1].question {
			one.text = out[n-1].text + g.joint + one.text
			out[n-1] = one
			return
		}
		out = append(out, one)
	}
	from := 0
	for _, at := range sentenceEnd.FindAllStringIndex(message, -1) {
		add(message[from:at[0]], message[at[0]:at[1]])
		from = at[1]
	}
	add(message[from:], "")
	return out
}
