package index

import "github.com/kokoron/kokoron/memory"

// Touched tells of records that came to mind or were used: what they say is as
// it was, so that nothing has to be searched or embedded anew.
func (ix *Index) Touched(recs ...memory.Record) {
	ix.order.Lock()
	defer ix.order.Unlock()
	c := ix.cat.Load()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range recs {
		if e := c.units[string(r.ID)]; e != nil && e.unit.Record != nil {
			now := *e.unit.Record // others may be reading the old one
			now.Retrieved, now.Used, now.LastAccessed = r.Retrieved, r.Used, r.LastAccessed
			e.unit.Record = &now
		}
	}
}
