package web

import (
	"testing"
	"time"
)

// TestWatched: a conversation is watched while a page of it is open.
func TestWatched(t *testing.T) {
	h := newHome(t, nil)
	hub := h.router.hub
	if hub.Watched("owner") {
		t.Error("watched before any page was open")
	}
	c, _ := h.client("sensei", "", 0)
	if !hub.Watched("owner") || hub.Watched("person:aoi") {
		t.Error("an open page is not seen, or seen for another's")
	}
	c.conn.Close()
	for end := time.Now().Add(10 * time.Second); hub.Watched("owner"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a page that was closed counts still")
		}
	}
}
