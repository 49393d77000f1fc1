package ops_test

import (
	"slices"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/cues"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/priming"
)

// path is one way to read what is remembered. walk does with it what a walker
// could do at worst and gives everything that came back.
type path struct {
	walk func(h *walked, w walker) []any
	mute bool // it gives no text of a memory
	ids  bool // an id that comes back is a leak, too
	// whole says that it is about scopes as a whole, whoever may hear what of
	// them: what the owner erases goes for all.
	whole bool
}

func of(got ...any) []any { return got }

// each gathers what comes back for each of some things.
func each[T any](things []T, fn func(T) []any) (got []any) {
	for _, thing := range things {
		got = append(got, fn(thing)...)
	}
	return got
}

// readPaths are all ways to read what is remembered. A method, or a function,
// that is told who looks and gives what it finds stands here, or in elsewhere
// with the reason.
func readPaths() map[string]path {
	all := map[string]path{}
	for _, some := range []map[string]path{turnPaths(), deskPaths(), sourcePaths(), indexPaths(), storePaths(), datePaths()} {
		for name, p := range some {
			all[name] = p
		}
	}
	return all
}

// turnPaths are what a turn and its tools read.
func turnPaths() map[string]path {
	ask := func(h *walked, w walker, fn func(t turn.Turn, words string) []any) []any {
		return each(questions(), func(q string) []any { return fn(h.turn(w, q), q) })
	}
	return map[string]path{
		"ops.Ops.Recall": {ids: true, walk: func(h *walked, w walker) []any {
			return ask(h, w, func(t turn.Turn, words string) []any {
				got, err := h.Recall(h.t.Context(), t, words, memory.Query{Limit: 100})
				more, err2 := h.Recall(h.t.Context(), t, words, memory.Query{Limit: 100, MinStars: 1})
				return of(got, err, more, err2)
			})
		}},
		"ops.Ops.History": {ids: true, walk: func(h *walked, w walker) []any {
			return ask(h, w, func(t turn.Turn, words string) []any {
				got, err := h.History(h.t.Context(), t, words, memory.Query{Limit: 100})
				return of(got, err)
			})
		}},
		"ops.Ops.Prime": {ids: true, walk: func(h *walked, w walker) []any {
			return ask(h, w, func(t turn.Turn, words string) []any {
				return of(h.Prime(h.t.Context(), t, agent.Priming{
					Before: questions(), Room: 1 << 20, Line: func(m agent.Memento) string { return "x" }, Count: func(string) int { return 1 },
				}))
			})
		}},
		"ops.Ops.Newest": {ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.Newest(h.t.Context(), h.turn(w, "x"), 1000)
			return of(got, err)
		}},
		"ops.Ops.Stats": {mute: true, ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.Stats(h.t.Context(), h.turn(w, "x"))
			return of(got, err)
		}},
		"ops.Ops.MemoryFiles": {walk: func(h *walked, w walker) []any {
			got, err := h.MemoryFiles(h.t.Context(), h.turn(w, "x"))
			return of(got, err)
		}},
		"ops.Ops.ReadMemoryFile": {walk: func(h *walked, w walker) []any {
			return each(h.names, func(name string) []any {
				got, err := h.ReadMemoryFile(h.t.Context(), h.turn(w, "x"), name)
				return of(got, unnamed(err, name))
			})
		}},
		"ops.Ops.Lines": {walk: func(h *walked, w walker) []any {
			convs := []turn.Conv{w.conv}
			if w.alone() {
				for _, o := range walkers() {
					convs = append(convs, o.conv)
				}
			}
			return each(convs, func(conv turn.Conv) []any {
				got, _, err := h.Ops.Lines(h.t.Context(), w.p, conv, "", 1000)
				return of(got, err)
			})
		}},
		"ops.Ops.Conversation": {walk: func(h *walked, w walker) []any {
			got, err := h.Conversation(h.t.Context(), w.conv)
			return of(got, err)
		}},
	}
}

// unnamed is an error without the name of the file that was asked for: it may
// repeat it.
func unnamed(err error, name string) string {
	if err == nil {
		return ""
	}
	said := strings.ReplaceAll(err.Error(), name, "")
	_, path, _ := strings.Cut(name, "/")
	return strings.ReplaceAll(said, path, "")
}

func (w walker) viewer() ops.Viewer {
	return ops.Viewer{As: string(w.p.ID), View: w.view, Conv: w.conv}
}

// deskPaths are what the owner's desk shows through somebody's eyes.
func deskPaths() map[string]path {
	ids := func(h *walked, fn func(id string) []any) []any {
		var all []string
		for id := range h.ids {
			all = append(all, id, id[:len(id)-2])
		}
		slices.Sort(all)
		return each(all, fn)
	}
	return map[string]path{
		"ops.Desk.List": {walk: func(h *walked, w walker) []any {
			got, _, err := h.desk.List(h.t.Context(), w.viewer(), ops.ListQuery{})
			return of(got, err)
		}},
		"ops.Desk.Show": {walk: func(h *walked, w walker) []any {
			return ids(h, func(id string) []any { got, err := h.desk.Show(h.t.Context(), w.viewer(), id); return of(got, err) })
		}},
		"ops.Desk.Search": {walk: func(h *walked, w walker) []any {
			return each(questions(), func(q string) []any {
				got, err := h.desk.Search(h.t.Context(), w.viewer(), ops.SearchQuery{Text: q, Limit: 1000})
				return of(got, err)
			})
		}},
		"ops.Desk.Why": {walk: func(h *walked, w walker) []any {
			return each(append([]string{""}, h.traced...), func(id string) []any {
				got, err := h.desk.Why(h.t.Context(), w.viewer(), id)
				return of(got, err)
			})
		}},
		"ops.Desk.WhyReply": {walk: func(h *walked, w walker) []any {
			if !w.alone() {
				return nil // it is about what was said to one
			}
			return each(h.traced, func(id string) []any {
				got, err := h.desk.WhyReply(h.t.Context(), w.p, turn.ID(id))
				return of(got, err)
			})
		}},
		"ops.Desk.Cues": {walk: func(h *walked, w walker) []any {
			return each([]string{"tag=tea", "actor=mio", "type=semantic", "type=episodic", "stars=1..5", "outcome=negative"}, func(cue string) []any {
				got, err := h.desk.Cues(h.t.Context(), w.viewer(), h.index, []string{cue}, 0)
				return of(got, err)
			})
		}},
		"ops.Desk.Audit": {mute: true, walk: func(h *walked, w walker) []any {
			got, err := h.desk.Audit(h.t.Context(), w.viewer(), h.index)
			return of(got, err)
		}, ids: true},
		"ops.Eraser.Doom": {whole: true, walk: func(h *walked, w walker) (got []any) {
			for id := range h.ids {
				doomed, err := h.eraser.Doom(h.t.Context(), w.viewer(), ops.ToErase{ID: id})
				got = append(got, doomed, err)
			}
			doomed, err := h.eraser.Doom(h.t.Context(), w.viewer(), ops.ToErase{Text: "keeps hush"})
			return append(got, doomed.Memories, err)
		}},
		// These change what they find; nothing else is walked behind them.
		"~ops.Desk.Archive": {mute: true, walk: func(h *walked, w walker) []any {
			return ids(h, func(id string) []any {
				if slices.Contains(w.hears, h.ids[id]) {
					return nil
				}
				got, changed, err := h.desk.Archive(h.t.Context(), w.viewer(), id)
				return of(got, changed, err)
			})
		}},
		"~ops.Desk.Restore": {mute: true, walk: func(h *walked, w walker) []any {
			return ids(h, func(id string) []any {
				if slices.Contains(w.hears, h.ids[id]) {
					return nil
				}
				got, changed, err := h.desk.Restore(h.t.Context(), w.viewer(), id)
				return of(got, changed, err)
			})
		}},
		"~ops.Desk.Undo": {walk: func(h *walked, w walker) []any {
			got, err := h.desk.Undo(h.t.Context(), w.conv)
			again, err2 := h.desk.Undo(h.t.Context(), w.conv)
			return of(got, err, again, err2)
		}},
		"~~ops.Desk.ForgetWords": {walk: func(h *walked, w walker) []any {
			return each(questions(), func(q string) []any {
				got, ok, err := h.desk.ForgetWords(h.t.Context(), w.conv, q)
				return of(got, ok, err)
			})
		}},
	}
}

// sourcePaths are what comes to mind unasked.
func sourcePaths() map[string]path {
	return map[string]path{
		"ops.Sources.Profile": {ids: true, walk: func(h *walked, w walker) []any {
			return each(walkers(), func(o walker) []any {
				got, err := h.sources.Profile(h.t.Context(), w.view, o.p)
				return of(got, err)
			})
		}},
		"ops.Sources.Recent": {ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.sources.Recent(h.t.Context(), w.view, time.Now().AddDate(0, 0, -2), time.Now().AddDate(0, 0, 1))
			return of(got, err)
		}},
		"ops.Sources.Policies": {ids: true, walk: func(h *walked, w walker) []any {
			got, err := h.sources.Policies(h.t.Context(), w.view)
			return of(got, err)
		}},
		"ops.Sources.Skills": {walk: func(h *walked, w walker) []any {
			got, err := h.sources.Skills(h.t.Context(), w.view, "a kettle")
			return of(got, err)
		}},
		"ops.Sources.Soul": {ids: true, walk: func(h *walked, w walker) []any {
			return of(h.sources.Soul(w.view))
		}},
		"priming.Primer.Search": {ids: true, walk: func(h *walked, w walker) []any {
			return each(questions(), func(q string) []any {
				return of(h.desk.Finder.Search(h.t.Context(), w.view, q, priming.SearchOptions{Limit: 1000}))
			})
		}},
		"priming.Primer.Prime": {ids: true, walk: func(h *walked, w walker) []any {
			return each(questions(), func(q string) []any {
				return of(h.Primer.Prime(h.t.Context(), priming.Ask{
					View: w.view, Speaker: w.p, Words: q, Now: time.Now(), Zone: zone, Room: 1 << 20,
					Line: func(priming.Item) string { return "x" }, Count: func(string) int { return 1 },
				}))
			})
		}},
	}
}

// indexPaths are what the index gives.
func indexPaths() map[string]path {
	// texts looks found units up, whoever may see them.
	texts := func(h *walked, hits ...memory.Ranked) []any {
		return each(hits, func(hit memory.Ranked) []any { return of(hit.ID, h.ids[hit.ID]+" is hush"+h.ids[hit.ID]) })
	}
	byID := func(fn func(h *walked, w walker, id string) []any) func(h *walked, w walker) []any {
		return func(h *walked, w walker) (got []any) {
			for id := range h.ids {
				got = append(got, fn(h, w, id)...)
			}
			return got
		}
	}
	find := func(fn func(h *walked, w walker, q string) memory.Found) path {
		return path{ids: true, walk: func(h *walked, w walker) []any {
			return each(questions(), func(q string) []any {
				got := fn(h, w, q)
				return texts(h, append(got.Words, got.Vectors...)...)
			})
		}}
	}
	return map[string]path{
		"index.Index.Find": find(func(h *walked, w walker, q string) memory.Found { return h.index.Find(h.t.Context(), w.view, q, 100) }),
		"index.Patient.Find": find(func(h *walked, w walker, q string) memory.Found {
			return index.Patient{Index: h.index, Within: 5 * time.Second}.Find(h.t.Context(), w.view, q, 100)
		}),
		"index.Index.Words": find(func(h *walked, w walker, q string) memory.Found { return h.index.Words(w.view, q, 100) }),
		"index.Index.Unit":  {ids: true, walk: byID(func(h *walked, w walker, id string) []any { u, _ := h.index.Unit(w.view, id); return of(u) })},
		"index.Index.Around": {ids: true, mute: true, walk: byID(func(h *walked, w walker, id string) []any {
			return of(h.index.Around(w.view, id))
		})},
		"index.Index.Derived": {ids: true, mute: true, walk: byID(func(h *walked, w walker, id string) []any {
			return of(h.index.Derived(w.view, id))
		})},
		"index.Index.Records": {ids: true, walk: func(h *walked, w walker) []any {
			return of(h.index.Records(w.view, func(memory.Record) bool { return true }))
		}},
		"index.Index.Chunks": {ids: true, walk: func(h *walked, w walker) []any {
			return each(h.names, func(name string) []any { return of(h.index.Chunks(w.view, name)) })
		}},
		"index.Index.Lines": {ids: true, walk: func(h *walked, w walker) []any {
			return of(h.index.Lines(w.view, time.Time{}, time.Now().AddDate(0, 0, 1)))
		}},
		"index.Index.Soul": {ids: true, walk: func(h *walked, w walker) []any { return of(h.index.Soul(w.view)) }},
		"index.Index.Cues": {ids: true, walk: func(h *walked, w walker) []any { return of(h.index.Cues(w.view, cues.Query{})) }},
	}
}

// storePaths are what the stores themselves give to a view.
func storePaths() map[string]path {
	return map[string]path{
		"ledger.Ledger.Get": {ids: true, walk: func(h *walked, w walker) (got []any) {
			for id := range h.ids {
				r, _, err := h.Ledger.Get(w.view, turn.ID(id))
				got = append(got, r, err)
			}
			return got
		}},
		"ledger.Ledger.List": {ids: true, walk: func(h *walked, w walker) []any { got, err := h.Ledger.List(w.view, ""); return of(got, err) }},
		"ledger.Ledger.Search": {ids: true, walk: func(h *walked, w walker) []any {
			return each(questions(), func(q string) []any {
				got, err := h.Ledger.Search(w.view, q, memory.Query{Limit: 1000}, time.Now())
				return of(got, err)
			})
		}},
		"diary.Diary.Day": {ids: true, walk: func(h *walked, w walker) (got []any) {
			for l, err := range h.Diary.Day(w.view, h.began.In(zone).Format(time.DateOnly)) {
				got = append(got, l, err)
			}
			return got
		}},
		"diary.Diary.Recent": {ids: true, walk: func(h *walked, w walker) []any { got, err := h.Diary.Recent(w.view, 1000); return of(got, err) }},
		"diary.Diary.Page": {ids: true, walk: func(h *walked, w walker) []any {
			return each(walkers(), func(o walker) []any {
				got, _, err := h.Diary.Page(w.view, o.conv, "", 1000)
				return of(got, err)
			})
		}},
		"library.Library.Read": {walk: func(h *walked, w walker) []any {
			return each(h.names, func(name string) []any { got, err := h.Library.Read(w.view, name); return of(got, unnamed(err, name)) })
		}},
		"library.Library.List": {walk: func(h *walked, w walker) []any {
			got, err := h.Library.List(h.t.Context(), w.view)
			return of(got, err)
		}},
		"library.Library.Skills": {walk: func(h *walked, w walker) []any {
			got, err := h.Library.Skills(h.t.Context(), w.view)
			return of(got, err)
		}},
		"library.Library.Episodes": {walk: func(h *walked, w walker) []any {
			got, err := h.Library.Episodes(h.t.Context(), w.view, time.Time{}, time.Now().AddDate(0, 0, 1))
			return of(got, err)
		}},
		"library.Library.Profile": {walk: func(h *walked, w walker) []any {
			return each([]person.Scope{"owner", "person:aoi", "shared", site}, func(s person.Scope) []any {
				got, err := h.Library.Profile(w.view, s)
				return of(got, err)
			})
		}},
	}
}

// elsewhere are the methods that look like a path and are none, or that are
// walked in another way, and why.
func elsewhere() map[string]string {
	const (
		byTools = "walked through the running tools"
		persons = "says who somebody is, nothing that is remembered"
		journal = "of the turn that the journal gives to its lane"
		ownerly = "of the owner's own memory, for the owner"
		own     = "of one's own words alone: TestFollowUpsAreOnesOwn"
	)
	const spoken = "of what was said to that person unasked: TestSpokenIsOnesOwn"
	const reminded = "of one's own reminders alone: TestReminderChanges, TestReminderAnswers, TestRemindersAreTheScopesOwn"
	const offered = "taken by whom it was said to alone, and told nobody else: TestNobodyElseTakes"
	const feeds = "of the viewer's own subscriptions, which tell the server of an address at most: TestFeeds"
	out := map[string]string{
		"ops.Ops.Take": offered, "ops.Ops.Offered": offered, "ops.Ops.LastOffered": offered,
		"ops.Feeds.Subscribe": feeds, "ops.Feeds.Unsubscribe": feeds, "ops.Feeds.List": feeds,
		"ops.Desk.ImportEvents": "counts alone", "ops.Desk.Share": "a new secret, which opens what OwnEvents gives the same viewer: TestShared",
		"ops.Ops.SetPace": "tells the owner what they have set", "ops.Ops.AwayTold": "when somebody was told of an outage, without words",
		"ops.Privately":       persons,
		"ops.Ops.AddReminder": reminded, "ops.Ops.SetReminder": reminded, "ops.Ops.RemindersOf": reminded, "ops.Ops.UpdateReminder": reminded, "ops.Ops.AlterReminder": reminded, "ops.Ops.Snooze": reminded, "ops.Ops.Done": reminded,
		"ops.Ops.ReminderSaid": "of the simulator's account: the firing of a reminder whose scope is the viewer's, and nothing of another's",
		"ops.Ops.PersonOf":     persons,
		"ops.Ops.Press":        spoken, "ops.Ops.Restraint": spoken, "ops.Ops.Spoken": spoken, "ops.Ops.WhyNow": spoken,
		"ops.Ops.Remember": byTools, "ops.Ops.Forget": byTools, "ops.Ops.Classify": byTools, "ops.Ops.Promote": byTools, "ops.Ops.WriteMemoryFile": byTools,
		"ops.Ops.Speaker": persons, "ops.Ops.Address": persons, "ops.Ops.AdmitCode": persons, "ops.ConversationOf": persons,
		"ops.Ops.FollowUps": own, "ops.Desk.FollowUpList": own, "ops.Desk.DropFollowUp": own, "ops.Ops.StartTurn": journal, "ops.Ops.Finish": journal, "ops.Ops.Accept": journal, "ops.Eraser.Erase": ownerly, "ops.Ops.Reactions": ownerly,
		"index.Index.Compare": "counts alone",
	}
	for _, name := range []string{
		"chroma.Store.Search", "chroma.Store.Has", "cues.Index.Query", "lexical.Index.Search",
		"vector.Index.Search", "vector.Index.Distinct", "vector.Index.Background", "vector.Index.Has",
	} {
		out[name] = "gives ids of the scopes of a view to the index, which holds back what may not be told"
	}
	return out
}
