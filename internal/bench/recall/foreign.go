package recall

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/memory/priming"
)

// Foreign is how the gate does: what it lets through of questions that the
// memory cannot answer, and what it costs those that it can. Each row holds the
// shares for Strictness, in the same order.
type Foreign struct {
	// Strictness is by how much more is asked than usual of what a search
	// found; 1 is the usual gate.
	Strictness []float64    `json:"strictness"`
	Let        []ForeignRow `json:"let"`  // share of the questions that bring anything to mind
	Cost       []ForeignRow `json:"cost"` // recall at ten that is lost
}

// ForeignRow is questions that were put to a memory.
type ForeignRow struct {
	Questions string    `json:"questions"` // the set they come from
	Memory    string    `json:"memory"`    // the set whose memory was asked
	N         int       `json:"n"`
	Shares    []float64 `json:"shares"`
}

// strictness are the rows of the table.
func strictness() []float64 { return []float64{0.6, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2} }

// stranger is how many conversations further the memory of strangers is.
const stranger = 3

// MeasureGate puts the questions of each set to their own memory, to that of
// another conversation of their set, and to those of all other sets, but for
// questions whose answer happens to stand there. It needs an embedder.
func MeasureGate(ctx context.Context, sets []Set, o Options) (Foreign, error) {
	out := Foreign{Strictness: strictness()}
	g := gauge{memories: make([][]*corpus, len(sets)), texts: make([][]map[string]bool, len(sets)), sets: sets}
	for i := range sets {
		e, err := embed(ctx, sets[i], o) // of all turns, and of the questions that are asked
		if err != nil {
			return out, err
		}
		for _, c := range sets[i].Conversations {
			m, err := newCorpus(ctx, c, e)
			if err != nil {
				return out, err
			}
			texts := map[string]bool{}
			for _, t := range c.Turns {
				texts[t.Text] = true
			}
			g.memories[i], g.texts[i] = append(g.memories[i], m), append(g.texts[i], texts)
		}
		g.vectors = append(g.vectors, e)
	}
	for i := range sets {
		own, err := g.row(ctx, i, i, 0, o)
		if err != nil {
			return out, err
		}
		out.Cost = append(out.Cost, own)
		for j := range sets {
			far := 0
			if i == j {
				far = stranger
			}
			if i == j && len(sets[i].Conversations) == 1 {
				continue
			}
			let, err := g.row(ctx, i, j, far, o)
			if err != nil {
				return out, err
			}
			if let.N > 0 {
				out.Let = append(out.Let, let)
			}
		}
	}
	return out, nil
}

// gauge holds the memories of all sets.
type gauge struct {
	sets     []Set
	memories [][]*corpus
	texts    [][]map[string]bool
	vectors  []*embedded
}

// row puts the questions of one set to the memories of one. Those of a
// conversation go to the one that is far further; with far 0 to its own.
func (g gauge) row(ctx context.Context, from, to, far int, o Options) (ForeignRow, error) {
	own := from == to && far == 0
	row := ForeignRow{Questions: g.sets[from].Name, Memory: g.sets[to].Name, Shares: make([]float64, len(strictness()))}
	asked := g.sets[from].limited(o.Limit)
	for i, c := range asked.Conversations {
		at := (i + far) % len(g.memories[to])
		texts := map[string]string{}
		for _, t := range c.Turns {
			texts[t.ID] = t.Text
		}
		for n, q := range c.Questions {
			if err := ctx.Err(); err != nil {
				return row, err
			}
			if from != to && len(asked.Conversations) == 1 { // spread over all memories
				at = n % len(g.memories[to])
			}
			there := slices.ContainsFunc(q.Evidence, func(id string) bool { return g.texts[to][at][texts[id]] })
			if len(q.Evidence) == 0 || there != own {
				continue
			}
			if !own {
				q.At = g.memories[to][at].last
			}
			if err := g.ask(ctx, g.memories[to][at], q, g.vectors[from], own, &row); err != nil {
				return row, err
			}
		}
	}
	for i := range row.Shares {
		row.Shares[i] /= float64(max(row.N, 1))
	}
	o.Progress(row.Questions+" to "+row.Memory, "gate", row.N, row.N)
	return row, nil
}

// ask adds one question to a row: what is lost where the memory is its own,
// else whether it brings anything to mind.
func (g gauge) ask(ctx context.Context, m *corpus, q Question, e *embedded, own bool, row *ForeignRow) error {
	a, err := m.ask(ctx, q, e)
	if err != nil {
		return err
	}
	ranked := priming.Rank(a.look, priming.Usual())
	worth := 1.0
	if own {
		hits, _ := score(q, ranked)
		worth = float64(hits[1]) / float64(len(q.Evidence))
	}
	row.N++
	for i, s := range strictness() {
		gate := priming.UsualGate()
		gate.Personal, gate.Other = s*gate.Personal, s*gate.Other
		if gate.Judge(a.look, ranked).Open != own {
			row.Shares[i] += worth
		}
	}
	return nil
}

// Table writes the rows as a Markdown table, shares in percent.
func (f Foreign) Table(w io.Writer) {
	fmt.Fprint(w, "## The gate: foreign questions let through, recall at ten lost\n\n| asks for | n |")
	for _, s := range f.Strictness {
		fmt.Fprintf(w, " %g |", s)
	}
	fmt.Fprintf(w, "\n|---|---|%s\n", strings.Repeat("---|", len(f.Strictness)))
	line := func(name string, r ForeignRow) {
		fmt.Fprintf(w, "| %s | %d |", name, r.N)
		for _, s := range r.Shares {
			fmt.Fprintf(w, " %.1f |", 100*s)
		}
		fmt.Fprintln(w)
	}
	for _, r := range f.Let {
		name := r.Questions + " asked of " + r.Memory
		if r.Questions == r.Memory {
			name = r.Questions + " asked of strangers"
		}
		line(name+": let through", r)
	}
	for _, r := range f.Cost {
		line(r.Questions+": lost", r)
	}
	fmt.Fprintln(w)
}
