package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/agent/llm"
	"github.com/kokoron/kokoron/channels/terminal"
	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/persona"
)

// initialise asks for the first settings and writes them.
func initialise(ctx context.Context, p *program) int {
	home, ok := p.home()
	if !ok {
		return exitFailed
	}
	path := filepath.Join(home, config.FileName)
	if _, err := os.Lstat(path); err == nil {
		p.complain(p.say(catalog.InitExists, "config", path))
		return exitFailed
	}
	cfg, ok := p.settings()
	if !ok {
		return exitFailed
	}
	fmt.Fprintln(p.stdout, p.say(catalog.InitIntro, "home", home))
	answers, err := p.interview(ctx, cfg, newQuestions(p))
	if err == nil {
		err = config.Write(home, answers)
	}
	switch {
	case errors.Is(err, errBadAnswer):
		return exitFailed // said already
	case errors.Is(err, fs.ErrExist):
		p.complain(p.say(catalog.InitExists, "config", path))
		return exitFailed
	case err != nil:
		p.complain(p.explain(err, cfg))
		return exitFailed
	}
	fmt.Fprintln(p.stdout, p.say(catalog.InitWritten, "config", path, "persona", filepath.Join(home, config.PersonaFile)))
	fmt.Fprintln(p.stdout, p.say(catalog.InitDone))
	return exitOK
}

// interview asks the three questions.
func (p *program) interview(ctx context.Context, cfg config.Config, q *questions) (config.Answers, error) {
	a := config.Answers{Language: cfg.Language, Zone: cfg.Zone.String()}
	var err error
	if a.ModelURL, err = p.askModel(ctx, cfg, q); err != nil {
		return a, err
	}
	token, err := q.ask(p.say(catalog.InitTelegram), true, func(s string) string {
		if config.CheckToken(s) {
			return ""
		}
		return p.say(catalog.InitBadToken)
	})
	if err != nil {
		return a, err
	}
	a.Telegram = config.NewSecret(token)
	a.Owner, err = q.ask(p.say(catalog.InitName, "owner", persona.Default().Owner(p.lang)), false, func(s string) string {
		if config.CheckOwner(s) == nil {
			return ""
		}
		return p.say(catalog.InitBadName, "max", strconv.Itoa(config.MaxOwner))
	})
	if q.ended {
		p.complain(p.say(catalog.InitNotTerminal))
	}
	return a, err
}

// answerWithin is how long a model server named by the person may take to
// show that it is there.
const answerWithin = 5 * time.Second

// askModel asks for the model's address, offering a server that was found.
func (p *program) askModel(ctx context.Context, cfg config.Config, q *questions) (string, error) {
	question, offer := p.say(catalog.InitModel), ""
	if !cfg.Model.Off && len(cfg.Model.Endpoints) == 0 {
		if found := llm.Discover(ctx, nil, llm.Ports()...); len(found) > 0 {
			offer = found[0].URL
			question = p.say(catalog.InitModelFound, "url", offer, "model", found[0].Models[0])
		}
	}
	url, err := q.ask(question, false, func(s string) string {
		if config.CheckURL(s) == nil {
			return ""
		}
		if config.CheckToken(s) {
			s = "…" // the answer to the next question
		}
		return p.say(catalog.InitBadURL, "value", s)
	})
	if err != nil || url == "" {
		return offer, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	if r := llm.Probe(ctx, llm.Endpoint{URL: url}, clock.Real{}); !r.Reachable {
		fmt.Fprintln(p.stdout, p.say(catalog.InitNoAnswer, "url", url))
	}
	return url, nil
}

// errBadAnswer says that an answer from a pipe was refused: to ask again would
// take the next answer for this one.
var errBadAnswer = errors.New("an answer was refused")

// questions asks one after the other. Nothing is shown of a secret.
type questions struct {
	in     *bufio.Reader
	out    io.Writer
	person bool                   // somebody is there to be asked again
	hidden func() (string, error) // reads a secret; nil: like everything else
	ended  bool                   // the input did, before the last question
}

func newQuestions(p *program) *questions {
	q := &questions{in: bufio.NewReader(p.stdin), out: p.stdout}
	if isTerminal(p.stdin) {
		q.person = true
		q.hidden = func() (string, error) {
			line, err := terminal.ReadHidden(p.stdin.(*os.File))
			fmt.Fprintln(q.out) // the person's own line break was not shown
			return line, err
		}
	}
	return q
}

// ask returns an answer in which check finds nothing wrong, "" where the
// person skips.
func (q *questions) ask(question string, secret bool, check func(string) string) (string, error) {
	fmt.Fprintln(q.out, "\n"+question)
	for !q.ended {
		fmt.Fprint(q.out, "> ")
		line, err := q.read(secret)
		switch answer := strings.TrimSpace(line); {
		case err != nil && !errors.Is(err, io.EOF):
			return "", err
		case answer != "":
			wrong := check(answer)
			if wrong == "" {
				return answer, nil
			}
			fmt.Fprintln(q.out, wrong)
			if !q.person {
				return "", errBadAnswer
			}
		case err == nil:
			return "", nil
		default:
			q.ended = true
			fmt.Fprintln(q.out)
		}
	}
	return "", nil
}

func (q *questions) read(secret bool) (string, error) {
	if secret && q.hidden != nil {
		return q.hidden()
	}
	return q.in.ReadString('\n')
}
