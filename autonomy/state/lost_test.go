package state

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// TestClosedForGood: a closed topic holds when the counts are lost long after
// the message is forgotten under which it was closed, and not once it was
// opened again or erased.
func TestClosedForGood(t *testing.T) {
	db := openSpeech(t)
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	w := governor.Wish{ID: "w", Person: "owner", Kind: governor.Thought, Topic: "work", Text: "Has the landlord answered?"}
	err := db.Update(func(tx *kv.Tx) error {
		after := func(s governor.State) int {
			if err := (Speech{}).Save(tx, "owner", s); err != nil {
				t.Error(err)
			}
			if err := gates.Put(tx, "owner", json.RawMessage(`{"sum":1,"state":{}}`)); err != nil {
				t.Error(err)
			}
			s, _, err := Speech{}.Gate(tx, governor.Usual(), "owner", now.AddDate(1, 0, 0))
			if err != nil {
				t.Error(err)
			}
			return len(s.Never)
		}
		s := governor.State{Seen: now}.Close(w, now)
		if n := after(s); n != 1 {
			t.Errorf("%d topics are closed after a year", n)
		}
		if n := after(s.Reopen("work")); n != 0 {
			t.Errorf("%d topics are closed that were opened again", n)
		}
		if err := (Speech{}).Save(tx, "owner", s); err != nil {
			return err
		}
		whose := func(person.ID) bool { return true }
		if _, err := (Speech{}).Erase(tx, whose, memory.Erasing{Words: memory.NewWords("landlord")}); err != nil {
			return err
		}
		kept, _, err := closed.Get(tx, "owner")
		if len(kept) > 0 {
			t.Errorf("erased words stay in %+v", kept)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLostKeepsWhatWasChosen: where the counts are damaged, the gate is shut for
// a day, and what the person never wants to hear of again stays closed.
func TestLostKeepsWhatWasChosen(t *testing.T) {
	db := openSpeech(t)
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	m := Spoken{
		Wish: governor.Wish{ID: "w", Person: "owner", Kind: governor.Thought, Topic: "work", Text: "Has the landlord answered?"},
		ID:   "m", State: SpokenSent, Made: now, At: now, Zone: "Asia/Tokyo",
		Buttons: map[turn.Offer]time.Time{turn.OfferNever: now.Add(time.Hour), turn.OfferLess: now.Add(time.Minute)},
	}
	for name, harm := range map[string]func(*kv.Tx) error{
		"damaged": func(tx *kv.Tx) error { return gates.Put(tx, "owner", json.RawMessage(`{"sum":1,"state":{}}`)) },
		"missing": func(tx *kv.Tx) error { return gates.Delete(tx, "owner") },
	} {
		later := now.Add(72 * time.Hour)
		err := db.Update(func(tx *kv.Tx) error {
			if err := (Speech{}).Put(tx, m); err != nil {
				return err
			}
			if err := harm(tx); err != nil {
				return err
			}
			s, why, err := Speech{}.Gate(tx, governor.Usual(), "owner", later)
			if why == nil || !s.Shut.Equal(later.Add(24*time.Hour)) || s.Unanswered != 2 || len(s.Never) != 1 || s.Topics["work"].Weight == 0 || s.Hours[18].Weight == 0 {
				t.Errorf("%s: %v, %+v", name, why, s)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
