package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/persona"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// program is one call of kokoron.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            config.Lookup
	lang           text.Lang         // of what the person reads
	flags          map[string]string // what was given; of those without a value: "yes"
	args           []string          // the words behind the command
	persona        *persona.Persona  // once it was read
}

// command is one thing that kokoron does. Its name may have two words.
type command struct {
	name        string
	flags       []string // those it takes besides --home
	run         func(ctx context.Context, p *program) int
	takes       string // what its arguments are called; "": it takes none
	least, most int    // how many of them
}

// manyWords is how many words may stand where a text is asked for.
const manyWords = 1000

// Flags that several commands take.
var (
	ofMemory = []string{"--json", "--as"}
	ofList   = []string{"--json", "--as", "--status", "--category", "--limit"}
	ofSearch = []string{"--json", "--as", "--category", "--limit"}
	ofCues   = []string{"--json", "--as", "--limit"}
	ofErase  = []string{"--json", "--as", "--text", "--yes", "--backups"}
	ofEvent  = []string{"--json", "--as", "--when", "--until", "--place", "--notes", "--repeat", "--alarms"}
	ofSoul   = []string{"--json"}
	ofIndex  = []string{"--json", "--full", "--from-chroma"}
)

// commands are all, the default first.
func commands() []command {
	return []command{
		{name: "serve", flags: []string{"--listen"}, run: serve},
		{name: "chat", run: chat},
		{name: "link", run: link},
		{name: "admit", run: admit},
		{name: "init", run: initialise},
		{name: "doctor", flags: []string{"--json"}, run: examine},
		{name: "memory list", flags: ofList, run: listMemories},
		{name: "memory show", flags: ofMemory, run: showMemory, takes: "ID", least: 1, most: 1},
		{name: "memory search", flags: ofSearch, run: searchMemories, takes: "TEXT", least: 1, most: manyWords},
		{name: "memory forget", flags: ofMemory, run: forgetMemory, takes: "ID", least: 1, most: 1},
		{name: "memory restore", flags: ofMemory, run: restoreMemory, takes: "ID", least: 1, most: 1},
		{name: "memory erase", flags: ofErase, run: eraseMemory, takes: "ID", most: 1},
		{name: "memory audit", flags: ofMemory, run: auditMemory},
		{name: "memory cues", flags: ofCues, run: cuedMemories, takes: "KEY=VALUE", least: 1, most: manyWords},
		{name: "soul list", flags: []string{"--json", "--status"}, run: listSoul},
		{name: "soul approve", flags: ofSoul, run: approveSoul, takes: "ID", least: 1, most: 1},
		{name: "soul reject", flags: ofSoul, run: rejectSoul, takes: "ID", least: 1, most: 1},
		{name: "soul export", flags: []string{"--json", "--out"}, run: exportSoul},
		{name: "consolidate undo", flags: []string{"--json"}, run: undoConsolidation, takes: "RUN", least: 1, most: 1},
		{name: "consolidate", flags: []string{"--json", "--at"}, run: consolidate, takes: "nightly|weekly", most: 1},
		{name: "learned list", flags: []string{"--json"}, run: listLearned},
		{name: "learned show", flags: []string{"--json"}, run: showLearned, takes: "ID", least: 1, most: 1},
		{name: "learned approve", flags: []string{"--json"}, run: approveLearned, takes: "ID", least: 1, most: 1},
		{name: "learned edit", flags: []string{"--json", "--text"}, run: editLearned, takes: "ID", least: 1, most: 1},
		{name: "learned reject", flags: []string{"--json"}, run: rejectLearned, takes: "ID", least: 1, most: 1},
		{name: "learned revoke", flags: []string{"--json"}, run: revokeLearned, takes: "ID", least: 1, most: 1},
		{name: "learned", flags: []string{"--json"}, run: listLearned},
		{name: "remind", flags: []string{"--json", "--when"}, run: remind, takes: "TEXT", least: 1, most: manyWords},
		{name: "reminders cancel", flags: []string{"--json"}, run: cancelReminder, takes: "ID", least: 1, most: 1},
		{name: "reminders done", flags: []string{"--json"}, run: finishReminder, takes: "ID", least: 1, most: 1},
		{name: "reminders snooze", flags: []string{"--json", "--for"}, run: snoozeReminder, takes: "ID", least: 1, most: 1},
		{name: "reminders", flags: []string{"--json", "--full"}, run: listReminders},
		{name: "calendar list", flags: []string{"--json", "--as", "--days", "--from", "--to"}, run: listCalendar},
		{name: "calendar add", flags: append([]string{"--all-day"}, ofEvent...), run: addEvent, takes: "TITLE", least: 1, most: manyWords},
		{name: "calendar update", flags: append([]string{"--title", "--date", "--clear"}, ofEvent...), run: updateEvent, takes: "ID", least: 1, most: 1},
		{name: "calendar delete", flags: []string{"--json", "--as", "--date"}, run: deleteEvent, takes: "ID", least: 1, most: 1},
		{name: "calendar restore", flags: []string{"--json", "--as", "--date"}, run: restoreEvent, takes: "ID", least: 1, most: 1},
		{name: "calendar import", flags: ofMemory, run: importCalendar, takes: "FILE", least: 1, most: 1},
		{name: "calendar export", flags: ofMemory, run: exportCalendar, takes: "FILE", most: 1},
		{name: "calendar subscribe", flags: ofMemory, run: subscribeCalendar, takes: "URL", least: 1, most: 1},
		{name: "calendar unsubscribe", flags: ofMemory, run: unsubscribeCalendar, takes: "ID", least: 1, most: 1},
		{name: "calendar feeds", flags: ofMemory, run: listFeeds},
		{name: "calendar feed", flags: ofMemory, run: shareCalendar, takes: "off", most: 1},
		{name: "jobs run", flags: []string{"--json"}, run: runJob, takes: "NAME", least: 1, most: 1},
		{name: "jobs", flags: []string{"--json"}, run: listJobs},
		{name: "followups drop", flags: ofMemory, run: dropFollowUp, takes: "ID", least: 1, most: 1},
		{name: "followups", flags: ofMemory, run: listFollowUps},
		{name: "thoughts", flags: []string{"--json", "--limit"}, run: listThoughts},
		{name: "why-now", flags: ofMemory, run: whyNow, takes: "MESSAGE", most: 1},
		{name: "quiet", flags: []string{"--json"}, run: quiet, takes: "2h|until 8:00|today|off|open TOPIC", most: manyWords},
		{name: "why", flags: ofMemory, run: why, takes: "TURN", most: 1},
		{name: "when", flags: []string{"--json", "--now", "--zone", "--lang"}, run: when, takes: "TEXT", least: 1, most: manyWords},
		{name: "index", flags: ofIndex, run: reindex},
		{name: "simulate", flags: []string{"--json", "--days", "--from", "--model", "--seed", "--script", "--html", "--keep", "--with"}, run: simulated},
		{name: "version", run: version},
		{name: "help", run: help},
	}
}

// flagsWithValue are the flags that have a value; flagsWithout those that do
// not.
var (
	flagsWithValue = []string{"--home", "--listen", "--as", "--status", "--category", "--limit", "--text", "--out", "--at", "--when", "--for", "--now", "--zone", "--lang", "--days", "--from", "--to", "--until", "--place", "--notes", "--repeat", "--title", "--date", "--clear", "--alarms", "--model", "--seed", "--script", "--html", "--keep", "--with"}
	flagsWithout   = []string{"--json", "--full", "--from-chroma", "--yes", "--backups", "--all-day"}
)

// run is the program without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env config.Lookup) int {
	p := &program{stdin: stdin, stdout: stdout, stderr: stderr, env: env, lang: config.Language(env), flags: map[string]string{}}
	if len(args) > 0 && args[0] == "bench" { // for builders, with flags of its own
		return measure(ctx, p, args[1:])
	}
	c, wrong := p.parse(args)
	p.prefer()
	if wrong != "" { // said again, in the language of the settings
		_, wrong = p.parse(args)
	}
	if wrong != "" {
		p.complain(wrong)
		return exitUsage
	}
	if !slices.Contains(c.flags, "--json") { // it prints no result
		return c.run(ctx, p)
	}
	result := &printed{to: stdout}
	p.stdout = result
	code := c.run(ctx, p)
	if result.err != nil {
		p.complain(p.say(catalog.Failed, "detail", result.err.Error()))
		code = max(code, exitFailed)
	}
	return code
}

// printed is where a result goes. It remembers what went wrong, so that a
// result that was cut short never passes for a whole one.
type printed struct {
	to  io.Writer
	err error // the first
}

func (w *printed) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// parse reads the command, its flags and its arguments, in any order, and says
// what is wrong with them. Behind "--" nothing is a flag.
func (p *program) parse(args []string) (c command, wrong string) {
	var words []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			words = append(words, args...)
			break
		}
		if !strings.HasPrefix(arg, "-") {
			words = append(words, arg)
			continue
		}
		name, value, has := strings.Cut("--"+strings.TrimLeft(arg, "-"), "=")
		switch {
		case name == "--help" || name == "--h":
			return command{run: help}, ""
		case name == "--version":
			return command{run: version}, ""
		case slices.Contains(flagsWithout, name):
			if has {
				return c, p.say(catalog.FlagNoValue, "flag", name)
			}
			value = "yes"
		case slices.Contains(flagsWithValue, name):
			if !has && len(args) > 0 {
				value, args = args[0], args[1:]
			}
			if value == "" {
				return c, p.say(catalog.FlagValue, "flag", name)
			}
		default:
			return c, p.unknownFlag(name)
		}
		p.flags[name] = value
	}
	if c, wrong = p.command(words); wrong == "" {
		wrong = p.misplaced(c)
	}
	return c, wrong
}

// command makes out which one the words name and keeps the others as its
// arguments.
func (p *program) command(words []string) (c command, wrong string) {
	all := commands()
	c = all[0]
	if len(words) > 0 {
		i := slices.IndexFunc(all, func(c command) bool {
			name := strings.Fields(c.name)
			return len(words) >= len(name) && slices.Equal(words[:len(name)], name)
		})
		if i < 0 {
			return c, p.unknownCommand(words, all)
		}
		c = all[i]
		p.args = words[len(strings.Fields(c.name)):]
	}
	switch {
	case len(p.args) > c.most:
		wrong = p.say(catalog.ExtraArgument, "argument", p.args[c.most])
	case len(p.args) < c.least:
		wrong = p.say(catalog.CommandNeeds, "command", c.name, "what", c.takes)
	}
	return c, wrong
}

// misplaced says which of the given flags does not belong to a command.
func (p *program) misplaced(c command) (wrong string) {
	for _, name := range slices.Sorted(maps.Keys(p.flags)) {
		if name != "--home" && !slices.Contains(c.flags, name) {
			return p.say(catalog.FlagElsewhere, "flag", name, "command", c.name)
		}
	}
	return ""
}

func (p *program) unknownFlag(name string) string {
	known := slices.Concat(flagsWithValue, flagsWithout, []string{"--help", "--version"})
	if meant, ok := config.Suggest(name, known); ok {
		return p.say(catalog.FlagMeant, "flag", name, "meant", meant)
	}
	return p.say(catalog.UnknownFlag, "flag", name)
}

func (p *program) unknownCommand(words []string, all []command) string {
	var names, seconds []string
	for _, c := range all {
		first, second, two := strings.Cut(c.name, " ")
		if names = append(names, c.name); two {
			names = append(names, first)
		}
		if two && first == words[0] {
			seconds = append(seconds, second)
		}
	}
	given := words[0]
	if len(seconds) > 0 && len(words) > 1 {
		given += " " + words[1]
	}
	if meant, ok := config.Suggest(given, names); ok && meant != words[0] {
		return p.say(catalog.CommandMeant, "command", given, "meant", meant)
	}
	if len(seconds) > 0 {
		return p.say(catalog.CommandWords, "command", words[0], "known", strings.Join(seconds, ", "))
	}
	return p.say(catalog.BadCommand, "command", given)
}

func (p *program) say(key catalog.Key, pairs ...string) string {
	return catalog.Text(p.lang, key, pairs...)
}

// complain tells the person something beside the results.
func (p *program) complain(text string) { fmt.Fprintln(p.stderr, text) }

// home is the data folder; its error is said already.
func (p *program) home() (dir string, ok bool) {
	dir, err := config.Home(p.flags["--home"], p.env)
	if err != nil {
		p.complain(p.say(catalog.Failed, "detail", err.Error()))
		return "", false
	}
	return dir, true
}

// settings loads the settings of the home; its error is said already. From
// here on the person reads the language they set.
func (p *program) settings() (cfg config.Config, ok bool) {
	home, ok := p.home()
	if !ok {
		return cfg, false
	}
	cfg, err := config.Load(home, p.env)
	if err != nil {
		p.complain(p.explain(err, config.Config{Home: home}))
		return cfg, false
	}
	p.lang = cfg.Language
	return cfg, true
}

// prefer takes the language from the settings of the home where they can be
// read, so that also what is called wrongly is answered in it.
func (p *program) prefer() {
	home, err := config.Home(p.flags["--home"], p.env)
	if err != nil {
		return // said where the home is needed
	}
	if cfg, err := config.Load(home, p.env); err == nil {
		p.lang = cfg.Language
	}
}

func help(_ context.Context, p *program) int {
	fmt.Fprintln(p.stdout, p.say(catalog.Usage))
	return exitOK
}
