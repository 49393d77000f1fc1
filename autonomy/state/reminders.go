package state

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/autonomy/reminder"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// How many reminders that are over, of a person, and how many sayings, of all,
// are kept.
const (
	keepOver  = 200
	keepFired = 1000
)

// Reminders keeps the reminders of everybody and how far their sayings are.
// What is due first is found without reading the others. Those that are over
// are forgotten in time, as are old sayings.
type Reminders struct {
	all   kv.Bucket[reminder.Reminder] // scope, id → reminder
	due   kv.Bucket[struct{}]          // due time, scope, id: an index of all
	over  kv.Log[turn.ID]              // scope → ids that were over at some time
	fired kv.Bucket[reminder.Firing]   // id of the message → firing
	order kv.Log[turn.ID]              // all firings, in one group
}

// NewReminders returns the store.
func NewReminders() *Reminders {
	return &Reminders{
		all:   kv.NewBucket[reminder.Reminder]("reminders/all"),
		due:   kv.NewBucket[struct{}]("reminders/due"),
		over:  kv.NewLog[turn.ID]("reminders/over", keepOver),
		fired: kv.NewBucket[reminder.Firing]("reminders/fired"),
		order: kv.NewLog[turn.ID]("reminders/order", keepFired),
	}
}

// sortable is a time whose text order is its order.
const sortable = "2006-01-02T15:04:05.000000000Z"

func dueKey(r reminder.Reminder) string {
	return kv.Key(r.Due().UTC().Format(sortable), string(r.Scope), string(r.ID))
}

// Put keeps a reminder as it is now.
func (s *Reminders) Put(tx *kv.Tx, r reminder.Reminder) error {
	if err := s.put(tx, r); err != nil {
		return fmt.Errorf("store reminder %s: %w", r.ID, err)
	}
	return nil
}

func (s *Reminders) put(tx *kv.Tx, r reminder.Reminder) error {
	k := kv.Key(string(r.Scope), string(r.ID))
	old, known, err := s.all.Get(tx, k)
	if err == nil && known && !old.Due().IsZero() {
		err = s.due.Delete(tx, dueKey(old))
	}
	if err == nil && !r.Due().IsZero() {
		err = s.due.Put(tx, dueKey(r), struct{}{})
	}
	if err == nil {
		err = s.all.Put(tx, k, r)
	}
	if err != nil || !r.Due().IsZero() || known && old.Due().IsZero() {
		return err
	}
	gone, full, err := s.over.Append(tx, string(r.Scope), r.ID)
	if err != nil || !full {
		return err
	}
	// One that waits again since then stays; it is noted anew when it is over.
	k = kv.Key(string(r.Scope), string(gone))
	if last, ok, err := s.all.Get(tx, k); err != nil || !ok || !last.Due().IsZero() || gone == r.ID {
		return err
	}
	return s.all.Delete(tx, k)
}

// Repair sets aside what cannot be read, says what that was, and makes the
// index of what is due anew where it does not fit: one bad record must not keep
// the others from being said.
func (s *Reminders) Repair(tx *kv.Tx) (wrong []error, err error) {
	if wrong, err = s.all.SetAside(tx); err != nil {
		return wrong, err
	}
	fired, err := s.fired.SetAside(tx)
	wrong = append(wrong, fired...)
	if err != nil {
		return wrong, err
	}
	want := map[string]bool{}
	err = s.all.Ascend(tx, "", func(_ string, r reminder.Reminder) error {
		if !r.Due().IsZero() {
			want[dueKey(r)] = true
		}
		return nil
	})
	var stray []string
	err = errors.Join(err, s.due.Ascend(tx, "", func(k string, _ struct{}) error {
		if !want[k] {
			stray = append(stray, k)
		}
		delete(want, k)
		return nil
	}))
	for _, k := range stray {
		wrong = append(wrong, fmt.Errorf("the index names %q, which is not due then", k))
		err = errors.Join(err, s.due.Delete(tx, k))
	}
	for k := range want {
		wrong = append(wrong, fmt.Errorf("the index lacks %q", k))
		err = errors.Join(err, s.due.Put(tx, k, struct{}{}))
	}
	return wrong, err
}

// Get is one reminder of a scope.
func (s *Reminders) Get(tx *kv.Tx, scope person.Scope, id turn.ID) (reminder.Reminder, bool, error) {
	r, ok, err := s.all.Get(tx, kv.Key(string(scope), string(id)))
	if err != nil {
		return r, false, fmt.Errorf("read reminder %s: %w", id, err)
	}
	return r, ok, nil
}

// List are the reminders of a scope, oldest first.
func (s *Reminders) List(tx *kv.Tx, scope person.Scope) (list []reminder.Reminder, err error) {
	err = s.all.Ascend(tx, kv.Prefix(string(scope)), func(_ string, r reminder.Reminder) error {
		list = append(list, r)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list reminders: %w", err)
	}
	return list, nil
}

// First is when the first reminder of all is due, zero where none is.
func (s *Reminders) First(tx *kv.Tx) (at time.Time, err error) {
	err = s.due.Ascend(tx, "", func(k string, _ struct{}) error {
		if at, err = time.Parse(sortable, kv.First(k)); err != nil {
			return err
		}
		return kv.ErrStop
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("first reminder: %w", err)
	}
	return at, nil
}

// Due are those that are due at a time, at most limit, the first ones first.
func (s *Reminders) Due(tx *kv.Tx, now time.Time, limit int) (list []reminder.Reminder, err error) {
	last := now.UTC().Format(sortable)
	err = s.due.Ascend(tx, "", func(k string, _ struct{}) error {
		at := kv.First(k)
		if at > last || len(list) == limit {
			return kv.ErrStop
		}
		r, ok, err := s.all.Get(tx, strings.TrimPrefix(k, kv.Prefix(at)))
		if err == nil && ok {
			list = append(list, r)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("due reminders: %w", err)
	}
	return list, nil
}

// PutFiring keeps how far a saying is.
func (s *Reminders) PutFiring(tx *kv.Tx, f reminder.Firing) error {
	fresh, err := s.fired.PutIfAbsent(tx, string(f.ID), f)
	switch {
	case err != nil:
	case !fresh:
		err = s.fired.Put(tx, string(f.ID), f)
	default:
		var old turn.ID
		var gone bool
		if old, gone, err = s.order.Append(tx, "all", f.ID); err == nil && gone {
			err = s.fired.Delete(tx, string(old))
		}
	}
	if err != nil {
		return fmt.Errorf("store saying %s: %w", f.ID, err)
	}
	return nil
}

// Firing is a saying by the id of its message; ok is false for every other
// message.
func (s *Reminders) Firing(tx *kv.Tx, id turn.ID) (reminder.Firing, bool, error) {
	f, ok, err := s.fired.Get(tx, string(id))
	if err != nil {
		return f, false, fmt.Errorf("read saying %s: %w", id, err)
	}
	return f, ok, nil
}

// Erase removes the reminders of some scopes that have what is to be nowhere,
// or were made of it, and gives how many there were.
func (s *Reminders) Erase(tx *kv.Tx, scopes []person.Scope, e memory.Erasing) (n int, err error) {
	var doomed []reminder.Reminder
	for _, scope := range scopes {
		list, err := s.List(tx, scope)
		if err == nil {
			err = s.all.ForgetAside(tx, kv.Prefix(string(scope)))
		}
		if err != nil {
			return 0, err
		}
		for _, r := range list {
			if e.Has(string(r.ID), r.Text+"\n"+r.When) || slices.ContainsFunc(r.From, func(id turn.ID) bool { return e.IDs[string(id)] }) {
				doomed = append(doomed, r)
			}
		}
	}
	for _, r := range doomed {
		if err == nil && !r.Due().IsZero() {
			err = s.due.Delete(tx, dueKey(r))
		}
		if err == nil {
			err = s.all.Delete(tx, kv.Key(string(r.Scope), string(r.ID)))
		}
	}
	if err != nil {
		return 0, fmt.Errorf("erase reminders: %w", err)
	}
	return len(doomed), nil
}
