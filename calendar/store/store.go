// Package store keeps calendars: the events of each scope, the calendars that a
// scope subscribes to, and under which secret its own can be read.
//
// Everything is kept by scope, and no method reads or writes another one. What
// writes takes the transaction in which it is given and is durable when that is
// committed. Of the secret of a feed only a digest is kept. A Store has no
// state and is safe for concurrent use; its zero value is ready. It decides
// nothing, and removes only what it is told to.
package store

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// Store keeps calendars.
type Store struct{}

var (
	events = kv.NewBucket[event.Event]("calendar/events") // scope, id → event
	uids   = kv.NewBucket[turn.ID]("calendar/uids")       // scope, feed, uid → id
	feeds  = kv.NewBucket[Feed]("calendar/feeds")         // scope, id → subscription
	secret = kv.NewBucket[string]("calendar/secret")      // scope → digest of the token
)

// Feed is a calendar elsewhere that a scope subscribes to.
type Feed struct {
	ID    turn.ID      `json:"id"`
	Scope person.Scope `json:"scope"`
	URL   string       `json:"url"` // a secret of its owner's; never logged
	Name  string       `json:"name,omitempty"`
	Since time.Time    `json:"since"`

	ETag     string           `json:"etag,omitempty"`
	Modified string           `json:"modified,omitempty"` // Last-Modified, as the server wrote it
	Checked  time.Time        `json:"checked,omitzero"`   // when the server last answered well
	Error    string           `json:"error,omitempty"`    // why it did not since; without the URL
	Trouble  *catalog.Message `json:"trouble,omitempty"`  // the same, to be put into words
	Events   int              `json:"events"`
	Skipped  int              `json:"skipped"` // components that could not be taken
}

// List gives the events of a scope, oldest first, those that were deleted too.
func (Store) List(tx *kv.Tx, scope person.Scope) (list []event.Event, err error) {
	err = events.Ascend(tx, kv.Prefix(string(scope)), func(_ string, e event.Event) error {
		list = append(list, e)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list events: %w", err)
	}
	return list, nil
}

// Get is one event of a scope.
func (Store) Get(tx *kv.Tx, scope person.Scope, id turn.ID) (event.Event, bool, error) {
	e, ok, err := events.Get(tx, kv.Key(string(scope), string(id)))
	if err != nil {
		return e, false, fmt.Errorf("read event: %w", err)
	}
	return e, ok, nil
}

// ByUID is the event that iCalendar knows under a UID, among those of a feed or
// ("") the scope's own.
func (s Store) ByUID(tx *kv.Tx, scope person.Scope, feed turn.ID, uid string) (e event.Event, ok bool, err error) {
	id, ok, err := uids.Get(tx, uidKey(scope, feed, uid))
	if err != nil || !ok {
		return e, false, err
	}
	return s.Get(tx, scope, id)
}

// uidKey has the digest of a UID: a key has a bounded length, a UID has not.
func uidKey(scope person.Scope, feed turn.ID, uid string) string {
	return kv.Key(string(scope), string(feed), digest(uid))
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// Put stores events under their scopes and ids, in place of those that are
// there.
func (Store) Put(tx *kv.Tx, list ...event.Event) error {
	for _, e := range list {
		if e.ID == "" || e.Scope == "" || e.UID == "" {
			return fmt.Errorf("store event: %q needs an id, a scope and a UID", e.ID)
		}
		err := events.Put(tx, kv.Key(string(e.Scope), string(e.ID)), e)
		if err == nil {
			err = uids.Put(tx, uidKey(e.Scope, e.Feed, e.UID), e.ID)
		}
		if err != nil {
			return fmt.Errorf("store event: %w", err)
		}
	}
	return nil
}

// Remove takes events away for good.
func (Store) Remove(tx *kv.Tx, list ...event.Event) error {
	for _, e := range list {
		err := events.Delete(tx, kv.Key(string(e.Scope), string(e.ID)))
		if err == nil {
			err = uids.Delete(tx, uidKey(e.Scope, e.Feed, e.UID))
		}
		if err != nil {
			return fmt.Errorf("remove event: %w", err)
		}
	}
	return nil
}

// Feeds are the subscriptions of a scope, oldest first; those of all scopes for
// "".
func (Store) Feeds(tx *kv.Tx, scope person.Scope) (list []Feed, err error) {
	prefix := ""
	if scope != "" {
		prefix = kv.Prefix(string(scope))
	}
	err = feeds.Ascend(tx, prefix, func(_ string, f Feed) error {
		list = append(list, f)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list feeds: %w", err)
	}
	return list, nil
}

// GetFeed is one subscription.
func (Store) GetFeed(tx *kv.Tx, scope person.Scope, id turn.ID) (Feed, bool, error) {
	return feeds.Get(tx, kv.Key(string(scope), string(id)))
}

// PutFeed stores a subscription.
func (Store) PutFeed(tx *kv.Tx, f Feed) error {
	if err := feeds.Put(tx, kv.Key(string(f.Scope), string(f.ID)), f); err != nil {
		return fmt.Errorf("store feed: %w", err)
	}
	return nil
}

// RemoveFeed takes a subscription away, with its events.
func (s Store) RemoveFeed(tx *kv.Tx, f Feed) error {
	all, err := s.List(tx, f.Scope)
	for _, e := range all {
		if err == nil && e.Feed == f.ID {
			err = s.Remove(tx, e)
		}
	}
	if err == nil {
		err = feeds.Delete(tx, kv.Key(string(f.Scope), string(f.ID)))
	}
	if err != nil {
		return fmt.Errorf("remove feed: %w", err)
	}
	return nil
}

// PutSecret lets the calendar of a scope be read under a token, and no longer
// under the one before; "" lets nobody.
func (Store) PutSecret(tx *kv.Tx, scope person.Scope, token string) (err error) {
	if token == "" {
		err = secret.Delete(tx, string(scope))
	} else {
		err = secret.Put(tx, string(scope), digest(token))
	}
	if err != nil {
		return fmt.Errorf("store the secret of a calendar: %w", err)
	}
	return nil
}

// OfSecret is the scope whose calendar a token opens. It takes as long for a
// wrong token as for a right one.
func (Store) OfSecret(tx *kv.Tx, token string) (scope person.Scope, ok bool, err error) {
	given := digest(token)
	err = secret.Ascend(tx, "", func(key, kept string) error {
		if subtle.ConstantTimeCompare([]byte(given), []byte(kept)) == 1 {
			scope, ok = person.Scope(key), true
		}
		return nil
	})
	if err != nil {
		return "", false, fmt.Errorf("look for the secret of a calendar: %w", err)
	}
	return scope, ok, nil
}

// HasSecret reports whether the calendar of a scope can be read under a token.
func (Store) HasSecret(tx *kv.Tx, scope person.Scope) (bool, error) {
	_, ok, err := secret.Get(tx, string(scope))
	return ok, err
}

// Erase takes words out of the calendars of some scopes: an event goes that has
// them in its title, or that a line asked for which is to be nowhere; of one
// that has them elsewhere that text goes. It gives how many events it touched.
func (s Store) Erase(tx *kv.Tx, scopes []person.Scope, doomed memory.Erasing) (n int, err error) {
	for _, scope := range scopes {
		all, err := s.List(tx, scope)
		if err != nil {
			return n, fmt.Errorf("erase events: %w", err)
		}
		for _, e := range all {
			after, gone, touched := strip(e, doomed)
			switch {
			case !touched:
				continue
			case gone:
				err = s.Remove(tx, e)
			default:
				err = s.Put(tx, after)
			}
			if err != nil {
				return n, fmt.Errorf("erase events: %w", err)
			}
			n++
		}
		if err := s.eraseFeeds(tx, scope, doomed); err != nil {
			return n, err
		}
	}
	return n, nil
}

// eraseFeeds takes words out of the subscriptions of a scope: one goes, with its
// events, that has them in its address; of others the name goes.
func (s Store) eraseFeeds(tx *kv.Tx, scope person.Scope, doomed memory.Erasing) error {
	all, err := s.Feeds(tx, scope)
	for _, f := range all {
		if err != nil {
			break
		}
		switch {
		case doomed.Words.In(f.URL):
			err = s.RemoveFeed(tx, f)
		case doomed.Words.In(f.Name) || doomed.Words.In(f.Error):
			f.Name, f.Error, f.Trouble = "", "", nil
			err = s.PutFeed(tx, f)
		}
	}
	if err != nil {
		return fmt.Errorf("erase subscriptions: %w", err)
	}
	return nil
}

// strip takes the words out of one event.
func strip(e event.Event, doomed memory.Erasing) (after event.Event, gone, touched bool) {
	for _, id := range e.Provenance {
		gone = gone || doomed.IDs[string(id)]
	}
	if gone = gone || doomed.Has(string(e.ID), e.Title, e.UID); gone {
		return e, true, true
	}
	without := func(s *string) {
		if doomed.Words.In(*s) {
			*s, touched = "", true
		}
	}
	without(&e.Place)
	without(&e.Notes)
	changed := e.Changed
	e.Changed = nil
	for _, c := range changed {
		without(&c.Place)
		without(&c.Notes)
		if without(&c.Title); c.Title == "" {
			c.Title = e.Title
		}
		e.Changed = append(e.Changed, c)
	}
	return e, false, touched
}
