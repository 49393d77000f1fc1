package telegramtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client speaks to the fake as plainly as possible.
type client struct {
	t    *testing.T
	s    *Server
	http *http.Client
}

// inBubble runs f with a fake and a client in simulated time.
func inBubble(t *testing.T, f func(t *testing.T, c client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := New()
		c := client{t, s, &http.Client{Transport: &http.Transport{DialContext: s.Dial}}}
		s.Join(User{ID: 7, Name: "Aoi"})
		defer func() {
			c.http.CloseIdleConnections()
			s.Close()
		}()
		f(t, c)
	})
}

type reply struct {
	OK     bool            `json:"ok"`
	Code   int             `json:"error_code"`
	Text   string          `json:"description"`
	Result json.RawMessage `json:"result"`
	Params struct {
		Retry int `json:"retry_after"`
	} `json:"parameters"`
}

// call posts JSON fields; the body comes back as it was where it is no JSON.
func (c client) call(ctx context.Context, method string, fields map[string]any) (reply, error) {
	raw, err := json.Marshal(fields)
	if err != nil {
		c.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, "POST", c.s.URL()+"/bot"+c.s.Token()+"/"+method, bytes.NewReader(raw))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{}, err
	}
	var r reply
	if json.Unmarshal(body, &r) != nil {
		return reply{Code: resp.StatusCode, Text: string(body)}, nil
	}
	if r.OK != (resp.StatusCode == 200) {
		c.t.Errorf("%s: ok %v with status %d", method, r.OK, resp.StatusCode)
	}
	return r, nil
}

func (c client) must(method string, fields map[string]any) reply {
	c.t.Helper()
	r, err := c.call(c.t.Context(), method, fields)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

func (c client) updates(fields map[string]any) (ids []int64) {
	c.t.Helper()
	var us []struct {
		ID int64 `json:"update_id"`
	}
	r := c.must("getUpdates", fields)
	if err := json.Unmarshal(r.Result, &us); err != nil {
		c.t.Fatalf("getUpdates: %+v: %v", r, err)
	}
	for _, u := range us {
		ids = append(ids, u.ID)
	}
	return ids
}

func ent(kind string, offset, length int) map[string]any {
	return map[string]any{"type": kind, "offset": offset, "length": length}
}

func TestWhatIsRefused(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		sent := c.must("sendMessage", map[string]any{"chat_id": 7, "text": "same"})
		var m struct {
			ID int `json:"message_id"`
		}
		if err := json.Unmarshal(sent.Result, &m); err != nil || m.ID != firstID+1 {
			t.Fatalf("sent %s: %v", sent.Result, err)
		}
		c.s.Join(User{ID: 8})
		c.s.Block(8)
		say := func(text string, es ...any) map[string]any {
			return map[string]any{"chat_id": 7, "text": text, "entities": es}
		}
		edit := func(id int, text string) map[string]any {
			return map[string]any{"chat_id": 7, "message_id": id, "text": text}
		}
		for i, tc := range []struct {
			method string
			fields map[string]any
			want   string // "" where it is taken
		}{
			{"sendMessage", map[string]any{"text": "a"}, "400 Bad Request: chat_id is empty"},
			{"sendMessage", map[string]any{"chat_id": 9, "text": "a"}, "400 Bad Request: chat not found"},
			{"sendMessage", map[string]any{"chat_id": 8, "text": "a"}, "403 Forbidden: bot was blocked by the user"},
			{"sendChatAction", map[string]any{"chat_id": 8, "action": "typing"}, "403 Forbidden: bot was blocked by the user"},
			{"sendMessage", say(""), "400 Bad Request: message text is empty"},
			{"sendMessage", say(" \n\u200b "), "400 Bad Request: text must be non-empty"},
			{"sendMessage", say(strings.Repeat("a", 4096)), ""},
			{"sendMessage", say(" " + strings.Repeat("a", 4096) + "\n"), ""},
			{"sendMessage", say(strings.Repeat("a", 4097)), "400 Bad Request: message is too long"},
			{"sendMessage", say(strings.Repeat("😀", 2048)), ""},
			{"sendMessage", say(strings.Repeat("😀", 2048) + "a"), "400 Bad Request: message is too long"},
			{"sendMessage", say("a", ent("bold", 0, 1)), ""},
			{"sendMessage", say("😀 a", ent("bold", 1, 2)), "400 Bad Request: entity begins in a middle of a UTF-16 symbol at byte offset 4"},
			{"sendMessage", say("😀 a", ent("bold", 0, 1)), "400 Bad Request: entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 4"},
			{"sendMessage", say("aba caba", ent("bold", 3, 6)), "400 Bad Request: entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 9"},
			{"sendMessage", say("aba caba", ent("bold", 9, 1)), "400 Bad Request: entity begins after the end of the text at UTF-16 offset 9"},
			{"sendMessage", say("a", ent("bold", -1, 1)), "400 Bad Request: receive an entity with incorrect offset -1"},
			{"sendMessage", say("a", ent("bold", 0, -1)), "400 Bad Request: receive an entity with incorrect length -1"},
			{"sendMessage", say("abcd", ent("bold", 0, 3), ent("italic", 1, 3)), "400 Bad Request: can't parse entities: entities at UTF-16 offsets 0 and 1 cross"},
			{"sendMessage", say("abcd", ent("bold", 0, 3), ent("italic", 1, 1), ent("code", 3, 1)), ""},
			{"sendChatAction", map[string]any{"chat_id": 7, "action": "thinking"}, "400 Bad Request: wrong parameter action in request"},
			{"sendChatAction", map[string]any{"chat_id": 7, "action": "typing"}, ""},
			{"editMessageText", edit(m.ID, "same "), "400 Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message"},
			{"editMessageText", edit(m.ID, strings.Repeat("a", 4097)), "400 Bad Request: MESSAGE_TOO_LONG"},
			{"editMessageText", edit(1, "x"), "400 Bad Request: message to edit not found"},
			{"editMessageText", edit(m.ID, "other"), ""},
			{"deleteMessage", edit(m.ID, ""), ""},
			{"deleteMessage", edit(m.ID, ""), "400 Bad Request: message to delete not found"},
			{"editMessageText", edit(m.ID, "again"), "400 Bad Request: message to edit not found"},
			{"GETME", nil, ""},
			{"setMyCommands", map[string]any{"commands": []any{}, "language_code": "ja"}, ""},
			{"sendPigeon", nil, "404 Not Found: method not found"},
		} {
			got := ""
			if r := c.must(tc.method, tc.fields); !r.OK {
				got = fmt.Sprintf("%d %s", r.Code, r.Text)
			}
			if got != tc.want {
				t.Errorf("case %d, %s: %q, want %q", i, tc.method, got, tc.want)
			}
		}
		if c.s.Menu("ja") != "[]" {
			t.Errorf("menu %q", c.s.Menu("ja"))
		}
		c.s.Revoke()
		if r := c.must("getMe", nil); r.Code != 401 || r.Text != "Unauthorized" {
			t.Errorf("after a revocation: %+v", r)
		}
	})
}

func TestWhatIsKept(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		var many []any
		for i := range 120 {
			many = append(many, ent("bold", 2*i+3, 1))
		}
		c.must("sendMessage", map[string]any{"chat_id": 7, "text": "\n\n " + strings.Repeat("a ", 120), "entities": many})
		m := c.s.Messages(7)[0]
		if m.Text != strings.TrimSpace(strings.Repeat("a ", 120)) || len(m.Entities) != MaxEntities {
			t.Errorf("kept %q with %d entities", m.Text, len(m.Entities))
		}
		if m.Entities[0] != (Entity{Type: "bold", Offset: 0, Length: 1}) {
			t.Errorf("the first entity did not move with the text: %+v", m.Entities[0])
		}
		c.must("editMessageText", map[string]any{"chat_id": 7, "message_id": m.ID, "text": "b", "entities": []any{ent("hashtag", 0, 1)}})
		m = c.s.Messages(7)[0]
		if m.Text != "b" || len(m.Entities) != 0 || len(m.Edits) != 1 || len(m.Edits[0].Entities) != MaxEntities {
			t.Errorf("after an edit: %+v", m)
		}
		c.s.Remove(7, m.ID)
		if len(c.s.Messages(7)) != 0 || len(c.s.History(7)) != 1 {
			t.Error("a deleted message is shown or forgotten")
		}
	})
}

func TestUpdatesComeUntilConfirmed(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		a, b := c.s.Say(7, "a"), c.s.Say(7, "b")
		for range 2 { // not confirmed: they come again
			if got := c.updates(nil); !slices.Equal(got, []int64{a, b}) {
				t.Errorf("got %v", got)
			}
		}
		if got := c.updates(map[string]any{"limit": 1}); !slices.Equal(got, []int64{a}) {
			t.Errorf("limit 1: %v", got)
		}
		if got := c.updates(map[string]any{"offset": a + 1}); !slices.Equal(got, []int64{b}) {
			t.Errorf("after a: %v", got)
		}
		began := time.Now()
		if got := c.updates(map[string]any{"offset": b + 1, "timeout": 30}); got != nil || time.Since(began) != 30*time.Second {
			t.Errorf("an empty poll gave %v after %v", got, time.Since(began))
		}
		time.AfterFunc(3*time.Second, func() { c.s.Say(7, "c") })
		began = time.Now()
		if got := c.updates(map[string]any{"offset": b + 1, "timeout": 30}); len(got) != 1 || time.Since(began) != 3*time.Second {
			t.Errorf("a waiting poll gave %v after %v", got, time.Since(began))
		}
		c.s.Renumber(5000)
		if id := c.s.Say(7, "d"); id != 5001 || !slices.Equal(c.s.Waiting(), []int64{b + 1, 5001}) {
			t.Errorf("renumbered %d, waiting %v", id, c.s.Waiting())
		}
		if got := c.updates(map[string]any{"offset": b + 2}); got != nil || len(c.s.Waiting()) != 0 {
			t.Errorf("an offset beyond all gave %v and left %v", got, c.s.Waiting())
		}
	})
}

func TestConflicts(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		old := make(chan reply)
		go func() { old <- c.must("getUpdates", map[string]any{"timeout": 30}) }()
		synctest.Wait()
		if got := c.updates(map[string]any{"timeout": 1}); got != nil {
			t.Errorf("the newer poll gave %v", got)
		}
		if r := <-old; r.Code != 409 || !strings.Contains(r.Text, "terminated by other getUpdates request") {
			t.Errorf("the older poll got %+v", r)
		}
		c.s.SetWebhook("https://example.org/hook")
		if r := c.must("getWebhookInfo", nil); !strings.Contains(string(r.Result), `"url":"https://example.org/hook"`) {
			t.Errorf("webhook info %s", r.Result)
		}
		if r := c.must("getUpdates", nil); r.Code != 409 || !strings.Contains(r.Text, "webhook is active") {
			t.Errorf("a poll beside a webhook got %+v", r)
		}
		c.must("deleteWebhook", nil)
		if got := c.updates(nil); got != nil {
			t.Errorf("after deleteWebhook: %v", got)
		}
	})
}

func TestFaults(t *testing.T) {
	for name, tc := range map[string]struct {
		fault    Fault
		accepted bool   // the message is there although no answer said so
		want     string // "" for no answer in ten seconds, "EOF" for a broken connection
	}{
		"too many":           {TooMany(4), false, "429 Too Many Requests: retry after 4"},
		"refused":            {Refuse(403, "Forbidden: no"), false, "403 Forbidden: no"},
		"html":               {BadGateway(), false, "502 <html>"},
		"hang before":        {Hang(false), false, ""},
		"hang after":         {Hang(true), true, ""},
		"reset before":       {Reset(false), false, "EOF"},
		"reset after":        {Reset(true), true, "EOF"},
		"too slow":           {Slow(time.Minute), false, ""},
		"slow":               {Slow(3 * time.Second), true, "0 "},
		"for somebody else":  {Refuse(400, "no").In(99), true, "0 "},
		"for this very chat": {Refuse(400, "no").In(7), false, "400 no"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, c client) {
				c.s.Script("sendMessage", tc.fault)
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				r, err := c.call(ctx, "sendMessage", map[string]any{"chat_id": 7, "text": "a"})
				got := fmt.Sprintf("%d %s", r.Code, r.Text)
				switch {
				case errors.Is(err, context.DeadlineExceeded):
					got = ""
				case errors.Is(err, io.EOF):
					got = "EOF"
				case err != nil:
					t.Fatal(err)
				}
				if !strings.HasPrefix(got, tc.want) || (tc.want == "") != (got == "") {
					t.Errorf("got %q, want %q", got, tc.want)
				}
				if there := len(c.s.Messages(7)) == 1; there != tc.accepted {
					t.Errorf("accepted: %v, want %v", there, tc.accepted)
				}
			})
		})
	}
}

func TestAFloodLastsForOneChatAndIsWatched(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		c.s.Join(User{ID: 8})
		c.s.Script("sendMessage", TooMany(30))
		send := func(chat int) reply { return c.must("sendMessage", map[string]any{"chat_id": chat, "text": "a"}) }
		if r := send(7); r.Params.Retry != 30 {
			t.Errorf("first: %+v", r)
		}
		if r := send(8); !r.OK {
			t.Errorf("another chat: %+v", r)
		}
		time.Sleep(10 * time.Second)
		if r := send(7); r.Params.Retry != 20 {
			t.Errorf("too early: %+v", r)
		}
		time.Sleep(20 * time.Second)
		if r := send(7); !r.OK {
			t.Errorf("in time: %+v", r)
		}
		if v := c.s.Violations(); len(v) != 1 {
			t.Errorf("violations %v, want the early one", v)
		}
	})
}

func TestAHalfOpenConnectionSwallowsTheNextCall(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		c.s.Script("sendMessage", Deaf())
		send := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, err := c.call(ctx, "sendMessage", map[string]any{"chat_id": 7, "text": "a"})
			return err
		}
		if err := send(); err != nil {
			t.Error(err)
		}
		if err := send(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("on the half-open connection: %v", err)
		}
		if err := send(); err != nil {
			t.Errorf("on a new one: %v", err)
		}
		if n := len(c.s.Messages(7)); n != 2 {
			t.Errorf("%d messages, want 2", n)
		}
	})
}

func TestOnLoopback(t *testing.T) {
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for url, want := range map[string]string{
		s.URL() + "/bot" + s.Token() + "/getMe":                               `"username":"kokoron_test_bot"`,
		s.URL() + "/bot1:wrong/getMe":                                         `"Unauthorized"`,
		s.URL() + "/botless/getMe":                                            `"Not Found"`,
		s.URL() + "/bot" + s.Token() + "/sendMessage?chat_id=9&text=a":        `chat not found`,
		s.URL() + "/bot" + s.Token() + "/getUpdates?timeout=0&allowed=%5B%5D": `"result":[]`,
	} {
		resp, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("%s: %s, want %s (%v)", url, body, want, err)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}
