package rehearsal

import "strings"

// remind passes the person's words to the tool and tells what it has stored:
// the tool finds in them what to say and when.
func (w writer) remind() Plan {
	r, ok := w.p.result(toolRemind)
	switch {
	case ok:
		said, below, _ := strings.Cut(strings.TrimSpace(r.Text), "\n")
		if _, ask, found := strings.Cut(said, "："); r.Error && found {
			said = ask
		} else if _, ask, found := strings.Cut(said, ": "); r.Error && found {
			said = ask
		}
		if assumed := assumedIn(below); assumed != "" && !r.Error {
			said += "\n" + assumed
		}
		return w.words("%s", said)
	case w.p.Rounds > 0 || !w.p.has(toolRemind):
		return w.words(w.say.noReminder)
	}
	return Plan{Calls: []Call{{Tool: toolRemind, Arguments: Arguments{Text: w.p.Message}}}}
}

// assumedIn is what the tool assumed, of the lines below what it has stored:
// each ends with a sentence for the model, and what stands before that one is
// for the person.
func assumedIn(lines string) string {
	for line := range strings.Lines(lines) {
		for _, stop := range []string{"。", ". "} {
			if said, hint, more := strings.Cut(strings.TrimSpace(line), stop); more && hint != "" {
				return said + strings.TrimSpace(stop)
			}
		}
	}
	return ""
}
