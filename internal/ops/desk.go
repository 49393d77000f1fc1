package ops

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
)

// Desk is what the owner can see and do about what is remembered: list, read,
// search, forget and restore it, and ask why a reply remembered what it did.
// Whoever may use a Desk is the owner; a Viewer says through whose eyes they
// look. It is safe for concurrent use.
type Desk struct {
	*Ops
	Finder *priming.Primer // searches; whoever asks can wait
	Traces Traces
}

// Traces is what was written down of the turns; see agent/trace.
type Traces interface {
	Newest(until time.Time, mark string, give func(agent.Trace) bool) error
}

// MemoryKind is where a memory lives.
type MemoryKind string

// The kinds.
const (
	InLedger MemoryKind = "record"
	InFile   MemoryKind = "file"
	InDiary  MemoryKind = "line"
)

// Memory is one thing that is remembered, as the owner's own tools show it. Its
// JSON fields are stable and stand in docs/CLI.md.
type Memory struct {
	ID    string       `json:"id"`
	Short string       `json:"short,omitempty"` // a beginning of ID that names no other memory
	Kind  MemoryKind   `json:"kind,omitempty"`
	Scope person.Scope `json:"scope,omitempty"`
	Text  string       `json:"text"`
	At    time.Time    `json:"at,omitzero"`    // when it was said, or when what it tells happened
	Gone  bool         `json:"gone,omitempty"` // nothing but its id is left, or it is not the viewer's

	// Of lines alone.
	Speaker string    `json:"speaker,omitempty"` // person or companion
	Person  person.ID `json:"person,omitempty"`  // who spoke or was spoken to
	Name    string    `json:"name,omitempty"`    // of that person; "" where the owner has set none
	Channel string    `json:"channel,omitempty"`
	Answers turn.ID   `json:"answers,omitempty"` // of a reply: the first message that it answers

	Path string `json:"path,omitempty"` // of a file, below the folder of its scope

	// Of records and files alone.
	Status       memory.Status   `json:"status,omitempty"`
	Type         memory.Type     `json:"type,omitempty"`
	Category     memory.Category `json:"category,omitempty"`
	Subject      string          `json:"subject,omitempty"`
	Tags         []string        `json:"tags,omitempty"`
	Stars        int             `json:"stars,omitempty"`
	Source       memory.Source   `json:"source,omitempty"`
	Trust        memory.Trust    `json:"trust,omitempty"`
	CreatedAt    time.Time       `json:"created_at,omitzero"`
	ValidUntil   time.Time       `json:"valid_until,omitzero"`
	SupersededBy turn.ID         `json:"superseded_by,omitempty"`
	ArchivedAt   time.Time       `json:"archived_at,omitzero"`
	Reason       string          `json:"reason,omitempty"` // why it was archived
	Soul         memory.Soul     `json:"soul,omitempty"`
	SoulReason   string          `json:"soul_reason,omitempty"` // why it was proposed for the character
	Provenance   []turn.ID       `json:"provenance,omitempty"`
}

func recordMemory(r memory.Record) Memory {
	m := Memory{
		ID: string(r.ID), Short: begin(r.ID), Kind: InLedger, Scope: r.Scope, Text: r.Content, At: r.OccurredAt,
		Status: r.Status, Type: r.Type, Category: r.Category, Subject: r.Subject, Tags: r.Tags, Stars: r.Stars,
		Source: r.Source, Trust: r.Trust, CreatedAt: r.CreatedAt, ValidUntil: r.ValidUntil,
		SupersededBy: r.SupersededBy, ArchivedAt: r.ArchivedAt, Reason: r.Reason, Soul: r.Soul, SoulReason: r.SoulReason, Provenance: r.Provenance,
	}
	if r.Source == memory.FromFile {
		m.Kind = InFile
	}
	return m
}

// begin is the part of an id that is made of time and counter, which is the
// same for no two of one home.
func begin(id turn.ID) string { return string(id[:min(len(id), len("01234567-89ab-7000"))]) }

func (d Desk) lineMemory(ctx context.Context, l diary.Line) Memory {
	p, _ := d.Speaker(ctx, l.Person) // of one who is not known any more there is no name
	return Memory{
		ID: string(l.ID), Short: begin(l.ID), Kind: InDiary, Scope: l.Scope, Text: l.Text, At: l.At,
		Speaker: string(l.Role), Person: l.Person, Name: p.Name, Channel: l.Channel, Answers: l.Ref, Gone: l.Erased,
	}
}

// Viewer is through whose eyes the owner looks.
type Viewer struct {
	As   string      // the person's id, or the scope
	View person.View // what they may see
	Conv turn.Conv   // the person's conversation with the companion; "" for a scope
}

// Viewer makes out a person (by id or by name) or a scope; "" is the owner. It
// errs with a *Problem that lists those there are.
func (d Desk) Viewer(_ context.Context, as string) (Viewer, error) {
	persons := []person.Person{d.Owner}
	err := d.DB.View(func(tx *kv.Tx) error {
		admitted, err := d.People.All(tx)
		persons = append(persons, admitted...)
		return err
	})
	if err != nil {
		return Viewer{}, err
	}
	if as == "" {
		as = string(d.Owner.ID)
	}
	known := []string{}
	for _, p := range persons {
		known = append(known, called(p))
		if string(p.ID) == as {
			return viewerOf(p), nil
		}
	}
	for _, p := range persons {
		if as == string(p.Scope()) {
			return Viewer{As: as, View: person.Only(p.Scope())}, nil
		}
	}
	if as == string(person.ScopeShared) {
		return Viewer{As: as, View: person.Only(person.ScopeShared)}, nil
	}
	named := slices.DeleteFunc(persons, func(p person.Person) bool { return text.Fold(p.Name) != text.Fold(as) })
	if len(named) == 1 {
		return viewerOf(named[0]), nil
	}
	return Viewer{}, &Problem{Code: UnknownPerson, About: as, Known: append(known, string(person.ScopeShared))}
}

// called is a person's id, with the name where that says more.
func called(p person.Person) string {
	if p.Name == "" || text.Fold(p.Name) == text.Fold(string(p.ID)) {
		return string(p.ID)
	}
	return string(p.ID) + " (" + p.Name + ")"
}

func viewerOf(p person.Person) Viewer {
	return Viewer{As: string(p.ID), View: person.ViewOf(p), Conv: ConversationOf(p)}
}

// ListQuery narrows a list. The zero value asks for everything.
type ListQuery struct {
	Status   memory.Status   // "": any
	Category memory.Category // "": any
	Limit    int             // most memories, the newest; 0: no limit
}

// List gives records and pieces of files, the newest first, and how many there
// are without the limit.
func (d Desk) List(ctx context.Context, v Viewer, q ListQuery) (list []Memory, total int, err error) {
	all, err := d.all(ctx, v.View)
	if err != nil {
		return nil, 0, err
	}
	list = []Memory{}
	for _, m := range slices.Backward(all) {
		if q.Status != "" && m.Status != q.Status || q.Category != "" && m.Category != q.Category {
			continue
		}
		if total++; q.Limit == 0 || len(list) < q.Limit {
			list = append(list, m)
		}
	}
	return list, total, nil
}

// all are the records and the pieces of files of a view, oldest first.
func (d Desk) all(ctx context.Context, view person.View) ([]Memory, error) {
	records, err := d.Ledger.List(view, "")
	if err != nil {
		return nil, err
	}
	all := make([]Memory, len(records))
	for i, r := range records {
		all[i] = recordMemory(r)
	}
	pieces, err := d.pieces(ctx, view)
	if err != nil {
		return nil, err
	}
	all = append(all, pieces...)
	slices.SortStableFunc(all, func(a, b Memory) int { return a.CreatedAt.Compare(b.CreatedAt) })
	shorten(all)
	return all, nil
}

// pieces are those of the files of a view.
func (d Desk) pieces(ctx context.Context, view person.View) (all []Memory, err error) {
	for _, scope := range view.Scopes() {
		err := d.Library.Scan(ctx, scope, func(f library.File) bool {
			for _, c := range f.Chunks {
				m := recordMemory(c)
				m.Path = f.Path
				all = append(all, m)
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// minShort is how much of an id is shown at least.
const minShort = 8

// shorten gives each memory the shortest beginning of its id, of minShort
// characters or more, that tells it from the others.
func shorten(all []Memory) {
	order := make([]*Memory, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	slices.SortFunc(order, func(a, b *Memory) int { return strings.Compare(a.ID, b.ID) })
	for i, m := range order {
		n := minShort
		if i > 0 {
			n = max(n, common(m.ID, order[i-1].ID)+1)
		}
		if i+1 < len(order) {
			n = max(n, common(m.ID, order[i+1].ID)+1)
		}
		m.Short = strings.TrimRight(m.ID[:min(n, len(m.ID))], "-")
	}
}

// common is the length of the beginning that two ids share.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// ProblemCode says why something cannot be done.
type ProblemCode string

// The codes.
const (
	UnknownPerson ProblemCode = "unknown_person" // Known are the persons and scopes there are
	UnknownMemory ProblemCode = "unknown_memory"
	ManyMemories  ProblemCode = "many_memories" // Known are ids that begin like that
	InFileOnly    ProblemCode = "in_file"       // a piece of a file changes with the file
	InDiaryOnly   ProblemCode = "in_diary"      // a line cannot be forgotten or restored
	UnknownTurn   ProblemCode = "unknown_turn"
	ManyTurns     ProblemCode = "many_turns" // Known are ids that begin like that
	NoTurn        ProblemCode = "no_turn"    // there is none yet
	ServerAway    ProblemCode = "server_away"
	ChromaUnset   ProblemCode = "no_chroma"
	NowhereSaid   ProblemCode = "nowhere_said" // no memory has such words
	UnknownJob    ProblemCode = "unknown_job"  // Known are those there are
	AbsentJob     ProblemCode = "absent_job"   // only a companion that runs has it
	RunningJob    ProblemCode = "running_job"
)

// Problem is something the owner asked for that cannot be; whoever shows it
// puts it into words.
type Problem struct {
	Code  ProblemCode `json:"code"`
	About string      `json:"about"` // what was asked for
	Known []string    `json:"known,omitempty"`
	// Why is told instead of Known where it is a text of its own.
	Why *catalog.Message `json:"why,omitempty"`
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%s: %s (%s)", strings.ReplaceAll(string(p.Code), "_", " "), p.About, strings.Join(p.Known, ", "))
}
