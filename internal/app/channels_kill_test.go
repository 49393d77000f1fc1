package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/channels/render"
	"github.com/kokoron/kokoron/channels/telegram"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/web"
)

// telegramOwner is the owner's user id, and so the id of the chat.
const telegramOwner = 7

// talkative is scripted, at length and slowly where it is asked to be.
func talkative(r vllmtest.Request) vllmtest.Script {
	s, words := scripted(r), wordsOf(r)
	if saves(r, words) != nil {
		return s
	}
	if strings.Contains(words, "長く") {
		n, _ := strconv.ParseUint(numbered.FindStringSubmatch(words)[1], 10, 64)
		for k := range uint64(6) {
			rnd := rand.New(rand.NewPCG(n, k)) // the same every time the turn is run
			kana := make([]rune, 900)
			for i := range kana {
				kana[i] = 'あ' + rune(rnd.IntN(80))
			}
			s.Pieces = append(s.Pieces, vllmtest.Piece{Text: fmt.Sprintf("\n\n段%d-%d：%s", n, k, string(kana)), After: 2 * time.Millisecond})
		}
	}
	if strings.Contains(words, "ゆっくり") {
		s.Pieces = append(s.Pieces, vllmtest.Piece{Text: "\n\nゆっくり言うと"})
		for _, c := range "いろはにほへとちりぬる" {
			s.Pieces = append(s.Pieces, vllmtest.Piece{Text: "、" + string(c), After: 130 * time.Millisecond})
		}
	}
	return s
}

var replied = regexp.MustCompile(`返事です((?:\(\d+\))+)。`)

// answersIn are the numbers of the words that a reply answers, in order.
func answersIn(text string) (numbers []int) {
	for _, m := range replied.FindAllStringSubmatch(text, -1) {
		for _, s := range strings.Split(strings.Trim(m[1], "()"), ")(") {
			n, _ := strconv.Atoi(s)
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// numberIn is the number of a person's words.
func numberIn(text string) int {
	n, _ := strconv.Atoi(numbered.FindStringSubmatch(text)[1])
	return n
}

// scene is a companion, a page and a chat on Telegram.
type scene struct {
	t    *testing.T
	v    *victim
	fake *telegramtest.Server
	page *client
	seed uint64

	mu   sync.Mutex
	n    int
	said []string // on Telegram, in order

	faults     int
	openTurns  int                     // kills while a turn was open
	open       turn.ID                 // at the last kill
	tries      int                     // how many kills in a row it has been open
	last       int                     // the newest message in the chat when it was last looked at
	lastInLife map[int]bool            // messages after which the bot was killed before it sent another one
	unknown    map[turn.ID]map[int]int // reply → part → how often a kill found it being sent
	copies     map[part][]telegramtest.Message
}

// part is a part of a reply: their numbers.
type part struct{ reply, part int }

func newScene(t *testing.T, model string, settings ...string) *scene {
	t.Helper()
	fake, err := telegramtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(fake.Close)
	fake.Join(telegramtest.User{ID: telegramOwner, Name: "Nao", Language: "ja"})
	settings = append(settings, childWeb+"=1", "KOKORON_LISTEN=127.0.0.1:0", "KOKORON_TELEGRAM_TOKEN="+fake.Token(),
		fmt.Sprint("KOKORON_TELEGRAM_OWNER=", telegramOwner), "KOKORON_TELEGRAM_API="+fake.URL())
	v := newVictim(t, model, settings...)
	v.start()
	return &scene{
		t: t, v: v, fake: fake, page: newClient(v), seed: uint64(time.Now().UnixNano()),
		lastInLife: map[int]bool{}, unknown: map[turn.ID]map[int]int{}, copies: map[part][]telegramtest.Message{},
	}
}

// TestKilledWhileTalkingOnTwoChannels lets the owner talk on a page and on
// Telegram at once and kills the companion at random moments, while Telegram
// fails now and then. At the end it looks at what each message came to, and at
// what the two channels show.
func TestKilledWhileTalkingOnTwoChannels(t *testing.T) {
	t.Parallel() // it waits most of the time
	model := vllmtest.New(t)
	model.Respond(talkative)
	s := newScene(t, model.URL())
	t.Logf("seed %d", s.seed)
	rnd := rand.New(rand.NewPCG(s.seed, 1))
	talking, silence := context.WithCancel(t.Context())
	online, offline := context.WithCancel(t.Context())
	defer offline()
	var people, pages sync.WaitGroup
	pages.Go(func() { s.page.run(online) })
	for i, say := range []func(string){s.page.say, s.sayOnTelegram} {
		people.Go(func() { s.speak(talking, rand.New(rand.NewPCG(s.seed, uint64(2+i))), say) })
	}
	for range kills(t) {
		s.live(rnd)
		s.v.kill(syscall.SIGKILL)
		s.autopsy()
		s.fault(rnd)
		s.v.start()
	}
	silence()
	people.Wait()
	s.settle()
	for range 5 { // a part may be there whose answer was lost: it comes again
		s.sameElsewhere()
		s.v.kill(syscall.SIGTERM)
		if s.left() == "" {
			break
		}
		s.v.start()
		s.settle()
	}
	offline()
	pages.Wait()
	s.examine()
}

// live lets the companion live for a random time: often not even until it is
// up, sometimes through a slow reply.
func (s *scene) live(rnd *rand.Rand) {
	most, least := 800, 300
	switch rnd.IntN(10) {
	case 0, 1:
		most, least = 300, 0
	case 2, 3, 4, 5:
		most, least = 1200, 1500
	}
	if s.tries > 2 {
		most = 5000 // a machine that is slow must come to an end with a turn, too
	}
	for cut := rnd.IntN(3); cut < 2; cut++ { // or twice, or not
		time.Sleep(time.Duration((least+rnd.IntN(most))/2) * time.Millisecond)
		if cut == 0 {
			s.page.cut(rnd.IntN(3) == 0)
		}
	}
}

// speak says things until ctx ends, unless too much waits for an answer.
func (s *scene) speak(ctx context.Context, rnd *rand.Rand, say func(string)) {
	for ctx.Err() == nil {
		if s.owed() < 10 {
			s.mu.Lock()
			s.n++
			n := s.n
			s.mu.Unlock()
			text := fmt.Sprintf("言葉(%d)", n)
			if rnd.IntN(3) == 0 {
				text += fmt.Sprintf(" 覚えて(%d)", n)
			}
			if rnd.IntN(5) == 0 {
				text += " 長く"
			}
			if rnd.IntN(5) == 0 {
				text += " ゆっくり"
			}
			say(text)
		}
		time.Sleep(time.Duration(30+rnd.IntN(900)) * time.Millisecond)
	}
}

func (s *scene) sayOnTelegram(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said = append(s.said, text)
	s.fake.Say(telegramOwner, text)
}

// owed is how many words are not answered yet, as the page knows.
func (s *scene) owed() int {
	answered := 0
	for _, l := range s.page.view() {
		answered += len(answersIn(l.Text))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n - answered
}

// autopsy looks at what was under way when the companion was killed.
func (s *scene) autopsy() {
	s.t.Helper()
	db, err := kv.Open(s.v.home+"/kokoron.db", kv.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	j := journal.New()
	err = db.View(func(tx *kv.Tx) error {
		open, ok, err := j.OpenTurn(tx, turn.Conv(person.OwnerID))
		if err != nil {
			return err
		}
		if ok {
			s.openTurns++
		}
		if s.tries++; open.ID != s.open || !ok {
			s.open, s.tries = open.ID, 0
		}
		replies, err := j.Queued(tx, telegram.Name)
		for _, r := range replies {
			for i, c := range r.Parts {
				if c.State == journal.Sending {
					if s.unknown[r.Out.ID] == nil {
						s.unknown[r.Out.ID] = map[int]int{}
					}
					s.unknown[r.Out.ID][i]++
				}
			}
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.endOfLife()
}

// endOfLife notes the message whose fate the bot may not have learnt.
func (s *scene) endOfLife() {
	all := s.fake.History(telegramOwner)
	if len(all) > 0 && all[len(all)-1].ID > s.last {
		s.last = all[len(all)-1].ID
		s.lastInLife[s.last] = true
	}
}

// fault lets some of the next calls to Telegram fail or take long.
func (s *scene) fault(rnd *rand.Rand) {
	wrong := telegramtest.BadGateway()
	wrong.Accept = true
	slow, late := telegramtest.Slow(time.Second/2), telegramtest.Late(time.Second/2)
	all := []struct {
		method string
		faults []telegramtest.Fault
	}{
		{"sendMessage", []telegramtest.Fault{
			slow, slow, late, late, telegramtest.Reset(true), telegramtest.Reset(false), telegramtest.BadGateway(), wrong, telegramtest.TooMany(1),
		}},
		{"editMessageText", []telegramtest.Fault{slow, late, telegramtest.Reset(true), telegramtest.BadGateway()}},
		{"getUpdates", []telegramtest.Fault{slow, slow, late, telegramtest.Reset(false), telegramtest.TooMany(1)}},
	}
	for _, of := range all {
		if rnd.IntN(3) == 0 {
			s.faults++
			s.fake.Script(of.method, of.faults[rnd.IntN(len(of.faults))])
		}
	}
}

// settle waits until all is answered, delivered and seen, and then whether
// anything comes that should not.
func (s *scene) settle() {
	s.t.Helper()
	for began := time.Now(); !s.quiet(); time.Sleep(100 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			s.t.Error("a minute was not enough to answer all that waits")
			return
		}
	}
	time.Sleep(1500 * time.Millisecond)
}

func (s *scene) quiet() bool {
	s.page.mu.Lock()
	unsent := len(s.page.queue)
	s.page.mu.Unlock()
	if unsent > 0 || len(s.fake.Waiting()) > 0 || s.owed() > 0 {
		return false
	}
	var shown []string
	for _, m := range s.fake.Messages(telegramOwner) {
		shown = append(shown, m.Text)
	}
	for _, l := range s.page.view() {
		for _, m := range render.Telegram(l.Text) {
			if l.Role == diary.Companion && l.Channel == telegram.Name && !slices.Contains(shown, m.Text) {
				return false
			}
		}
	}
	return true
}

// sameElsewhere fetches the conversation as a new page does: it must be what
// the old one has.
func (s *scene) sameElsewhere() {
	s.t.Helper()
	twin := s.page.twin()
	lines, ok := twin.fetch(s.t.Context(), twin.address(s.t.Context()), true)
	if err := twin.merge(lines); err != nil || !ok {
		s.t.Fatal(ok, err)
	}
	if !slices.Equal(twin.view(), s.page.view()) {
		s.t.Errorf("a new page shows %d lines, the old one %d, or others", len(twin.view()), len(s.page.view()))
	}
}

// examine compares what was said with what is on disk and what is shown.
func (s *scene) examine() {
	t := s.t
	t.Helper()
	s.endOfLife()
	lines := diaryOf(t, s.v.home)
	s.checkDiary(lines)
	s.checkPage(lines)
	facts := factsOf(t, s.v.home)
	asked := 0
	for _, l := range lines {
		if m := asksToSave.FindStringSubmatch(l.Text); m != nil && l.Role == diary.Person {
			asked++
			if fact := "事実その" + m[1] + "番"; facts[fact] != 1 {
				t.Errorf("%s was stored %d times", fact, facts[fact])
			}
		}
	}
	if len(facts) != asked {
		t.Errorf("%d facts, %d were asked for", len(facts), asked)
	}
	doubled, orphans, edits, parts := s.checkTelegram(lines)
	if what := s.left(); what != "" {
		t.Errorf("left in the journal: %s", what)
	}
	if s.n < kills(t)/2 || len(facts) == 0 || s.page.frames == 0 || len(s.said) == 0 || len(s.page.acked) == 0 || parts == 0 {
		t.Errorf("too little was tried: %d words, %d facts, %d frames, %d of %d acknowledged, %d parts", s.n, len(facts), s.page.frames, len(s.page.acked), len(s.page.said), parts)
	}
	for _, bad := range []string{"DATA RACE", "panic", s.fake.Token()} {
		if strings.Contains(s.v.log.String(), bad) {
			t.Errorf("%q is in the log", bad)
		}
	}
	sending := 0
	for _, parts := range s.unknown {
		for _, n := range parts {
			sending += n
		}
	}
	if t.Failed() {
		t.Logf("log of the companion:\n%s", s.v.log.String())
		return
	}
	t.Logf("proof: seed %d, %d kills (%d in an open turn, %d while a part was sent to Telegram), %d faults of Telegram: %d messages acknowledged on the web, %d confirmed to Telegram, %d diary lines, %d effects, each once; 0 lost; order kept; page: %d frames, %d resumed; Telegram: %d parts, %d edits, %d parts doubled and %d previews left over, each where Telegram had taken a message and its answer did not reach us",
		s.seed, kills(t), s.openTurns, sending, s.faults, len(s.page.acked), len(s.said), len(lines), len(facts), s.page.frames, s.page.resumed, parts, edits, doubled, orphans)
}

// checkDiary looks for every message and its answer, and at their order.
func (s *scene) checkDiary(lines []diary.Line) {
	t := s.t
	t.Helper()
	said := map[string][]string{}
	ids := map[int]turn.ID{} // of what was said
	answered := map[int]int{}
	var last, lastRef turn.ID
	for _, l := range lines {
		if leaks(l.Text) {
			t.Errorf("in the diary: %s", l.Text)
		}
		if l.Role == diary.Person {
			if l.ID <= last {
				t.Errorf("%q stands behind what was said later", l.Text)
			}
			last = l.ID
			said[l.Channel] = append(said[l.Channel], l.Text)
			ids[numberIn(l.Text)] = l.ID
			continue
		}
		numbers := answersIn(l.Text)
		if len(numbers) == 0 || ids[numbers[0]] != l.Ref || l.Ref <= lastRef {
			t.Errorf("a reply to %s after one to %s: %.100q", l.Ref, lastRef, l.Text)
		}
		lastRef = l.Ref
		if !slices.IsSorted(numbers) {
			t.Errorf("not in order: %.100q", l.Text)
		}
		for _, n := range numbers {
			answered[n]++
		}
	}
	var onPage []string
	for _, f := range s.page.said {
		onPage = append(onPage, f.Text)
	}
	if !slices.Equal(said[telegram.Name], s.said) || !slices.Equal(said[web.Name], onPage) {
		t.Errorf("said\n%q\n%q,\nin the diary\n%q\n%q", onPage, s.said, said[web.Name], said[telegram.Name])
	}
	for n := range s.n {
		if answered[n+1] != 1 {
			t.Errorf("言葉(%d) is answered %d times", n+1, answered[n+1])
		}
	}
	for id, text := range s.page.acked {
		if ids[numberIn(text)] != id {
			t.Errorf("%q was acknowledged as %s, the diary has it as %s", text, id, ids[numberIn(text)])
		}
	}
	if len(s.page.acked) != len(onPage) {
		t.Errorf("%d of %d messages acknowledged", len(s.page.acked), len(onPage))
	}
}

// checkPage compares what the page shows with the diary.
func (s *scene) checkPage(lines []diary.Line) {
	s.t.Helper()
	lines = slices.SortedFunc(slices.Values(lines), func(a, b diary.Line) int { return cmp.Compare(a.ID, b.ID) })
	view := s.page.view()
	if len(view) != len(lines) {
		s.t.Fatalf("the page shows %d lines, the diary has %d", len(view), len(lines))
	}
	for i, l := range lines {
		v := view[i]
		if v.ID != l.ID || v.Role != l.Role || v.Text != l.Text || v.Channel != l.Channel || v.Ref != l.Ref || v.At.UnixMilli() != l.At.UnixMilli() || v.HTML == "" {
			s.t.Errorf("the page shows %+v, the diary has %+v", v, l)
		}
	}
}

// checkTelegram looks for every part of every reply in the chat. A part that is
// there twice, and a preview that was left over, must have been taken by
// Telegram without the bot's learning it: its answer was lost, or the bot was
// killed before it did anything else there.
func (s *scene) checkTelegram(lines []diary.Line) (doubled, orphans, edits, parts int) {
	t := s.t
	t.Helper()
	var replies []diary.Line
	numbers := map[string]part{} // text of a part → which
	for _, l := range lines {
		if l.Role != diary.Companion || l.Channel != telegram.Name {
			continue
		}
		for i, m := range render.Telegram(l.Text) {
			if _, ok := numbers[m.Text]; ok {
				t.Fatalf("two parts are the same: %.100q", m.Text)
			}
			numbers[m.Text] = part{len(replies), i}
		}
		replies = append(replies, l)
	}
	excused := func(m telegramtest.Message) bool { return m.Lost || s.lastInLife[m.ID] }
	last := part{-1, 0}
	for _, m := range s.fake.History(telegramOwner) {
		edits += len(m.Edits)
		for _, v := range append(m.Edits, m.Version) {
			begins := func(l diary.Line) bool { return strings.HasPrefix(l.Text, strings.TrimSuffix(v.Text, "…")) }
			if _, ok := numbers[v.Text]; leaks(v.Text) || !ok && !slices.ContainsFunc(replies, begins) {
				t.Errorf("in the chat: %q", v.Text)
			}
		}
		p, whole := numbers[m.Text]
		switch {
		case m.Deleted:
			t.Errorf("a message was deleted: %+v", m)
		case !whole:
			orphans++
			if !excused(m) {
				t.Errorf("a preview was left over although its id was known: %+v", m)
			}
			continue
		case len(s.copies[p]) == 0 && (p.reply < last.reply || p.reply == last.reply && p.part <= last.part):
			t.Errorf("part %v came after part %v", p, last)
		case len(s.copies[p]) == 0:
			last = p
		}
		s.copies[p] = append(s.copies[p], m)
	}
	for p := range maps.Values(numbers) {
		there := s.copies[p]
		if len(there) == 0 {
			t.Errorf("part %v of %.100q never came", p, replies[p.reply].Text)
			continue
		}
		unknown := s.unknown[replies[p.reply].ID][p.part]
		for _, m := range there[:len(there)-1] {
			if !excused(m) {
				t.Errorf("part %v came again although it was known to be there: %+v", p, there)
			}
			if m.Lost {
				unknown++
			}
		}
		again := len(there) - 1
		doubled += min(again, unknown)
		orphans += max(0, again-unknown) // never handed over: previews that showed the whole text already
	}
	return doubled, orphans, edits, len(numbers)
}

// left is what the journal still has to do.
func (s *scene) left() (what string) {
	s.t.Helper()
	db, err := kv.Open(s.v.home+"/kokoron.db", kv.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	j := journal.New()
	err = db.View(func(tx *kv.Tx) error {
		convs, err := j.Convs(tx)
		if len(convs) > 0 {
			what = fmt.Sprint(convs)
		}
		for _, name := range []string{telegram.Name, web.Name} {
			queued, e := j.Queued(tx, name)
			if err = errors.Join(err, e); len(queued) > 0 {
				what += fmt.Sprintf("%+v", queued)
			}
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return what
}
