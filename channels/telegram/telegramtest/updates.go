package telegramtest

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// update waits until a poll with a higher offset confirms it.
type update struct {
	id  int64
	raw json.RawMessage
}

// poll is a getUpdates call that waits.
type poll struct{ ended chan struct{} }

// The texts of a conflict.
const (
	otherPoller = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
	hookActive  = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)

// Join makes somebody known who has opened the chat with the bot.
func (s *Server) Join(u User) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[u.ID] = u
}

// Block and Unblock are what a person does in their app.
func (s *Server) Block(user int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocked[user] = true
}

// Unblock takes a Block back.
func (s *Server) Unblock(user int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.blocked, user)
}

// Say writes a message to the bot and gives the id of its update.
func (s *Server) Say(user int64, text string) int64 {
	return s.Send(user, map[string]any{"text": text})
}

// Send writes any kind of message to the bot: fields are those of the API's
// Message besides its id, date, chat and sender, which they may replace.
func (s *Server) Send(user int64, fields map[string]any) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.users[user]; !ok { // who writes has opened the chat
		s.users[user] = User{ID: user, Name: "Guest"}
	}
	from := s.wireUser(user)
	m := map[string]any{
		"message_id": s.id(), "date": time.Now().Unix(), "chat": s.wireChat(user), "from": from,
	}
	maps.Copy(m, fields)
	return s.push("message", m)
}

// wireUser is somebody as the API gives them. s.mu is held.
func (s *Server) wireUser(user int64) map[string]any {
	u, ok := s.users[user]
	if !ok {
		u = User{ID: user, Name: "Guest"}
	}
	from := map[string]any{"id": u.ID, "is_bot": false, "first_name": u.Name}
	if u.Language != "" {
		from["language_code"] = u.Language
	}
	return from
}

// Push adds an update of any kind.
func (s *Server) Push(kind string, body map[string]any) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.push(kind, body)
}

func (s *Server) push(kind string, body map[string]any) int64 {
	s.nextUpdate++
	id := s.nextUpdate
	if len(s.allowed) > 0 && !slices.Contains(s.allowed, kind) {
		return id // the bot does not want it, and never gets it
	}
	raw, err := json.Marshal(map[string]any{"update_id": id, kind: body})
	if err != nil {
		panic(err) // a test gave something that has no JSON
	}
	s.updates = append(s.updates, update{id, raw})
	close(s.news)
	s.news = make(chan struct{})
	return id
}

// Renumber lets the next update have an id after this one, as the real server
// does after a week without any.
func (s *Server) Renumber(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextUpdate = id
}

// Waiting lists the ids of updates that are not confirmed.
func (s *Server) Waiting() (ids []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range s.updates {
		ids = append(ids, u.id)
	}
	return ids
}

// getUpdates gives what is not confirmed; the newest call ends an older one
// that still waits. Which kinds are wanted is remembered from the last poll that
// said so, and counts for what comes after it.
func (s *Server) getUpdates(ctx context.Context, p params) answer {
	timeout := time.NewTimer(time.Duration(min(p.int("timeout"), 50)) * time.Second)
	defer timeout.Stop()
	me := &poll{ended: make(chan struct{})}
	s.mu.Lock()
	if s.webhook != "" {
		s.mu.Unlock()
		return refuse(409, hookActive)
	}
	if s.poll != nil {
		close(s.poll.ended)
	}
	s.poll = me
	if raw := p["allowed_updates"]; raw != "" {
		var kinds []string
		if json.Unmarshal([]byte(raw), &kinds) == nil {
			s.allowed = kinds
		}
	}
	s.confirm(p.int("offset"))
	s.mu.Unlock()
	defer s.leave(me)
	for {
		batch, news := s.batch(p.int("offset"), p.int("limit"))
		if len(batch) > 0 {
			return answer{result: batch}
		}
		select {
		case <-news:
		case <-timeout.C:
			return answer{result: []json.RawMessage{}}
		case <-me.ended:
			return refuse(409, otherPoller)
		case <-ctx.Done():
			return answer{}
		}
	}
}

func (s *Server) leave(me *poll) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.poll == me {
		s.poll = nil
	}
}

// confirm forgets everything below an offset, which is what a poll from there
// on says was seen. s.mu is held.
func (s *Server) confirm(offset int64) {
	s.updates = slices.DeleteFunc(s.updates, func(u update) bool { return u.id < offset })
}

// batch is what a poll from offset on is given now.
func (s *Server) batch(offset, limit int64) (out []json.RawMessage, news <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if limit < 1 || limit > 100 {
		limit = 100
	}
	for _, u := range s.updates {
		if u.id >= offset && len(out) < int(limit) {
			out = append(out, u.raw)
		}
	}
	return out, s.news
}
