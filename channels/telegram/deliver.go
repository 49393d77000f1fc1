package telegram

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"github.com/kokoron/kokoron/channels/render"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// Parts implements channels.Parted: how many messages a reply becomes.
func (c *Channel) Parts(o turn.Outgoing) int { return max(1, len(render.Telegram(o.Text))) }

// Deliver implements channels.Channel, for callers that do not know of parts.
func (c *Channel) Deliver(ctx context.Context, o turn.Outgoing) error {
	for part := range c.Parts(o) {
		if _, err := c.DeliverPart(ctx, o, part); err != nil {
			return err
		}
	}
	return nil
}

// DeliverPart implements channels.Parted. The first part takes over the message
// in which the reply was shown while it was written, if there is one; doing so
// again changes nothing. Any other part that is handed over again is sent again.
//
// Besides what Deliver of channels.Channel says, an error can be ErrAway where
// the person has blocked the bot or the token is not valid: the reply waits
// until that has changed.
func (c *Channel) DeliverPart(ctx context.Context, o turn.Outgoing, part int) (messageID string, err error) {
	chat, err := c.address(ctx, o.Person)
	if err != nil {
		return "", err
	}
	c.chats.settling(chat, o.Turn)
	preview := 0
	if part == 0 {
		if preview, err = c.takeOver(ctx, o.Turn); err != nil {
			return "", err
		}
	}
	parts := render.Telegram(o.Text)
	var p post
	if part < len(parts) {
		p.Message = parts[part]
	}
	if part == len(parts)-1 {
		p.keys = c.keyboard(o.ID, o.Offers, false)
	}
	var id int
	switch {
	case len(parts) == 0:
		err = c.remove(ctx, chat, preview) // the reply shows nothing: neither may its preview
	case preview != 0:
		id, err = c.replace(ctx, chat, preview, p)
	default:
		id, err = c.send(ctx, chat, p)
	}
	if err != nil {
		c.warnUnknown(o, part, preview, err)
		return "", kind(err)
	}
	if part >= len(parts)-1 {
		c.chats.settled(chat, o.Turn)
	}
	return strconv.Itoa(id), nil
}

// warnUnknown counts, in the log, what may arrive twice.
func (c *Channel) warnUnknown(o turn.Outgoing, part, preview int, err error) {
	var t *fault.Temporary
	if preview == 0 && errors.As(err, &t) && t.After == 0 {
		c.Log.Warn("telegram may have taken a part of a reply, it is sent again", "reply", o.ID, "part", part, "err", err)
	}
}

// kind makes what is left of a bad request a fault: the same words would be
// refused again.
func kind(err error) error {
	var api *apiError
	if errors.As(err, &api) && api.Code == 400 {
		return &fault.Blocked{Err: err}
	}
	return err
}

// post is a message as it is sent or edited.
type post struct {
	render.Message
	keys  [][]models.InlineKeyboardButton // under it; an edit without any takes them away
	links *models.LinkPreviewOptions
}

// plain is the message without its entities.
func (p post) plain() post {
	p.Entities = nil
	return p
}

// send writes a message. Entities that are refused are left out: the text is
// the same. That happens after a refusal only, never where the message may have
// been taken.
func (c *Channel) send(ctx context.Context, chat int64, p post) (int, error) {
	id, err := c.sendOnce(ctx, chat, p, callFor)
	if aboutEntities(err) {
		c.Log.Warn("telegram refuses the entities of a message, it is sent plain", "err", err)
		return c.sendOnce(ctx, chat, p.plain(), callFor)
	}
	return id, err
}

func aboutEntities(err error) bool {
	return badRequest(err, "entit")
}

// badRequest reports whether the server refused a call with these words in its
// reason.
func badRequest(err error, words string) bool {
	var api *apiError
	return errors.As(err, &api) && api.Code == 400 && strings.Contains(strings.ToLower(api.Text), words)
}

// replace gives a message another text. One that the person has deleted is
// sent anew.
func (c *Channel) replace(ctx context.Context, chat int64, id int, p post) (int, error) {
	err := c.edit(ctx, chat, id, p, callFor)
	if aboutEntities(err) {
		c.Log.Warn("telegram refuses the entities of a message, it is sent plain", "err", err)
		err = c.edit(ctx, chat, id, p.plain(), callFor)
	}
	if badRequest(err, "message to edit not found") || badRequest(err, "message can't be edited") {
		return c.send(ctx, chat, p)
	}
	return id, err
}

func (c *Channel) remove(ctx context.Context, chat int64, id int) error {
	if id == 0 {
		return nil
	}
	err := c.call(ctx, chat, callFor, func(ctx context.Context) error {
		_, err := c.bot.DeleteMessage(ctx, &bot.DeleteMessageParams{ChatID: chat, MessageID: id})
		return err
	})
	if badRequest(err, "message to delete not found") || badRequest(err, "message can't be deleted") {
		return nil
	}
	return err
}

// noLinks keeps addresses in unfinished text from unfolding.
func noLinks() *models.LinkPreviewOptions {
	return &models.LinkPreviewOptions{IsDisabled: bot.True()}
}

func (c *Channel) sendOnce(ctx context.Context, chat int64, p post, limit time.Duration) (id int, err error) {
	err = c.call(ctx, chat, limit, func(ctx context.Context) error {
		sent, err := c.bot.SendMessage(ctx, &bot.SendMessageParams{
			ChatID: chat, Text: p.Text, Entities: entities(p.Entities), LinkPreviewOptions: p.links, ReplyMarkup: markup(p.keys),
		})
		if err == nil {
			id = sent.ID
		}
		return err
	})
	return id, err
}

// edit is repeatable: a message that says so already is fine.
func (c *Channel) edit(ctx context.Context, chat int64, id int, p post, limit time.Duration) error {
	err := c.call(ctx, chat, limit, func(ctx context.Context) error {
		_, err := c.bot.EditMessageText(ctx, &bot.EditMessageTextParams{
			ChatID: chat, MessageID: id, Text: p.Text, Entities: entities(p.Entities), LinkPreviewOptions: p.links, ReplyMarkup: markup(p.keys),
		})
		return err
	})
	if badRequest(err, "message is not modified") {
		return nil
	}
	return err
}

func entities(es []render.Entity) []models.MessageEntity {
	out := make([]models.MessageEntity, 0, len(es))
	for _, e := range es {
		out = append(out, models.MessageEntity{
			Type: models.MessageEntityType(e.Type), Offset: e.Offset, Length: e.Length, URL: e.URL, Language: e.Language,
		})
	}
	return out
}
