package ops

import (
	"context"

	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/priming"
)

// Hit is a memory that a search found, with its ranks and scores; see
// memory.Candidate.
type Hit struct {
	Score        float64 `json:"score"`
	WordsRank    int     `json:"words_rank"`
	WordsScore   float64 `json:"words_score"`
	MeaningRank  int     `json:"meaning_rank"`
	MeaningScore float64 `json:"meaning_score"`
	Memory       Memory  `json:"memory"`
}

// SearchQuery is what is looked for.
type SearchQuery struct {
	Text     string
	Category memory.Category // of records alone; "": any, and lines too
	Limit    int             // most hits; 0: 5
}

// Search finds what a text is about, best first, ranked as a turn ranks it.
func (d Desk) Search(ctx context.Context, v Viewer, q SearchQuery) ([]Hit, error) {
	if err := d.Index.Wait(ctx); err != nil {
		return nil, err
	}
	found := d.Finder.Search(ctx, v.View, q.Text, priming.SearchOptions{Limit: q.Limit, Category: q.Category, Zone: d.Zone})
	ids := make([]string, len(found))
	for i, h := range found {
		ids[i] = h.Unit.ID
	}
	known, err := d.lookUp(ctx, v.View, ids)
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, len(found))
	for i, h := range found {
		c := h.Candidate
		hits[i] = Hit{
			Score: c.Score, WordsRank: c.WordsRank, WordsScore: c.WordsScore, MeaningRank: c.MeaningRank, MeaningScore: c.MeaningScore,
			Memory: known[h.Unit.ID],
		}
	}
	return hits, nil
}
