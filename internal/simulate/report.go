package simulate

import (
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/state"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Version is the format of a Report. Members are added without a new one.
const Version = 1

// Report is what happened. Its JSON is stable: with the scripted model it
// differs between two runs of the same script by the members of Took alone.
type Report struct {
	Version int       `json:"version"`
	Model   string    `json:"model"` // scripted, or the name of the real one
	Seed    uint64    `json:"seed"`
	Zone    string    `json:"zone"` // at the beginning
	From    time.Time `json:"from"`
	To      time.Time `json:"to"`
	Days    int       `json:"days"`

	Events    []Entry    `json:"events"`   // in the order of their times
	Jobs      []JobSum   `json:"jobs"`     // each kind once; those of the hour that did nothing are no events
	Policy    Policy     `json:"policy"`   // of what is said unasked
	Sends     []Sent     `json:"sends"`    // that answer nothing, with why they were said
	Refusals  []Refusal  `json:"refusals"` // what was not said unasked, then or at all, and why
	Thoughts  []Thinking `json:"thoughts"`
	FollowUps []Matter   `json:"follow_ups"`
	Memory    []DayCount `json:"memory"`   // at the end of each day
	Salience  []Curve    `json:"salience"` // of a few records
	Questions []Answered `json:"questions"`
	Originals Originals  `json:"originals"`
	Audit     ops.Audit  `json:"audit"`
	Asked     int        `json:"asked"` // requests that the scripted model got
	Home      string     `json:"home,omitempty"`

	Took Took `json:"took"`
}

// EntryKind is what sort of thing happened.
type EntryKind string

// The kinds of entries; those of events of the script are their names.
const (
	Talk     EntryKind = "talk"      // words and replies of one hour of a conversation
	Job      EntryKind = "job"       // a run of the heart
	Saved    EntryKind = "saved"     // a record was made
	Archived EntryKind = "archived"  // a record went out of use
	Replaced EntryKind = "replaced"  // another record says what holds now
	Unasked  EntryKind = "sent"      // a message that answers nothing was delivered
	Held     EntryKind = "held"      // one waits until it may be said
	Dropped  EntryKind = "dropped"   // one is not said at all
	Thought  EntryKind = "thought"   // the companion thought by itself
	FollowUp EntryKind = "follow_up" // what is to be asked about was made, raised or settled
	Notice   EntryKind = "notice"    // the companion said without its model why it is late
	Back     EntryKind = "back"      // what was down, or the program, is there again
)

// Entry is one thing that happened.
type Entry struct {
	At      time.Time      `json:"at"`
	Kind    EntryKind      `json:"kind"`
	Name    string         `json:"name,omitempty"` // of the job, of what is down, of the one who talks
	Channel string         `json:"channel,omitempty"`
	What    string         `json:"what,omitempty"` // the kind of a message, the outcome of a thought, how far a follow-up is
	Text    string         `json:"text,omitempty"` // the first words, what is remembered, or what came of it
	Why     string         `json:"why,omitempty"`  // the due time of a job, the source of a record, the reason of its end or of a decision
	Until   time.Time      `json:"until,omitzero"` // a message is held
	Said    int            `json:"said,omitempty"`
	Replied int            `json:"replied,omitempty"`
	Counts  map[string]int `json:"counts,omitempty"` // of a job: its funnel
	Error   string         `json:"error,omitempty"`

	order int  // of what happened at the same time
	empty bool // a run of what is tried all the time, of which nothing came
}

// JobSum is what became of a kind of job over the whole time.
type JobSum struct {
	Name   string         `json:"name"`
	Runs   int            `json:"runs"`
	Failed int            `json:"failed"`
	Counts map[string]int `json:"counts,omitempty"`
}

// Policy is how restrained the companion was.
type Policy struct {
	Enabled    bool   `json:"enabled"`
	From       string `json:"from"` // of the active hours
	To         string `json:"to"`
	PerDay     int    `json:"per_day"`
	GapMinutes int    `json:"gap_minutes"`
	Unanswered int    `json:"unanswered"` // in a row
}

// Sent is one message that answers nothing.
type Sent struct {
	At      time.Time `json:"at"`
	Channel string    `json:"channel"`
	To      string    `json:"to"` // "" the owner
	Text    string    `json:"text"`
	Kind    string    `json:"kind,omitempty"` // as governor.Kind; "" where no wish and no reminder led to it
	Topic   string    `json:"topic,omitempty"`
	Cause   string    `json:"cause,omitempty"` // in the companion's words
	Why     string    `json:"why,omitempty"`   // as governor.Reason
	Made    time.Time `json:"made,omitzero"`   // when it was wished for
	// Figures are what the decision stood on; none of a reminder.
	Figures *governor.Figures `json:"figures,omitempty"`

	Due   time.Time `json:"due,omitzero"`     // of a reminder
	LateS int       `json:"late_s,omitempty"` // of a reminder: seconds from due to delivered
	Count int       `json:"count,omitempty"`  // of a reminder: due times that it stands for

	id    turn.ID
	entry int // among the events
}

// Refusal is a decision that something is not said, now or at all.
type Refusal struct {
	At      time.Time         `json:"at"`
	To      string            `json:"to"`   // "" the owner
	What    string            `json:"what"` // as governor.Kind
	Topic   string            `json:"topic,omitempty"`
	Text    string            `json:"text"`
	Cause   string            `json:"cause,omitempty"`
	How     string            `json:"how"`            // held or dropped
	Why     string            `json:"why"`            // as governor.Reason
	Until   time.Time         `json:"until,omitzero"` // held at least until then
	Figures *governor.Figures `json:"figures"`
}

// Thinking is one time that the companion thought by itself.
type Thinking struct {
	At      time.Time `json:"at"`
	Outcome string    `json:"outcome"` // as state.Outcome
	Text    string    `json:"text"`
	Why     string    `json:"why,omitempty"`
	Tools   []string  `json:"tools,omitempty"`
}

// Matter is something that the companion means to ask about.
type Matter struct {
	Person  string              `json:"person,omitempty"` // "" the owner
	About   string              `json:"about"`
	Words   string              `json:"words"`
	Kind    string              `json:"kind"`
	Since   time.Time           `json:"since"`
	From    time.Time           `json:"from"` // when it may be raised
	To      time.Time           `json:"to"`
	State   state.FollowUpState `json:"state"` // at the end
	Raised  time.Time           `json:"raised,omitzero"`
	Settled time.Time           `json:"settled,omitzero"`
	Outcome string              `json:"outcome,omitempty"`
}

// DayCount is how much is remembered at the end of a day.
type DayCount struct {
	Day       string                `json:"day"`
	Lines     int                   `json:"lines"` // said and answered on that day
	Sends     int                   `json:"sends"` // unasked, without reminders
	Reminders int                   `json:"reminders"`
	Held      int                   `json:"held"` // decisions to hold a message
	Dropped   int                   `json:"dropped"`
	Thoughts  int                   `json:"thoughts"`
	ByStatus  map[memory.Status]int `json:"by_status"`
	ByLevel   map[memory.Level]int  `json:"by_level"` // of the active ones
	ByTerm    map[memory.Term]int   `json:"by_term"`  // of the active ones
}

// Curve is how much one record mattered at the end of each day.
type Curve struct {
	Text   string    `json:"text"`
	Day    string    `json:"day"`    // the first
	Scores []float64 `json:"scores"` // a day each, 0–1; 0 once it is out of use
}

// Answered is what the memory brought for a question, before the nights that
// follow the day on which the last of it was told, and at the end.
type Answered struct {
	Question string `json:"question"`
	Want     string `json:"want"`
	Before   Recall `json:"before"`
	After    Recall `json:"after"`
}

// Recall is what was found.
type Recall struct {
	At       time.Time `json:"at"`
	Rank     int       `json:"rank"`     // of the first hit with the words; 0: none has them
	Evidence bool      `json:"evidence"` // a hit is, or was made of, a line that tells it
	Hits     []string  `json:"hits"`
}

// Originals says whether the diary has what was said.
type Originals struct {
	Said int `json:"said"` // by people
	Kept int `json:"kept"` // of these: byte for byte
}

// Took is how long it took, by the machine's clock.
type Took struct {
	WallMS int64 `json:"wall_ms"`
	Jumps  int   `json:"jumps"` // of the clock
}
