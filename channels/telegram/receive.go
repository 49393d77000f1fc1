package telegram

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/render"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// commandFor is how old a command may be: a /stop from before a restart must
// not stop what is said now.
const commandFor = 5 * time.Minute

// Answers outside of a conversation: how many may be on their way, how often one
// is tried while Telegram asks to wait, and how long such a wait may be.
const (
	maxAsides  = 64
	asideTries = 3
	asideWait  = time.Minute
)

// take handles one update. An error means that it must come again.
func (s *session) take(ctx context.Context, u *models.Update) error {
	if u.CallbackQuery != nil {
		return s.press(ctx, u.CallbackQuery)
	}
	m := u.Message
	if m == nil || m.Chat.Type != models.ChatTypePrivate || m.From == nil || m.From.IsBot {
		return nil
	}
	p, conv, known, err := s.People.Identify(ctx, Name, strconv.FormatInt(m.From.ID, 10))
	if err != nil {
		return fmt.Errorf("identify sender: %w", err)
	}
	if !known {
		return s.stranger(ctx, m)
	}
	if s.chats.wrote(m.Chat.ID, conv) {
		s.router.Attached(Name) // what could not be delivered is tried again
	}
	line, isCommand := channels.Command(m.Text)
	switch {
	case isCommand:
		s.command(m, line, conv)
		return nil
	case m.Text != "":
	case unread(m) && s.chats.untold(m.Chat.ID, s.Clock.Now()):
		s.aside(m.Chat.ID, s.words(m).TextOnly)
		return nil
	default:
		return nil // a pinned message and the like: nobody said anything
	}
	_, err = s.router.Receive(ctx, turn.Message{
		Conv: conv, Channel: Name, Person: p.ID, Text: m.Text,
		External: fmt.Sprintf("%d/%d", m.Chat.ID, m.ID), Sent: time.Unix(int64(m.Date), 0),
	})
	if refused(err) {
		s.aside(m.Chat.ID, s.commands.Refused(err))
		return nil
	}
	return err
}

// refused reports whether a message was refused for good: it would be the next
// time too.
func refused(err error) bool {
	var long *fault.TooLong
	var aside *channels.Aside
	return errors.As(err, &aside) || errors.As(err, &long) || errors.Is(err, channels.ErrEmpty) ||
		errors.Is(err, channels.ErrEncoding) || errors.Is(err, channels.ErrStranger)
}

// unread reports whether a message says something that only people can see or
// hear.
func unread(m *models.Message) bool {
	return len(m.Photo) > 0 || m.Voice != nil || m.Audio != nil || m.Video != nil || m.VideoNote != nil ||
		m.Document != nil || m.Sticker != nil || m.Location != nil || m.Contact != nil || m.Poll != nil
}

// command answers a command beside the poll, as it may ask a model server.
func (s *session) command(m *models.Message, line string, conv turn.Conv) {
	if age := s.Clock.Now().Sub(time.Unix(int64(m.Date), 0)); age > commandFor {
		s.Log.Warn("a command from Telegram is too old, it is passed over; is the clock of this machine right?", "age", age)
		return
	}
	name, rest, _ := strings.Cut(line, " ")
	if at := strings.IndexByte(name, '@'); at > 0 { // Telegram adds the bot's name
		name = name[:at]
		line = strings.TrimSpace(name + " " + rest)
	}
	chat := m.Chat.ID
	s.spare(func() {
		if name == "/start" {
			s.tell(chat, s.commands.Hello(s.base))
			return
		}
		s.tell(chat, s.commands.Command(s.base, conv, line))
	})
}

// words are the texts for the sender of a message.
func (c *Channel) words(m *models.Message) Words {
	language, _, _ := strings.Cut(m.From.LanguageCode, "-")
	return c.Words(strings.ToLower(language))
}

// aside says something outside of a conversation, beside everything else.
func (c *Channel) aside(chat int64, text string) {
	c.spare(func() { c.tell(chat, text) })
}

// spare runs f beside Run if there is room. Nothing that matters is lost
// where there is not.
func (c *Channel) spare(f func()) {
	c.mu.Lock()
	full := c.asides >= maxAsides
	if !full {
		c.asides++
	}
	c.mu.Unlock()
	if full {
		c.Log.Warn("too many answers to commands and strangers are on their way, one is left out")
		return
	}
	leave := func() {
		c.mu.Lock()
		c.asides--
		c.mu.Unlock()
	}
	if !c.beside(func() { defer leave(); f() }) {
		leave()
	}
}

// tell writes a line that is no reply. It is tried again only where it was
// certainly not taken: it is better missing than twice.
func (c *Channel) tell(chat int64, text string) {
	p := post{Message: render.Message{Text: excerpt(text)}}
	if p.Text == "" {
		return
	}
	err := c.patiently(func() error {
		_, err := c.send(c.base, chat, p)
		return err
	})
	if err != nil && c.base.Err() == nil && !errors.Is(err, channels.ErrAway) {
		c.Log.Warn("say something outside of a conversation on Telegram", "err", err)
	}
}

// patiently makes a call again that was certainly not taken, where Telegram
// asks to wait a little.
func (c *Channel) patiently(call func() error) (err error) {
	for range asideTries {
		err = call()
		var wait *fault.Temporary
		if !errors.As(err, &wait) || wait.After == 0 || wait.After > asideWait || c.Clock.Sleep(c.base, wait.After) != nil {
			break
		}
	}
	return err
}
