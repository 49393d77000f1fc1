package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/ops"
)

// TestToldOnThePageRecalledOnTelegram: what was told early on the page, and has
// long left the window, comes to mind on Telegram after a restart, and "why"
// shows the way it came. It works with the real embedder and Chroma where there
// are, else by words alone.
func TestToldOnThePageRecalledOnTelegram(t *testing.T) {
	t.Parallel()
	model := vllmtest.New(t, vllmtest.Window(4096))
	model.Respond(func(vllmtest.Request) vllmtest.Script { return vllmtest.Text("うん、聞いているよ。") })
	embed, chroma := os.Getenv("KOKORON_TEST_EMBED_URL"), os.Getenv("KOKORON_TEST_CHROMA_URL")
	if embed == "" || chroma == "" {
		t.Log("by words alone: KOKORON_TEST_EMBED_URL and KOKORON_TEST_CHROMA_URL are not set")
	}
	s := newScene(t, model.URL(), "KOKORON_EMBED_URL="+embed, "KOKORON_CHROMA_URL="+chroma)
	online, offline := context.WithCancel(t.Context())
	var pages sync.WaitGroup
	pages.Go(func() { s.page.run(online) })
	defer func() { offline(); pages.Wait() }()

	told := []string{"うちの猫はミケという名前で、三歳の三毛猫です。"}
	for _, about := range []string{"会議の段取り", "庭の手入れ", "自転車の修理", "夕飯の献立", "映画の感想", "来月の旅行"} {
		told = append(told, about+"について話すね。"+strings.Repeat(about+"のことでいろいろ考えている。", 20))
	}
	for i, words := range told {
		s.page.say(words)
		until(t, "an answer on the page", func() bool { return len(s.page.view()) == 2*(i+1) })
	}
	s.v.kill(syscall.SIGTERM)
	s.v.start()
	before := len(model.Requests())
	s.fake.Say(telegramOwner, "猫の名前、なんだったっけ？")
	until(t, "an answer on Telegram", func() bool { return len(s.page.view()) == 2*(len(told)+1) })
	asked := model.Requests()[before]
	last := asked.Last()
	if !strings.Contains(last, "ミケという名前") || strings.Index(last, "ミケ") > strings.LastIndex(last, "</data>") {
		t.Errorf("the fact is not in the data before the words:\n%s", last)
	}
	for _, m := range asked.Messages[:len(asked.Messages)-1] {
		if strings.Contains(m.Content, "ミケという名前") {
			t.Errorf("the window still held the fact, this test shows nothing: %s", m.Content)
		}
	}
	w := whyOf(t, s.v)
	ways := 0
	for _, c := range w.Recall.Candidates {
		if c.Injected && strings.Contains(c.Memory.Text, "ミケ") {
			ways++
			t.Logf("words rank %d, meaning rank %d, score %.2f, gate %s", c.WordsRank, c.MeaningRank, c.Score, w.Recall.Gate.Reason)
		}
	}
	if ways == 0 || !w.Recall.Gate.Open || len(w.Messages) != 1 || w.Messages[0].Text != "猫の名前、なんだったっけ？" {
		raw, _ := json.MarshalIndent(w.Recall, "", " ")
		t.Errorf("why does not show the way: %s", raw)
	}
}

// until waits for something to come about.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%s did not come", what)
		}
	}
}

// whyOf asks the running companion about the owner's newest turn.
func whyOf(t *testing.T, v *victim) ops.Why {
	t.Helper()
	cfg, err := config.Load(v.home, func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	answer, err := AskDesk(t.Context(), cfg, slog.New(slog.DiscardHandler), "why", Ask{}, func(Progress) {})
	var w ops.Why
	if err == nil {
		err = json.Unmarshal(answer, &w)
	}
	if err != nil || w.Recall == nil {
		t.Fatalf("why: %s, %v", answer, err)
	}
	return w
}
