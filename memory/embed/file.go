package embed

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/kokoron/kokoron/memory"
)

// Hash names what a vector was made of.
type Hash [sha256.Size]byte

// HashOf is the hash of a text, embedded for kind.
func HashOf(kind Kind, text string) Hash { return sha256.Sum256([]byte(string(kind) + "\x00" + text)) }

const (
	magic    = "kkvec 1\n"
	slabSize = 1024 // vectors that are allocated together
	maxDim   = 1 << 16
)

// ErrFile is the error of a file that is not of this model, or damaged at its
// beginning. It may be deleted: its vectors are then made again.
var ErrFile = errors.New("vector file cannot be used; it may be deleted and is then made again")

// File keeps vectors of one model by hash. All of them are in memory; the file
// is only appended to, each entry with its checksum. What a crash left half
// written at the end is cut off; an entry damaged elsewhere is as good as not
// there. It is safe for concurrent use within one process.
type File struct {
	path   string
	header []byte
	dim    int

	mu      sync.RWMutex
	f       *os.File
	end     int64 // where the next entry goes
	vectors map[Hash][]float32
	slab    []float32
}

// Path is the file of a model in dir.
func Path(dir string, m Model) string { return filepath.Join(dir, fileName(m)) }

// Open opens or makes the file of a model in dir.
func Open(dir string, m Model) (*File, error) {
	if m.Dim <= 0 || m.Dim > maxDim {
		return nil, fmt.Errorf("open vectors: %d is no dimension", m.Dim)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open vectors: %w", err)
	}
	v := &File{path: Path(dir, m), header: header(m), dim: m.Dim, vectors: map[Hash][]float32{}}
	f, err := os.OpenFile(v.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open vectors: %w", err)
	}
	v.f = f
	if err := v.load(); err != nil {
		f.Close()
		return nil, fmt.Errorf("open vectors: %s: %w", v.path, err)
	}
	return v, nil
}

var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// fileName is readable, and different for every space and dimension.
func fileName(m Model) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", m.Space(), m.Dim))
	name := unsafeName.ReplaceAllString(m.Name, "_")
	return name[:min(len(name), 60)] + "-" + hex.EncodeToString(sum[:4]) + ".vec"
}

func header(m Model) []byte {
	h := binary.LittleEndian.AppendUint32([]byte(magic), uint32(m.Dim))
	h = binary.LittleEndian.AppendUint32(h, uint32(len(m.Space())))
	h = append(h, m.Space()...)
	return binary.LittleEndian.AppendUint32(h, checksum(h))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// entrySize is that of an entry: hash, vector, checksum of both.
func (v *File) entrySize() int { return len(Hash{}) + 4*v.dim + 4 }

// load reads all entries and cuts off what follows the last good one.
func (v *File) load() error {
	info, err := v.f.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, min(info.Size(), int64(len(v.header))))
	if _, err := io.ReadFull(v.f, head); err != nil {
		return err
	}
	if !bytes.HasPrefix(v.header, head) {
		return ErrFile
	}
	if len(head) < len(v.header) { // new, or its first write was cut
		v.end = int64(len(v.header))
		if _, err = v.f.WriteAt(v.header, 0); err != nil {
			return err
		}
		return v.f.Truncate(v.end)
	}
	size := v.entrySize()
	v.vectors = make(map[Hash][]float32, (info.Size()-int64(len(head)))/int64(size))
	r, entry, at := bufio.NewReaderSize(v.f, 1<<20), make([]byte, size), int64(len(head))
	for v.end = at; ; {
		_, err := io.ReadFull(r, entry)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return v.f.Truncate(v.end)
		}
		if err != nil {
			return err
		}
		at += int64(size)
		if body := entry[:size-4]; binary.LittleEndian.Uint32(entry[size-4:]) == checksum(body) {
			v.remember(Hash(body[:len(Hash{})]), body[len(Hash{}):])
			v.end = at
		}
	}
}

// remember keeps a vector, given as in the file.
func (v *File) remember(h Hash, raw []byte) {
	if len(v.slab) < v.dim {
		v.slab = make([]float32, slabSize*v.dim)
	}
	vec := v.slab[:v.dim:v.dim]
	v.slab = v.slab[v.dim:]
	for i := range vec {
		vec[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	v.vectors[h] = vec
}

// Get is the vector of a hash. Nobody may change it.
func (v *File) Get(h Hash) ([]float32, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	vec, ok := v.vectors[h]
	return vec, ok
}

// Len is the number of vectors.
func (v *File) Len() int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return len(v.vectors)
}

// Put adds vectors, one a hash, in one write; known hashes are left as they
// are. After an error none is added. It does not wait for the disk: after a
// power cut the last ones may have to be made again.
func (v *File) Put(hashes []Hash, vectors [][]float32) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	var raw []byte
	var fresh []Hash
	for i, h := range hashes {
		if err := memory.CheckVector(vectors[i], v.dim); err != nil {
			return fmt.Errorf("keep vectors: %w", err)
		}
		if _, known := v.vectors[h]; !known {
			raw, fresh = appendEntry(raw, h, vectors[i]), append(fresh, h)
		}
	}
	if _, err := v.f.WriteAt(raw, v.end); err != nil { // what it left is overwritten, or cut when opened
		return fmt.Errorf("keep vectors: %w", err)
	}
	v.end += int64(len(raw))
	for i, h := range fresh {
		v.remember(h, raw[i*v.entrySize()+len(h):])
	}
	return nil
}

func appendEntry(dst []byte, h Hash, vec []float32) []byte {
	from := len(dst)
	dst = append(dst, h[:]...)
	for _, x := range vec {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(dst, checksum(dst[from:]))
}

// Keep writes the file anew with the vectors that keep wants, and forgets the
// others. A crash leaves the old file or the new one.
func (v *File) Keep(keep func(Hash) bool) (err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	f, err := os.CreateTemp(filepath.Dir(v.path), ".vec-*") // 0600
	if err != nil {
		return fmt.Errorf("rewrite vectors: %w", err)
	}
	kept := map[Hash][]float32{}
	w := bufio.NewWriterSize(f, 1<<20)
	_, err = w.Write(v.header)
	end := int64(len(v.header))
	for h, vec := range v.vectors {
		if err == nil && keep(h) {
			kept[h] = vec
			_, err = w.Write(appendEntry(nil, h, vec))
			end += int64(v.entrySize())
		}
	}
	for _, step := range []func() error{w.Flush, f.Sync, func() error { return os.Rename(f.Name(), v.path) }} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name()) // a leftover does no harm
		return fmt.Errorf("rewrite vectors: %w", err)
	}
	v.f.Close() // nothing more is written to it
	v.f, v.end, v.vectors = f, end, kept
	return nil
}

// Close waits until all is on the disk and closes the file.
func (v *File) Close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := errors.Join(v.f.Sync(), v.f.Close()); err != nil {
		return fmt.Errorf("close vectors: %w", err)
	}
	return nil
}

// Cached is Embed with the vectors that the file has; the others are asked for
// once each and kept, batch by batch, so that a call broken off goes on where
// it was. The file must be of the client's model.
func (c *Client) Cached(ctx context.Context, v *File, kind Kind, texts []string) ([][]float32, error) {
	hashes, first := make([]Hash, len(texts)), map[Hash]int{}
	var missing []int
	for i, t := range texts {
		hashes[i] = HashOf(kind, t)
		_, known := v.Get(hashes[i])
		if _, twice := first[hashes[i]]; !known && !twice {
			first[hashes[i]] = i
			missing = append(missing, i)
		}
	}
	for from := 0; from < len(missing); from += c.cfg.Batch {
		part := missing[from:min(from+c.cfg.Batch, len(missing))]
		some, keys := make([]string, len(part)), make([]Hash, len(part))
		for j, i := range part {
			some[j], keys[j] = texts[i], hashes[i]
		}
		vectors, err := c.Embed(ctx, kind, some)
		var one *TextError
		if errors.As(err, &one) {
			one.Index = part[one.Index]
		}
		if err == nil {
			err = v.Put(keys, vectors)
		}
		if err != nil {
			return nil, err
		}
	}
	out := make([][]float32, len(texts))
	for i, h := range hashes {
		vec, ok := v.Get(h)
		if !ok {
			return nil, fmt.Errorf("embed: the vector of text %d was forgotten meanwhile", i+1)
		}
		out[i] = vec
	}
	return out, nil
}
