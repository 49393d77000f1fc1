package app

import (
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/web"
)

// awayFor is for how long the model has not answered; zero while it does.
func (a *App) awayFor() time.Duration {
	since := a.model.lights.away()
	if since.IsZero() {
		return 0
	}
	return max(time.Since(since), time.Second)
}

// troubles says in words what of the companion is not well, for /status.
func (a *App) troubles() (lines []string) {
	lang := a.cfg.Language
	if d := a.awayFor(); d > 0 {
		lines = append(lines, catalog.Text(lang, catalog.StatusSince, "ago", catalog.Lasted(lang, d)))
	}
	for _, n := range a.watched.dog.Ill() {
		lines = append(lines, a.trouble(n))
	}
	return lines
}

// parts is how the parts stand, for programs. It waits for nothing: also a
// heart that hangs must not take the answer with it.
func (a *App) parts() map[string]web.PartHealth {
	ix := a.stores.index.Status()
	return map[string]web.PartHealth{
		"model":    {Status: status(true, a.awayFor() == 0), Since: a.model.lights.away()},
		"heart":    a.partMoving(catalog.WatchHeart, a.watched.heartLooked()),
		"telegram": a.telegramHealth(),
		"embedder": {Status: status(wanted(a.cfg.Embed.Service, ix.Embedding), ix.Embedding)},
		"chroma":   {Status: status(wanted(a.cfg.Chroma, ix.Chroma), ix.Chroma)},
	}
}

func status(set, well bool) string {
	switch {
	case !set:
		return web.PartOff
	case well:
		return web.PartOK
	}
	return web.PartAway
}

// wanted reports whether a server is part of this home: one that nobody named
// is where it answers.
func wanted(s config.Service, answers bool) bool { return s.URL != "" && (answers || !s.Usual) }

// partMoving is how a watched part stands that moved last at a time.
func (a *App) partMoving(part string, last time.Time) web.PartHealth {
	h := web.PartHealth{Status: web.PartOK}
	if !last.IsZero() {
		age := int64(max(0, time.Since(last)).Seconds())
		h.Age = &age
	}
	for _, n := range a.watched.dog.Ill() {
		if n.Part == part {
			h.Status, h.Since = web.PartAway, last
		}
	}
	return h
}

func (a *App) telegramHealth() web.PartHealth {
	if a.telegram == nil {
		return web.PartHealth{Status: web.PartOff}
	}
	last, problem := a.telegram.Health()
	h := a.partMoving(catalog.WatchTelegram, last)
	if problem != "" {
		h.Status, h.Since = web.PartAway, last
	}
	return h
}
