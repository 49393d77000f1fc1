package ops

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/encode"
)

// WordsTooShort says that words to be erased stand in too much.
const WordsTooShort ProblemCode = "words_too_short"

// How much a text must say to be looked for beyond the memory that it is of,
// in columns: what is shorter is said of other things too. What the owner
// writes must have a few characters at least.
const (
	leastColumns = 12
	leastWritten = 3
)

// aboutShare is how much of a record's terms a line must have to be its fact in
// other words, and not something that was said beside it.
const aboutShare = 0.3

// Doom makes out what would go, and changes nothing. Errors are *Problem. It
// reads all that the viewer may see.
func (e *Eraser) Doom(ctx context.Context, v Viewer, what ToErase) (Doomed, error) {
	scopes := v.View.Scopes()
	g, err := e.graph(ctx, scopes)
	if err != nil {
		return Doomed{}, err
	}
	switch {
	case what.ID != "":
		id, err := g.begins(strings.ToLower(strings.TrimSpace(what.ID)))
		if err != nil {
			return Doomed{}, err
		}
		g.name(id)
	case text.Width(text.Fold(strings.TrimSpace(what.Text))) < leastWritten:
		return Doomed{}, &Problem{Code: WordsTooShort, About: what.Text}
	default:
		g.words = append(g.words, strings.TrimSpace(what.Text))
		g.spread(true)
	}
	g.sources()
	g.spread(false)
	g.made()
	if err := e.notesOf(g, scopes); err != nil {
		return Doomed{}, err
	}
	d := g.doomed()
	d.plan.Scopes, d.plan.Backups = scopes, what.Backups
	if len(d.Memories) == 0 {
		there, err := e.whatIsLeft(memory.NewWords(d.Words...), nil)
		if err != nil || len(there) == 0 {
			return Doomed{}, cmpErr(err, &Problem{Code: NowhereSaid, About: what.Text})
		}
	}
	d.Backups, err = e.backupsWith(d.plan.erasing())
	return d, err
}

// DoomNamed is Doom for the owner's own memories, named by an id or else by
// words.
func (e *Eraser) DoomNamed(ctx context.Context, what string) (Doomed, error) {
	v := viewerOf(e.Owner)
	if len(what) >= minShort && !strings.ContainsFunc(what, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef-", r) }) {
		d, err := e.Doom(ctx, v, ToErase{ID: what})
		var none *Problem
		if !errors.As(err, &none) {
			return d, err
		}
	}
	return e.Doom(ctx, v, ToErase{Text: what})
}

func cmpErr(err error, other *Problem) error {
	if err != nil {
		return err
	}
	return other
}

// graph is all that a view has, and what came of what.
type graph struct {
	memories map[string]Memory
	order    []string            // of ids, oldest first
	texts    map[string][]string // of a memory: all its texts
	replies  map[string]string   // line of a person → the reply to it
	older    map[string][]string // of a record: those it replaced
	level    map[string]memory.Level
	said     map[turn.ID]time.Time // when each line was said, also of one that was erased
	convs    map[turn.Conv]bool

	gone  map[string]bool
	words []string
	named map[string]bool
}

// graph reads all of some scopes, also what only some may hear.
func (e *Eraser) graph(ctx context.Context, scopes []person.Scope) (*graph, error) {
	g := &graph{
		memories: map[string]Memory{}, texts: map[string][]string{}, replies: map[string]string{}, older: map[string][]string{},
		level: map[string]memory.Level{}, said: map[turn.ID]time.Time{}, convs: map[turn.Conv]bool{}, gone: map[string]bool{}, named: map[string]bool{},
	}
	for _, s := range scopes {
		g.convs[turn.Conv(s)] = true
		records, err := e.Ledger.List(person.Only(s), "")
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			g.add(recordMemory(r), r.Texts()...)
			g.level[string(r.ID)] = r.Level
			if r.SupersededBy != "" {
				g.older[string(r.SupersededBy)] = append(g.older[string(r.SupersededBy)], string(r.ID))
			}
		}
		pieces, err := e.pieces(ctx, person.Only(s))
		if err != nil {
			return nil, err
		}
		for _, m := range pieces {
			g.add(m, append([]string{m.Text, m.Subject}, m.Tags...)...)
		}
	}
	if err := e.talk(ctx, g, scopes); err != nil {
		return nil, err
	}
	return g, e.episodes(g, scopes)
}

// episodes says of which lines the pieces of files were made that are episodes:
// a block of the day's file that begins when its first line was said.
func (e *Eraser) episodes(g *graph, scopes []person.Scope) error {
	type block struct {
		scope person.Scope
		path  string
		at    time.Time
	}
	of := map[block][]turn.ID{}
	err := e.DB.View(func(tx *kv.Tx) error {
		note := func(_ string, s encode.Segment) error {
			if s.Path != "" && len(s.Lines) > 0 && slices.Contains(scopes, s.Scope) {
				b := block{s.Scope, s.Path, g.said[s.Lines[0]].Truncate(time.Minute).UTC()}
				of[b] = append(of[b], s.Lines...)
			}
			return nil
		}
		return errors.Join(segments.Ascend(tx, "", note), encoded.Ascend(tx, "", note))
	})
	for id, m := range g.memories {
		if lines := of[block{m.Scope, m.Path, m.At.Truncate(time.Minute).UTC()}]; m.Kind == InFile && len(lines) > 0 {
			m.Provenance = lines
			g.memories[id] = m
		}
	}
	return err
}

// talk adds the lines, and which reply answers which.
func (e *Eraser) talk(ctx context.Context, g *graph, scopes []person.Scope) error {
	days, err := e.Diary.Days()
	if err != nil {
		return err
	}
	waits := map[turn.Conv][]string{} // lines that no reply followed yet
	for _, day := range days {
		for l, err := range e.Diary.All(day) {
			if err != nil {
				return err
			}
			if !slices.Contains(scopes, l.Scope) {
				continue
			}
			g.convs[l.Conv], g.said[l.ID] = true, l.At
			if !l.Erased {
				g.add(e.lineMemory(ctx, l), l.Text)
			}
			if l.Role != diary.Companion {
				waits[l.Conv] = append(waits[l.Conv], string(l.ID))
				continue
			}
			waits[l.Conv] = slices.DeleteFunc(waits[l.Conv], func(id string) bool {
				if l.Ref != "" && id >= string(l.Ref) && id < string(l.ID) {
					g.replies[id] = string(l.ID)
					return true
				}
				return false
			})
		}
	}
	return nil
}

// widen adds to an erasure what has the words by now, or was made meanwhile of
// what is to go: between the owner's two words, and while a turn was running,
// more may have been said and saved.
func (e *Eraser) widen(ctx context.Context, entry *erasure) error {
	g, err := e.graph(ctx, entry.Scopes)
	if err != nil {
		return err
	}
	g.words = entry.Words
	for _, ids := range entry.IDs {
		for _, id := range ids {
			g.gone[id] = true
		}
	}
	g.spread(false)
	g.made()
	if err := e.notesOf(g, entry.Scopes); err != nil {
		return err
	}
	more := len(g.words) > len(entry.Words)
	entry.Words = g.words
	for id := range g.gone {
		m, there := g.memories[id]
		if there && !slices.Contains(entry.IDs[m.Scope], id) {
			entry.IDs[m.Scope] = append(entry.IDs[m.Scope], id)
			more = true
		}
	}
	if !more {
		return nil
	}
	return e.keep(*entry)
}

func (g *graph) add(m Memory, texts ...string) {
	g.memories[m.ID], g.texts[m.ID] = m, texts
	g.order = append(g.order, m.ID)
}

// begins is the memory whose id begins like that.
func (g *graph) begins(id string) (string, error) {
	var found []Memory
	for _, other := range g.order {
		if other == id {
			return id, nil
		}
		if id != "" && strings.HasPrefix(other, id) {
			found = append(found, g.memories[other])
		}
	}
	switch len(found) {
	case 0:
		return "", &Problem{Code: UnknownMemory, About: id}
	case 1:
		return found[0].ID, nil
	}
	return "", &Problem{Code: ManyMemories, About: id, Known: idsOf(found)}
}

// name says that the owner means this memory.
func (g *graph) name(id string) {
	g.gone[id], g.named[id] = true, true
	if m := g.memories[id]; text.Width(m.Text) >= leastColumns {
		g.words = append(g.words, m.Text)
	}
}

// spread dooms what has the words. Where it is the owner who wrote them, it is
// as if each had been named.
func (g *graph) spread(named bool) {
	w := memory.NewWords(g.words...)
	for _, id := range g.order {
		if !g.gone[id] && slices.ContainsFunc(g.texts[id], w.In) && g.memories[id].Kind != InFile {
			g.gone[id] = true
			g.named[id] = named && (g.level[id] == "" || g.level[id] == memory.Raw)
		}
	}
}

// sources dooms what the named memories were made from, and the older versions
// of them. What says the same as a named one is looked for in its own words
// too; what was only said beside it is not.
func (g *graph) sources() {
	for grows := true; grows; {
		grows = false
		for _, id := range slices.Sorted(maps.Keys(g.named)) {
			for _, from := range g.before(id) {
				if m, there := g.memories[from]; g.named[id] && there && !g.named[from] {
					g.gone[from], g.named[from], grows = true, true, true
					if text.Width(m.Text) >= leastColumns && about(m.Text, g.memories[id].Text) {
						g.words = append(g.words, m.Text)
					}
				}
			}
		}
	}
}

// before are what a memory was made from and the versions that it replaced. Of
// an episode it is nothing: that tells of many things.
func (g *graph) before(id string) []string {
	if g.memories[id].Kind == InFile {
		return nil
	}
	return append(stringsOf(g.memories[id].Provenance), g.older[id]...)
}

// about reports whether a text says what a fact says.
func about(s, fact string) bool {
	has := map[string]bool{}
	for _, t := range text.Tokens(s) {
		has[t] = true
	}
	tokens, n := text.Tokens(fact), 0
	for _, t := range tokens {
		if has[t] {
			n++
		}
	}
	return len(tokens) > 0 && float64(n) >= aboutShare*float64(len(tokens))
}

// made dooms what was made of what is doomed: replies and records.
func (g *graph) made() {
	for grows := true; grows; {
		grows = false
		for _, id := range g.order {
			made := slices.ContainsFunc(g.memories[id].Provenance, func(from turn.ID) bool { return g.gone[string(from)] })
			if made && !g.gone[id] {
				g.gone[id], grows = true, true
			}
			if reply := g.replies[id]; g.gone[id] && reply != "" && !g.gone[reply] {
				g.gone[reply], grows = true, true
			}
		}
	}
}

// doomed is the plan.
func (g *graph) doomed() Doomed {
	d := Doomed{Memories: []Memory{}, Words: g.words, Backups: []string{}}
	d.plan = erasure{IDs: map[person.Scope][]string{}, Words: g.words, Convs: slices.Sorted(maps.Keys(g.convs))}
	w := memory.NewWords(g.words...)
	for _, id := range g.order {
		m := g.memories[id]
		switch {
		case g.gone[id]:
			d.plan.IDs[m.Scope] = append(d.plan.IDs[m.Scope], id)
		case m.Kind != InFile || !slices.ContainsFunc(g.texts[id], w.In):
			continue // of a piece of a file only the lines with the words go
		}
		d.Memories = append(d.Memories, m)
	}
	return d
}
