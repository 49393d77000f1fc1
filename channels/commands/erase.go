package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Memories is what the commands about memories do.
type Memories interface {
	// Doom says what would go with a memory of the owner's, given by its id, or
	// with words. An error is an *ops.Problem where there is nothing.
	Doom(ctx context.Context, what string) (ops.Doomed, error)
	// Erase takes it away for good.
	Erase(ctx context.Context, d ops.Doomed) (ops.Erased, error)
	// Forget archives what fits best; ok is false where nothing does.
	Forget(ctx context.Context, conv turn.Conv, words string) (m ops.Memory, ok bool, err error)
	// Undo takes the last forgetting or replacing back.
	Undo(ctx context.Context, conv turn.Conv) (ops.Undone, error)
}

// ownersOwn is the conversation of the owner alone with the companion.
const ownersOwn = turn.Conv(person.ScopeOwner)

// askedFor is how long a question waits for its answer.
const askedFor = 5 * time.Minute

// shownMost is how many memories a question names.
const shownMost = 8

// shownRunes is how much of each it shows.
const shownRunes = 60

// The words that answer a question, folded.
var (
	yes = []string{"はい", "yes", "是", "是的"}
	no  = []string{"いいえ", "no", "不", "不是", "否", "やめて", "cancel", "取消"}
)

// Questions are those that wait for the owner's answer: one at a time. Use
// NewQuestions.
type Questions struct {
	clock clock.Clock

	mu    sync.Mutex
	about *ops.Doomed
	at    time.Time
}

// NewQuestions returns none.
func NewQuestions(clk clock.Clock) *Questions { return &Questions{clock: clk} }

func (q *Questions) ask(d ops.Doomed) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.about, q.at = &d, q.clock.Now()
}

// take gives what was asked about, once, if that is not too long ago and a
// message that was sent then can be an answer to it.
func (q *Questions) take(sent time.Time) (d ops.Doomed, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.about == nil {
		return d, false
	}
	d, q.about = *q.about, nil
	const second = time.Second // some channels count in whole ones
	late := q.clock.Now().Sub(q.at) > askedFor
	return d, !late && (sent.IsZero() || !sent.Before(q.at.Add(-second)))
}

// erase asks whether to erase what the words name.
func (s Set) erase(ctx context.Context, conv turn.Conv, words string) string {
	switch {
	case conv != ownersOwn:
		return s.say(catalog.EraseOwner)
	case words == "":
		return s.say(catalog.EraseHow)
	}
	d, err := s.Memories.Doom(ctx, words)
	if err != nil {
		return s.problem(err, words)
	}
	s.Questions.ask(d)
	var list []string
	for i, m := range d.Memories {
		if i == shownMost {
			list = append(list, s.say(catalog.EraseMore, "count", strconv.Itoa(len(d.Memories)-i)))
			break
		}
		list = append(list, "・"+text.Excerpt(strings.Join(strings.Fields(m.Text), " "), shownRunes))
	}
	return s.say(catalog.EraseAsk, "count", strconv.Itoa(len(d.Memories)), "list", strings.Join(list, "\n"))
}

// Answer takes a message that answers a question of /erase: yes erases, no does
// not. taken is false for every other message, which ends the question too and
// is a part of the conversation.
func (s Set) Answer(ctx context.Context, m turn.Message) (aside *channels.Aside, taken bool) {
	if m.Conv != ownersOwn || m.Person != person.OwnerID {
		return nil, false
	}
	d, ok := s.Questions.take(m.Sent)
	switch {
	case ok && says(m.Text, no):
		return &channels.Aside{Text: s.say(catalog.EraseKept)}, true
	case !ok || !says(m.Text, yes):
		return nil, false
	}
	done, err := s.Memories.Erase(ctx, d)
	switch {
	case err != nil:
		return &channels.Aside{Text: s.say(catalog.EraseFailed, "detail", err.Error())}, true
	case done.Busy != "":
		return &channels.Aside{Text: s.say(catalog.EraseBusy)}, true
	case !done.Done || len(done.Left) > 0:
		return &channels.Aside{Text: s.say(catalog.EraseGoneYet)}, true
	}
	return &channels.Aside{Text: s.say(catalog.EraseGone)}, true
}

// says reports whether a message is one of some words and nothing else.
func says(message string, words []string) bool {
	return slices.Contains(words, strings.Trim(text.Fold(message), "。.!！、 \n"))
}

// forget archives what fits the words best.
func (s Set) forget(ctx context.Context, conv turn.Conv, words string) string {
	if words == "" {
		return s.say(catalog.ForgetHow)
	}
	m, ok, err := s.Memories.Forget(ctx, conv, words)
	switch {
	case err != nil:
		return s.problem(err, words)
	case !ok:
		return s.say(catalog.ForgetNothing, "about", words)
	}
	return s.say(catalog.ForgetDone, "text", m.Text)
}

// undo takes the last forgetting or replacing back.
func (s Set) undo(ctx context.Context, conv turn.Conv) string {
	u, err := s.Memories.Undo(ctx, conv)
	switch {
	case err != nil:
		return s.problem(err, "")
	case u.Back.ID == "":
		return s.say(catalog.UndoNothing)
	case u.Gone.ID != "":
		return s.say(catalog.UndoBack, "text", u.Back.Text, "other", u.Gone.Text)
	}
	return s.say(catalog.UndoDone, "text", u.Back.Text)
}
