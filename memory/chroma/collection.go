package chroma

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	api "github.com/amikos-tech/chroma-go/pkg/api/v2"
	"github.com/amikos-tech/chroma-go/pkg/embeddings"

	"github.com/kokoron/kokoron/internal/person"
)

// Collection is the name of a scope's collection. Chroma takes letters and
// digits of ASCII alone, so home, scope and space are hashed.
func (s *Store) Collection(scope person.Scope) string {
	sum := sha256.Sum256([]byte(s.cfg.Home + "\x00" + string(scope) + "\x00" + s.cfg.Space))
	return "kk-" + hex.EncodeToString(sum[:16])
}

// write calls fn with the scope's collection, which is made where there is
// none. A handle names a collection that may have been deleted and made again
// since: then fn is called once more with a fresh one.
func (s *Store) write(ctx context.Context, scope person.Scope, fn func(context.Context, api.Collection) error) error {
	return s.with(ctx, scope, true, fn)
}

// read is write for what must not make a collection: without one fn is not
// called and there is no error.
func (s *Store) read(ctx context.Context, scope person.Scope, fn func(context.Context, api.Collection) error) error {
	err := s.with(ctx, scope, false, fn)
	if errors.Is(err, errGone) {
		return nil
	}
	return err
}

func (s *Store) with(ctx context.Context, scope person.Scope, create bool, fn func(context.Context, api.Collection) error) error {
	name := s.Collection(scope)
	for try := 0; ; try++ {
		c, err := s.handle(ctx, name, scope, create)
		if err != nil {
			return err
		}
		err = s.call(ctx, func(ctx context.Context) error { return fn(ctx, c) })
		if !errors.Is(err, errGone) {
			return err
		}
		s.forget(name)
		if try > 0 {
			return err
		}
	}
}

// handle is the collection of that name, from the server where it is not
// known. The library must always be given an embedding function: without one
// it downloads a model when it makes a collection, and takes whatever the
// server names when it gets one (chroma-go v0.4.0; TestNothingIsDownloaded).
func (s *Store) handle(ctx context.Context, name string, scope person.Scope, create bool) (c api.Collection, err error) {
	s.mu.Lock()
	c = s.handles[name]
	s.mu.Unlock()
	if c != nil {
		return c, nil
	}
	err = s.call(ctx, func(ctx context.Context) (err error) {
		if create {
			c, err = s.client.GetOrCreateCollection(ctx, name, api.WithEmbeddingFunctionCreate(noEmbedding{}),
				api.WithDisableEFConfigStorage(), api.WithCollectionMetadataCreate(s.about(scope)),
				api.WithHNSWSpaceCreate(embeddings.COSINE))
		} else {
			c, err = s.client.GetCollection(ctx, name, api.WithEmbeddingFunctionGet(noEmbedding{}))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handles[name] = c
	return c, nil
}

// scopeKey is where a collection says whose it is.
const scopeKey = "scope"

// about tells people who look at the server what a collection is.
func (s *Store) about(scope person.Scope) api.CollectionMetadata {
	return api.NewMetadata(api.NewStringAttribute("home", s.cfg.Home),
		api.NewStringAttribute(scopeKey, string(scope)), api.NewStringAttribute("model", s.cfg.Space))
}

func (s *Store) forget(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.handles, name)
}

// noEmbedding stands where the library wants an embedding function. It is
// never asked, because every row and query comes with its vector.
type noEmbedding struct{}

var errNoEmbedding = errors.New("texts are not embedded here")

func (noEmbedding) EmbedDocuments(context.Context, []string) ([]embeddings.Embedding, error) {
	return nil, errNoEmbedding
}

func (noEmbedding) EmbedQuery(context.Context, string) (embeddings.Embedding, error) {
	return nil, errNoEmbedding
}

func (noEmbedding) Name() string                                  { return "none" }
func (noEmbedding) GetConfig() embeddings.EmbeddingFunctionConfig { return nil }
func (noEmbedding) DefaultSpace() embeddings.DistanceMetric       { return embeddings.COSINE }
func (noEmbedding) SupportedSpaces() []embeddings.DistanceMetric {
	return []embeddings.DistanceMetric{embeddings.COSINE}
}
