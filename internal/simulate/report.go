package simulate

import (
	"time"

	"github.com/kokoron/kokoron/internal/ops"
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
	Sends     []Sent     `json:"sends"`    // that nobody had asked for
	Refusals  []Refusal  `json:"refusals"` // what was not said unasked, and why
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
	Talk     EntryKind = "talk"     // words and replies of one hour of a conversation
	Job      EntryKind = "job"      // a run of the heart
	Saved    EntryKind = "saved"    // a record was made
	Archived EntryKind = "archived" // a record went out of use
	Replaced EntryKind = "replaced" // another record says what holds now
	Unasked  EntryKind = "sent"     // a message that nobody had asked for was delivered
	Notice   EntryKind = "notice"   // the companion said without its model why it is late
	Back     EntryKind = "back"     // what was down, or the program, is there again
)

// Entry is one thing that happened.
type Entry struct {
	At      time.Time      `json:"at"`
	Kind    EntryKind      `json:"kind"`
	Name    string         `json:"name,omitempty"` // of the job, of what is down, of the one who talks
	Channel string         `json:"channel,omitempty"`
	Text    string         `json:"text,omitempty"` // the first words, what is remembered, or what came of it
	Why     string         `json:"why,omitempty"`  // the due time of a job, the source of a record, the reason of its end
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

// Sent is one message that nobody had asked for.
type Sent struct {
	At      time.Time `json:"at"`
	Channel string    `json:"channel"`
	To      string    `json:"to"`
	Text    string    `json:"text"`
}

// Refusal is something that was not said.
type Refusal struct {
	At   time.Time `json:"at"`
	What string    `json:"what"` // the kind and what it was about
	How  string    `json:"how"`  // held or dropped
	Why  string    `json:"why"`
}

// DayCount is how much is remembered at the end of a day.
type DayCount struct {
	Day      string                `json:"day"`
	Lines    int                   `json:"lines"` // said and answered on that day
	Sends    int                   `json:"sends"` // unasked, on that day
	ByStatus map[memory.Status]int `json:"by_status"`
	ByLevel  map[memory.Level]int  `json:"by_level"` // of the active ones
	ByTerm   map[memory.Term]int   `json:"by_term"`  // of the active ones
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
