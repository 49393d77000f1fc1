// Package memory is the rules of what the companion remembers: what a record
// is, what makes one valid, which records answer a question, and how what a search
// finds is weighed: fusion, neighbours, cues, gate, spreading.
//
// Everything here is pure: no I/O, no state, the time is an argument. Who may
// see which record is decided by the stores, which read only the scopes of a
// person.View; nothing here widens that.
package memory

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Type is what kind of memory a record is.
type Type string

// The types.
const (
	Episodic   Type = "episodic"   // something that happened
	Semantic   Type = "semantic"   // a fact
	Procedural Type = "procedural" // how something is done
)

// Category is what a record is about, as the tools speak.
type Category string

// The categories. An unknown one becomes Conversation.
const (
	AboutSensei    Category = "about_sensei" // the owner
	Conversation   Category = "conversation"
	Knowledge      Category = "knowledge"
	Observation    Category = "observation"
	SelfReflection Category = "self_reflection"
)

// Categories lists them in the order they are offered.
func Categories() []Category {
	return []Category{AboutSensei, Conversation, Knowledge, Observation, SelfReflection}
}

// Level is how far a record is from what was said, from raw words to a policy.
type Level string

// The levels, lowest first.
const (
	Raw       Level = "raw"
	Summary   Level = "summary"
	Pattern   Level = "pattern"
	Principle Level = "principle"
	Policy    Level = "policy"
)

// Term is how long a record is meant to last.
type Term string

// The terms.
const (
	Short Term = "short" // ends at ValidUntil
	Long  Term = "long"
)

// Trust is whose word a record is.
type Trust string

// The degrees of trust, highest first.
const (
	TrustOwner     Trust = "owner"
	TrustPerson    Trust = "person"
	TrustModel     Trust = "model"
	TrustUntrusted Trust = "untrusted"
)

// Source is how a record came to be.
type Source string

// The sources.
const (
	FromTool        Source = "tool"
	FromHeuristic   Source = "heuristic"
	FromEncode      Source = "encode"
	FromConsolidate Source = "consolidate"
	FromFile        Source = "file"
	FromImport      Source = "import"
	FromThought     Source = "thought"
)

// Status says whether a record is in use.
type Status string

// The states. Only active records are recalled; the others stay.
const (
	Active     Status = "active"
	Superseded Status = "superseded" // another record says what holds now
	Archived   Status = "archived"   // can be restored
)

// Soul is how far a record has come on its way into the character.
type Soul string

// The steps; "" is none.
const (
	SoulNone      Soul = ""
	SoulCandidate Soul = "candidate"
	SoulApproved  Soul = "approved"
	SoulRejected  Soul = "rejected"
	SoulExported  Soul = "exported"
)

// Record is one memory.
type Record struct {
	ID       turn.ID  `json:"id"`
	Type     Type     `json:"type"`
	Category Category `json:"category"`
	Level    Level    `json:"level"`
	Term     Term     `json:"term"`

	Content  string   `json:"content"`
	Subject  string   `json:"subject,omitempty"`
	Language string   `json:"language,omitempty"` // "ja", "en", "zh"
	Tags     []string `json:"tags,omitempty"`

	Stars      int     `json:"stars"`      // 1–5, as the tools speak
	Strength   float64 `json:"strength"`   // 0–1, for archiving; a base value, never stored faded
	Confidence float64 `json:"confidence"` // 0–1
	Salience   Axes    `json:"salience,omitzero"`

	Actors  []string `json:"actors,omitempty"`  // who takes part in it: ids of persons where they are known, else names
	Outcome Outcome  `json:"outcome,omitempty"` // how it went

	// How often it came to mind: recalled into a prompt, and used, which is
	// that its content showed in the reply.
	Retrieved    int       `json:"retrieved,omitempty"`
	Used         int       `json:"used,omitempty"`
	LastAccessed time.Time `json:"last_accessed,omitzero"` // the last of these; zero: never

	OccurredAt time.Time `json:"occurred_at"` // when what it tells happened
	ValidFrom  time.Time `json:"valid_from"`
	ValidUntil time.Time `json:"valid_until,omitzero"` // zero: open
	CreatedAt  time.Time `json:"created_at"`

	Scope    person.Scope `json:"scope"`              // whose memory it is
	Audience []person.ID  `json:"audience,omitempty"` // who may be told; empty: whoever sees the scope

	Trust        Trust     `json:"trust"`
	Source       Source    `json:"source"`
	Provenance   []turn.ID `json:"provenance,omitempty"` // diary lines and records it came from
	Status       Status    `json:"status"`
	SupersededBy turn.ID   `json:"superseded_by,omitempty"`
	Soul         Soul      `json:"soul,omitempty"`
	SoulReason   string    `json:"soul_reason,omitempty"` // why it was proposed for the character

	// Why and since when an archived record is out of use.
	Reason     string    `json:"reason,omitempty"`
	ArchivedAt time.Time `json:"archived_at,omitzero"`
}

// The limits of a record, in runes where it is text.
const (
	MaxContent  = 2000
	MaxSubject  = 200
	MaxTag      = 50
	MaxTags     = 20
	MaxActor    = 64
	MaxActors   = 20
	MinStars    = 1
	MaxStars    = 5
	UsualStars  = 3
	starsOfSoul = 5 // such a record is a candidate for the character
)

// ErrRecord is what every error of Normalise is.
var ErrRecord = errors.New("record cannot be stored")

// Normalise returns the record as it is stored at now: texts trimmed, stars,
// shares and counts clamped to their ranges (no stars: 3), an unknown category
// made Conversation, an unknown outcome none, the importance axis made equal
// to the strength, what is left open (shares that are no number or below 0
// too) filled with the usual value; doing it again changes nothing. It errs with
// ErrRecord, naming the field and the limit, where no good value can be
// guessed: the content is empty, not UTF-8 or longer than 2,000 runes, or id
// or scope are missing.
func (r Record) Normalise(now time.Time) (Record, error) {
	r.Content = strings.TrimSpace(r.Content)
	r.Subject = strings.TrimSpace(r.Subject)
	r.Tags, r.Actors = cleanTags(r.Tags), distinct(r.Actors)
	if err := r.check(); err != nil {
		return r, err
	}
	if !slices.Contains(Categories(), r.Category) {
		r.Category = Conversation
	}
	if r.Stars == 0 {
		r.Stars = UsualStars
	}
	r.Stars = min(max(r.Stars, MinStars), MaxStars)
	r.Strength = usual(usual(share(r.Strength), share(r.Salience.Importance)), float64(r.Stars)/MaxStars)
	r.Confidence = usual(share(r.Confidence), 1)
	r.Salience = r.Salience.Clamped()
	r.Salience.Importance = r.Strength
	if !slices.Contains(Outcomes(), r.Outcome) {
		r.Outcome = OutcomeNone
	}
	r.Retrieved, r.Used = max(r.Retrieved, 0), max(r.Used, 0)
	r.Type = usual(r.Type, Semantic)
	r.Level = usual(r.Level, Raw)
	r.Term = usual(r.Term, Long)
	r.Status = usual(r.Status, Active)
	r.Trust = usual(r.Trust, TrustModel)
	r.CreatedAt = usual(r.CreatedAt, now)
	r.OccurredAt = usual(r.OccurredAt, r.CreatedAt)
	r.ValidFrom = usual(r.ValidFrom, r.OccurredAt)
	if r.Stars == starsOfSoul && r.Soul == SoulNone {
		r.Soul = SoulCandidate
	}
	return r, nil
}

func (r Record) check() error {
	var wrong string
	switch {
	case r.ID == "":
		wrong = "id: missing"
	case r.Scope == "":
		wrong = "scope: missing"
	case r.Content == "":
		wrong = "content: empty, say in one sentence what to remember"
	case !utf8.ValidString(r.Content) || !utf8.ValidString(r.Subject):
		wrong = "content: not valid UTF-8"
	case utf8.RuneCountInString(r.Content) > MaxContent:
		wrong = fmt.Sprintf("content: %d characters, at most %d: save the essence or several records",
			utf8.RuneCountInString(r.Content), MaxContent)
	case utf8.RuneCountInString(r.Subject) > MaxSubject:
		wrong = fmt.Sprintf("subject: %d characters, at most %d", utf8.RuneCountInString(r.Subject), MaxSubject)
	default:
		wrong = cmp.Or(limited("tags", r.Tags, MaxTags, MaxTag), limited("actors", r.Actors, MaxActors, MaxActor))
	}
	if wrong != "" {
		return fmt.Errorf("%w: %s", ErrRecord, wrong)
	}
	return nil
}

// limited says what is wrong with a list of at most most texts of at most
// runes characters each; "" for nothing.
func limited(field string, list []string, most, runes int) string {
	if len(list) > most {
		return fmt.Sprintf("%s: %d, at most %d", field, len(list), most)
	}
	for _, s := range list {
		if n := utf8.RuneCountInString(s); n > runes {
			return fmt.Sprintf("%s: one of %d characters, at most %d", field, n, runes)
		}
		if !utf8.ValidString(s) {
			return field + ": not valid UTF-8"
		}
	}
	return ""
}

// Why time archives a record.
const (
	FadedReason   = "faded"
	ExpiredReason = "expired"
)

// Forgotten reports whether somebody wanted the record to be no longer
// recalled. What time alone has archived, the words still tell.
func (r Record) Forgotten() bool {
	return r.Status == Archived && r.Reason != FadedReason && r.Reason != ExpiredReason
}

// cleanTags trims tags and leaves out empty and repeated ones.
func cleanTags(tags []string) []string {
	bare := make([]string, len(tags))
	for i, t := range tags {
		bare[i] = strings.TrimLeft(strings.TrimSpace(t), "#")
	}
	return distinct(bare)
}

// distinct trims texts and leaves out empty and repeated ones.
func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		s = strings.TrimSpace(s)
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// usual is v, or def where v is not set.
func usual[V comparable](v, def V) V {
	var unset V
	if v == unset {
		return def
	}
	return v
}

// share clamps to 0–1; what is no number becomes 0.
func share(f float64) float64 {
	if f != f {
		return 0
	}
	return min(max(f, 0), 1)
}
