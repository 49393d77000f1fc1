package telegram_test

import (
	"slices"

	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
)

// telegramtestHang takes a call and never answers.
var telegramtestHang = telegramtest.Hang(false)

func repeat(f telegramtest.Fault, n int) []telegramtest.Fault {
	return slices.Repeat([]telegramtest.Fault{f}, n)
}
