package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"strings"
	"unicode"

	"github.com/kokoron/kokoron/channels"
	"github.com/kokoron/kokoron/internal/turn"
)

// Words are the fixed texts of the screen, in the person's language.
type Words struct {
	Prompt   string // before what the person types
	Name     string // before what the companion says
	Thinking string // while nothing visible has come
	Again    string // before a reply that replaces what was shown
	Lost     string // the companion went away
	LongLine string // a typed line is so long that the terminal may have cut it
	// Offers name the commands that answer a message nobody asked for, by the
	// first of its offers.
	Offers map[turn.Offer]string
}

// Chat is the person's side of a terminal conversation. With Tty it streams
// and shows that the companion thinks, and where In and Out are a terminal that
// can be made raw it edits the line itself; without, each input line is one
// message and each reply is printed whole, and the end of input ends it once
// everything was answered.
type Chat struct {
	In    io.Reader
	Out   io.Writer
	Tty   bool
	Words Words
	NewID func() turn.ID // makes the client's ids of messages
	// Interrupt delivers Ctrl-C: it stops a reply that is being written and
	// ends the chat otherwise. May be nil.
	Interrupt <-chan struct{}

	size func() size // of the screen, where the line is edited here; else nil
}

// Run talks over conn until the input ends, the person leaves or the
// connection breaks.
func (c Chat) Run(ctx context.Context, conn Conn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if c.Tty && c.size == nil {
		measure, restore := raw(c.In, c.Out)
		defer restore()
		c.size = measure
	}
	s := &screen{Chat: c, conn: conn, pending: map[string]turn.ID{}, shown: map[turn.ID]bool{}, answered: map[turn.ID]bool{}, hinted: map[turn.Offer]bool{}}
	frames := make(chan Down)
	broken := make(chan error, 1)
	go receive(ctx, conn, frames, broken)
	lines, pieces := make(chan string), make(chan []byte)
	if c.size != nil {
		defer s.closeTyping()
		go c.readKeys(ctx, pieces)
	} else {
		go c.read(ctx, lines)
	}
	for !s.over {
		input := lines
		if s.ended || (!c.Tty && len(s.pending) > 0) {
			input = nil // a pipe is answered line by line
		}
		select {
		case d := <-frames:
			s.frame(d)
		case line, ok := <-input:
			s.line(line, ok)
		case piece, ok := <-pieces:
			if !ok {
				pieces = nil
				s.endTyping()
				break
			}
			s.keys(piece)
		case <-c.Interrupt:
			s.interrupt()
		case err := <-broken:
			return s.lost(err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.err
}

func receive(ctx context.Context, conn Conn, frames chan<- Down, broken chan<- error) {
	for {
		var d Down
		if err := conn.Recv(&d); err != nil {
			broken <- err
			return
		}
		select {
		case frames <- d:
		case <-ctx.Done():
			return
		}
	}
}

// read passes lines on; the channel is closed at the end of input.
func (c Chat) read(ctx context.Context, lines chan<- string) {
	defer close(lines)
	in := bufio.NewReader(c.In)
	for {
		line, err := in.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" || err == nil {
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// screen is what the person sees and what is still owed to them.
type screen struct {
	Chat
	conn Conn

	ended    bool // the input did
	over     bool
	err      error
	pending  map[string]turn.ID // ext → message id ("" until acknowledged) still without an answer
	shown    map[turn.ID]bool   // replies shown: a repeated delivery is not printed again
	answered map[turn.ID]bool   // messages whose reply was shown
	hinted   map[turn.Offer]bool

	open     string // what is shown of the reply that is being written
	thinking bool
	prompted bool // the prompt stands at the end and nothing was sent since

	// Where the line is edited here:
	decoder decoder
	editor  editor
	area    area
	late    []string // sent while a reply came; shown after it
}

// line takes one line of input; ok is false at its end.
func (s *screen) line(words string, ok bool) {
	s.prompted = false
	long := s.Tty && s.size == nil && len(words) >= longLine
	if s.Tty {
		words = plain(escapes.ReplaceAllString(words, ""))
	}
	line, isCommand := channels.Command(words)
	switch {
	case !ok:
		s.ended = true
		if s.Tty && s.open == "" {
			s.print("\n") // the prompt's line has none
		}
		s.settle()
		return
	case strings.TrimSpace(words) == "":
		s.prompt()
		return
	case line == "/quit" || line == "/exit":
		s.over = true
		return
	}
	if long {
		s.print(s.Words.LongLine + "\n")
	}
	ext := string(s.NewID())
	if !isCommand || !s.Tty {
		s.pending[ext] = ""
	}
	if err := s.conn.Send(Up{Text: words, Ext: ext}); err != nil {
		s.err, s.over = fmt.Errorf("send message: %w", err), true
	}
}

// frame shows one frame from the companion.
func (s *screen) frame(d Down) {
	switch {
	case d.Hello != "":
		if s.Tty {
			s.print(d.Hello + "\n")
		}
		s.prompt()
	case d.Ack != "":
		s.acknowledged(d.Ext, d.Ack)
	case d.Said != "" && d.Ext == "":
		// The answer to interrupt: the reply that ends says as much.
	case d.Said != "":
		s.clearLine()
		if s.open != "" {
			s.print("\n") // it comes into the middle of a reply
		}
		s.showLate()
		s.print(d.Said + "\n")
		delete(s.pending, d.Ext)
		s.settle()
	case d.Event != nil:
		s.event(*d.Event)
	case d.Reply != nil:
		s.reply(*d.Reply)
	}
}

// acknowledged notes the id of a message; its reply may have been faster.
func (s *screen) acknowledged(ext string, id turn.ID) {
	if _, ok := s.pending[ext]; !ok {
		return
	}
	s.pending[ext] = id
	if s.answered[id] {
		delete(s.pending, ext)
		s.settle()
		return
	}
	if s.Tty {
		s.showThinking() // a model may take minutes to the first word, or be busy with an earlier message
	}
}

func (s *screen) event(e turn.Event) {
	switch {
	case e.Kind == turn.Notice:
		s.clearLine()
		s.print(plain(e.Text) + "\n")
		if !s.Tty {
			clear(s.pending) // kept by the companion; a pipe does not wait for it
		}
		s.settle()
	case !s.Tty:
	case e.Kind == turn.Thinking:
		s.showThinking()
	case e.Kind == turn.Delta:
		s.clearLine()
		if s.open == "" {
			s.print(s.Words.Name)
		}
		s.open += e.Text
		s.print(plain(e.Text))
	case e.Kind == turn.Retract:
		s.clearLine()
		if s.open != "" {
			s.print("\n" + s.Words.Again + "\n")
		}
		s.open = ""
		s.showLate()
		if e.Text != "" {
			s.event(turn.Event{Kind: turn.Delta, Text: e.Text})
		}
	}
}

// reply shows a whole reply: the rest of it where its beginning was streamed.
func (s *screen) reply(o turn.Outgoing) {
	s.clearLine()
	switch rest, begun := strings.CutPrefix(o.Text, s.open); {
	case s.shown[o.ID]:
	case !s.Tty:
		s.print(plain(o.Text) + "\n")
	case s.open != "" && begun:
		s.print(plain(rest) + "\n")
	case s.open != "":
		s.print("\n" + s.Words.Again + "\n" + s.Words.Name + plain(o.Text) + "\n")
	default:
		s.print(s.Words.Name + plain(o.Text) + "\n")
	}
	s.open = ""
	s.offer(o.Offers)
	s.showLate()
	s.shown[o.ID] = true
	for _, id := range o.Answers {
		s.answered[id] = true
	}
	maps.DeleteFunc(s.pending, func(_ string, id turn.ID) bool { return s.answered[id] })
	if err := s.conn.Send(Up{Seen: o.ID}); err != nil {
		s.err, s.over = fmt.Errorf("confirm reply: %w", err), true
	}
	s.settle()
}

// settle ends the chat when the input has ended and nothing is owed, and
// prompts otherwise.
func (s *screen) settle() {
	if s.ended && len(s.pending) == 0 {
		s.over = true
		return
	}
	s.prompt()
}

func (s *screen) prompt() {
	if s.Tty && !s.ended && s.open == "" && !s.prompted {
		s.clearLine()
		s.prompted = true
		s.show(s.Words.Prompt)
	}
}

func (s *screen) showThinking() {
	if !s.thinking && s.open == "" {
		s.clearLine()
		s.thinking = true
		s.show(s.Words.Thinking)
	}
}

// show puts a word at the end of the screen that clearLine takes back.
func (s *screen) show(word string) {
	if s.size != nil {
		s.repaint()
	} else {
		s.print(word)
	}
}

// clearLine takes back the prompt, or the word that she thinks, before
// something else is shown in its place.
func (s *screen) clearLine() {
	if s.thinking || s.prompted {
		s.thinking, s.prompted = false, false
		if s.size == nil {
			s.print("\r\x1b[2K")
			return
		}
		s.write(s.area.erase(s.size()))
		s.area = nil
	}
}

// interrupt stops the reply in progress, or ends the chat.
func (s *screen) interrupt() {
	if len(s.pending) == 0 {
		if s.size == nil {
			s.print("\n")
		}
		s.over = true
		return
	}
	if err := s.conn.Send(Up{Text: "/stop"}); err != nil {
		s.err, s.over = fmt.Errorf("stop: %w", err), true
	}
}

func (s *screen) lost(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New(s.Words.Lost)
	}
	return fmt.Errorf("%s (%w)", s.Words.Lost, err)
}

// longLine is how many bytes of a line a terminal surely takes: what comes
// after the 4095th is thrown away by the system before it can be read.
const longLine = 4095

// escapes are what arrow and function keys send where nothing edits the line.
var escapes = regexp.MustCompile("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|O[@-~])")

// plain drops control characters: what a model writes must not be able to
// steer the terminal.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}

func (s *screen) print(text string) {
	if s.size != nil {
		text = strings.ReplaceAll(text, "\n", "\r\n") // a raw terminal does no more than it is told
	}
	s.write(text)
}

func (s *screen) write(text string) {
	if _, err := io.WriteString(s.Out, text); err != nil {
		s.err, s.over = fmt.Errorf("write to the terminal: %w", err), true
	}
}
