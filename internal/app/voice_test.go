package app

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// What the owner has let into the character stands behind the persona, where
// the owner alone hears it, and is the same from turn to turn.
func TestSystemHasWhatIsApproved(t *testing.T) {
	ren, aoi := person.Person{ID: person.OwnerID, Role: person.Owner}, person.Person{ID: "aoi", Role: person.Admitted}
	cfg := config.Config{Home: t.TempDir(), Zone: time.UTC, Language: text.En}
	s, err := openStores(cfg, Options{}, clock.Real{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	v := s.voice(cfg)
	v.soul = func(view person.View) []memory.Unit {
		if !view.Can(person.ScopeOwner) {
			return nil
		}
		return []memory.Unit{{Text: "Rain is dear to both of us"}}
	}
	of := func(members ...person.Person) string {
		return v.System(turn.Turn{Messages: []turn.Message{{Channel: "web"}}, View: person.ViewOf(members...)})
	}
	plain := v.current().System(text.En, "web")
	for name, got := range map[string]string{"Aoi": of(aoi), "a group": of(ren, aoi), "nobody": of()} {
		if got != plain {
			t.Errorf("%s: %s", name, got)
		}
	}
	got := of(ren)
	if !strings.HasPrefix(got, plain+"\n\n# ") || !strings.HasSuffix(got, "\n- Rain is dear to both of us") || of(ren) != got {
		t.Errorf("the owner: %s", got)
	}
}
