package lexical

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/kokoron/kokoron/internal/person"
)

// ErrSnapshot is what Load says of a file that is no snapshot of this version
// or not whole. The index has to be made again from what it is made of.
var ErrSnapshot = errors.New("snapshot of the keyword index cannot be used")

// format is the version of the layout below.
const format = 2

// head begins every snapshot: the name, and the versions of the layout and of
// the analysis. Behind it come the partitions and the SHA-256 sum of
// all before it. Numbers are unsigned varints, texts have their length before
// them.
func head() []byte {
	return fmt.Appendf(nil, "kokoron lexical %d.%d\n", format, analysis)
}

// Save writes the index to a file, whole or not at all. Nobody waits
// meanwhile but for a copy of the lists' heads.
func (ix *Index) Save(path string) error {
	data := ix.encode()
	tmp, err := os.CreateTemp(filepath.Dir(path), ".lexical-*")
	if err != nil {
		return fmt.Errorf("save the keyword index: %w", err)
	}
	defer os.Remove(tmp.Name()) // fails once it has been renamed
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("save the keyword index: %w", err)
	}
	return nil
}

func (ix *Index) encode() []byte {
	parts := ix.frozen()
	out := binary.AppendUvarint(head(), uint64(len(parts)))
	for _, scope := range slices.Sorted(maps.Keys(parts)) {
		p := parts[scope]
		p.sweep()
		out = p.encode(putText(out, string(scope)))
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

// frozen is the index as it is now. It shares the postings, which are only
// ever appended to; encoding them takes long, and nobody waits for it.
func (ix *Index) frozen() map[person.Scope]*partition {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	out := make(map[person.Scope]*partition, len(ix.parts))
	for scope, p := range ix.parts {
		out[scope] = &partition{
			terms: maps.Clone(p.terms), lists: slices.Clone(p.lists), numbers: map[string]uint32{},
			units: slices.Clone(p.units), lengths: slices.Clone(p.lengths), length: p.length, dead: p.dead,
		}
	}
	return out
}

func (p *partition) encode(out []byte) []byte {
	out = binary.AppendUvarint(out, uint64(len(p.units)))
	for i, u := range p.units {
		out = putText(out, u.id)
		out = binary.LittleEndian.AppendUint64(out, u.hash)
		out = binary.AppendUvarint(out, uint64(p.lengths[i]))
	}
	out = binary.AppendUvarint(out, uint64(len(p.terms)))
	for t, at := range p.terms {
		l := p.lists[at]
		out = binary.LittleEndian.AppendUint64(out, uint64(t))
		out = binary.AppendUvarint(out, uint64(l.units))
		out = binary.AppendUvarint(out, uint64(l.last))
		out = putText(out, string(l.data))
	}
	return out
}

func putText(out []byte, s string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

// Load reads a snapshot. A file that is not there is fs.ErrNotExist, one that is broken or of another version
// ErrSnapshot; nothing of it is used then.
func Load(path string) (ix *Index, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load the keyword index: %w", err)
	}
	ix, err = decode(data)
	if err != nil {
		return nil, fmt.Errorf("load the keyword index: %s: %w", path, err)
	}
	return ix, nil
}

func decode(data []byte) (*Index, error) {
	h, n := head(), len(data)-sha256.Size
	if n < len(h) || !bytes.Equal(data[:len(h)], h) {
		return nil, fmt.Errorf("%w: it is of another version", ErrSnapshot)
	}
	if sum := sha256.Sum256(data[:n]); !bytes.Equal(sum[:], data[n:]) {
		return nil, fmt.Errorf("%w: its sum is wrong", ErrSnapshot)
	}
	r := reader{data: data[len(h):n]}
	ix := New()
	for range r.count() {
		scope := person.Scope(r.text())
		ix.parts[scope] = r.partition()
	}
	if r.bad || len(r.data) > 0 {
		return nil, fmt.Errorf("%w: it does not add up", ErrSnapshot)
	}
	return ix, nil
}

// reader reads the numbers and texts of a snapshot. Past the end all is empty
// and bad is set.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

// count reads how many things follow, each of which has a byte at least.
func (r *reader) count() int {
	n := r.number()
	if n > uint64(len(r.data)) {
		r.bad, r.data = true, nil
		return 0
	}
	return int(n)
}

func (r *reader) text() []byte {
	n := r.count()
	s := r.data[:n:n] // what is appended to it later must not run into what follows
	r.data = r.data[n:]
	return s
}

func (r *reader) fixed() uint64 {
	if len(r.data) < 8 {
		r.bad, r.data = true, nil
		return 0
	}
	v := binary.LittleEndian.Uint64(r.data)
	r.data = r.data[8:]
	return v
}

func (r *reader) partition() *partition {
	n := r.count()
	p := &partition{numbers: make(map[string]uint32, n), units: make([]unit, n), lengths: make([]uint16, n)}
	for i := range n {
		id := string(r.text())
		p.units[i] = unit{id: id, hash: r.fixed()}
		p.lengths[i] = uint16(r.number())
		p.length += int(p.lengths[i])
		p.numbers[id] = uint32(i)
	}
	r.bad = r.bad || len(p.numbers) != n
	n = r.count()
	p.terms, p.lists = make(map[term]uint32, n), make([]list, n)
	for i := range n {
		p.terms[term(r.fixed())] = uint32(i)
		p.lists[i] = list{units: uint32(r.number()), last: uint32(r.number()), data: r.text()}
		r.bad = r.bad || !p.lists[i].sound(len(p.units))
	}
	return p
}

// sound reports whether a list can be searched: all numbers whole, rising and
// of units that there are.
func (l list) sound(units int) bool {
	seen, last := uint32(0), uint32(0)
	for number := range l.all {
		if int(number) >= units || seen > 0 && number <= last {
			return false
		}
		seen, last = seen+1, number
	}
	return seen == l.units && last == l.last
}
