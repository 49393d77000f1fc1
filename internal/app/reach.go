package app

import (
	"slices"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/web"
)

// reaching says where somebody sees at once what is said to them: at a terminal
// that is attached, on a page that is open, on Telegram unless that is away or
// they have blocked the bot. Channels that the app was given always reach. It
// looks at what is in memory alone, as it is asked inside transactions.
func (a *App) reaching(pages *web.Hub, given []channels.Channel) func(string, person.Person) bool {
	return func(channel string, to person.Person) bool {
		switch {
		case slices.ContainsFunc(given, func(c channels.Channel) bool { return c.Name() == channel }):
			return true
		case channel == terminal.Name:
			return a.hub.Attached()
		case channel == web.Name:
			return pages.Watched(ops.ConversationOf(to))
		case channel == telegram.Name:
			return a.telegram != nil && a.telegram.Reaches(to.ID)
		}
		return false
	}
}
