package ops

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/calendar/event"
	"github.com/kokoron/kokoron/calendar/feed"
	"github.com/kokoron/kokoron/calendar/ics"
	"github.com/kokoron/kokoron/calendar/store"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Fetcher gets a calendar from a server; *feed.Fetcher is one.
type Fetcher interface {
	// Fetch gives nil where the calendar is as it was at a version. Its errors do
	// not have the address in them.
	Fetch(ctx context.Context, address string, known feed.Version) ([]byte, feed.Version, error)
}

// Feeds keeps the calendars that people subscribe to in step with their
// servers. It is safe for concurrent use.
type Feeds struct {
	*Ops
	From Fetcher
}

// FeedState is a subscription as it is shown. Of its address only the server is.
type FeedState struct {
	ID      turn.ID          `json:"id"`
	Short   string           `json:"short"`
	Name    string           `json:"name,omitempty"`
	Server  string           `json:"server"`
	Since   time.Time        `json:"since"`
	Checked time.Time        `json:"checked,omitzero"`
	Error   string           `json:"error,omitempty"`
	Trouble *catalog.Message `json:"trouble,omitempty"` // the same, to be put into words
	Events  int              `json:"events"`
	Skipped int              `json:"skipped"`
	Taken   Taken            `json:"taken,omitzero"` // by the refresh that was just done
	Why     []ics.Skipped    `json:"why,omitempty"`  // of those, too, the first ones
}

func stateOf(f store.Feed) FeedState {
	return FeedState{
		ID: f.ID, Short: begin(f.ID), Name: f.Name, Server: feed.Server(f.URL), Since: f.Since, Checked: f.Checked, Error: f.Error, Trouble: f.Trouble,
		Events: f.Events, Skipped: f.Skipped,
	}
}

// maxFeeds is how many calendars a scope may subscribe to.
const maxFeeds = 50

// Subscribe adds a calendar elsewhere to that of a viewer, once it could be read.
// Errors are *Problem.
func (f *Feeds) Subscribe(ctx context.Context, v Viewer, address string) (FeedState, error) {
	address, err := feed.Check(address)
	if err != nil {
		return FeedState{}, badFeed(err)
	}
	all, err := f.list(v.scope())
	if err != nil {
		return FeedState{}, err
	}
	if len(all) >= maxFeeds {
		return FeedState{}, badFeed(catalog.Say(catalog.FeedMany, "max", strconv.Itoa(maxFeeds)))
	}
	at := slices.IndexFunc(all, func(known store.Feed) bool { return known.URL == address })
	one := store.Feed{ID: f.IDs.New(), Scope: v.scope(), URL: address, Since: f.Clock.Now()}
	if at >= 0 {
		one = all[at]
	}
	state, err := f.refresh(ctx, one, true)
	if err != nil && ctx.Err() == nil {
		return state, badFeed(err)
	}
	return state, err
}

// badFeed is why there is no subscription.
func badFeed(err error) *Problem {
	return &Problem{Code: BadFeed, Known: []string{err.Error()}, Why: messageOf(err)}
}

// messageOf is an error as it can be put into words elsewhere; nil where it has
// none.
func messageOf(err error) *catalog.Message {
	var m *catalog.Message
	var status feed.StatusError
	switch {
	case errors.As(err, &m):
	case errors.As(err, &status):
		return status.Message()
	}
	return m
}

// Unsubscribe takes a calendar elsewhere, and all its events, out of that of a
// viewer. It is named by its id, a beginning of it, or its address.
func (f *Feeds) Unsubscribe(_ context.Context, v Viewer, which string) (FeedState, error) {
	all, err := f.list(v.scope())
	if err != nil {
		return FeedState{}, err
	}
	known := []string{}
	var found []store.Feed
	address, _ := feed.Check(which)
	for _, one := range all {
		known = append(known, begin(one.ID))
		if which = strings.TrimSpace(which); which != "" && strings.HasPrefix(string(one.ID), strings.ToLower(which)) || one.URL == address {
			found = append(found, one)
		}
	}
	if len(found) != 1 {
		return FeedState{}, &Problem{Code: UnknownFeed, Known: known}
	}
	return stateOf(found[0]), f.DB.Update(func(tx *kv.Tx) error { return f.Calendar.RemoveFeed(tx, found[0]) })
}

// List are the subscriptions of a viewer.
func (f *Feeds) List(_ context.Context, v Viewer) ([]FeedState, error) {
	all, err := f.list(v.scope())
	out := make([]FeedState, len(all))
	for i, one := range all {
		out[i] = stateOf(one)
	}
	return out, err
}

func (f *Feeds) list(scope person.Scope) (all []store.Feed, err error) {
	err = f.DB.View(func(tx *kv.Tx) error {
		all, err = f.Calendar.Feeds(tx, scope)
		return err
	})
	return all, err
}

// Job refreshes all subscriptions. A server that is away is noted with its
// subscription and asked again the next time: it fails nothing.
func (f *Feeds) Job(ctx context.Context, c heart.Call) (heart.Result, error) {
	all, err := f.list("")
	counts := map[string]int{}
	for _, one := range all {
		if ctx.Err() != nil {
			return heart.Result{Counts: counts}, ctx.Err()
		}
		counts["feeds"]++
		state, err := f.refresh(ctx, one, false)
		if err != nil {
			f.Log.Warn("a subscribed calendar was not refreshed", "feed", one.ID, "err", err) // without the address
			counts["failed"]++
		}
		counts["changed"] += state.Taken.Added + state.Taken.Changed + state.Taken.Removed
	}
	return heart.Result{Counts: counts}, err
}

// refresh fetches one subscription and puts its events in place of those that
// are there. One that is new is kept only where that succeeds.
func (f *Feeds) refresh(ctx context.Context, one store.Feed, fresh bool) (FeedState, error) {
	known := feed.Version{ETag: one.ETag, Modified: one.Modified}
	data, version, err := f.From.Fetch(ctx, one.URL, known)
	var got ics.Import
	if err == nil && data != nil {
		got, err = ics.Read(data, f.Zone)
	}
	if ctx.Err() != nil {
		return stateOf(one), ctx.Err()
	}
	if err != nil {
		if one.Error, one.Trouble = err.Error(), messageOf(err); !fresh {
			err = errors.Join(err, f.note(one))
		}
		return stateOf(one), err
	}
	one.Error, one.Trouble, one.Checked = "", nil, f.Clock.Now()
	if data == nil {
		return stateOf(one), f.note(one)
	}
	one.ETag, one.Modified = version.ETag, version.Modified
	one.Name, one.Skipped = got.Name, got.Left
	taken, err := f.replace(&one, got.Events, fresh)
	state := stateOf(one)
	state.Taken, state.Why = taken, got.Skipped[:min(len(got.Skipped), toldSkipped)]
	return state, err
}

// toldSkipped is how many skipped components are told one by one.
const toldSkipped = 20

// note stores how a subscription stands, unless it was ended meanwhile.
func (f *Feeds) note(one store.Feed) error {
	return f.DB.Update(func(tx *kv.Tx) error {
		if _, there, err := f.Calendar.GetFeed(tx, one.Scope, one.ID); err != nil || !there {
			return err
		}
		return f.Calendar.PutFeed(tx, one)
	})
}

// replace puts the events of a subscription in place of those it had, as far as
// there is room, and counts them.
func (f *Feeds) replace(one *store.Feed, list []event.Event, fresh bool) (t Taken, err error) {
	err = f.DB.Update(func(tx *kv.Tx) error {
		if _, there, err := f.Calendar.GetFeed(tx, one.Scope, one.ID); err != nil || !there && !fresh {
			return err
		}
		feeds, err := f.Calendar.Feeds(tx, one.Scope)
		if err != nil {
			return err
		}
		room := maxEvents
		for _, other := range feeds {
			if other.ID != one.ID {
				room -= other.Events
			}
		}
		if over := len(list) - max(room, 0); over > 0 {
			list = list[:len(list)-over]
			one.Skipped += over
		}
		one.Events = len(list)
		if t, err = f.take(tx, one.Scope, one.ID, list); err != nil {
			return err
		}
		uids := map[string]bool{}
		for _, e := range list {
			uids[e.UID] = true
		}
		all, err := f.Calendar.List(tx, one.Scope)
		for _, e := range all {
			if err == nil && e.Feed == one.ID && !uids[e.UID] {
				t.Removed++
				err = f.Calendar.Remove(tx, e)
			}
		}
		if err != nil {
			return err
		}
		return f.Calendar.PutFeed(tx, *one)
	})
	return t, err
}

// Share makes a new secret under which a viewer's own calendar can be read; the
// one before works no longer.
func (d Desk) Share(_ context.Context, v Viewer) (token string, err error) {
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil {
		return "", err
	}
	token = base64.RawURLEncoding.EncodeToString(raw)
	return token, d.DB.Update(func(tx *kv.Tx) error { return d.Calendar.PutSecret(tx, v.scope(), token) })
}

// Unshare takes the secret back. was is false where there was none.
func (d Desk) Unshare(_ context.Context, v Viewer) (was bool, err error) {
	err = d.DB.Update(func(tx *kv.Tx) error {
		if was, err = d.Calendar.HasSecret(tx, v.scope()); err != nil {
			return err
		}
		return d.Calendar.PutSecret(tx, v.scope(), "")
	})
	return was, err
}
