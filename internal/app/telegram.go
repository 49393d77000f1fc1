package app

import (
	"context"
	"fmt"
	"strconv"

	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/internal/catalog"
)

// openTelegram makes the bot's channel, if there is a token.
func (a *App) openTelegram(ctx context.Context) (err error) {
	t := a.cfg.Telegram
	if !t.Token.Set() {
		return nil
	}
	a.telegram, err = telegram.New(telegram.Config{Token: t.Token.Reveal(), API: t.API}, telegram.Deps{
		People: a.ops, Previews: a.ops, Offers: offering{a}, Words: telegramWords, Clock: a.clock, Log: a.log,
	})
	if err != nil {
		return fmt.Errorf("open telegram: %w", err)
	}
	if t.Owner != 0 {
		return a.ops.OwnerIs(ctx, telegram.Name, strconv.FormatInt(t.Owner, 10))
	}
	return nil
}

func telegramWords(language string) telegram.Words {
	lang := catalog.Locale(language)
	return telegram.Words{
		Stranger: catalog.Text(lang, catalog.TelegramStranger), Claimed: catalog.Text(lang, catalog.TelegramClaimed),
		WrongCode: catalog.Text(lang, catalog.TelegramWrongCode), TextOnly: catalog.Text(lang, catalog.TelegramTextOnly),
	}
}

// claimCode is what makes a Telegram user the owner; "" where there is no bot
// or it has its owner already.
func (a *App) claimCode(ctx context.Context) (string, error) {
	if a.telegram == nil {
		return "", nil
	}
	if _, claimed, err := a.ops.Address(ctx, telegram.Name, a.ops.Owner.ID); err != nil || claimed {
		return "", err
	}
	return a.ops.ClaimCode(ctx)
}
