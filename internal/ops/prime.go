package ops

import (
	"context"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/turn"
)

// Prime implements agent.Memory.
func (o *Ops) Prime(_ context.Context, _ turn.Turn, _ agent.Priming) agent.Primed {
	return agent.Primed{}
}
