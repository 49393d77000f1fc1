package telegramtest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func keys(data ...string) map[string]any {
	var row []any
	for _, d := range data {
		row = append(row, map[string]any{"text": "B", "callback_data": d})
	}
	return map[string]any{"inline_keyboard": []any{row}}
}

func TestKeyboards(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		for want, markup := range map[string]any{
			"BUTTON_DATA_INVALID":                   keys(strings.Repeat("x", 65)),
			"Text buttons are unallowed":            keys(""),
			"field \"text\" must be of type String": map[string]any{"inline_keyboard": []any{[]any{map[string]any{"callback_data": "x"}}}},
			"object expected as reply markup":       "x",
		} {
			got, err := c.call(t.Context(), "sendMessage", map[string]any{"chat_id": 7, "text": "a", "reply_markup": markup})
			if err != nil || got.Code != 400 || !strings.Contains(got.Text, want) {
				t.Errorf("%v: %+v %v", markup, got, err)
			}
		}
		must := func(method string, fields map[string]any, code int) {
			t.Helper()
			if got, err := c.call(t.Context(), method, fields); err != nil || got.Code != code {
				t.Errorf("%s: %+v %v", method, got, err)
			}
		}
		must("sendMessage", map[string]any{"chat_id": 7, "text": "a", "reply_markup": keys(strings.Repeat("x", 64), "y")}, 0)
		m := c.s.Messages(7)[0]
		if len(m.Keyboard) != 1 || len(m.Keyboard[0]) != 2 {
			t.Errorf("%+v", m.Keyboard)
		}
		at := map[string]any{"chat_id": 7, "message_id": m.ID}
		must("editMessageReplyMarkup", at, 0)
		must("editMessageReplyMarkup", at, 400) // there is none any more
		must("editMessageText", map[string]any{"chat_id": 7, "message_id": m.ID, "text": "a", "reply_markup": keys("z")}, 0)
		must("editMessageText", map[string]any{"chat_id": 7, "message_id": m.ID, "text": "b"}, 0)
		if m := c.s.Messages(7)[0]; m.Keyboard != nil {
			t.Errorf("an edit of the text keeps the keyboard: %+v", m)
		}
	})
}

func TestPresses(t *testing.T) {
	inBubble(t, func(t *testing.T, c client) {
		if got, err := c.call(t.Context(), "sendMessage", map[string]any{"chat_id": 7, "text": "a", "reply_markup": keys("data")}); err != nil || !got.OK {
			t.Fatal(got, err)
		}
		id := c.s.Messages(7)[0].ID
		if q := c.s.Press(7, 7, id, "C"); q != "" {
			t.Errorf("a button that is not there is pressed: %s", q)
		}
		poll := func(allowed ...string) string {
			t.Helper()
			got, err := c.call(t.Context(), "getUpdates", map[string]any{"timeout": 0, "allowed_updates": allowed})
			if err != nil || !got.OK {
				t.Fatal(got, err)
			}
			return string(got.Result)
		}
		poll("message")
		c.s.Press(7, 7, id, "B")
		if got := poll("message", "callback_query"); got != "[]" {
			t.Errorf("what was not wanted comes: %s", got)
		}
		first, late := c.s.Press(7, 7, id, "B"), c.s.Press(7, 7, id, "B")
		var got []struct {
			Query struct {
				ID, Data string
				From     struct{ ID int64 }
				Message  struct {
					ID int `json:"message_id"`
				}
			} `json:"callback_query"`
		}
		raw := poll("message", "callback_query")
		if err := json.Unmarshal([]byte(raw), &got); err != nil || len(got) != 2 || got[0].Query.ID != first || got[0].Query.Data != "data" ||
			got[0].Query.From.ID != 7 || got[0].Query.Message.ID != id || poll() != raw {
			t.Errorf("%s, %v", raw, err)
		}
		answers := func(q, text string, code int) {
			t.Helper()
			if got, err := c.call(t.Context(), "answerCallbackQuery", map[string]any{"callback_query_id": q, "text": text}); err != nil || got.Code != code {
				t.Errorf("%q: %+v %v", text, got, err)
			}
		}
		answers(first, strings.Repeat("あ", 201), 400)
		answers(first, strings.Repeat("あ", 200), 0)
		answers(first, "again", 400)
		answers("x", "none", 400)
		time.Sleep(QueryLife + time.Second)
		answers(late, "too late", 400)
		if text, ok := c.s.Answer(first); !ok || len(text) != 600 {
			t.Errorf("%q, %v", text, ok)
		}
		if _, ok := c.s.Answer(late); ok {
			t.Error("the late one is answered")
		}
	})
}
