package main

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/doctor"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
)

// explain says in the person's language why a home could not be opened, and
// what to do.
func (p *program) explain(err error, cfg config.Config) string {
	var settings *config.Invalid
	var damaged *kv.CorruptError
	var port *app.PortTaken
	var file *fs.PathError
	var problem *ops.Problem
	switch {
	case errors.As(err, &problem):
		return p.problem(problem)
	case errors.As(err, &settings):
		p.lang = settings.Lang
		return p.say(catalog.BadConfig, "path", settings.Path, "detail", settings.In(p.lang))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return p.say(catalog.AnswerLost)
	case errors.Is(err, kv.ErrLocked):
		return p.say(catalog.HomeLocked, "home", cfg.Home)
	case errors.As(err, &damaged):
		return doctor.Damaged(p.lang, damaged)
	case errors.As(err, &port) && errors.Is(err, syscall.EADDRINUSE):
		return p.say(catalog.PortTaken, "address", port.Address)
	case errors.As(err, &port):
		return p.say(catalog.PortRefused, "address", port.Address, "detail", port.Err.Error())
	case errors.As(err, &file):
		return p.say(catalog.HomeUnusable, "home", cfg.Home, "detail", file.Error())
	}
	return p.say(catalog.Failed, "detail", err.Error())
}

// problem puts into words why something that was asked for cannot be.
func (p *program) problem(o *ops.Problem) string {
	known := strings.Join(o.Known, ", ")
	switch o.Code {
	case ops.UnknownPerson:
		return p.say(catalog.UnknownPerson, "about", o.About, "known", known)
	case ops.UnknownMemory:
		return p.say(catalog.UnknownMemory, "about", o.About)
	case ops.ManyMemories:
		return p.say(catalog.ManyMemories, "about", o.About, "known", known)
	case ops.NoTurn:
		return p.say(catalog.WhyNoTurn, "about", o.About)
	case ops.UnknownTurn:
		return p.say(catalog.WhyUnknownTurn, "about", o.About)
	case ops.ManyTurns:
		return p.say(catalog.WhyManyTurns, "about", o.About, "known", known)
	case ops.UnknownJob:
		return p.say(catalog.JobUnknown, "name", o.About, "known", known)
	case ops.AbsentJob:
		return p.say(catalog.JobAbsent, "name", o.About)
	case ops.RunningJob:
		return p.say(catalog.JobBusy, "name", o.About)
	case ops.UnknownRun:
		return p.say(catalog.ConsolidateUnknown, "run", o.About, "known", known)
	case ops.ManyRuns:
		return p.say(catalog.ConsolidateMany, "run", o.About, "known", known)
	case ops.BadTime:
		return p.say(catalog.ConsolidateBadTime, "time", o.About)
	case ops.UnknownLesson:
		return p.say(catalog.LearnedUnknown, "about", o.About)
	case ops.ManyLessons:
		return p.say(catalog.LearnedMany, "about", o.About, "known", known)
	case ops.UnknownSpoken, ops.ManySpoken:
		return p.say(ops.SpokenProblemText(o), "about", o.About, "known", known)
	case ops.UnknownFollowUp:
		return p.say(catalog.FollowUpUnknown, "about", o.About)
	case ops.ManyFollowUps:
		return p.say(catalog.FollowUpMany, "about", o.About, "known", known)
	case ops.NoRule:
		return p.say(catalog.LearnedNoRule, "about", o.About)
	case ops.UnsafeRule:
		return p.say(catalog.LearnedUnsafe, "about", o.About, "detail", strings.Join(p.faults(o.Known...), ", "))
	case ops.ChromaUnset:
		return p.say(catalog.IndexNoChroma)
	case ops.ServerAway:
		return p.say(catalog.IndexAway)
	case ops.NowhereSaid:
		return p.say(catalog.EraseNowhere, "about", o.About)
	case ops.WordsTooShort:
		return p.say(catalog.WordsTooShort, "about", o.About)
	case ops.NotCandidate:
		return p.say(catalog.SoulNot, "about", o.About)
	case ops.InFileOnly:
		return p.say(catalog.MemoryInFile, "about", o.About)
	case ops.InDiaryOnly:
		return p.say(catalog.MemoryInDiary, "about", o.About)
	}
	return p.reminderProblem(o)
}
