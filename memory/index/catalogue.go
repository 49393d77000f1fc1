package index

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/cues"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/lexical"
)

// sessionGap is the silence after which a conversation goes on as another
// session.
const sessionGap = 30 * time.Minute

// catalogue is all units that can be found, with the keyword index over them.
// Its methods may be called from anywhere; who changes it holds Index.order.
type catalogue struct {
	words   *lexical.Index
	cues    *cues.Index
	zone    *time.Location // in which the times of cues count
	version atomic.Uint64  // moves with every change of a record or chunk

	mu      sync.RWMutex
	units   map[string]*entry
	talks   map[talk][]*entry   // the lines of a conversation, in the order of their ids
	derived map[string][]string // id of a line or record → records made from it
	files   map[file][]string   // → ids of its chunks
	ending  map[string]time.Time
	soul    map[string]bool      // ids of the records that are approved for the character
	heirs   map[string]string    // id of a superseded record → what holds in its place
	sizes   map[person.Scope]int // units
	lines   int
}

// entry is a unit and, for a line, the conversation it belongs to.
type entry struct {
	unit memory.Unit
	talk talk
	ref  string // of a reply: the line it answers
}

// ref names a unit and its partition.
type ref struct {
	scope person.Scope
	id    string
}

type talk struct {
	scope person.Scope
	conv  turn.Conv
}

// file is a file of a scope, by its path.
type file struct {
	scope person.Scope
	path  string
}

// newCatalogue is one for about n units.
func newCatalogue(words *lexical.Index, zone *time.Location, n int) *catalogue {
	return &catalogue{
		words: words, cues: cues.New(), zone: zone, units: make(map[string]*entry, n), talks: map[talk][]*entry{},
		derived: map[string][]string{}, files: map[file][]string{}, ending: map[string]time.Time{},
		soul: map[string]bool{}, heirs: map[string]string{}, sizes: map[person.Scope]int{},
	}
}

// addLine makes a line findable; changed is false where it was already or
// where nothing is said in it.
func (c *catalogue) addLine(l diary.Line, speaker string) (changed bool) {
	id := string(l.ID)
	if strings.TrimSpace(l.Text) == "" {
		return false
	}
	e := &entry{
		unit: memory.Unit{ID: id, Scope: l.Scope, Text: l.Text, Speaker: speaker, At: l.At},
		talk: talk{l.Scope, l.Conv}, ref: string(l.Ref),
	}
	c.mu.Lock()
	_, known := c.units[id]
	if !known {
		c.units[id] = e
		c.place(e)
		c.sizes[l.Scope]++
		c.lines++
	}
	c.mu.Unlock()
	if !known {
		c.words.Put(l.Scope, lexical.Unit{ID: id, Speaker: speaker, Text: l.Text})
	}
	return !known
}

// place puts a line into its conversation and says which session it and those
// after it belong to: that of the line before, unless there was a long silence.
// A session has the name of its first line.
func (c *catalogue) place(e *entry) {
	list := c.talks[e.talk]
	i := len(list)
	for i > 0 && list[i-1].unit.ID > e.unit.ID {
		i--
	}
	list = slices.Insert(list, i, e)
	c.talks[e.talk] = list
	for j := i; j < len(list); j++ {
		session := list[j].unit.ID
		if j > 0 && list[j].unit.At.Sub(list[j-1].unit.At).Abs() <= sessionGap {
			session = list[j-1].unit.Session
		}
		if j > i && list[j].unit.Session == session {
			return
		}
		list[j].unit.Session = session
	}
}

// unitOf is a record as it is found.
func unitOf(r memory.Record) memory.Unit {
	return memory.Unit{ID: string(r.ID), Scope: r.Scope, Text: r.Content, At: r.OccurredAt, Record: &r}
}

// searched is the text of a unit for the search by words.
func searched(u memory.Unit) string {
	if u.Record == nil || u.Record.Subject == "" && len(u.Record.Tags) == 0 {
		return u.Text
	}
	return u.Text + "\n" + u.Record.Subject + "\n" + strings.Join(u.Record.Tags, " ")
}

// setRecord makes a record findable as it is now, or takes it out where it is
// no longer in use. changed is whether what it says has changed, or whether it
// came or went.
func (c *catalogue) setRecord(r memory.Record, now time.Time) (changed bool) {
	if r.Status != memory.Active || ended(r.ValidUntil, now) {
		changed = c.remove(string(r.ID))
		c.inherit(r)
		return changed
	}
	u := unitOf(r)
	c.mu.Lock()
	old := c.units[u.ID]
	if old != nil {
		c.unlink(old)
	} else {
		c.sizes[u.Scope]++
	}
	c.units[u.ID] = &entry{unit: u}
	delete(c.heirs, u.ID)
	c.link(r)
	if !r.ValidUntil.IsZero() {
		c.ending[u.ID] = r.ValidUntil
	}
	if r.Soul == memory.SoulApproved || r.Soul == memory.SoulExported {
		c.soul[u.ID] = true
	}
	c.mu.Unlock()
	c.version.Add(1)
	c.words.Put(u.Scope, lexical.Unit{ID: u.ID, Text: searched(u)})
	c.cues.Put(c.zone, r)
	return old == nil || old.unit.Passage() != u.Passage()
}

func ended(until, now time.Time) bool { return !until.IsZero() && !until.After(now) }

// unlink forgets what is known of a unit beside itself.
func (c *catalogue) unlink(e *entry) {
	id := e.unit.ID
	if r := e.unit.Record; r != nil {
		for _, from := range r.Provenance {
			left := slices.DeleteFunc(c.derived[string(from)], func(other string) bool { return other == id })
			if c.derived[string(from)] = left; len(left) == 0 {
				delete(c.derived, string(from))
			}
		}
		delete(c.ending, id)
		delete(c.soul, id)
	}
}

// leave takes an entry out of the units.
func (c *catalogue) leave(e *entry) {
	delete(c.units, e.unit.ID)
	if e.unit.Line() {
		c.lines--
	}
	if c.sizes[e.unit.Scope]--; c.sizes[e.unit.Scope] == 0 {
		delete(c.sizes, e.unit.Scope)
	}
}

// remove takes a record or chunk out.
func (c *catalogue) remove(id string) (changed bool) {
	c.mu.Lock()
	e := c.units[id]
	if e == nil || e.unit.Line() {
		c.mu.Unlock()
		return false
	}
	c.unlink(e)
	c.leave(e)
	c.mu.Unlock()
	c.version.Add(1)
	c.words.Delete(e.unit.Scope, id)
	c.cues.Delete(e.unit.Scope, turn.ID(id))
	return true
}

// setFile makes the chunks of a file those that it has now and gives the ids
// of what changed.
func (c *catalogue) setFile(f file, chunks []memory.Record, now time.Time) (changed []ref) {
	var ids []string
	for _, r := range chunks {
		ids = append(ids, string(r.ID))
		if c.setRecord(r, now) {
			changed = append(changed, ref{r.Scope, string(r.ID)})
		}
	}
	c.mu.Lock()
	old := c.files[f]
	if c.files[f] = ids; len(ids) == 0 {
		delete(c.files, f)
	}
	c.mu.Unlock()
	for _, id := range old {
		if !slices.Contains(ids, id) && c.remove(id) {
			changed = append(changed, ref{f.scope, id})
		}
	}
	return changed
}

// over lists the records whose time is over at now.
func (c *catalogue) over(now time.Time) (refs []ref) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for id, until := range c.ending {
		if ended(until, now) {
			refs = append(refs, ref{c.units[id].unit.Scope, id})
		}
	}
	return refs
}

// unit looks a unit up, whoever may see it.
func (c *catalogue) unit(id string) (memory.Unit, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e := c.units[id]
	if e == nil {
		return memory.Unit{}, false
	}
	return e.unit, true
}

// seen is unit for what the view may see and what holds at now.
func (c *catalogue) seen(view person.View, id string, now time.Time) (memory.Unit, bool) {
	u, ok := c.unit(id)
	if !ok || !told(view, u) || !holds(u, now) || u.Line() && c.withdrawn(id, now) {
		return memory.Unit{}, false
	}
	return u, true
}

// told reports whether those who look through the view may be told a unit.
func told(view person.View, u memory.Unit) bool {
	return view.Can(u.Scope) && (u.Record == nil || view.MayHear(u.Record.Audience))
}

// around are the lines before and after one in its session.
func (c *catalogue) around(view person.View, id string) (out memory.Around) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e := c.units[id]
	if e == nil || !view.Can(e.unit.Scope) || !e.unit.Line() {
		return out
	}
	list := c.talks[e.talk]
	at, _ := slices.BinarySearchFunc(list, id, func(e *entry, id string) int { return strings.Compare(e.unit.ID, id) })
	for i, step := range [...]int{-1, 1, -2, 2} {
		if n := at + step; n >= 0 && n < len(list) && list[n].unit.Session == e.unit.Session {
			out[i] = list[n].unit.ID
		}
	}
	return out
}

// made lists the records made from a line or record.
func (c *catalogue) made(id string) []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Clone(c.derived[id])
}

func (c *catalogue) len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.units)
}

// all lists all units, in no order.
func (c *catalogue) all() []memory.Unit {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]memory.Unit, 0, len(c.units))
	for _, e := range c.units {
		out = append(out, e.unit)
	}
	return out
}

// scopes lists the scopes that have units, and how many.
func (c *catalogue) scopes() map[person.Scope]int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return maps.Clone(c.sizes)
}

// count counts the units by where they come from.
func (c *catalogue) count() (lines, records, chunks int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, ids := range c.files {
		chunks += len(ids)
	}
	return c.lines, len(c.units) - c.lines - chunks, chunks
}

// chunks gives the files and their chunks.
func (c *catalogue) chunks() map[file][]memory.Record {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make(map[file][]memory.Record, len(c.files))
	for f, ids := range c.files {
		for _, id := range ids {
			if e := c.units[id]; e != nil {
				out[f] = append(out[f], *e.unit.Record)
			}
		}
	}
	return out
}
