package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
)

// probePoll is how long Probe polls: long enough for another poller to come
// back and complain.
const probePoll = 5 * time.Second

// Report is what Probe finds.
type Report struct {
	Problem string // one of the Problem constants, "" if there is none
	Err     error  // behind the problem, without the token; may be nil
	Bot     string // the bot's user name
	Webhook string // host of the webhook that is left over
	Waiting int    // updates nobody has fetched
}

// Probe looks at a bot from outside: whether Telegram knows the token, whether
// a webhook is left over, and with poll also whether somebody else receives its
// messages. poll disturbs a running companion, which counts as somebody else.
// Nothing is confirmed. It takes a few seconds at most where Telegram answers.
func Probe(ctx context.Context, cfg Config, poll bool) (r Report) {
	if err := cfg.Validate(); err != nil {
		return Report{Problem: ProblemToken, Err: err}
	}
	t := newTransport(cfg, nil)
	defer t.close()
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	b, err := newBot(cfg, t)
	if err != nil {
		return Report{Problem: ProblemToken, Err: err}
	}
	me, err := b.GetMe(ctx)
	if err != nil {
		return Report{Problem: problemOf(err), Err: err}
	}
	r.Bot = me.Username
	hook, err := b.GetWebhookInfo(ctx)
	if err != nil {
		r.Problem, r.Err = problemOf(err), err
		return r
	}
	r.Waiting = hook.PendingUpdateCount
	if hook.URL != "" {
		r.Problem = ProblemWebhook
		if u, err := url.Parse(hook.URL); err == nil {
			r.Webhook = u.Host
		}
		return r
	}
	if !poll {
		return r
	}
	var got []json.RawMessage
	body := fmt.Appendf(nil, `{"limit":1,"timeout":%d}`, int(probePoll.Seconds()))
	if err := t.ask(ctx, cfg, "getUpdates", body, probePoll+grace, &got); err != nil {
		r.Problem, r.Err = problemOf(err), err
	}
	return r
}
