package app

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/turn"
)

// stuck is an alarm that hangs whoever asks it, until it is let go.
type stuck struct{ gate chan struct{} }

func (stuck) Name() string { return "stuck" }
func (stuck) Spec() string { return "never" }
func (s stuck) Next(time.Time, heart.State) time.Time {
	<-s.gate
	return time.Time{}
}
func (stuck) Fire(context.Context, heart.Call) (heart.Result, error) { return heart.Result{}, nil }

// TestADeadHeartIsToldOnce on Telegram, on the page and at the terminal, by a
// companion whose heart hangs in an alarm, and not again after a restart; that
// it is well again is told once. A deleted control socket comes back meanwhile.
func TestADeadHeartIsToldOnce(t *testing.T) {
	t.Parallel() // it waits most of the time
	model := vllmtest.New(t)
	tg, err := telegramtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer tg.Close()
	tg.Join(telegramtest.User{ID: telegramOwner, Name: "Nao", Language: "ja"})
	home := t.TempDir()
	cfg, err := config.Load(home, func(name string) (string, bool) {
		v, ok := map[string]string{"KOKORON_MODEL_URL": model.URL(), "KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "", "KOKORON_LISTEN": "127.0.0.1:0",
			"KOKORON_TELEGRAM_TOKEN": tg.Token(), "KOKORON_TELEGRAM_OWNER": "7", "KOKORON_TELEGRAM_API": tg.URL(), "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8"}[name]
		return v, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	ill := strings.Split(catalog.PartIll("ja", catalog.WatchHeart, false, 0), "1分")[1] // behind the length of time
	well := catalog.PartIll("ja", catalog.WatchHeart, true, 0)
	live := func(alarms []heart.Alarm, during func(a *App, seen func(string) int)) {
		t.Helper()
		ctx, cancel := context.WithCancel(context.Background())
		a, err := Open(ctx, cfg, Options{Web: true, Log: slog.New(slog.DiscardHandler), Watch: Limits{Every: 50 * time.Millisecond, Heart: 2 * time.Second}})
		if err != nil {
			t.Fatal(err)
		}
		a.ops.Speaking.Policy = governor.Usual()
		a.ops.Speaking.Policy.From, a.ops.Speaking.Policy.To = 0, 24*60
		if a.heart, err = heart.Open(heart.Config{Check: 500 * time.Millisecond}, heart.Deps{Store: ops.NewAlarms(a.stores.db), Clock: clock.Real{}, Log: a.log}, alarms...); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- a.Run(ctx) }()
		tg.Say(telegramOwner, "やあ") // a poll ends only with an update
		if !eventually(func() bool { last, _ := a.telegram.Health(); return !last.IsZero() }) {
			t.Fatal("telegram is not polled")
		}
		var c *control.Conn
		if !eventually(func() bool { c, err = control.Dial(ctx, RunDir(home), "chat", nil); return err == nil }) {
			t.Fatal(err)
		}
		shown := make(chan string, 100)
		go func() {
			for d := (terminal.Down{}); c.Recv(&d) == nil; d = (terminal.Down{}) {
				if d.Event != nil && d.Event.Kind == turn.Notice {
					shown <- d.Event.Text
				}
			}
		}()
		var atTerminal []string
		during(a, func(text string) int {
			for len(shown) > 0 {
				atTerminal = append(atTerminal, <-shown)
			}
			n := 0
			for _, s := range atTerminal {
				n += strings.Count(s, text)
			}
			return n
		})
		cancel()
		c.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	onPhone := func(text string) (n int) {
		for _, m := range tg.Messages(telegramOwner) {
			n += strings.Count(m.Text, text)
		}
		return n
	}
	inDiary := func(text string) (n int) {
		for _, l := range diaryOf(t, home) {
			n += strings.Count(l.Text, text)
		}
		return n
	}
	gate := make(chan struct{})
	live([]heart.Alarm{stuck{gate}}, func(a *App, seen func(string) int) {
		if !eventually(func() bool { return onPhone(ill) > 0 && seen(ill) > 0 }) {
			t.Error("a dead heart was not told")
		}
		if got := a.parts()["heart"].Status; got != "away" {
			t.Errorf("the heart is %s", got)
		}
		sock := filepath.Join(RunDir(home), "control.sock")
		if err := os.Remove(sock); err != nil {
			t.Fatal(err)
		}
		if !eventually(func() bool { _, err := os.Stat(sock); return err == nil }) {
			t.Error("the control socket does not come back")
		}
		time.Sleep(time.Second) // a second notice would have come by now
		if onPhone(ill) != 1 || seen(ill) != 1 {
			t.Errorf("told %d times on the phone, %d at the terminal", onPhone(ill), seen(ill))
		}
		close(gate)
	})
	gate = make(chan struct{})
	live([]heart.Alarm{stuck{gate}}, func(_ *App, seen func(string) int) {
		time.Sleep(3 * time.Second)
		close(gate)
		if !eventually(func() bool { return onPhone(well) > 0 && seen(well) > 0 }) {
			t.Error("that the heart is well again was not told")
		}
		if onPhone(ill) != 1 || seen(ill) != 0 || onPhone(well) != 1 || seen(well) != 1 {
			t.Errorf("told %d and %d times on the phone, %d and %d at the terminal", onPhone(ill), onPhone(well), seen(ill), seen(well))
		}
	})
	if inDiary(ill) != 1 || inDiary(well) != 1 {
		t.Errorf("the diary has it %d and %d times", inDiary(ill), inDiary(well))
	}
}
