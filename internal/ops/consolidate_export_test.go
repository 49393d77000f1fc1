package ops

import "github.com/kokoron/kokoron/memory/consolidate"

// Over puts a journal over that of a consolidation.
func (c *Consolidation) Over(with func(consolidate.Journal) consolidate.Journal) {
	c.engine.Journal = with(c.engine.Journal)
}

// ForgetSteps is forgetSteps.
var ForgetSteps = forgetSteps

// Encoding is that which a consolidation begins with.
func (c *Consolidation) Encoding() *Encoding { return c.encoding }
