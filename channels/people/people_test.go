package people

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
)

func open(t *testing.T) (*kv.DB, *Store) {
	t.Helper()
	db, err := kv.Open(filepath.Join(t.TempDir(), "kokoron.db"), kv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, New()
}

// in runs one transaction and gives what it returned.
func in[T any](t *testing.T, db *kv.DB, fn func(tx *kv.Tx) (T, error)) (out T) {
	t.Helper()
	err := db.Update(func(tx *kv.Tx) (err error) {
		out, err = fn(tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestACodeWorksOnceAndForAWhile(t *testing.T) {
	db, s := open(t)
	redeem := func(p Purpose, secret string, at time.Time) bool {
		return in(t, db, func(tx *kv.Tx) (bool, error) { return s.Redeem(tx, p, secret, at) })
	}
	issue := func(p Purpose) string {
		return in(t, db, func(tx *kv.Tx) (string, error) { return s.Issue(tx, p, noon) })
	}
	code := issue(Enter)
	if redeem(Claim, code, noon) {
		t.Error("a code for one purpose opened another")
	}
	if !redeem(Enter, code, noon.Add(codeFor-time.Second)) {
		t.Error("the code did not work in time")
	}
	if redeem(Enter, code, noon) {
		t.Error("the code worked twice")
	}
	if late := issue(Enter); redeem(Enter, late, noon.Add(codeFor)) {
		t.Error("the code worked too late")
	}
	first := issue(Enter)
	second := issue(Enter)
	if redeem(Enter, first, noon) || !redeem(Enter, second, noon) {
		t.Error("a new code does not replace the old one")
	}
}

func TestGuessingVoidsACode(t *testing.T) {
	db, s := open(t)
	code := in(t, db, func(tx *kv.Tx) (string, error) { return s.Issue(tx, Claim, noon) })
	for range codeTries {
		if in(t, db, func(tx *kv.Tx) (bool, error) { return s.Redeem(tx, Claim, "guess", noon) }) {
			t.Fatal("a guess worked")
		}
	}
	if in(t, db, func(tx *kv.Tx) (bool, error) { return s.Redeem(tx, Claim, code, noon) }) {
		t.Errorf("the code works after %d wrong ones", codeTries)
	}
}

func TestSessions(t *testing.T) {
	db, s := open(t)
	token := in(t, db, func(tx *kv.Tx) (string, error) { return s.OpenSession(tx, person.OwnerID, noon) })
	who := func(token string, at time.Time) (id person.ID, stale bool) {
		in(t, db, func(tx *kv.Tx) (ok bool, err error) {
			id, stale, ok, err = s.Session(tx, token, at)
			return ok, err
		})
		return id, stale
	}
	if id, stale := who(token, noon.Add(time.Minute)); id != person.OwnerID || stale {
		t.Errorf("%q, stale %v", id, stale)
	}
	if id, _ := who("other", noon); id != "" {
		t.Errorf("a made-up token is %q", id)
	}
	later := noon.Add(sessionFor - time.Hour)
	if _, stale := who(token, later); !stale {
		t.Error("the use is not to be noted")
	}
	in(t, db, func(tx *kv.Tx) (bool, error) { return true, s.Touch(tx, token, later) })
	if id, _ := who(token, later.Add(sessionFor)); id != person.OwnerID {
		t.Error("a used session ended")
	}
	if id, _ := who(token, later.Add(sessionFor+time.Second)); id != "" {
		t.Error("an unused session did not end")
	}
	in(t, db, func(tx *kv.Tx) (bool, error) { return true, s.CloseSession(tx, token) })
	if id, _ := who(token, later); id != "" {
		t.Error("a closed session still works")
	}
}

func TestIdentities(t *testing.T) {
	db, s := open(t)
	bind := func(channel, external string, id person.ID) {
		in(t, db, func(tx *kv.Tx) (bool, error) { return true, s.Bind(tx, channel, external, id) })
	}
	who := func(channel, external string) (id person.ID) {
		in(t, db, func(tx *kv.Tx) (ok bool, err error) { id, ok, err = s.Identify(tx, channel, external); return ok, err })
		return id
	}
	bind("telegram", "7", person.OwnerID)
	bind("telegram", "8", "aoi")
	bind("telegram", "9", person.OwnerID) // a new phone
	if who("telegram", "7") != "" || who("telegram", "8") != "aoi" || who("telegram", "9") != person.OwnerID || who("web", "9") != "" {
		t.Error("identities are mixed up")
	}
	to := in(t, db, func(tx *kv.Tx) (string, error) {
		to, _, err := s.Address(tx, "telegram", person.OwnerID)
		return to, err
	})
	if to != "9" {
		t.Errorf("the owner's address is %q", to)
	}
}

func TestPerson(t *testing.T) {
	db, s := open(t)
	aoi := person.Person{ID: "aoi", Name: "Aoi", Role: person.Admitted}
	in(t, db, func(tx *kv.Tx) (bool, error) { return true, s.Put(tx, aoi) })
	aoi.Name = "葵"
	in(t, db, func(tx *kv.Tx) (bool, error) { return true, s.Put(tx, aoi) })
	for id, want := range map[person.ID]person.Person{"aoi": aoi, "ren": {}} {
		got := in(t, db, func(tx *kv.Tx) (person.Person, error) {
			p, ok, err := s.Person(tx, id)
			if ok != (want.ID != "") {
				t.Errorf("%s is known: %v", id, ok)
			}
			return p, err
		})
		if got != want {
			t.Errorf("%s is %+v, want %+v", id, got, want)
		}
	}
}

func TestEndedSessionsAreRemoved(t *testing.T) {
	db, s := open(t)
	sign := func(now time.Time) string {
		return in(t, db, func(tx *kv.Tx) (string, error) { return s.OpenSession(tx, person.OwnerID, now) })
	}
	sign(noon)
	kept := sign(noon.Add(time.Hour))
	later := noon.Add(sessionFor + time.Minute)
	sign(later)
	n := in(t, db, func(tx *kv.Tx) (int, error) { return s.sessions.Count(tx, ""), nil })
	ok := in(t, db, func(tx *kv.Tx) (bool, error) {
		_, _, ok, err := s.Session(tx, kept, later)
		return ok, err
	})
	if n != 2 || !ok {
		t.Errorf("%d sessions are left, the one that has not ended: %v", n, ok)
	}
}

func TestANameThatChangesHands(t *testing.T) {
	db, s := open(t)
	for _, id := range []person.ID{"aoi", person.OwnerID} {
		in(t, db, func(tx *kv.Tx) (bool, error) { return true, s.Bind(tx, "telegram", "7", id) })
	}
	address := func(id person.ID) string {
		return in(t, db, func(tx *kv.Tx) (string, error) {
			to, _, err := s.Address(tx, "telegram", id)
			return to, err
		})
	}
	if address("aoi") != "" || address(person.OwnerID) != "7" {
		t.Errorf("aoi is reached at %q, the owner at %q", address("aoi"), address(person.OwnerID))
	}
}

func TestSecretsAreNotStored(t *testing.T) {
	db, s := open(t)
	code := in(t, db, func(tx *kv.Tx) (string, error) { return s.Issue(tx, Enter, noon) })
	token := in(t, db, func(tx *kv.Tx) (string, error) { return s.OpenSession(tx, person.OwnerID, noon) })
	raw := string(readFile(t, db.Path()))
	for _, secret := range []string{code, token} {
		if len(secret) < 20 || contains(raw, secret) {
			t.Errorf("a secret of %d characters stands in the database", len(secret))
		}
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func contains(raw, secret string) bool { return strings.Contains(raw, secret) }
