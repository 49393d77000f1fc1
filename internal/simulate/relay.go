package simulate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
)

// relay stands before a server outside of the simulation, so that the script
// can take it away. It listens on loopback, hands on what it is asked, and
// notes what collections were made.
type relay struct {
	url  string
	down atomic.Bool
	srv  *http.Server
	done chan struct{}

	mu   sync.Mutex
	made map[string]bool // addresses of collections
}

// newRelay listens on a free port and hands on to the server at an address.
func newRelay(to string) (*relay, error) {
	target, err := url.Parse(to)
	if err != nil || target.Host == "" {
		return nil, fmt.Errorf("relay to %q: no address of a server", to)
	}
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("relay: %w", err)
	}
	r := &relay{url: "http://" + listen.Addr().String() + target.Path, done: make(chan struct{}), made: map[string]bool{}}
	base := &url.URL{Scheme: target.Scheme, Host: target.Host} // the path stands in what is asked
	quiet := log.New(io.Discard, "", 0)                        // who asks is answered that it failed
	proxy := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(base) }, ErrorLog: quiet}
	r.srv = &http.Server{ReadHeaderTimeout: time.Minute, ErrorLog: quiet, Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if r.down.Load() {
			panic(http.ErrAbortHandler) // the connection ends, as one to a machine that is gone
		}
		r.note(base, q)
		proxy.ServeHTTP(w, q)
	})}
	go func() {
		defer close(r.done)
		_ = r.srv.Serve(listen) // it ends with close
	}()
	return r, nil
}

// note remembers a collection that is asked for.
func (r *relay) note(base *url.URL, q *http.Request) {
	if q.Method != http.MethodPost || !strings.HasSuffix(q.URL.Path, "/collections") {
		return
	}
	raw, err := io.ReadAll(q.Body)
	q.Body = io.NopCloser(bytes.NewReader(raw))
	var asked struct {
		Name string `json:"name"`
	}
	if err != nil || json.Unmarshal(raw, &asked) != nil || asked.Name == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made[base.JoinPath(q.URL.Path, asked.Name).String()] = true
}

// drop takes the collections that were made off the server.
func (r *relay) drop(ctx context.Context) (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for address := range r.made {
		q, wrong := http.NewRequestWithContext(ctx, http.MethodDelete, address, nil)
		if wrong != nil {
			return wrong
		}
		answer, wrong := http.DefaultClient.Do(q)
		if wrong == nil {
			answer.Body.Close()
			if answer.StatusCode >= http.StatusBadRequest && answer.StatusCode != http.StatusNotFound {
				wrong = fmt.Errorf("drop %s: %s", address, answer.Status)
			}
		}
		err = errors.Join(err, wrong)
	}
	return err
}

func (r *relay) close() error {
	err := r.srv.Close()
	<-r.done
	return err
}

// openServers puts relays before the servers that the simulated home may use.
func (w *world) openServers() (err error) {
	w.cfg.Embed, w.cfg.Chroma = w.Embed, w.Chroma
	if w.Embed.URL != "" {
		if w.relays[embed], err = newRelay(w.Embed.URL); err != nil {
			return err
		}
		w.cfg.Embed.URL = w.relays[embed].url
	}
	if w.Chroma.URL != "" {
		if w.relays[chroma], err = newRelay(w.Chroma.URL); err != nil {
			return err
		}
		w.cfg.Chroma.URL = w.relays[chroma].url
	}
	return nil
}

// closeServers ends the relays. What a home that is not kept has on Chroma goes.
func (w *world) closeServers() (err error) {
	for _, r := range w.relays {
		if w.Home == "" {
			err = errors.Join(err, r.drop(context.Background()))
		}
		err = errors.Join(err, r.close())
	}
	return err
}

// The servers outside that a script can take away.
const (
	embed  = "embed"
	chroma = "chroma"
)

// playable says what of a script cannot be played.
func (o Options) playable() error {
	for _, s := range o.Script.Steps {
		if s.Event.Kind == Down && s.Event.What == "model" && o.Live != nil {
			return &ScriptError{Line: s.Line, Field: "event", Fix: catalog.Say(catalog.ScriptDownModel)}
		}
	}
	return nil
}
