package style

// module is the import path of the project.
const module = "github.com/kokoron/kokoron"

// tiers is the map of the project. A package imports lower tiers, its own
// parent folder if that is not in a higher tier, and, where leftwards says so,
// packages to its left in the row.
var tiers = [][]string{
	0: {
		"internal/fault", "internal/clock", "internal/text", "internal/catalog", "internal/person",
		"internal/turn", "internal/cronspec", "internal/kv", "internal/watch", "internal/schema",
	},
	1: {
		"calendar", "calendar/event", "calendar/wording", "memory", "memory/facts", "memory/heuristics", "memory/salience", "memory/learn", "memory/policy", "memory/soul", "persona", "agent/tool", "agent/stream", "agent/toolcall",
		"agent/budget", "agent/promise", "channels/render", "autonomy/followup", "autonomy/governor", "autonomy/reminder",
	},
	2: {"agent", "channels", "autonomy", "autonomy/heart", "autonomy/deadman", "memory/priming", "memory/encode", "memory/consolidate"},
	3: {
		"memory/ledger", "memory/diary", "memory/library", "memory/lexical", "memory/cues", "memory/vector",
		"memory/chroma", "memory/embed", "calendar/store", "calendar/ics", "calendar/feed", "autonomy/state",
		"channels/journal", "channels/people", "channels/telegram", "agent/llm", "agent/rehearsal",
		"agent/session", "agent/trace", "memory/lessons",
	},
	4: {"memory/index", "internal/ops"},
	5: {"agent/toolset", "channels/commands", "channels/terminal", "web", "internal/control"},
	6: {
		"internal/config", "internal/doctor", "internal/app", "internal/bench", "internal/bench/recall", "internal/simulate/scripted", "internal/simulate",
		"internal/casecheck", "internal/style", "cmd/kokoron",
	},
}

// leftwards are the tiers whose packages may import their left neighbours.
var leftwards = map[int]bool{0: true, 1: true, 4: true, 6: true}

// importers names, for each third-party library (by the start of its import
// path), the packages that may import it: one, or a short list where two are
// honest. anyTest is for libraries that only tests use.
var importers = map[string][]string{
	"github.com/BurntSushi/toml":         {"internal/config"},
	"github.com/amikos-tech/chroma-go":   {"memory/chroma"},
	"github.com/arran4/golang-ical":      {"calendar/ics"},
	"github.com/fsnotify/fsnotify":       {"internal/watch"},
	"github.com/go-telegram/bot":         {"channels/telegram"},
	"github.com/google/jsonschema-go":    {"internal/schema"},
	"github.com/gorilla/websocket":       {"web", anyTest}, // tests speak the protocol as a client does
	"github.com/microcosm-cc/bluemonday": {"channels/render"},
	"github.com/robfig/cron":             {"internal/cronspec"},
	"github.com/rivo/uniseg":             {"internal/text"},
	"github.com/teambition/rrule-go":     {"calendar/event"},
	"github.com/tmc/langchaingo":         {"agent/llm"},
	"github.com/yuin/goldmark":           {"channels/render"},
	"go.etcd.io/bbolt":                   {"internal/kv"},
	"golang.org/x/sync":                  {"agent", "channels", "autonomy/heart", "internal/app"}, // errgroup where work is joined
	"golang.org/x/term":                  {"channels/terminal"},
	"golang.org/x/text":                  {"internal/text"},
	"github.com/chromedp/cdproto":        {anyTest},
	"github.com/chromedp/chromedp":       {anyTest},
	"github.com/google/go-cmp":           {anyTest},
	"github.com/rogpeppe/go-internal":    {anyTest},
	"go.uber.org/goleak":                 {anyTest},
	"golang.org/x/tools/txtar":           {anyTest},
	"pgregory.net/rapid":                 {anyTest},
}

// anyTest stands for every _test.go file and every …test package.
const anyTest = "(tests)"

// kvImporters are the packages outside tier 3 that may import internal/kv:
// the stores themselves are tier 3, ops opens the transactions, app migrates,
// doctor checks the file of a home at rest, the command explains its errors.
var kvImporters = []string{"memory/index", "internal/ops", "internal/app", "internal/doctor", "cmd/kokoron"}

// viewMakers are the packages that may decide what a conversation or a job
// may read, by calling person.ViewOf or person.Only.
var viewMakers = []string{"channels", "memory/index", "internal/ops", "internal/bench/recall"}

// clockFree are the packages below tier 3 that may read the machine's time.
var clockFree = []string{"internal/clock"}

// decoders are the packages that stand at a decoding edge and may hold a
// map[string]any there.
var decoders = []string{"agent/llm", "agent/toolcall", "internal/schema", "internal/config", "memory/chroma"}

// testUsers are the packages outside tests that may import a …test package,
// because measuring and simulating need the fakes.
var testUsers = []string{"internal/bench", "internal/simulate"}

// Limits of size, in lines, for code that is neither test nor generated.
const (
	maxFile = 400
	maxFunc = 60
)
