package consolidate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory/policy"
)

// When and how episodes are told shorter.
const (
	condenseAfter = 30 * 24 * time.Hour
	condensedKey  = "condensed:" // in the front matter of a file that is
	importantMark = "[IMPORTANT]"
	longBlock     = 100 // characters: what is shorter stays
	keptLines     = 2   // of a list: those that tell most
	keptRunes     = 120 // of a paragraph
	archiveFolder = "archive/"
)

// condense tells the episodes of days long past shorter, block by block, but
// for those marked as important. The whole file is archived first, as it is.
// No model takes part: what stays are the headings, the beginning of the text,
// what was decided and is open, and of each list the lines that tell most and
// those that would do harm if they were forgotten.
func condense(ctx context.Context, r *run, p Place) error {
	files, err := r.Memory.Files(ctx, p.Scope, episodesFolder)
	if err != nil {
		return err
	}
	var failed []error
	for _, f := range files {
		if len(f.Pieces) == 0 {
			continue
		}
		fresh := false
		for _, e := range f.Pieces {
			fresh = fresh || r.now.Sub(e.OccurredAt) < condenseAfter
		}
		after, n, ok := condensed(string(f.Data), r.now.In(r.Zone).Format(time.DateOnly))
		if fresh || !ok {
			continue
		}
		mark := "condense/" + sum(f.Path, string(f.Data))
		known, err := r.done(ctx, p, mark)
		if err == nil && !known {
			err = r.commit(ctx, p, "condense", Step{
				Marks: []string{mark}, Counts: Funnel{In: len(f.Pieces), Archived: n},
				Files: []FileEdit{{Path: archiveFolder + f.Path, After: f.Data}, {Path: f.Path, Before: f.Data, After: []byte(after)}},
			})
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", f.Path, err))
		}
	}
	return errors.Join(failed...)
}

// condensed is a file with its long blocks told shorter, and how many those
// are. ok is false where nothing is to be done.
func condensed(s, day string) (out string, n int, ok bool) {
	head, body := "", s
	if rest, found := strings.CutPrefix(s, "---\n"); found {
		if i := strings.Index(rest, "\n---\n"); i >= 0 {
			head, body = rest[:i+1], rest[i+len("\n---\n"):]
		}
	}
	if strings.Contains("\n"+head, "\n"+condensedKey) {
		return s, 0, false
	}
	blocks := strings.Split("\n"+body, "\n## ")
	if strings.Contains(blocks[0], importantMark) {
		return s, 0, false // all of the file is
	}
	for i, b := range blocks[1:] {
		if !strings.Contains(b, importantMark) && !strings.Contains(b, "```") && len([]rune(b)) > longBlock {
			if short := shorter(b); len(short) < len(b) {
				blocks[i+1] = short
				n++
			}
		}
	}
	if n == 0 {
		return s, 0, false
	}
	body = strings.TrimRight(strings.TrimPrefix(strings.Join(blocks, "\n## "), "\n"), "\n") + "\n"
	return "---\n" + head + condensedKey + " " + day + "\n---\n" + body, n, true
}

// shorter is a block, heading first, told shorter. Lists that have a heading of
// their own are of what was decided or is open, and stay.
func shorter(block string) string {
	heading, rest, _ := strings.Cut(block, "\n")
	var out []string
	has := policy.Terms(heading)
	for _, para := range strings.Split(strings.Trim(rest, "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(para, "\n"), "\n")
		switch {
		case strings.HasPrefix(lines[0], "- "):
			out = append(out, strings.Join(telling(lines, has), "\n"))
		case len(lines) > 1 && strings.HasPrefix(lines[1], "- "):
			out = append(out, strings.Join(lines, "\n"))
		default:
			out = append(out, text.Excerpt(strings.Join(lines, "\n"), keptRunes))
		}
	}
	return heading + "\n\n" + strings.Join(out, "\n\n") + "\n\n"
}

// grave are the words of what does harm when it is forgotten: health, money,
// what was promised and by when.
var grave = regexp.MustCompile(`(?i)アレルギー|薬|病院|入院|手術|診断|発作|妊娠|血圧|締め?切り?|期限|約束|契約|家賃|借金|ローン|` +
	`\ballerg|\bmedic(?:in|at)|\bhospital|\bsurger|\bdiagnos|\bpregnan|\bdeadline|\bpromis|\bcontract\b|\brent\b|\bdebts?\b|\bloan|` +
	`过敏|药|医院|住院|手术|诊断|怀孕|截止|期限|约定|答应|合同|房租|贷款|欠款`)

// telling are the lines of a list with the most terms that nothing before has,
// in their order, and all that are grave.
func telling(lines []string, has map[string]bool) (out []string) {
	keep := map[int]bool{}
	for i, l := range lines {
		if grave.MatchString(l) {
			keep[i] = true
		}
	}
	for range min(keptLines, len(lines)-len(keep)) {
		best, most := -1, -1
		for i, l := range lines {
			n := 0
			for t := range policy.Terms(l) {
				if !has[t] {
					n++
				}
			}
			if !keep[i] && n > most {
				best, most = i, n
			}
		}
		keep[best] = true
		for t := range policy.Terms(lines[best]) {
			has[t] = true
		}
	}
	for i, l := range lines {
		if keep[i] {
			out = append(out, l)
		}
	}
	return out
}
