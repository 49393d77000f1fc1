package state

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

func openSpeech(t *testing.T) *kv.DB {
	db, err := kv.Open(filepath.Join(t.TempDir(), "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// FuzzGate: nothing but what Save has written is a state.
func FuzzGate(f *testing.F) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.FixedZone("", 9*3600))
	s := governor.State{Seen: now}
	s = s.Reserve(governor.Wish{ID: "w", Person: "p", Kind: governor.Thought, Topic: "<庭>", Text: "x"}, now).Less("<庭>", now, now).Quieten(now)
	raw, err := seal(s)
	if err != nil {
		f.Fatal(err)
	}
	if got, err := unseal(raw); err != nil || len(got.Slots) != 1 {
		f.Fatalf("%+v, %v", got, err)
	}
	f.Add([]byte(raw))
	f.Add(bytes.Replace(raw, []byte(`"unanswered":1`), []byte(`"unanswered":0`), 1))
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"sum":0,"state":{"seq":1e99}}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := unseal(data)
		if err != nil {
			return
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := seal(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := unseal(again); err != nil {
			t.Fatalf("written again it is lost: %v\n%s", err, again)
		}
		v := governor.Decide(governor.Usual(), s, governor.Wish{ID: "x", Person: "p", Kind: governor.Thought, Text: "x"}, now)
		if v.Outcome == governor.May && (s.Unanswered >= 2 || s.QuietOn) {
			t.Fatalf("open: %+v", s)
		}
	})
}

// TestOneByteOfAStateCloses changes every byte of a state that holds something
// back.
func TestOneByteOfAStateCloses(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	s := governor.State{Seen: now}.Reserve(governor.Wish{ID: "w", Person: "p", Kind: governor.Thought, Text: "x"}, now)
	raw, err := seal(s)
	if err != nil {
		t.Fatal(err)
	}
	w := governor.Wish{ID: "x", Person: "p", Kind: governor.Thought, Text: "y"}
	for i := range raw {
		for _, b := range []byte{raw[i] ^ 1, '0', ' ', '"'} {
			bad := bytes.Clone(raw)
			bad[i] = b
			got, err := unseal(bad)
			if err != nil {
				got = governor.Missing(governor.Usual(), now)
			}
			if v := governor.Decide(governor.Usual(), got, w, now.Add(time.Minute)); v.Outcome == governor.May {
				t.Fatalf("byte %d as %q opens the gate:\n%s", i, b, bad)
			}
		}
	}
}

func TestEraseSpeech(t *testing.T) {
	db := openSpeech(t)
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	w := governor.Wish{ID: "w1", Person: "owner", Kind: governor.Thought, Topic: "手術のこと", Words: []string{"手術"}, Text: "手術の前の夜は眠れましたか", Cause: "手術は明日"}
	other := w
	other.ID, other.Person = "w2", "aoi"
	err := db.Update(func(tx *kv.Tx) error {
		for _, w := range []governor.Wish{w, other} {
			g := governor.State{Seen: now}.Reserve(w, now).Less(w.Topic, now, now).Close(w, now)
			v := governor.Decide(governor.Usual(), g, w, now)
			if err := (Speech{}).Save(tx, w.Person, g); err != nil {
				return err
			}
			if err := (Speech{}).Put(tx, Spoken{Wish: w, ID: "m" + w.ID, State: SpokenSent, Verdict: v, Made: now}); err != nil {
				return err
			}
			if err := (Speech{}).Decide(tx, w.Person, Decision{Wish: w.ID, Verdict: v}); err != nil {
				return err
			}
		}
		n, err := (Speech{}).Erase(tx, func(id person.ID) bool { return id == "owner" }, memory.Erasing{Words: memory.NewWords("手術")})
		if n != 1 {
			t.Errorf("%d erased", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(tx *kv.Tx) error {
		m, _, err := Speech{}.Find(tx, "owner", "w1")
		if err != nil {
			return err
		}
		d, err := Speech{}.Decisions(tx, "owner")
		if err != nil {
			return err
		}
		g, why, err := Speech{}.Gate(tx, governor.Usual(), "owner", now)
		if why != nil {
			t.Errorf("the state is lost: %v", why)
		}
		raw, _ := json.Marshal([]any{m, d, g})
		if !m.Erased || memory.NewWords("手術").InBytes(raw) || len(g.Slots) != 1 {
			t.Errorf("left: %s", raw)
		}
		names, _ := kv.Holding(tx, func(b []byte) bool { return bytes.Contains(b, []byte("手術")) })
		if len(names) == 0 {
			t.Error("what is another's is gone too")
		}
		theirs, _, err2 := Speech{}.Find(tx, "aoi", "w2")
		if theirs.Erased || theirs.Wish.Text == "" {
			t.Errorf("another's: %+v", theirs)
		}
		if err == nil {
			err = err2
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSpeechIsBounded(t *testing.T) {
	db := openSpeech(t)
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	err := db.Update(func(tx *kv.Tx) error {
		for i := range 200 {
			at := now.Add(time.Duration(i) * 24 * time.Hour)
			w := governor.Wish{ID: turn.ID("w" + at.Format("20060102")), Person: "p", Kind: governor.Thought, Text: "x"}
			v := governor.Verdict{Figures: governor.Figures{At: at}}
			if err := (Speech{}).Put(tx, Spoken{Wish: w, ID: "m" + w.ID, State: SpokenSent, Made: at}); err != nil {
				return err
			}
			if err := (Speech{}).Decide(tx, "p", Decision{Wish: w.ID, Verdict: v}); err != nil {
				return err
			}
		}
		all, err := Speech{}.All(tx, "p")
		if err != nil {
			return err
		}
		d, err := Speech{}.Decisions(tx, "p")
		if len(all) != 91 || len(d) != 91 || messages.Count(tx, "") != 91 || receivers.Count(tx, "") != 91 || spoken.Count(tx, "") != 91 {
			t.Errorf("%d messages, %d decisions, %d, %d and %d entries are kept", len(all), len(d), messages.Count(tx, ""), receivers.Count(tx, ""), spoken.Count(tx, ""))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
