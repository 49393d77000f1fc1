package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"
)

// How long a poll that failed waits before the next, doubling from the first
// to the last.
const (
	firstRetry    = time.Second
	lastRetry     = 30 * time.Second
	conflictRetry = time.Minute     // at most, while somebody else polls
	tokenRetry    = 5 * time.Minute // a token does not come back by itself, but may be wrong for a moment
)

// renumberAfter is how long without an update the offset is believed. After a
// week without one Telegram begins to count anew, anywhere; a poll without an
// offset confirms nothing, and what was seen has been confirmed long before.
const renumberAfter = 24 * time.Hour

// errStore marks a message that could not be written down.
var errStore = errors.New("message not stored")

// session is one Run: what it takes messages in with.
type session struct {
	*Channel
	router    Router
	commands  Commands
	strangers map[int64]*stranger

	offset int64     // of the next poll: everything below is stored
	heard  time.Time // when the last update came
	delay  time.Duration
}

// poll asks for updates and takes them in, one batch after the other, until ctx
// ends.
func (s *session) poll(ctx context.Context) {
	s.heard = s.Clock.Now()
	for ctx.Err() == nil {
		updates, err := s.updates(ctx)
		if err == nil {
			err = s.takeAll(ctx, updates)
		}
		if ctx.Err() != nil {
			return
		}
		if wait := s.outcome(err); wait > 0 {
			_ = s.Clock.Sleep(ctx, wait) // the loop looks at ctx
		}
	}
}

// updates makes one poll. It confirms what is below the offset.
func (s *session) updates(ctx context.Context) ([]json.RawMessage, error) {
	if s.Clock.Now().Sub(s.heard) > renumberAfter {
		s.offset = 0
	}
	raw, err := json.Marshal(struct {
		Offset  int64    `json:"offset,omitempty"`
		Timeout int      `json:"timeout"`
		Allowed []string `json:"allowed_updates"`
	}{s.offset, int(pollFor.Seconds()), []string{"message", "callback_query"}})
	if err != nil {
		return nil, fmt.Errorf("encode poll: %w", err)
	}
	var got []json.RawMessage
	return got, s.net.ask(ctx, s.cfg, "getUpdates", raw, pollFor+grace, &got)
}

// ask calls a method that the library keeps to itself.
func (t *transport) ask(ctx context.Context, cfg Config, method string, body []byte, limit time.Duration, result any) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cfg.base()+"/bot"+cfg.Token+"/"+method, bytes.NewReader(body))
	if err != nil {
		return t.clean(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := t.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer := struct{ Result any }{result}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return &apiError{Code: http.StatusBadGateway, Text: "the answer has another form"}
	}
	return nil
}

// takeAll stores updates in order, and moves the offset over each that is. The
// first that is not ends it: it comes again with the next poll.
func (s *session) takeAll(ctx context.Context, updates []json.RawMessage) error {
	for _, raw := range updates {
		var id struct {
			ID int64 `json:"update_id"`
		}
		if err := json.Unmarshal(raw, &id); err != nil || id.ID == 0 {
			return &apiError{Code: http.StatusBadGateway, Text: "an update has no id"}
		}
		var u models.Update
		if err := json.Unmarshal(raw, &u); err != nil {
			s.Log.Error("an update from Telegram cannot be read, it is passed over", "update", id.ID, "err", err)
		} else if err := s.take(ctx, &u); err != nil {
			return fmt.Errorf("%w: %w", errStore, err)
		}
		s.offset, s.heard = id.ID+1, s.Clock.Now()
	}
	return nil
}

// outcome notes how a poll ended and says how long to wait before the next.
func (s *session) outcome(err error) (wait time.Duration) {
	problem, wait := s.diagnose(err)
	if problem == "" {
		s.delay = 0
		s.chats.mu.Lock()
		s.chats.denied = false
		s.chats.mu.Unlock()
	}
	s.mu.Lock()
	was := s.problem
	s.problem = problem
	if problem == "" {
		s.lastPoll = s.Clock.Now()
	}
	s.mu.Unlock()
	switch {
	case problem == was:
	case problem == "":
		s.Log.Info("telegram works again", "after", was)
		s.router.Attached(Name)
	default:
		s.Log.Error(advice[problem], "err", err)
	}
	return wait
}

// advice says for each problem what is wrong and what to do about it.
var advice = map[string]string{
	ProblemToken:    "telegram does not know the token: ask @BotFather for a new one and set KOKORON_TELEGRAM_TOKEN; nothing is received until then",
	ProblemConflict: "another program receives this bot's messages with the same token: stop it, or make a second bot with @BotFather",
	ProblemWebhook:  "a webhook is set for this bot, so telegram refuses polling: remove it with the Bot API's deleteWebhook",
	ProblemNetwork:  "telegram cannot be reached, trying again",
	ProblemServer:   "telegram answers with an error, trying again",
	ProblemStore:    "a telegram message cannot be stored: it is not confirmed and comes again",
}

// diagnose is the problem behind a poll's end, and how long to leave Telegram
// alone.
func (s *session) diagnose(err error) (problem string, wait time.Duration) {
	switch problem = problemOf(err); problem {
	case "":
		return "", 0
	case ProblemToken:
		s.chats.mu.Lock()
		s.chats.denied = true
		s.chats.mu.Unlock()
		return problem, tokenRetry
	case ProblemConflict, ProblemWebhook:
		return problem, s.backOff(conflictRetry)
	case ProblemNetwork:
		s.net.renew() // nobody answered for longer than the server lets a poll wait: deaf
	}
	wait = s.backOff(lastRetry)
	var api *apiError
	if errors.As(err, &api) {
		wait = max(wait, api.After)
	}
	return problem, wait
}

// problemOf names what an error of a call or of a batch means.
func problemOf(err error) string {
	var api *apiError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errStore):
		return ProblemStore
	case !errors.As(err, &api):
		return ProblemNetwork
	case api.Code == 401, api.Code == 404: // a token of a wrong form is "Not Found"
		return ProblemToken
	case api.Code == 409 && strings.Contains(api.Text, "webhook"):
		return ProblemWebhook
	case api.Code == 409:
		return ProblemConflict
	}
	return ProblemServer
}

// backOff is the next wait after a failure.
func (s *session) backOff(most time.Duration) time.Duration {
	s.delay = min(max(2*s.delay, firstRetry), most)
	return s.delay
}
