package recall

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Set is a benchmark: conversations, each searched alone.
type Set struct {
	Name          string
	Conversations []Conversation
}

// Conversation is what is searched and what is asked about it.
type Conversation struct {
	ID        string
	Lang      string // "" is not known
	Turns     []Turn // in their order
	Questions []Question
}

// Turn is one unit: what somebody said, or a sentence of a text.
type Turn struct {
	ID      string // its own in the conversation
	Session string // turns are neighbours inside one; "" for none
	Speaker string
	At      time.Time // zero: not known
	Text    string
}

// Question is what is asked, and the turns that answer it.
type Question struct {
	Text     string
	Category string
	At       time.Time // when it is asked; zero: after the last turn
	Evidence []string  // none: nothing answers it
}

// Names lists the sets that Load knows.
func Names() []string { return []string{"locomo", "niilc", "jaquad"} }

// Load reads a set from the folder of the benchmark data. A set that is not
// there is fs.ErrNotExist, an unknown name ErrSet.
func Load(dir, name string) (Set, error) {
	var (
		out []Conversation
		err error
	)
	switch name {
	case "locomo":
		out, err = loadLoCoMo(filepath.Join(dir, "locomo", "locomo10.json"))
	case "niilc":
		out, err = loadNIILC(filepath.Join(dir, "niilc", "niilc.json"), jaquadFile(dir))
	case "jaquad":
		out, err = loadJaQuAD(jaquadFile(dir))
	default:
		return Set{}, fmt.Errorf("%w: %q, there are %s", ErrSet, name, strings.Join(Names(), ", "))
	}
	if err != nil {
		return Set{}, fmt.Errorf("load %s: %w", name, err)
	}
	return Set{name, out}, nil
}

// ErrSet says that there is no such set.
var ErrSet = errors.New("unknown set")

// loCoMo is one conversation of the file. The sessions stand under numbered
// names beside others.
type loCoMo struct {
	ID           string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	Questions    []struct {
		Question string   `json:"question"`
		Category int      `json:"category"`
		Evidence []string `json:"evidence"`
	} `json:"qa"`
}

// loCoMoKinds are the names of the categories.
var loCoMoKinds = []string{1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop", 5: "5 adversarial"}

func loadLoCoMo(path string) ([]Conversation, error) {
	var samples []loCoMo
	if err := readJSON(path, &samples); err != nil {
		return nil, err
	}
	var out []Conversation
	for _, s := range samples {
		c := Conversation{ID: s.ID, Lang: "en"}
		ids := map[string]bool{}
		for n := 1; s.Conversation[fmt.Sprint("session_", n, "_date_time")] != nil; n++ {
			turns, err := s.session(n)
			if err != nil {
				return nil, fmt.Errorf("%s: session %d: %w", s.ID, n, err)
			}
			for _, t := range turns {
				ids[t.ID] = true
			}
			c.Turns = append(c.Turns, turns...)
		}
		for _, q := range s.Questions {
			if ev := repaired(q.Evidence, ids); len(ev) > 0 && q.Category < len(loCoMoKinds) {
				c.Questions = append(c.Questions, Question{Text: q.Question, Category: loCoMoKinds[q.Category], Evidence: ev})
			}
		}
		out = append(out, c)
	}
	return out, nil
}

func (s loCoMo) session(n int) ([]Turn, error) {
	name := fmt.Sprint("session_", n)
	if s.Conversation[name] == nil { // a date without a session
		return nil, nil
	}
	var date string
	if err := json.Unmarshal(s.Conversation[name+"_date_time"], &date); err != nil {
		return nil, err
	}
	at, err := time.Parse("3:04 pm on 2 January, 2006", date)
	if err != nil {
		return nil, err
	}
	var said []struct {
		ID      string `json:"dia_id"`
		Speaker string `json:"speaker"`
		Text    string `json:"text"`
		Caption string `json:"blip_caption"`
	}
	if err := json.Unmarshal(s.Conversation[name], &said); err != nil {
		return nil, err
	}
	var out []Turn
	for _, t := range said {
		if t.Caption != "" {
			t.Text += " [shares " + t.Caption + "]"
		}
		out = append(out, Turn{ID: t.ID, Session: name, Speaker: t.Speaker, At: at, Text: t.Text})
	}
	return out, nil
}

var loCoMoID = regexp.MustCompile(`D:?(\d+):(\d+)`)

// repaired are the turns that evidence means: some entries hold several ids,
// or numbers with zeros before them.
func repaired(evidence []string, ids map[string]bool) []string {
	var out []string
	for _, e := range evidence {
		for _, m := range loCoMoID.FindAllStringSubmatch(e, -1) {
			session, _ := strconv.Atoi(m[1]) // digits by the pattern
			turn, _ := strconv.Atoi(m[2])
			id := fmt.Sprintf("D%d:%d", session, turn)
			if ids[id] && !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

func jaquadFile(dir string) string {
	return filepath.Join(dir, "jaquad", "jaquad_dev_sentences.json.gz")
}

// jaquad is the file: sentences (id, paragraph, text) and questions (text,
// type, id of the sentence).
type jaquad struct {
	Sentences [][3]string `json:"sentences"`
	Questions [][3]string `json:"questions"`
}

func loadJaQuAD(path string) ([]Conversation, error) {
	var file jaquad
	if err := readJSON(path, &file); err != nil {
		return nil, err
	}
	c := Conversation{ID: "jaquad", Lang: "ja"}
	for _, s := range file.Sentences {
		c.Turns = append(c.Turns, Turn{ID: s[0], Text: s[2]})
	}
	for _, q := range file.Questions {
		c.Questions = append(c.Questions, Question{Text: q[0], Category: q[1], Evidence: []string{q[2]}})
	}
	return []Conversation{c}, nil
}

func loadNIILC(path, distractors string) ([]Conversation, error) {
	var rows []struct{ Question, Evidence string }
	if err := readJSON(path, &rows); err != nil {
		return nil, err
	}
	more, err := loadJaQuAD(distractors)
	if err != nil {
		return nil, err
	}
	c := Conversation{ID: "niilc", Lang: "ja"}
	ids := map[string]string{}
	for _, r := range rows {
		if ids[r.Evidence] == "" {
			ids[r.Evidence] = fmt.Sprint("n", len(ids))
			c.Turns = append(c.Turns, Turn{ID: ids[r.Evidence], Text: r.Evidence})
		}
		c.Questions = append(c.Questions, Question{Text: r.Question, Category: "niilc", Evidence: []string{ids[r.Evidence]}})
	}
	for _, t := range more[0].Turns {
		t.ID = "j" + t.ID
		c.Turns = append(c.Turns, t)
	}
	return []Conversation{c}, nil
}

// readJSON reads a file, packed by gzip where its name says so.
func readJSON(path string, into any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		r = z
	}
	if err := json.NewDecoder(r).Decode(into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
