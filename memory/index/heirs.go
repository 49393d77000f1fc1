package index

import (
	"time"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

// maxHeirs is how often a fact may change and its first words still lead to
// what holds now.
const maxHeirs = 1000

// inherit keeps whose place a superseded record left to which other one: the
// lines that told the old fact stay, and must not be taken for what holds.
func (c *catalogue) inherit(r memory.Record) {
	if r.Status != memory.Superseded || r.SupersededBy == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := string(r.ID)
	if _, known := c.heirs[id]; !known {
		for _, from := range r.Provenance {
			c.derived[string(from)] = append(c.derived[string(from)], id)
		}
	}
	c.heirs[id] = string(r.SupersededBy)
}

// heir is a record, or what holds in its place, that the view may see and that
// holds at now.
func (c *catalogue) heir(view person.View, id string, now time.Time) (string, bool) {
	for range maxHeirs {
		if _, ok := c.seen(view, id, now); ok {
			return id, true
		}
		c.mu.RLock()
		next, ok := c.heirs[id]
		c.mu.RUnlock()
		if !ok {
			return "", false
		}
		id = next
	}
	return "", false
}
