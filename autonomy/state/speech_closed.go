package state

import (
	"slices"

	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// closed are the topics that a person never wants to hear of, beside the
// governor's state: where that is lost they still hold, for good and not only
// for as long as the messages are kept under which they were closed.
var closed = kv.NewBucket[[]governor.Never]("speech/closed") // person → topics

// saveClosed keeps the closed topics of a state, where they are others.
func saveClosed(tx *kv.Tx, id person.ID, s governor.State) error {
	old, ok, err := closed.Get(tx, string(id))
	same := func(a, b governor.Never) bool { return a.Key == b.Key && a.Like == b.Like && a.At.Equal(b.At) }
	if err == nil && slices.EqualFunc(old, s.Never, same) && (ok || len(s.Never) == 0) {
		return nil
	}
	return closed.Put(tx, string(id), s.Never) // what cannot be read is made anew
}

// stillClosed are the closed topics of a person whose state is lost: those that
// are kept, else those of the messages under which they were closed.
func stillClosed(tx *kv.Tx, id person.ID, said []Spoken) []governor.Never {
	if kept, ok, err := closed.Get(tx, string(id)); ok && err == nil {
		return kept
	}
	var s governor.State
	for _, m := range said {
		if at := m.Buttons[turn.OfferNever]; !at.IsZero() && !m.Erased {
			s = s.Close(m.Wish, at)
		}
	}
	return s.Never
}

// eraseClosed takes words out of the closed topics.
func eraseClosed(tx *kv.Tx, whose func(person.ID) bool, e memory.Erasing) error {
	_, err := closed.Rewrite(tx, "", func(who string, list []governor.Never) ([]governor.Never, kv.Verdict) {
		before := len(list)
		if whose(person.ID(who)) {
			list = slices.DeleteFunc(list, func(n governor.Never) bool { return mentions(n, e) })
		}
		if len(list) == before {
			return list, kv.Leave
		}
		return list, kv.Change
	})
	return err
}

// mentions reports whether a closed topic has words that are to be nowhere.
func mentions(n governor.Never, e memory.Erasing) bool {
	return e.Has("", append([]string{n.Key, n.Like}, n.Words...)...)
}
