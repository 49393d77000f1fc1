package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
)

// hits is how many memories a question may bring.
const hits = 8

// recall asks the memory a question, as a search of the owner's would.
func (w *world) recall(ctx context.Context, q Question) (out Recall, err error) {
	out.At = w.clk.Now()
	var found app.MemoriesFound
	err = w.do(ctx, func(ctx context.Context) error {
		raw, err := w.app.Desk().Do(ctx, "memory search", app.Ask{Text: q.Text, Limit: hits}, func(app.Progress) {})
		if err != nil {
			return fmt.Errorf("line %d: ask the memory: %w", q.Line, err)
		}
		return json.Unmarshal(raw, &found)
	})
	out.Hits = make([]string, len(found.Hits))
	for i, h := range found.Hits {
		out.Hits[i] = text.Excerpt(h.Memory.Text, maxShown)
		if out.Rank == 0 && strings.Contains(text.Fold(h.Memory.Text), text.Fold(q.Want)) {
			out.Rank = i + 1
		}
		if tells(q, h.Memory.At) || slices.ContainsFunc(h.Memory.Provenance, func(id turn.ID) bool { return tells(q, id.Time()) }) {
			out.Evidence = true
		}
	}
	return out, err
}

// tells reports whether something was said when the evidence of a question was.
func tells(q Question, at time.Time) bool {
	return slices.ContainsFunc(q.Evidence, func(e time.Time) bool { return !at.Before(e) && at.Before(e.Add(time.Minute)) })
}

// originals looks for every word that was said in the diary.
func (w *world) originals() error {
	d, err := diary.Open(filepath.Join(w.cfg.Home, "diary"), w.cfg.Zone)
	if err != nil {
		return err
	}
	days, err := d.Days()
	if err != nil {
		return err
	}
	kept := map[string]int{}
	for _, day := range days {
		for l, err := range d.All(day) {
			if err != nil {
				return err
			}
			if l.Role == diary.Person {
				kept[l.Text]++
			}
		}
	}
	for _, s := range w.Script.Steps {
		if s.Words == "" || s.At.After(w.end) {
			continue
		}
		if w.report.Originals.Said++; kept[s.Words] > 0 {
			kept[s.Words]--
			w.report.Originals.Kept++
		}
	}
	return nil
}
