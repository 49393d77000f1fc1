package ops

import (
	"slices"

	"github.com/kokoron/kokoron/internal/person"
)

// isOf says which persons have one of some scopes as their own.
func (e *Eraser) isOf(scopes []person.Scope) func(person.ID) bool {
	return func(id person.ID) bool { return slices.Contains(scopes, scopeOf(id)) }
}
