package app

import (
	"context"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/ledger"
)

// press lets a key of the keyboard go down and up.
func (p *tab) press(key string, code int64) {
	p.s.t.Helper()
	p.call(func(ctx context.Context) error {
		event := input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeRawKeyDown, Key: key, Code: key, WindowsVirtualKeyCode: code, NativeVirtualKeyCode: code,
		}
		if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, event); err != nil {
			return err
		}
		event.Type = input.DispatchKeyEventTypeKeyUp
		_, err := chromedp.Call(ctx, input.DispatchKeyEvent, event)
		return err
	})
}

// remembered stores records in a home that nobody has open.
func (s *stage) remembered(records ...memory.Record) {
	s.t.Helper()
	db, err := kv.Open(filepath.Join(s.home, "kokoron.db"), kv.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	ids := turn.NewIDs(time.Now)
	err = db.Update(func(tx *kv.Tx) error {
		for _, r := range records {
			r.ID = ids.New()
			r, err := r.Normalise(time.Now())
			if err == nil {
				err = ledger.New(db).Put(tx, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// askedWhy opens what came to mind for replies, with the keyboard alone.
func askedWhy(s *stage) {
	tokyo := time.FixedZone("JST", 9*60*60)
	s.remembered(
		memory.Record{Scope: person.ScopeOwner, Content: "緑色のやかんは台所の棚の上にある", Category: memory.Knowledge,
			OccurredAt: time.Date(2026, 5, 3, 12, 0, 0, 0, tokyo)},
		memory.Record{Scope: person.ScopeOwner, Content: "先生は紅茶が好き <b>とても</b>", Category: memory.AboutSensei, Stars: 5,
			OccurredAt: time.Date(2025, 12, 24, 12, 0, 0, 0, tokyo)},
		memory.Record{Scope: "person:aoi", Content: "葵の緑色のやかん", Category: memory.Knowledge},
	)
	s.open()
	p := s.visit()
	p.say("緑色のやかんはどこだったかな")
	p.shows("返事その1。")
	p.until("the reply can be asked about, the message cannot", `(() => {
		const asks = [...document.querySelectorAll('[role=log] article')].map((n) => n.querySelectorAll('button.ask').length);
		return asks.join() === '0,1' && document.querySelector('.ask').ariaHasPopup === 'dialog';
	})()`)
	eval[bool](p, `(document.querySelector('.ask').focus(), true)`)
	p.enter()
	p.until("it says what came to mind, and only the person's own", `(() => {
		const d = document.querySelector('dialog.why[open]');
		const shown = [...(d?.querySelectorAll('li') ?? [])].map((n) => n.textContent);
		return shown.length === 2 && shown[0].includes('棚の上') && shown[0].includes('2026年5月3日') && shown[0].includes('言葉が同じもの') &&
			shown[1].includes('<b>とても</b>') && shown[1].includes('2025年12月24日') && d.querySelectorAll('h3').length === 2 &&
			!d.textContent.includes('葵') && d.contains(document.activeElement);
	})()`)
	p.press("Escape", 27)
	p.until("it is closed and the focus is back", `!document.querySelector('dialog') && document.activeElement.className === 'ask'`)

	p.say("おはよう")
	p.shows("返事その2。")
	p.click("article:last-of-type .ask")
	p.until("a greeting brings nothing related", `(() => {
		const d = document.querySelector('dialog.why[open]');
		return d !== null && !d.textContent.includes('調べています') && !d.textContent.includes('やかん');
	})()`)
	p.click("dialog .small")
	p.until("it is closed", `!document.querySelector('dialog')`)
	s.finish()
}
