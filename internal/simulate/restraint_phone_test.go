package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent/rehearsal"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/turn"
)

// accepted is one message that the phone of the owner shows: the true log.
type accepted struct {
	id     turn.ID
	text   string
	answer bool      // to words of the owner
	at     time.Time // in truth
	shown  time.Time // by the clock of the machine
	lost   bool      // whoever sent it was never told
}

// trouble is what is wrong with the way to the phone for a while.
type trouble struct {
	from, to time.Time
	how      string // 429, 5xx, hang, lost
}

// phone is Telegram as the companion sees it, by a clock that jumps: the long
// polls and timeouts of the real adapter go by the machine's clock.
type phone struct {
	clk      *clock.Counted
	truth    func() time.Time
	troubles []trouble
	dice     *rand.Rand

	mu    sync.Mutex
	log   []accepted
	lost  map[turn.ID]bool
	tries map[string]int
}

// silent is the error of a request that was not answered.
var errSilent = errors.New("the other side does not answer")

// Name implements channels.Channel.
func (p *phone) Name() string { return "telegram" }

// Show implements channels.Channel: the phone shows nothing but what it is
// sent.
func (p *phone) Show(turn.Event) {}

// Deliver implements channels.Channel.
func (p *phone) Deliver(ctx context.Context, o turn.Outgoing) error {
	_, err := p.DeliverPart(ctx, o, 0)
	return err
}

// Parts implements channels.Parted.
func (p *phone) Parts(turn.Outgoing) int { return 1 }

// DeliverPart implements channels.Parted.
func (p *phone) DeliverPart(ctx context.Context, o turn.Outgoing, _ int) (string, error) {
	how := p.trouble(p.truth())
	p.mu.Lock()
	first := !p.lost[o.ID]
	vanish := p.dice.IntN(40) == 0 || p.dice.IntN(2) == 0 // the second is for hangs alone
	if how == "" && p.dice.IntN(60) == 0 {
		how = "lost"
	}
	p.tries[how]++
	p.mu.Unlock()
	switch how {
	case "429":
		return "", &fault.Temporary{After: 30 * time.Second, Err: errors.New("too many requests")}
	case "5xx":
		return "", &fault.Temporary{Err: errors.New("bad gateway")}
	case "hang":
		at := -1
		if vanish && first {
			at = p.take(o, true)
		}
		if err := p.clk.Sleep(ctx, 90*time.Second); err != nil || at < 0 || o.ID[len(o.ID)-1]%2 == 0 {
			return "", &fault.Temporary{Err: errSilent}
		}
		p.mu.Lock()
		p.log[at].lost = false // slow, and that is all
		p.mu.Unlock()
		return fmt.Sprint(at), nil
	case "lost":
		if first {
			p.take(o, true)
			return "", &fault.Temporary{Err: errSilent}
		}
	}
	return fmt.Sprint(p.take(o, false)), nil
}

// take shows a message.
func (p *phone) take(o turn.Outgoing, lost bool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost[o.ID] = p.lost[o.ID] || lost
	p.log = append(p.log, accepted{id: o.ID, text: o.Text, answer: len(o.Answers) > 0, at: p.truth(), shown: p.clk.Now(), lost: lost})
	return len(p.log) - 1
}

func (p *phone) trouble(at time.Time) string {
	for _, t := range p.troubles {
		if !at.Before(t.from) && at.Before(t.to) {
			return t.how
		}
	}
	return ""
}

// pest is a model that wants to say something at every thought.
type pest struct {
	dice *rand.Rand
	n    int
	last string
}

// mark is what makes a thought known in the log: ~12~.
func mark(n int) string { return fmt.Sprintf("~%d~", n) }

// marked is the number of a thought, or 0.
func marked(text string) (n int) {
	if _, rest, ok := strings.Cut(text, "~"); ok {
		fmt.Sscanf(rest, "%d~", &n)
	}
	return n
}

// unmarked is a thought without its number.
func unmarked(text string) string {
	if before, rest, ok := strings.Cut(text, "~"); ok {
		_, after, _ := strings.Cut(rest, "~")
		return strings.TrimSpace(before + after)
	}
	return text
}

var pestering = []string{
	"How did the job interview go?", "Was the dentist gentle with you?", "Did your sister arrive safely in Kyoto?", "I read about octopuses and thought of you.",
	"The evening light must be lovely at your window.", "Have you slept better since Tuesday?", "That soup recipe with ginger might suit the weather.",
	"I keep wondering who wrote that old song.", "Your tomatoes could need some water.", "Shall we practise a few words of Italian?",
	"Maybe a walk along the river would be good.", "What became of the broken bicycle?", "Somebody told me that owls turn their heads far round.",
	"I am curious about the book on your table.", "Does your back still hurt after moving?", "Did the exam results come in the post?",
	"Rain is coming, take an umbrella along.", "Did the cat like its new basket?", "I would love to hear that piano piece again.", "Has the landlord answered about the heating?",
}

// think writes a thought that always speaks.
func (p *pest) think(a rehearsal.Prompt) string {
	if a.Rounds == 0 && p.dice.IntN(40) == 0 {
		return fmt.Sprintf(`{"tool": "schedule_update", "arguments": {"minutes": %d, "reason": "to see more of them"}}`, []int{20, 45, 60, 120}[p.dice.IntN(4)])
	}
	p.n++
	text := pestering[p.dice.IntN(len(pestering))]
	if p.last != "" && p.dice.IntN(6) == 0 {
		text = p.last + " Again!"
	}
	p.last = strings.TrimSuffix(text, " Again!")
	return fmt.Sprintf("I want to talk.\n[MESSAGE]%s %s[/MESSAGE]", text, mark(p.n))
}
