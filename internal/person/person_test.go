package person

import "testing"

func TestViews(t *testing.T) {
	owner := Person{ID: OwnerID, Role: Owner}
	aoi := Person{ID: "aoi", Role: Admitted}
	guest := Person{ID: "x", Role: Visitor}
	for _, c := range []struct {
		name string
		view View
		want string
	}{
		{"the owner alone", ViewOf(owner), "owner,shared"},
		{"an admitted person alone", ViewOf(aoi), "person:aoi,shared"},
		{"the owner in a group", ViewOf(owner, aoi), "shared"},
		{"a visitor", ViewOf(guest), "shared"},
		{"nobody known", ViewOf(), "shared"},
		{"a job", Only("person:aoi"), "person:aoi"},
		{"the zero view", View{}, ""},
	} {
		if got := c.view.String(); got != c.want {
			t.Errorf("%s sees %q, want %q", c.name, got, c.want)
		}
	}
	v := ViewOf(owner)
	v.Scopes()[0] = "person:aoi"
	if v.Can("person:aoi") || !v.Can(ScopeOwner) {
		t.Error("a view was changed through the list it gave out")
	}
}
