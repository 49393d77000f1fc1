// Package commands answers what a person writes with a slash, and says why a
// message could not be taken, in the language of the home.
//
// Commands pass the lanes: they are answered at once, also while a reply is
// being written. They are not part of the conversation: nothing of them enters
// the diary. Erasing asks once; the answer to that is the next message of the
// owner and is no part of the conversation either. The package decides nothing
// itself; it asks and puts into words.
package commands

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Companion is what commands ask and do.
type Companion interface {
	// Stop ends the reply that is being written and says whether there was one.
	Stop(conv turn.Conv) bool
	// Info is the model that would answer now.
	Info(ctx context.Context) (agent.ModelInfo, error)
	// Remembered counts the records of those who talk in a conversation.
	Remembered(ctx context.Context, conv turn.Conv) (int, error)
	// Persona is what the companion is called, and what is wrong with the
	// owner's persona file, if it is not in use.
	Persona() (name string, broken error)
}

// Set answers commands. It is safe for concurrent use.
type Set struct {
	Companion Companion
	Memories  Memories
	Lessons   Lessons
	Calendar  Calendar
	Reminders Reminders
	Thoughts  Thoughts
	Restraint Restraint
	Offers    Offers
	Questions *Questions
	// Troubles says in words what of the companion is not well; nil says nothing.
	Troubles func() []string
	Lang     text.Lang
}

// Command answers one line that begins with a slash.
func (s Set) Command(ctx context.Context, conv turn.Conv, line string) string {
	name, words, _ := strings.Cut(strings.TrimSpace(line), " ")
	words = strings.TrimSpace(words)
	if conv == ownersOwn {
		s.Questions.take(time.Time{}) // a command is no answer, and ends a question
	}
	switch name {
	case "/stop":
		if s.Companion.Stop(conv) {
			return s.say(catalog.StopDone)
		}
		return s.say(catalog.StopNothing)
	case "/status":
		return s.status(ctx, conv)
	case "/erase":
		return s.erase(ctx, conv, words)
	case "/forget":
		return s.forget(ctx, conv, words)
	case "/calendar":
		return s.calendar(ctx, conv)
	case "/learned":
		return s.learned(ctx, conv)
	case "/thoughts":
		return s.thoughts(ctx, conv)
	case "/undo":
		return s.undo(ctx, conv)
	case "/remind":
		return s.remind(ctx, conv, words)
	case "/reminders":
		return s.reminders(ctx, conv)
	case "/quiet":
		return s.quiet(ctx, conv, words)
	case "/snooze":
		return s.snooze(ctx, conv, words)
	case "/later", "/less", "/never", "/done":
		return s.offer(ctx, conv, turn.Offer(name[1:]))
	case "/help":
		return s.say(catalog.Help)
	}
	return s.say(catalog.UnknownCommand, "command", name)
}

// Hello is what a chat begins with: who is here, and in capital letters if
// only the rehearsal is. That no model answers is said at once, not only when
// somebody has asked something.
func (s Set) Hello(ctx context.Context) string {
	hello := s.say(catalog.Hello, "name", s.name())
	switch info, err := s.Companion.Info(ctx); {
	case err != nil:
		return s.say(catalog.ModelAway) + "\n" + hello
	case info.Rehearsal:
		return s.say(catalog.RehearsalBanner) + "\n" + hello
	}
	return hello
}

func (s Set) status(ctx context.Context, conv turn.Conv) string {
	var lines []string
	switch info, err := s.Companion.Info(ctx); {
	case err != nil:
		lines = append(lines, s.say(catalog.StatusDown, "reason", err.Error()))
	case info.Rehearsal:
		lines = append(lines, s.say(catalog.StatusRehearsal))
	default:
		lines = append(lines, s.say(catalog.StatusModel, "model", info.Name, "window", strconv.Itoa(info.Window)))
	}
	if s.Troubles != nil && conv == ownersOwn {
		lines = append(lines, s.Troubles()...)
	}
	if n, err := s.Companion.Remembered(ctx, conv); err == nil {
		lines = append(lines, s.say(catalog.StatusMemory, "count", strconv.Itoa(n)))
	}
	name, broken := s.Companion.Persona()
	lines = append(lines, s.say(catalog.StatusPersona, "name", name))
	if broken != nil {
		lines = append(lines, s.say(catalog.PersonaBroken, "detail", catalog.Words(s.Lang, broken)))
	}
	return strings.Join(lines, "\n")
}

// problem says why a memory could not be erased or forgotten.
func (s Set) problem(err error, about string) string {
	var p *ops.Problem
	switch {
	case !errors.As(err, &p):
		return s.say(catalog.EraseFailed, "detail", err.Error())
	case p.Code == ops.WordsTooShort:
		return s.say(catalog.WordsTooShort, "about", about)
	}
	return s.say(catalog.ForgetNothing, "about", about)
}

// Refused says why a message could not be taken, or what came of one that
// answered a question.
func (s Set) Refused(err error) string {
	var long *fault.TooLong
	var aside *channels.Aside
	switch {
	case errors.As(err, &aside):
		return aside.Text
	case errors.As(err, &long):
		return s.say(catalog.MessageTooLong, "used", strconv.Itoa(long.Used), "max", strconv.Itoa(long.Max))
	case errors.Is(err, channels.ErrEmpty):
		return s.say(catalog.MessageEmpty)
	case errors.Is(err, channels.ErrStranger):
		return s.say(catalog.NotAllowed)
	}
	return s.say(catalog.NotKept)
}

func (s Set) name() string {
	name, _ := s.Companion.Persona()
	return name
}

func (s Set) say(key catalog.Key, pairs ...string) string { return catalog.Text(s.Lang, key, pairs...) }
