package agent

import (
	"context"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/agent/stream"
	"github.com/kokoron/kokoron/internal/turn"
)

// summaryWords is the length asked of a summary: characters in Japanese and
// Chinese, words in English. summaryTokens is what its output may cost.
const (
	summaryWords  = 400
	summaryTokens = 800
)

// learnAtMost is how many texts are counted exactly after a turn.
const learnAtMost = 32

// Rest does what can wait until the reply is out: it counts the prompt's parts
// exactly and summarises the part of the history that is over its share. What
// goes wrong is logged and tried again after the next turn.
func (e *Engine) Rest(ctx context.Context, t turn.Turn) {
	r := &run{Engine: e, t: t, noThinking: true}
	if err := r.gather(ctx); err != nil {
		e.Log.Debug("rest", "conv", t.Conv, "err", err)
		return
	}
	r.learn(ctx)
	lines := r.material.session.Lines
	from := r.keep(lines)
	if from == 0 {
		return
	}
	summary := r.summarise(ctx, lines[:from])
	if ctx.Err() != nil {
		return // the next start does it
	}
	if err := e.Sessions.Summarised(ctx, t.Conv, summary, lines[from-1].ID); err != nil {
		e.Log.Error("store summary", "conv", t.Conv, "err", err)
	}
}

// learn asks the server for the exact counts of what stays in the prompt,
// newest first, as long as the server can count.
func (r *run) learn(ctx context.Context) {
	texts := []string{r.material.system}
	for i := len(r.material.session.Lines) - 1; i >= 0 && len(texts) < learnAtMost; i-- {
		texts = append(texts, r.material.session.Lines[i].shown())
	}
	for _, s := range texts {
		if r.meter.Exact(s) {
			continue
		}
		n, err := r.Model.Count(ctx, s)
		if err != nil {
			return // this server cannot count: the estimate has to do
		}
		r.meter.Learn(s, n)
	}
}

// summarise condenses lines, together with the summary there is. Where the
// model is down, says nothing or is cut short by the window it is an excerpt:
// their first words and their last.
func (r *run) summarise(ctx context.Context, lines []Line) string {
	var talk strings.Builder
	talk.WriteString(r.material.session.Summary)
	for _, l := range lines {
		who := "user: "
		if l.Assistant {
			who = "assistant: "
		}
		talk.WriteString("\n" + who + l.Text)
	}
	text := r.clip(talk.String(), r.room()-summaryTokens)
	got := &collect{filter: stream.New(stream.Options{})}
	done, err := r.Model.Generate(ctx, Request{
		Messages: []Prompt{
			{RoleSystem, r.texts.Fill("summarise", "words", strconv.Itoa(summaryWords))},
			{RoleUser, DataOpen + "\n" + text + "\n" + DataClose},
		},
		MaxTokens: summaryTokens, NoThinking: true, Greedy: true,
	}, got)
	if s := got.close(); err == nil && s != "" && !done.Clipped {
		return s
	}
	if err != nil {
		r.Log.Info("summary is an excerpt", "conv", r.t.Conv, "err", err)
	}
	return r.texts.Fill("excerpt", "lines", r.clip(text, summaryTokens))
}

// collect is a sink that keeps the visible text.
type collect struct {
	filter *stream.Filter
	text   []byte
}

func (c *collect) Start(p Prefill) { c.filter.Reset(modes[p]) }
func (c *collect) Thought(string)  {}
func (c *collect) Text(s string)   { c.pass(c.filter.WriteString(s)) }

func (c *collect) pass(o stream.Out) {
	if o.Retracted {
		c.text = c.text[:0]
	}
	c.text = append(c.text, o.Visible...)
}

func (c *collect) close() string {
	c.pass(c.filter.Close())
	return strings.TrimSpace(string(c.text))
}
