// Package feed fetches calendars from other servers over HTTP.
//
// Guarantees: only http and https, also after a redirect, of which there are at
// most five; an answer has at most 10 MB and comes within half a minute; errors
// never have the address in them, which is a secret of whoever subscribes.
// Servers of the own network may be asked: the owner names them. The package
// keeps nothing and reads nothing of what a calendar says.
package feed

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
)

// Limits of one fetch.
const (
	MaxBytes   = 10 << 20
	within     = 30 * time.Second
	redirects  = 5
	maxHeaders = 64 << 10
)

// The reasons why there is no calendar.
var (
	ErrAddress  error = catalog.Say(catalog.FeedAddress)
	ErrRedirect error = catalog.Say(catalog.FeedRedirect)
	ErrTooLarge error = catalog.Say(catalog.FeedTooLarge)
	ErrAway     error = catalog.Say(catalog.FeedAway)
)

// StatusError is an answer that is no calendar.
type StatusError int

func (e StatusError) Error() string { return e.Message().Error() }

// Message is the error, to be put into words elsewhere.
func (e StatusError) Message() *catalog.Message {
	return catalog.Say(catalog.FeedStatus, "status", strconv.Itoa(int(e))+" "+http.StatusText(int(e)))
}

// Version is what a server says of the state of a calendar, to be asked with
// the next time.
type Version struct{ ETag, Modified string }

// Fetcher asks servers. Use New. It is safe for concurrent use.
type Fetcher struct{ client *http.Client }

// New returns a fetcher.
func New() *Fetcher {
	return &Fetcher{&http.Client{
		Timeout:   within,
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, MaxResponseHeaderBytes: maxHeaders, MaxIdleConns: 2, IdleConnTimeout: time.Second},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > redirects || r.URL.Scheme != "http" && r.URL.Scheme != "https" {
				return ErrRedirect
			}
			r.Header.Del("Referer") // it would tell the other server the secret address
			return nil
		},
	}}
}

// Check reports what is wrong with an address. webcal:// is https.
func Check(address string) (string, error) {
	address = strings.TrimSpace(address)
	if rest, ok := strings.CutPrefix(address, "webcal://"); ok {
		address = "https://" + rest
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || len(address) > 4000 {
		return "", ErrAddress
	}
	return u.String(), nil
}

// Server is the part of an address that is no secret: the name of the server.
func Server(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// Fetch gives a calendar, or nil where it is as it was at that version.
func (f *Fetcher) Fetch(ctx context.Context, address string, known Version) (data []byte, now Version, err error) {
	if address, err = Check(address); err != nil {
		return nil, known, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, known, ErrAddress // its own error has the address in it
	}
	req.Header.Set("Accept", "text/calendar, */*;q=0.5")
	req.Header.Set("User-Agent", "kokoron")
	if known.ETag != "" {
		req.Header.Set("If-None-Match", known.ETag)
	}
	if known.Modified != "" {
		req.Header.Set("If-Modified-Since", known.Modified)
	}
	res, err := f.client.Do(req)
	if err != nil {
		return nil, known, plain(ctx, err)
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusNotModified:
		return nil, known, nil
	case res.StatusCode != http.StatusOK:
		return nil, known, StatusError(res.StatusCode)
	}
	data, err = io.ReadAll(io.LimitReader(res.Body, MaxBytes+1))
	if err != nil {
		return nil, known, plain(ctx, err)
	}
	if len(data) > MaxBytes {
		return nil, known, ErrTooLarge
	}
	return data, Version{header(res, "ETag"), header(res, "Last-Modified")}, nil
}

// header is a header of an answer, if it is not absurdly long.
func header(res *http.Response, name string) string {
	if v := res.Header.Get(name); len(v) <= 500 {
		return v
	}
	return ""
}

// plain is an error without the address, which those of net/http have.
func plain(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrRedirect):
		return ErrRedirect
	}
	return ErrAway
}
