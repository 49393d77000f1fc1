package telegram

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"github.com/kokoron/kokoron/internal/text"
)

// How much attention strangers get: one refusal each, and so many tries of a
// code an hour. The number remembered is bounded; the bound reached, all are
// forgotten and may be refused once more.
const (
	maxStrangers = 1000
	triesAnHour  = 5
)

// stranger is somebody who is not admitted.
type stranger struct {
	refused bool
	tries   int
	since   time.Time // of the first of the tries
}

// bareCode is a claim code as people type it, without /start before it.
var bareCode = regexp.MustCompile(`^[A-Za-z2-7]{12}$`)

// codeIn is the claim code in what a stranger wrote, "" if there is none.
func codeIn(line string) string {
	line = strings.TrimSpace(line)
	if name, rest, ok := strings.Cut(line, " "); ok && name == "/start" {
		line = strings.TrimSpace(rest)
	} else if !bareCode.MatchString(line) {
		return ""
	}
	return strings.ToUpper(line)
}

// stranger answers somebody who is not admitted, without a model. An error
// means that the update must come again.
func (s *session) stranger(ctx context.Context, m *models.Message) error {
	who := s.strangers[m.From.ID]
	if who == nil {
		if len(s.strangers) >= maxStrangers {
			clear(s.strangers)
		}
		who = &stranger{}
		s.strangers[m.From.ID] = who
	}
	code := codeIn(m.Text)
	if code == "" {
		if !who.refused {
			who.refused = true
			s.aside(m.Chat.ID, s.words(m).Stranger)
		}
		return nil
	}
	if !who.may(s.Clock.Now()) {
		return nil
	}
	ok, err := s.People.Claim(ctx, Name, strconv.FormatInt(m.From.ID, 10), fullName(m.From), code)
	if err != nil {
		return fmt.Errorf("claim: %w", err)
	}
	if !ok {
		s.Log.Warn("a wrong code was tried on Telegram", "user", m.From.ID)
		s.aside(m.Chat.ID, s.words(m).WrongCode)
		return nil
	}
	s.Log.Info("a chat on Telegram is let in by its code", "user", m.From.ID)
	delete(s.strangers, m.From.ID)
	s.aside(m.Chat.ID, s.words(m).Claimed)
	s.router.Attached(Name)
	return nil
}

// may counts a try of a code and reports whether it is allowed.
func (w *stranger) may(now time.Time) bool {
	if now.Sub(w.since) > time.Hour {
		w.since, w.tries = now, 0
	}
	w.tries++
	return w.tries <= triesAnHour
}

// fullName is what a user calls themselves.
func fullName(u *models.User) string {
	return text.CleanName(u.FirstName + " " + u.LastName)
}
