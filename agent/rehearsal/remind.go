package rehearsal

import "strings"

// remind passes the person's words to the tool and tells what it has stored:
// the tool finds in them what to say and when.
func (w writer) remind() Plan {
	r, ok := w.p.result(toolRemind)
	switch {
	case ok:
		said, _, _ := strings.Cut(strings.TrimSpace(r.Text), "\n")
		if _, ask, found := strings.Cut(said, "："); r.Error && found {
			said = ask
		} else if _, ask, found := strings.Cut(said, ": "); r.Error && found {
			said = ask
		}
		return w.words("%s", said)
	case w.p.Rounds > 0 || !w.p.has(toolRemind):
		return w.words(w.say.noReminder)
	}
	return Plan{Calls: []Call{{Tool: toolRemind, Arguments: Arguments{Text: w.p.Message}}}}
}
