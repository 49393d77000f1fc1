package index

import (
	"slices"
	"time"

	"github.com/kokoron/kokoron/memory"
)

// maxHeirs is how often a fact may change and its first words still lead to
// what holds now.
const maxHeirs = 1000

// inherit keeps whose place a record that somebody ended left to which other
// one: the lines that told it stay, and must not be taken for what holds. A
// forgotten record leaves its place to none.
func (c *catalogue) inherit(r memory.Record) {
	superseded := r.Status == memory.Superseded && r.SupersededBy != ""
	c.mu.Lock()
	defer c.mu.Unlock()
	if !superseded && !r.Forgotten() {
		delete(c.heirs, string(r.ID)) // such as a forgotten one that time would have archived
		return
	}
	c.link(r)
	c.heirs[string(r.ID)] = ""
	if superseded {
		c.heirs[string(r.ID)] = string(r.SupersededBy)
	}
}

// link keeps what a record was made from. The caller holds c.mu.
func (c *catalogue) link(r memory.Record) {
	id := string(r.ID)
	for _, from := range r.Provenance {
		if list := c.derived[string(from)]; !slices.Contains(list, id) {
			c.derived[string(from)] = append(list, id)
		}
	}
}

// heir is a record, or what holds in its place, whoever may see it.
func (c *catalogue) heir(id string, now time.Time) (memory.Unit, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for range maxHeirs {
		if e := c.units[id]; e != nil && holds(e.unit, now) {
			return e.unit, true
		}
		next := c.heirs[id]
		if next == "" {
			break
		}
		id = next
	}
	return memory.Unit{}, false
}

// holds reports whether the time of a unit has come and is not over.
func holds(u memory.Unit, now time.Time) bool {
	return u.Record == nil || !ended(u.Record.ValidUntil, now) && !u.Record.ValidFrom.After(now)
}

// withdrawn reports whether what a line told was ended by somebody and nothing
// holds in its place, or whether it answers a line of which something was
// ended: what a person wanted forgotten or corrected must not come back as the
// words that told it, or as a reply that repeats it.
func (c *catalogue) withdrawn(line string, now time.Time) bool {
	c.mu.RLock()
	made := slices.Clone(c.derived[line])
	if e := c.units[line]; e != nil && e.ref != "" {
		for _, id := range c.derived[e.ref] {
			if _, ended := c.heirs[id]; ended {
				c.mu.RUnlock()
				return true
			}
		}
	}
	c.mu.RUnlock()
	for _, id := range made {
		if _, ok := c.heir(id, now); ok {
			return false
		}
	}
	return len(made) > 0
}
