package app

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/agent/llm/vllmtest"
	"github.com/kokoron/kokoron/autonomy/deadman"
	"github.com/kokoron/kokoron/autonomy/governor"
	"github.com/kokoron/kokoron/autonomy/heart"
	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
)

// TestASilentTelegramIsToldElsewhere: a poll that is never answered is told on
// the page, once, and not on Telegram.
func TestASilentTelegramIsToldElsewhere(t *testing.T) {
	t.Parallel() // it waits most of the time
	model := vllmtest.New(t)
	tg, err := telegramtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer tg.Close()
	tg.Join(telegramtest.User{ID: telegramOwner, Name: "Nao", Language: "ja"})
	for range 50 {
		tg.Script("getUpdates", telegramtest.Hang(false))
	}
	home := t.TempDir()
	cfg, err := config.Load(home, func(name string) (string, bool) {
		v, ok := map[string]string{"KOKORON_MODEL_URL": model.URL(), "KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "", "KOKORON_LISTEN": "127.0.0.1:0",
			"KOKORON_TELEGRAM_TOKEN": tg.Token(), "KOKORON_TELEGRAM_OWNER": "7", "KOKORON_TELEGRAM_API": tg.URL(), "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8"}[name]
		return v, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a, err := Open(ctx, cfg, Options{Web: true, Log: slog.New(slog.DiscardHandler), Watch: Limits{Every: 50 * time.Millisecond, Telegram: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	a.ops.Speaking.Policy = governor.Usual()
	a.ops.Speaking.Policy.From, a.ops.Speaking.Policy.To = 0, 24*60
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	ill := strings.Split(catalog.PartIll("ja", catalog.WatchTelegram, false, 0), "1分")[1] // behind the length of time
	told := func() (n int) {
		for _, l := range diaryOf(t, home) {
			n += strings.Count(l.Text, ill)
		}
		return n
	}
	if !eventually(func() bool { return told() > 0 }) {
		t.Error("a silent Telegram was not told")
	}
	if parts := a.watched.ill(); len(parts) != 1 || parts[0] != catalog.WatchTelegram {
		t.Errorf("ill are %v", parts)
	}
	time.Sleep(time.Second) // a second notice would have come by now
	if n := told(); n != 1 || len(tg.Messages(telegramOwner)) != 0 {
		t.Errorf("told %d times, %d messages on Telegram", n, len(tg.Messages(telegramOwner)))
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestAJobThatKeepsFailing is told after so many failures, and is well with the
// first success; a run that is stuck is another trouble.
func TestAJobThatKeepsFailing(t *testing.T) {
	broken := func(failures int) (out []string) {
		for _, s := range jobSigns(heart.Job{Name: "nightly", State: heart.State{Failures: failures}}, time.Hour) {
			if s.Broken {
				out = append(out, s.Part)
			}
		}
		return out
	}
	if got := append(broken(failsOn-1), broken(0)...); len(got) > 0 {
		t.Errorf("told too early: %v", got)
	}
	got := broken(failsOn)
	if len(got) != 1 || got[0] != catalog.WatchFailing+"nightly" {
		t.Fatalf("%v", got)
	}
	a := &App{cfg: config.Config{}}
	for _, kind := range []deadman.Kind{deadman.Broken, deadman.Well} {
		if s := a.trouble(deadman.Notice{Part: got[0], Kind: kind}); !strings.Contains(s, "nightly") {
			t.Errorf("the job is not named: %q", s)
		}
	}
}
