package web

import "github.com/kokoron/kokoron/internal/turn"

// Watched reports whether a page shows a conversation now.
func (h *Hub) Watched(conv turn.Conv) bool {
	h.mu.Lock()
	f := h.feeds[conv]
	h.mu.Unlock()
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.sockets) > 0
}
