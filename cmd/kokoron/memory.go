package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
)

// everyStatus is what --status calls no choice among them.
const everyStatus = "all"

// listMemories prints what is remembered, the newest first.
func listMemories(ctx context.Context, p *program) int {
	status, good := p.choice("--status", string(memory.Active),
		string(memory.Active), string(memory.Superseded), string(memory.Archived), everyStatus)
	if !good {
		return exitUsage
	}
	category, good := p.choice("--category", "", categories()...)
	if !good {
		return exitUsage
	}
	limit, good := p.limit(0)
	if !good {
		return exitUsage
	}
	ask := app.Ask{Status: memory.Status(status), Category: memory.Category(category), Limit: limit}
	if status == everyStatus {
		ask.Status = ""
	}
	var got app.MemoryList
	cfg, show, code := p.consult(ctx, "memory list", ask, &got)
	if !show {
		return code
	}
	if len(got.Memories) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.MemoryNone))
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.MemoryHead), "\t")}
	for _, m := range got.Memories {
		rows = append(rows, []string{m.Short, local(m.At, dayForm, cfg), strconv.Itoa(m.Stars), p.about(m.Category), p.inTable(m)})
	}
	table(p.stdout, rows)
	return exitOK
}

// inTable is a memory's text as a table shows it, with a mark before those
// that are not recalled.
func (p *program) inTable(m ops.Memory) string {
	if m.Status == memory.Active {
		return oneLine(m.Text)
	}
	return "[" + p.status(m.Status) + "] " + oneLine(m.Text)
}

// How many memories a search shows unless told, and at most.
const (
	usualHits = 10
	mostHits  = 1000
)

// searchMemories prints what is about a text, best first.
func searchMemories(ctx context.Context, p *program) int {
	category, good := p.choice("--category", "", categories()...)
	if !good {
		return exitUsage
	}
	limit, good := p.limit(usualHits)
	if !good {
		return exitUsage
	}
	if limit == 0 || limit > mostHits {
		limit = mostHits
	}
	var got app.MemoriesFound
	ask := app.Ask{Text: strings.Join(p.args, " "), Category: memory.Category(category), Limit: limit}
	cfg, show, code := p.consult(ctx, "memory search", ask, &got)
	if !show {
		return code
	}
	if len(got.Hits) == 0 {
		fmt.Fprintln(p.stdout, p.say(catalog.MemoryNone))
		return exitOK
	}
	rows := [][]string{strings.Split(p.say(catalog.MemoryHits), "\t")}
	for _, h := range got.Hits {
		m := h.Memory
		rows = append(rows, []string{m.Short, local(m.At, dayForm, cfg), number(h.Score), found(h.WordsRank, h.WordsScore),
			found(h.MeaningRank, h.MeaningScore), p.speaker(m, cfg), oneLine(p.words(m))})
	}
	table(p.stdout, rows)
	return exitOK
}

// showMemory prints one memory and what it came from.
func showMemory(ctx context.Context, p *program) int {
	var got app.MemoryShown
	cfg, show, code := p.consult(ctx, "memory show", app.Ask{ID: p.args[0]}, &got)
	if !show {
		return code
	}
	m := got.Memory
	if m.Kind == ops.InDiary {
		fmt.Fprintln(p.stdout, p.say(catalog.MemoryLine, "text", p.words(m), "id", m.ID, "date", local(m.At, momentForm, cfg),
			"speaker", p.speaker(m, cfg), "scope", string(m.Scope)))
		return exitOK
	}
	fmt.Fprintln(p.stdout, p.say(catalog.MemoryShown, "text", m.Text, "id", m.ID, "date", local(m.At, momentForm, cfg),
		"about", p.about(m.Category), "stars", strings.Repeat("★", m.Stars), "status", p.status(m.Status),
		"scope", string(m.Scope), "source", p.source(m.Source)))
	if got.By != nil {
		fmt.Fprintln(p.stdout, "\n"+p.say(catalog.MemorySuccessor, "text", p.words(*got.By), "id", got.By.ID))
	}
	if len(got.From) > 0 {
		fmt.Fprintln(p.stdout, "\n"+p.say(catalog.MemoryFrom))
		var rows [][]string
		for _, from := range got.From {
			rows = append(rows, []string{"  " + local(from.At, momentForm, cfg), p.speaker(from, cfg), p.words(from)})
		}
		table(p.stdout, rows)
	}
	return exitOK
}

// forgetMemory takes a record out of what is recalled.
func forgetMemory(ctx context.Context, p *program) int {
	var got app.MemoryChanged
	_, show, code := p.consult(ctx, "memory forget", app.Ask{ID: p.args[0]}, &got)
	switch {
	case !show:
		return code
	case got.Changed:
		fmt.Fprintln(p.stdout, p.say(catalog.MemoryForgotten, "text", got.Memory.Text, "id", got.Memory.Short))
	default:
		fmt.Fprintln(p.stdout, p.say(catalog.MemoryWasGone, "text", got.Memory.Text, "status", p.status(got.Memory.Status)))
	}
	return exitOK
}

// restoreMemory brings a record back.
func restoreMemory(ctx context.Context, p *program) int {
	var got app.MemoryChanged
	_, show, code := p.consult(ctx, "memory restore", app.Ask{ID: p.args[0]}, &got)
	switch {
	case !show:
		return code
	case got.Changed:
		fmt.Fprintln(p.stdout, p.say(catalog.MemoryRestored, "text", got.Memory.Text))
	default:
		fmt.Fprintln(p.stdout, p.say(catalog.MemoryWasThere, "text", got.Memory.Text, "status", p.status(got.Memory.Status)))
	}
	return exitOK
}

func categories() (names []string) {
	for _, c := range memory.Categories() {
		names = append(names, string(c))
	}
	return names
}

// words are the text of a memory, or that there is none any more.
func (p *program) words(m ops.Memory) string {
	if m.Gone {
		return p.say(catalog.MemoryGone)
	}
	return m.Text
}

// speaker is who said a line; "" for what is none.
func (p *program) speaker(m ops.Memory, cfg config.Config) string {
	switch {
	case m.Speaker == "":
		return ""
	case m.Speaker == string(diary.Companion):
		return p.companion(cfg).Name(p.lang)
	case m.Name == "" && m.Person == person.OwnerID:
		return p.companion(cfg).Owner(p.lang)
	case m.Name == "":
		return string(m.Person)
	}
	return m.Name
}

func (p *program) about(c memory.Category) string {
	switch c {
	case memory.AboutSensei:
		return p.say(catalog.CategoryOwner)
	case memory.Knowledge:
		return p.say(catalog.CategoryKnow)
	case memory.Observation:
		return p.say(catalog.CategorySeen)
	case memory.SelfReflection:
		return p.say(catalog.CategorySelf)
	}
	return p.say(catalog.CategoryTalk)
}

func (p *program) status(s memory.Status) string {
	switch s {
	case memory.Superseded:
		return p.say(catalog.StatusOld)
	case memory.Archived:
		return p.say(catalog.StatusArchived)
	}
	return p.say(catalog.StatusActive)
}

func (p *program) source(s memory.Source) string {
	switch s {
	case memory.FromTool:
		return p.say(catalog.SourceTool)
	case memory.FromHeuristic:
		return p.say(catalog.SourceRule)
	case memory.FromFile:
		return p.say(catalog.SourceFile)
	}
	return p.say(catalog.SourceOther, "source", string(s))
}
