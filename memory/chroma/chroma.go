// Package chroma keeps the semantic index on a Chroma server: one collection
// a scope and embedding model, with a full second copy of every record.
//
// Guarantees. A search sees only the collections of its View. A unit is
// replaced whole before Upsert returns; what Delete was told is gone, which a
// second question confirms. After an error any part of a call may have
// happened, and the same call again is right. A collection that vanished
// (a wiped or restored server) is made again by the next Upsert and is empty
// for readers until then. Safe for concurrent use, except that one unit must
// not be written by two at once. Errors are kinds of internal/fault,
// *memory.DimensionError, memory.ErrPoint, or the context's own.
//
// The package never lets the library embed a text, which would download a
// model, and never filters a search by metadata, which takes time in
// proportion to what matches: callers fetch more and choose themselves. It
// keeps no state but handles; the record of truth is elsewhere.
package chroma

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	api "github.com/amikos-tech/chroma-go/pkg/api/v2"
	"github.com/amikos-tech/chroma-go/pkg/embeddings"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

const (
	// rowsPerWrite is how many chunks go into one request; servers take at most
	// 5,461.
	rowsPerWrite = 1000
	// unitsPerDelete and idsPerRead are how many ids one request may name.
	unitsPerDelete = 500
	idsPerRead     = 2000
	// mostRows bounds how far a search goes on to find enough units.
	mostRows = 5000
)

// Config says where the index is. Home and Space are part of the collections'
// names, so that several homes and models share a server.
type Config struct {
	URL     string        // http://host:port
	Home    string        // names the data folder, the same for ever
	Space   string        // the embedding model and how it is asked
	Dim     int           // of its vectors, > 0
	Timeout time.Duration // of one request [10 s]
}

// Store is the index on the server. Use New.
type Store struct {
	cfg    Config
	client api.Client
	http   *http.Client

	mu      sync.Mutex
	handles map[string]api.Collection // by name
}

// New makes a store. It asks the server nothing.
func New(cfg Config) (*Store, error) {
	u, err := url.Parse(cfg.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("chroma url: must look like http://host:port")
	case cfg.Home == "" || cfg.Space == "" || cfg.Dim <= 0:
		return nil, errors.New("chroma: home, space and dimension must be given")
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = 10 * time.Second
	}
	transport := &http.Transport{
		Proxy:       http.ProxyFromEnvironment,
		DialContext: (&net.Dialer{Timeout: min(cfg.Timeout, 3*time.Second)}).DialContext, MaxIdleConnsPerHost: 4,
		IdleConnTimeout: time.Minute,
	}
	hc := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a redirected POST would arrive as a GET
	}}
	client, err := api.NewHTTPClient(api.WithBaseURL(cfg.URL), api.WithHTTPClient(hc),
		// Otherwise CHROMA_TENANT and CHROMA_DATABASE of the environment would count.
		api.WithDatabaseAndTenant(api.DefaultDatabase, api.DefaultTenant))
	if err != nil {
		return nil, fmt.Errorf("chroma client: %w", err)
	}
	return &Store{cfg: cfg, client: client, http: hc, handles: map[string]api.Collection{}}, nil
}

// Close drops idle connections. Calls in flight are not touched.
func (s *Store) Close() { s.http.CloseIdleConnections() }

// Upsert puts units into a scope, each in place of the one with its id; of two
// with one id the later counts. If one cannot be indexed nothing is sent.
func (s *Store) Upsert(ctx context.Context, scope person.Scope, points ...memory.Point) error {
	last := map[string]int{}
	for i, p := range points {
		if err := p.Check(s.cfg.Dim); err != nil {
			return fmt.Errorf("index on chroma: %w", err)
		}
		last[p.ID] = i
	}
	var b batch
	for i, p := range points {
		if last[p.ID] != i {
			continue
		}
		if len(b.ids)+len(p.Chunks) > rowsPerWrite {
			if err := s.upsert(ctx, scope, b); err != nil {
				return err
			}
			b = batch{}
		}
		b.add(p)
	}
	return s.upsert(ctx, scope, b)
}

// upsert writes one batch. Chunks that a unit had beyond its new ones go
// first: after a crash between the two the unit lacks chunks, but none is
// stale.
func (s *Store) upsert(ctx context.Context, scope person.Scope, b batch) error {
	if len(b.ids) == 0 {
		return nil
	}
	err := s.write(ctx, scope, func(ctx context.Context, c api.Collection) error {
		old, err := c.Get(ctx, api.WithIDs(b.firsts...), api.WithInclude(api.IncludeMetadatas))
		if err != nil {
			return err
		}
		if stale := b.stale(old); len(stale) > 0 {
			if err := c.Delete(ctx, api.WithIDs(stale...)); err != nil {
				return err
			}
		}
		return c.Upsert(ctx, api.WithIDs(b.ids...), api.WithTexts(b.texts...),
			api.WithEmbeddings(b.vectors...), api.WithMetadatas(b.metadata...))
	})
	if err != nil {
		return fmt.Errorf("index on chroma: %w", err)
	}
	return nil
}

// Delete takes units out of a scope and looks whether they are gone; what is
// not there is no error.
func (s *Store) Delete(ctx context.Context, scope person.Scope, ids ...string) error {
	for part := range slices.Chunk(ids, unitsPerDelete) {
		err := s.read(ctx, scope, func(ctx context.Context, c api.Collection) error {
			where := api.WithWhere(api.InString(unitKey, part...))
			if err := c.Delete(ctx, where); err != nil {
				return err
			}
			left, err := c.Get(ctx, where, api.WithInclude(api.IncludeMetadatas))
			if err != nil {
				return err
			}
			if n := left.Count(); n > 0 {
				return fmt.Errorf("%w: %d chunks", errStays, n)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("delete on chroma: %w", err)
		}
	}
	return nil
}

// Drop deletes a scope's collection.
func (s *Store) Drop(ctx context.Context, scope person.Scope) error {
	name := s.Collection(scope)
	err := s.call(ctx, func(ctx context.Context) error { return s.client.DeleteCollection(ctx, name) })
	if err != nil && !errors.Is(err, errGone) {
		return fmt.Errorf("drop on chroma: %w", err)
	}
	s.forget(name)
	return nil
}

// Search finds the k units of the view nearest to vec: best first, equal ones
// by id and scope. The server's search is approximate, and gives at most 5,000
// chunks a scope.
func (s *Store) Search(ctx context.Context, view person.View, vec []float32, k int) ([]memory.Near, error) {
	if err := memory.CheckVector(vec, s.cfg.Dim); err != nil {
		return nil, fmt.Errorf("search on chroma: %w", err)
	}
	var out []memory.Near
	for _, scope := range view.Scopes() {
		hits, err := s.search(ctx, scope, vec, k)
		if err != nil {
			return nil, fmt.Errorf("search on chroma: %w", err)
		}
		out = append(out, hits...)
	}
	slices.SortFunc(out, func(a, b memory.Near) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Scope, b.Scope))
	})
	return out[:min(len(out), max(k, 0))], nil
}

// search asks one collection for more rows than units are wanted, and for more
// again where many were chunks of the same units.
func (s *Store) search(ctx context.Context, scope person.Scope, vec []float32, k int) (hits []memory.Near, err error) {
	if k <= 0 {
		return nil, nil
	}
	k = min(k, mostRows)
	for n := min(k+k/2+8, mostRows); ; n = min(4*n, mostRows) {
		var r api.QueryResult
		err = s.read(ctx, scope, func(ctx context.Context, c api.Collection) error {
			r, err = c.Query(ctx, api.WithQueryEmbeddings(embeddings.NewEmbeddingFromFloat32(vec)),
				api.WithNResults(n), api.WithInclude(api.IncludeDistances))
			return err
		})
		if err != nil || r == nil {
			return nil, err
		}
		rows := 0
		if hits, rows, err = units(scope, r); err != nil || len(hits) >= k || rows < n || n >= mostRows {
			return hits, err
		}
	}
}

// units makes the rows of an answer, which come nearest first, units.
func units(scope person.Scope, r api.QueryResult) (hits []memory.Near, rows int, err error) {
	ids, distances := r.GetIDGroups(), r.GetDistancesGroups()
	if len(ids) != 1 || len(distances) != 1 || len(ids[0]) != len(distances[0]) {
		return nil, 0, incomplete(errors.New("the answer to a search has not one distance an id"))
	}
	seen := map[string]bool{}
	for i, row := range ids[0] {
		id, _ := unitOf(string(row))
		if !seen[id] {
			seen[id] = true
			hits = append(hits, memory.Near{Scope: scope, ID: id, Score: 1 - float64(distances[0][i])})
		}
	}
	return hits, len(ids[0]), nil
}

// Has says which of ids the view has, in the order asked.
func (s *Store) Has(ctx context.Context, view person.View, ids ...string) (out []string, err error) {
	there := map[string]bool{}
	for _, scope := range view.Scopes() {
		for part := range slices.Chunk(ids, idsPerRead) {
			err := s.read(ctx, scope, func(ctx context.Context, c api.Collection) error {
				r, err := c.Get(ctx, api.WithIDs(firsts(part)...), api.WithInclude(api.IncludeMetadatas))
				if err != nil {
					return err
				}
				for _, row := range r.GetIDs() {
					id, _ := unitOf(string(row))
					there[id] = true
				}
				return nil
			})
			if err != nil {
				return nil, fmt.Errorf("look up on chroma: %w", err)
			}
		}
	}
	for _, id := range ids {
		if there[id] {
			out = append(out, id)
		}
	}
	return out, nil
}

// Count is the number of chunks of the view.
func (s *Store) Count(ctx context.Context, view person.View) (total int, err error) {
	for _, scope := range view.Scopes() {
		err := s.read(ctx, scope, func(ctx context.Context, c api.Collection) error {
			n, err := c.Count(ctx)
			total += n
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("count on chroma: %w", err)
		}
	}
	return total, nil
}

// Scopes lists the scopes of this home and space that have a collection.
func (s *Store) Scopes(ctx context.Context) (scopes []person.Scope, err error) {
	const page = 100
	for from, n := 0, page; n == page; from += page {
		var list []api.Collection
		err := s.call(ctx, func(ctx context.Context) (err error) {
			list, err = s.client.ListCollections(ctx, api.ListWithLimit(page), api.ListWithOffset(from))
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("list collections of chroma: %w", err)
		}
		n = len(list)
		for _, c := range list {
			m := c.Metadata()
			if m == nil {
				continue
			}
			scope, _ := m.GetString(scopeKey)
			if scope := person.Scope(scope); scope != "" && c.Name() == s.Collection(scope) {
				scopes = append(scopes, scope)
			}
		}
	}
	return scopes, nil
}

// Records gives fn every record of the view, as JSON, in no order; units
// without one are left out. An error of fn ends it.
func (s *Store) Records(ctx context.Context, view person.View, fn func(scope person.Scope, id, record string) error) error {
	const page = 1000
	for _, scope := range view.Scopes() {
		for from, rows := 0, page; rows == page; from += page {
			var r api.GetResult
			err := s.read(ctx, scope, func(ctx context.Context, c api.Collection) (err error) {
				r, err = c.Get(ctx, api.WithLimit(page), api.WithOffset(from), api.WithInclude(api.IncludeMetadatas))
				return err
			})
			if err != nil {
				return fmt.Errorf("read records from chroma: %w", err)
			}
			if r == nil {
				break
			}
			if rows = r.Count(); len(r.GetMetadatas()) != rows {
				return fmt.Errorf("read records from chroma: %w", incomplete(errors.New("rows without metadata")))
			}
			for i, m := range r.GetMetadatas() {
				id, first := unitOf(string(r.GetIDs()[i]))
				if record := text(m, recordKey); first && record != "" {
					if err := fn(scope, id, strings.Clone(record)); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
