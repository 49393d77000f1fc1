package index

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/person"
	"github.com/kokoron/kokoron/memory"
	"github.com/kokoron/kokoron/memory/diary"
	"github.com/kokoron/kokoron/memory/embed"
)

// erase takes a line and a record out of diary, ledger and index.
func (h *home) erase(ids ...string) {
	h.t.Helper()
	_, err := h.diary.Erase(func(l diary.Line) bool { return memory.Erasing{IDs: map[string]bool{ids[0]: true}}.Has(string(l.ID)) }, func([]byte) bool { return false })
	h.must(err)
	h.must(h.db.Update(func(tx *kv.Tx) error {
		_, err := h.ledger.Erase(tx, owner, h.at, ids...)
		return err
	}))
	h.ix.Erase(ids...)
}

// vectors is how many vectors stand in the file of a model.
func (h *home) vectors(m embed.Model) int {
	h.t.Helper()
	dir := h.t.TempDir()
	raw, err := os.ReadFile(embed.Path(filepath.Join(h.dir, "index"), m))
	h.must(err)
	h.must(os.WriteFile(embed.Path(dir, m), raw, 0o600))
	f, err := embed.Open(dir, m)
	h.must(err)
	defer f.Close()
	return f.Len()
}

// lineOf is a line as the diary has it.
func lineOf(h *home, id string) (found diary.Line, err error) {
	lines, err := h.diary.Recent(person.Only(owner), 100)
	for _, l := range lines {
		if string(l.ID) == id {
			found = l
		}
	}
	return found, err
}

// TestEraseAndPurge: what is erased is found by nothing, has no vector and is
// not in any copy; all else is as it was, also after a restart.
func TestEraseAndPurge(t *testing.T) {
	h := newHome(t).start()
	line := h.say(owner, "alpha secret beta")
	beside := h.say(owner, "gamma delta")
	hers := h.say(aoi, "alpha of aoi")
	record := h.keep(h.record(owner, "secret alpha kept"))
	other := h.keep(h.record(owner, "epsilon zeta"))
	h.settled()
	before := h.vectors(h.embed.model)
	told, err := lineOf(h, line)
	h.must(err)
	h.erase(line, record)
	h.ix.Said(told) // by one who had written it and comes late
	p, err := h.ix.Purge(t.Context(), map[person.Scope][]string{owner: {line, record}})
	if err != nil || p.Vectors != 2 || p.Confirmed != 2 || !p.Chroma || len(p.Rebuilt) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	if now := h.vectors(h.embed.model); now != before-2 {
		t.Errorf("%d vectors, before %d", now, before)
	}
	look := func() {
		t.Helper()
		h.settled()
		if st := h.ix.Status(); st.Lines != 2 || st.Records != 1 {
			t.Errorf("%d lines, %d records", st.Lines, st.Records)
		}
		equal(t, "words", h.words(owner, "alpha secret beta kept"), nil)
		equal(t, "meaning", h.near(owner, "alpha secret"), nil)
		equal(t, "the others", h.words(owner, "gamma epsilon"), []string{beside, other})
		equal(t, "hers", h.words(aoi, "alpha"), []string{hers})
		has, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), line, record, beside, other)
		h.must(err)
		equal(t, "the copy", has, []string{beside, other})
		if around := h.ix.Around(person.Only(owner), beside); strings.Contains(strings.Join(around[:], ""), line) {
			t.Error("it is a neighbour still")
		}
	}
	look()
	h.stop()
	h.start()
	look()
}

// TestPurgeWhileChromaIsAway: it is said, and done later.
func TestPurgeWhileChromaIsAway(t *testing.T) {
	h := newHome(t).start()
	line := h.say(owner, "alpha secret beta")
	beside := h.say(owner, "gamma delta")
	h.settled()
	h.chrom.set(func(c *chromas) { c.err = errors.New("refused") })
	h.erase(line)
	scopes := map[person.Scope][]string{owner: {line}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if p, err := h.ix.Purge(ctx, scopes); !errors.Is(err, ErrServer) || p.Vectors != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	h.chrom.set(func(c *chromas) { c.err = nil })
	h.until("the copier works again", func() bool { return h.ix.Status().Chroma })
	if _, err := h.ix.Purge(t.Context(), scopes); err != nil {
		t.Fatal(err)
	}
	h.settled()
	has, err := h.chrom.space(h.embed.model).Has(t.Context(), person.Only(owner), line, beside)
	h.must(err)
	equal(t, "the copy", has, []string{beside})
}

// TestErasedComesNotBack: nor from the second copy of the records, where that
// has not heard of it yet.
func TestErasedComesNotBack(t *testing.T) {
	h := newHome(t).start()
	record := h.record(owner, "secret alpha kept")
	h.keep(record)
	h.settled()
	copied := h.chrom.space(h.embed.model)
	var points []memory.Point
	raw, err := json.Marshal(record)
	h.must(err)
	v, err := h.embed.Embed(t.Context(), embed.Passage, []string{record.Content})
	h.must(err)
	points = append(points, memory.Point{ID: string(record.ID), Record: string(raw), Chunks: []memory.Chunk{{Text: record.Content, Vector: v[0]}}})
	h.erase(string(record.ID))
	h.settled()
	h.must(copied.Fake.Upsert(t.Context(), owner, points...)) // as a server does that was restored from a backup
	if n, err := h.ix.FromChroma(t.Context(), func(int, int) {}); err != nil || n != 0 {
		t.Errorf("%d came back, %v", n, err)
	}
	equal(t, "words", h.words(owner, "secret"), nil)
}
