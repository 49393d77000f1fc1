package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	owner = person.Person{ID: person.OwnerID, Role: person.Owner}
	aoi   = person.Person{ID: "aoi", Role: person.Admitted}
)

// lines counts what is logged.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) count(part string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.buf.String(), part)
}

type shop struct {
	*Library
	t   testing.TB
	log *lines
}

func open(t testing.TB) *shop {
	t.Helper()
	log := &lines{}
	l, err := Open(filepath.Join(t.TempDir(), "memory"), tokyo, clock.Real{}, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	l.quiet = 30 * time.Millisecond
	return &shop{l, t, log}
}

// put writes a file as an editor does that is not ours.
func (s *shop) put(name, content string) {
	s.t.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// scan is what a look finds: names and how many chunks.
func (s *shop) scan(scope person.Scope) []string {
	s.t.Helper()
	var out []string
	err := s.Scan(context.Background(), scope, func(f File) bool {
		out = append(out, fmt.Sprintf("%s/%s %d", Folder(f.Scope), f.Path, len(f.Chunks)))
		return true
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

func TestFolders(t *testing.T) {
	for scope, want := range map[person.Scope]string{
		"owner": "owner", "shared": "shared", "person:aoi": "person-aoi", "site:my-blog": "site-my-blog",
		"person:Aoi": "person-_41oi", "person:../x": "person-_2e_2e_2fx", "person:a:b": "person-a_3ab", "person:あ": "person-_e3_81_82",
	} {
		if got := Folder(scope); got != want {
			t.Errorf("the folder of %s is %s, want %s", scope, got, want)
		}
	}
	for _, folder := range []string{"", "ownr", "person", "person-", "person-_", "person-_zz", "person-_61", "person-_4", "Owner", "..", "person-A", "a-b", "owner-x", ".git"} {
		if scope, ok := scopeOf(folder); ok {
			t.Errorf("the folder %q is taken for that of %q", folder, scope)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"person:", "site:"})
		name := rapid.StringN(1, 20, 60)
		a := person.Scope(kind.Draw(t, "kind") + name.Draw(t, "a"))
		b := person.Scope(kind.Draw(t, "kind") + name.Draw(t, "b"))
		if a != b && strings.EqualFold(Folder(a), Folder(b)) {
			t.Fatalf("%q and %q meet in %s", a, b, Folder(a))
		}
		if back, ok := scopeOf(Folder(a)); !ok || back != a {
			t.Fatalf("%q became %q by its folder", a, back)
		}
	})
}

// TestScan goes through everything a folder may hold.
func TestScan(t *testing.T) {
	s := open(t)
	good := []string{"owner/episodes/2026-06-05.md", "owner/index.md", "owner/knowledge/a.md", "owner/knowledge/x/y/b.md",
		"owner/procedures/c.md", "owner/skills/d.md", "person-aoi/knowledge/a.md", "shared/knowledge/e.md"}
	for _, name := range good {
		s.put(name, "text")
	}
	for _, name := range []string{"README.md", "owner/note.md", "owner/other/a.md", "owner/knowledge/a.txt", "owner/knowledge/.hidden.md",
		"owner/.versions/knowledge/a.md/1.md", "owner/knowledge/.obsidian/b.md", "owner/knowledge/b.md~", "somebody/knowledge/a.md", "person-A/knowledge/a.md"} {
		s.put(name, "text")
	}
	bad := map[string]string{
		"latin":      "caf\xe9",
		"sjis":       "\x83\x89\x81[\x83\x81\x83\x93",
		"utf16":      "\xff\xfea\x00",
		"binary":     "a\x00b",
		"name\u202e": "x", "bell\a": "x",
		"parts":               strings.Repeat("## a\n\n## b\n", maxChunks),
		"large":               "",
		"d/e/e/p/e/r/t/h/a/n": "x",
	}
	for name, content := range bad {
		s.put("owner/knowledge/"+name+".md", content)
	}
	s.put("owner/knowledge/d/e/e/p/e/r/t/h/a/second.md", "x") // the folder is named, not each file
	if err := os.Truncate(filepath.Join(s.dir, "owner/knowledge/large.md"), 50<<20); err != nil {
		t.Fatal(err)
	}
	s.put("owner/knowledge/bom.md", "\uFEFF---\r\ntitle: T\r\n---\r\n\r\n## a\r\nb\rc\r\n")
	s.put("owner/knowledge/blank.md", " \n")
	out := filepath.Join(s.dir, "..", "outside.md")
	for link, to := range map[string]string{"owner/knowledge/link.md": out, "owner/knowledge/inside.md": "a.md", "owner/knowledge/dir": "..", "person-ren": "owner"} {
		if err := os.Symlink(to, filepath.Join(s.dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for _, name := range good {
		want = append(want, name+" 1")
	}
	want = append(want, "owner/knowledge/bom.md 1", "owner/knowledge/blank.md 0")
	slices.Sort(want)
	// A link in the place of a scope's folder is said, and hides no other scope.
	all := func(what string) {
		t.Helper()
		var got []string
		err := s.Scan(t.Context(), "", func(f File) bool {
			got = append(got, fmt.Sprintf("%s/%s %d", Folder(f.Scope), f.Path, len(f.Chunks)))
			return true
		})
		if !errors.Is(err, ErrPath) {
			t.Errorf("a scope's folder that is a link: %v", err)
		}
		equal(t, what, got, want)
		equal(t, "what is named in the log", s.log.count("memory file is not used"), len(bad))
	}
	all("the files")
	all("the files, again")
	equal(t, "what is said of the large file", s.log.count("52428800 bytes, at most 4194304"), 1)
	if err := s.Scan(t.Context(), "nobody", func(File) bool { return true }); !errors.Is(err, ErrPath) {
		t.Errorf("a scope that cannot be: %v", err)
	}
	n := 0
	if err := s.Scan(t.Context(), "owner", func(File) bool { n++; return false }); err != nil || n != 1 {
		t.Errorf("stopped after %d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Scan(ctx, "owner", func(File) bool { return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("a scan that was called off: %v", err)
	}
}

// TestIncremental: what has not changed is not read again, and the same bytes
// are not cut again.
func TestIncremental(t *testing.T) {
	s := open(t)
	s.put("owner/knowledge/a.md", "one")
	path := filepath.Join(s.dir, "owner/knowledge/a.md")
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	touch := func(at time.Time) {
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	look := func() *entry {
		now, err := s.look(t.Context(), "owner")
		if err != nil {
			t.Fatal(err)
		}
		return now["knowledge/a.md"]
	}
	touch(old)
	first := look()
	if look() != first {
		t.Error("an old file was read again")
	}
	touch(old.Add(time.Minute))
	second := look()
	if second == first || &second.Chunks[0] != &first.Chunks[0] {
		t.Error("a touched file was not read again, or was cut again")
	}
	// The same size and the same time, but another file in its place.
	s.put("owner/knowledge/b.txt", "two")
	if err := os.Rename(filepath.Join(s.dir, "owner/knowledge/b.txt"), path); err != nil {
		t.Fatal(err)
	}
	touch(old.Add(time.Minute))
	if got := look().Chunks[0].Content; got != "a\ntwo" {
		t.Errorf("a replaced file says %q", got)
	}
	// A file that is still warm may change within one tick of its clock.
	now := time.Now().Truncate(time.Second)
	touch(now)
	look()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("TWO"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	touch(now)
	if got := look().Chunks[0].Content; got != "a\nTWO" {
		t.Errorf("a file changed within a tick says %q", got)
	}
}

// TestUnreadable: a folder and a file that may not be read are said once and
// hide nothing else.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may read everything")
	}
	s := open(t)
	s.put("owner/knowledge/a.md", "x")
	s.put("owner/knowledge/shut/b.md", "x")
	s.put("owner/skills/c.md", "x")
	for _, name := range []string{"owner/knowledge/shut", "owner/skills/c.md"} {
		path := filepath.Join(s.dir, name)
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(path, 0o700) })
	}
	for range 2 {
		equal(t, "the files", s.scan("owner"), []string{"owner/knowledge/a.md 1"})
	}
	equal(t, "what is named in the log", s.log.count("memory file is not used"), 2)
}

// TestPaths tries names that must not lead anywhere, for reading and writing.
func TestPaths(t *testing.T) {
	s := open(t)
	secret := filepath.Join(filepath.Dir(s.dir), "secret.md")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.put("owner/knowledge/a.md", "mine")
	s.put("owner/note.md", "secret")
	s.put("owner/other/a.md", "secret")
	s.put("owner/knowledge/.hidden.md", "secret")
	s.put("person-ren/knowledge/ren.md", "secret")
	for link, to := range map[string]string{"out.md": secret, "up": "../../..", "rel.md": "../../../secret.md", "in.md": "a.md"} {
		if err := os.Symlink(to, filepath.Join(s.dir, "owner/knowledge", link)); err != nil {
			t.Fatal(err)
		}
	}
	before := tree(t, filepath.Dir(s.dir))
	view := person.ViewOf(owner)
	for _, name := range []string{
		"", ".", "..", "/", "../secret.md", "knowledge/../../../secret.md", "knowledge/../note.md", "knowledge/./a.md", "knowledge//a.md",
		"/etc/passwd", secret, "/knowledge/a.md", "knowledge/a.md/", "knowledge", "knowledge/", "note.md", "other/a.md", "knowledge/a.txt", "knowledge/a",
		"knowledge/.hidden.md", ".versions/knowledge/a.md/1.md", "knowledge/.md", "knowledge/．hidden.md", "knowledge/‥/‥/‥/secret.md", "．．/secret.md",
		"knowledge\\..\\..\\..\\secret.md", "knowledge/..\\a.md", "knowledge/a\x00.md", "knowledge/a.md\x00", "knowledge/a\n.md", "knowledge/\u202eab.md",
		"knowledge/a\u200b.md", "knowledge/\xff.md", "knowledge/" + strings.Repeat("a", 251) + ".md", "knowledge/" + strings.Repeat("a/", 20) + "b.md",
		"knowledge/" + strings.Repeat("あ", 90) + ".md", strings.Repeat("a", 5000), "%2e%2e/secret.md", "%2e%2e%2fsecret.md", "knowledge/out.md", "knowledge/rel.md",
		"knowledge/in.md", "knowledge/up/secret.md", "knowledge/a.md/b.md", "index.md/a.md", "Index.md", "person-ren/knowledge/../knowledge/ren.md",
		"owner/../person-ren/knowledge/ren.md", "owner/owner/knowledge/a.md",
	} {
		if got, err := s.Read(view, name); !errors.Is(err, ErrPath) {
			t.Errorf("read %q: %q, %v", name, got, err)
		}
		if _, err := s.Write("owner", name, "x", Replace); !errors.Is(err, ErrPath) {
			t.Errorf("write %q: %v", name, err)
		}
	}
	// Names that are ordinary, strange as they look, and lead to nothing.
	for _, name := range []string{"knowledge/none.md", "knowledge/%2e%2e/secret.md", "person-ren/knowledge/ren.md", "shared/knowledge/a.md", "index.md"} {
		if got, err := s.Read(view, name); !errors.Is(err, ErrMissing) {
			t.Errorf("read %q: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"person-ren/knowledge/ren.md", "shared/knowledge/a.md"} {
		if _, err := s.Write("owner", name, "x", Replace); !errors.Is(err, ErrPath) {
			t.Errorf("write %q: %v", name, err)
		}
	}
	if _, err := s.Write("visitor", "knowledge/a.md", "x", Append); !errors.Is(err, ErrPath) {
		t.Errorf("write for a scope that cannot be: %v", err)
	}
	equal(t, "the disk after all that", tree(t, filepath.Dir(s.dir)), before)
}

// tree is every file below a folder and what it holds.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		out[path] = d.Type().String()
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			out[path] += string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestReads: whose file is read, and under which names.
func TestReads(t *testing.T) {
	s := open(t)
	s.put("owner/knowledge/tea.md", "the owner's\r\n")
	s.put("shared/knowledge/tea.md", "everybody's")
	s.put("shared/knowledge/all.md", "for all")
	s.put("person-aoi/knowledge/か\u3099.md", "decomposed")
	s.put("person-aoi/knowledge/A.md", "capital")
	s.put("person-aoi/knowledge/a.md", "small")
	s.put("owner/knowledge/large.md", strings.Repeat("a", MaxRead+1))
	s.put("owner/knowledge/sjis.md", "\x83\x89")
	s.put("owner/knowledge/odd\u200b.md", "unseen")
	s.put("owner/knowledge/odd.MD", "another end")
	mine, hers, group := person.ViewOf(owner), person.ViewOf(aoi), person.ViewOf(owner, aoi)
	for _, c := range []struct {
		view person.View
		name string
		want string
		err  error
	}{
		{mine, "knowledge/tea.md", "the owner's\n", nil},
		{mine, "owner/knowledge/tea.md", "the owner's\n", nil},
		{mine, "shared/knowledge/tea.md", "everybody's", nil},
		{mine, "knowledge/all.md", "for all", nil},
		{mine, "knowledge/Ｔea.md", "the owner's\n", nil},
		{hers, "knowledge/tea.md", "everybody's", nil},
		{hers, "owner/knowledge/tea.md", "", ErrMissing},
		{group, "knowledge/tea.md", "everybody's", nil},
		{group, "person-aoi/knowledge/A.md", "", ErrMissing},
		{person.View{}, "knowledge/tea.md", "", ErrMissing},
		{hers, "knowledge/が.md", "decomposed", nil},
		{hers, "knowledge/A.md", "capital", nil},
		{hers, "knowledge/a.md", "small", nil},
		{hers, "knowledge/ａ.md", "capital", nil},
		{mine, "knowledge/large.md", "", ErrTooLarge},
		{mine, "knowledge/sjis.md", "", ErrText},
		{mine, "knowledge/odd.md", "", ErrMissing},
	} {
		if got, err := s.Read(c.view, c.name); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s reads %s: %q, %v, want %q, %v", c.view, c.name, got, err, c.want, c.err)
		}
	}
	list, err := s.List(t.Context(), mine)
	var names []string
	for _, e := range list {
		if names = append(names, e.Name()); e.Path != "knowledge/large.md" {
			if _, err := s.Read(mine, e.Name()); err != nil {
				t.Errorf("read %s as listed: %v", e.Name(), err)
			}
		}
	}
	equal(t, "the list", names, []string{"owner/knowledge/large.md", "owner/knowledge/tea.md", "shared/knowledge/all.md", "shared/knowledge/tea.md"})
	if err != nil {
		t.Error(err)
	}
}

// TestSources are the readings for priming.
func TestSources(t *testing.T) {
	s := open(t)
	s.put("owner/index.md", "---\ntitle: x\n---\n# Sensei\nLives in Kyoto.\n")
	s.put("owner/skills/haiku.md", "---\ntitle: Haiku\ntags: poem\n---\n5-7-5")
	s.put("shared/skills/jokes.md", "a")
	s.put("person-ren/skills/secret.md", "a")
	s.put("owner/episodes/2026-06-05.md", "## 09:00 — b\nx\n## 08:00 — a\ny\n## 23:59 — c\n")
	s.put("owner/episodes/2026-06-06.md", "## 00:00 — d\n")
	s.put("person-ren/episodes/2026-06-05.md", "## 08:00 — secret\n")
	view := person.ViewOf(owner)
	profile := func(v person.View, scope person.Scope) string {
		t.Helper()
		got, err := s.Profile(v, scope)
		if err != nil {
			t.Error(err)
		}
		return got
	}
	equal(t, "the profile", profile(view, "owner"), "# Sensei\nLives in Kyoto.")
	equal(t, "a profile that is not", profile(view, "shared"), "")
	equal(t, "another's profile", profile(person.ViewOf(aoi), "owner"), "")
	skills, err := s.Skills(t.Context(), view)
	equal(t, "the skills", skills, []Entry{{"owner", "skills/haiku.md", "Haiku", []string{"poem"}}, {"shared", "skills/jokes.md", "jokes", nil}})
	if err != nil {
		t.Error(err)
	}
	day := time.Date(2026, 6, 5, 0, 0, 0, 0, tokyo)
	records, err := s.Episodes(t.Context(), view, day, day.AddDate(0, 0, 1))
	var subjects []string
	for _, r := range records {
		subjects = append(subjects, r.Subject)
	}
	equal(t, "the episodes of a day", subjects, []string{"a", "b", "c"})
	if err != nil {
		t.Error(err)
	}
}

func versionsOf(t *testing.T, s *shop, name string) []string {
	t.Helper()
	dir := filepath.Join(s.dir, "owner", versions, name)
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(data))
	}
	return out
}

func TestWrites(t *testing.T) {
	s := open(t)
	const by = "---\nby: companion\n---\n"
	write := func(name, content string, mode Mode) File {
		t.Helper()
		f, err := s.Write("owner", name, content, mode)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(s.dir, "owner", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	f := write("knowledge/new/tea.md", "\r\n## Tea\r\nGreen.", Append)
	equal(t, "a new file", read(f.Path), by+"## Tea\nGreen.\n")
	equal(t, "its chunk", []any{f.Scope, len(f.Chunks), f.Chunks[0].Trust}, []any{person.ScopeOwner, 1, memory.TrustModel})
	write("knowledge/new/tea.md", "Black.", Append)
	equal(t, "more", read(f.Path), by+"## Tea\nGreen.\n\nBlack.\n")
	write("knowledge/new/tea.md", "\nBlack.\n", Append)
	equal(t, "the same again", read(f.Path), by+"## Tea\nGreen.\n\nBlack.\n")
	write("knowledge/new/tea.md", "lack.", Append)
	equal(t, "what only ends like it", read(f.Path), by+"## Tea\nGreen.\n\nBlack.\n\nlack.\n")
	write("owner/knowledge/new/Tea.md", "None.", Replace)
	equal(t, "replaced", read(f.Path), by+"None.\n")
	write("knowledge/new/tea.md", "None.", Replace)
	equal(t, "its versions", versionsOf(t, s, f.Path), []string{by + "## Tea\nGreen.\n", by + "## Tea\nGreen.\n\nBlack.\n",
		by + "## Tea\nGreen.\n\nBlack.\n\nlack.\n"})

	s.put("owner/index.md", "\uFEFF---\r\ntitle: Me\r\nby: owner\r\n---\r\nMine.\r\n")
	f = write("index.md", "Theirs.", Append)
	equal(t, "the owner's file", read("index.md"), "---\nby: companion\ntitle: Me\n---\nMine.\n\nTheirs.\n")
	equal(t, "whose word it is", f.Chunks[0].Trust, memory.TrustModel)
	equal(t, "the owner's version", versionsOf(t, s, "index.md"), []string{"\uFEFF---\r\ntitle: Me\r\nby: owner\r\n---\r\nMine.\r\n"})
	s.put("owner/.versions/index.md/.half.md.t", "what a crash left")
	for i := range 2 * maxVersions {
		write("index.md", fmt.Sprint(i), Replace)
	}
	kept := versionsOf(t, s, "index.md")
	if len(kept) != maxVersions || !strings.Contains(kept[0], "by: owner") || !strings.HasSuffix(kept[maxVersions-1], fmt.Sprintf("\n%d\n", 2*maxVersions-2)) {
		t.Errorf("kept %d versions, from %q to %q", len(kept), kept[0], kept[len(kept)-1])
	}
	s.put("owner/knowledge/same.md", "Same.")
	write("knowledge/same.md", "Same.", Append)
	equal(t, "a file that is the text", read("knowledge/same.md"), by+"Same.\n")
	for content, want := range map[string]error{
		"": ErrText, " \n": ErrText, "a\x00": ErrText, "\xff": ErrText, strings.Repeat("a", MaxWrite+1): ErrTooLarge,
	} {
		if _, err := s.Write("owner", "knowledge/bad.md", content, Append); !errors.Is(err, want) {
			t.Errorf("write %.10q: %v", content, err)
		}
	}
	for i := range MaxRead/MaxWrite - 1 {
		write("knowledge/full.md", strings.Repeat(string(rune('a'+i)), MaxWrite), Append)
	}
	if _, err := s.Write("owner", "knowledge/full.md", strings.Repeat("z", MaxWrite), Append); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a file that is full: %v", err)
	}
	if err := os.Remove(filepath.Join(s.dir, "owner/.versions/index.md/.half.md.t")); err != nil {
		t.Fatal(err)
	}
	for path, info := range modes(t, s.dir) {
		want := fs.FileMode(0o600)
		if info.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want || strings.HasSuffix(path, ".t") {
			t.Errorf("%s has mode %o", path, info.Mode().Perm())
		}
	}
}

func modes(t *testing.T, dir string) map[string]fs.FileInfo {
	t.Helper()
	out := map[string]fs.FileInfo{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			out[path], err = d.Info()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// meddler is a clock by which an owner saves the file while it is written:
// the time is asked for when the version gets its name.
type meddler struct {
	clock.Real
	save func()
}

func (m *meddler) Now() time.Time {
	m.save()
	return time.Now()
}

func TestChangedMeanwhile(t *testing.T) {
	s := open(t)
	path := filepath.Join(s.dir, "owner", "knowledge", "a.md")
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	for name, save := range map[string]func(){
		"saved":   func() { s.put("owner/knowledge/a.md", "the owner's") },
		"deleted": func() { os.Remove(path) },
		"replaced, as long and as old": func() {
			s.put("owner/knowledge/b.txt", "other!")
			os.Rename(filepath.Join(filepath.Dir(path), "b.txt"), path)
			os.Chtimes(path, old, old)
		},
	} {
		s.put("owner/knowledge/a.md", "before")
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		var saved map[string]string
		s.clock = &meddler{save: func() { save(); saved = tree(t, filepath.Dir(path)) }}
		if _, err := s.Write("owner", "knowledge/a.md", "x", Replace); !errors.Is(err, ErrChanged) {
			t.Errorf("%s meanwhile: written over it, %v", name, err)
		}
		equal(t, name+": the folder", tree(t, filepath.Dir(path)), saved)
	}
}

// TestAtOnce lets everything happen at the same time, with an owner who makes
// and deletes files under it.
func TestAtOnce(t *testing.T) {
	s := open(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for n, work := range []func(i int) error{
		func(i int) error { _, err := s.Write("owner", "knowledge/log.md", fmt.Sprint(i), Replace); return err },
		func(int) error { _, err := s.Read(person.ViewOf(owner), "knowledge/log.md"); return err },
		func(int) error { return s.Scan(context.Background(), "", func(File) bool { return true }) },
		func(int) error { _, err := s.List(context.Background(), person.ViewOf(owner)); return err },
		func(int) error { _, err := s.Skills(context.Background(), person.ViewOf(owner)); return err },
		func(i int) error {
			dir := filepath.Join(s.dir, "owner/skills", fmt.Sprint(i%3))
			err := os.MkdirAll(dir, 0o700)
			return errors.Join(err, os.WriteFile(filepath.Join(dir, "a.md"), []byte("x"), 0o600), os.RemoveAll(dir))
		},
	} {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				if err := work(i); err != nil && !errors.Is(err, ErrMissing) {
					t.Errorf("worker %d: %v", n, err)
					return
				}
			}
		})
	}
	wg.Go(func() { s.Watch(ctx, func(person.Scope, string, []memory.Record) {}) })
	wg.Wait()
}
