package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent/tool"
)

// TestReminderPromises: a reminder that is claimed is set if the person asked
// for it and their words say what and when; else the claim is corrected.
func TestReminderPromises(t *testing.T) {
	const claim = "I'll remind you tomorrow at 8."
	remind := tool.Spec{
		Name: "reminder_add", Effect: tool.Write, Keeps: tool.Reminder, Content: "text",
		Params: []tool.Param{{Name: "text", Type: tool.String, Required: true}, {Name: "when", Type: tool.String}},
	}
	for _, c := range []struct {
		name, words, reply string
		unclear            bool   // the tool has to ask
		set                string // words the keeper sets it with
		stays              bool
	}{
		{"asked for", "Remind me tomorrow at 8 to call Mum", claim, false, "Remind me tomorrow at 8 to call Mum", true},
		{"the time is unclear", "Remind me to call Mum", claim, true, "Remind me to call Mum", false},
		{"nobody asked", "I have a meeting tomorrow at 8", claim, false, "", false},
		{"not wanted", "Don't remind me tomorrow at 8", claim, false, "", false},
		{"a false friend", "Remind me tomorrow at 8 to call Mum", "That reminds me of her.", false, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.specs = append(w.specs, remind)
			w.run = func(_ context.Context, call tool.Call) tool.Result {
				return tool.Result{Text: "x", Wrote: !c.unclear, Err: c.unclear}
			}
			w.script(gen(c.reply))
			got, err := w.respond(t.Context(), said(c.words))
			if err != nil || strings.Contains(got.Text, c.reply) != c.stays {
				t.Errorf("%q, %v", got.Text, err)
			}
			var set string
			for _, call := range w.ran {
				if call.Name == "reminder_add" {
					set += string(call.Args)
				}
			}
			if want := `{"text":"` + c.set + `"}`; set != want && (set != "" || c.set != "") {
				t.Errorf("set with %s, want %s", set, want)
			}
		})
	}
}

// TestReminderIsKeptByTheModel: a claim after a write is true and not written
// again.
func TestReminderIsKeptByTheModel(t *testing.T) {
	w := newWorld(t)
	w.specs = append(w.specs, tool.Spec{
		Name: "reminder_add", Effect: tool.Write, Keeps: tool.Reminder, Content: "text",
		Params: []tool.Param{{Name: "text", Type: tool.String, Required: true}, {Name: "when", Type: tool.String}},
	})
	w.run = func(context.Context, tool.Call) tool.Result { return tool.Result{Text: "set", Wrote: true} }
	w.script(gen(call("reminder_add", `{"text": "call Mum"}`)), gen("I'll remind you tomorrow at 8."))
	got, err := w.respond(t.Context(), said("Remind me tomorrow at 8 to call Mum"))
	if err != nil || len(w.ran) != 1 || !strings.Contains(got.Text, "I'll remind you tomorrow at 8.") {
		t.Errorf("%q, %v, ran %v", got.Text, err, w.ran)
	}
}
