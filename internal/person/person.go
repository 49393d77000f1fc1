// Package person says who somebody is, whose memory is whose, and what a
// conversation may see.
//
// A Scope is a partition of everything that is remembered. A View is the set
// of scopes one may read; every read in the product takes a View as its first
// argument, and keeps back what its members may not hear (MayHear). The zero
// View sees nothing. Views are made by ViewOf (for a
// conversation, by the channels' access rules) and by Only (for jobs, by ops);
// a test of the source tree holds the list of callers.
package person

import (
	"slices"
	"strings"
)

// ID names a person for ever, whatever channel they write on. The owner's is
// OwnerID.
type ID string

// OwnerID is the one owner of a home.
const OwnerID ID = "owner"

// Scope names a partition of memory: "owner", "person:ID", "site:ID" or
// "shared".
type Scope string

// The two scopes that always exist.
const (
	ScopeOwner  Scope = "owner"
	ScopeShared Scope = "shared"
)

// Role is what a person may do. Permissions grow with the number.
type Role int

// The roles, from nothing to everything.
const (
	Stranger Role = iota // not admitted: refused without a model call
	Visitor              // anonymous, on a site of the owner's
	Admitted             // admitted by the owner, has a scope of their own
	Owner                // the one owner
)

// Person is somebody who talks with the companion.
type Person struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
	Role Role   `json:"role"`
}

// Scope is where this person's own memories live. Strangers and visitors have
// none of their own and get "".
func (p Person) Scope() Scope {
	switch p.Role {
	case Owner:
		return ScopeOwner
	case Admitted:
		return Scope("person:" + string(p.ID))
	default:
		return ""
	}
}

// View is the set of scopes that may be read, and who reads. It is immutable
// and comparable only through its methods.
type View struct {
	scopes  []Scope
	members []ID // who hears what is read
	job     bool // nobody hears it: a job works on a scope as a whole
}

// ViewOf is what all members of a conversation may hear together: one member
// sees their own scope and the shared one, several see only the shared one,
// and so does a conversation with an unknown member.
func ViewOf(members ...Person) View {
	v := View{scopes: []Scope{ScopeShared}}
	for _, m := range members {
		v.members = append(v.members, m.ID)
	}
	if len(members) == 1 && members[0].Scope() != "" {
		v.scopes = []Scope{members[0].Scope(), ScopeShared}
	}
	return v
}

// Only is the view of a job that works on one scope: it sees all of it.
func Only(s Scope) View { return View{scopes: []Scope{s}, job: true} }

// In is what a view sees of one scope: nothing where it does not include it.
func (v View) In(s Scope) View {
	if !v.Can(s) {
		return View{}
	}
	v.scopes = []Scope{s}
	return v
}

// MayHear reports whether all who hear what is read belong to an audience,
// which narrows down who of those that see a scope may be told. An empty one is
// whoever sees the scope. A job hears all; nobody, or somebody without an ID,
// belongs to no audience.
func (v View) MayHear(audience []ID) bool {
	if len(audience) == 0 || v.job {
		return true
	}
	for _, m := range v.members {
		if m == "" || !slices.Contains(audience, m) {
			return false
		}
	}
	return len(v.members) > 0
}

// Scopes lists the scopes of the view in a fixed order. The caller owns the
// slice.
func (v View) Scopes() []Scope { return slices.Clone(v.scopes) }

// Can reports whether the view includes s.
func (v View) Can(s Scope) bool { return slices.Contains(v.scopes, s) }

// String lists the scopes, for traces.
func (v View) String() string {
	names := make([]string, len(v.scopes))
	for i, s := range v.scopes {
		names[i] = string(s)
	}
	return strings.Join(names, ",")
}
