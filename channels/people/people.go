// Package people knows who is who: the persons a home has admitted, under
// which names the channels know them, and how they sign in.
//
// Every method works in the transaction it is given. Of codes and tokens only
// hashes are stored; they are compared in constant time. A code works once,
// for a while, and a few wrong ones void it, so that guessing cannot succeed.
// A Store has no state of its own and is safe for concurrent use. It decides
// nothing about what a person may do.
package people

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
)

const (
	codeFor     = 15 * time.Minute    // how long a code works
	codeTries   = 10                  // wrong ones before it is void
	sessionFor  = 90 * 24 * time.Hour // after its last use
	touchEvery  = time.Hour           // how exactly the last use is noted
	claimLength = 12                  // characters of a code people type, 5 bits each
)

// Purpose says what a code opens.
type Purpose string

// The purposes.
const (
	Enter Purpose = "enter" // a browser becomes the owner's
	Claim Purpose = "claim" // a channel's user becomes the owner
	Admit Purpose = "admit" // a channel's user becomes a person of their own
)

// ErrCode says that a code is wrong, used, too old or void.
var ErrCode = errors.New("the code does not work")

// Store keeps the people.
type Store struct {
	persons    kv.Bucket[person.Person] // id → person
	identities kv.Bucket[person.ID]     // channel, external → id
	addresses  kv.Bucket[string]        // id, channel → external
	codes      kv.Bucket[code]          // purpose → the one open code
	sessions   kv.Bucket[session]       // hash of the token → session
}

type code struct {
	Hash    string    `json:"hash"`
	Expires time.Time `json:"expires"`
	Wrong   int       `json:"wrong"`
}

type session struct {
	Person person.ID `json:"person"`
	Used   time.Time `json:"used"`
}

// New returns the store.
func New() *Store {
	return &Store{
		persons:    kv.NewBucket[person.Person]("people/persons"),
		identities: kv.NewBucket[person.ID]("people/identities"),
		addresses:  kv.NewBucket[string]("people/addresses"),
		codes:      kv.NewBucket[code]("people/codes"),
		sessions:   kv.NewBucket[session]("people/sessions"),
	}
}

// Put admits a person or changes what is known of them.
func (s *Store) Put(tx *kv.Tx, p person.Person) error {
	if err := s.persons.Put(tx, string(p.ID), p); err != nil {
		return fmt.Errorf("store person: %w", err)
	}
	return nil
}

// Person is what is known of an id.
func (s *Store) Person(tx *kv.Tx, id person.ID) (person.Person, bool, error) {
	return s.persons.Get(tx, string(id))
}

// All are the persons that were put here, by id.
func (s *Store) All(tx *kv.Tx) (list []person.Person, err error) {
	err = s.persons.Ascend(tx, "", func(_ string, p person.Person) error {
		list = append(list, p)
		return nil
	})
	return list, err
}

// Bind says that a channel knows a person as external. A person has one name
// on a channel; the latest counts.
func (s *Store) Bind(tx *kv.Tx, channel, external string, id person.ID) error {
	if err := s.bind(tx, channel, external, id); err != nil {
		return fmt.Errorf("bind identity: %w", err)
	}
	return nil
}

func (s *Store) bind(tx *kv.Tx, channel, external string, id person.ID) error {
	name, address := kv.Key(channel, external), kv.Key(string(id), channel)
	before, taken, err := s.identities.Get(tx, name)
	if err == nil && taken && before != id {
		err = s.addresses.Delete(tx, kv.Key(string(before), channel)) // it is somebody else's from now on
	}
	if err != nil {
		return err
	}
	old, had, err := s.addresses.Get(tx, address)
	if err == nil && had && old != external {
		err = s.identities.Delete(tx, kv.Key(channel, old))
	}
	return errors.Join(err, s.identities.Put(tx, name, id), s.addresses.Put(tx, address, external))
}

// Identify is who a channel's external name belongs to.
func (s *Store) Identify(tx *kv.Tx, channel, external string) (person.ID, bool, error) {
	return s.identities.Get(tx, kv.Key(channel, external))
}

// Address is what a channel calls a person.
func (s *Store) Address(tx *kv.Tx, channel string, id person.ID) (string, bool, error) {
	return s.addresses.Get(tx, kv.Key(string(id), channel))
}

// Issue makes a new code for a purpose; an older one stops working.
func (s *Store) Issue(tx *kv.Tx, p Purpose, now time.Time) (string, error) {
	secret := rand.Text()
	if p != Enter { // people type it
		secret = secret[:claimLength]
	}
	if err := s.codes.Put(tx, string(p), code{Hash: hash(secret), Expires: now.Add(codeFor)}); err != nil {
		return "", fmt.Errorf("issue code: %w", err)
	}
	return secret, nil
}

// Redeem uses a code up. It reports false for one that does not work; that
// counts as a try, so the transaction must be committed then too.
func (s *Store) Redeem(tx *kv.Tx, p Purpose, secret string, now time.Time) (bool, error) {
	c, ok, err := s.codes.Get(tx, string(p))
	if err != nil {
		return false, fmt.Errorf("redeem code: %w", err)
	}
	if !ok || !now.Before(c.Expires) || c.Wrong >= codeTries {
		return false, nil
	}
	if subtle.ConstantTimeCompare([]byte(c.Hash), []byte(hash(secret))) == 1 {
		return true, s.codes.Delete(tx, string(p))
	}
	c.Wrong++
	return false, s.codes.Put(tx, string(p), c)
}

// OpenSession signs a person in and gives the token of their browser. Sessions
// that have ended by themselves are removed.
func (s *Store) OpenSession(tx *kv.Tx, id person.ID, now time.Time) (token string, err error) {
	token = rand.Text()
	err = s.sweep(tx, now)
	if err == nil {
		err = s.sessions.Put(tx, hash(token), session{Person: id, Used: now})
	}
	if err != nil {
		return "", fmt.Errorf("open session: %w", err)
	}
	return token, nil
}

func (s *Store) sweep(tx *kv.Tx, now time.Time) error {
	var old []string
	err := s.sessions.Ascend(tx, "", func(key string, in session) error {
		if now.Sub(in.Used) > sessionFor {
			old = append(old, key)
		}
		return nil
	})
	for _, key := range old {
		err = errors.Join(err, s.sessions.Delete(tx, key))
	}
	return err
}

// Session is whose a token is. stale says that its use should be noted with
// Touch.
func (s *Store) Session(tx *kv.Tx, token string, now time.Time) (id person.ID, stale, ok bool, err error) {
	in, ok, err := s.sessions.Get(tx, hash(token))
	if err != nil || !ok || now.Sub(in.Used) > sessionFor {
		return "", false, false, err
	}
	return in.Person, now.Sub(in.Used) > touchEvery, true, nil
}

// Touch notes that a session is in use.
func (s *Store) Touch(tx *kv.Tx, token string, now time.Time) error {
	in, ok, err := s.sessions.Get(tx, hash(token))
	if err != nil || !ok {
		return err
	}
	in.Used = now
	return s.sessions.Put(tx, hash(token), in)
}

// CloseSession voids a token.
func (s *Store) CloseSession(tx *kv.Tx, token string) error {
	return s.sessions.Delete(tx, hash(token))
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
