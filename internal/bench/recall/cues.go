package recall

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// cues says of each turn what else is known of it for a question.
func (a *ask) cues(id string) memory.Cues {
	t := a.corpus.said[a.corpus.turns[id]]
	return memory.Cues{
		Session: t.Session,
		Asks:    memory.Asks(t.Text),
		Named:   t.Speaker != "" && strings.Contains(a.folded, text.Fold(t.Speaker)),
		Dated:   a.dated(t.At),
	}
}

var numbers = regexp.MustCompile(`\d+`)

// dated counts how much of a day the question names: the month by its English
// name, with the capital that tells May from may, or its number in Japanese and Chinese, and then the day by its number.
func (a *ask) dated(at time.Time) int {
	if at.IsZero() || !strings.Contains(a.question, at.Month().String()) && !a.monthByNumber(at.Month()) {
		return 0
	}
	if slices.Contains(numbers.FindAllString(a.folded, -1), strconv.Itoa(at.Day())) {
		return 2
	}
	return 1
}

func (a *ask) monthByNumber(m time.Month) bool {
	before, _, found := strings.Cut(a.folded, "月")
	all := numbers.FindAllString(before, -1)
	return found && len(all) > 0 && strings.HasSuffix(before, all[len(all)-1]) && all[len(all)-1] == strconv.Itoa(int(m))
}
