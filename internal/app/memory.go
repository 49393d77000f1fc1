package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/ops"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/chroma"
	"github.com/kokoron/kokoron/memory/embed"
	"github.com/kokoron/kokoron/memory/index"
	"github.com/kokoron/kokoron/memory/library"
	"github.com/kokoron/kokoron/memory/priming"
)

// openMemory opens what finds memories, over the stores that hold them. It
// asks no server and reads nothing; remember does.
func (s *stores) openMemory(cfg config.Config, o Options) (err error) {
	if s.library, err = library.Open(filepath.Join(cfg.Home, "memory"), cfg.Zone, s.clock, s.log); err != nil {
		return err
	}
	if o.Check > 0 {
		s.library.Again = o.Check
	}
	deps := index.Deps{Ledger: s.ledger, Diary: s.diary, DB: s.db, Names: s.names(cfg), Zone: cfg.Zone, Clock: s.clock, Log: s.log}
	if cfg.Embed.URL != "" {
		deps.Embedder, err = embed.New(embed.Config{
			URL: cfg.Embed.URL, Model: cfg.Embed.Model, Key: cfg.Embed.Key.Reveal(), Prefix: embed.Prefix(cfg.Embed.Prefix),
		}, s.clock)
		if err != nil {
			return fmt.Errorf("open embeddings: %w", err)
		}
	}
	if cfg.Chroma.URL != "" {
		home, err := s.identity(cfg.Home)
		if err != nil {
			return err
		}
		deps.Mirror = func(space string, dim int) (index.Copy, error) {
			return chroma.New(chroma.Config{URL: cfg.Chroma.URL, Home: string(home), Space: space, Dim: dim})
		}
	}
	if s.index, err = index.Open(index.Config{Dir: filepath.Join(cfg.Home, "index"), Check: o.Check}, deps); err != nil {
		return err
	}
	s.sources = ops.NewSources(s.index, s.library)
	s.primer = priming.New(s.index, s.sources, s.clock, s.log)
	return nil
}

// remember loads what can be found and keeps it in step until ctx ends.
func (s *stores) remember(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { s.index.Run(ctx) })
	wg.Go(func() { s.follow(ctx) })
	wg.Wait()
}

// follow tells the index of the memory files and their changes.
func (s *stores) follow(ctx context.Context) { s.library.Watch(ctx, s.index.Files) }

// identityFile holds the identity beside the database, which can be lost: the
// copy on Chroma must then still be found.
const identityFile = "home-id"

// identity names this home for ever, whatever its folder is called: several
// homes may share a Chroma server.
func (s *stores) identity(home string) (id turn.ID, err error) {
	path := filepath.Join(home, identityFile)
	written, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("identity of the home: %w", err)
	}
	ids := kv.NewBucket[turn.ID]("home")
	err = s.db.Update(func(tx *kv.Tx) error {
		var known bool
		if id, known, err = ids.Get(tx, "id"); err != nil || known {
			return err
		}
		if id = turn.ID(strings.TrimSpace(string(written))); id == "" {
			id = turn.NewIDs(s.clock.Now).New()
		}
		return ids.Put(tx, "id", id)
	})
	if err == nil && string(written) != string(id)+"\n" {
		err = os.WriteFile(path, []byte(string(id)+"\n"), 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("identity of the home: %w", err)
	}
	return id, nil
}

// names tells how somebody is called: the companion by the persona, the owner
// as they want it, others by the name they were admitted with.
func (s *stores) names(cfg config.Config) func(person.ID, bool) string {
	var mu sync.Mutex
	known := map[person.ID]string{}
	return func(id person.ID, companion bool) string {
		if p := s.persona.Current().WithOwner(cfg.Owner); companion {
			return p.Name(cfg.Language)
		} else if id == person.OwnerID {
			return p.Owner(cfg.Language)
		}
		mu.Lock()
		defer mu.Unlock()
		if name, ok := known[id]; ok {
			return name
		}
		var who person.Person
		err := s.db.View(func(tx *kv.Tx) (err error) {
			who, _, err = s.people.Person(tx, id)
			return err
		})
		if err != nil {
			s.log.Warn("name of a person", "person", id, "err", err)
			return ""
		}
		known[id] = who.Name
		return who.Name
	}
}
