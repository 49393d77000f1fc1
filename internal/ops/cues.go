package ops

import (
	"context"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/cues"
	"github.com/kokoron/kokoron/memory/index"
)

// BadCue says that cues cannot be read.
const BadCue ProblemCode = "bad_cue"

// Cued is what was found by cues, and what it took. Its JSON fields are stable.
type Cued struct {
	Examined int      `json:"examined"` // entries of lists that were looked at
	FullScan int      `json:"fullScan"` // how many a look at every record would have been
	Total    int      `json:"total"`    // without the limit
	Memories []Memory `json:"memories"` // the oldest first
}

// Cuer finds by cues; *index.Index.
type Cuer interface {
	Cues(view person.View, q cues.Query) index.Cued
}

// Cues finds the records and pieces of files that have all of some cues
// (cues.Parse), the oldest first, at most limit of them (0: no limit). Errors in
// the cues are *Problem.
func (d Desk) Cues(ctx context.Context, v Viewer, ix Cuer, pairs []string, limit int) (Cued, error) {
	q, err := cues.Parse(pairs...)
	if err != nil {
		return Cued{}, &Problem{Code: BadCue, About: err.Error()}
	}
	got := ix.Cues(v.View, q)
	out := Cued{Examined: got.Examined, FullScan: got.FullScan, Total: len(got.Units), Memories: []Memory{}}
	var pieces []string
	for _, u := range got.Units {
		if limit > 0 && len(out.Memories) == limit {
			break
		}
		out.Memories = append(out.Memories, recordMemory(*u.Record))
		if u.Record.Source == memory.FromFile {
			pieces = append(pieces, u.ID)
		}
	}
	if len(pieces) > 0 { // only the files know where they stand
		known, err := d.lookUp(ctx, v.View, pieces)
		if err != nil {
			return Cued{}, err
		}
		for i, m := range out.Memories {
			out.Memories[i].Path = known[m.ID].Path
		}
	}
	return out, nil
}
