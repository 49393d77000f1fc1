package priming

import (
	"testing"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func policyUnit(id, cause string) memory.Unit {
	r := &memory.Record{ID: turn.ID(id), Scope: person.ScopeOwner, Type: memory.Procedural, Level: memory.Policy, Status: memory.Active, Outcome: memory.OutcomeNegative,
		Subject: cause, Content: cause + "は避ける", Confidence: 0.8, Provenance: []turn.ID{"e1", "e2"}}
	return memory.Unit{ID: id, Scope: r.Scope, Text: r.Content, Record: r}
}

// TestPoliciesApply: a policy that applies stands first, whatever the gate says; one
// that was found and does not apply is dropped.
func TestPoliciesApply(t *testing.T) {
	coffee, walk := policyUnit("p1", "夜にコーヒーを飲む"), policyUnit("p2", "雪の日の運転")
	p := &Primer{sources: &sources{policies: []memory.Unit{coffee, walk}}}
	out := related{
		candidates: []memory.Candidate{{ID: "a", Dropped: DroppedGate}, {ID: "p2", Score: 2}, {ID: "p1", Score: 1, Dropped: DroppedGate}},
		units:      map[string]memory.Unit{"a": {ID: "a"}, "p1": coffee, "p2": walk},
	}
	if err := p.judge(t.Context(), Ask{Words: "もう夜だけど、コーヒーを飲もうかな"}, &out); err != nil {
		t.Fatal(err)
	}
	if c := out.candidates; len(c) != 3 || c[0].ID != "p1" || c[0].Dropped != "" || c[1].Dropped != DroppedGate || c[2].Dropped != DroppedPolicy {
		t.Errorf("%+v", c)
	}
	if it := item(out.units["p1"]); it.Group != GroupProcedure {
		t.Errorf("%+v", it)
	}
	out = related{units: map[string]memory.Unit{}}
	if err := p.judge(t.Context(), Ask{Words: "雪の日の運転はこわい"}, &out); err != nil || len(out.candidates) != 1 || out.candidates[0].ID != "p2" {
		t.Errorf("%+v, %v", out.candidates, err)
	}
}
