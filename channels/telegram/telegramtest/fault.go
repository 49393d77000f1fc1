package telegramtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Fault is what happens to one call. The zero Fault lets it pass.
type Fault struct {
	Chat   int64 // only a call for this chat takes it; 0: any
	Code   int   // answer with this status instead
	Text   string
	Retry  int           // seconds to wait, with Code 429
	Page   string        // an HTML body in place of JSON
	Accept bool          // the call takes effect although its answer is lost or wrong
	Delay  time.Duration // before the call takes effect
	Hold   time.Duration // between that and the answer
	End    End
}

// End is how a call ends.
type End int

// The ends.
const (
	EndWell  End = iota
	EndHang      // no answer, until the client leaves
	EndReset     // the connection breaks instead of an answer
	EndDeaf      // answered; then the connection is half-open: what is sent on it vanishes
)

// Pass lets a call through: a place holder before a later fault.
func Pass() Fault { return Fault{} }

// TooMany tells the chat (of a poll: the poller) to wait.
func TooMany(seconds int) Fault {
	return Fault{Code: 429, Text: fmt.Sprintf("Too Many Requests: retry after %d", seconds), Retry: seconds}
}

// Refuse answers with a status and its text.
func Refuse(code int, text string) Fault { return Fault{Code: code, Text: text} }

// BadGateway answers as the front server does while the one behind it is away.
func BadGateway() Fault {
	return Fault{Code: 502, Page: "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.18.0</center>\r\n</body>\r\n</html>\r\n"}
}

// Hang never answers; accepted says whether the call takes effect all the same.
func Hang(accepted bool) Fault { return Fault{End: EndHang, Accept: accepted} }

// Reset breaks the connection in place of an answer; accepted as for Hang.
func Reset(accepted bool) Fault { return Fault{End: EndReset, Accept: accepted} }

// Deaf answers, and leaves the connection half-open.
func Deaf() Fault { return Fault{End: EndDeaf} }

// Slow answers after d. A client that leaves before has not been heard.
func Slow(d time.Duration) Fault { return Fault{Delay: d} }

// Late does at once what it is asked, and answers after d.
func Late(d time.Duration) Fault { return Fault{Hold: d} }

// In limits a fault to calls for one chat.
func (f Fault) In(chat int64) Fault {
	f.Chat = chat
	return f
}

// Script adds faults for the next calls of a method, one each.
func (s *Server) Script(method string, faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts[method] = append(s.scripts[method], faults...)
}

// take removes and gives the fault meant for a call.
func (s *Server) take(method string, chat int64) Fault {
	for i, f := range s.scripts[method] {
		if f.Chat == 0 || f.Chat == chat {
			s.scripts[method] = append(s.scripts[method][:i:i], s.scripts[method][i+1:]...)
			return f
		}
	}
	return Fault{}
}

// play answers one call as its script wants.
func (s *Server) play(w http.ResponseWriter, r *http.Request, method string, p params) {
	s.mu.Lock()
	chat := s.chatOf(method, p)
	s.calls = append(s.calls, Call{Method: method, Chat: chat, Params: p, At: time.Now()})
	if a, flooded := s.flooded(method, chat); flooded {
		s.mu.Unlock()
		write(w, a)
		return
	}
	f := s.take(method, chat)
	if f.Code == 429 && (chat != 0 || method == "getUpdates") {
		s.floods[chat] = time.Now().Add(time.Duration(f.Retry) * time.Second)
	}
	s.mu.Unlock()
	if f.Delay > 0 && !pause(r.Context(), f.Delay) {
		return
	}
	var a answer
	if f.Accept || f.Code == 0 && (f.End == EndWell || f.End == EndDeaf) {
		a = s.act(r.Context(), method, p)
	}
	left := f.Hold > 0 && !pause(r.Context(), f.Hold)
	if (f.Accept || left) && method == "sendMessage" {
		s.lose(a)
	}
	switch {
	case f.End == EndHang:
		<-r.Context().Done()
	case f.End == EndReset:
		panic(http.ErrAbortHandler)
	case f.Page != "":
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(f.Code)
		_, _ = w.Write([]byte(f.Page))
	case f.Code != 0:
		write(w, answer{code: f.Code, text: f.Text, retry: f.Retry})
	default:
		write(w, a)
	}
	if f.End == EndDeaf {
		r.Context().Value(connKey{}).(*deafConn).after.Store(true)
	}
}

// flooded refuses a call into a chat that was told to wait, and notes that the
// client did not.
func (s *Server) flooded(method string, chat int64) (answer, bool) {
	left := time.Until(s.floods[chat])
	if left <= 0 || (chat == 0 && method != "getUpdates") {
		return answer{}, false
	}
	s.violations = append(s.violations, fmt.Sprintf("%s in chat %d although told to wait", method, chat))
	seconds := int((left + time.Second - 1) / time.Second)
	return answer{code: 429, text: fmt.Sprintf("Too Many Requests: retry after %d", seconds), retry: seconds}, true
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

type connKey struct{}

// deafListener gives connections that can become half-open.
type deafListener struct{ net.Listener }

func (l deafListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &deafConn{Conn: c}, nil
}

// deafConn swallows what it reads once it is deaf: neither side hears of the
// other any more, and nobody is told.
type deafConn struct {
	net.Conn
	after atomic.Bool // deaf from the next request on
}

func (c *deafConn) Read(b []byte) (int, error) {
	for {
		n, err := c.Conn.Read(b)
		if err != nil || !c.after.Load() {
			return n, err
		}
	}
}
