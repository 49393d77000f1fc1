package library

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/watch"
	"github.com/kokoron/kokoron/memory"
)

// again is how often everything is looked through although nothing was told:
// not every file system tells of changes.
const again = time.Minute

// Changed is told the records of a file as it is now; none where the file is
// gone or has nothing to say.
type Changed func(scope person.Scope, path string, chunks []memory.Record)

// told is what Watch has told: the files that have records, by scope and path.
type told map[person.Scope]map[string][sha256.Size]byte

// Watch tells every file there is, then every change until ctx ends: what this
// process writes at once, what others write within about half a second of the
// last change. Calls come one after another. Where
// the folders cannot be watched it says so once, and changes are told within a
// minute.
func (l *Library) Watch(ctx context.Context, changed Changed) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.notice(ctx)
	}()
	defer func() { <-ended }()
	done := told{}
	complained := ""
	for {
		err := l.tell(ctx, done, changed)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			complained = ""
		} else if complained != err.Error() {
			complained = err.Error()
			l.log.Warn("memory files cannot be looked through", "err", err)
		}
		clock.Wait(ctx, l.clock, l.Again, l.wake)
	}
}

// poke lets Watch look again.
func (l *Library) poke() {
	select {
	case l.wake <- struct{}{}:
	default: // one look is due already
	}
}

// notice wakes at changes.
func (l *Library) notice(ctx context.Context) {
	complained := false
	for {
		err := watch.Tree(ctx, l.clock, l.dir, l.quiet, l.poke)
		if err == nil || ctx.Err() != nil {
			return
		}
		if !complained {
			complained = true
			l.log.Warn("memory files are not watched, changes are found within a minute", "err", err)
		}
		if l.clock.Sleep(ctx, again) != nil {
			return
		}
	}
}

// tell tells what is not as it was told last.
func (l *Library) tell(ctx context.Context, done told, changed Changed) error {
	scopes, err := l.scopes()
	if err != nil {
		return err
	}
	// A scope whose folder is gone is looked for as well.
	scopes = append(scopes, slices.Collect(maps.Keys(done))...)
	slices.Sort(scopes)
	for _, s := range slices.Compact(scopes) {
		if done[s] == nil {
			done[s] = map[string][sha256.Size]byte{}
		}
		now, failed := l.look(ctx, s)
		if err = errors.Join(err, failed); failed == nil {
			done.differ(now, s, changed)
		}
	}
	return err
}

// differ tells what of a scope is not as it was told last.
func (d told) differ(now shelf, scope person.Scope, changed Changed) {
	for path := range d[scope] {
		if e := now[path]; e == nil || len(e.Chunks) == 0 {
			delete(d[scope], path)
			changed(scope, path, nil)
		}
	}
	for _, e := range now.under("") {
		if hash, ok := d[scope][e.Path]; len(e.Chunks) > 0 && (!ok || hash != e.Hash) {
			d[scope][e.Path] = e.Hash
			changed(scope, e.Path, e.Chunks)
		}
	}
}
