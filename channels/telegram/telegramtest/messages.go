package telegramtest

import (
	"slices"
	"strconv"
	"time"
)

// Version is what a message said at some time.
type Version struct {
	Text     string
	Entities []Entity
	At       time.Time
}

// Message is a message of the bot in a chat.
type Message struct {
	ID      int
	Chat    int64
	Deleted bool
	Lost    bool      // the bot was never told its id: the answer of the call was lost
	Version           // as it stands now
	Edits   []Version // what it said before, oldest first

	Keyboard [][]Button // under it now
}

// Messages lists what the bot wrote into a chat, in order, without what it
// deleted.
func (s *Server) Messages(chat int64) (out []Message) {
	for _, m := range s.History(chat) {
		if !m.Deleted {
			out = append(out, m)
		}
	}
	return out
}

// History is Messages with the deleted ones.
func (s *Server) History(chat int64) (out []Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.messages {
		if m.Chat == chat {
			c := *m
			c.Edits = slices.Clone(m.Edits)
			out = append(out, c)
		}
	}
	return out
}

// Remove deletes a message of the bot, as the person can.
func (s *Server) Remove(chat int64, id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.find(chat, id); m != nil {
		m.Deleted = true
	}
}

// lose marks the message that a call has made and whose answer is lost.
func (s *Server) lose(a answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made, ok := a.result.(map[string]any)
	for _, m := range s.messages {
		if ok && made["message_id"] == m.ID {
			m.Lost = true
		}
	}
}

// find is a message that can be seen, or nil. s.mu is held.
func (s *Server) find(chat int64, id int) *Message {
	for _, m := range s.messages {
		if m.Chat == chat && m.ID == id && !m.Deleted {
			return m
		}
	}
	return nil
}

// chat checks that the bot may write there. s.mu is held.
func (s *Server) chat(p params) (id int64, bad answer) {
	if p["chat_id"] == "" {
		return 0, badRequest("chat_id is empty")
	}
	id, err := strconv.ParseInt(p["chat_id"], 10, 64)
	_, known := s.users[id]
	switch {
	case err != nil || !known:
		return 0, badRequest("chat not found")
	case s.blocked[id]:
		return 0, refuse(403, "Forbidden: bot was blocked by the user")
	}
	return id, answer{}
}

func (s *Server) sendMessage(p params) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	chat, bad := s.chat(p)
	if bad.code != 0 {
		return bad
	}
	text, es, bad := content(p, "message is too long")
	if bad.code != 0 {
		return bad
	}
	keys, bad := keyboard(p)
	if bad.code != 0 {
		return bad
	}
	m := &Message{ID: s.id(), Chat: chat, Version: Version{Text: text, Entities: es, At: time.Now()}, Keyboard: keys}
	s.messages = append(s.messages, m)
	return answer{result: s.wire(m)}
}

func (s *Server) editMessageText(p params) answer {
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
	text, es, bad := content(p, "MESSAGE_TOO_LONG")
	if bad.code != 0 {
		return bad
	}
	keys, bad := keyboard(p)
	if bad.code != 0 {
		return bad
	}
	if text == m.Text && slices.Equal(es, m.Entities) && sameKeys(keys, m.Keyboard) {
		return badRequest("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	m.Edits = append(m.Edits, m.Version)
	m.Version, m.Keyboard = Version{Text: text, Entities: es, At: time.Now()}, keys
	return answer{result: s.wire(m)}
}

func (s *Server) deleteMessage(p params) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	chat, bad := s.chat(p)
	if bad.code != 0 {
		return bad
	}
	m := s.find(chat, int(p.int("message_id")))
	if m == nil {
		return badRequest("message to delete not found")
	}
	m.Deleted = true
	return answer{result: true}
}

// actions are what sendChatAction knows.
var actions = []string{
	"typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
	"upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note",
}

func (s *Server) sendChatAction(p params) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, bad := s.chat(p); bad.code != 0 {
		return bad
	}
	if !slices.Contains(actions, p["action"]) {
		return badRequest("wrong parameter action in request")
	}
	return answer{result: true}
}

// id counts messages; both sides of a chat share the numbers. s.mu is held.
func (s *Server) id() int {
	s.nextID++
	return s.nextID
}

// wire is a message of the bot as the API gives it.
func (s *Server) wire(m *Message) map[string]any {
	out := map[string]any{
		"message_id": m.ID, "date": m.At.Unix(), "text": m.Text, "chat": s.wireChat(m.Chat),
		"from": map[string]any{"id": botID, "is_bot": true, "first_name": "Kokoron"},
	}
	if len(m.Entities) > 0 {
		out["entities"] = m.Entities
	}
	if len(m.Keyboard) > 0 {
		out["reply_markup"] = map[string]any{"inline_keyboard": m.Keyboard}
	}
	if len(m.Edits) > 0 {
		out["edit_date"] = m.At.Unix()
	}
	return out
}

func (s *Server) wireChat(id int64) map[string]any {
	return map[string]any{"id": id, "type": "private", "first_name": s.users[id].Name}
}
