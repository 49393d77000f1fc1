package app

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/channels/telegram/telegramtest"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
)

// TestAdmittedPersonHasAMemoryOfTheirOwn: two people talk with the same bot;
// what one of them told is nothing the other hears.
func TestAdmittedPersonHasAMemoryOfTheirOwn(t *testing.T) {
	bot, err := telegramtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer bot.Close()
	const owner, guest, stranger = 7, 8, 9
	for _, id := range []int64{owner, guest, stranger} {
		bot.Join(telegramtest.User{ID: id, Name: "Aoi"})
	}
	home := t.TempDir()
	cfg, err := config.Load(home, func(name string) (string, bool) {
		v, ok := map[string]string{
			"KOKORON_MODEL_URL": "", "KOKORON_EMBED_URL": "", "KOKORON_CHROMA_URL": "", "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8",
			"KOKORON_TELEGRAM_TOKEN": bot.Token(), "KOKORON_TELEGRAM_API": bot.URL(), "KOKORON_TELEGRAM_OWNER": "7",
		}[name]
		return v, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a, err := Open(ctx, cfg, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	defer func() { cancel(); <-done }()

	last := func(user int64) string {
		if all := bot.Messages(user); len(all) > 0 {
			return all[len(all)-1].Text
		}
		return ""
	}
	say := func(user int64, text, want string) {
		t.Helper()
		bot.Say(user, text)
		for began := time.Now(); !strings.Contains(last(user), want); time.Sleep(20 * time.Millisecond) {
			if time.Since(began) > 30*time.Second {
				t.Fatalf("%d said %q and got %q, want %q", user, text, last(user), want)
			}
		}
	}
	say(owner, "私の猫の名前はミカンです", "覚えました")
	say(stranger, "猫の名前は？", "決まった人とだけ")

	c, err := control.Dial(t.Context(), RunDir(home), "admit", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var got Admission
	if err := c.Recv(&got); err != nil {
		t.Fatal(err)
	}
	say(guest, got.Code, "つながりました")
	say(guest, "猫の名前は？", "【リハーサル】")
	if strings.Contains(last(guest), "ミカン") {
		t.Errorf("the guest heard: %s", last(guest))
	}
	say(guest, "私の猫の名前はソラです", "ソラ")
	say(owner, "猫の名前は何だっけ？", "ミカン")
	say(guest, "/status", "1件")
	for _, m := range bot.Messages(owner) {
		if strings.Contains(m.Text, "ソラ") {
			t.Errorf("the owner heard: %s", m.Text)
		}
	}
}
