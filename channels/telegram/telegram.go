// Package telegram is the private chat on Telegram: people write to a bot, the
// companion answers as the bot, and what it says unasked has buttons.
//
// Guarantees: an update is confirmed to Telegram only after its message is in
// the inbox, so that none is lost; the same update twice is one message. A
// reply is sent part by part, and a part whose fate is unknown is sent again
// rather than lost. A reply that takes long is shown while it is written, by
// editing one message that the final text takes over. A chat told to wait holds
// up nobody else. Only the events it is given are ever shown, and strangers get
// one polite line, without a model. What a button asks for is done before its
// update is confirmed, once, and only for the person it was shown to; every
// press is answered.
//
// Types and methods are those of go-telegram/bot v1.19.0, but for the poll: its
// loop confirms updates before their handlers ran, ignores retry_after and
// hammers on after 401 and 409. getUpdates is therefore called here, one call
// after the other, and the offset moves only over what is stored.
//
// The token stands in the address of every call. It is taken out of whatever
// leaves this package. The package remembers nothing over a restart but what
// its ports keep, and never looks into groups.
package telegram

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/go-telegram/bot"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
)

// Name is the channel's name in messages and in the outbox.
const Name = "telegram"

// publicAPI is Telegram's own server.
const publicAPI = "https://api.telegram.org"

// Config is how the bot signs in. It prints without the token.
type Config struct {
	Token string // from BotFather
	API   string // base URL of the Bot API; "" is Telegram's own
}

var tokenShape = regexp.MustCompile(`^[0-9]+:[A-Za-z0-9_-]+$`)

// Validate says what is wrong with the settings, without repeating the token.
func (c Config) Validate() error {
	if !tokenShape.MatchString(c.Token) {
		return errors.New("token must be as BotFather gives it, such as 123456789:AA…")
	}
	u, err := url.Parse(c.base())
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		return errors.New("API must be an address such as " + publicAPI)
	}
	return nil
}

func (c Config) base() string {
	if c.API == "" {
		return publicAPI
	}
	return strings.TrimRight(c.API, "/")
}

// String shows the address only.
func (c Config) String() string { return "telegram at " + c.base() }

// GoString is String: the token must not be printed by any verb.
func (c Config) GoString() string { return c.String() }

// LogValue is String for logs.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

// People knows who a Telegram user is. external is the user's id in digits,
// which is also the id of the private chat.
type People interface {
	Identify(ctx context.Context, channel, external string) (p person.Person, conv turn.Conv, known bool, err error)
	// Claim lets the user in if the code is right: as the owner, or as a person
	// of their own under name. It counts tries.
	Claim(ctx context.Context, channel, external, name, code string) (ok bool, err error)
	// Address is where a person is reached.
	Address(ctx context.Context, channel string, id person.ID) (external string, ok bool, err error)
}

// Router takes messages in. The same (channel, external) twice must be taken
// once.
type Router interface {
	Receive(ctx context.Context, m turn.Message) (turn.ID, error)
	Attached(channel string)
}

// Commands answers a line that begins with a slash, in the person's language.
type Commands interface {
	Command(ctx context.Context, conv turn.Conv, line string) string
	// Refused says why a message could not be taken.
	Refused(err error) string
	// Hello is what a chat begins with.
	Hello(ctx context.Context) string
}

// Previews remembers the message that shows a turn's reply while it is being
// written. The first one saved for a turn counts.
type Previews interface {
	Preview(ctx context.Context, t turn.ID) (messageID string, ok bool, err error)
	SavePreview(ctx context.Context, t turn.ID, messageID string) error
}

// Words are the fixed texts for somebody, in their language.
type Words struct {
	Stranger  string // to somebody who is not admitted: how the owner can link this chat
	Claimed   string // the code was right: whoever sent it is let in
	WrongCode string // the code was not
	TextOnly  string // something came that is no text
}

// Deps are the parts a Channel works with. All are required but Dial.
type Deps struct {
	People   People
	Previews Previews
	Offers   Offers
	// Words gives the texts for a language: the first part of an IETF tag
	// ("ja", "zh"), "" where it is not known.
	Words func(language string) Words
	Clock clock.Clock
	Log   *slog.Logger
	// Dial replaces the network, for tests; nil is the machine's.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Channel is Telegram as a channel. It is safe for concurrent use.
type Channel struct {
	Deps
	cfg   Config
	bot   *bot.Bot
	net   *transport
	chats chats

	base   context.Context // of whatever runs beside Run; ends with it
	cancel context.CancelFunc

	mu       sync.Mutex
	closed   bool
	wg       sync.WaitGroup // of what runs beside Run
	asides   int            // how many answers outside of a conversation are on their way
	views    map[turn.ID]*view
	lastPoll time.Time
	problem  string
}

// New returns the channel. It sends nothing yet: replies and events are taken
// from now on, messages once Run runs.
func New(cfg Config, d Deps) (*Channel, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("telegram settings: %w", err)
	}
	c := &Channel{Deps: d, cfg: cfg, net: newTransport(cfg, d.Dial), views: map[turn.ID]*view{}}
	c.base, c.cancel = context.WithCancel(context.Background())
	var err error
	if c.bot, err = newBot(cfg, c.net); err != nil {
		return nil, err
	}
	return c, nil
}

// newBot is the library's client over our transport. The library's own getMe
// would fail the start while Telegram is away.
func newBot(cfg Config, t *transport) (*bot.Bot, error) {
	quiet := func(error) {} // every error is returned by the call too
	b, err := bot.New(cfg.Token, bot.WithServerURL(cfg.base()), bot.WithSkipGetMe(),
		bot.WithHTTPClient(pollFor, t), bot.WithErrorsHandler(quiet))
	if err != nil {
		return nil, errors.New("telegram client: the library refuses the token")
	}
	return b, nil
}

// Name implements channels.Channel.
func (c *Channel) Name() string { return Name }

// Run takes messages in until ctx ends, and returns when nothing runs any more.
func (c *Channel) Run(ctx context.Context, r Router, cmds Commands) {
	s := &session{Channel: c, router: r, commands: cmds, strangers: map[int64]*stranger{}}
	s.poll(ctx)
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.cancel()
	c.wg.Wait()
	c.net.close()
}

// The problems of Health and Probe; "" is none.
const (
	ProblemToken    = "token"    // Telegram does not know the token
	ProblemConflict = "conflict" // somebody else polls with this token
	ProblemWebhook  = "webhook"  // a webhook is left over, so that polls are refused
	ProblemNetwork  = "network"  // Telegram cannot be reached, or does not answer
	ProblemServer   = "server"   // Telegram answers with an error of its own, or asks to wait
	ProblemStore    = "store"    // messages cannot be written down, so none are confirmed
)

// Health says when a poll last ended well (zero: never) and what stands in the
// way now.
func (c *Channel) Health() (lastPoll time.Time, problem string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lastPoll, c.problem
}

// beside runs f next to Run, unless it has ended.
func (c *Channel) beside(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	c.wg.Go(f)
	return true
}
