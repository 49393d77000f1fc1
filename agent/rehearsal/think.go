package rehearsal

import (
	"strings"

	"github.com/kokoron/kokoron/agent"
	"github.com/kokoron/kokoron/internal/text"
)

// The blocks in which a thought ends, as the prompt for one names them.
const (
	messageOpen  = "[MESSAGE]"
	messageClose = "[/MESSAGE]"
	staysSilent  = "[IDLE]"
)

// Alone reports a prompt in which nobody speaks: the companion may think, and
// say something or not.
func (p Prompt) Alone() bool {
	return strings.Contains(p.Message, messageOpen) && strings.Contains(p.Message, messageClose) && strings.Contains(p.Message, staysSilent)
}

// openHeads are what the things to ask about stand under in the data block.
var openHeads = []string{"[気にかけていること]", "[On your mind]", "[惦记的事]"}

var openLine = text.Lazy(`^\W*\d{4}-\d\d-\d\d[^\d\s]*\s?(?:\d\d:\d\d|\S*) (.+)$`)

// open is the first thing that the companion may ask about now, "" if there
// is none.
func (p Prompt) open() string {
	under := false
	for line := range strings.Lines(p.Data) {
		line = strings.TrimSpace(line)
		for _, head := range openHeads {
			under = under || strings.HasPrefix(line, head)
		}
		if m := openLine.FindStringSubmatch(line); under && m != nil {
			return m[1]
		}
		under = under && line != ""
	}
	return ""
}

// think speaks up where there is something to ask about and stays silent
// otherwise.
func (w writer) think() Plan {
	about := w.p.open()
	if about == "" || strings.Contains(about, agent.DataOpen) {
		return Plan{Text: w.say.nothingToSay + "\n" + staysSilent}
	}
	ask := strings.ReplaceAll(w.say.askAbout, "%s", text.Excerpt(about, 80))
	return Plan{Text: w.say.wonders + "\n" + messageOpen + w.say.label + ask + messageClose}
}
