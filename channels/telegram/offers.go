package telegram

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// Offers takes what people choose with the buttons under a message.
type Offers interface {
	// Label is what stands on the button of an offer, before it is taken and
	// after.
	Label(o turn.Offer, taken bool) string
	// Take does what was chosen, durably, and says what is so now; doing it
	// again says the same and changes nothing. ok is false where it is not
	// offered to that person (any more): said tells them so. An error is one of
	// the store.
	Take(ctx context.Context, p person.Person, message turn.ID, o turn.Offer) (said string, ok bool, err error)
}

// Bounds of the Bot API, and how many buttons stand side by side: a phone cuts
// the words of three.
const (
	maxData   = 64 // bytes
	maxAnswer = 200
	sideways  = 2
)

// offerMark begins the data of our buttons.
const offerMark = "o"

// keyboard are the buttons under a message.
func (c *Channel) keyboard(message turn.ID, offers []turn.Offer, taken bool) (rows [][]models.InlineKeyboardButton) {
	for pair := range slices.Chunk(offers, sideways) {
		var row []models.InlineKeyboardButton
		for _, o := range pair {
			data := strings.Join([]string{offerMark, string(o), string(message)}, ":")
			if len(data) <= maxData { // one more byte, and the whole message would be refused
				row = append(row, models.InlineKeyboardButton{Text: c.Offers.Label(o, taken), CallbackData: data})
			}
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// choice reads the data of a button; what is none of ours chooses nothing.
func choice(data string) (message turn.ID, o turn.Offer) {
	mark, rest, _ := strings.Cut(data, ":")
	offer, id, _ := strings.Cut(rest, ":")
	if mark != offerMark {
		return "", ""
	}
	return turn.ID(id), turn.Offer(offer)
}

// press takes what somebody has chosen with a button. An error means that the
// update must come again. Every press is answered, or the app shows a spinning
// button.
func (s *session) press(ctx context.Context, q *models.CallbackQuery) error {
	who, conv, known, err := s.People.Identify(ctx, Name, strconv.FormatInt(q.From.ID, 10))
	if err != nil {
		return fmt.Errorf("identify who presses: %w", err)
	}
	if !known {
		who = person.Person{}
	}
	message, offer := choice(q.Data)
	said, ok, err := s.Offers.Take(ctx, who, message, offer)
	if err != nil {
		return fmt.Errorf("take an offer: %w", err)
	}
	chat, under := q.From.ID, q.Message.Message
	own := known && under != nil && under.Chat.ID == chat // nobody changes what another sees
	if own && s.chats.wrote(chat, conv) {
		s.router.Attached(Name)
	}
	s.spare(func() {
		s.answer(chat, q.ID, said)
		if !own {
			return
		}
		var left []turn.Offer // of a dead message, no button
		if ok {
			left = []turn.Offer{offer}
		}
		s.rekey(chat, under.ID, s.keyboard(message, left, true))
	})
	return nil
}

// answer tells who pressed a button what came of it. One that is too old cannot
// be answered: the app has given up waiting.
func (c *Channel) answer(chat int64, query, said string) {
	err := c.patiently(func() error {
		return c.call(c.base, chat, callFor, func(ctx context.Context) error {
			_, err := c.bot.AnswerCallbackQuery(ctx, &bot.AnswerCallbackQueryParams{CallbackQueryID: query, Text: text.Excerpt(said, maxAnswer)})
			return err
		})
	})
	c.noFailure("answer a button on Telegram", err)
}

// rekey gives a message other buttons. The choice holds without it.
func (c *Channel) rekey(chat int64, id int, rows [][]models.InlineKeyboardButton) {
	err := c.patiently(func() error {
		return c.call(c.base, chat, callFor, func(ctx context.Context) error {
			_, err := c.bot.EditMessageReplyMarkup(ctx, &bot.EditMessageReplyMarkupParams{ChatID: chat, MessageID: id, ReplyMarkup: markup(rows)})
			return err
		})
	})
	c.noFailure("show what was chosen on Telegram", err)
}

// noFailure logs what may be of interest; what is refused is so for good.
func (c *Channel) noFailure(what string, err error) {
	if err != nil && c.base.Err() == nil && !badRequest(err, "") && !errors.Is(err, channels.ErrAway) {
		c.Log.Warn(what, "err", err)
	}
}

// markup is a keyboard as the library takes it: nil, not an empty one, where
// there is none.
func markup(rows [][]models.InlineKeyboardButton) models.ReplyMarkup {
	if len(rows) == 0 {
		return nil
	}
	return models.InlineKeyboardMarkup{InlineKeyboard: rows}
}
