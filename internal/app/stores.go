package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/kokoron/kokoron/agent/session"
	"github.com/kokoron/kokoron/agent/trace"
	"github.com/kokoron/kokoron/channels/journal"
	"github.com/kokoron/kokoron/channels/people"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/internal/watch"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/ledger"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
	"github.com/kokoron/kokoron/persona"
)

// RunDir is where a running companion keeps its socket.
func RunDir(home string) string { return filepath.Join(home, "run") }

// stores are what a home holds.
type stores struct {
	db      *kv.DB
	journal *journal.Journal
	people  *people.Store
	session *session.Store
	ledger  *ledger.Ledger
	diary   *diary.Diary
	library *library.Library
	index   *index.Index
	sources *ops.Sources
	primer  *priming.Primer
	trace   *trace.Store
	persona *persona.Store
	broken  atomic.Pointer[error] // what the last reading of the persona file met

	clock clock.Clock
	log   *slog.Logger
}

// openStores creates what is missing of a home and opens it. The database's
// lock comes first: whoever has it owns all the rest.
func openStores(cfg config.Config, o Options, clk clock.Clock, log *slog.Logger) (*stores, error) {
	for _, dir := range []string{"", "run", "persona", "backups"} {
		if err := os.MkdirAll(filepath.Join(cfg.Home, dir), 0o700); err != nil {
			return nil, fmt.Errorf("create home: %w", err)
		}
	}
	db, err := kv.Open(filepath.Join(cfg.Home, "kokoron.db"), kv.Options{Backups: filepath.Join(cfg.Home, "backups"), Loose: o.Loose})
	if err != nil {
		return nil, err
	}
	s := &stores{db: db, journal: journal.New(), people: people.New(), session: session.New(db), ledger: ledger.New(db), clock: clk, log: log}
	s.persona = persona.NewStore(func() ([]byte, error) { return config.ReadFile(filepath.Join(cfg.Home, config.PersonaFile)) })
	s.reloadPersona()
	if s.diary, err = diary.Open(filepath.Join(cfg.Home, "diary"), cfg.Zone); err != nil {
		return s, err
	}
	s.diary.Log, s.diary.Loose = log, o.Loose
	if err = s.openMemory(cfg, o); err != nil {
		return s, err
	}
	s.trace, err = trace.Open(filepath.Join(cfg.Home, "traces"), cfg.Zone)
	return s, err
}

// deps are the stores as the use cases want them.
func (s *stores) deps(cfg config.Config) ops.Deps {
	return ops.Deps{
		DB: s.db, Journal: s.journal, People: s.people, Session: s.session, Ledger: s.ledger, Diary: s.diary, Library: s.library,
		Index: s.index, Primer: s.primer, IDs: turn.NewIDs(s.clock.Now), Clock: s.clock, Log: s.log, Zone: cfg.Zone, Lang: cfg.Language,
		AutoLearn: cfg.LearnAlone,
		Speaking:  ops.Speaking{On: cfg.Autonomy.Enabled, Policy: cfg.Autonomy.Policy, Pace: cfg.Autonomy.Pace},
		Owner:     person.Person{ID: person.OwnerID, Name: cfg.Owner, Role: person.Owner},
	}
}

// reloadPersona reads the owner's file; a bad one leaves the last good persona
// in use.
func (s *stores) reloadPersona() {
	err := s.persona.Reload()
	s.broken.Store(&err)
	if err != nil {
		s.log.Error("persona file is not used, the last good one stays", "err", err)
	}
}

// personaFault is why the owner's persona file is not in use, if it is not.
func (s *stores) personaFault() error {
	if err := s.broken.Load(); err != nil {
		return *err
	}
	return nil
}

// watchPersona follows the file until ctx ends.
func (s *stores) watchPersona(ctx context.Context, home string) {
	dir := filepath.Dir(filepath.Join(home, config.PersonaFile))
	if err := watch.Folder(ctx, s.clock, dir, watch.Quiet, s.reloadPersona); err != nil {
		s.log.Warn("persona is not watched, a change needs a restart", "err", err)
	}
}

func (s *stores) close() error { return s.db.Close() }
