package terminal

import "github.com/kokoron/kokoron/internal/turn"

// offer says, once of each kind, with which commands a message can be answered
// that nobody asked for: a terminal has no buttons.
func (s *screen) offer(offers []turn.Offer) {
	if !s.Tty || len(offers) == 0 || s.hinted[offers[0]] {
		return
	}
	s.hinted[offers[0]] = true
	if words := s.Words.Offers[offers[0]]; words != "" {
		s.print(words + "\n")
	}
}
