package telegram

import "github.com/kokoron/kokoron/internal/person"

// Reaches reports whether what is sent to a person is likely to arrive: Telegram
// answers, and they have not been seen to block the bot. It asks nobody and is
// safe for concurrent use.
func (c *Channel) Reaches(p person.ID) bool {
	if _, problem := c.Health(); problem != "" {
		return false
	}
	cs := &c.chats
	cs.mu.Lock()
	defer cs.mu.Unlock()
	chat := cs.byID[cs.byPerson[p]]
	return !cs.denied && (chat == nil || !chat.gone)
}
