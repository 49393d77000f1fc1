package telegramtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// QueryLife is how long a press of a button can be answered. The real server
// names no figure; it is short, and the app stops waiting about then.
const QueryLife = 15 * time.Second

// Button is one of an inline keyboard.
type Button struct {
	Text string `json:"text"`
	Data string `json:"callback_data,omitempty"`
}

// query is a press that can be answered, once.
type query struct {
	user     int64
	at       time.Time
	answered bool
	text     string
}

// keyboard reads reply_markup; none is no keyboard.
func keyboard(p params) (rows [][]Button, bad answer) {
	if p["reply_markup"] == "" {
		return nil, answer{}
	}
	var markup struct {
		Rows [][]Button `json:"inline_keyboard"`
	}
	if err := json.Unmarshal([]byte(p["reply_markup"]), &markup); err != nil {
		return nil, badRequest("object expected as reply markup")
	}
	for _, row := range markup.Rows {
		for _, b := range row {
			switch {
			case b.Text == "" || !utf8.ValidString(b.Text):
				return nil, badRequest("field \"text\" must be of type String")
			case b.Data == "":
				return nil, badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
			case len(b.Data) > 64:
				return nil, badRequest("BUTTON_DATA_INVALID")
			}
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows, answer{}
}

func sameKeys(a, b [][]Button) bool {
	return slices.EqualFunc(a, b, func(x, y []Button) bool { return slices.Equal(x, y) })
}

func (s *Server) editMessageReplyMarkup(p params) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	chat, bad := s.chat(p)
	if bad.code != 0 {
		return bad
	}
	m := s.find(chat, int(p.int("message_id")))
	if m == nil {
		return badRequest("message to edit not found")
	}
	keys, bad := keyboard(p)
	if bad.code != 0 {
		return bad
	}
	if sameKeys(keys, m.Keyboard) {
		return badRequest("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	m.Keyboard = keys
	return answer{result: s.wire(m)}
}

// Press presses the button of that text under a message of the bot, and gives
// the id of the query; "" where there is no such button. user may be somebody
// else than the one whose chat it is.
func (s *Server) Press(user, chat int64, message int, text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.find(chat, message)
	if m == nil {
		return ""
	}
	for _, row := range m.Keyboard {
		for _, b := range row {
			if b.Text == text {
				return s.press(user, map[string]any{"data": b.Data, "message": s.wire(m)})
			}
		}
	}
	return ""
}

// PressOld is a press under a message that is too old to be shown to the bot.
func (s *Server) PressOld(user int64, message int, data string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.press(user, map[string]any{"data": data, "message": map[string]any{"message_id": message, "date": 0, "chat": s.wireChat(user)}})
}

// press adds the update of a press. s.mu is held.
func (s *Server) press(user int64, fields map[string]any) string {
	id := strconv.Itoa(4382 + len(s.queries))
	s.queries[id] = &query{user: user, at: time.Now()}
	fields["id"], fields["chat_instance"] = id, fmt.Sprint(-user)
	fields["from"] = s.wireUser(user)
	s.push("callback_query", fields)
	return id
}

// Answer is what somebody was told who pressed a button; ok is false where they
// were not.
func (s *Server) Answer(id string) (text string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queries[id]
	return q.text, q.answered
}

func (s *Server) answerCallbackQuery(p params) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.queries[p["callback_query_id"]]
	switch {
	case q == nil, q.answered, time.Since(q.at) > QueryLife:
		return badRequest("query is too old and response timeout expired or query ID is invalid")
	case utf8.RuneCountInString(p["text"]) > 200:
		return badRequest("MESSAGE_TOO_LONG")
	}
	q.answered, q.text = true, p["text"]
	return answer{result: true}
}

// chatOf is the chat whose limit a call counts for; 0 where it is none's.
func (s *Server) chatOf(method string, p params) int64 {
	if q := s.queries[p["callback_query_id"]]; method == "answerCallbackQuery" && q != nil {
		return q.user
	}
	return p.int("chat_id")
}
