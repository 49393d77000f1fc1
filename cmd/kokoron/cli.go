package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/text"
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
	lang           text.Lang // of what the person reads
	flags          flags
}

// flags are what was given, whatever the command.
type flags struct {
	home, listen string
	json         bool
}

// command is one word of the command line.
type command struct {
	name  string
	flags []string // those it takes besides --home
	run   func(ctx context.Context, p *program) int
}

// commands are all, the default first.
func commands() []command {
	return []command{
		{"serve", []string{"--listen"}, serve},
		{"chat", nil, chat},
		{"link", nil, link},
		{"admit", nil, admit},
		{"init", nil, initialise},
		{"doctor", []string{"--json"}, examine},
		{"version", nil, version},
		{"help", nil, help},
	}
}

// run is the program without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env config.Lookup) int {
	p := &program{stdin: stdin, stdout: stdout, stderr: stderr, env: env, lang: config.Language(env)}
	if len(args) > 0 && args[0] == "bench" { // for builders, with flags of its own
		return measure(ctx, p, args[1:])
	}
	c, wrong := p.parse(args)
	if wrong != "" {
		p.complain(wrong)
		return exitUsage
	}
	return c.run(ctx, p)
}

// parse reads the command and its flags, in any order, and says what is wrong
// with them.
func (p *program) parse(args []string) (c command, wrong string) {
	all := commands()
	c = all[0]
	var words, given []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if !strings.HasPrefix(arg, "-") {
			words = append(words, arg)
			continue
		}
		name, value, has := strings.Cut("--"+strings.TrimLeft(arg, "-"), "=")
		switch name {
		case "--help", "--h":
			return command{run: help}, ""
		case "--version":
			return command{run: version}, ""
		case "--json":
			if has {
				return c, p.say(catalog.FlagNoValue, "flag", name)
			}
			p.flags.json = true
		case "--home", "--listen":
			if !has && len(args) > 0 {
				value, args = args[0], args[1:]
			}
			if value == "" {
				return c, p.say(catalog.FlagValue, "flag", name)
			}
			if name == "--home" {
				p.flags.home = value
			} else {
				p.flags.listen = value
			}
		default:
			return c, p.unknownFlag(name)
		}
		given = append(given, name)
	}
	if len(words) > 0 {
		i := slices.IndexFunc(all, func(c command) bool { return c.name == words[0] })
		if i < 0 {
			return c, p.unknownCommand(words[0], all)
		}
		c = all[i]
	}
	if len(words) > 1 {
		return c, p.say(catalog.ExtraArgument, "argument", words[1])
	}
	for _, name := range given {
		if name != "--home" && !slices.Contains(c.flags, name) {
			return c, p.say(catalog.FlagElsewhere, "flag", name, "command", c.name)
		}
	}
	return c, ""
}

func (p *program) unknownFlag(name string) string {
	if meant, ok := config.Suggest(name, []string{"--home", "--listen", "--json", "--help", "--version"}); ok {
		return p.say(catalog.FlagMeant, "flag", name, "meant", meant)
	}
	return p.say(catalog.UnknownFlag, "flag", name)
}

func (p *program) unknownCommand(name string, all []command) string {
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	if meant, ok := config.Suggest(name, names); ok {
		return p.say(catalog.CommandMeant, "command", name, "meant", meant)
	}
	return p.say(catalog.BadCommand, "command", name)
}

func (p *program) say(key catalog.Key, pairs ...string) string {
	return catalog.Text(p.lang, key, pairs...)
}

// complain tells the person something beside the results.
func (p *program) complain(text string) { fmt.Fprintln(p.stderr, text) }

// home is the data folder; its error is said already.
func (p *program) home() (dir string, ok bool) {
	dir, err := config.Home(p.flags.home, p.env)
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

func help(_ context.Context, p *program) int {
	fmt.Fprintln(p.stdout, p.say(catalog.Usage))
	return exitOK
}
