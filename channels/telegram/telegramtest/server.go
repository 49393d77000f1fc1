package telegramtest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// DefaultToken is the bot's token unless another one is set.
const DefaultToken = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"

// Where the counting begins.
const (
	botID       = 110201543
	firstUpdate = 873000120
	firstID     = 41
)

// User is a person with a private chat of the same id.
type User struct {
	ID       int64
	Name     string
	Language string // IETF tag, may be empty
}

// Call is a request that reached the server.
type Call struct {
	Method string
	Chat   int64
	Params map[string]string // JSON values as text
	At     time.Time
}

// Server is a running fake.
type Server struct {
	token string
	url   string
	lis   net.Listener
	mem   *memListener
	http  *http.Server
	done  chan struct{}

	mu         sync.Mutex
	users      map[int64]User
	blocked    map[int64]bool
	revoked    bool
	webhook    string
	updates    []update
	nextUpdate int64
	nextID     int
	messages   []*Message
	floods     map[int64]time.Time // chat (0: polls) → told to wait until then
	scripts    map[string][]Fault
	calls      []Call
	violations []string
	menu       map[string]string // language → commands
	queries    map[string]*query // presses of buttons, by id
	allowed    []string          // the kinds of update that the last poll wanted; none: all
	poll       *poll             // the one that waits
	news       chan struct{}     // closed when an update comes
}

// New returns a fake that listens in memory: clients reach it through Dial.
func New() *Server {
	mem := &memListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	s := serve(mem, "http://telegram.test")
	s.mem = mem
	return s
}

// Start returns a fake on a free port of loopback.
func Start() (*Server, error) {
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return serve(lis, "http://"+lis.Addr().String()), nil
}

func serve(lis net.Listener, url string) *Server {
	s := &Server{
		token: DefaultToken, url: url, lis: lis, done: make(chan struct{}),
		users: map[int64]User{}, blocked: map[int64]bool{}, nextUpdate: firstUpdate, nextID: firstID,
		floods: map[int64]time.Time{}, scripts: map[string][]Fault{}, menu: map[string]string{}, queries: map[string]*query{},
		news: make(chan struct{}),
	}
	s.http = &http.Server{
		Handler:     http.HandlerFunc(s.handle),
		ErrorLog:    log.New(io.Discard, "", 0),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
	}
	go func() {
		_ = s.http.Serve(deafListener{lis})
		close(s.done)
	}()
	return s
}

// Close ends the server and every connection.
func (s *Server) Close() {
	_ = s.http.Close()
	<-s.done
}

// URL is the base of the API, without token.
func (s *Server) URL() string { return s.url }

// Token is the bot's token.
func (s *Server) Token() string { return s.token }

// Dial connects to a fake made by New.
func (s *Server) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	if s.mem == nil {
		return new(net.Dialer).DialContext(ctx, "tcp", s.lis.Addr().String())
	}
	return s.mem.dial(ctx)
}

// Revoke makes the token invalid, as BotFather's /revoke does.
func (s *Server) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoked = true
}

// SetWebhook leaves a webhook behind; "" removes it.
func (s *Server) SetWebhook(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.webhook = url
}

// Calls lists the requests for a method, or all for "".
func (s *Server) Calls(method string) (out []Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.calls {
		if method == "" || c.Method == method {
			out = append(out, c)
		}
	}
	return out
}

// Violations lists what the client did that a real server forgives today.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// Menu is the list of commands for a language, as JSON.
func (s *Server) Menu(language string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.menu[language]
}

// answer is what a method gives: a result, or a refusal.
type answer struct {
	result any
	code   int // 0: fine
	text   string
	retry  int // seconds
}

func refuse(code int, text string) answer { return answer{code: code, text: text} }

func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	p, err := readParams(r)
	if err != nil {
		return // the client left in the middle of its request
	}
	token, method, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/bot"), "/")
	if !ok || !strings.HasPrefix(r.URL.Path, "/bot") || !strings.Contains(token, ":") {
		write(w, refuse(404, "Not Found"))
		return
	}
	s.mu.Lock()
	valid := token == s.token && !s.revoked
	s.mu.Unlock()
	if !valid {
		write(w, refuse(401, "Unauthorized"))
		return
	}
	name := methodName(method)
	if name == "" {
		write(w, refuse(404, "Not Found: method not found"))
		return
	}
	s.play(w, r, name, p)
}

// methods lists the methods; their names are taken in any case, as by the
// real server.
var methods = []string{
	"getMe", "getUpdates", "sendMessage", "editMessageText", "deleteMessage", "sendChatAction",
	"setMyCommands", "deleteWebhook", "getWebhookInfo", "answerCallbackQuery", "editMessageReplyMarkup",
}

func methodName(s string) string {
	for _, m := range methods {
		if strings.EqualFold(m, s) {
			return m
		}
	}
	return ""
}

// act does what a method does, once.
func (s *Server) act(ctx context.Context, method string, p params) answer {
	switch method {
	case "getMe":
		return answer{result: map[string]any{"id": botID, "is_bot": true, "first_name": "Kokoron", "username": "kokoron_test_bot"}}
	case "getUpdates":
		return s.getUpdates(ctx, p)
	case "sendMessage":
		return s.sendMessage(p)
	case "editMessageText":
		return s.editMessageText(p)
	case "deleteMessage":
		return s.deleteMessage(p)
	case "sendChatAction":
		return s.sendChatAction(p)
	case "answerCallbackQuery":
		return s.answerCallbackQuery(p)
	case "editMessageReplyMarkup":
		return s.editMessageReplyMarkup(p)
	case "setMyCommands":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.menu[p["language_code"]] = p["commands"]
		return answer{result: true}
	case "deleteWebhook":
		s.SetWebhook("")
		return answer{result: true}
	default: // getWebhookInfo
		s.mu.Lock()
		defer s.mu.Unlock()
		return answer{result: map[string]any{
			"url": s.webhook, "has_custom_certificate": false, "pending_update_count": len(s.updates),
		}}
	}
}

// write sends an answer in the API's envelope.
func write(w http.ResponseWriter, a answer) {
	body := map[string]any{"ok": a.code == 0}
	status := 200
	if a.code != 0 {
		status = a.code
		body["error_code"], body["description"] = a.code, a.text
		if a.retry > 0 {
			body["parameters"] = map[string]any{"retry_after": a.retry}
		}
	} else {
		body["result"] = a.result
	}
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err) // the fake's own values always encode
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

// memListener is a listener without a network.
type memListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *memListener) dial(ctx context.Context) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case l.conns <- there:
		return here, nil
	case <-l.closed:
		return nil, errors.New("connect: connection refused")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *memListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *memListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *memListener) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "pipe"} }
