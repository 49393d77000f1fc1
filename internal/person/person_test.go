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
	for _, c := range []struct {
		name     string
		view     View
		audience []ID
		want     bool
	}{
		{"whoever sees the scope", ViewOf(owner), nil, true},
		{"whoever sees the scope, in a group", ViewOf(owner, aoi), []ID{}, true},
		{"the owner alone", ViewOf(owner), []ID{"owner"}, true},
		{"another", ViewOf(aoi), []ID{"owner"}, false},
		{"a group of which one may not", ViewOf(owner, aoi), []ID{"owner"}, false},
		{"a group of which all may", ViewOf(aoi, owner), []ID{"owner", "bob", "aoi"}, true},
		{"nobody", ViewOf(), []ID{"owner"}, false},
		{"somebody unknown", ViewOf(Person{}), []ID{"", "owner"}, false},
		{"the zero view", View{}, []ID{"owner"}, false},
		{"a job", Only(ScopeShared), []ID{"owner"}, true},
		{"a part of a view", ViewOf(aoi).In(ScopeShared), []ID{"aoi"}, true},
		{"a part of another's", ViewOf(aoi).In(ScopeShared), []ID{"owner"}, false},
		{"a part of a job's", Only(ScopeShared).In(ScopeShared), []ID{"owner"}, true},
	} {
		if got := c.view.MayHear(c.audience); got != c.want {
			t.Errorf("%s may hear what is for %q: %v", c.name, c.audience, got)
		}
	}
	if part := ViewOf(owner).In("owner"); part.String() != "owner" || ViewOf(aoi).In("owner").String() != "" {
		t.Errorf("the owner's part is %q, another's %q", part, ViewOf(aoi).In("owner"))
	}
	v := ViewOf(owner)
	v.Scopes()[0] = "person:aoi"
	if v.Can("person:aoi") || !v.Can(ScopeOwner) {
		t.Error("a view was changed through the list it gave out")
	}
}
