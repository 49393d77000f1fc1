package library

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory"
)

// between the title of a file and the heading of its part.
const joint = " — "

// maxTitle is how much of a title the subject of a part begins with, so that
// its heading has room.
const maxTitle = 80

// maxChunks is how many records a file may become.
const maxChunks = 5000

// languageSample is how many bytes of a chunk decide its language.
const languageSample = 300

// note is what a file is, read.
type note struct {
	title  string
	tags   []string
	chunks []memory.Record
}

// reading is one file that is being cut.
type reading struct {
	scope person.Scope
	path  string
	kind  kind
	home  *time.Location
	mtime time.Time
	meta  meta
	nth   map[string]int // how often a heading stood already
	note
}

// read cuts the text of a file into records. Nothing about a chunk depends on
// other sections than its own, but for the title and the front matter.
func read(scope person.Scope, name, body string, mtime time.Time, home *time.Location) (note, error) {
	r := reading{scope: scope, path: name, kind: kindOf(name), home: home, mtime: mtime, nth: map[string]int{}}
	r.meta, body = frontMatter(body, home)
	title, all := sections(body, r.kind.cut)
	if title != "" && (r.meta.title != "" || utf8.RuneCountInString(title) > maxTitle) {
		// A heading that is not the title, or not all of it, stays in the text.
		all[0].body = "# " + title + "\n" + all[0].body
	}
	shout := strings.Contains(title, important)
	given := text.Excerpt(text.CleanName(unmark(cmp.Or(r.meta.title, title))), memory.MaxSubject)
	base := strings.TrimSuffix(path.Base(name), ext)
	r.title, r.tags = given, r.meta.tags
	if r.title == "" {
		r.title = base
	}
	at, context := r.meta.date, r.title
	if day, err := time.ParseInLocation(time.DateOnly, base, home); err == nil && r.kind.episodes {
		// A date says nothing that OccurredAt does not.
		at = day
		if given == "" || given == base {
			context = ""
		}
	}
	if given == "" && name == profile {
		context = "" // nor does the name that every profile has
	}
	if at.IsZero() {
		at = mtime
	}
	for _, s := range all {
		s.important = s.important || shout
		if s.heading == "" && strings.TrimSpace(s.body) == "" && (given == "" || len(all) > 1) {
			continue // nothing stands here; a lone title says something
		}
		subject, when := join(context, s.heading), at
		if r.kind.episodes {
			var named string
			when, named = block(s.heading, at, home)
			subject = join(context, named)
		}
		if err := r.add(s, subject, when); err != nil {
			return note{}, err
		}
	}
	return r.note, nil
}

// join puts a title before a heading; either may be missing.
func join(title, heading string) string {
	if title == "" || heading == "" {
		return title + heading
	}
	return text.Excerpt(title, maxTitle) + joint + heading
}

var clockTime = regexp.MustCompile(`^([0-9]{1,2})[:：]([0-9]{2})(?:\s*[-–~〜]\s*[0-9]{1,2}[:：][0-9]{2})?(?:\s*[-–—]+\s*|\s+|$)(.*)$`)

// block reads the heading of a time block, "14:30 — title": when on the day of
// that instant it began, and what it is called. Another heading is a title.
func block(heading string, day time.Time, home *time.Location) (time.Time, string) {
	m := clockTime.FindStringSubmatch(heading)
	if m == nil {
		return day, heading
	}
	hour, _ := strconv.Atoi(m[1]) // the pattern has digits only
	minute, _ := strconv.Atoi(m[2])
	if hour > 23 || minute > 59 {
		return day, heading
	}
	day = day.In(home)
	name := m[3]
	if name == "" {
		name = heading
	}
	return time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, home), name
}

// add makes the records of a section: its subject, then its text. A subject
// too long for a record stands whole in the text.
func (r *reading) add(s section, subject string, at time.Time) error {
	body := s.body
	if n := utf8.RuneCountInString(subject); n > memory.MaxSubject {
		body = s.heading + "\n\n" + body
		subject = text.Excerpt(subject, memory.MaxSubject)
	}
	head := subject
	if head != "" {
		head += "\n"
	}
	parts := split(body, memory.MaxContent-utf8.RuneCountInString(head))
	if len(parts) == 0 {
		parts = []string{""} // the heading alone says something
	}
	key := text.Excerpt(s.heading, memory.MaxSubject) // short to hash, as every part does
	nth := r.nth[key]
	r.nth[key]++
	if len(r.chunks)+len(parts) > maxChunks {
		return fmt.Errorf("%w: more than %d parts: split it into several files", ErrTooLarge, maxChunks)
	}
	for i, part := range parts {
		rec, err := r.record(s, subject, head+part, at).Normalise(r.mtime)
		if err != nil {
			return fmt.Errorf("read %s: %w", r.path, err)
		}
		// Five stars make a candidate for the character of what the companion
		// saves; a file the owner writes says how much it matters, no more.
		rec.Soul = memory.SoulNone
		rec.ID = chunkID(r.scope, r.path, key, nth, i)
		r.chunks = append(r.chunks, rec)
	}
	return nil
}

func (r *reading) record(s section, subject, content string, at time.Time) memory.Record {
	rec := memory.Record{
		ID: "f", Type: r.kind.memory, Category: r.kind.category(r.scope), Content: content, Subject: subject,
		Language:   string(text.Guess(strings.ToValidUTF8(content[:min(len(content), languageSample)], ""), "")),
		OccurredAt: at, CreatedAt: r.mtime, Scope: r.scope,
		Trust: memory.TrustOwner, Source: memory.FromFile, Stars: r.meta.stars,
	}
	if at.After(r.mtime) {
		rec.ValidFrom = r.mtime // what a file says of tomorrow, it says today
	}
	for _, t := range slices.Concat(r.meta.tags, s.tags) {
		if len(rec.Tags) < memory.MaxTags {
			rec.Tags = addTag(rec.Tags, t)
		}
	}
	if r.meta.companion {
		rec.Trust = memory.TrustModel
	}
	if s.important {
		rec.Stars = memory.MaxStars
	}
	return rec
}

// addTag adds a tag that a record can have and that is not there already.
func addTag(tags []string, t string) []string {
	t = text.CleanName(strings.TrimLeft(strings.TrimSpace(t), "#"))
	same := func(have string) bool { return strings.EqualFold(have, t) }
	if t == "" || utf8.RuneCountInString(t) > memory.MaxTag || slices.ContainsFunc(tags, same) {
		return tags
	}
	return append(tags, t)
}

// chunkID names the part-th part of the nth section with that heading.
func chunkID(scope person.Scope, name, heading string, nth, part int) turn.ID {
	key := strings.Join([]string{string(scope), name, heading, strconv.Itoa(nth), strconv.Itoa(part)}, "\x00")
	sum := sha256.Sum256([]byte(key))
	return turn.ID("f" + hex.EncodeToString(sum[:12]))
}
