package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/turn"
)

const promised = "I'll remember that."

// TestPromises: what the reply claims to remember is remembered, or the reply
// says that it is not.
func TestPromises(t *testing.T) {
	for _, c := range []struct {
		name    string
		words   string
		scripts []script
		set     func(*world)
		kept    string // content of the save that keeps it
		stays   bool   // the reply is as the model wrote it
	}{
		{"kept", "I like tea.", []script{gen(promised)}, nil, "I like tea.", true},
		{"kept by the model itself", "I like tea.", []script{gen(save("likes tea")), gen(promised)}, nil, "", true},
		{"no promise", "I like tea.", []script{gen("So do I.")}, nil, "", true},
		{"the tool fails", "I like tea.", []script{gen(promised)}, func(w *world) {
			w.run = func(context.Context, tool.Call) tool.Result { return tool.Result{Text: "disk full", Err: true} }
		}, "I like tea.", false},
		{"nobody may save", "I like tea.", []script{gen(promised)}, func(w *world) { w.specs = specs()[:1] }, "", false},
		{"nobody knows what", "What do I like?", []script{gen(promised)}, nil, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if c.set != nil {
				c.set(w)
			}
			w.script(c.scripts...)
			got, err := w.respond(t.Context(), said(c.words))
			if err != nil || (strings.TrimSpace(got.Text) == strings.TrimSpace(c.scripts[len(c.scripts)-1].pieces[0].text)) != c.stays {
				t.Errorf("reply %q, %v", got.Text, err)
			}
			var kept string
			for _, call := range w.ran {
				if strings.Contains(call.Op, "/99/") {
					kept += string(call.Args)
				}
			}
			if want := `{"content":"` + c.kept + `"}`; kept != want && (kept != "" || c.kept != "") {
				t.Errorf("kept by %s, want %s", kept, want)
			}
			if c.kept == "" || !c.stays {
				return
			}
			// After a crash behind it, it is not kept a second time.
			w.script(gen(promised))
			if again, err := w.respond(t.Context(), said(c.words)); err != nil || again.Text != got.Text || len(w.ran) != 1 {
				t.Errorf("again %+v, %v, %d runs", again, err, len(w.ran))
			}
		})
	}
}

// echo is a model that answers any number of turns at once with what the
// person said.
type echo struct{}

func (echo) Info(context.Context) (agent.ModelInfo, error) {
	return agent.ModelInfo{Name: "echo", Window: 8192}, nil
}
func (echo) Count(context.Context, string) (int, error) { return 0, nil }
func (echo) Generate(_ context.Context, r agent.Request, s agent.Sink) (agent.Completion, error) {
	s.Start(agent.PrefillNo)
	words := r.Messages[len(r.Messages)-1].Text
	for _, c := range "You said:" + words[strings.LastIndex(words, agent.DataClose)+len(agent.DataClose):] {
		s.Text(string(c))
	}
	return agent.Completion{Finish: agent.FinishStop, Usage: agent.Usage{Prompt: 300}}, nil
}

// quiet is everything else an engine needs, for many turns at once.
type quiet struct{ *world }

func (quiet) Rounds(context.Context, turn.ID) ([]agent.Round, error) { return nil, nil }
func (quiet) Trace(context.Context, agent.Trace)                     {}
func (quiet) Prime(context.Context, turn.Turn, agent.Priming) agent.Primed {
	return agent.Primed{}
}
func (quiet) Notice(context.Context, turn.Turn, turn.Op) (bool, error) { return false, nil }

// TestManyTurnsAtOnce: turns that run at the same time do not touch each other.
func TestManyTurnsAtOnce(t *testing.T) {
	q := quiet{newWorld(t)}
	e, err := agent.New(agent.Config{Lang: "en", Zone: tokyo, MaxTokens: 1024}, agent.Deps{
		Model: echo{}, Tools: q, Steps: q, Sessions: q, Memory: q, Notes: q, Voice: q, Traces: q, Clock: fixedClock{}, Log: q.engine.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan string)
	names := []string{"Ren", "Aoi", "Mio", "Sora", "Kai", "Yui", "Rin", "Haru"}
	for _, name := range names {
		go func() {
			for range 20 {
				shown := ""
				got, err := e.Respond(t.Context(), said(name), func(ev turn.Event) { shown += ev.Text })
				if err != nil || got.Text != "You said:\n"+name || shown != got.Text {
					t.Errorf("%s: %q, shown %q, %v", name, got.Text, shown, err)
				}
				e.Rest(t.Context(), said(name))
			}
			done <- name
		}()
	}
	for range names {
		<-done
	}
}

// TestNotice: what the person said is kept by rules where the model kept
// nothing, once a turn, also when the reply was stopped; then a claim to have
// remembered is true.
func TestNotice(t *testing.T) {
	for _, c := range []struct {
		name    string
		noted   bool
		err     error
		answers []script
		want    string
		asked   int
	}{
		{"nothing to keep", false, nil, []script{gen("Nice.")}, "Nice.", 1},
		{"kept by rules", true, nil, []script{gen("Got it, I'll remember that.")}, "Got it, I'll remember that.", 1},
		{"kept by the model", true, nil, []script{gen(save("likes tea")), gen("I'll remember that.")}, "I'll remember that.", 0},
		{"it cannot be kept", false, errors.New("disk full"), []script{gen("Nice.")}, "Nice.", 1},
	} {
		w := newWorld(t)
		w.noted, w.storeErr = c.noted, map[string]error{"Notice": c.err}
		w.script(c.answers...)
		tn := said("I like tea?")
		got, err := w.respond(t.Context(), tn)
		if err != nil || got.Text != c.want || len(w.notes) != c.asked || c.asked > 0 && w.notes[0] != turn.OpOf(tn.ID, 100, 0) {
			t.Errorf("%s: %q, %v, asked %v", c.name, got.Text, err, w.notes)
		}
	}
	for _, words := range []string{"I like tea. No, forget that.", "ラーメンが好きなのは忘れて", "忘掉我喜欢喝茶"} {
		w := newWorld(t)
		w.noted = true
		w.script(gen("Okay."))
		if _, err := w.respond(t.Context(), said(words)); err != nil || len(w.notes) > 0 {
			t.Errorf("%q is kept: %v, %v", words, w.notes, err)
		}
	}
	w := newWorld(t)
	w.script(gen("I've forgotten it."), gen("I forgot it."))
	for _, words := range []string{"Please forget that I like tea.", "Forget the tea."} {
		if got, err := w.respond(t.Context(), said(words)); err != nil || got.Text != "It has not been taken out of my memory yet." {
			t.Errorf("%q: %q, %v", words, got.Text, err)
		}
	}
	w = newWorld(t)
	ctx, stop := context.WithCancelCause(t.Context())
	w.script(gen("One").with(piece{do: func() { stop(turn.ErrStopped) }, text: " two"}))
	if got, err := w.respond(ctx, said("I like tea.")); err != nil || !got.Stopped || len(w.notes) != 1 {
		t.Errorf("stopped: %+v, %v, asked %v", got, err, w.notes)
	}
}

func (quiet) Upcoming(context.Context, turn.Turn) []agent.Noted { return nil }
func (quiet) Mused(context.Context, turn.Turn) []agent.Noted    { return nil }
