package doctor

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/internal/catalog"
)

// telegram looks at the bot, if there is a token. Whether somebody else polls
// is tried only while no companion runs here: it would be disturbed.
func (v *visit) telegram(ctx context.Context) {
	t := v.cfg.Telegram
	if !t.Token.Set() {
		return
	}
	r := telegram.Probe(ctx, telegram.Config{Token: t.Token.Reveal(), API: t.API}, v.running == nil)
	switch r.Problem {
	case "":
		v.add(OK, catalog.DoctorTelegramOK, "bot", "@"+r.Bot, "waiting", strconv.Itoa(r.Waiting))
	case telegram.ProblemToken:
		v.add(Fail, catalog.DoctorTelegramToken)
	case telegram.ProblemConflict:
		v.add(Fail, catalog.DoctorTelegramConflict)
	case telegram.ProblemWebhook:
		v.add(Fail, catalog.DoctorTelegramWebhook, "host", r.Webhook)
	default:
		v.add(Warn, catalog.DoctorTelegramDown, "detail", detail(r.Err, r.Problem))
	}
}

func detail(err error, otherwise string) string {
	if err == nil {
		return otherwise
	}
	return err.Error()
}

// originWithin bounds the look at one proxy.
const originWithin = 5 * time.Second

// origins asks for the page by each address a proxy gives it.
func (v *visit) origins(ctx context.Context) {
	if v.running == nil {
		return // nobody answers, whatever the proxy does
	}
	for _, origin := range v.cfg.Origins {
		switch status, err := alive(ctx, origin); {
		case err != nil:
			v.add(Fail, catalog.DoctorOriginDown, "origin", origin, "detail", err.Error())
		case status == http.StatusMisdirectedRequest:
			v.add(Fail, catalog.DoctorOriginHost, "origin", origin)
		case status != http.StatusOK:
			v.add(Fail, catalog.DoctorOriginDown, "origin", origin, "detail", fmt.Sprintf("HTTP %d", status))
		default:
			v.add(OK, catalog.DoctorOriginOK, "origin", origin)
		}
	}
}

// alive asks a companion behind an address whether it is alive. An answer that
// is not a companion's counts as 502.
func alive(ctx context.Context, origin string) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, originWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+"/healthz", nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
	if err == nil && resp.StatusCode == http.StatusOK && !strings.Contains(string(body), `"alive"`) {
		return http.StatusBadGateway, nil
	}
	return resp.StatusCode, err
}
