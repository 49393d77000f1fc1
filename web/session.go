package web

import (
	"encoding/json"
	"errors"
	"math"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/kokoron/kokoron/channels/people"
)

const (
	cookieName = "kokoron_session"
	sessionFor = 90 * 24 * time.Hour
	maxToken   = 256     // characters of a token that are looked at
	maxBody    = 4 << 10 // bytes of a request
	bodyWithin = 10 * time.Second
)

// enter signs a browser in with a one-time code.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	if wait := s.knocks.take(addressOf(r), s.Clock.Now()); wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		s.refuse(w, tooFast)
		return
	}
	var in struct {
		Code string `json:"code"`
	}
	// A recorder in a test has no connection and so no deadline.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyWithin))
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&in); err != nil || in.Code == "" {
		s.refuse(w, badRequest, "field", "code")
		return
	}
	token, err := s.Doors.Enter(r.Context(), in.Code)
	switch {
	case errors.Is(err, people.ErrCode):
		s.Log.Warn("a sign-in code did not work", "from", addressOf(r))
		s.refuse(w, badCode)
		return
	case err != nil:
		s.Log.Error("sign in", "err", err)
		s.refuse(w, unavailable)
		return
	}
	s.setCookie(w, r, token, sessionFor)
	w.WriteHeader(http.StatusNoContent)
}

// leave voids the session and ends its sockets. It is no error to leave twice.
func (s *Server) leave(w http.ResponseWriter, r *http.Request) {
	if token := tokenOf(r); token != "" {
		if err := s.Doors.Leave(r.Context(), token); err != nil {
			s.Log.Error("sign out", "err", err)
			s.refuse(w, unavailable)
			return
		}
		s.signOut(token)
	}
	s.setCookie(w, r, "", 0)
	w.WriteHeader(http.StatusNoContent)
}

// setCookie gives the browser its token, or takes it away where life is zero.
func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, token string, life time.Duration) {
	age := int(life.Seconds())
	if age == 0 {
		age = -1 // net/http writes Max-Age=0
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: token, Path: "/", MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: s.https(r),
	})
}

func tokenOf(r *http.Request) string {
	c, err := r.Cookie(cookieName)
	if err != nil || len(c.Value) > maxToken {
		return ""
	}
	return c.Value
}

// addressOf is where a request comes from, as far as limits care: an IPv6
// household has a whole /64.
func addressOf(r *http.Request) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return r.RemoteAddr
	}
	if ip = ip.Unmap(); ip.Is6() {
		house, _ := ip.WithZone("").Prefix(64) // 64 is in range
		return house.String()
	}
	return ip.String()
}

// How often one address may try a code, and how many addresses are told apart.
const (
	knockBurst   = 10
	knockEvery   = 6 * time.Second
	mostKnockers = 1024
)

// knocks limits how fast codes can be guessed from one address.
type knocks struct {
	mu   sync.Mutex
	from map[string]*bucket
}

func newKnocks() *knocks { return &knocks{from: map[string]*bucket{}} }

// take counts a try and says how long to wait before it may be made; zero
// means now. When too many addresses come at once, the new ones share one
// allowance, so that many addresses are no way round it.
func (k *knocks) take(address string, now time.Time) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.from) >= mostKnockers && k.from[address] == nil {
		for a, b := range k.from {
			if b.full(now) {
				delete(k.from, a)
			}
		}
		if len(k.from) >= mostKnockers {
			address = ""
		}
	}
	if k.from[address] == nil {
		k.from[address] = newBucket(knockBurst, knockEvery, now)
	}
	return k.from[address].take(now)
}

// bucket allows burst things at once and one more every so often. It is not
// safe for concurrent use.
type bucket struct {
	burst float64
	every time.Duration
	left  float64
	at    time.Time
}

func newBucket(burst int, every time.Duration, now time.Time) *bucket {
	return &bucket{burst: float64(burst), every: every, left: float64(burst), at: now}
}

// fill adds what has become free. A clock that goes back adds nothing.
func (b *bucket) fill(now time.Time) {
	if d := now.Sub(b.at); d > 0 {
		b.left = min(b.burst, b.left+float64(d)/float64(b.every))
	}
	b.at = now
}

// take takes one, or says how long it takes until there is one.
func (b *bucket) take(now time.Time) (wait time.Duration) {
	b.fill(now)
	if b.left < 1 {
		return max(1, time.Duration((1-b.left)*float64(b.every)))
	}
	b.left--
	return 0
}

func (b *bucket) full(now time.Time) bool {
	b.fill(now)
	return b.left >= b.burst
}
