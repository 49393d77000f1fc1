package salience

import (
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/heuristics"
)

// The usual axes of a new record, by what it is about and by why it was made.
// They are a judgement, made so that no default protects a record by itself
// (risk stays under 0.7) and that a record of three stars starts at a
// composite between 0.33 and 0.5. Importance stands nowhere here: it is the
// strength of the record.
var (
	byCategory = map[memory.Category]memory.Axes{
		memory.AboutSensei:    {Risk: 0.3, Utility: 0.6, Relationship: 0.7, Emotion: 0.4, Urgency: 0.1, Novelty: 0.5},
		memory.Conversation:   {Risk: 0.1, Utility: 0.3, Relationship: 0.4, Emotion: 0.4, Urgency: 0.1, Novelty: 0.5},
		memory.Knowledge:      {Risk: 0.2, Utility: 0.7, Relationship: 0.1, Emotion: 0.1, Urgency: 0.0, Novelty: 0.5},
		memory.Observation:    {Risk: 0.2, Utility: 0.4, Relationship: 0.4, Emotion: 0.3, Urgency: 0.1, Novelty: 0.5},
		memory.SelfReflection: {Risk: 0.2, Utility: 0.5, Relationship: 0.4, Emotion: 0.4, Urgency: 0.1, Novelty: 0.4},
	}
	byHeuristic = map[heuristics.Kind]memory.Axes{
		heuristics.Preference:     {Risk: 0.2, Utility: 0.7, Relationship: 0.6, Emotion: 0.5, Urgency: 0.0, Novelty: 0.6},
		heuristics.Decision:       {Risk: 0.4, Utility: 0.7, Relationship: 0.3, Emotion: 0.3, Urgency: 0.4, Novelty: 0.6},
		heuristics.Definition:     {Risk: 0.2, Utility: 0.7, Relationship: 0.1, Emotion: 0.1, Urgency: 0.0, Novelty: 0.5},
		heuristics.Disambiguation: {Risk: 0.1, Utility: 0.6, Relationship: 0.1, Emotion: 0.0, Urgency: 0.4, Novelty: 0.3},
		heuristics.Explicit:       {Risk: 0.5, Utility: 0.7, Relationship: 0.4, Emotion: 0.3, Urgency: 0.2, Novelty: 0.6},
	}
)

// OfCategory is the usual axes of a record of a category, without importance;
// of an unknown category those of memory.Conversation.
func OfCategory(c memory.Category) memory.Axes {
	if a, ok := byCategory[c]; ok {
		return a
	}
	return byCategory[memory.Conversation]
}

// OfHeuristic is the usual axes of a record that a heuristic made, without
// importance; of an unknown one those of memory.Conversation.
func OfHeuristic(k heuristics.Kind) memory.Axes {
	if a, ok := byHeuristic[k]; ok {
		return a
	}
	return byCategory[memory.Conversation]
}
