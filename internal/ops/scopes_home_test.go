package ops_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/chroma"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/memorytest"
)

// The groups of memories by who may hear them. Every text of a group has its
// word, which the questions name, and a secret that no question names.
const (
	ofOwner  = "quillow"
	ofAoi    = "marzipaw"
	ofAll    = "tandemik"
	ofSite   = "vexilloo"
	ofShared = "bothhear" // shared, for the owner and Aoi
	justAoi  = "justaoio" // shared, for Aoi alone
	justRen  = "justreno" // shared, for the owner alone
	notRen   = "notreno"  // the owner's own, for Aoi alone: nobody can hear it
)

var groups = []string{ofOwner, ofAoi, ofAll, ofSite, ofShared, justAoi, justRen, notRen}

const site person.Scope = "site:blog"

// secret is a word of a group for one kind of memory, which no question has.
func secret(group, kind string) string { return "hush" + group + kind }

// said is a text of a group that the questions find.
func saidOf(group, kind string) string {
	return fmt.Sprintf("The kettle of %s keeps %s in mind", group, secret(group, kind))
}

// walker is somebody who looks, alone or in a group.
type walker struct {
	name  string
	p     person.Person
	view  person.View
	conv  turn.Conv
	hears []string // the groups of memories
}

// owns are the groups whose scopes a walker sees, whoever may hear what of them.
func (w walker) owns() []string {
	out := slices.Clone(w.hears)
	if w.view.Can(person.ScopeShared) {
		out = append(out, ofAll, ofShared, justAoi, justRen)
	}
	if w.view.Can(person.ScopeOwner) {
		out = append(out, notRen)
	}
	return out
}

func (w walker) alone() bool { return w.conv != group }

const group turn.Conv = "group"

var stranger = person.Person{ID: "nobody"}

// walkers are every kind of person, in private and in a group.
func walkers() []walker {
	both := person.ViewOf(owner, aoi)
	alone := func(name string, p person.Person, hears ...string) walker {
		conv := ops.ConversationOf(p)
		if conv == "" {
			conv = turn.Conv(p.ID)
		}
		return walker{name, p, person.ViewOf(p), conv, hears}
	}
	return []walker{
		alone("the owner", owner, ofOwner, ofAll, ofShared, justRen),
		alone("Aoi", aoi, ofAoi, ofAll, ofShared, justAoi),
		alone("a visitor", guest, ofAll),
		alone("a stranger", stranger, ofAll),
		{"the owner in a group", owner, both, group, []string{ofAll, ofShared}},
		{"Aoi in a group", aoi, both, group, []string{ofAll, ofShared}},
		{"the owner in a group with a visitor", owner, person.ViewOf(owner, guest), group, []string{ofAll}},
	}
}

// walked is a home in which every scope has every kind of memory.
type walked struct {
	*erasable
	sources *ops.Sources
	began   time.Time
	ids     map[string]string // id of a memory → its group
	traced  []string          // ids by which a turn can be asked about
	names   []string          // of the files
	handles []string          // of all records and events, the same in every conversation
	turns   []turn.ID
	events  []turn.ID // of all calendars
}

// whole is the address of a real server for the suites that take minutes with
// one: only where they are to run whole.
func whole(variable string) string {
	if os.Getenv("KOKORON_PROVE") == "" {
		return ""
	}
	return os.Getenv(variable)
}

// realServers are embeddings and copy for the walk: real ones where the tests
// were given any.
func realServers(t testing.TB) (index.Embedder, func(string, int) (index.Copy, error)) {
	var embedder index.Embedder = hashed{}
	if url := whole("KOKORON_TEST_EMBED_URL"); url == "" {
		t.Log("KOKORON_PROVE and KOKORON_TEST_EMBED_URL are not both set: vectors mean nothing")
	} else {
		c, err := embed.New(embed.Config{URL: url}, clock.Real{})
		if err != nil {
			t.Fatal(err)
		}
		embedder = c
	}
	url, home := whole("KOKORON_TEST_CHROMA_URL"), "walk "+string(turn.NewIDs(time.Now).New())
	if url == "" {
		t.Log("KOKORON_PROVE and KOKORON_TEST_CHROMA_URL are not both set: the second copy stands in the process")
	}
	var mu sync.Mutex
	copies := map[string]index.Copy{}
	t.Cleanup(func() {
		for _, c := range copies {
			scopes, err := c.Scopes(context.Background())
			for _, s := range scopes {
				err = c.Drop(context.Background(), s)
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
	return embedder, func(space string, dim int) (c index.Copy, err error) {
		mu.Lock()
		defer mu.Unlock()
		if c = copies[space]; c != nil {
			return c, nil
		}
		if c = memorytest.NewFake(dim); url != "" {
			c, err = chroma.New(chroma.Config{URL: url, Home: home, Space: space, Dim: dim})
		}
		if err == nil {
			copies[space] = c
		}
		return c, err
	}
}

func newWalked(t *testing.T) *walked {
	e, mirror := realServers(t)
	h := &walked{erasable: openErasable(t, t.TempDir(), e, mirror, true), began: time.Now(), ids: map[string]string{}}
	t.Cleanup(h.close)
	h.sources = ops.NewSources(h.index, h.Library)
	h.update(func(tx *kv.Tx) error { return h.People.Put(tx, aoi) })
	for _, g := range []struct {
		group    string
		scope    person.Scope
		audience []person.ID
	}{
		{ofOwner, "owner", nil}, {ofAoi, "person:aoi", nil}, {ofAll, "shared", nil}, {ofSite, site, nil},
		{ofShared, "shared", []person.ID{"aoi", "owner"}}, {justAoi, "shared", []person.ID{"aoi"}},
		{justRen, "shared", []person.ID{"owner"}}, {notRen, "owner", []person.ID{"aoi"}},
	} {
		h.records(g.group, g.scope, g.audience)
		if g.audience == nil {
			h.files(g.group, g.scope)
			h.lines(g.group, g.scope)
			h.dates(g.group, g.scope)
		}
	}
	h.talk(owner, ofOwner)
	h.talk(aoi, ofAoi)
	h.must(h.Library.Scan(t.Context(), "", func(f library.File) bool {
		h.index.Files(f.Scope, f.Path, f.Chunks)
		h.names = append(h.names, f.Path, library.Entry{Scope: f.Scope, Path: f.Path}.Name())
		return true
	}))
	h.name()
	h.trace()
	// A real server on a busy machine takes its time.
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end) && h.index.Status().Unmade > 0; {
		time.Sleep(50 * time.Millisecond)
	}
	h.settled()
	return h
}

// records gives a scope records of every kind.
func (h *walked) records(group string, scope person.Scope, audience []person.ID) {
	now := time.Now()
	var next turn.ID
	for _, r := range []memory.Record{
		{Content: saidOf(group, "fact"), Subject: secret(group, "subject"), Tags: []string{secret(group, "tag"), "tea"}, Stars: 3},
		{Content: saidOf(group, "profile"), Category: memory.AboutSensei, Stars: 5, Soul: memory.SoulApproved, SoulReason: secret(group, "reason")},
		{Content: saidOf(group, "happened"), Type: memory.Episodic, Actors: []string{"Mio", secret(group, "actor")}, Outcome: memory.OutcomeNegative},
		{Content: saidOf(group, "policy"), Level: memory.Policy, Type: memory.Procedural},
		{Content: saidOf(group, "archived"), Status: memory.Archived, Reason: secret(group, "why"), ArchivedAt: now},
		{Content: saidOf(group, "ended"), Status: memory.Superseded, ValidUntil: now},
	} {
		r.ID, r.Scope, r.Audience, r.OccurredAt, r.SupersededBy = h.IDs.New(), scope, audience, now.Add(-time.Minute), ""
		if r.Status == memory.Superseded {
			r.SupersededBy = next
		}
		if next == "" {
			next = r.ID
		}
		r, err := r.Normalise(now)
		h.must(err)
		h.update(func(tx *kv.Tx) error { return h.Ledger.Put(tx, r) })
		h.index.Changed(r)
		h.ids[string(r.ID)] = group
	}
}

// files gives a scope files of every kind.
func (h *walked) files(group string, scope person.Scope) {
	for path, kind := range map[string]string{
		"knowledge/kettle.md": "knowledge", "procedures/boil.md": "procedure", "skills/kettle-" + secret(group, "name") + ".md": "skill", "index.md": "index",
		"episodes/" + time.Now().In(zone).Format(time.DateOnly) + ".md": "episode",
	} {
		heading := "## Kettle\n\n"
		if kind == "episode" {
			heading = time.Now().In(zone).Format("## 15:04 — kettle\n\n")
		}
		f, err := h.Library.Write(scope, path, heading+saidOf(group, kind)+"\n", library.Replace)
		h.must(err)
		for _, c := range f.Chunks {
			h.ids[string(c.ID)] = group
		}
	}
}

// lines gives a scope lines of the diary, of a conversation that is none of a
// walker's.
func (h *walked) lines(group string, scope person.Scope) {
	for _, role := range []diary.Role{diary.Person, diary.Companion} {
		l := diary.Line{ID: h.IDs.New(), At: time.Now(), Zone: zone.String(), Conv: turn.Conv("site " + string(scope)), Scope: scope,
			Person: "guest", Role: role, Text: saidOf(group, "line"+string(role))}
		h.must(h.Diary.Append(l))
		h.index.Said(l)
		h.ids[string(l.ID)] = group
	}
}

// talk gives somebody's conversation a turn, a summary, and a message that
// waits.
func (h *walked) talk(p person.Person, group string) {
	for range 3 {
		t, _ := h.exchange(p, saidOf(group, "said"), "", saidOf(group, "answered"), saidOf(group, "thought"), turn.Recalled{Text: saidOf(group, "recalled")})
		h.turns = append(h.turns, t.ID)
		for _, m := range t.Messages {
			h.ids[string(m.ID)] = group
			h.traced = append(h.traced, string(m.ID))
		}
		h.traced = append(h.traced, string(t.ID))
	}
	s, err := h.Session.Session(ops.ConversationOf(p))
	h.must(err)
	for _, l := range s.Lines {
		h.ids[string(l.ID)] = group
		h.traced = append(h.traced, string(l.ID))
	}
	h.must(h.Summarised(h.t.Context(), ops.ConversationOf(p), saidOf(group, "summary"), s.Lines[1].ID))
	m, _, err := h.Accept(h.t.Context(), turn.Message{Conv: ops.ConversationOf(p), Channel: "terminal", External: "waits", Person: p.ID, Text: saidOf(group, "waits")})
	h.must(err)
	h.ids[string(m.ID)] = group
}

// name gives every record and every event a name in every conversation: the worst that a model
// could guess.
func (h *walked) name() {
	var all []turn.ID
	h.must(h.Ledger.Each(func(r memory.Record) error { all = append(all, r.ID); return nil }))
	all = append(all, h.events...)
	for _, w := range walkers() {
		h.handles = nil
		h.update(func(tx *kv.Tx) error {
			for _, id := range all {
				handle, err := h.Session.Handle(tx, w.conv, id)
				if err != nil {
					return err
				}
				h.handles = append(h.handles, handle)
			}
			return nil
		})
	}
}

// trace gives every conversation a turn for which everything came to mind.
func (h *walked) trace() {
	var all []string
	var candidates []memory.Candidate
	for id := range h.ids {
		all = append(all, id)
		candidates = append(candidates, memory.Candidate{ID: id, Injected: true})
	}
	for _, w := range walkers() {
		tr := agent.Trace{Turn: h.IDs.New(), Conv: w.conv, At: time.Now(), Recall: &memory.Trace{
			Channels: []memory.Channel{{Name: "related", Items: all}}, Candidates: candidates,
		}}
		for id := range h.ids {
			tr.Answers = append(tr.Answers, turn.ID(id))
		}
		h.must(h.traces.Append(tr))
		h.traced = append(h.traced, string(tr.Turn))
	}
}

// turn is one of a walker's, as the engine gets it.
func (h *walked) turn(w walker, words string) turn.Turn {
	return turn.Turn{
		ID: h.IDs.New(), Conv: w.conv, Speaker: w.p, View: w.view, Started: time.Now(),
		Messages: []turn.Message{{ID: h.IDs.New(), Conv: w.conv, Channel: "terminal", Person: w.p.ID, Text: words, At: time.Now(), Zone: "Asia/Tokyo"}},
	}
}

// questions name what there is, and no secret.
func questions() []string {
	all := "kettle " + strings.Join(groups, " ")
	out := []string{all, "what is kept in mind", "kettle tea Mio"}
	for _, g := range groups {
		out = append(out, "The kettle of "+g+" keeps in mind")
	}
	return out
}
