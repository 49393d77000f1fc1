package rehearsal

import (
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/text"
)

// Plan is what the model writes: a thought, then either words or calls.
type Plan struct {
	Thought string
	Text    string // labelled, in the speaker's language; empty beside calls
	Calls   []Call
}

// Call is one tool call, spelled as the model is taught to spell it.
type Call struct {
	Tool      string    `json:"tool"`
	Arguments Arguments `json:"arguments"`
}

// Arguments are those of all tools the rules use.
type Arguments struct {
	ID         string `json:"id,omitempty"`
	Content    string `json:"content,omitempty"`
	Importance int    `json:"importance,omitempty"`
	Category   string `json:"category,omitempty"`
	Replaces   string `json:"replaces,omitempty"`
	Query      string `json:"query,omitempty"`
	Limit      int    `json:"limit,omitempty"`
	Text       string `json:"text,omitempty"`
}

const (
	toolTime   = "get_time"
	toolSave   = "memory_save"
	toolSearch = "memory_search"
	toolForget = "memory_forget"
	toolRemind = "reminder_add"

	aboutOwner = "about_sensei"
	knowledge  = "knowledge"
)

// Answer decides what to write next. It is a function of the prompt alone: the
// words are understood anew after each round of tools, and what the rounds
// brought says how far the plan has come.
//
// Data without any words of a person's is a job of the engine's, such as a
// summary. Rules cannot do it and write nothing, which the engine takes as such.
func Answer(p Prompt) Plan {
	if p.Message == "" {
		return Plan{}
	}
	l := p.lang()
	in := understand(p.Message, p.History, l)
	w := writer{p, grammarOf(l), phrasesOf(l)}
	plan := Plan{}
	if p.Alone() {
		plan = w.think()
	} else {
		plan = w.plan(in)
	}
	plan.Thought = w.say.thought
	return plan
}

// writer carries what all answers need.
type writer struct {
	p   Prompt
	g   grammar
	say phrases
}

func (w writer) plan(in intent) Plan {
	switch in.kind {
	case greet:
		return w.words(w.say.greet)
	case thanks:
		return w.words(w.say.thanks)
	case bye:
		return w.words(w.say.bye)
	case help:
		return w.words(w.say.help)
	case remind:
		return w.remind()
	case forget:
		return w.forget(in)
	case saveWhat:
		return w.words(w.say.saveWhat)
	case unclear:
		return w.words(w.say.unclear)
	case askTime:
		return w.time()
	case recall:
		return w.recall(in.topic)
	case save:
		return w.save(in.facts)
	case correct:
		return w.correct(in)
	default:
		return w.words(w.say.other)
	}
}

// words is an answer; values fill the places %s of the phrase in order.
func (w writer) words(phrase string, values ...string) Plan {
	parts := strings.Split(phrase, "%s")
	out := w.say.label + parts[0]
	for i, part := range parts[1:] {
		out += values[i] + part
	}
	return Plan{Text: out}
}

// timeWords finds date and time in the tool's answer, whose language is the
// persona's and may be another than the speaker's.
var timeWords = text.Lazy(`(?s)(\d{4}-\d\d-\d\d).*?(\d\d:\d\d)`)

func (w writer) time() Plan {
	if r, ok := w.p.result(toolTime); ok && !r.Error {
		if m := timeWords.FindStringSubmatch(r.Text); m != nil {
			if day, err := time.Parse(time.DateOnly, m[1]); err == nil {
				return w.words(w.say.time, m[1], strings.Fields(w.say.weekdays)[day.Weekday()], m[2])
			}
		}
	}
	if w.p.Rounds > 0 || !w.p.has(toolTime) {
		return w.words(w.say.noTime)
	}
	return Plan{Calls: []Call{{Tool: toolTime}}}
}

func (w writer) save(facts []fact) Plan {
	if w.p.Rounds > 0 {
		return w.confirm(w.say.saved, facts...)
	}
	if !w.p.has(toolSave) {
		return w.words(w.say.noMemory)
	}
	var plan Plan
	for _, f := range facts {
		plan.Calls = append(plan.Calls, saveCall(f, ""))
	}
	return plan
}

func saveCall(f fact, replaces string) Call {
	return Call{toolSave, Arguments{Content: f.content, Importance: f.importance, Category: f.category, Replaces: replaces}}
}

// confirm says what was saved, or that it was not.
func (w writer) confirm(phrase string, facts ...fact) Plan {
	saved := false
	for _, r := range w.p.Results {
		if r.Tool == toolSave && r.Error {
			return w.words(w.say.notSaved, text.Excerpt(r.Text, 200))
		}
		saved = saved || r.Tool == toolSave
	}
	if !saved {
		return w.words(w.say.notSaved, "-")
	}
	var contents []string
	for _, f := range facts {
		contents = append(contents, f.content)
	}
	return w.words(phrase, strings.Join(contents, w.say.between))
}

func (w writer) recall(t topic) Plan {
	r, ok := w.p.result(toolSearch)
	known := matching(memos(w.p.Data), t, w.g.owner) // came to mind by itself
	switch {
	case w.p.Rounds == 0 && len(known) > 0 && !t.many:
		return w.found(t, known)
	case ok && !r.Error:
		return w.found(t, matching(memos(r.Text), t, w.g.owner))
	case w.p.Rounds > 0:
		return w.words(w.say.notSearched)
	case !w.p.has(toolSearch):
		return w.words(w.say.noMemory)
	}
	return Plan{Calls: []Call{w.search(t)}}
}

func (w writer) search(t topic) Call {
	if t.all {
		// No search finds everything; what is about the owner says so in one
		// of the three languages.
		return Call{toolSearch, Arguments{Query: "先生 Sensei 老师", Limit: 10}}
	}
	return Call{toolSearch, Arguments{Query: t.query(), Limit: 10}}
}

func (w writer) found(t topic, hits []memo) Plan {
	switch {
	case len(hits) == 0:
		return w.words(w.say.notFound)
	case len(hits) == 1 || !t.many:
		if hits[0].date == "" {
			return w.words(w.say.found, hits[0].content)
		}
		return w.words(w.say.foundDated, hits[0].content, hits[0].date)
	}
	return w.words(w.say.foundMany, list(hits))
}

func list(hits []memo) string {
	var b strings.Builder
	for _, m := range hits {
		b.WriteString("\n・" + m.content)
	}
	return b.String()
}

// correct looks for what was wrong, then saves what is right in its place.
func (w writer) correct(in intent) Plan {
	switch {
	case !w.p.has(toolSave) || !w.p.has(toolSearch):
		return w.words(w.say.noMemory)
	case w.p.Rounds == 0:
		t := in.topic
		if in.old != "" {
			t.terms = append([]string{in.old}, t.terms...)
		}
		return Plan{Calls: []Call{w.search(t)}}
	}
	r, ok := w.p.result(toolSearch)
	if !ok || r.Error {
		return w.words(w.say.notSearched)
	}
	hits := w.wrong(in, memos(r.Text))
	fixed, ok := w.fixed(in, hits)
	switch {
	case len(hits) > 1:
		return w.words(w.say.which, list(hits))
	case w.p.Rounds > 1:
		return w.confirm(w.say.corrected, fixed)
	case !ok && in.old == "":
		return w.words(w.say.unclear)
	case !ok:
		return w.words(w.say.nothingToCorrect, in.old)
	case len(hits) == 1:
		return Plan{Calls: []Call{saveCall(fixed, hits[0].handle)}}
	}
	return Plan{Calls: []Call{saveCall(fixed, "")}}
}

// wrong are the memories that may be meant: those with the wrong value, or
// about the topic; of several the one that was just spoken of.
func (w writer) wrong(in intent, found []memo) []memo {
	var hits []memo
	if in.old != "" {
		hits = slices.DeleteFunc(slices.Clone(found), func(m memo) bool { return !contains(m.content, in.old) })
	}
	said := w.lastReply()
	if len(hits) == 0 && (in.old == "" || !in.guessed) {
		hits = slices.DeleteFunc(matching(found, in.topic, w.g.owner), func(m memo) bool {
			spoken := in.guessed && strings.Contains(said, m.content)
			return !spoken && !replaceable(m, in)
		})
	}
	if len(hits) < 2 {
		return hits
	}
	if about := matching(hits, in.topic, w.g.owner); in.old != "" && len(about) == 1 {
		return about
	}
	spoken := slices.DeleteFunc(slices.Clone(hits), func(m memo) bool { return !strings.Contains(said, m.content) })
	if len(spoken) == 1 {
		return spoken
	}
	return hits
}

// replaceable keeps a cat's name from taking the place of its age: the old
// memory has to say what the topic asks for, and both have a number or neither.
func replaceable(m memo, in intent) bool {
	right := in.new
	if in.whole != nil {
		right = in.whole.content
	}
	asked := len(in.topic.soft) == 0 || slices.ContainsFunc(in.topic.soft, func(s string) bool { return has(m.content, s) })
	return asked && strings.ContainsAny(m.content, "0123456789") == strings.ContainsAny(right, "0123456789")
}

func (w writer) lastReply() string {
	for i := len(w.p.History) - 1; i >= 0; i-- {
		if w.p.History[i].Role == agent.RoleAssistant {
			return w.p.History[i].Text
		}
	}
	return ""
}

// fixed is the memory as it should be.
func (w writer) fixed(in intent, hits []memo) (fact, bool) {
	switch {
	case in.whole != nil:
		return *in.whole, true
	case in.old != "" && len(hits) == 1 && contains(hits[0].content, in.old):
		return fact{content: replaceFold(hits[0].content, in.old, in.new), importance: 4, category: aboutOwner}, true
	case in.topic.phrase != "":
		return w.g.fact(in.topic.phrase, in.new), true
	}
	return fact{}, false
}
