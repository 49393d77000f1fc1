package chroma

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	api "github.com/amikos-tech/chroma-go/pkg/api/v2"
	"go.uber.org/goleak"

	"github.com/kokoron/kokoron/internal/fault"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/memorytest"
)

const owner = person.ScopeOwner

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open is a store on the server, in a home nobody had before.
func open(t testing.TB, url string, dim int, timeout time.Duration) *Store {
	t.Helper()
	home := fmt.Sprintf("test %d %s", time.Now().UnixNano(), t.Name())
	s, err := New(Config{URL: url, Home: home, Space: "test", Dim: dim, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// dropped deletes a test's collections from a server that others use too.
func dropped(t testing.TB, s *Store, scopes ...person.Scope) {
	t.Cleanup(func() {
		for _, scope := range scopes {
			if err := s.Drop(context.Background(), scope); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestSuite(t *testing.T) {
	url := memorytest.ChromaURL(t)
	memorytest.Suite(t, func(t *testing.T) memorytest.Index {
		s := open(t, url, memorytest.Dim, time.Minute)
		dropped(t, s, memorytest.Anna, memorytest.Ben, person.ScopeShared)
		return s
	})
}

func TestConfig(t *testing.T) {
	good := Config{URL: "http://127.0.0.1:1", Home: "h", Space: "s", Dim: 3}
	for name, change := range map[string]func(*Config){
		"no scheme": func(c *Config) { c.URL = "127.0.0.1:8000" }, "no host": func(c *Config) { c.URL = "http://" },
		"no home": func(c *Config) { c.Home = "" }, "no space": func(c *Config) { c.Space = "" }, "no dim": func(c *Config) { c.Dim = 0 },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// TestCollection: every home, scope and model has a name of its own that the
// server takes.
func TestCollection(t *testing.T) {
	names := map[string]bool{}
	for _, home := range []string{"h", "家"} {
		for _, space := range []string{"e5", "e5/text"} {
			for _, scope := range []person.Scope{"owner", "person:ベン", "site:x"} {
				s, err := New(Config{URL: "http://h", Home: home, Space: space, Dim: 1})
				if err != nil {
					t.Fatal(err)
				}
				names[s.Collection(scope)] = true
			}
		}
	}
	if len(names) != 12 {
		t.Errorf("%d names for 12 collections", len(names))
	}
	for n := range names {
		if !regexp.MustCompile(`^[a-z][a-z0-9-]{2,62}$`).MatchString(n) {
			t.Errorf("name %q", n)
		}
	}
}

func TestRecords(t *testing.T) {
	s := open(t, memorytest.ChromaURL(t), 8, 0)
	dropped(t, s, owner)
	want := map[string]string{}
	points := memorytest.Points(memorytest.Vectors(1, 1200, 8)) // more than a page
	for i := range points {
		if i%3 == 0 {
			points[i].Record = fmt.Sprintf(`{"id":"u%d","at":1764460800123456789,"text":"記憶 %d"}`, i, i)
			points[i].Chunks = append(points[i].Chunks, points[0].Chunks...)
			want[points[i].ID] = points[i].Record
		}
	}
	if err := s.Upsert(t.Context(), owner, points...); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	err := s.Records(t.Context(), person.Only(owner), func(scope person.Scope, id, record string) error {
		got[id] = record
		return nil
	})
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%d records, want %d, %v", len(got), len(want), err)
	}
	stop := errors.New("stop")
	err = s.Records(t.Context(), person.Only(owner), func(person.Scope, string, string) error { return stop })
	if !errors.Is(err, stop) {
		t.Errorf("the caller's error became %v", err)
	}
	if err := s.Records(t.Context(), person.Only("nobody"), nil); err != nil {
		t.Error(err)
	}
}

// TestLeftovers: rows that no first row tells of, as an older fault may leave
// them, go with their unit.
func TestLeftovers(t *testing.T) {
	s := open(t, memorytest.ChromaURL(t), 8, 0)
	dropped(t, s, owner)
	v := memorytest.Vectors(2, 5, 8)
	five := memory.Point{ID: "a"}
	for _, x := range v {
		five.Chunks = append(five.Chunks, memory.Chunk{Text: "x", Vector: x})
	}
	if err := s.Upsert(t.Context(), owner, five); err != nil {
		t.Fatal(err)
	}
	c, err := s.handle(t.Context(), s.Collection(owner), owner, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(t.Context(), api.WithIDs(rowID("a", 0))); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), owner, "a"); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Count(t.Context(), person.Only(owner)); n != 0 || err != nil {
		t.Errorf("%d rows left, %v", n, err)
	}
}

// TestKilled: while the server is away every call says so at once; all that
// was acknowledged is there when it is back, and the same store goes on.
func TestKilled(t *testing.T) {
	server := memorytest.StartChroma(t)
	s := open(t, server.URL, 8, 5*time.Second)
	v := memorytest.Vectors(3, 300, 8)
	points := memorytest.Points(v)
	acked := 0
	for part := range slices.Chunk(points, 100) {
		if acked == 200 {
			server.Kill()
			var gone *fault.Unavailable
			begin := time.Now()
			for name, err := range calls(s, v[0], part...) {
				if !errors.As(err, &gone) {
					t.Errorf("%s without a server: %v", name, err)
				}
			}
			if d := time.Since(begin); d > 2*time.Second {
				t.Errorf("five calls without a server took %v", d)
			}
			server.Start()
			if n, err := s.Count(t.Context(), person.Only(owner)); n != acked || err != nil {
				t.Errorf("%d of %d acknowledged units are there, %v", n, acked, err)
			}
		}
		if err := s.Upsert(t.Context(), owner, part...); err != nil {
			t.Fatal(err)
		}
		acked += len(part)
	}
	if n, err := s.Count(t.Context(), person.Only(owner)); n != 300 || err != nil {
		t.Errorf("%d units in the end, %v", n, err)
	}
}

// TestKilledWhileWriting: what was acknowledged before the server died in the
// middle of a write is there afterwards, and writing all again is right.
func TestKilledWhileWriting(t *testing.T) {
	server := memorytest.StartChroma(t)
	s := open(t, server.URL, 8, 10*time.Second)
	points := memorytest.Points(memorytest.Vectors(14, 5000, 8))
	var acked []string
	some, done := make(chan struct{}), make(chan error)
	go func() {
		for part := range slices.Chunk(points, 10) {
			if err := s.Upsert(t.Context(), owner, part...); err != nil {
				done <- err
				return
			}
			for _, p := range part {
				acked = append(acked, p.ID)
			}
			if len(acked) == 100 {
				close(some)
			}
		}
		done <- nil
	}()
	select {
	case <-some:
	case err := <-done:
		t.Fatal(err)
	}
	server.Kill()
	if err := <-done; err == nil {
		t.Fatal("all was written before the server died")
	}
	server.Start()
	has, err := s.Has(t.Context(), person.Only(owner), acked...)
	if err != nil || !slices.Equal(has, acked) {
		t.Errorf("%d of %d acknowledged units are there, %v", len(has), len(acked), err)
	}
	all := points[:len(acked)+10]
	if err := s.Upsert(t.Context(), owner, all...); err != nil {
		t.Error(err)
	}
	if n, err := s.Count(t.Context(), person.Only(owner)); n != len(all) || err != nil {
		t.Errorf("%d units, want %d, %v", n, len(all), err)
	}
	t.Logf("proof: killed in the middle of writing, all %d acknowledged units were there", len(acked))
}

// calls makes every call once.
func calls(s *Store, vec []float32, points ...memory.Point) map[string]error {
	ctx, view, out := context.Background(), person.Only(owner), map[string]error{}
	_, out["search"] = s.Search(ctx, view, vec, 3)
	_, out["count"] = s.Count(ctx, view)
	_, out["has"] = s.Has(ctx, view, "u0")
	out["upsert"] = s.Upsert(ctx, owner, points...)
	out["delete"] = s.Delete(ctx, owner, points[0].ID)
	return out
}

// TestWiped: the collection behind a handle vanishes with its server's folder,
// or is deleted and made again by another program.
func TestWiped(t *testing.T) {
	server := memorytest.StartChroma(t)
	s := open(t, server.URL, 8, 5*time.Second)
	v := memorytest.Vectors(4, 10, 8)
	points := memorytest.Points(v)
	other, err := New(s.cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for name, vanish := range map[string]func() error{
		"wiped":   func() error { server.Wipe(); return nil },
		"deleted": func() error { return other.Drop(t.Context(), owner) },
		"made again": func() error {
			return errors.Join(other.Drop(t.Context(), owner), other.Upsert(t.Context(), owner, points[9]))
		},
	} {
		if err := s.Upsert(t.Context(), owner, points[:9]...); err != nil {
			t.Fatal(err)
		}
		if err := vanish(); err != nil {
			t.Fatal(err)
		}
		hits, err := s.Search(t.Context(), person.Only(owner), v[9], 5)
		if want := name == "made again"; err != nil || (len(hits) == 1) != want || len(hits) > 1 {
			t.Errorf("%s: reading finds %v, %v", name, hits, err)
		}
		for call, err := range calls(s, v[0], points...) {
			if err != nil {
				t.Errorf("%s: %s %v", name, call, err)
			}
		}
		if n, err := s.Count(t.Context(), person.Only(owner)); n != 9 || err != nil { // calls deleted one of ten
			t.Errorf("%s: after writing all again %d, %v", name, n, err)
		}
	}
}

// TestOtherDimension: a collection of that name holds vectors of another
// model.
func TestOtherDimension(t *testing.T) {
	s := open(t, memorytest.ChromaURL(t), 8, 0)
	dropped(t, s, owner)
	if err := s.Upsert(t.Context(), owner, memorytest.Points(memorytest.Vectors(5, 1, 8))...); err != nil {
		t.Fatal(err)
	}
	cfg := s.cfg
	cfg.Dim = 9
	other, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	v := memorytest.Vectors(6, 1, 9)
	_, err = other.Search(t.Context(), person.Only(owner), v[0], 1)
	for _, err := range []error{err, other.Upsert(t.Context(), owner, memorytest.Points(v)...)} {
		var wrong *memory.DimensionError
		if !errors.As(err, &wrong) || wrong.Want != 8 || wrong.Got != 9 {
			t.Errorf("%v, want a dimension error 8, 9", err)
		}
	}
	if n, err := s.Count(t.Context(), person.Only(owner)); n != 1 || err != nil {
		t.Errorf("afterwards %d, %v", n, err)
	}
}

// TestSlow: neither the caller's limit nor the store's own is overstepped, and
// each is told apart.
func TestSlow(t *testing.T) {
	slow := memorytest.NewSlow(t, memorytest.ChromaURL(t))
	s := open(t, slow.URL, 8, 300*time.Millisecond)
	v := memorytest.Vectors(7, 1, 8)
	if err := s.Upsert(t.Context(), owner, memorytest.Points(v)...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		slow.Delay(0)
		if err := s.Drop(context.Background(), owner); err != nil {
			t.Error(err)
		}
	})
	slow.Delay(time.Hour)
	begin := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Search(ctx, person.Only(owner), v[0], 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the caller's limit gave %v", err)
	}
	var later *fault.Temporary
	if _, err := s.Search(t.Context(), person.Only(owner), v[0], 1); !errors.As(err, &later) {
		t.Errorf("the store's limit gave %v", err)
	}
	if d := time.Since(begin); d > 2*time.Second {
		t.Errorf("limits of 50 and 300 ms took %v", d)
	}
	slow.Delay(0)
	if hits, err := s.Search(t.Context(), person.Only(owner), v[0], 1); len(hits) != 1 || err != nil {
		t.Errorf("quick again: %v, %v", hits, err)
	}
}

// TestKinds plays answers that a real server gives seldom.
func TestKinds(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   any
	}{
		"too many":  {429, `{"error":"RateLimit","message":"slow down"}`, new(*fault.Temporary)},
		"broken":    {500, `oops`, new(*fault.Temporary)},
		"proxy":     {502, `<html>bad gateway</html>`, new(*fault.Temporary)},
		"forbidden": {403, `{"error":"Forbidden","message":"no"}`, new(*fault.Blocked)},
		"refused":   {400, `{"error":"InvalidArgumentError","message":"bad"}`, new(*fault.Blocked)},
		"too large": {413, ``, new(*fault.TooLong)},
		"redirect":  {307, ``, new(*fault.Incomplete)},
		"not json":  {200, `hello`, new(*fault.Incomplete)},
		"cut":       {200, `{"id":"6f`, new(*fault.Incomplete)},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			w.Write([]byte(c.body))
		}))
		s := open(t, server.URL, 8, 0)
		for call, err := range calls(s, memorytest.Vectors(8, 1, 8)[0], memorytest.Points(memorytest.Vectors(8, 1, 8))...) {
			if !errors.As(err, c.want) {
				t.Errorf("%s: %s gives %v", name, call, err)
			}
			if len(err.Error()) > 500 {
				t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
			}
		}
		s.Close()
		server.Close()
	}
}

// TestNothingIsDownloaded: the library would fetch a model where it is given
// no embedding function, or where the server names one, and would read the
// database's name from the environment.
func TestNothingIsDownloaded(t *testing.T) {
	url := memorytest.ChromaURL(t)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", home)
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1") // what it fetches comes by https
	t.Setenv("CHROMA_TENANT", "elsewhere")
	t.Setenv("CHROMA_DATABASE", "elsewhere")
	s := open(t, url, 8, 2*time.Second)
	dropped(t, s, owner)
	points := memorytest.Points(memorytest.Vectors(9, 3, 8))
	for call, err := range calls(s, points[0].Chunks[0].Vector, points...) {
		if err != nil {
			t.Errorf("%s: %v", call, err)
		}
	}
	resp, err := http.Get(url + "/api/v2/tenants/default_tenant/databases/default_database/collections/" + s.Collection(owner))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != 200 {
		t.Errorf("the collection is not in the default database: %s", resp.Status)
	}
	if files, err := os.ReadDir(home); len(files) != 0 || err != nil {
		t.Errorf("the library wrote %v, %v", files, err)
	}
}

func BenchmarkUpsert(b *testing.B) {
	s := open(b, memorytest.ChromaURL(b), 384, time.Minute)
	dropped(b, s, owner)
	points := memorytest.Points(memorytest.Vectors(10, 5000, 384))
	for b.Loop() {
		if err := s.Upsert(b.Context(), owner, points...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(points))/b.Elapsed().Seconds(), "units/s")
}

// BenchmarkOne replaces one unit and deletes another in a filled collection.
func BenchmarkOne(b *testing.B) {
	s := open(b, memorytest.ChromaURL(b), 384, time.Minute)
	dropped(b, s, owner)
	points := memorytest.Points(memorytest.Vectors(12, 10_000, 384))
	if err := s.Upsert(b.Context(), owner, points...); err != nil {
		b.Fatal(err)
	}
	b.Run("upsert", func(b *testing.B) {
		for i := range b.N {
			if err := s.Upsert(b.Context(), owner, points[i%1000]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("delete", func(b *testing.B) {
		for i := range b.N {
			if err := s.Delete(b.Context(), owner, points[1000+i%9000].ID); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	url := memorytest.ChromaURL(b)
	for _, n := range []int{1_000, 10_000} {
		s := open(b, url, 384, time.Minute)
		dropped(b, s, owner)
		v := memorytest.Vectors(11, n, 384)
		if err := s.Upsert(b.Context(), owner, memorytest.Points(v)...); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for i := range b.N {
				if _, err := s.Search(b.Context(), person.Only(owner), v[i*7%n], 50); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestScopes: the collections of this home and space tell whose they are, in
// pages, and those of others do not.
func TestScopes(t *testing.T) {
	url := memorytest.ChromaURL(t)
	s, other := open(t, url, 8, 0), open(t, url, 8, 0)
	want := []person.Scope{owner, "person:葵", person.ScopeShared}
	dropped(t, s, want...)
	dropped(t, other, "person:ben")
	points := memorytest.Points(memorytest.Vectors(3, 1, 8))
	for _, scope := range want {
		if err := s.Upsert(t.Context(), scope, points...); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Upsert(t.Context(), "person:ben", points...); err != nil {
		t.Fatal(err)
	}
	got, err := s.Scopes(t.Context())
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
