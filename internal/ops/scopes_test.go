package ops_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolset"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// TestNobodyHearsWhatIsNotForThem walks every path as every kind of person.
func TestNobodyHearsWhatIsNotForThem(t *testing.T) {
	h := newWalked(t)
	paths := readPaths()
	kinds := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(paths)) { // those that change something stand last
		p := paths[name]
		heard := map[string]bool{}
		for _, w := range walkers() {
			got, hears := wordsIn(p.walk(h, w)...), w.hears
			if p.whole {
				hears = w.owns()
			}
			for _, leak := range h.leaks(got, hears, p.ids) {
				t.Errorf("%s: %s hears of %s", name, w.name, leak)
			}
			for g, found := range h.secrets(got) {
				heard[g] = true
				for _, kind := range found {
					kinds[kind] = true
				}
			}
		}
		// Who hears nothing proves nothing.
		if !p.mute && !heard[ofOwner] && !heard[ofShared] && !heard[ofAoi] {
			t.Errorf("%s: not even who may hear does", name)
		}
	}
	for _, kind := range []string{
		"fact", "policy", "subject", "tag", "profile", "reason", "happened", "archived", "why", "ended", "knowledge", "procedure", "skill", "name", "index", "episode",
		"lineperson", "linecompanion", "said", "answered", "summary", "recalled", "waits", "event", "place", "notes", "mused",
	} {
		if !kinds[kind] {
			t.Errorf("no path gives a %q to anybody", kind)
		}
	}
}

// TestToolsLeaveOthersAlone calls every tool with every name there is.
func TestToolsLeaveOthersAlone(t *testing.T) {
	h := newWalked(t)
	tools, err := toolset.New(h.Ops, clock.Real{}, h.Log, "en")
	if err != nil {
		t.Fatal(err)
	}
	heard, called := map[string]bool{}, 0
	for _, w := range walkers() {
		call := func(name string, args ...string) { // as JSON, and in it texts that may be repeated
			t.Helper()
			raw := []byte("{}")
			if len(args) > 0 {
				raw = []byte(args[0])
			}
			called++
			tn := h.turn(w, "x")
			got := tools.Run(t.Context(), tn, tool.Call{Name: name, Args: raw, Op: string(turn.OpOf(tn.ID, 0, 0))})
			text := wordsIn(got)
			for i := range text {
				for _, arg := range args {
					text[i] = strings.ReplaceAll(text[i], arg, "")
				}
			}
			for _, leak := range h.leaks(text, w.hears, true) {
				t.Errorf("%s %v: %s hears of %s", name, args, w.name, leak)
			}
			for g := range h.secrets(text) {
				heard[name+" "+g] = true
			}
		}
		for _, q := range questions() {
			call("memory_search", fmt.Sprintf(`{"query": %q, "limit": 50}`, q))
			call("memory_search", fmt.Sprintf(`{"query": %q, "limit": 50, "min_importance": 1}`, q))
		}
		call("memory_reflect", `{"limit": 50}`)
		call("memory_stats")
		call("calendar_list")
		call("reminder_list")
		call("read_memory_file")
		for _, name := range h.names {
			_, path, _ := strings.Cut(name, "/")
			call("read_memory_file", fmt.Sprintf(`{"path": %q}`, name), name, path)
		}
		for _, handle := range h.handles {
			call("memory_promote", fmt.Sprintf(`{"id": %q, "reason": "x"}`, handle))
			call("memory_classify", fmt.Sprintf(`{"id": %q, "importance": 2}`, handle))
			call("memory_save", fmt.Sprintf(`{"content": "Something new of %s %s", "replaces": %q}`, w.name, handle, handle))
			call("memory_forget", fmt.Sprintf(`{"id": %q}`, handle))
			call("calendar_update", fmt.Sprintf(`{"id": %q, "notes": "x"}`, handle))
			call("calendar_delete", fmt.Sprintf(`{"id": %q}`, handle))
			call("calendar_delete", fmt.Sprintf(`{"id": %q, "undo": true}`, handle))
		}
		for _, name := range h.names {
			_, path, _ := strings.Cut(name, "/")
			call("write_memory_file", fmt.Sprintf(`{"path": %q, "content": "x", "mode": "append"}`, name), name, path)
		}
	}
	for _, want := range []string{"memory_search", "memory_reflect", "read_memory_file", "memory_forget", "memory_classify", "memory_promote", "memory_save", "calendar_list", "calendar_update", "calendar_delete"} {
		if !heard[want+" "+ofOwner] || !heard[want+" "+ofAoi] {
			t.Errorf("%s tells nobody of their own: %v", want, slices.Sorted(maps.Keys(heard)))
		}
	}
	// What is another's is as it was, whoever called what.
	for _, r := range h.all(site) {
		if r.Stars != 3 && r.Stars != 5 || r.Reason != "" && !strings.HasPrefix(r.Reason, "hush") {
			t.Errorf("changed: %+v", r)
		}
	}
	t.Logf("%d calls", called)
}

// all are the records of a scope.
func (h *walked) all(s person.Scope) []memory.Record {
	list, err := h.Ledger.List(person.Only(s), "")
	h.must(err)
	return list
}

// leaks are the groups that a walker who may hear some of them is told of.
func (h *walked) leaks(texts []string, hears []string, ids bool) (out []string) {
	for g, kinds := range h.secrets(texts) {
		if !slices.Contains(hears, g) {
			out = append(out, fmt.Sprint(g, " ", kinds))
		}
	}
	for _, s := range texts {
		if g, known := h.ids[s]; ids && known && !slices.Contains(hears, g) {
			out = append(out, "an id of "+g)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// secrets are the secrets in texts: their groups and kinds.
func (h *walked) secrets(texts []string) map[string][]string {
	found := map[string][]string{}
	for _, s := range texts {
		for _, rest := range strings.Split(strings.ToLower(s), "hush")[1:] {
			for _, g := range groups {
				if kind, is := strings.CutPrefix(rest, g); is {
					end := strings.IndexFunc(kind, func(r rune) bool { return r < 'a' || r > 'z' })
					if end >= 0 {
						kind = kind[:end]
					}
					found[g] = append(found[g], kind)
				}
			}
		}
	}
	for g := range found {
		slices.Sort(found[g])
		found[g] = slices.Compact(found[g])
	}
	return found
}

// wordsIn are all texts in values, however deep they lie.
func wordsIn(values ...any) (out []string) {
	seen := map[unsafe.Pointer]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			out = append(out, v.String())
		case reflect.Pointer:
			if !v.IsNil() && !seen[v.UnsafePointer()] {
				seen[v.UnsafePointer()] = true
				walk(v.Elem())
			}
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Slice, reflect.Array:
			if v.Type().Elem().Kind() == reflect.Uint8 {
				for i := range v.Len() { // bytes are text here, such as raw JSON
					if i == 0 {
						b := make([]byte, v.Len())
						reflect.Copy(reflect.ValueOf(b), v)
						out = append(out, string(b))
					}
				}
				return
			}
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Map:
			for iter := v.MapRange(); iter.Next(); {
				walk(iter.Key())
				walk(iter.Value())
			}
		}
	}
	for _, value := range values {
		if err, is := value.(error); is {
			out = append(out, err.Error())
			continue
		}
		walk(reflect.ValueOf(value))
	}
	return out
}

// closely are the packages in which whatever is told who looks must stand in
// readPaths; elsewhere it is what is given a person.View.
var closely = []string{"internal/ops", "memory/index", "memory/ledger", "memory/diary", "memory/library", "memory/priming"}

// looks are the types by which a method is told who looks.
var looks = []string{
	"person.View", "person.Person", "person.ID", "turn.Turn", "turn.Conv", "turn.Message", "Viewer", "ops.Viewer", "Ask",
}

// harmless are results that hold nothing of a memory.
var harmless = []string{"error", "bool", "int", "uint64", "time.Time", "Swept", "memory.Gate"}

// TestEveryPathIsListed finds the ways to read that nobody has listed, so that
// new ones are walked too.
func TestEveryPathIsListed(t *testing.T) {
	listed := map[string]bool{}
	for name := range readPaths() {
		listed[strings.TrimLeft(name, "~")] = true
	}
	for name, why := range elsewhere() {
		if listed[name] || why == "" {
			t.Errorf("%s stands twice, or without a reason", name)
		}
		listed[name] = true
	}
	found := map[string]bool{}
	for _, dir := range packages(t) {
		asks := looks
		if !slices.Contains(closely, dir) {
			asks = []string{"person.View"}
		}
		for _, m := range methods(t, filepath.Join("..", "..", filepath.FromSlash(dir)), asks) {
			found[m.name] = true
			if m.reads && !listed[m.name] {
				t.Errorf("%s reads for somebody and is not walked: give it a walk in readPaths, or say in elsewhere why not", m.name)
			}
		}
	}
	for name := range listed {
		if !found[name] {
			t.Errorf("%s is listed and not there any more", name)
		}
	}
}

// packages are the folders of the module that have code, without fakes.
func packages(t *testing.T) (dirs []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); path != root && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasSuffix(name, "test")) {
			return filepath.SkipDir
		}
		dir, err := filepath.Rel(root, path)
		dirs = append(dirs, filepath.ToSlash(dir))
		return err
	})
	if err != nil || len(dirs) < 20 {
		t.Fatal(len(dirs), err)
	}
	return dirs
}

type method struct {
	name  string
	reads bool // it is told who looks and gives something
}

// methods are the exported methods of a package's exported types, and its
// exported functions.
func methods(t *testing.T, dir string, asks []string) (out []method) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(dir, err)
	}
	fset := token.NewFileSet()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() {
				continue
			}
			name := parsed.Name.Name + "." + fn.Name.Name
			if fn.Recv != nil {
				receiver := strings.TrimLeft(types.ExprString(fn.Recv.List[0].Type), "*")
				if !ast.IsExported(receiver) {
					continue
				}
				name = parsed.Name.Name + "." + receiver + "." + fn.Name.Name
			}
			gives := slices.ContainsFunc(fieldTypes(fn.Type.Results), func(s string) bool { return !slices.Contains(harmless, s) })
			asked := slices.ContainsFunc(fieldTypes(fn.Type.Params), func(s string) bool { return slices.Contains(asks, strings.TrimLeft(s, "*[].")) })
			out = append(out, method{name, gives && asked})
		}
	}
	return out
}

func fieldTypes(list *ast.FieldList) (out []string) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		out = append(out, types.ExprString(f.Type))
	}
	return out
}

// What a record replaces is told to whom it was told before, and in a group to
// nobody: the speaker's own memory is not everybody's.
func TestSavingInAGroupTellsNothing(t *testing.T) {
	h := local(t)
	tools, err := toolset.New(h.Ops, clock.Real{}, h.Log, "en")
	h.must(err)
	both := person.ViewOf(owner, aoi)
	save := func(view person.View, conv turn.Conv, content string) string {
		t.Helper()
		tn := turn.Turn{ID: h.IDs.New(), Conv: conv, Speaker: owner, View: view, Messages: []turn.Message{{ID: h.IDs.New(), At: h.Clock.Now()}}}
		got := tools.Run(t.Context(), tn, tool.Call{
			Name: "memory_save", Args: []byte(fmt.Sprintf(`{"content": %q}`, content)), Op: string(turn.OpOf(tn.ID, 0, 0)),
		})
		if got.Err || !got.Wrote {
			t.Fatalf("%q: %+v", content, got)
		}
		return got.Text
	}
	for i, town := range []string{"Hushville", "Hushton", "Hushford", "Hushbury"} {
		alone := i%2 == 0
		save(person.ViewOf(owner), "owner", "Ren lives in "+town)
		view, conv := both, group
		if alone {
			view, conv = person.ViewOf(owner), turn.Conv("owner")
		}
		text := save(view, conv, "Ren lives in Kyoto")
		if told := strings.Contains(text, town); told != alone || !strings.Contains(text, "Kyoto") {
			t.Errorf("alone %v, %s: %s", alone, town, text)
		}
		list, err := h.Ledger.List(person.Only(person.ScopeOwner), memory.Active)
		if err != nil || len(list) != 1 || list[0].Content != "Ren lives in Kyoto" {
			t.Errorf("what holds: %+v, %v", list, err)
		}
	}
}
