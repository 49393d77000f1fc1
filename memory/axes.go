package memory

// Axes is how much a record matters, in seven respects, each 0–1. These are
// base values: they are stored as they were judged and never faded; package
// salience weighs and fades them for a time. Importance is the record's
// Strength under another name, and Normalise keeps the two equal.
type Axes struct {
	Importance   float64 `json:"importance,omitempty"`   // lasting value
	Risk         float64 `json:"risk,omitempty"`         // harm if it is forgotten or wrong: health, money, promises
	Utility      float64 `json:"utility,omitempty"`      // helps a later reply or decision
	Relationship float64 `json:"relationship,omitempty"` // concerns the bond or a close person
	Emotion      float64 `json:"emotion,omitempty"`      // how strong, whether glad or sad
	Urgency      float64 `json:"urgency,omitempty"`      // something must be done soon
	Novelty      float64 `json:"novelty,omitempty"`      // new against what is stored
}

// Clamped is the axes with every one in 0–1; what is no number becomes 0.
func (a Axes) Clamped() Axes {
	return Axes{
		Importance: share(a.Importance), Risk: share(a.Risk), Utility: share(a.Utility),
		Relationship: share(a.Relationship), Emotion: share(a.Emotion), Urgency: share(a.Urgency),
		Novelty: share(a.Novelty),
	}
}

// Outcome is how what a record tells went.
type Outcome string

// The outcomes; "" is none. What Normalise does not know becomes none.
const (
	OutcomeNone     Outcome = ""
	OutcomePositive Outcome = "positive"
	OutcomeNegative Outcome = "negative"
	OutcomePending  Outcome = "pending" // it is not known yet
)

// Outcomes lists those that say something.
func Outcomes() []Outcome { return []Outcome{OutcomePositive, OutcomeNegative, OutcomePending} }
