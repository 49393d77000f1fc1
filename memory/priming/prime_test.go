package priming

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// sources are the other channels, each a function that may be left out.
type sources struct {
	profile, recent func(context.Context) ([]memory.Unit, error)
	skills          func(context.Context) ([]string, error)
	policies        []memory.Unit

	mu       sync.Mutex
	from, to time.Time // what recent was asked for last
}

func (s *sources) Profile(ctx context.Context, _ person.View, _ person.Person) ([]memory.Unit, error) {
	if s.profile == nil {
		return nil, nil
	}
	return s.profile(ctx)
}

func (s *sources) Recent(ctx context.Context, _ person.View, from, to time.Time) ([]memory.Unit, error) {
	s.mu.Lock()
	s.from, s.to = from, to
	s.mu.Unlock()
	if s.recent == nil {
		return nil, nil
	}
	return s.recent(ctx)
}

func (s *sources) Policies(context.Context, person.View) ([]memory.Unit, error) {
	return s.policies, nil
}

func (s *sources) Skills(ctx context.Context, _ person.View, _ string) ([]string, error) {
	if s.skills == nil {
		return nil, nil
	}
	return s.skills(ctx)
}

func gives[T any](values ...T) func(context.Context) ([]T, error) {
	return func(context.Context) ([]T, error) { return slices.Clone(values), nil }
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func line(id, text string, ago time.Duration) memory.Unit {
	return memory.Unit{ID: id, Scope: person.ScopeOwner, Text: text, Speaker: "Ren", At: now.Add(-ago)}
}

func record(id, text string, kind memory.Type, from ...turn.ID) memory.Unit {
	r, err := memory.Record{ID: turn.ID(id), Scope: person.ScopeOwner, Content: text, Type: kind, Provenance: from}.Normalise(now)
	if err != nil {
		panic(err)
	}
	return memory.Unit{ID: id, Scope: person.ScopeOwner, Text: text, At: now, Record: &r}
}

// episode is a record of what happened.
func episode(id, text string, ago time.Duration) memory.Unit {
	u := record(id, text, memory.Episodic)
	u.At = now.Add(-ago)
	return u
}

// brought lists the items of what was primed: group, id and text.
func brought(p Primed) string {
	var b strings.Builder
	for _, it := range p.Items {
		fmt.Fprintf(&b, "%s %s %s\n", it.Group, it.ID, it.Text)
	}
	return b.String()
}

func dropped(p Primed) map[string]string {
	out := map[string]string{}
	for _, c := range p.Trace.Candidates {
		if c.Dropped != "" {
			out[c.ID] = c.Dropped
		}
	}
	return out
}

func TestPrimeBringsAllChannels(t *testing.T) {
	ix := newStore(t, nil,
		record("cat", "Rens cat is called Mikan", memory.Semantic), line("dog", "My dog barked at the postman", 300*time.Hour),
		record("how", "Wash the cat called Mikan in lukewarm water", memory.Procedural), line("new", "What is my cat called?", 0))
	src := &sources{
		profile: gives(record("me", "Ren is a translator", memory.Semantic)),
		recent:  gives(episode("r2", "bought milk", time.Hour), line("said", "a line of the day", time.Hour), episode("r1", "slept badly", 20*time.Hour)),
		skills:  gives("cat-care"),
	}
	ask := asking("What is my cat called?")
	ask.Own = []string{"new"}
	got := New(ix, src, clock.Real{}, quiet()).Prime(t.Context(), ask)
	want := `profile me Ren is a translator
event r1 slept badly
event r2 bought milk
knowledge cat Rens cat is called Mikan
procedure how Wash the cat called Mikan in lukewarm water
skill skill:cat-care cat-care
`
	if s := brought(got); s != want {
		t.Errorf("got\n%swant\n%s", s, want)
	}
	if from, to := time.Date(2026, 10, 11, 0, 0, 0, 0, tokyo), now; !src.from.Equal(from) || !src.to.Equal(to) {
		t.Errorf("recent from %v to %v", src.from, src.to)
	}
	tr := got.Trace
	if tr.Kind != "usual" || tr.Budget != 2000 || !tr.Gate.Open || tr.Gate.Reason != "coverage" {
		t.Errorf("trace %+v", tr)
	}
	sum := 0
	for i, name := range []string{"profile", "recent", "related", "skills"} {
		c := tr.Channels[i]
		sum += c.Tokens
		if c.Name != name || c.Error != "" || c.Tokens == 0 || len(c.Items) == 0 {
			t.Errorf("channel %d: %+v", i, c)
		}
	}
	if sum != tr.Spent {
		t.Errorf("spent %d, channels %d", tr.Spent, sum)
	}
	if c := tr.Candidates[0]; c.ID != "cat" || c.WordsRank != 1 || c.WordsScore <= 0 || c.Fused <= 0 || c.Score <= 0 || !c.Injected || c.Tokens != utf8.RuneCountInString("Rens cat is called Mikan") {
		t.Errorf("candidate %+v", c)
	}
}

func TestPrimeSaysWhyNot(t *testing.T) {
	ix := newStore(t, nil, record("shown", "the red kettle whistles", memory.Semantic), line("long", strings.Repeat("the red kettle ", 200), 0),
		record("good", "a red kettle from Sendai", memory.Semantic), record("weak", "the sky over Otaru was red that evening when we came home from the harbour", memory.Semantic))
	ask := asking("where is the red kettle from?")
	ask.Shown, ask.Room = map[string]bool{"shown": true}, 30
	got := New(ix, nil, clock.Real{}, quiet()).Prime(t.Context(), ask)
	if s := brought(got); s != "knowledge good a red kettle from Sendai\n" {
		t.Error(s)
	}
	for id, why := range map[string]string{"shown": DroppedShown, "long": DroppedBudget, "weak": DroppedWeak} {
		if d := dropped(got)[id]; d != why {
			t.Errorf("%s dropped for %q, want %q: %+v", id, d, why, got.Trace.Candidates)
		}
	}
	got = New(ix, nil, clock.Real{}, quiet()).Prime(t.Context(), asking("Who composed the symphony about evening prayers for orchestra?"))
	if len(got.Items) > 0 || got.Trace.Gate.Open || got.Trace.Gate.Reason != "far" || dropped(got)["weak"] != DroppedGate {
		t.Errorf("%s%+v", brought(got), got.Trace)
	}
	got = New(ix, nil, clock.Real{}, quiet()).Prime(t.Context(), asking("ありがとう！"))
	if len(got.Items) > 0 || got.Trace.Gate.Reason != "greeting" || got.Trace.Budget != 500 {
		t.Errorf("%s%+v", brought(got), got.Trace)
	}
}

// TestTimeIsAskedFor: a message that names nothing but a time brings what was
// then, by its time alone and in whatever words, and of much the most telling.
func TestTimeIsAskedFor(t *testing.T) {
	var day []memory.Unit
	for i := range 400 {
		day = append(day, line(fmt.Sprintf("x%03d", i), "うん", 20*time.Hour))
	}
	day = append(day, line("talk", "ミカンを獣医に連れて行った話をした", 20*time.Hour), line("own", "昨日何を話したっけ？", 0), episode("diary", "獣医に行った", 21*time.Hour))
	src := &sources{recent: gives(day...)}
	ask := asking("昨日何を話したっけ？")
	ask.Own, ask.Shown = []string{"own"}, map[string]bool{"diary": true}
	p := New(newStore(t, nil, day[400], line("else", "昨日の話を何か話した", 500*time.Hour)), src, clock.Real{}, quiet())
	got := p.Prime(t.Context(), ask)
	if s := brought(got); !strings.HasPrefix(s, "event talk ") || strings.Contains(s, "else") || strings.Contains(s, "own") || got.Trace.Gate.Reason != "time" {
		t.Errorf("%s%+v", s, got.Trace.Gate)
	}
	if d := dropped(got); d["diary"] != DroppedShown || d["x000"] != DroppedWeak || len(got.Trace.Candidates) > traced+len(got.Items) {
		t.Errorf("%d candidates, %v", len(got.Trace.Candidates), d)
	}
	src.recent = nil
	if got = p.Prime(t.Context(), ask); got.Trace.Gate.Reason == "time" {
		t.Errorf("nothing happened, but %+v", got.Trace.Gate)
	}
}

// TestWindowOpensNoGate: what stands in the window answers by itself, and lets
// nothing in that is not about the message; nor does the message itself, which
// can be found already and has neighbours.
func TestWindowOpensNoGate(t *testing.T) {
	say := func(id, text string) memory.Unit {
		u := line(id, text, 0)
		u.Session = "s"
		return u
	}
	ix := newStore(t, nil, say("before", "the red kettle whistles"), say("own", "where is the red kettle from?"),
		line("other", "the sky over Otaru was red that evening", time.Hour))
	ask := asking("where is the red kettle from?")
	ask.Own, ask.Shown = []string{"own"}, map[string]bool{"before": true}
	got := New(ix, nil, clock.Real{}, quiet()).Prime(t.Context(), ask)
	if len(got.Items) > 0 || got.Trace.Gate.Open {
		t.Errorf("%s%+v", brought(got), got.Trace.Gate)
	}
	ask.Shown = nil // out of the window the line comes back, the message does not
	got = New(ix, nil, clock.Real{}, quiet()).Prime(t.Context(), ask)
	if s := brought(got); s != "event before the red kettle whistles\n" || dropped(got)["own"] != DroppedShown {
		t.Errorf("%s%+v", s, got.Trace)
	}
}

func TestTickHasNoProfile(t *testing.T) {
	src := &sources{profile: gives(line("me", "profile", 0)), recent: gives(episode("r", "bought milk", time.Hour)), skills: gives("x")}
	ask := asking("the cat")
	ask.Tick = true
	got := New(newStore(t, nil, record("cat", "the cat is called Mikan", memory.Semantic)), src, clock.Real{}, quiet()).Prime(t.Context(), ask)
	if s := brought(got); s != "event r bought milk\nknowledge cat the cat is called Mikan\n" || got.Trace.Kind != "tick" {
		t.Errorf("%s%+v", s, got.Trace)
	}
}

// TestBrokenChannels: whatever happens in one channel, the others bring theirs.
func TestBrokenChannels(t *testing.T) {
	good := episode("r", "bought milk", time.Hour)
	for name, broken := range map[string]func(context.Context) ([]memory.Unit, error){
		"panic: a fault":   func(context.Context) ([]memory.Unit, error) { panic("a fault") },
		"disk is gone":     func(context.Context) ([]memory.Unit, error) { return nil, errors.New("disk is gone") },
		"late":             func(context.Context) ([]memory.Unit, error) { time.Sleep(time.Hour); return []memory.Unit{good}, nil },
		"context canceled": func(ctx context.Context) ([]memory.Unit, error) { <-ctx.Done(); return nil, ctx.Err() },
	} {
		synctest.Test(t, func(t *testing.T) {
			ix := newStore(t, nil, record("cat", "the cat is called Mikan", memory.Semantic))
			p := New(ix, &sources{profile: broken, recent: gives(good)}, clock.Real{}, quiet())
			got := p.Prime(t.Context(), asking("what is the cat called?"))
			if s := brought(got); s != "event r bought milk\nknowledge cat the cat is called Mikan\n" {
				t.Errorf("%s: %s", name, s)
			}
			want := name
			if name == "context canceled" {
				want = "late"
			}
			if c := got.Trace.Channels[0]; c.Name != "profile" || c.Error != want || got.Trace.Took > p.Within {
				t.Errorf("%s: %+v, took %v", name, c, got.Trace.Took)
			}
			time.Sleep(2 * time.Hour) // what hangs is let go
		})
	}
}

// panicking is an index with a fault.
type panicking struct{ *store }

func (panicking) Find(context.Context, person.View, string, int) memory.Found { panic("no index") }

func TestBrokenIndex(t *testing.T) {
	p := New(panicking{newStore(t, nil)}, &sources{recent: gives(episode("r", "bought milk", time.Hour))}, clock.Real{}, quiet())
	got := p.Prime(t.Context(), asking("what is the cat called?"))
	if s := brought(got); s != "event r bought milk\n" || got.Trace.Channels[2].Error != "panic: no index" {
		t.Errorf("%s%+v", s, got.Trace.Channels)
	}
}

// TestSameOnce: the same words are brought once, whoever said them how often.
func TestSameOnce(t *testing.T) {
	ix := newStore(t, nil, record("a", "the kettle is red", memory.Semantic), record("b", "The kettle is  red", memory.Semantic),
		record("c", "the kettle is red and old", memory.Semantic))
	got := New(ix, nil, clock.Real{}, quiet()).Prime(t.Context(), asking("where is the red kettle?"))
	if len(got.Items) != 2 || dropped(got)["a"]+dropped(got)["b"] != DroppedSame {
		t.Errorf("%s%+v", brought(got), got.Trace.Candidates)
	}
}

func TestBudgets(t *testing.T) {
	many := func(prefix string, n, size int) (units []memory.Unit) {
		for i := range n {
			units = append(units, episode(fmt.Sprintf("%s%03d", prefix, i), strings.Repeat("x", size), time.Duration(n-i)*time.Minute))
		}
		return units
	}
	spent := func(p Primed) (out [4]int) {
		for _, c := range p.Trace.Channels {
			out[slices.Index([]string{"profile", "recent", "related", "skills"}, c.Name)] = c.Tokens
		}
		return out
	}
	var related []memory.Unit
	for i := range 45 {
		related = append(related, record(fmt.Sprintf("c%03d", i), fmt.Sprintf("kettle %03d", i)+strings.Repeat("y", 90), memory.Semantic))
	}
	ix := newStore(t, nil, related...)
	all := &sources{profile: gives(many("p", 9, 100)...), recent: gives(many("r", 40, 50)...), skills: gives("a-skill-of-twenty-one", "b", "c")}
	none := &sources{}
	for _, c := range []struct {
		name  string
		src   *sources
		words string
		room  int
		want  [4]int
	}{
		{"all channels are full", all, "kettle?", 1e6, [4]int{500, 600, 700, 23}},
		{"what is not spent passes on", &sources{recent: all.recent}, "kettle?", 1e6, [4]int{0, 1100, 700, 0}},
		{"to the last", none, "kettle?", 1e6, [4]int{0, 0, 1800, 0}},
		{"little room goes to the first", all, "kettle?", 650, [4]int{500, 150, 0, 0}},
		{"no room", all, "kettle?", 0, [4]int{}},
		{"a greeting", all, "おはよう", 1e6, [4]int{300, 200, 0, 0}},
		{"a complex request", all, "kettle? kettle? kettle?", 1e6, [4]int{500, 800, 1500, 23}},
	} {
		ask := asking(c.words)
		ask.Room = c.room
		if got := spent(New(ix, c.src, clock.Real{}, quiet()).Prime(t.Context(), ask)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestProfileIsCutAtItsTail(t *testing.T) {
	long := strings.Repeat("好きな食べ物は林檎。", 70) // 700 runes
	got := New(newStore(t, nil), &sources{profile: gives(record("a", "名前はレン", memory.Semantic), record("b", long, memory.Semantic), record("c", "後のこと", memory.Semantic))},
		clock.Real{}, quiet()).Prime(t.Context(), asking("林檎"))
	if len(got.Items) != 2 || got.Trace.Channels[0].Tokens != 500 || !strings.HasPrefix(long, strings.TrimSuffix(got.Items[1].Text, "…")) {
		t.Errorf("%d items, %+v", len(got.Items), got.Trace.Channels[0])
	}
}

// TestTurnsDoNotFillTheWindow: what the window has counts against the recent
// days and the profile, else each turn would bring the next older part.
func TestTurnsDoNotFillTheWindow(t *testing.T) {
	var recent []memory.Unit
	for i := range 40 {
		recent = append(recent, episode(fmt.Sprintf("r%02d", i), strings.Repeat("z", 100), time.Duration(40-i)*time.Minute))
	}
	p := New(newStore(t, nil), &sources{recent: gives(recent...), profile: gives(recent[:8]...)}, clock.Real{}, quiet())
	ask := asking("something else")
	ask.Shown = map[string]bool{}
	for turns := range 5 {
		got := p.Prime(t.Context(), ask)
		if turns > 0 && len(got.Items) > 0 {
			t.Fatalf("turn %d brings %d items", turns, len(got.Items))
		}
		for _, it := range got.Items {
			ask.Shown[it.ID] = true
		}
	}
	if len(ask.Shown) != 11 {
		t.Errorf("%d items in the first turn", len(ask.Shown))
	}
}

// TestPrimeProperties: whatever there is, the budget holds, nothing comes
// twice or again, no scope is widened, and the same again gives the same.
func TestPrimeProperties(t *testing.T) {
	words := []string{"kettle", "red", "猫", "ミカン", "tea", "京都", "散歩"}
	texts := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 40).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(r *rapid.T) {
		n := 0
		unit := rapid.Custom(func(r *rapid.T) memory.Unit {
			n++
			u := line(fmt.Sprint("u", n), texts.Draw(r, "text"), time.Duration(rapid.IntRange(0, 3000).Draw(r, "hours"))*time.Hour)
			u.Scope = rapid.SampledFrom([]person.Scope{"owner", "shared", "person:aoi"}).Draw(r, "scope")
			u.Session = rapid.SampledFrom([]string{"", "s", "t"}).Draw(r, "session")
			if rapid.Bool().Draw(r, "record") {
				rec := record(u.ID, u.Text, memory.Episodic, turn.ID(fmt.Sprint("u", rapid.IntRange(1, 20).Draw(r, "from"))))
				u.Record = rec.Record
			}
			return u
		})
		units := rapid.SliceOfN(unit, 0, 20).Draw(r, "units")
		ix := newStore(t, nil, units...)
		some := func(name string) []memory.Unit {
			var out []memory.Unit
			for _, u := range units {
				if mine.Can(u.Scope) && rapid.Bool().Draw(r, name) {
					out = append(out, u)
				}
			}
			return out
		}
		src := &sources{profile: gives(some("profile")...), recent: gives(some("recent")...),
			skills: gives(rapid.SliceOf(rapid.SampledFrom(words)).Draw(r, "skills")...)}
		ask := asking(texts.Draw(r, "ask"))
		ask.Room = rapid.IntRange(-10, 4000).Draw(r, "room")
		ask.Tick = rapid.Bool().Draw(r, "tick")
		ask.Shown = map[string]bool{}
		for _, u := range some("shown") {
			ask.Shown[u.ID] = true
		}
		factor := rapid.IntRange(0, 9).Draw(r, "tokens a rune")
		ask.Count = func(s string) int { return factor * utf8.RuneCountInString(s) }
		p := New(ix, src, clock.Real{}, quiet())
		p.Signals.Spreading = rapid.Bool().Draw(r, "spreading")
		p.Gate.Coverage = rapid.Float64Range(0, 0.3).Draw(r, "coverage")
		got := p.Prime(context.Background(), ask)
		checkPrimed(r, ask, got, ix)
		again := p.Prime(context.Background(), ask)
		if brought(again) != brought(got) {
			r.Fatalf("first\n%sthen\n%s", brought(got), brought(again))
		}
	})
}

func checkPrimed(t *rapid.T, ask Ask, got Primed, ix *store) {
	spent, seen := 0, map[string]bool{}
	for _, it := range got.Items {
		spent += ask.Count(ask.Line(it))
		if seen[it.ID] || ask.Shown[it.ID] {
			t.Fatalf("%s comes twice or again", it.ID)
		}
		seen[it.ID] = true
		if u, ok := ix.units[it.ID]; ok && !mine.Can(u.Scope) {
			t.Fatalf("%s of scope %s", it.ID, u.Scope)
		}
	}
	limit := map[string]int{"greeting": 500, "usual": 2000, "complex": 3000, "tick": 500}[got.Trace.Kind]
	if spent != got.Trace.Spent || spent > max(0, min(limit, ask.Room)) {
		t.Fatalf("spent %d, told %d, room %d, %s", spent, got.Trace.Spent, ask.Room, got.Trace.Kind)
	}
	for _, c := range got.Trace.Candidates {
		if c.Injected == (c.Dropped != "") {
			t.Fatalf("%+v is neither in nor out", c)
		}
	}
}

// TestShownWithItsWords: a record all of whose words stand in the window is
// shown, one that was made from others too is not.
func TestShownWithItsWords(t *testing.T) {
	s := Ask{Shown: map[string]bool{"line": true}, Own: []string{"other"}}
	for want, from := range map[bool][]turn.ID{true: {"line", "other"}, false: {"line", "older"}} {
		u := memory.Unit{ID: "record", Record: &memory.Record{Provenance: from}}
		if s.shown(u) != want {
			t.Errorf("made from %q: shown %v", from, !want)
		}
	}
	if s.shown(memory.Unit{ID: "record", Record: &memory.Record{}}) || s.shown(memory.Unit{ID: "line2"}) || !s.shown(memory.Unit{ID: "line"}) {
		t.Error("shown is what has the words of nothing, or not what is there itself")
	}
}
