package doctor

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/fault"
)

// wanted is the smallest window, in tokens, in which a conversation, what is
// remembered and the tools have room.
const wanted = 8192

// lookWithin bounds the look at one server: on a CPU the first answer is slow.
const lookWithin = 45 * time.Second

// models looks at every server that would be used.
func (v *visit) models(ctx context.Context) {
	if v.cfg.Model.Off {
		v.add(Warn, catalog.DoctorModelOff)
		return
	}
	endpoints := v.endpoints(ctx)
	if len(endpoints) == 0 {
		var tried []string
		for _, p := range v.Ports {
			tried = append(tried, "127.0.0.1:"+strconv.Itoa(p))
		}
		v.add(Warn, catalog.DoctorNoModel, "tried", strings.Join(tried, ", "))
		return
	}
	reports := make([]llm.Report, len(endpoints))
	dates := make([]time.Duration, len(endpoints))
	var wg sync.WaitGroup
	for i, e := range endpoints {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, lookWithin)
			defer cancel()
			reports[i] = llm.Probe(ctx, e, v.Clock)
			if reports[i].Reachable {
				dates[i] = v.ahead(ctx, e.URL)
			}
		})
	}
	wg.Wait()
	for i, e := range endpoints {
		v.model(e, reports[i])
		if d := dates[i]; d.Abs() > late {
			now := v.Clock.Now().In(v.cfg.Zone)
			v.add(Fail, catalog.DoctorClockApart, "time", stamp(now), "seen", stamp(now.Add(d)), "url", e.URL)
		}
	}
}

// endpoints are the servers the companion would use: the configured ones,
// else those on this machine.
func (v *visit) endpoints(ctx context.Context) (all []llm.Endpoint) {
	if all = v.cfg.Model.Servers(); len(all) > 0 {
		return all
	}
	for _, f := range llm.Discover(ctx, nil, v.Ports...) {
		all = append(all, llm.Endpoint{URL: f.URL, Model: cmp.Or(v.cfg.Model.Name, f.Models[0])})
	}
	return all
}

// model puts the report on one server into words.
func (v *visit) model(e llm.Endpoint, r llm.Report) {
	var api *llm.APIError
	switch {
	case errors.As(r.Err, &api) && (api.Status == http.StatusUnauthorized || api.Status == http.StatusForbidden):
		v.add(Fail, catalog.DoctorKeyRefused, "url", e.URL)
		return
	case len(r.Models) > 0 && !r.HasModel:
		level := Fail
		if r.Kind == llm.KindLlamaCpp {
			level = Warn // it answers with the model it has, whatever the name
		}
		v.add(level, catalog.DoctorWrongModel, "model", r.Model, "url", e.URL, "available", strings.Join(r.Models, ", "))
		return
	case r.Swallows && v.cfg.Model.Thinking:
		v.add(Fail, catalog.DoctorParser, "url", e.URL)
	case r.Err != nil && !r.Swallows:
		v.add(Fail, catalog.DoctorModelDown, "url", e.URL, "detail", plain(r.Err))
		return
	default:
		v.add(OK, catalog.DoctorModelOK, "model", r.Model, "url", e.URL)
	}
	window := strconv.Itoa(r.Window)
	switch {
	case !r.WindowSaid:
		v.add(Warn, catalog.DoctorWindowMute, "url", e.URL, "window", window, "wanted", strconv.Itoa(wanted))
	case r.Window < wanted:
		v.add(Warn, catalog.DoctorSmallWindow, "window", window, "wanted", strconv.Itoa(wanted))
	default:
		v.add(OK, catalog.DoctorWindowOK, "window", window)
	}
}

// plain is what a failure says, without the words for its kind and without the
// address, which the finding has already.
func plain(err error) string {
	var away *fault.Unavailable
	var no *fault.Blocked
	var later *fault.Temporary
	var request *url.Error
	switch {
	case errors.As(err, &request):
		return cause(request.Err)
	case errors.As(err, &away):
		return away.Err.Error()
	case errors.As(err, &no):
		return no.Err.Error()
	case errors.As(err, &later):
		return later.Err.Error()
	}
	return err.Error()
}

// askWithin bounds the question for a server's time.
const askWithin = 3 * time.Second

// ahead is how far the clock of a server is ahead of this machine's; zero
// where it does not tell its time. The question carries no key.
func (v *visit) ahead(ctx context.Context, address string) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return 0
	}
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	date, err := http.ParseTime(resp.Header.Get("Date"))
	if err != nil {
		return 0
	}
	return date.Sub(v.Clock.Now())
}
